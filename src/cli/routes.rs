//! `gympress routes`

use super::{ProcessContext, Status, Streams, arguments::Routes as Options, project, report};
use crate::{
    cache::Cache,
    content,
    diagnostic::{Diagnostics, FileId, Files, Format},
    failure::Failure,
    routes::Routes,
    site,
};

pub(super) fn run(
    options: &Options,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let mut found = Diagnostics::default();
    let sources = project::read(&options.root.root, &mut found)?;
    let types = project::types(&sources, &mut found);
    let content = content::decode(&sources, &types, &Cache::default(), &mut found);
    let site =
        site::resolve(&content, &project::settings(&options.inputs, process), &Cache::default(), &mut found);
    let routes = site.as_ref().map(|site| Routes::build(site, &mut found));
    found.sort(&sources);
    let (Some(site), Some(routes)) = (site, routes.filter(|_| !found.has_errors())) else {
        report::diagnostics(&found, &sources, Format::Human, process, streams);
        let _ = writeln!(streams.err, "{}", report::counts(&found));
        return Ok(Status::Mistakes);
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
