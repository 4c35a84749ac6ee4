//! The files of a project that aren't text: identified by their hashes, and read when their bytes are needed.

use std::{
    borrow::Cow,
    fs,
    sync::{Arc, OnceLock},
};

use super::{
    STATIC, Sources,
    listing::{self, FileOrigin},
    range,
};
use crate::diagnostic::FileId;

/// A file that isn't text.
#[derive(Debug)]
pub struct Binary {
    place: FileOrigin,
    /// Of the file's content when it was first read.
    hash: OnceLock<Result<blake3::Hash, String>>,
}

impl Binary {
    pub(super) fn new(place: FileOrigin) -> Self {
        Self { place, hash: OnceLock::new() }
    }

    /// The hash of what it holds.
    ///
    /// # Errors
    /// If it can't be read: the system's reason.
    pub fn hash(&self) -> Result<blake3::Hash, &str> {
        let hash = || self.read().map(|bytes| blake3::hash(&bytes));
        self.hash.get_or_init(hash).as_ref().copied().map_err(String::as_str)
    }

    /// What it holds: what the hash is of.
    ///
    /// # Errors
    /// If it can't be read, or was changed since it was first read: the reason.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        let bytes = self.read()?;
        match self.hash()? == blake3::hash(&bytes) {
            true => Ok(bytes.into_owned()),
            false => Err("it was changed meanwhile".to_owned()),
        }
    }

    fn read(&self) -> Result<Cow<'static, [u8]>, String> {
        match &self.place {
            FileOrigin::Disk(path) => fs::read(path).map(Cow::Owned).map_err(|error| error.to_string()),
            FileOrigin::Theme((_, bytes)) => Ok(Cow::Borrowed(*bytes)),
        }
    }
}

impl Sources {
    /// The file that isn't text and has this path, such as `content/images/a.jpg`.
    pub fn binary_at(&self, path: &str) -> Option<&Arc<Binary>> {
        self.binaries.get(path)
    }

    /// All files of [`STATIC`], by their addresses within the site.
    pub fn static_files(&self) -> impl Iterator<Item = (String, FileId, &Arc<Binary>)> {
        range(&self.binaries, STATIC).filter_map(|(path, binary)| {
            let within = path.strip_prefix(STATIC)?;
            let folder =
                within.strip_suffix("index.html").filter(|rest| rest.is_empty() || rest.ends_with('/'));
            Some((format!("/{}", folder.unwrap_or(within)), *self.ids.get(path)?, binary))
        })
    }

    /// The files below `content/` that aren't text, but for pictures and those of [`STATIC`].
    pub fn misplaced_binaries(&self) -> impl Iterator<Item = (FileId, &str)> {
        let paths = range(&self.binaries, "content/").filter(|(path, _)| !listing::is_raw(path));
        paths.filter_map(|(path, _)| Some((*self.ids.get(path)?, &**path)))
    }

    /// The paths below `folder` of all files that aren't text.
    pub fn binaries_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        range(&self.binaries, folder).map(|(path, _)| &**path)
    }
}
