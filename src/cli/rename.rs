//! `gympress rename`: an entry or picture under a new name.

use super::{ProcessContext, Status, Streams, arguments, project, report};
use crate::{
    diagnostic::{Diagnostics, Failure, ReportFormat},
    edit::{
        fix,
        rename::{self, PathChange, RenamePlan, RenameRequest},
    },
    routes::Routes,
    site::{self, EntryIndex},
};

pub(super) fn run(
    options: &arguments::Rename,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let mut diagnostics = Diagnostics::default();
    let settings = site::Settings { drafts: true, ..site::Settings::at(options.now.unwrap_or(process.now)) };
    let content = project::decode(root, &mut diagnostics)?;
    let index = EntryIndex::build(&content, &mut diagnostics);
    let site = site::resolve(&content, &index, &settings, None, &mut diagnostics);
    let routes = site.map(|mut site| Routes::build(&mut site, None, &mut diagnostics));
    let sources = &content.project.sources;
    let request = RenameRequest { noun: &options.kind, old: &options.old, new: &options.new };
    let Some(routes) = routes.filter(|_| !diagnostics.iter().any(rename::is_in_the_way)) else {
        diagnostics.sort(&**sources);
        report::print(&diagnostics, &**sources, ReportFormat::Human, process, streams);
        let why = "nothing was renamed, as content has mistakes\n  help: correct them first, so that no reference is missed";
        return Ok(streams.refuse(Status::Mistakes, why));
    };
    let plan = match rename::plan(request, sources, &content, &routes) {
        Ok(plan) => plan,
        Err(refusal) => return Ok(streams.refuse(Status::Usage, refusal)),
    };
    if options.dry_run {
        let _ = write!(streams.out, "{}", fix::unified(&plan.changes()));
    } else {
        plan.write(root)?;
    }
    summarize(&plan, options, streams);
    Ok(Status::Done)
}

fn summarize(plan: &RenamePlan, options: &arguments::Rename, streams: &mut Streams<'_>) {
    let would = if options.dry_run { "would be " } else { "" };
    if let Some(PathChange { from, to }) = &plan.moved {
        let _ = writeln!(streams.out, "{from} {would}renamed to {to}");
    }
    let references = report::count(plan.references, "reference");
    let files = report::count(plan.changed_files(), "other file");
    let _ = writeln!(streams.out, "{references} {would}changed in {files}");
    for address in &plan.redirected {
        let leads = if options.dry_run { "would lead" } else { "leads" };
        let _ = writeln!(streams.out, "{address} {leads} on to the new address");
    }
}
