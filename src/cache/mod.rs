//! The cache of results that are expensive and pure: the newest of each kind in memory, and what is worth it on disk, for
//! the next build. Each file begins with the hash of its content: a truncated or damaged one is a cache miss.

mod blobs;
mod memory;

use std::{
    cmp::Reverse,
    env,
    error::Error,
    fs::{self, File},
    io::{self, BufWriter, IntoInnerError, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Once,
        atomic::{AtomicU32, Ordering},
    },
};

use serde::{Serialize, de::DeserializeOwned};

pub use blobs::BlobCache;

use self::memory::Memory;
use crate::failure::log_leftover;

/// Expensive results, each by the hash of its inputs. Clones share what is in memory.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
    memory: Arc<Memory>,
}

/// A result in memory with the hash of its inputs.
struct Keyed<T> {
    key: blake3::Hash,
    result: Arc<T>,
}

/// The hexadecimal digits of a hash.
const DIGITS: usize = 64;

/// The size of a buffer, in bytes.
const CHUNK: usize = 1 << 16;

/// The extension of cached files.
const EXTENSION: &str = ".cache";

/// The hash of these parts, each with its length, so that moving a byte to the next part changes it.
pub fn key<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    hasher.finalize()
}

/// Eight hexadecimal digits of the hash of what a file holds, for its name.
pub fn content_hash(bytes: &[u8]) -> String {
    short(&blake3::hash(bytes), 8)
}

/// The first hexadecimal digits of a hash, for the name of a file.
pub fn short(hash: &blake3::Hash, digits: usize) -> String {
    hash.to_hex().chars().take(digits).collect()
}

/// A hash of this executable, because the binary format of another version can differ. Returns `None` if the system
/// doesn't say where the executable is.
#[expect(clippy::disallowed_methods, reason = "the cache depends on the program, whatever its caller is")]
pub fn program() -> Option<blake3::Hash> {
    let program = fs::metadata(env::current_exe().ok()?).ok()?;
    let stamp = format!("{} {:?}", program.len(), program.modified().ok()?);
    Some(key([env!("CARGO_PKG_VERSION").as_bytes(), stamp.as_bytes()]))
}

