//! What changes in a project's folders.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    time::{Duration, Instant},
};

use notify::{
    Config, ErrorKind, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode,
    event::{AccessKind, AccessMode},
};
use notify_debouncer_full::{DebounceEventResult, DebouncedEvent, Debouncer, NoCache, new_debouncer_opt};

use crate::{diagnostic::Failure, source};

/// What happens to a file within this time is one change: editors save in several steps.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// How often files are looked at where they can't be watched.
const LOOKING: Duration = Duration::from_secs(1);

/// Watches the folders of a project. The root's other entries, where our own output is, are not heeded.
pub(crate) struct Watch {
    root: PathBuf,
    watcher: Watcher,
    sender: Sender<DebounceEventResult>,
    events: Receiver<DebounceEventResult>,
    /// Why files are looked at in place of being watched, until that is reported.
    failure: Option<Failure>,
}

enum Watcher {
    Native(Debouncer<RecommendedWatcher, NoCache>),
    Polling(Debouncer<PollWatcher, NoCache>),
}

impl Watcher {
    fn native(sender: Sender<DebounceEventResult>) -> notify::Result<Self> {
        new_debouncer_opt(DEBOUNCE, None, sender, NoCache::new(), Config::default()).map(Self::Native)
    }

    fn polling(sender: Sender<DebounceEventResult>) -> notify::Result<Self> {
        let config = Config::default().with_poll_interval(LOOKING);
        new_debouncer_opt(DEBOUNCE, None, sender, NoCache::new(), config).map(Self::Polling)
    }

    fn watch(&mut self, path: &Path, mode: RecursiveMode) -> notify::Result<()> {
        match self {
            Self::Native(watcher) => watcher.watch(path, mode),
            Self::Polling(watcher) => watcher.watch(path, mode),
        }
    }

    /// Watches the project in `root`.
    fn watch_project(&mut self, root: &Path) -> notify::Result<()> {
        self.watch(root, RecursiveMode::NonRecursive)?;
        let folders = source::FOLDERS.map(|folder| root.join(folder));
        folders
            .iter()
            .filter(|folder| folder.is_dir())
            .try_for_each(|folder| self.watch(folder, RecursiveMode::Recursive))
    }
}

impl Watch {
    /// Watches the project in `root`, an absolute path.
    ///
    /// # Errors
    /// If files can be neither watched nor looked at.
    pub fn new(root: &Path) -> Result<Self, Failure> {
        let (sender, events) = mpsc::channel();
        let watched = Watcher::native(sender.clone()).and_then(|mut watcher| {
            watcher.watch_project(root)?;
            Ok(watcher)
        });
        let (watcher, failure) = match watched {
            Ok(watcher) => (watcher, None),
            Err(error) => (look(root, &sender)?, Some(unwatchable(&error))),
        };
        Ok(Self { root: root.to_owned(), watcher, sender, events, failure })
    }

    /// Why files are looked at from now on in place of being watched, once.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// Waits for changes and returns all that belong together, relative to the root; none if none came before `until`.
    ///
    /// # Errors
    /// If the watcher ended, so that there will be no further ones.
    pub fn batch(&mut self, until: Option<Instant>) -> Result<BTreeSet<String>, Failure> {
        let mut paths = BTreeSet::new();
        // Much of what happens is no change, such as our own reading.
        while paths.is_empty() {
            let events = match until {
                Some(until) => self.events.recv_timeout(until.saturating_duration_since(Instant::now())),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match events {
                Ok(Ok(events)) => self.take(&events, &mut paths),
                Ok(Err(errors)) => {
                    if let Some(error) = errors.first() {
                        self.look_instead(error)?;
                    }
                    paths.extend(source::FOLDERS.map(str::to_owned));
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => {
                    let ended = "the file watcher stopped, so changes are no longer followed";
                    return Err(Failure::new(ended).help("start serve again"));
                }
            }
        }
        Ok(paths)
    }

    fn take(&mut self, events: &[DebouncedEvent], paths: &mut BTreeSet<String>) {
        for event in events {
            if event.need_rescan() {
                paths.extend(source::FOLDERS.map(str::to_owned));
            }
            let is_written = event.kind == EventKind::Access(AccessKind::Close(AccessMode::Write));
            if matches!(event.kind, EventKind::Access(_)) && !is_written {
                continue;
            }
            for path in &event.paths {
                let Ok(relative) = path.strip_prefix(&self.root) else { continue };
                let Some(folder) = source::FOLDERS.iter().find(|folder| relative.starts_with(folder)) else {
                    continue;
                };
                // One that was away and came back is another folder to the system.
                if relative == Path::new(folder)
                    && path.is_dir()
                    && let Err(error) = self.watcher.watch(path, RecursiveMode::Recursive)
                {
                    log::warn!("can't watch {}: {error}", path.display());
                }
                let parts = relative.components().map(|part| part.as_os_str().to_string_lossy());
                paths.insert(parts.collect::<Vec<_>>().join("/"));
            }
        }
    }

    fn look_instead(&mut self, error: &notify::Error) -> Result<(), Failure> {
        if matches!(self.watcher, Watcher::Native(_)) {
            self.watcher = look(&self.root, &self.sender)?;
            self.failure = Some(unwatchable(error));
        }
        Ok(())
    }
}

/// A watcher that looks at all files again and again.
fn look(root: &Path, sender: &Sender<DebounceEventResult>) -> Result<Watcher, Failure> {
    let watcher = Watcher::polling(sender.clone()).and_then(|mut watcher| {
        watcher.watch_project(root)?;
        Ok(watcher)
    });
    watcher.map_err(|error| Failure::new(format!("can't watch for changes of {}: {error}", root.display())))
}

fn unwatchable(error: &notify::Error) -> Failure {
    let looking = "the files are polled once a second instead of being watched";
    match &error.kind {
        ErrorKind::MaxFilesWatch => {
            Failure::new(format!("{looking}: all watches that the system allows (fs.inotify.max_user_watches) are used"))
                .help("close programs that watch many files, or raise it: sudo sysctl fs.inotify.max_user_watches=524288; then start serve again")
        }
        ErrorKind::Io(io) if io.raw_os_error() == Some(TOO_MANY_INSTANCES) => {
            Failure::new(format!("{looking}: as many programs watch files as the system allows (fs.inotify.max_user_instances)"))
                .help("close some, or raise it: sudo sysctl fs.inotify.max_user_instances=512; then start serve again")
        }
        _ => Failure::new(format!("{looking}: {error}")),
    }
}

/// What Linux calls `EMFILE`: `inotify_init` fails with it.
const TOO_MANY_INSTANCES: i32 = 24;
