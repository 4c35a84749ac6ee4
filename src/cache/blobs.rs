//! Many cached results of one kind, each a file under a name made of its inputs.

use std::{
    collections::HashSet,
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{report_unwritten, write_atomically};
use crate::failure::{Failure, log_leftover};

/// How many folders down from the project the blobs of a kind are: `.gympress/cache/images`.
const DEPTH: usize = 3;

/// A folder of bytes by name. Each file ends with the hash of the rest.
#[derive(Clone, Debug, Default)]
pub struct BlobCache {
    folder: Option<PathBuf>,
}

impl BlobCache {
    /// The blobs in this folder; without one, every load is a miss.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// True if there is a file of this name. Only [`BlobCache::load`] verifies its content.
    pub fn has(&self, name: &str) -> bool {
        self.length(name).is_some()
    }

    /// The length of the bytes under this name.
    pub fn length(&self, name: &str) -> Option<usize> {
        let length = fs::metadata(self.path(name)?).ok()?.len();
        usize::try_from(length).ok()?.checked_sub(blake3::OUT_LEN)
    }

    /// The bytes under this name. Returns `None` if the file is missing or damaged.
    pub fn load(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.path(name)?;
        let mut cached =
            fs::read(&path).inspect_err(|error| tracing::debug!(name, %error, "cache miss")).ok()?;
        let is_whole = |(bytes, hash): (&[u8], &[u8; blake3::OUT_LEN])| blake3::hash(bytes) == *hash;
        if !cached.split_last_chunk().is_some_and(is_whole) {
            tracing::info!("{} is damaged and isn't used", path.display());
            return None;
        }
        cached.truncate(cached.len() - blake3::OUT_LEN);
        Some(cached)
    }

    /// Saves `bytes`. An error is logged and otherwise ignored, because it only makes the next build slower.
    pub fn save(&self, name: &str, bytes: &[u8]) {
        let Some(path) = self.path(name) else { return };
        let write = || {
            write_atomically(&path, |mut file| {
                file.write_all(bytes)?;
                file.write_all(blake3::hash(bytes).as_bytes())
            })
        };
        // Another process that shares the cache may have removed the temporary file, in [`BlobCache::retain`].
        let is_removed = |error: &io::Error| error.kind() == ErrorKind::NotFound;
        if let Err(error) = write().or_else(|error| if is_removed(&error) { write() } else { Err(error) }) {
            report_unwritten(&path, &error);
        }
    }

    /// The bytes under this name, or else the result of `make`, which is saved.
    ///
    /// # Errors
    /// If `make` fails.
    pub fn load_or_make(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<Vec<u8>, Failure>,
    ) -> Result<Arc<Vec<u8>>, Failure> {
        if let Some(cached) = self.load(name) {
            return Ok(cached.into());
        }
        let bytes = make()?;
        self.save(name, &bytes);
        Ok(bytes.into())
    }

    /// Removes all files but these. Removes nothing from a folder that projects share by a symbolic link, as others
    /// need other files.
    pub fn retain(&self, names: &HashSet<String>) {
        let Some(folder) = self.folder.as_ref().filter(|folder| !is_shared(folder)) else { return };
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if !entry.file_name().to_str().is_some_and(|name| names.contains(name)) {
                log_leftover(&entry.path(), fs::remove_file(entry.path()));
            }
        }
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_deref().map(|folder| Path::join(folder, name))
    }
}

/// True if the folder, or one above it within the project, is a symbolic link.
pub(super) fn is_shared(folder: &Path) -> bool {
    folder.ancestors().take(DEPTH).any(Path::is_symlink)
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, fs};

    use super::BlobCache;

    #[test]
    fn a_damaged_file_is_a_cache_miss() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let blobs = BlobCache::new(Some(folder.path().join("blobs")));
        blobs.save("a", b"bytes");
        assert_eq!(blobs.load("a").as_deref(), Some(b"bytes".as_slice()));
        let path = folder.path().join("blobs/a");
        let whole = fs::read(&path).expect("the file");
        for damaged in [&whole[..whole.len() - 1], &whole[..7], &[whole.as_slice(), b"x"].concat(), b""] {
            fs::write(&path, damaged).expect("the file can be written");
            assert_eq!(blobs.load("a"), None);
        }
    }

    #[test]
    fn only_what_is_named_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let blobs = BlobCache::new(Some(folder.path().to_owned()));
        blobs.save("a", b"1");
        blobs.save("b", b"2");
        blobs.retain(&HashSet::from(["b".to_owned()]));
        assert!(!blobs.has("a") && blobs.has("b"));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_removed_from_a_folder_that_projects_share() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (shared, link) = (folder.path().join("shared"), folder.path().join("link"));
        fs::create_dir(&shared).expect("a folder");
        std::os::unix::fs::symlink(&shared, &link).expect("a link");
        for path in [link.clone(), link.join("cache/images")] {
            let blobs = BlobCache::new(Some(path));
            blobs.save("a", b"1");
            blobs.retain(&HashSet::new());
            assert!(blobs.has("a"), "{blobs:?}");
        }
    }

    #[test]
    fn without_a_folder_nothing_is_cached() {
        let blobs = BlobCache::default();
        blobs.save("a", b"1");
        assert_eq!(blobs.load("a"), None);
    }
}
