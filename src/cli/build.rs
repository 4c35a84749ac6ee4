//! `gympress build`

use super::{Status, Streams, Surroundings, arguments::Build, progress, project, report};
use crate::{
    diagnostic::{Diagnostics, Format},
    failure::Failure,
    make,
    output::publish::{OutFolder, Published, publish},
};

pub(super) fn run(
    options: &Build,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let out = options.out.clone().unwrap_or_else(|| root.join("dist"));
    // A folder that can't be published into is refused before any work is done.
    let folder = OutFolder::new(&out, root)?;
    let mut found = Diagnostics::default();
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
    progress::encode(&made, surroundings, streams)?;
    let mut too_much = made.check_weights();
    if too_much.has_errors() {
        too_much.sort(&sources);
        report::diagnostics(&too_much, &sources, Format::Human, surroundings, streams);
        let _ = writeln!(streams.err, "{}; nothing was published", report::counts(&too_much));
        return Ok(Status::Mistakes);
    }
    let published = publish(&made.artifacts, &folder, &made.references)?;
    made.forget_others();
    let pages = made.artifacts.iter().filter(|artifact| artifact.path.is_html()).count();
    let (account, counts) = (account(&published), report::counts(&found));
    let _ = writeln!(streams.out, "{pages} pages in {}: {account}; {counts}", out.display());
    Ok(Status::Done)
}

/// "3 changed, 1 removed, 70 unchanged".
fn account(published: &Published) -> String {
    let count = |number: usize, what: &str| (number > 0).then(|| format!("{number} {what}"));
    let parts = [
        count(published.added.len(), "new"),
        count(published.changed.len(), "changed"),
        count(published.removed.len(), "removed"),
        count(published.kept.len(), "kept for one more build"),
        count(published.unchanged, "unchanged"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
