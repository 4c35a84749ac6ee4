//! Where the files of a project are for the client: addresses of files, and paths below the root.

use std::path::{Path, PathBuf};

use lsp_types::Url;

use crate::source::{SITE, is_project_text, paths};

/// The folder of a project.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// As the client names it, so that it knows the files of which it is told.
    path: PathBuf,
    /// Without links, as other programs may name it.
    canonical: Option<PathBuf>,
}

impl Root {
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

    /// The path below the root of a text whose unsaved state counts. Components are bundled from the disk.
    pub fn unsaved_path(&self, file: &Url) -> Option<String> {
        self.relative(file).filter(|path| is_project_text(path) && !path.starts_with("components/"))
    }

    /// The path below the root, with `/` between its parts. Returns `None` for what isn't a file of the project.
    fn relative(&self, file: &Url) -> Option<String> {
        let path = file.to_file_path().ok()?;
        let below = |root: &Path, path: &Path| Some(paths::to_slash(path.strip_prefix(root).ok()?));
        below(&self.path, &path).or_else(|| {
            let canonical = self.canonical.as_deref()?;
            below(canonical, &path).or_else(|| below(canonical, &dunce::canonicalize(&path).ok()?))
        })
    }

    /// The address of a file of the project.
    pub fn address(&self, path: &str) -> Option<Url> {
        Url::from_file_path(self.path.join(path)).ok()
    }
}
