//! The clean build of a project, to compare a preview with.

use std::{collections::BTreeMap, sync::Mutex};

use gympress::{
    build::{BuildContext, build_site},
    diagnostic::Diagnostics,
    output::Artifact,
    site::Settings,
    source::Sources,
};
use tempfile::TempDir;

use crate::{
    copy,
    project::{Project, repository, settings},
};

/// A copy of the gym of the tests with a cache of its own.
pub fn gym() -> Project {
    let project = Project::cold("preview-");
    copy::bundles(project.root());
    project
}

/// A copy of the shipped gym.
pub fn shipped_gym() -> Project {
    let project = Project::empty();
    copy::tree(&repository().join("content"), &project.path("content"));
    copy::bundles(project.root());
    project
}

/// The files of a clean build, by path; nothing if it would publish nothing.
pub fn built(project: &Project) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut found = Diagnostics::default();
    let sources = Sources::load(project.root(), &mut found).ok()?;
    let settings = Settings { is_preview: true, ..settings() };
    let packages = vec![repository().to_owned()];
    // Nothing that the preview keeps helps this build, but for pictures, which take minutes.
    let elsewhere = TempDir::with_prefix("gympress-cold-").unwrap();
    copy::share(elsewhere.path(), "cache/images");
    let context = BuildContext::new(elsewhere.path(), packages);
    let rendered = Mutex::new(Vec::new());
    let keep = |artifact: &Artifact| {
        rendered.lock().unwrap().push(artifact.clone());
        Ok(())
    };
    let made = build_site(&sources.into(), &settings, &context, &mut found, keep).unwrap()?;
    let files = rendered.into_inner().unwrap().into_iter().chain(made.pending);
    let files = files.map(|artifact| {
        let bytes = artifact.bytes.get().unwrap();
        (artifact.path.as_str().to_owned(), bytes.to_vec())
    });
    (!found.has_errors()).then(|| files.collect())
}
