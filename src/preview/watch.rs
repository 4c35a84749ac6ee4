//! The watch for changes in a project's folders.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant, SystemTime},
};

use notify::{
    Config, ErrorKind, EventKind, RecommendedWatcher, RecursiveMode,
    event::{AccessKind, AccessMode},
};
use notify_debouncer_full::{DebounceEventResult, DebouncedEvent, Debouncer, NoCache, new_debouncer_opt};
use walkdir::WalkDir;

use crate::{
    diagnostic::Failure,
    source::{
        self,
        paths::{relative, to_slash},
    },
};

/// The time within which events of a file count as one change, as editors save in several steps. A mistake in a file
/// that is half saved isn't reported at once: see `SETTLING`.
const DEBOUNCE: Duration = Duration::from_millis(4);

/// The interval of polling, if files can't be watched.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The interval of polling while the watch hasn't proved that it works: on some disks (of another system, of a network,
/// of the host of a virtual machine) the system accepts a watch and reports nothing.
const DOUBT: Duration = Duration::from_secs(2);

/// The time that the watch has for reporting a change which polling found.
const GRACE: Duration = Duration::from_secs(1);

/// Watches the folders of a project. Other entries of the root, such as the output folder, are left out.
pub(crate) struct Watch {
    root: PathBuf,
    watcher: Watcher,
    events: Receiver<DebounceEventResult>,
    /// The reason why files are polled, until it is reported.
    failure: Option<Failure>,
    /// The last poll, until the watch reports a change and so proves that it works.
    unproven: Option<LastPoll>,
}

/// The files when they were last polled.
struct LastPoll {
    stamps: FileStamps,
    at: Instant,
}

enum Watcher {
    Native(Debouncer<RecommendedWatcher, NoCache>),
    Polling(FileStamps),
}

/// The time of the last change of each file, as exactly as the disk has it, and the size. The polling watcher of
/// `notify` compares whole seconds, and misses the second of two quick saves.
#[derive(Default)]
struct FileStamps(BTreeMap<String, (Option<SystemTime>, u64)>);

impl FileStamps {
    /// Reads the stamps of all files of the project in `root`.
    fn read(root: &Path) -> Self {
        let mut stamps = BTreeMap::new();
        for folder in source::FOLDERS {
            for file in WalkDir::new(root.join(folder)).follow_links(true).into_iter().flatten() {
                if !file.file_type().is_dir()
                    && let Ok(metadata) = file.metadata()
                {
                    let stamp = (metadata.modified().ok(), metadata.len());
                    stamps.insert(relative(root, file.path()), stamp);
                }
            }
        }
        Self(stamps)
    }

    /// The files with different stamps, or with a stamp in one of the two only.
    fn differing(&self, now: &Self) -> BTreeSet<String> {
        let paths = self.0.keys().chain(now.0.keys());
        paths.filter(|path| self.0.get(*path) != now.0.get(*path)).cloned().collect()
    }

    /// Polls once a second until a file differs, or until `until`. Returns the files that differ.
    fn poll_until(&mut self, root: &Path, until: Option<Instant>) -> BTreeSet<String> {
        loop {
            let before = std::mem::replace(self, Self::read(root));
            let paths = before.differing(self);
            let rest = until.map(|until| until.saturating_duration_since(Instant::now()));
            let wait = rest.map_or(POLL_INTERVAL, |rest| rest.min(POLL_INTERVAL));
            if !paths.is_empty() || wait.is_zero() {
                return paths;
            }
            thread::sleep(wait);
        }
    }
}

impl Watch {
    /// Watches the project in `root`, an absolute path, or polls its files if `polls` is true.
    pub fn new(root: &Path, polls: bool) -> Self {
        let (sender, events) = mpsc::channel();
        let native = if polls { None } else { Some(watch_project(root, sender)) };
        let stamps = FileStamps::read(root);
        let (watcher, failure, unproven) = match native {
            Some(Ok(watcher)) => {
                (Watcher::Native(watcher), None, Some(LastPoll { stamps, at: Instant::now() }))
            }
            Some(Err(error)) => (Watcher::Polling(stamps), Some(unwatchable(&error)), None),
            None => (Watcher::Polling(stamps), None, None),
        };
        Self { root: root.to_owned(), watcher, events, failure, unproven }
    }

