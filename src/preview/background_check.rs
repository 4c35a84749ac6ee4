//! Checks a snapshot as a whole in the background, as `gympress check` does, and finds the pages that a change changed.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use super::{Notice, Options, notice::Effect, problems::Problems, state::StateWatch};
use crate::{
    diagnostic::Diagnostics,
    failure::Failure,
    output::{Artifact, OutputPath},
    snapshot::Snapshot,
};

/// A large site is checked when nothing was saved for this long.
const REST: Duration = Duration::from_secs(1);

/// How many changes there were so far. The check of a large site is cancelled by the next change, which
/// needs the machine for itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes(Arc<AtomicU64>);

impl Changes {
    /// There is another one.
    pub fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A snapshot that is shown and wasn't checked yet.
#[derive(Clone)]
pub(super) struct Candidate {
    pub snapshot: Arc<Snapshot>,
    /// What was found while it was made.
    pub found: Diagnostics,
    /// The files that changed.
    pub changes: BTreeSet<Arc<str>>,
    /// From the change to being shown.
    pub took: Duration,
}

/// Checks snapshots, each compared with the one before.
#[derive(Clone)]
pub(super) struct Inspector {
    options: Arc<Options>,
    current: Arc<StateWatch>,
    notices: Sender<Notice>,
    changes: Changes,
    last: Arc<Mutex<BTreeMap<OutputPath, blake3::Hash>>>,
}

impl Inspector {
    pub fn new(
        options: &Arc<Options>,
        current: &Arc<StateWatch>,
        notices: &Sender<Notice>,
        changes: &Changes,
    ) -> Self {
        Self {
            changes: changes.clone(),
            options: options.clone(),
            current: current.clone(),
            notices: notices.clone(),
            last: Arc::default(),
        }
    }

    /// Checks the newest snapshot, after a pause without changes. Leaves a core to the requests
    /// in the meantime, where there is more than one.
    pub fn run(&self, candidates: &Receiver<Candidate>) {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1)).build();
        let check = |candidate: &Candidate| match &pool {
            Ok(pool) => pool.install(|| self.inspect_unless_changed(candidate)),
            Err(_) => self.inspect_unless_changed(candidate),
        };
        while let Ok(mut candidate) = candidates.recv() {
            loop {
                match candidates.recv_timeout(REST) {
                    Ok(newer) => self.skip(std::mem::replace(&mut candidate, newer)),
                    Err(RecvTimeoutError::Timeout) if !self.current.shown().shows(&candidate.snapshot) => {
                        self.skip(candidate);
                        break;
                    }
                    Err(RecvTimeoutError::Timeout) if check(&candidate) => break,
                    // Whatever changed may not make another snapshot.
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        }
    }

    /// Sends a notice of a snapshot that was replaced before it was checked.
    fn skip(&self, candidate: Candidate) {
        let Candidate { changes, took, snapshot, found } = candidate;
        let _ = self.notices.send(Notice::Shown {
            changes,
            took,
            effect: None,
            found: Arc::new(found),
            sources: snapshot.sources.clone(),
        });
    }

    /// Renders everything and checks it. If something is wrong, what was good before is shown again.
    pub fn inspect(&self, candidate: Candidate) {
        self.check(candidate, || false);
    }

    /// The same, unless something changes in the meantime. Returns false, without any effect, if it did.
    fn inspect_unless_changed(&self, candidate: &Candidate) -> bool {
        let before = self.changes.so_far();
        self.check(candidate.clone(), || self.changes.so_far() != before)
    }

    /// Checks a snapshot. Returns false, without any effect, once `is_cancelled`.
    fn check(&self, candidate: Candidate, is_cancelled: impl Fn() -> bool + Sync) -> bool {
        let Candidate { snapshot, mut found, changes, took } = candidate;
        let cancelled = AtomicBool::new(false);
        let hashes = Mutex::default();
        let hash = |file: &Artifact| {
            if is_cancelled() {
                cancelled.store(true, Ordering::Relaxed);
                return Err(Failure::new("something changed while the site was checked"));
            }
            let hash = blake3::hash(&file.bytes.ready());
            let mut hashes: MutexGuard<'_, BTreeMap<_, _>> =
                hashes.lock().unwrap_or_else(PoisonError::into_inner);
            hashes.insert(file.path.clone(), hash);
            Ok(())
        };
        match snapshot.build(&self.options.context, &mut found, hash) {
            Ok(_) => {}
            Err(_) if cancelled.load(Ordering::Relaxed) => return false,
            Err(failure) => {
                self.current.show_unchecked(&snapshot);
                let _ = self.notices.send(Notice::Failed(failure));
                return true;
            }
        }
        let sources = snapshot.sources.clone();
        found.sort(&sources);
        if found.has_errors() {
            if self.current.shown().shows(&snapshot) {
                self.current.refuse(Problems::new(&found, &sources));
            }
            let _ = self.notices.send(Notice::Refused { changes, found: Arc::new(found), sources });
            return true;
        }
        self.current.settle(&snapshot);
        let effect = Some(self.compare(hashes.into_inner().unwrap_or_else(PoisonError::into_inner)));
        let _ = self.notices.send(Notice::Shown { changes, took, effect, found: Arc::new(found), sources });
        true
    }

    fn compare(&self, new: BTreeMap<OutputPath, blake3::Hash>) -> Effect {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let pages = new.keys().filter(|path| path.is_html()).count();
        let is_page = |path: &&OutputPath| path.is_html();
        let changed = new.keys().filter(|path| last.get(*path) != new.get(*path)).filter(is_page);
        let removed = last.keys().filter(|path| !new.contains_key(*path)).filter(is_page);
        let changed = changed.chain(removed).map(OutputPath::address).collect();
        *last = new;
        Effect { pages, changed }
    }
}
