//! A copy of the gym of the tests that a test may edit, and its clean build to compare with.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
};

use gympress::{
    build::build_site, content, context::BuildContext, diagnostic::Diagnostics, output::Artifact,
    site::Settings, source::Sources,
};
use tempfile::TempDir;

use crate::copy::{self, bundles};

/// The moment at which all tests happen.
pub const NOW: &str = "2026-06-01T12:00:00Z";

pub struct Project(TempDir);

impl Project {
    pub fn gym() -> Self {
        let folder = copy::gym("preview-", "cache/images");
        bundles::copy(folder.path());
        Self(folder)
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root().join(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("a text")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("the file is written");
    }

    pub fn replace(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{path} has no {old:?}");
        self.write(path, &text.replace(old, new));
    }

    /// The files of a clean build, by path; nothing if it would publish nothing.
    pub fn built(&self) -> Option<BTreeMap<String, Vec<u8>>> {
        let mut found = Diagnostics::default();
        let mut sources = Sources::load(self.root(), &mut found).ok()?;
        sources.require(content::required_files(), &mut found);
        let settings =
            Settings { now: NOW.parse().expect("a moment"), drafts: false, changed: None, base_url: None };
        let packages = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
        // Nothing that the preview keeps helps this build, but for pictures, which take minutes.
        let elsewhere = TempDir::with_prefix("gympress-cold-").expect("a temporary folder");
        copy::shared::share(elsewhere.path(), "cache/images");
        let context = BuildContext::new(elsewhere.path(), packages);
        let rendered = Mutex::new(Vec::new());
        let keep = |artifact: &Artifact| {
            rendered.lock().expect("no thread panicked").push(artifact.clone());
            Ok(())
        };
        let made = build_site(&sources.into(), &settings, &context, &mut found, keep);
        let made = made.expect("the machine works")?;
        let files = rendered.into_inner().expect("no thread panicked").into_iter().chain(made.pending);
        let files = files.map(|artifact| {
            let bytes = artifact.bytes.get().expect("the machine works");
            (artifact.path.as_str().to_owned(), bytes.to_vec())
        });
        (!found.has_errors()).then(|| files.collect())
    }
}
