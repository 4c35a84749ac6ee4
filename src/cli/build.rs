//! `gympress build`

use std::fs;

use super::{Status, Streams, Surroundings, arguments::Build, project, report};
use crate::{
    diagnostic::{Diagnostics, Format},
    failure::Failure,
    make,
};

pub(super) fn run(
    options: &Build,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let mut found = Diagnostics::default();
    let root = &options.root.root;
    let sources = project::read(root, &mut found)?;
    let settings = project::settings(&options.inputs, surroundings);
    let made = make(&sources, &settings, &project::tools(root, surroundings), &mut found)?;
    found.sort(&sources);
    report::diagnostics(&found, &sources, Format::Human, surroundings, streams);
    let Some(made) = made.filter(|_| !found.has_errors()) else {
        let _ = writeln!(streams.err, "{}; nothing was published", report::counts(&found));
        return Ok(Status::Mistakes);
    };
    report::held(&made.held, &sources, streams.err);
    let out = options.out.clone().unwrap_or_else(|| root.join("dist"));
    for artifact in &made.artifacts {
        let path = out.join(artifact.path.as_str());
        let folder = path.parent().unwrap_or(&out);
        fs::create_dir_all(folder).map_err(|error| Failure::io("make the folder", folder, &error))?;
        fs::write(&path, &artifact.bytes).map_err(|error| Failure::io("write", &path, &error))?;
    }
    let pages = made.artifacts.iter().filter(|artifact| artifact.path.is_html()).count();
    let _ = writeln!(streams.out, "{pages} pages in {}; {}", out.display(), report::counts(&found));
    Ok(Status::Done)
}
