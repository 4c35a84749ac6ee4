//! What changes in a project's folders, gathered into batches.

use std::{
    collections::BTreeSet,
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
}

impl Watch {
    /// Watches the project in `root`, an absolute path.
    ///
    /// # Errors
    /// If the system can't watch files.
    pub fn new(root: &Path) -> Result<Self, Failure> {
        let (sender, events) = mpsc::channel();
        let failed = |error: notify::Error| {
            Failure::new(format!("can't watch {}: {error}", root.display()))
                .help("the system may allow too few watches: look at fs.inotify.max_user_watches")
        };
        let watcher = notify::recommended_watcher(sender).map_err(failed)?;
        let mut watch = Self { root: root.to_owned(), watcher, events };
        watch.watcher.watch(root, RecursiveMode::NonRecursive).map_err(failed)?;
        for folder in source::FOLDERS.map(|folder| root.join(folder)).iter().filter(|folder| folder.is_dir())
        {
            watch.below(folder).map_err(failed)?;
        }
        Ok(watch)
    }

    /// Watches a folder and all below it.
    fn below(&mut self, folder: &Path) -> notify::Result<()> {
        if !cfg!(target_os = "linux") {
            return self.watcher.watch(folder, RecursiveMode::Recursive);
        }
        // There, each folder has to be watched by itself. The watcher would look for them by asking about every
        // file, for which the events of a folder with thousands are enough.
        for entry in WalkDir::new(folder) {
            let entry = entry.map_err(|error| notify::Error::generic(&error.to_string()))?;
            if entry.file_type().is_dir() {
                self.watcher.watch(entry.path(), RecursiveMode::NonRecursive)?;
            } else if entry.path_is_symlink() && entry.path().is_dir() {
                self.watcher.watch(entry.path(), RecursiveMode::Recursive)?;
            }
        }
        Ok(())
    }

    /// Waits for changes and returns all that belong together, relative to the root; `None` if none
    /// came before `until`.
    pub fn batch(&mut self, until: Option<Instant>) -> BTreeSet<String> {
        let mut batch = Batch::default();
        // Much of what happens is no change, such as our own reading.
        while batch.paths.is_empty() {
            let first = match until {
                Some(until) => self.events.recv_timeout(until.saturating_duration_since(Instant::now())),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let Ok(first) = first else { return BTreeSet::new() };
            self.take(first, &mut batch);
        }
        let end = Instant::now() + LONGEST;
        loop {
            let quiet = if batch.open.is_empty() { QUIET } else { WRITING };
            let left = end.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(quiet.min(left)) {
                Ok(event) => self.take(event, &mut batch),
                Err(_) => return batch.paths,
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
                let _ = self.below(&path);
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

#[derive(Default)]
struct Batch {
    paths: BTreeSet<String>,
    /// Open for writing, on systems that report closing.
    open: BTreeSet<String>,
}

impl Batch {
    /// Something was lost: everything has to be looked at.
    fn everything(&mut self) {
        self.paths.extend(source::FOLDERS.map(str::to_owned));
    }
}
