//! The check of the whole site, beside what is shown: an edit is seen before all pages are rendered.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender},
    },
    time::Duration,
};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Notice, Options, state::StateWatch};
use crate::{
    build::Snapshot,
    diagnostic::{Diagnostics, Failure},
    output::Artifact,
};

/// A site that is shown, before it is checked as a whole.
pub(super) struct Unchecked {
    pub snapshot: Arc<Snapshot>,
    /// The number of the state that shows it.
    pub state: u64,
    /// The files that changed, relative to the root; none at the start.
    pub changes: BTreeSet<Arc<str>>,
    /// From noticing the change to showing it.
    pub took: Duration,
    /// What preparing it found.
    pub diagnostics: Diagnostics,
    /// True once something else was saved.
    pub cancelled: Arc<AtomicBool>,
}

/// Checks each site that is shown as `gympress check` does, and tells what it found.
pub(super) struct Checker {
    options: Arc<Options>,
    current: Arc<StateWatch>,
    notices: Sender<Notice>,
    /// What is saved meanwhile is read by other threads: those of one pool would finish the check first.
    threads: ThreadPool,
    /// What changed since then.
    changes: BTreeSet<Arc<str>>,
}

impl Checker {
    /// # Errors
    /// If the machine has no threads left.
    pub fn new(
        options: Arc<Options>,
        current: Arc<StateWatch>,
        notices: Sender<Notice>,
    ) -> Result<Self, Failure> {
        let threads = ThreadPoolBuilder::new().build();
        let threads = threads
            .map_err(|error| Failure::new(format!("can't start the threads of the check: {error}")))?;
        Ok(Self { options, current, notices, threads, changes: BTreeSet::new() })
    }

    /// Checks one after the other for as long as some come.
    pub fn run(mut self, sites: Receiver<Unchecked>) {
        for site in sites {
            self.changes.extend(site.changes.iter().cloned());
            let cancelled = site.cancelled.clone();
            if let Err(failure) = self.check(site)
                && !cancelled.load(Ordering::Relaxed)
            {
                // The receiver is closed once the preview ends.
                let _ = self.notices.send(Notice::Failed(failure));
            }
        }
    }

    fn check(&mut self, site: Unchecked) -> Result<(), Failure> {
        let Unchecked { snapshot, state, took, mut diagnostics, cancelled, .. } = site;
        let unless_cancelled = |_: &Artifact| {
            if cancelled.load(Ordering::Relaxed) {
                Err(Failure::new("something else was saved"))
            } else {
                Ok(())
            }
        };
        let context = &self.options.context;
        let built = self.threads.install(|| snapshot.build(context, &mut diagnostics, unless_cancelled))?;
        diagnostics.sort(&*snapshot.sources);
        let diagnostics = Arc::new(diagnostics);
        self.current.report(state, &diagnostics, &snapshot.sources, || {
            let (changes, diagnostics) = (std::mem::take(&mut self.changes), diagnostics.clone());
            let (pages, content) = (built.pages, snapshot.content.clone());
            let _ = self.notices.send(Notice::Checked { changes, took, pages, diagnostics, content });
        });
        Ok(())
    }
}
