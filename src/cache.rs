//! The cache on disk of pure results that take long: encoded pictures, bundled islands and their markup. Each file ends
//! with a hash of its content, by which a truncated or damaged file counts as missing.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Once,
        atomic::{AtomicU32, Ordering},
    },
};

use serde::{Serialize, de::DeserializeOwned};

use crate::diagnostic::{Failure, log_leftover};

/// The inputs that all results share: the version of the program, and a hash of the code that makes results, which
/// changes within a version during development.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("GYMPRESS_CACHED_CODE"));

/// The number of folders from the folder of a kind up to the project's: `.gympress/cache/images`.
const DEPTH: usize = 3;

/// Expensive results on disk by kind, each under the hash of its inputs.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// Bytes on disk by name: the files of one kind.
#[derive(Clone, Debug, Default)]
pub struct BlobCache {
    folder: Option<PathBuf>,
}

/// Hashes parts, each with its length, so that moving a byte to the next part changes the hash.
pub fn key<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    hasher.finalize()
}

/// Eight hexadecimal digits of the hash of a file's content, for its name.
pub fn content_hash(bytes: &[u8]) -> String {
    short(&blake3::hash(bytes), 8)
}

/// The first hexadecimal digits of a hash, for the name of a file.
pub fn short(hash: &blake3::Hash, digits: usize) -> String {
    hash.to_hex().chars().take(digits).collect()
}

/// The file name for a result; other versions of the program have other names for it.
fn file_name(name: &str) -> String {
    short(&key([VERSION.as_bytes(), name.as_bytes()]), 32)
}

impl Cache {
    /// A cache in this folder; without one, every load is a miss.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Loads a value that [`Cache::save`] saved. Returns `None` on a cache miss.
    pub fn load<T: DeserializeOwned>(&self, kind: &str, key: blake3::Hash) -> Option<T> {
        match serde_json::from_slice(&self.blobs(kind).load(&key.to_hex())?) {
            Ok(value) => Some(value),
            Err(error) => {
                log::info!("a cached file of {kind} can't be decoded and isn't used: {error}");
                None
            }
        }
    }

    /// Saves `value`, and removes older values of its kind, as a build needs only the newest. An error is only logged:
    /// it makes the next build slower, and nothing else.
    pub fn save<T: Serialize>(&self, kind: &str, key: blake3::Hash, value: &T) {
        match serde_json::to_vec(value) {
            Ok(bytes) => {
                let (blobs, name) = (self.blobs(kind), key.to_hex());
                blobs.save(&name, &bytes);
                blobs.retain([name.to_string()]);
            }
            Err(error) => log::warn!("a result of {kind} can't be cached: {error}"),
        }
    }

    /// The files of one kind.
    pub fn blobs(&self, kind: &str) -> BlobCache {
        BlobCache { folder: self.folder.as_ref().map(|folder| folder.join(kind)) }
    }
}

impl BlobCache {
    /// True if there is a file of this name. Only [`BlobCache::load`] verifies its content.
    pub fn has(&self, name: &str) -> bool {
        self.path(name).is_some_and(|path| path.is_file())
    }

    /// The bytes under this name. Returns `None` if the file is missing or damaged.
    pub fn load(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.path(name)?;
        let mut cached =
            fs::read(&path).inspect_err(|error| log::debug!("{name} isn't cached: {error}")).ok()?;
        let whole = cached.split_last_chunk::<{ blake3::OUT_LEN }>();
        if !whole.is_some_and(|(bytes, hash)| blake3::hash(bytes) == *hash) {
            log::info!("{} is damaged and isn't used", path.display());
            return None;
        }
        cached.truncate(cached.len() - blake3::OUT_LEN);
        Some(cached)
    }

    /// Saves `bytes`. An error is only logged: it makes the next build slower, and nothing else.
    pub fn save(&self, name: &str, bytes: &[u8]) {
        static REPORTED: Once = Once::new();
        let Some(path) = self.path(name) else { return };
        let mut written = write_atomically(&path, bytes);
        // Another process that shares the cache may have removed the temporary file in [`BlobCache::retain`].
        if written.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            written = write_atomically(&path, bytes);
        }
        if let Err(error) = written {
            REPORTED.call_once(|| {
                log::warn!(
                    "the cache can't be written, so that the next build takes longer: {}: {error}",
                    path.display()
                );
            });
        }
    }

    /// The bytes under this name, or the result of `make`, which is saved.
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

    /// Removes all other files. If the folder is shared by a symbolic link, removes nothing, as other projects need
    /// other files.
    pub fn retain(&self, names: impl IntoIterator<Item = String>) {
        let Some(folder) = &self.folder else { return };
        if folder.ancestors().take(DEPTH).any(Path::is_symlink) {
            return;
        }
        let names: HashSet<String> = names.into_iter().map(|name| file_name(&name)).collect();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if !entry.file_name().to_str().is_some_and(|name| names.contains(name)) {
                log_leftover(&entry.path(), fs::remove_file(entry.path()));
            }
        }
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(file_name(name)))
    }
}

/// Writes bytes and their hash through a temporary file and a rename.
fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_extension(format!("{}-{number}", std::process::id()));
    let written = write_with_hash(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        log_leftover(&temporary, fs::remove_file(&temporary));
    }
    written
}

fn write_with_hash(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.write_all(blake3::hash(bytes).as_bytes())
}
