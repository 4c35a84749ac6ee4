//! The check of the whole site, beside what is shown: an edit is seen before all pages are rendered.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender},
    },
    time::Duration,
};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Notice, Options, notice::Effect, state::StateWatch};
use crate::{
    build::Snapshot,
    diagnostic::{Diagnostics, Failure},
    output::{Artifact, OutputPath},
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
    /// What all pages were when the whole was checked last; `None` before the first time.
    pages: Option<BTreeMap<OutputPath, blake3::Hash>>,
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
        Ok(Self { options, current, notices, threads, pages: None, changes: BTreeSet::new() })
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
        let pages = Mutex::new(BTreeMap::new());
        let note = |file: &Artifact| {
            if cancelled.load(Ordering::Relaxed) {
                return Err(Failure::new("something else was saved"));
            }
            if file.path.is_html() {
                let hash = blake3::hash(&file.bytes.ready());
                pages.lock().unwrap_or_else(PoisonError::into_inner).insert(file.path.clone(), hash);
            }
            Ok(())
        };
        let context = &self.options.context;
        self.threads.install(|| snapshot.build(context, &mut diagnostics, note).map(drop))?;
        let sources = snapshot.sources.clone();
        diagnostics.sort(&sources);
        if !self.current.report(state, &diagnostics, &sources) {
            return Ok(());
        }
        let pages = pages.into_inner().unwrap_or_else(PoisonError::into_inner);
        let effect = Effect::new(&pages, self.pages.as_ref());
        self.pages = Some(pages);
        let (changes, diagnostics) = (std::mem::take(&mut self.changes), Arc::new(diagnostics));
        let _ = self.notices.send(Notice::Checked { changes, took, effect, diagnostics, sources });
        Ok(())
    }
}
