//! What is shown at the moment, and what is wrong with what was saved since.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use gympress_accounts::{Settings, TestAccount};

use super::problems::Problems;
use crate::snapshot::Snapshot;

/// What visitors are shown. Each change makes a new one.
#[derive(Clone, Default)]
pub(super) struct PreviewState {
    /// How many came before it.
    pub number: u64,
    /// How often what pages are rendered from has changed.
    pub site: u64,
    /// True if nothing but stylesheets is different from the site before.
    pub only_styles: bool,
    /// What pages are rendered from: the newest snapshot in which no mistake was found.
    pub snapshot: Option<Arc<Snapshot>>,
    /// The newest snapshot that was checked as a whole.
    pub good: Option<Arc<Snapshot>>,
    /// The one shown before: pages that were opened then still request its scripts and pictures.
    pub before: Option<Arc<Snapshot>>,
    /// Why what was saved last is not shown.
    pub problems: Option<Arc<Problems>>,
    /// False while a snapshot is checked as a whole, if that won't take long: open pages wait for it.
    pub is_settled: bool,
}

impl PreviewState {
    /// The site's settings of accounts.
    pub fn account_settings(&self) -> Settings {
        let Some(gym) = self.snapshot.as_ref().map(|snapshot| &snapshot.site.gym) else {
            return Settings::default();
        };
        Settings {
            project: gym.accounts.as_ref().map(|accounts| accounts.project.as_str().to_owned()),
            test_account: gym.test_account.as_ref().map(|account| TestAccount {
                email: account.email.as_str().to_lowercase(),
                password: account.password.as_str().to_owned(),
            }),
        }
    }
}

/// Holds the newest [`PreviewState`], which can be read at any time and waited for.
pub(super) struct StateWatch {
    session: String,
    shown: Mutex<Arc<PreviewState>>,
    changed: Condvar,
}

impl StateWatch {
    /// Nothing is shown yet. `session` identifies this run of the preview.
    pub fn new(session: String) -> Self {
        Self { session, shown: Mutex::default(), changed: Condvar::new() }
    }

    /// What is shown.
    pub fn shown(&self) -> Arc<PreviewState> {
        self.lock().clone()
    }

    /// What identifies this site of this preview, also across restarts.
    pub fn name(&self, site: u64) -> String {
        format!("{}-{site}", self.session)
    }

    /// Shows `snapshot` from now on, and notifies open pages at once if `is_settled`.
    pub fn show(&self, snapshot: Arc<Snapshot>, is_settled: bool, only_styles: bool) {
        self.change(|shown| {
            shown.number += 1;
            shown.site += 1;
            shown.only_styles = only_styles;
            shown.before = shown.snapshot.replace(snapshot);
            shown.problems = None;
            shown.is_settled = is_settled;
        });
    }

    /// Notes that nothing is wrong with `snapshot`.
    pub fn settle(&self, snapshot: &Arc<Snapshot>) {
        self.change(|shown| {
            if shown.shows(snapshot) {
                shown.good = shown.snapshot.clone();
                shown.is_settled = true;
            }
        });
    }

    /// Goes on showing `snapshot` although it couldn't be checked: open pages no longer wait for it.
    pub fn show_unchecked(&self, snapshot: &Arc<Snapshot>) {
        self.change(|shown| shown.is_settled |= shown.shows(snapshot));
    }

    /// Shows the last good snapshot, with the reason.
    pub fn refuse(&self, problems: Problems) {
        self.change(|shown| {
            shown.number += 1;
            if let Some(good) = shown.good.clone().filter(|good| !shown.shows(good)) {
                shown.site += 1;
                shown.only_styles = false;
                shown.snapshot = Some(good);
            }
            shown.problems = Some(Arc::new(problems));
            shown.is_settled = true;
        });
    }

    fn change(&self, by: impl FnOnce(&mut PreviewState)) {
        let mut slot = self.lock();
        let mut next = PreviewState::clone(&slot);
        by(&mut next);
        let last = std::mem::replace(&mut *slot, Arc::new(next));
        self.changed.notify_all();
        // It may be the last to know a large snapshot, which takes its time to be taken apart.
        rayon::spawn(move || drop(last));
    }

    /// Waits until something settled is shown that isn't number `known`, or for as long as `patience`
    /// lasts.
    pub fn wait(&self, known: Option<u64>, patience: Duration) -> Arc<PreviewState> {
        let slot = self.lock();
        let waited = self
            .changed
            .wait_timeout_while(slot, patience, |shown| !shown.is_settled || Some(shown.number) == known);
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Arc<PreviewState>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PreviewState {
    /// True if this is the snapshot that is shown.
    pub fn shows(&self, snapshot: &Arc<Snapshot>) -> bool {
        self.snapshot.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, snapshot))
    }
}
