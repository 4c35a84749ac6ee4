//! `gympress build`

use rayon::prelude::*;

use super::{Status, Streams, Surroundings, arguments::Build, progress, project, report};
use crate::{
    Made,
    diagnostic::{Diagnostics, Format},
    failure::Failure,
    output::{
        Artifact,
        publish::{OutFolder, Published, Staged, Staging},
    },
    prepare,
    timings::Step,
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
    let tools = project::tools(root, surroundings);
    let sources = tools.timings.of(Step::Read, || project::read(root, &mut found))?;
    let settings = project::settings(&options.inputs, surroundings);
    let edition = prepare(&sources, &settings, &tools, &mut found)?;
    // What has errors already is rendered for the sake of what else there is to tell.
    let staging = if found.has_errors() { None } else { Some(Staging::open(&folder)?) };
    let stage = |artifact: Artifact| staging.as_ref().map(|staging| staging.take(&artifact)).transpose();
    let made = edition.map(|edition| edition.make(&tools, &mut found, stage)).transpose()?;
    found.sort(&sources);
    report::diagnostics(&found, &sources, Format::Human, surroundings, streams);
    let (Some(made), Some(staging), false) = (made, staging, found.has_errors()) else {
        let _ = writeln!(streams.err, "{}; nothing was published", report::counts(&found));
        return Ok(Status::Mistakes);
    };
    report::held(&made.held, &sources, streams.err);
    tools.timings.of(Step::Encode, || progress::encode(&made, surroundings, streams))?;
    let mut too_much = made.check_weights();
    if too_much.has_errors() {
        too_much.sort(&sources);
        report::diagnostics(&too_much, &sources, Format::Human, surroundings, streams);
        let _ = writeln!(streams.err, "{}; nothing was published", report::counts(&too_much));
        return Ok(Status::Mistakes);
    }
    let encoded: Vec<Staged> =
        made.pending.par_iter().map(|artifact| staging.take(artifact)).collect::<Result<_, _>>()?;
    made.forget_others();
    let pages = made.pages();
    let Made { taken, references, .. } = made;
    let staged = taken.into_iter().flatten().chain(encoded).collect();
    let published = tools.timings.of(Step::Publish, || staging.publish(staged, &references))?;
    let (account, counts) = (account(&published), report::counts(&found));
    let _ = writeln!(streams.out, "{pages} pages in {}: {account}; {counts}", out.display());
    if options.timings {
        let _ = write!(streams.out, "{}", tools.timings);
    }
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
