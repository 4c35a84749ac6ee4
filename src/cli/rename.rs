//! `gympress rename`: an entry or picture under a new name.

use std::sync::Arc;

use super::{ProcessContext, Status, Streams, arguments, project, report};
use crate::{
    build::prepared_sites,
    diagnostic::{Diagnostics, Failure, ReportFormat, counted},
    edit::{
        fix,
        rename::{self, EditionAddresses, PathChange, RenamePlan, RenameRequest},
    },
    site,
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
    let content = Arc::new(content);
    let prepared = prepared_sites(&content, &settings, &mut diagnostics);
    let sources = &content.project.sources;
    let request = RenameRequest { noun: &options.kind, old: &options.old, new: &options.new };
    let Some(prepared) = prepared.filter(|_| !diagnostics.iter().any(rename::is_in_the_way)) else {
        diagnostics.sort(&**sources);
        report::print(&diagnostics, &**sources, ReportFormat::Human, process, streams);
        let why = "nothing was renamed, as content has mistakes\n  help: correct them first, so that no reference is missed";
        return Ok(streams.refuse(Status::Mistakes, why));
    };
    let editions = std::iter::once(&prepared.main).chain(&prepared.further);
    let editions = editions.map(|edition| EditionAddresses { site: &edition.site, routes: &edition.routes });
    let plan = match rename::plan(request, sources, &content, &editions.collect::<Vec<_>>()) {
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
    for PathChange { from, to } in &plan.moved {
        let _ = writeln!(streams.out, "{from} {would}renamed to {to}");
    }
    let references = counted(plan.references, "reference");
    let files = counted(plan.changed_files(), "other file");
    let _ = writeln!(streams.out, "{references} {would}changed in {files}");
    for address in &plan.redirected {
        let leads = if options.dry_run { "would lead" } else { "leads" };
        let _ = writeln!(streams.out, "{address} {leads} on to the new address");
    }
}
