//! `gympress routes`

use super::{
    ProcessContext, Status, Streams,
    arguments::Routes as Options,
    project::{self, Resolved},
    report,
};
use crate::{
    diagnostic::{Diagnostics, FileId, Files},
    failure::Failure,
};

pub(super) fn run(
    options: &Options,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let mut found = Diagnostics::default();
    let settings = project::settings(&options.settings, process);
    let Resolved { sources, site, .. } = project::resolve(&options.root.root, &settings, &mut found)?;
    let Some((site, routes)) = site.filter(|_| !found.has_errors()) else {
        return Ok(report::mistakes(&mut found, &sources, process, streams));
    };
    let pages = routes.iter().map(|(path, route)| (path, route.content(&site)));
    let mut all: Vec<(&str, FileId)> = pages.chain(routes.static_files()).collect();
    all.sort_unstable();
    let urls = all.into_iter().map(|(path, file)| (site.base.href(path), sources.path(file)));
    let urls: Vec<(String, &str)> = urls.collect();
    let width = urls.iter().map(|(url, _)| url.chars().count()).max().unwrap_or_default();
    for (url, file) in urls {
        let _ = writeln!(streams.out, "{url:width$}  {file}");
    }
    Ok(Status::Done)
}
