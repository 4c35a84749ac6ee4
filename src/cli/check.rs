//! `gympress check`

use super::{
    ProcessContext, Status, Streams,
    arguments::Check,
    project,
    report::{self, Show},
};
use crate::{
    build::{build_site, check_unpublished},
    diagnostic::{Diagnostics, Failure, Severity},
};

pub(super) fn run(
    options: &Check,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let mut diagnostics = Diagnostics::default();
    let root = &options.root.root;
    let sources = project::read(root, &mut diagnostics)?;
    let settings = project::settings(options.now, process);
    let context = project::context(root, process);
    let mut look = || {
        if let Some(made) = build_site(&sources, &settings, &context, &mut diagnostics, |_| Ok(()))? {
            check_unpublished(&made.site, &sources, &settings, &context, &mut diagnostics)?;
        }
        Ok(())
    };
    // What was found before the machine failed is shown all the same.
    let failure = look().err();
    diagnostics.sort(&sources);
    let show = Show { form: options.format, each_placeholder: options.placeholders };
    report::print_project(&diagnostics, &*sources, root, show, process, streams);
    if !show.form.is_machine() {
        let _ = writeln!(streams.err, "{}", report::closing(&diagnostics, &*sources));
    }
    if let Some(failure) = failure {
        return report::failed(failure, &diagnostics, streams);
    }
    let denied = options.deny_warnings && diagnostics.count(Severity::Warning) > 0;
    Ok(if diagnostics.has_errors() || denied { Status::Mistakes } else { Status::Done })
}
