//! The addresses of a project's files for the client, and their paths below the root.

use std::path::{Path, PathBuf};

use lsp_types::Url;

use crate::source::{SITE, is_project_text, paths};

/// The folder of a project.
#[derive(Clone, Debug)]
pub(super) struct ProjectRoot {
    /// The path as the client writes it, so that it recognizes the addresses of files.
    path: PathBuf,
    /// The path without symbolic links, as other programs may write it.
    canonical: Option<PathBuf>,
}

impl ProjectRoot {
    pub fn new(path: PathBuf) -> Self {
        Self { canonical: dunce::canonicalize(&path).ok(), path }
    }

    /// The project to which the file at this address belongs.
    pub fn around(file: &Url) -> Option<Self> {
        let path = file.to_file_path().ok()?;
        let root = path.ancestors().skip(1).find(|folder| folder.join(SITE).is_file())?;
        Some(Self::new(root.to_owned()))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path below the root of a text whose unsaved state is checked. Components aren't: they are bundled from the disk.
    pub fn unsaved_path(&self, file: &Url) -> Option<String> {
        self.relative(file).filter(|path| is_project_text(path) && !path.starts_with("components/"))
    }

    /// The path below the root, with `/` between its parts. Returns `None` for a file outside of the project.
    fn relative(&self, file: &Url) -> Option<String> {
        let path = file.to_file_path().ok()?;
        if let Ok(below) = path.strip_prefix(&self.path) {
            return Some(paths::to_slash(below));
        }
        let canonical = self.canonical.as_deref()?;
        if let Ok(below) = path.strip_prefix(canonical) {
            return Some(paths::to_slash(below));
        }
        let path = dunce::canonicalize(&path).ok()?;
        path.strip_prefix(canonical).ok().map(paths::to_slash)
    }

    /// The address of a file of the project.
    pub fn address(&self, path: &str) -> Option<Url> {
        Url::from_file_path(self.path.join(path)).ok()
    }
}
