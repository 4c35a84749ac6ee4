//! Files on their way into the output folder.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use foldhash::HashSet;

use super::{
    Published,
    compare::{Existing, compare},
    first,
    folder::OutFolder,
    folders::{Folder, Folders},
    in_place,
    lock::Lock,
    manifest::{Listing, Manifest},
    removal,
};
use crate::{
    failure::{Failure, log_leftover},
    output::{Artifact, OWN_FOLDER, OutputPath, check::References},
};

/// A publication that is under way. Dropped before [`Staging::publish`], it leaves no trace.
#[derive(Debug)]
pub struct Staging {
    pub(super) out: PathBuf,
    /// Where staged files are.
    pub(super) work: PathBuf,
    mode: Mode,
    /// What earlier builds made.
    pub(super) old: Manifest,
    folders: Mutex<Folders>,
    made: Mutex<HashSet<PathBuf>>,
    numbers: AtomicU32,
    /// What has to go at the end besides the staged files, with the folders that hold it.
    pub(super) traces: Vec<PathBuf>,
    _lock: Lock,
}

/// How a site gets into its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// For the first time, by one rename: the staging folder becomes the site.
    First,
    InPlace,
}

/// A file that was compared with what is published, and written if it differs.
#[derive(Clone, Debug)]
pub struct Staged {
    pub(super) path: OutputPath,
    pub(super) listing: Listing,
    pub(super) change: StagedChange,
}

impl Staged {
    /// As the list of published files has it.
    pub(super) fn listed(&self) -> (OutputPath, Listing) {
        (self.path.clone(), self.listing)
    }

    /// Where it goes.
    pub fn path(&self) -> &OutputPath {
        &self.path
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StagedChange {
    Unchanged,
    Added(StagedAt),
    Changed(StagedAt),
}

/// Where a staged file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StagedAt {
    /// In `files/`, under a number.
    Numbered(u32),
    /// In the tree, under its path, of which so many bytes name the folder with which it comes.
    Tree(usize),
}

impl Staging {
    /// Starts a publication into `out`: takes the lock, and clears away what a killed build staged.
    ///
    /// # Errors
    /// If `out` holds files and no manifest of this version, if another build is publishing into it,
    /// or if the system doesn't let us.
    pub fn open(out: &OutFolder) -> Result<Self, Failure> {
        match first::open(out.path())? {
            Some(staging) => Ok(staging),
            None => in_place::open(out.path()),
        }
    }

    pub(super) fn new(
        out: &Path,
        work: PathBuf,
        mode: Mode,
        old: Manifest,
        lock: Lock,
        traces: Vec<PathBuf>,
    ) -> Self {
        Self {
            out: out.to_owned(),
            work,
            mode,
            old,
            folders: Mutex::default(),
            made: Mutex::default(),
            numbers: AtomicU32::new(0),
            traces,
            _lock: lock,
        }
    }

    /// Compares a file with what is published, and stages it if it differs. Its bytes aren't needed
    /// any more then. Files can be taken by several threads at once.
    ///
    /// # Errors
    /// If something that gympress didn't make is in the way, or if the disk is full or fails.
    pub fn take(&self, artifact: &Artifact) -> Result<Staged, Failure> {
        self.take_bytes(
            artifact.path.clone(),
            Listing::for_file(artifact.has_hashed_name),
            &artifact.bytes.get()?,
        )
    }

    /// The bytes of a file that was taken, from where it is now.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn bytes_of(&self, file: &Staged) -> Result<Vec<u8>, Failure> {
        let path = match file.change {
            StagedChange::Unchanged => self.out.join(file.path.as_str()),
            StagedChange::Added(place) | StagedChange::Changed(place) => match place {
                StagedAt::Numbered(number) => self.numbered(number),
                StagedAt::Tree(_) => self.tree().join(file.path.as_str()),
            },
        };
        fs::read(&path).map_err(|error| self.failed("read", &path, &error))
    }

    /// Takes a file that comes and goes with another.
    ///
    /// # Errors
    /// As [`Staging::take`].
    pub fn take_beside(&self, other: &Staged, path: OutputPath, bytes: &[u8]) -> Result<Staged, Failure> {
        self.take_bytes(path, other.listing, bytes)
    }

    pub(super) fn take_bytes(
        &self,
        path: OutputPath,
        listing: Listing,
        bytes: &[u8],
    ) -> Result<Staged, Failure> {
        let change = match self.mode {
            Mode::First => {
                // Where its folder is renamed, the file stays what it was.
                self.write(&self.tree().join(path.as_str()), bytes)?;
                StagedChange::Added(StagedAt::Tree(0))
            }
            Mode::InPlace => self.change(&path, bytes)?,
        };
        Ok(Staged { path, listing, change })
    }

