//! A file of the built site: its path, its bytes, and the parts that a page shares with others.

mod bytes;
mod escape;
pub mod html;

use std::{borrow::Borrow, fmt, sync::Arc};

pub use bytes::{Bytes, Deferred};
pub use escape::{escape, write_escaped};

use crate::{
    diagnostic::FileId,
    source::paths::{extension, is_normal},
};

/// The folder within the output folder that publishing keeps for itself.
pub(crate) const OWN_FOLDER: &str = ".gympress";

/// The path of a file of the site, relative to the output folder: `blog/index.html`. Never absolute,
/// never with `.` or `..`, `/` between its parts, and not in the folder that publishing keeps for itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutputPath(Arc<str>);

impl OutputPath {
    /// Makes a path. Returns `None` if it could leave the output folder or name a folder.
    pub fn new(path: &str) -> Option<Self> {
        let is_valid = !path.contains(|c: char| c == '\\' || c.is_control())
            && is_normal(path)
            && !path.split('/').next().is_some_and(|first| first.eq_ignore_ascii_case(OWN_FOLDER));
        is_valid.then(|| Self(path.into()))
    }

    /// The file that a host serves at an address below the site's root: `blog/index.html` for `/blog/`.
    pub fn at(address: &str) -> Option<Self> {
        Self::new(&file_at(address.strip_prefix('/')?))
    }

    /// As text, with `/` between its parts.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for a page.
    pub fn is_html(&self) -> bool {
        self.0.ends_with(".html")
    }

    /// The ending of the file's name behind its last dot; empty without a dot.
    pub fn extension(&self) -> &str {
        extension(&self.0)
    }

    /// The folders that lead to the file, the outermost first: `a` and `a/b` for `a/b/c.html`.
    pub fn folders(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.match_indices('/').filter_map(|(end, _)| self.0.get(..end))
    }

    /// The address below the site's root under which a host serves the file: `/blog/` for `blog/index.html`.
    pub fn address(&self) -> String {
        format!("/{}", address_of(&self.0))
    }
}

impl Borrow<str> for OutputPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OutputPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The path of the file that a host serves at an address, both below the site's root: `blog/index.html` for `blog/`.
pub(crate) fn file_at(address: &str) -> String {
    let index = if address.is_empty() || address.ends_with('/') { "index.html" } else { "" };
    format!("{address}{index}")
}

/// The address at which a host serves the file at a path, both below the site's root: `blog/` for `blog/index.html`.
pub(crate) fn address_of(path: &str) -> &str {
    let folder = path.strip_suffix("index.html").filter(|rest| rest.is_empty() || rest.ends_with('/'));
    folder.unwrap_or(path)
}

/// One file of the built site.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// The path that it is published at.
    pub path: OutputPath,
    /// The content of the file.
    pub bytes: Bytes,
    /// The content from which it was made, for diagnostics.
    pub origin: Origin,
    /// True if its name is made from its content, so that nothing else is ever at its path: browsers may keep it, and a
    /// page that was opened before a new build still asks for it.
    pub has_hashed_name: bool,
}

impl Artifact {
    /// A file with a hash in its name. Returns `None` if there can be none at the address, which is below the site's root.
    pub fn hashed(address: &str, bytes: impl Into<Bytes>, origin: Origin) -> Option<Self> {
        let path = OutputPath::new(address.trim_start_matches('/'))?;
        Some(Self { path, bytes: bytes.into(), origin, has_hashed_name: true })
    }
}

/// The sources that a file of the site was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The content file (for a page that lists entries: the file with the page's own words).
    pub content: FileId,
    /// The template or stylesheet, if one was used.
    pub template: Option<FileId>,
}
