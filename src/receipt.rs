//! What the last publication was made from, and what it left in its folder: a build that would do the same
//! again has nothing to do.
//!
//! Nothing is remembered of single pages, so nothing can be out of step with another: either all that a site
//! depends on is as it was, and every file of it lies where it was put, or everything is made anew.

use std::{
    env, fs, io,
    path::Path,
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use jiff::Timestamp;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    esbuild::Packages,
    output::{OutputPath, publish::OutFolder},
    site::Settings,
    source::Sources,
    store,
    tools::Tools,
};

/// The name under which receipts are kept.
const KIND: &str = "receipt";

/// A file system's clock ticks in steps, of ten milliseconds at most: a file that changed within the last one may
/// change once more and look the same. In nanoseconds.
const TICK: u64 = 11_000_000;

/// An account of a publication after which nothing was left to say or to do.
#[derive(Debug, Serialize, Deserialize)]
pub struct Receipt {
    /// When the build began that published.
    from: Timestamp,
    /// When the same content gives another site.
    until: Timestamp,
    /// When the files began to be looked at, in nanoseconds since 1970.
    looked: u64,
    /// Every file of the site.
    files: Vec<(String, Stamp)>,
    /// Their list in the folder.
    manifest: Stamp,
    /// What that build said.
    pub said: Said,
}

/// What a build says that finds nothing wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Said {
    /// How many pages there are.
    pub pages: usize,
    /// How many warnings there were, and that content allows them.
    pub counts: String,
    /// A line for each post that was left out.
    pub held: String,
}

/// What a file system says of a file: another one for each content that it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    length: u64,
    /// In nanoseconds since 1970.
    written: u64,
    /// When anything about it changed, its name included, where the system tells.
    changed: u64,
    /// Which file it is, where the system tells.
    inode: u64,
}

/// The hash of all that a publication depends on but the time; nothing if some of it can't be read.
pub fn key(sources: &Sources, settings: &Settings, tools: &Tools, out: &OutFolder) -> Option<blake3::Hash> {
    let program = Stamp::of(&env::current_exe().ok()?).ok()?;
    let packages = Packages::find(sources.root(), tools.packages()).ok()?.fingerprint();
    let settings = format!(
        "{} {program:?} {packages} {:?} {} {}",
        env!("CARGO_PKG_VERSION"),
        settings.base_url,
        settings.drafts,
        out.path().display(),
    );
    let mut parts = vec![settings.as_bytes()];
    for (_, text) in sources.texts_below("") {
        parts.extend([text.path.as_bytes(), text.text.as_bytes()]);
    }
    let hash = |path| Some((path, sources.binary_at(path)?.hash().ok()?));
    let binaries: Vec<_> = sources.binaries_below("").map(hash).collect::<Option<_>>()?;
    for (path, hash) in &binaries {
        parts.extend([path.as_bytes(), hash.as_bytes()]);
    }
    Some(store::key(parts))
}

impl Receipt {
    /// The receipt of a publication from the same into the same folder, if that still is what it was then.
    pub fn find(tools: &Tools, key: blake3::Hash, now: Timestamp, out: &OutFolder) -> Option<Self> {
        let receipt: Self = tools.store.load(KIND, key)?;
        let is_as = |stamp: &Stamp, path: &Path| {
            let is_settled = stamp.changed.max(stamp.written).saturating_add(TICK) <= receipt.looked;
            is_settled && Stamp::of(path).is_ok_and(|now| now == *stamp)
        };
        let is_good = receipt.from <= now && now < receipt.until && is_as(&receipt.manifest, &out.manifest());
        let all = || receipt.files.par_iter().all(|(path, stamp)| is_as(stamp, &out.path().join(path)));
        (is_good && all()).then_some(receipt)
    }

    /// Looks at the files of the site after their publication, when none of them is as new as the clock's last
    /// tick, and keeps what there is to see.
    pub fn keep<'p>(
        tools: &Tools,
        key: blake3::Hash,
        good: (Timestamp, Timestamp),
        (out, files): (&OutFolder, impl Iterator<Item = &'p OutputPath>),
        said: Said,
    ) {
        let stamps =
            files.map(|path| Some((path.to_string(), Stamp::of(&out.path().join(path.as_str())).ok()?)));
        thread::sleep(Duration::from_nanos(TICK));
        let looked = since_1970(SystemTime::now());
        let (Some(files), Ok(manifest)) = (stamps.collect(), Stamp::of(&out.manifest())) else { return };
        let (from, until) = good;
        tools.store.save(KIND, key, &Self { from, until, looked, files, manifest, said });
    }

    /// How many files the site has.
    pub fn files(&self) -> usize {
        self.files.len()
    }
}

impl Stamp {
    fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::symlink_metadata(path)?;
        #[cfg(unix)]
        let (changed, inode) = {
            use std::os::unix::fs::MetadataExt;
            let seconds = u64::try_from(metadata.ctime()).unwrap_or_default();
            let nanoseconds = u64::try_from(metadata.ctime_nsec()).unwrap_or_default();
            (seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds), metadata.ino())
        };
        #[cfg(not(unix))]
        let (changed, inode) = (0, 0);
        Ok(Self { length: metadata.len(), written: since_1970(metadata.modified()?), changed, inode })
    }
}

fn since_1970(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
