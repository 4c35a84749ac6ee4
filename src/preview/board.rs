//! What is shown at the moment, and what is wrong with what was saved since.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::problems::Problems;
use crate::Edition;

/// What visitors are shown. Each change makes a new one.
#[derive(Clone, Default)]
pub(super) struct Shown {
    /// How many came before it.
    pub number: u64,
    /// What pages are made from: the newest edition with nothing wrong in it that is known of.
    pub edition: Option<Arc<Edition>>,
    /// The newest edition that was looked at as a whole.
    pub good: Option<Arc<Edition>>,
    /// The one shown before: pages that were opened then still ask for its scripts and pictures.
    pub before: Option<Arc<Edition>>,
    /// Why what was saved last is not shown.
    pub problems: Option<Arc<Problems>>,
    /// False while an edition is looked at as a whole, if that won't take long: open pages wait for it.
    pub is_settled: bool,
}

/// Where the newest [`Shown`] hangs, to be read at any time and waited for.
pub(super) struct Board {
    session: String,
    shown: Mutex<Arc<Shown>>,
    changed: Condvar,
}

impl Board {
    /// A board with nothing on it. `session` tells it from the boards of other runs.
    pub fn new(session: String) -> Self {
        Self { session, shown: Mutex::default(), changed: Condvar::new() }
    }

    /// What is shown.
    pub fn shown(&self) -> Arc<Shown> {
        self.lock().clone()
    }

    /// What identifies a state of this preview, also across restarts.
    pub fn name(&self, shown: &Shown) -> String {
        format!("{}-{}", self.session, shown.number)
    }

    /// Shows `edition` from now on, and tells open pages at once if `is_settled`.
    pub fn show(&self, edition: Arc<Edition>, is_settled: bool) {
        self.change(|shown| {
            shown.number += 1;
            shown.before = shown.edition.replace(edition);
            shown.problems = None;
            shown.is_settled = is_settled;
        });
    }

    /// Notes that nothing is wrong with `edition`.
    pub fn settle(&self, edition: &Arc<Edition>) {
        self.change(|shown| {
            if shown.shows(edition) {
                shown.good = shown.edition.clone();
                shown.is_settled = true;
            }
        });
    }

    /// Shows what was good before, and tells why.
    pub fn refuse(&self, problems: Problems) {
        self.change(|shown| {
            shown.number += 1;
            if shown.good.is_some() {
                shown.edition = shown.good.clone();
            }
            shown.problems = Some(Arc::new(problems));
            shown.is_settled = true;
        });
    }

    fn change(&self, by: impl FnOnce(&mut Shown)) {
        let mut slot = self.lock();
        let mut next = Shown::clone(&slot);
        by(&mut next);
        let last = std::mem::replace(&mut *slot, Arc::new(next));
        self.changed.notify_all();
        // It may be the last to know a large edition, which takes its time to be taken apart.
        rayon::spawn(move || drop(last));
    }

    /// Waits until something settled is shown that isn't number `known`, or for as long as `patience`
    /// lasts.
    pub fn wait(&self, known: Option<u64>, patience: Duration) -> Arc<Shown> {
        let slot = self.lock();
        let waited = self
            .changed
            .wait_timeout_while(slot, patience, |shown| !shown.is_settled || Some(shown.number) == known);
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Arc<Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shown {
    /// True if this is the edition that is shown.
    pub fn shows(&self, edition: &Arc<Edition>) -> bool {
        self.edition.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, edition))
    }
}