    fn change(&self, path: &OutputPath, bytes: &[u8]) -> Result<StagedChange, Failure> {
        let published = self.out.join(path.as_str());
        let existing = compare(&published, bytes).map_err(|error| Failure::io("read", &published, &error))?;
        match existing {
            Existing::Same => return Ok(StagedChange::Unchanged),
            Existing::Folder => removal::only_ours(&self.out, path.as_str(), &self.old)?,
            Existing::Different if !self.old.has(path.as_str()) => {
                let what = format!("the site has a file at {}, where there is another", published.display());
                return Err(Failure::new(what).help(
                    "gympress did not make the one that is there: move it away, or take it out of the site; then build again",
                ));
            }
            Existing::Different | Existing::Nothing => {}
        }
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = folders.look(&self.out, &self.old, path.folders())?;
        drop(folders);
        let place = self.stage(path, folder, bytes)?;
        Ok(if existing == Existing::Different {
            StagedChange::Changed(place)
        } else {
            StagedChange::Added(place)
        })
    }

    fn stage(&self, path: &OutputPath, folder: Folder, bytes: &[u8]) -> Result<StagedAt, Failure> {
        match folder {
            Folder::There => {
                let number = self.numbers.fetch_add(1, Ordering::Relaxed);
                self.write(&self.numbered(number), bytes)?;
                Ok(StagedAt::Numbered(number))
            }
            Folder::Missing(length) => {
                self.write(&self.tree().join(path.as_str()), bytes)?;
                Ok(StagedAt::Tree(length))
            }
        }
    }

    /// Where the files are that come with their folders.
    pub(super) fn tree(&self) -> PathBuf {
        match self.mode {
            Mode::First => self.work.clone(),
            Mode::InPlace => self.work.join("tree"),
        }
    }

    /// Where the other files are.
    pub(super) fn numbered(&self, number: u32) -> PathBuf {
        self.work.join("files").join(number.to_string())
    }

    /// A name in the staging folder for something that makes place.
    pub(super) fn aside(&self) -> PathBuf {
        self.work.join("old").join(self.numbers.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Writes a file below the staging folder, with the folders that it needs.
    pub(super) fn write(&self, to: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let write = || {
            self.make_parent(to)?;
            let mut file = File::create(to)?;
            file.write_all(bytes)
        };
        write().map_err(|error| self.failed("write", to, &error))
    }

    /// Writes a file as [`Staging::write`], and waits until the disk has it.
    pub(super) fn write_flushed(&self, to: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let write = || {
            self.make_parent(to)?;
            let mut file = File::create(to)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        write().map_err(|error| self.failed("write", to, &error))
    }

    /// Makes the folder that holds `path`.
    pub(super) fn make_parent(&self, path: &Path) -> io::Result<()> {
        let Some(parent) = path.parent() else { return Ok(()) };
        if self.made.lock().unwrap_or_else(PoisonError::into_inner).contains(parent) {
            return Ok(());
        }
        fs::create_dir_all(parent)?;
        self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(parent.to_owned());
        Ok(())
    }

    /// A failure while the published site is still as it was.
    pub(super) fn failed(&self, action: &str, path: &Path, error: &io::Error) -> Failure {
        let untouched = format!("{} is as it was", self.out.display());
        Failure::io(action, path, error).help(match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                format!("make room on the disk; {untouched}")
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                format!("check who may write there; {untouched}")
            }
            _ => untouched,
        })
    }

    /// Moves everything into place. `staged` is what [`Staging::take`] gave for every file of the
    /// site; `references` orders the moves.
    ///
    /// # Errors
    /// If the disk fails or the system doesn't let us. What was published by then is whole, and the
    /// next build completes it.
    pub fn publish(self, staged: Vec<Staged>, references: &References) -> Result<Published, Failure> {
        match self.mode {
            Mode::First => first::publish(self, staged, references),
            Mode::InPlace => in_place::publish(self, staged, references),
        }
    }
}

impl Drop for Staging {
    /// What can't be taken away now is by the next build.
    fn drop(&mut self) {
        log_leftover(&self.work, fs::remove_dir_all(&self.work));
        for trace in &self.traces {
            log_leftover(trace, fs::remove_file(trace));
            if let Some(folder) = trace.parent() {
                log_leftover(folder, fs::remove_dir(folder));
            }
        }
    }
}

/// Removes a staging folder, if there is one.
pub(super) fn clear(work: &Path) -> Result<(), Failure> {
    match fs::remove_dir_all(work) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::io("clear away", work, &error)),
        _ => Ok(()),
    }
}

/// The manifest of a published site.
pub(super) fn manifest_of(out: &Path) -> PathBuf {
    out.join(OWN_FOLDER).join("manifest")
}

/// The lock of a published site.
pub(super) fn lock_of(out: &Path) -> PathBuf {
    out.join(OWN_FOLDER).join("lock")
}
