//! A file of the project that isn't text, read when it is needed and then kept.

use std::{
    fs,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// A file that isn't text.
#[derive(Debug)]
pub struct Binary {
    place: PathBuf,
    read: OnceLock<Result<Content, String>>,
}

#[derive(Debug)]
struct Content {
    bytes: Arc<[u8]>,
    hash: blake3::Hash,
}

impl Binary {
    pub(super) fn new(place: PathBuf) -> Self {
        Self { place, read: OnceLock::new() }
    }

    fn content(&self) -> Result<&Content, &str> {
        let read = || match fs::read(&self.place) {
            Ok(bytes) => Ok(Content { hash: blake3::hash(&bytes), bytes: bytes.into() }),
            Err(error) => Err(error.to_string()),
        };
        self.read.get_or_init(read).as_ref().map_err(String::as_str)
    }

    /// What it holds.
    ///
    /// # Errors
    /// If it can't be read: the system's reason.
    pub fn bytes(&self) -> Result<&Arc<[u8]>, &str> {
        self.content().map(|content| &content.bytes)
    }

    /// The hash of what it holds.
    ///
    /// # Errors
    /// If it can't be read: the system's reason.
    pub fn hash(&self) -> Result<blake3::Hash, &str> {
        self.content().map(|content| content.hash)
    }
}
