//! What changes in a project's folders.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    time::{Duration, Instant},
};

use notify::{
    Config, ErrorKind, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};

use crate::{diagnostic::Failure, source};

/// What happens to a file within this time is one change: editors save in several steps.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// How often files are looked at where they can't be watched.
const LOOKING: Duration = Duration::from_secs(1);

/// Watches the folders of a project. The root's other entries, where our own output is, are not heeded.
pub(crate) struct Watch {
    root: PathBuf,
    watcher: Box<dyn Watcher + Send>,
    is_polling: bool,
    sender: Sender<notify::Result<Event>>,
    events: Receiver<notify::Result<Event>>,
    /// Why files are looked at in place of being watched, until that is reported.
    failure: Option<Failure>,
}

impl Watch {
    /// Watches the project in `root`, an absolute path.
    ///
    /// # Errors
    /// If files can be neither watched nor looked at.
    pub fn new(root: &Path) -> Result<Self, Failure> {
        let (sender, events) = mpsc::channel();
        let root = root.to_owned();
        match watch::<RecommendedWatcher>(&root, &sender) {
            Ok(watcher) => Ok(Self { root, watcher, is_polling: false, sender, events, failure: None }),
            Err(error) => {
                let (watcher, failure) = (poll(&root, &sender)?, Some(unwatchable(&error)));
                Ok(Self { root, watcher, is_polling: true, sender, events, failure })
            }
        }
    }

    /// Why files are looked at from now on in place of being watched, once.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// Waits for changes and returns all that belong together, relative to the root; none if none came before `until`.
    ///
    /// # Errors
    /// If the watcher ended, so that there will be no further ones.
    pub fn batch(&mut self, mut until: Option<Instant>) -> Result<BTreeSet<String>, Failure> {
        let mut paths = BTreeSet::new();
        loop {
            let known = paths.len();
            let event = match until {
                Some(until) => self.events.recv_timeout(until.saturating_duration_since(Instant::now())),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Ok(event)) => self.take(&event, &mut paths),
                Ok(Err(error)) => {
                    self.look_instead(&error)?;
                    paths.extend(source::FOLDERS.map(str::to_owned));
                }
                Err(RecvTimeoutError::Timeout) => return Ok(paths),
                Err(RecvTimeoutError::Disconnected) => {
                    let ended = "the file watcher stopped, so changes are no longer followed";
                    return Err(Failure::new(ended).help("start serve again"));
                }
            }
            if paths.len() > known {
                until = Some(Instant::now() + DEBOUNCE);
            }
        }
    }

    /// Adds what changed. Much of what happens is no change, such as our own reading.
    fn take(&mut self, event: &Event, paths: &mut BTreeSet<String>) {
        if event.need_rescan() {
            paths.extend(source::FOLDERS.map(str::to_owned));
        }
        let is_written = event.kind == EventKind::Access(AccessKind::Close(AccessMode::Write));
        if matches!(event.kind, EventKind::Access(_)) && !is_written {
            return;
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

    fn look_instead(&mut self, error: &notify::Error) -> Result<(), Failure> {
        if !self.is_polling {
            self.watcher = poll(&self.root, &self.sender)?;
            self.is_polling = true;
            self.failure = Some(unwatchable(error));
        }
        Ok(())
    }
}

/// A watcher of the project in `root`.
fn watch<W: Watcher + Send + 'static>(
    root: &Path,
    sender: &Sender<notify::Result<Event>>,
) -> notify::Result<Box<dyn Watcher + Send>> {
    let mut watcher = W::new(sender.clone(), Config::default().with_poll_interval(LOOKING))?;
    watcher.watch(root, RecursiveMode::NonRecursive)?;
    let folders = source::FOLDERS.map(|folder| root.join(folder));
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        watcher.watch(folder, RecursiveMode::Recursive)?;
    }
    Ok(Box::new(watcher))
}

/// A watcher that looks at all files again and again.
fn poll(root: &Path, sender: &Sender<notify::Result<Event>>) -> Result<Box<dyn Watcher + Send>, Failure> {
    watch::<PollWatcher>(root, sender)
        .map_err(|error| Failure::new(format!("can't watch for changes of {}: {error}", root.display())))
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
