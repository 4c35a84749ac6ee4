//! The check of the whole site in the background, as an edit is shown before all pages are rendered.

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

use super::{Notice, PreviewOptions, state::StateWatch};
use crate::{
    build::Snapshot,
    diagnostic::{Diagnostics, Failure},
};

/// A shown site that isn't checked as a whole yet.
pub(super) struct Unchecked {
    pub snapshot: Arc<Snapshot>,
    /// The number of the state that shows it.
    pub state: u64,
    /// The files that changed, relative to the root; empty at the start.
    pub changes: BTreeSet<Arc<str>>,
    /// The time from noticing the change to showing it.
    pub took: Duration,
    /// The diagnostics of its preparation.
    pub diagnostics: Diagnostics,
    /// True once files are saved again.
    pub cancelled: Arc<AtomicBool>,
}

/// Checks each shown site as `gympress check` does, and sends the diagnostics.
pub(super) struct BackgroundCheck {
    options: Arc<PreviewOptions>,
    current: Arc<StateWatch>,
    notices: Sender<Notice>,
    /// A separate pool: files saved during a check are read at once by the threads of the global pool.
    threads: ThreadPool,
    /// The files that changed since the last finished check.
    changes: BTreeSet<Arc<str>>,
}

impl BackgroundCheck {
    /// # Errors
    /// If the machine has no threads left.
    pub fn new(
        options: Arc<PreviewOptions>,
        current: Arc<StateWatch>,
        notices: Sender<Notice>,
    ) -> Result<Self, Failure> {
        let threads = ThreadPoolBuilder::new().build();
        let threads = threads
            .map_err(|error| Failure::new(format!("can't start the threads of the check: {error}")))?;
        Ok(Self { options, current, notices, threads, changes: BTreeSet::new() })
    }

    /// Checks the sites in turn until the preview ends.
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
        let context = &self.options.context;
        let built = self.threads.install(|| {
            snapshot.check(context, &mut diagnostics, || {
                if cancelled.load(Ordering::Relaxed) {
                    return Err(Failure::new("something else was saved"));
                }
                Ok(())
            })
        })?;
        diagnostics.sort(snapshot.sources());
        let diagnostics = Arc::new(diagnostics);
        self.current.report(state, &diagnostics, snapshot.sources(), || {
            let (changes, diagnostics) = (std::mem::take(&mut self.changes), diagnostics.clone());
            let (pages, content) = (built.pages, snapshot.main.content.clone());
            let _ = self.notices.send(Notice::Checked { changes, took, pages, diagnostics, content });
        });
        Ok(())
    }
}
