//! What changes in a project's folders, gathered into batches.

use std::{
    collections::BTreeSet,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

use notify::{
    Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use walkdir::WalkDir;

use crate::{failure::Failure, source};

/// A batch ends when nothing more has happened for this long and every file is closed.
const QUIET: Duration = Duration::from_millis(1);

/// The same while a file is still being written.
const WRITING: Duration = Duration::from_millis(8);

/// A batch ends after this long, whatever goes on.
const LONGEST: Duration = Duration::from_millis(40);

/// Watches the folders of a project. The root's other entries, where our own output is, are not heeded.
pub(super) struct Watch {
    root: PathBuf,
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    /// Folders that can't be watched, and why.
    unwatched: Vec<(PathBuf, String)>,
}

impl Watch {
    /// Watches the project in `root`, an absolute path.
    ///
    /// # Errors
    /// If the system can't watch files.
    pub fn new(root: &Path) -> Result<Self, Failure> {
        let (sender, events) = mpsc::channel();
        let failed = |error: notify::Error| unwatchable(root, 0, &reason(&error));
        let watcher = notify::recommended_watcher(sender).map_err(failed)?;
        let mut watch = Self { root: root.to_owned(), watcher, events, unwatched: Vec::new() };
        watch.watcher.watch(root, RecursiveMode::NonRecursive).map_err(failed)?;
        for folder in source::FOLDERS.map(|folder| root.join(folder)).iter().filter(|folder| folder.is_dir())
        {
            watch.below(folder);
        }
        Ok(watch)
    }

    /// The folders that couldn't be watched since the last call, with the reason of the first.
    pub fn unwatched(&mut self) -> Option<Failure> {
        let folders = std::mem::take(&mut self.unwatched);
        let (first, reason) = folders.first()?;
        Some(unwatchable(first, folders.len() - 1, reason))
    }

    /// Watches a folder and all below it, as far as that can be.
    fn below(&mut self, folder: &Path) {
        if !cfg!(target_os = "linux") {
            return self.watch(folder, RecursiveMode::Recursive);
        }
        // There, each folder has to be watched by itself. The watcher would look for them by asking about every
        // file, for which the events of a folder with thousands are enough.
        for entry in WalkDir::new(folder) {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {
                    self.watch(entry.path(), RecursiveMode::NonRecursive);
                }
                Ok(entry) if entry.path_is_symlink() && entry.path().is_dir() => {
                    self.watch(entry.path(), RecursiveMode::Recursive);
                }
                Ok(_) => {}
                // A folder that is gone again has no changes.
                Err(error) if error.io_error().is_some_and(|error| error.kind() == ErrorKind::NotFound) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(folder).to_owned();
                    self.unwatched.push((path, error.to_string()));
                }
            }
        }
    }

    fn watch(&mut self, folder: &Path, mode: RecursiveMode) {
        match self.watcher.watch(folder, mode) {
            Err(error) if folder.exists() => self.unwatched.push((folder.to_owned(), reason(&error))),
            Ok(()) | Err(_) => {}
        }
    }

    /// Waits for changes and returns all that belong together, relative to the root; none if none came before `until`.
    ///
    /// # Errors
    /// If the watcher ended, so that there will be no further ones.
    pub fn batch(&mut self, until: Option<Instant>) -> Result<BTreeSet<String>, Failure> {
        let mut batch = Batch::default();
        // Much of what happens is no change, such as our own reading.
        while batch.paths.is_empty() {
            let first = match until {
                Some(until) => self.events.recv_timeout(until.saturating_duration_since(Instant::now())),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match first {
                Ok(first) => self.take(first, &mut batch),
                Err(RecvTimeoutError::Timeout) => return Ok(BTreeSet::new()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::new(
                        "the watcher of files ended, so that changes aren't followed any more",
                    )
                    .help("start serve again"));
                }
            }
        }
        let end = Instant::now() + LONGEST;
        loop {
            let quiet = if batch.open.is_empty() { QUIET } else { WRITING };
            let left = end.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(quiet.min(left)) {
                Ok(event) => self.take(event, &mut batch),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(batch.paths),
            }
        }
    }

    fn take(&mut self, event: notify::Result<Event>, batch: &mut Batch) {
        let Ok(event) = event else { return batch.everything() };
        if event.need_rescan() {
            return batch.everything();
        }
        let closed = event.kind == EventKind::Access(AccessKind::Close(AccessMode::Write));
        // Reading, as we do ourselves, is no change.
        if matches!(event.kind, EventKind::Access(_)) && !closed {
            return;
        }
        for path in event.paths {
            let Ok(relative) = path.strip_prefix(&self.root) else { continue };
            if !source::FOLDERS.iter().any(|folder| relative.starts_with(folder)) {
                continue;
            }
            let parts = relative.components().map(|part| part.as_os_str().to_string_lossy());
            let relative = parts.collect::<Vec<_>>().join("/");
            if path.is_dir() {
                // Watched before it's read, so that nothing is lost in between.
                self.below(&path);
            }
            if matches!(event.kind, EventKind::Modify(notify::event::ModifyKind::Data(_))) {
                batch.open.insert(relative.clone());
            } else {
                batch.open.remove(&relative);
            }
            batch.paths.insert(relative);
        }
    }
}

fn unwatchable(folder: &Path, others: usize, reason: &str) -> Failure {
    let more = match others {
        0 => String::new(),
        1 => " and 1 more folder".to_owned(),
        others => format!(" and {others} more folders"),
    };
    Failure::new(format!(
        "can't watch {}{more}, so that changes there aren't followed: {reason}",
        folder.display()
    ))
    .help("make them readable, or allow more watches (fs.inotify.max_user_watches); then start serve again")
}

/// What went wrong, without the paths, which are named anyway.
fn reason(error: &notify::Error) -> String {
    let text = error.to_string();
    text.split(" about [").next().unwrap_or(&text).to_owned()
}

#[derive(Default)]
struct Batch {
    paths: BTreeSet<String>,
    /// Open for writing, on systems that report closing.
    open: BTreeSet<String>,
}

impl Batch {
    /// Events were lost: everything has to be read again.
    fn everything(&mut self) {
        self.paths.extend(source::FOLDERS.map(str::to_owned));
    }
}
