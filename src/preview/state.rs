//! The site that is shown, and the mistakes in files saved since.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::Duration,
};

use gympress_accounts::TestAccount;
use serde_json::{Value as Json, json};

use crate::{
    build::Snapshot,
    diagnostic::{Diagnostics, ReportFormat, Severity},
    lock,
    source::Sources,
};

/// A state of the preview. Each change makes a new one.
#[derive(Clone, Default)]
pub(super) struct PreviewState {
    /// The number of states before it.
    pub number: u64,
    /// The number of snapshots shown before this one.
    pub site: u64,
    /// True if only stylesheets differ from the site shown before.
    pub only_styles: bool,
    /// The shown snapshot: the newest whose pages can be rendered. `None` if there was none yet.
    pub snapshot: Option<Arc<Snapshot>>,
    /// The snapshot shown before. Pages opened at that time still request its scripts and pictures.
    pub before: Option<Arc<Snapshot>>,
    /// The problems in the files saved last, as JSON for the browser.
    pub problems: Option<Arc<str>>,
    /// True if the files saved last aren't shown, because their pages can't be rendered.
    pub is_refused: bool,
}

impl PreviewState {
    /// The account that the site offers for trying out.
    pub fn test_account(&self) -> Option<TestAccount> {
        let account = self.snapshot.as_ref()?.main.site.gym.settings.test_account.as_ref()?;
        let (email, password) = (account.email.as_str().to_lowercase(), account.password.as_str().to_owned());
        Some(TestAccount { email, password })
    }
}

/// Holds the newest [`PreviewState`], which can be read at any time and waited for.
pub(super) struct StateWatch {
    session: String,
    shown: Mutex<Arc<PreviewState>>,
    changed: Condvar,
}

impl StateWatch {
    /// Makes a watch of a state that shows nothing yet. `session` identifies this run of the preview.
    pub fn new(session: String) -> Self {
        Self { session, shown: Mutex::default(), changed: Condvar::new() }
    }

    /// The newest state.
    pub fn shown(&self) -> Arc<PreviewState> {
        lock(&self.shown).clone()
    }

    /// The name of the site with this number, unique even across restarts of the preview.
    pub fn name(&self, site: u64) -> String {
        format!("{}-{site}", self.session)
    }

    /// Shows a snapshot whose pages can be rendered. Returns the number of the state.
    pub fn show(&self, snapshot: Arc<Snapshot>, only_styles: bool) -> u64 {
        let shown = self.change(|state| {
            state.site += 1;
            state.only_styles = only_styles;
            state.before = state.snapshot.replace(snapshot);
            state.problems = None;
            state.is_refused = false;
            true
        });
        shown.number
    }

    /// Keeps showing the last good snapshot, if there is one, with the problems of the newer files.
    pub fn refuse(&self, diagnostics: &Diagnostics, sources: &Sources) {
        let problems = problems(diagnostics, sources);
        self.change(|state| {
            state.problems = Some(problems.into());
            state.is_refused = true;
            true
        });
    }

    /// Adds the problems that a check of the whole site found, and calls `tell`, if the state with this number is still
    /// shown.
    pub fn report(&self, number: u64, diagnostics: &Diagnostics, sources: &Sources, tell: impl FnOnce()) {
        let problems = diagnostics.has_errors().then(|| problems(diagnostics, sources));
        self.change(|state| {
            if state.number != number {
                return false;
            }
            // The lock is held during the call, so that the notice of a newer state comes later.
            tell();
            let Some(problems) = problems else { return false };
            state.problems = Some(problems.into());
            true
        });
    }

    /// Makes the next state, unless `change` returns false.
    fn change(&self, change: impl FnOnce(&mut PreviewState) -> bool) -> Arc<PreviewState> {
        let mut slot = lock(&self.shown);
        let mut next = PreviewState::clone(&slot);
        if !change(&mut next) {
            return slot.clone();
        }
        next.number += 1;
        let next = Arc::new(next);
        let last = std::mem::replace(&mut *slot, next.clone());
        self.changed.notify_all();
        // The last state may be the only owner of a large snapshot, which takes a while to drop.
        rayon::spawn(move || drop(last));
        next
    }

    /// Waits until the newest state has another number than `known`, or until `patience` runs out.
    pub fn wait(&self, known: Option<u64>, patience: Duration) -> Arc<PreviewState> {
        let slot = lock(&self.shown);
        let waited = self.changed.wait_timeout_while(slot, patience, |shown| Some(shown.number) == known);
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

/// The diagnostics as JSON for the browser, worded as in the terminal.
fn problems(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let mut problems = Vec::new();
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Note) {
        let text = ReportFormat::Human.render(&Diagnostics::from(diagnostic.clone()), sources, false);
        problems.push(json!({ "severity": diagnostic.severity.name(), "text": text.trim_end() }));
    }
    Json::from(problems).to_string()
}
