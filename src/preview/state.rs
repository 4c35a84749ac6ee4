//! What is shown at the moment, and what is wrong with what was saved since.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use gympress_accounts::{Settings, TestAccount};
use serde::Serialize;

use crate::{
    diagnostic::{Diagnostic, Diagnostics, Format, Severity},
    snapshot::Snapshot,
    source::Sources,
};

/// What visitors are shown. Each change makes a new one.
#[derive(Clone, Default)]
pub(super) struct PreviewState {
    /// How many came before it.
    pub number: u64,
    /// How often what pages are rendered from has changed.
    pub site: u64,
    /// True if nothing but stylesheets is different from the site before.
    pub only_styles: bool,
    /// What pages are rendered from: the newest snapshot without mistakes, or the newest one, if there was none yet.
    pub snapshot: Option<Arc<Snapshot>>,
    /// The one shown before: pages that were opened then still request its scripts and pictures.
    pub before: Option<Arc<Snapshot>>,
    /// What is wrong with what was saved last, as JSON for the browser.
    pub problems: Option<Arc<str>>,
    was_good: bool,
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

    fn show(&mut self, snapshot: Arc<Snapshot>, only_styles: bool) {
        self.site += 1;
        self.only_styles = only_styles;
        self.before = self.snapshot.replace(snapshot);
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

    /// Shows a snapshot without mistakes from now on.
    pub fn show(&self, snapshot: Arc<Snapshot>, only_styles: bool) {
        self.change(|state| {
            state.show(snapshot, only_styles);
            state.problems = None;
            state.was_good = true;
        });
    }

    /// Goes on showing the last good snapshot, with what is wrong; if there was none yet, this one.
    pub fn refuse(&self, snapshot: Option<Arc<Snapshot>>, found: &Diagnostics, sources: &Sources) {
        let problems = problems(found, sources);
        self.change(|state| {
            if let Some(snapshot) = snapshot.filter(|_| !state.was_good) {
                state.show(snapshot, false);
            }
            state.problems = Some(problems.into());
        });
    }

    fn change(&self, by: impl FnOnce(&mut PreviewState)) {
        let mut slot = self.lock();
        let mut next = PreviewState::clone(&slot);
        by(&mut next);
        next.number += 1;
        let last = std::mem::replace(&mut *slot, Arc::new(next));
        self.changed.notify_all();
        // It may be the last to know a large snapshot, which takes its time to be taken apart.
        rayon::spawn(move || drop(last));
    }

    /// Waits until what is shown isn't number `known`, or for as long as `patience` lasts.
    pub fn wait(&self, known: Option<u64>, patience: Duration) -> Arc<PreviewState> {
        let slot = self.lock();
        let waited = self.changed.wait_timeout_while(slot, patience, |shown| Some(shown.number) == known);
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Arc<PreviewState>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was found, ready for the browser, in the words of the terminal.
fn problems(found: &Diagnostics, sources: &Sources) -> String {
    #[derive(Serialize)]
    struct Problem {
        severity: &'static str,
        text: String,
    }
    let problem = |diagnostic: &Diagnostic| {
        let one = Diagnostics::from(diagnostic.clone());
        let text = Format::Human.render(&one, sources, false).trim_end().to_owned();
        Problem { severity: diagnostic.severity.name(), text }
    };
    let shown = found.iter().filter(|found| found.severity != Severity::Note);
    serde_json::to_string(&shown.map(problem).collect::<Vec<_>>()).unwrap_or_default()
}
