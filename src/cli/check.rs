//! `gympress check`

use std::sync::Arc;

use super::{
    ProcessContext, Status, Streams,
    arguments::CheckArgs,
    project,
    report::{self, Show},
};
use crate::{
    build::{BuildContext, build_site, check_unpublished},
    diagnostic::{Diagnostics, Failure, Severity},
    site::Settings,
    source::Sources,
};

/// Checks the site, then the entries that it leaves out for now, such as drafts.
fn check(
    sources: &Arc<Sources>,
    settings: &Settings,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failure> {
    if let Some(built) = build_site(sources, settings, context, diagnostics, |_| Ok(()))? {
        check_unpublished(&built.site, sources, settings, context, diagnostics)?;
    }
    Ok(())
}

pub(super) fn run(
    options: &CheckArgs,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let mut diagnostics = Diagnostics::default();
    let root = &options.root.root;
    let sources = project::read(root, &mut diagnostics)?;
    let settings = project::settings(options.now, process);
    let context = project::context(root, process);
    // The diagnostics found before the machine failed are shown in any case.
    let failure = check(&sources, &settings, &context, &mut diagnostics).err();
    diagnostics.sort(&sources);
    let show = Show { format: options.format, each_placeholder: options.placeholders };
    report::print_project(&diagnostics, &*sources, root, show, process, streams);
    if !show.format.is_machine() {
        let _ = writeln!(streams.err, "{}", report::closing(&diagnostics, &*sources));
    }
    if let Some(failure) = failure {
        return report::failed(failure, &diagnostics, streams);
    }
    let denied = options.deny_warnings && diagnostics.count(Severity::Warning) > 0;
    Ok(if diagnostics.has_errors() || denied { Status::Mistakes } else { Status::Done })
}