    /// The reason why files are polled from now on. It is returned only once.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// Waits for changes that belong together, and returns their paths, relative to the root. Returns no paths if none
    /// came before `until`.
    ///
    /// # Errors
    /// If the watcher ended, so that it reports no more changes.
    pub fn batch(&mut self, until: Option<Instant>) -> Result<BTreeSet<String>, Failure> {
        if let Watcher::Polling(stamps) = &mut self.watcher {
            return Ok(stamps.poll_until(&self.root, until));
        }
        let mut paths = BTreeSet::new();
        // Many events aren't changes, such as the events of the preview's own reading.
        while paths.is_empty() {
            let next_poll = self.unproven.as_ref().map(|last| last.at + DOUBT);
            let events = match [until, next_poll].into_iter().flatten().min() {
                Some(until) => self.events.recv_timeout(until.saturating_duration_since(Instant::now())),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match events {
                Ok(Ok(events)) => self.take(&events, &mut paths),
                Ok(Err(errors)) => {
                    self.failure = errors.first().map(unwatchable);
                    self.watcher = Watcher::Polling(FileStamps::read(&self.root));
                    return Ok(source::FOLDERS.map(str::to_owned).into());
                }
                Err(RecvTimeoutError::Timeout) if until.is_some_and(|until| until <= Instant::now()) => break,
                Err(RecvTimeoutError::Timeout) => paths = self.poll_unproven(),
                Err(RecvTimeoutError::Disconnected) => {
                    let ended = "the file watcher stopped, so changes are no longer followed";
                    return Err(Failure::new(ended).help("start serve again"));
                }
            }
        }
        Ok(paths)
    }

    /// Looks for changes that the watch didn't report. If it misses one, files are polled from now on.
    fn poll_unproven(&mut self) -> BTreeSet<String> {
        let Some(last) = &mut self.unproven else { return BTreeSet::new() };
        let now = FileStamps::read(&self.root);
        let mut paths = last.stamps.differing(&now);
        paths.retain(|path| !is_hidden(path));
        last.at = Instant::now();
        if paths.is_empty() {
            return paths;
        }
        // Other events prove nothing: a watch that reports no changes may still report that files are read.
        let (mut reported, end) = (BTreeSet::new(), Instant::now() + GRACE);
        while reported.is_disjoint(&paths)
            && let Ok(Ok(events)) = self.events.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.take(&events, &mut reported);
        }
        if reported.is_disjoint(&paths) {
            let message =
                "the system tells of no changes in this folder, so the files are polled once a second";
            let help = "that is so on disks of Windows in WSL, of a network, and of the machine around a container; `gympress serve --poll` does it from the start";
            self.failure = Some(Failure::new(message).help(help));
            self.watcher = Watcher::Polling(now);
        }
        self.unproven = None;
        paths
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
                // A folder that was removed and made again needs a new watch.
                if relative == Path::new(folder)
                    && path.is_dir()
                    && let Watcher::Native(watcher) = &mut self.watcher
                    && let Err(error) = watcher.watch(path, RecursiveMode::Recursive)
                {
                    log::warn!("can't watch {}: {error}", path.display());
                }
                let path = to_slash(relative);
                // Files that the preview writes itself prove nothing: some disks report only changes made on this
                // machine.
                if !is_hidden(&path) {
                    self.unproven = None;
                }
                paths.insert(path);
            }
        }
    }
}

/// True for a hidden path, such as the schemas for editors, which the preview writes itself.
fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.'))
}

/// Watches the project in `root`.
fn watch_project(
    root: &Path,
    sender: Sender<DebounceEventResult>,
) -> notify::Result<Debouncer<RecommendedWatcher, NoCache>> {
    let mut watcher = new_debouncer_opt(DEBOUNCE, None, sender, NoCache::new(), Config::default())?;
    watcher.watch(root, RecursiveMode::NonRecursive)?;
    for folder in source::FOLDERS.map(|folder| root.join(folder)) {
        if folder.is_dir() {
            watcher.watch(&folder, RecursiveMode::Recursive)?;
        }
    }
    Ok(watcher)
}

fn unwatchable(error: &notify::Error) -> Failure {
    let polling = "the files are polled once a second instead of being watched";
    match &error.kind {
        ErrorKind::MaxFilesWatch => {
            Failure::new(format!("{polling}: all watches that the system allows (fs.inotify.max_user_watches) are used"))
                .help("close programs that watch many files, or raise it: sudo sysctl fs.inotify.max_user_watches=524288; then start serve again")
        }
        ErrorKind::Io(io) if io.raw_os_error() == Some(TOO_MANY_INSTANCES) => {
            Failure::new(format!("{polling}: as many programs watch files as the system allows (fs.inotify.max_user_instances)"))
                .help("close some, or raise it: sudo sysctl fs.inotify.max_user_instances=512; then start serve again")
        }
        _ => Failure::new(format!("{polling}: {error}")),
    }
}

/// Linux's error `EMFILE`, with which `inotify_init` fails.
const TOO_MANY_INSTANCES: i32 = 24;
