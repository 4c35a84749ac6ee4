//! `gympress routes`

use super::{Status, Streams, Surroundings, arguments::Routes as Options, project, report};
use crate::{
    content,
    diagnostic::{Diagnostics, Files, Format},
    failure::Failure,
    routes::Routes,
    site,
};

pub(super) fn run(
    options: &Options,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let mut found = Diagnostics::default();
    let sources = project::read(&options.root.root, &mut found)?;
    let content = content::decode(&sources, &mut found);
    let site = site::resolve(&content, &project::settings(&options.inputs, surroundings), &mut found);
    let routes = site.as_ref().map(|site| Routes::of(site, &mut found));
    found.sort(&sources);
    let (Some(site), Some(routes)) = (site, routes.filter(|_| !found.has_errors())) else {
        report::diagnostics(&found, &sources, Format::Human, surroundings, streams);
        let _ = writeln!(streams.err, "{}", report::counts(&found));
        return Ok(Status::Mistakes);
    };
    let urls: Vec<(String, &str)> =
        routes.iter().map(|(path, page)| (site.base.href(path), sources.path(page.content(&site)))).collect();
    let width = urls.iter().map(|(url, _)| url.chars().count()).max().unwrap_or_default();
    for (url, file) in urls {
        let _ = writeln!(streams.out, "{url:width$}  {file}");
    }
    Ok(Status::Done)
}
