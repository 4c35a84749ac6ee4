//! `gympress check`

use std::{path::Path, sync::Arc};

use super::{
    ProcessContext, Status, Streams,
    arguments::CheckArgs,
    project,
    report::{self, Show},
};
use crate::{
    build::{BuildContext, build_site, check_unpublished},
    diagnostic::{Diagnostics, Failure, ReportFormat, Severity},
    online::{MEMORY, Machine, Nightly, Scheduler, failed_night},
    site::{ComingChange, Settings, Site},
    source::Sources,
};

/// Checks the site, then the entries that it leaves out for now, such as drafts.
fn check(
    sources: &Arc<Sources>,
    settings: &Settings,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Arc<Site>>, Failure> {
    let Some(built) = build_site(sources, settings, context, diagnostics, |_| Ok(()))? else {
        return Ok(None);
    };
    check_unpublished(&built.site, sources, settings, context, diagnostics)?;
    Ok(Some(built.site))
}

/// The remarks on publications from this machine: that a night failed, or that nothing publishes what is to come.
fn publication_note(site: &Site, root: &Path, process: &ProcessContext) -> Option<String> {
    let gym = &site.gym.settings;
    let memory = root.join(MEMORY);
    let machine = Machine { variables: process.variables.clone(), ..Machine::default() };
    let is_published_here = gym.publish_to().is_some() && memory.is_dir() && machine.variable("CI").is_none();
    if !is_published_here {
        return None;
    }
    if let Some(failed) = failed_night(&memory) {
        return Some(format!("note: {failed}"));
    }
    let nightly = Nightly { machine: &machine, memory: &memory, scheduler: Scheduler::of_this_system() };
    if nightly.is_set() || root.join(".github/workflows").is_dir() {
        return None;
    }
    let ComingChange { at, what } = site.next_change()?;
    let day = at.to_zoned(gym.time_zone.clone()).strftime("%-d %B").to_string();
    Some(format!("note: {what} on {day}, and nothing publishes it then: `gympress publish --every-night`"))
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
    let checked = check(&sources, &settings, &context, &mut diagnostics);
    diagnostics.sort(&sources);
    let show = Show { format: options.format, each_placeholder: options.placeholders };
    report::print_project(&diagnostics, &*sources, root, show, process, streams);
    if !show.format.is_machine() {
        let _ = writeln!(streams.err, "{}", report::closing(&diagnostics, &*sources));
    }
    if let (Ok(Some(site)), ReportFormat::Human) = (&checked, show.format)
        && let Some(note) = publication_note(site, root, process)
    {
        let _ = writeln!(streams.err, "{note}");
    }
    if let Err(failure) = checked {
        return report::failed(failure, &diagnostics, streams);
    }
    let denied = options.deny_warnings && diagnostics.count(Severity::Warning) > 0;
    Ok(if diagnostics.has_errors() || denied { Status::Mistakes } else { Status::Done })
}
