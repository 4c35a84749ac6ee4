//! Many kept things of one kind, each a file of its own under the name of what it was made from.

use std::{
    collections::HashSet,
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{report_unwritten, write_whole};
use crate::failure::Failure;

/// A folder of bytes by name. Each file ends with the hash of the rest.
#[derive(Clone, Debug, Default)]
pub struct BlobCache {
    folder: Option<PathBuf>,
}

impl BlobCache {
    /// A shelf in this folder; without one, nothing is kept.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// True if something was kept under this name. Whether it's whole, only [`BlobCache::load`] tells.
    pub fn has(&self, name: &str) -> bool {
        self.length(name).is_some()
    }

    /// How many bytes were kept under this name.
    pub fn length(&self, name: &str) -> Option<usize> {
        let length = fs::metadata(self.path(name)?).ok()?.len();
        usize::try_from(length).ok()?.checked_sub(blake3::OUT_LEN)
    }

    /// What was kept under this name, if it's whole.
    pub fn load(&self, name: &str) -> Option<Vec<u8>> {
        let mut kept = fs::read(self.path(name)?).ok()?;
        let (bytes, hash) = kept.split_last_chunk::<{ blake3::OUT_LEN }>()?;
        (blake3::hash(bytes) == *hash).then_some(())?;
        kept.truncate(kept.len() - blake3::OUT_LEN);
        Some(kept)
    }

    /// Keeps `bytes`. That they can't be kept costs time later, and is no reason to fail now.
    pub fn save(&self, name: &str, bytes: &[u8]) {
        let Some(path) = self.path(name) else { return };
        let written = write_whole(&path, |mut file| {
            file.write_all(bytes)?;
            file.write_all(blake3::hash(bytes).as_bytes())
        });
        if let Err(error) = written {
            report_unwritten(&path, &error);
        }
    }

    /// What was kept under this name, or else what `make` makes, kept from now on.
    ///
    /// # Errors
    /// If `make` fails.
    pub fn load_or_make(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<Vec<u8>, Failure>,
    ) -> Result<Arc<Vec<u8>>, Failure> {
        if let Some(kept) = self.load(name) {
            return Ok(kept.into());
        }
        let bytes = make()?;
        self.save(name, &bytes);
        Ok(bytes.into())
    }

    /// Drops everything but what is called like one of `names`.
    pub fn retain(&self, names: &HashSet<String>) {
        let Some(folder) = &self.folder else { return };
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if !entry.file_name().to_str().is_some_and(|name| names.contains(name)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_deref().map(|folder| Path::join(folder, name))
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, fs};

    use super::BlobCache;

    #[test]
    fn a_damaged_file_is_not_there() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let shelf = BlobCache::new(Some(folder.path().join("shelf")));
        shelf.save("a", b"bytes");
        assert_eq!(shelf.load("a").as_deref(), Some(b"bytes".as_slice()));
        let path = folder.path().join("shelf/a");
        let whole = fs::read(&path).expect("the file");
        for damaged in [&whole[..whole.len() - 1], &whole[..7], &[whole.as_slice(), b"x"].concat(), b""] {
            fs::write(&path, damaged).expect("the file can be written");
            assert_eq!(shelf.load("a"), None);
        }
    }

    #[test]
    fn only_what_is_named_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let shelf = BlobCache::new(Some(folder.path().to_owned()));
        shelf.save("a", b"1");
        shelf.save("b", b"2");
        shelf.retain(&HashSet::from(["b".to_owned()]));
        assert!(!shelf.has("a") && shelf.has("b"));
    }

    #[test]
    fn without_a_folder_nothing_is_kept() {
        let shelf = BlobCache::default();
        shelf.save("a", b"1");
        assert_eq!(shelf.load("a"), None);
    }
}
