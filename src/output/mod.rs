//! The files of the built site: their paths, their bytes, and the fragments that pages share.

mod bytes;
mod escape;
pub mod html;

use std::{
    borrow::{Borrow, Cow},
    fmt,
    sync::Arc,
};

pub use bytes::{Bytes, Deferred, Pieces};
pub use escape::{escape, write_escaped};
use icu_normalizer::ComposingNormalizerBorrowed;

use crate::{
    diagnostic::FileId,
    site::Site,
    source::paths::{extension, is_normal},
};

/// The folder in the output folder that is reserved for publishing.
pub(crate) const OWN_FOLDER: &str = ".gympress";

/// The path of a file of the site, relative to the output folder: `blog/index.html`. It is never absolute, has `/`
/// between its parts, none of which is `.` or `..`, and is outside of the folder reserved for publishing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutputPath(Arc<str>);

impl OutputPath {
    /// The file of the whole site at an address of one of its editions.
    pub fn of(address: &str, site: &Site) -> Option<Self> {
        Self::at(&site.address_in_site(address))
    }

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

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for the file of a page.
    pub fn is_html(&self) -> bool {
        self.0.ends_with(".html")
    }

    /// The ending of the file name behind its last dot; empty without a dot.
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

/// The path in lower case and composed (NFC), by which many file systems compare names.
pub(crate) fn folded(path: &str) -> Cow<'_, str> {
    if path.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        path.into()
    } else {
        ComposingNormalizerBorrowed::new_nfc().normalize(&path.to_lowercase()).into_owned().into()
    }
}

/// One file of the built site.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// The path that it is published at.
    pub path: OutputPath,
    /// The content of the file.
    pub bytes: Bytes,
    /// The sources that it was made from, for diagnostics.
    pub origin: Origin,
    /// True if its name has a hash of its content, so that nothing else ever takes its path: browsers may keep it, and
    /// pages opened before a new build still ask for it.
    pub has_hashed_name: bool,
}

impl Artifact {
    /// Makes a file with a hash in its name. Returns `None` if `address`, which is below the site's root, can't be a
    /// path.
    pub fn hashed(address: &str, bytes: impl Into<Bytes>, origin: Origin) -> Option<Self> {
        let path = OutputPath::new(address.trim_start_matches('/'))?;
        Some(Self { path, bytes: bytes.into(), origin, has_hashed_name: true })
    }
}

/// The sources that a file of the site was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The content file. For a page that lists entries, the file with the page's own words.
    pub content: FileId,
    /// The template or stylesheet, if one was used.
    pub template: Option<FileId>,
}
