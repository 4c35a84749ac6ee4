//! What changes in a project's folders.

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

/// What happens to a file within this time is one change: editors save in several steps. What is half saved after it isn't
/// reported as a mistake at once: see `SETTLING`.
const DEBOUNCE: Duration = Duration::from_millis(4);

/// How often files are looked at where they can't be watched.
const LOOKING: Duration = Duration::from_secs(1);

/// How often files are looked at beside the watch until it has told of a change: on some disks (of another system, of a network,
/// of the machine around a virtual one) it is granted and tells nothing.
const DOUBT: Duration = Duration::from_secs(2);

/// How long the watch may take to tell of a change that was seen.
const GRACE: Duration = Duration::from_secs(1);

/// Watches the folders of a project. The root's other entries, where our own output is, are not heeded.
pub(crate) struct Watch {
    root: PathBuf,
    watcher: Watcher,
    events: Receiver<DebounceEventResult>,
    /// Why files are looked at in place of being watched, until that is reported.
    failure: Option<Failure>,
    /// The files as they were when they were last looked at, and when that was, until the watch has told of a change.
    unproven: Option<(Looks, Instant)>,
}

enum Watcher {
    Native(Debouncer<RecommendedWatcher, NoCache>),
    Polling(Looks),
}

/// When each file was changed last, to the nanosecond where the disk knows it, and its size. The watcher of `notify` that
/// polls compares whole seconds, and misses the second of two saves.
type Looks = BTreeMap<String, (Option<SystemTime>, u64)>;

impl Watch {
    /// Watches the project in `root`, an absolute path; `polls` without the help of the system.
    pub fn new(root: &Path, polls: bool) -> Self {
        let (sender, events) = mpsc::channel();
        let native = if polls { None } else { Some(watch_project(root, sender)) };
        let looks = look(root);
        let (watcher, failure, unproven) = match native {
            Some(Ok(watcher)) => (Watcher::Native(watcher), None, Some((looks, Instant::now()))),
            Some(Err(error)) => (Watcher::Polling(looks), Some(unwatchable(&error)), None),
            None => (Watcher::Polling(looks), None, None),
        };
        Self { root: root.to_owned(), watcher, events, failure, unproven }
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
        if let Watcher::Polling(looks) = &mut self.watcher {
            return Ok(look_until(&self.root, looks, until));
        }
        let mut paths = BTreeSet::new();
        // Much of what happens is no change, such as our own reading.
        while paths.is_empty() {
            let doubted = self.unproven.as_ref().map(|(_, looked)| *looked + DOUBT);
            let events = match [until, doubted].into_iter().flatten().min() {
                Some(until) => self.events.recv_timeout(until.saturating_duration_since(Instant::now())),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match events {
                Ok(Ok(events)) => self.take(&events, &mut paths),
                Ok(Err(errors)) => {
                    self.failure = errors.first().map(unwatchable);
                    self.watcher = Watcher::Polling(look(&self.root));
                    return Ok(source::FOLDERS.map(str::to_owned).into());
                }
                Err(RecvTimeoutError::Timeout) if until.is_some_and(|until| until <= Instant::now()) => break,
                Err(RecvTimeoutError::Timeout) => paths = self.look_beside(),
                Err(RecvTimeoutError::Disconnected) => {
                    let ended = "the file watcher stopped, so changes are no longer followed";
                    return Err(Failure::new(ended).help("start serve again"));
                }
            }
        }
        Ok(paths)
    }

    /// Looks whether something changed of which the watch told nothing. Files are looked at from then on.
    fn look_beside(&mut self) -> BTreeSet<String> {
        let Some((before, looked)) = &mut self.unproven else { return BTreeSet::new() };
        let now = look(&self.root);
        let mut paths = differing(before, &now);
        paths.retain(|path| !is_hidden(path));
        *looked = Instant::now();
        if paths.is_empty() {
            return paths;
        }
        // It tells of our own reading even where it tells of no changes.
        let (mut told, end) = (BTreeSet::new(), Instant::now() + GRACE);
        while told.is_disjoint(&paths)
            && let Ok(Ok(events)) = self.events.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.take(&events, &mut told);
        }
        if told.is_disjoint(&paths) {
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
                // One that was away and came back is another folder to the system.
                if relative == Path::new(folder)
                    && path.is_dir()
                    && let Watcher::Native(watcher) = &mut self.watcher
                    && let Err(error) = watcher.watch(path, RecursiveMode::Recursive)
                {
                    log::warn!("can't watch {}: {error}", path.display());
                }
                let path = to_slash(relative);
                // Files of our own come from within even where nothing else is told.
                if !is_hidden(&path) {
                    self.unproven = None;
                }
                paths.insert(path);
            }
        }
    }
}

/// True for a path such as that of a schema for editors, which the preview writes itself.
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
    let folders = source::FOLDERS.map(|folder| root.join(folder));
    folders
        .iter()
        .filter(|folder| folder.is_dir())
        .try_for_each(|folder| watcher.watch(folder, RecursiveMode::Recursive))?;
    Ok(watcher)
}

/// Looks at all files of the project in `root`.
fn look(root: &Path) -> Looks {
    let walks = source::FOLDERS.map(|folder| WalkDir::new(root.join(folder)).follow_links(true));
    let files = walks.into_iter().flatten().flatten().filter(|entry| !entry.file_type().is_dir());
    let looks = files.filter_map(|file| {
        let metadata = file.metadata().ok()?;
        Some((relative(root, file.path()), (metadata.modified().ok(), metadata.len())))
    });
    looks.collect()
}

/// The files that aren't the same, or are there once only.
fn differing(before: &Looks, now: &Looks) -> BTreeSet<String> {
    let is_other = |path: &&String| before.get(*path) != now.get(*path);
    before.keys().chain(now.keys()).filter(is_other).cloned().collect()
}

/// Looks again and again until a file is another one, at the latest at `until`.
fn look_until(root: &Path, looks: &mut Looks, until: Option<Instant>) -> BTreeSet<String> {
    loop {
        let before = std::mem::replace(looks, look(root));
        let paths = differing(&before, looks);
        let wait =
            until.map_or(LOOKING, |until| until.saturating_duration_since(Instant::now()).min(LOOKING));
        if !paths.is_empty() || wait.is_zero() {
            return paths;
        }
        thread::sleep(wait);
    }
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