impl Cache {
    /// A cache in memory and in this folder; without one, every load from disk is a miss.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, memory: Arc::default() }
    }

    /// The newest result of this kind in memory, whatever its inputs were: the caller compares them.
    pub fn newest<T: Send + Sync + 'static>(&self, kind: &'static str) -> Option<Arc<T>> {
        self.memory.get(kind)
    }

    /// Replaces the newest result of this kind in memory.
    pub fn set_newest<T: Send + Sync + 'static>(&self, kind: &'static str, result: Arc<T>) {
        self.memory.insert(kind, result);
    }

    /// The result of this kind and key in memory, or else what `load` returns, which is cached in memory.
    pub fn get_or_load<T: Send + Sync + 'static>(
        &self,
        kind: &'static str,
        key: blake3::Hash,
        load: impl FnOnce() -> Option<T>,
    ) -> Option<Arc<T>> {
        match self.newest::<Keyed<T>>(kind) {
            Some(newest) if newest.key == key => Some(newest.result.clone()),
            Some(_) | None => {
                let result = Arc::new(load()?);
                self.insert(kind, key, &result);
                Some(result)
            }
        }
    }

    /// Replaces the result in memory that [`Cache::get_or_load`] finds.
    pub fn insert<T: Send + Sync + 'static>(&self, kind: &'static str, key: blake3::Hash, result: &Arc<T>) {
        self.set_newest(kind, Arc::new(Keyed { key, result: result.clone() }));
    }

    /// Loads a value saved by [`Cache::save`]. Returns `None` on a cache miss.
    pub fn load<T: DeserializeOwned>(&self, kind: &str, key: blake3::Hash) -> Option<T> {
        let decoded = serde_json::from_slice(self.read(kind, key)?.get(DIGITS..)?);
        decoded.inspect_err(|error| report_undecoded(kind, error)).ok()
    }

    /// Loads a value saved by [`Cache::save_packed`]. Returns `None` on a cache miss.
    pub fn load_packed<T: DeserializeOwned>(&self, kind: &str, key: blake3::Hash) -> Option<T> {
        let decoded = postcard::from_bytes(self.read(kind, key)?.get(DIGITS..)?);
        decoded.inspect_err(|error| report_undecoded(kind, error)).ok()
    }

    /// Saves `value` as JSON and removes older values of its kind, as a build needs the newest only. An error is logged
    /// and otherwise ignored, because it only makes the next build slower.
    pub fn save<T: Serialize>(&self, kind: &str, key: blake3::Hash, value: &T) {
        let write = |out: &mut BufWriter<Hashed>| serde_json::to_writer(out, value).map_err(io::Error::other);
        self.write(kind, key, write, || {});
    }

    /// Saves `value` in a binary format that isn't self-describing: the key must contain [`program`].
    pub fn save_packed<T: Serialize>(&self, kind: &str, key: blake3::Hash, value: &T) {
        self.save_packed_after(kind, key, value, || {});
    }

    /// As [`Cache::save_packed`]; the file appears only after `wait` returns.
    pub fn save_packed_after<T: Serialize>(
        &self,
        kind: &str,
        key: blake3::Hash,
        value: &T,
        wait: impl FnOnce(),
    ) {
        let write = |out: &mut BufWriter<Hashed>| {
            postcard::to_io(value, out).map_err(io::Error::other)?;
            Ok(())
        };
        self.write(kind, key, write, wait);
    }

    fn read(&self, kind: &str, key: blake3::Hash) -> Option<Vec<u8>> {
        let path = self.path(kind, key)?;
        let cached = fs::read(&path).inspect_err(|error| tracing::debug!(kind, %error, "cache miss")).ok()?;
        let (hash, bytes) = cached.split_at_checked(DIGITS)?;
        if blake3::hash(bytes).to_hex().as_bytes() != hash {
            tracing::info!("{} is damaged and isn't used", path.display());
            return None;
        }
        tracing::debug!(kind, "cache hit");
        Some(cached)
    }

    /// Writes a file of what `write` writes, after its hash.
    fn write(
        &self,
        kind: &str,
        key: blake3::Hash,
        write: impl FnOnce(&mut BufWriter<Hashed>) -> io::Result<()>,
        wait: impl FnOnce(),
    ) {
        let Some(path) = self.path(kind, key) else { return };
        let write_hashed = |mut file: File| {
            file.write_all(&[0; DIGITS])?;
            let mut out = BufWriter::with_capacity(CHUNK, Hashed { file, hasher: blake3::Hasher::new() });
            write(&mut out)?;
            let Hashed { mut file, hasher } = out.into_inner().map_err(IntoInnerError::into_error)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(hasher.finalize().to_hex().as_bytes())?;
            wait();
            Ok(())
        };
        if let Err(error) = write_atomically(&path, write_hashed) {
            report_unwritten(&path, &error);
            return;
        }
        remove_older(kind, &path);
    }

    /// The blobs of one kind.
    pub fn blobs(&self, kind: &str) -> BlobCache {
        BlobCache::new(self.folder.as_ref().map(|folder| folder.join(kind)))
    }

    fn path(&self, kind: &str, key: blake3::Hash) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{kind}-{}{EXTENSION}", short(&key, 32))))
    }
}

/// How many files of a kind stay in a folder that projects share by a symbolic link: one of each project, as far as that
/// goes. Which project wrote a file isn't known.
const SHARED: usize = 8;

/// Removes the files of this kind but the newest, which is at `path`.
fn remove_older(kind: &str, path: &Path) {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_older = |other: &PathBuf| {
        let name = other.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&format!("{kind}-")) && name.ends_with(EXTENSION) && *other != path
    };
    let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut older: Vec<PathBuf> = all.filter(is_older).collect();
    let kept = if blobs::is_shared(folder) { SHARED - 1 } else { 0 };
    if older.len() > kept {
        older.sort_by_cached_key(|path| Reverse(path.metadata().and_then(|data| data.modified()).ok()));
        for path in older.split_off(kept) {
            log_leftover(&path, fs::remove_file(&path));
        }
    }
}

/// Logs that a cached file is whole, but of another format: a cache miss.
fn report_undecoded(kind: &str, error: &dyn Error) {
    tracing::info!(kind, %error, "a cached file can't be decoded and isn't used");
}

/// Warns once that the cache can't be written: builds go on, and the next one takes longer.
fn report_unwritten(path: &Path, error: &io::Error) {
    static REPORTED: Once = Once::new();
    REPORTED.call_once(|| {
        tracing::warn!(
            "the cache can't be written, so that the next build takes longer: {}: {error}",
            path.display()
        );
    });
}

