//! The built site: every file with its bytes, checked as a whole, then published into the output folder.

use std::{fmt, sync::Arc};

use crate::diagnostic::FileId;

/// Where a file of the site is, relative to the output folder: `blog/index.html`. Never absolute,
/// never with `.` or `..`, `/` between its parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutputPath(Arc<str>);

impl OutputPath {
    /// The path, or nothing if it could leave the output folder or name a folder.
    pub fn new(path: &str) -> Option<Self> {
        let sound = !path.is_empty()
            && !path.contains(['\\', '\0'])
            && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
        sound.then(|| Self(path.into()))
    }

    /// As text, with `/` between its parts.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for a page.
    pub fn is_html(&self) -> bool {
        self.0.ends_with(".html")
    }
}

impl fmt::Display for OutputPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// One file of the built site.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// Where it goes.
    pub path: OutputPath,
    /// What it holds.
    pub bytes: Arc<[u8]>,
    /// The content from which it was made, for diagnostics.
    pub origin: Origin,
    /// Kept for one more build after it vanished, as pages opened before a deploy still ask for it.
    pub lingers: bool,
}

/// What a file of the site was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The content file (for a page that lists entries: the file with the page's own words).
    pub content: FileId,
    /// The template or stylesheet, where one was used.
    pub template: Option<FileId>,
}
