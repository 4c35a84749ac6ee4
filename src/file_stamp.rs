//! What a file system says of a file without reading it.

use std::{
    fs::{self, File, Metadata},
    io,
    path::Path,
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

/// A file system's clock ticks in steps, of ten milliseconds at most: a file that changed within the last one may
/// change once more and look the same. In nanoseconds.
const TICK: u64 = 11_000_000;

/// What a file system says of a file: another one for each content that it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStamp {
    length: u64,
    /// In nanoseconds since 1970.
    written: u64,
    /// The time of the last change of the inode (`ctime`), on systems that have it.
    changed: u64,
    /// The number of the inode, on systems that have it.
    inode: u64,
}

/// The end of a time in which stamps were taken, in nanoseconds since 1970.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ObservedAt(u64);

/// The time until none of the files can change unseen whose stamps were taken.
#[derive(Clone, Copy, Debug)]
pub struct RacyWindow {
    begun: Instant,
    end: ObservedAt,
}

impl RacyWindow {
    /// It begins now.
    #[expect(clippy::disallowed_methods, reason = "the times of files are by this clock")]
    pub fn begin() -> Self {
        let now = since_1970(SystemTime::now());
        Self { begun: Instant::now(), end: ObservedAt(now.saturating_add(TICK)) }
    }

    /// When it ends.
    pub fn end(self) -> ObservedAt {
        self.end
    }

    /// Waits for what is left of it.
    pub fn wait(self) {
        thread::sleep(Duration::from_nanos(TICK).saturating_sub(self.begun.elapsed()));
    }
}

impl FileStamp {
    /// The stamp of the file at `path`, or of the link if it is one.
    ///
    /// # Errors
    /// If there is none, or the system doesn't let us look.
    pub fn read(path: &Path) -> io::Result<Self> {
        Self::from_metadata(&fs::symlink_metadata(path)?)
    }

    /// The stamp of a file that is open.
    ///
    /// # Errors
    /// If the system doesn't let us look.
    pub fn read_open(file: &File) -> io::Result<Self> {
        Self::from_metadata(&file.metadata()?)
    }

    fn from_metadata(metadata: &Metadata) -> io::Result<Self> {
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

    /// True if the file at `path` is what it was when this stamp was taken, before `looked`.
    pub fn is_of(&self, path: &Path, looked: ObservedAt) -> bool {
        let is_settled = self.changed.max(self.written).saturating_add(TICK) <= looked.0;
        is_settled && Self::read(path).is_ok_and(|now| now == *self)
    }

    /// The file's bytes.
    pub fn length(&self) -> usize {
        usize::try_from(self.length).unwrap_or(usize::MAX)
    }
}

fn since_1970(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
