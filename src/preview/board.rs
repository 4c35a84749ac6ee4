//! What is shown at the moment, and what is wrong with what was saved since.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::Duration,
};

use jiff::Timestamp;

use crate::{
    Edition,
    diagnostic::{Diagnostics, Format, format},
    source::Sources,
};

/// What visitors are shown. Each change makes a new one.
#[derive(Clone, Default)]
pub(super) struct Shown {
    /// How many came before it.
    pub number: u64,
    /// The newest good edition; nothing if there was none yet.
    pub edition: Option<Arc<Edition>>,
    /// The one before it: pages that were opened then still ask for its scripts and pictures.
    pub before: Option<Arc<Edition>>,
    /// Why what was saved last is not shown.
    pub wrong: Option<Arc<str>>,
}

/// Where the newest [`Shown`] hangs, to be read at any time and waited for.
pub(super) struct Board {
    session: i128,
    shown: Mutex<Arc<Shown>>,
    changed: Condvar,
}

impl Board {
    pub fn new(clock: fn() -> Timestamp) -> Self {
        Self { session: clock().as_nanosecond(), shown: Mutex::default(), changed: Condvar::new() }
    }

    pub fn shown(&self) -> Arc<Shown> {
        self.lock().clone()
    }

    /// What identifies a state of this preview, also across restarts.
    pub fn name(&self, shown: &Shown) -> String {
        format!("{:x}-{}", self.session, shown.number)
    }

    /// Shows `edition` from now on.
    pub fn show(&self, edition: Arc<Edition>) {
        self.change(|shown| {
            shown.before = shown.edition.replace(edition);
            shown.wrong = None;
        });
    }

    /// Leaves what is shown, and tells why it's not the newest.
    pub fn refuse(&self, found: &Diagnostics, sources: &Sources) {
        let text = format::render(found, sources, Format::Human, false);
        self.change(|shown| shown.wrong = Some(text.into()));
    }

    fn change(&self, by: impl FnOnce(&mut Shown)) {
        let mut slot = self.lock();
        let mut next = Shown::clone(&slot);
        next.number += 1;
        by(&mut next);
        *slot = Arc::new(next);
        self.changed.notify_all();
    }

    /// Waits until something else than number `known` is shown, or for as long as `patience` lasts.
    pub fn wait(&self, known: Option<u64>, patience: Duration) -> Arc<Shown> {
        let slot = self.lock();
        let waited = self.changed.wait_timeout_while(slot, patience, |shown| Some(shown.number) == known);
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Arc<Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
