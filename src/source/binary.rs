//! A file of the project that isn't text: identified by its hash, and read when its bytes are needed.

use std::{borrow::Cow, fs, sync::OnceLock};

use super::listing::FileOrigin;

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