/// Hashes what is written to a file.
struct Hashed {
    file: File,
    hasher: blake3::Hasher,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file atomically, through a temporary file and a rename.
fn write_atomically(path: &Path, write: impl FnOnce(File) -> io::Result<()>) -> io::Result<()> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_extension(format!("{}-{number}", std::process::id()));
    let written = fs::create_dir_all(path.parent().unwrap_or(Path::new("")))
        .and_then(|()| write(File::create(&temporary)?))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        log_leftover(&temporary, fs::remove_file(&temporary));
    }
    written
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        time::{Duration, SystemTime},
    };

    use super::{Cache, SHARED};

    #[test]
    fn a_damaged_file_is_a_cache_miss() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Cache::new(Some(folder.path().to_owned()));
        let key = blake3::hash(b"key");
        store.save("bundle", key, &vec!["a"]);
        assert_eq!(store.load("bundle", key), Some(vec!["a".to_owned()]));
        let path = store.path("bundle", key).expect("a path");
        let text = fs::read_to_string(&path).expect("the file");
        for damaged in [text.replace("\"a\"", "\"b\""), text[..66].to_owned(), String::new()] {
            fs::write(&path, damaged).expect("the file can be written");
            assert_eq!(store.load::<Vec<String>>("bundle", key), None);
        }
        store.save_packed("pages", key, &vec!["a"]);
        assert_eq!(store.load_packed("pages", key), Some(vec!["a".to_owned()]));
        let path = store.path("pages", key).expect("a path");
        let mut bytes = fs::read(&path).expect("the file");
        bytes.pop();
        fs::write(&path, bytes).expect("the file can be written");
        assert_eq!(store.load_packed::<Vec<String>>("pages", key), None);
    }

    #[test]
    fn only_the_newest_of_a_kind_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Cache::new(Some(folder.path().to_owned()));
        let (old, new) = (blake3::hash(b"old"), blake3::hash(b"new"));
        store.save("bundle", old, &1);
        store.save("markup", old, &2);
        store.save("bundle", new, &3);
        assert_eq!(store.load::<u8>("bundle", old), None);
        assert_eq!(store.load("markup", old), Some(2_u8));
        assert_eq!(store.load("bundle", new), Some(3_u8));
    }

    #[cfg(unix)]
    #[test]
    fn projects_that_share_a_folder_keep_the_newest_few_of_a_kind() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (shared, link) = (folder.path().join("shared"), folder.path().join("link"));
        fs::create_dir(&shared).expect("a folder");
        std::os::unix::fs::symlink(&shared, &link).expect("a link");
        let store = Cache::new(Some(link));
        let keys: Vec<_> = (0..=SHARED).map(|number| blake3::hash(&[number as u8])).collect();
        let days = (0..).map(|day| SystemTime::UNIX_EPOCH + Duration::from_hours(24 * day));
        for (key, day) in keys.iter().zip(days) {
            store.save("bundle", *key, &1);
            let path = store.path("bundle", *key).expect("a path");
            let file = File::options().write(true).open(path).expect("the file");
            file.set_modified(day).expect("another time");
        }
        let is_there = |key: &&blake3::Hash| store.load::<u8>("bundle", **key).is_some();
        assert_eq!(keys.iter().filter(is_there).count(), SHARED);
        assert!(!is_there(&&keys[0]), "the oldest is gone");
    }

    #[test]
    fn a_result_is_found_by_its_key() {
        let cache = Cache::default();
        let [key, other] = [blake3::hash(b"key"), blake3::hash(b"other")];
        assert_eq!(cache.get_or_load("bundle", key, || Some(1)).as_deref(), Some(&1));
        assert_eq!(cache.get_or_load("bundle", key, || Some(2)).as_deref(), Some(&1));
        assert_eq!(cache.get_or_load("bundle", other, || None::<i32>), None);
        cache.insert("bundle", other, &3.into());
        assert_eq!(
            cache.clone().get_or_load("bundle", other, || Some(4)).as_deref(),
            Some(&3),
            "clones share it"
        );
        assert_eq!(
            cache.get_or_load("bundle", key, || Some(5)).as_deref(),
            Some(&5),
            "only the newest stays"
        );
    }
}
