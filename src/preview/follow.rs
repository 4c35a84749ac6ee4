//! From a change on disk to the snapshot that is shown.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{
        Arc,
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use jiff::Timestamp;

use super::{
    Notice, Options,
    background_check::{Candidate, Changes, Inspector},
    problems::Problems,
    state::StateWatch,
    watch::Watch,
};
use crate::{
    content,
    diagnostic::Diagnostics,
    failure::Failure,
    site::{BaseUrl, Settings},
    snapshot::prepare,
    source::Sources,
};

/// The most pages of a site that is checked as a whole before open pages are notified of a change. A larger one is
/// checked later, in the background.
const SMALL: usize = 400;

/// Reads a project again after each change, and shows what comes of it if nothing is wrong.
pub(super) struct Follower {
    options: Arc<Options>,
    current: Arc<StateWatch>,
    notices: Sender<Notice>,
    watch: Watch,
    sources: Arc<Sources>,
    inspector: Inspector,
    changes: Changes,
    later: Sender<Candidate>,
}

impl Follower {
    /// Reads the project in `root`, an absolute path, and shows it. What there is to check is still to
    /// be checked.
    ///
    /// # Errors
    /// If there's no project at the root, or it can't be watched.
    pub fn start(
        options: Arc<Options>,
        root: Arc<Path>,
        current: Arc<StateWatch>,
        notices: Sender<Notice>,
    ) -> Result<(Self, Option<Candidate>), Failure> {
        // Changes are noted from before the first reading, so that none falls in between.
        let watch = Watch::new(&root)?;
        let began = Instant::now();
        let mut found = Diagnostics::default();
        let mut sources = Sources::load(&options.root, &mut found)?;
        sources.require(content::required_files(), &mut found);
        let changes = Changes::default();
        let inspector = Inspector::new(&options, &current, &notices, &changes);
        let (later, candidates) = mpsc::channel();
        let background = inspector.clone();
        thread::spawn(move || background.run(&candidates));
        let sources = Arc::new(sources);
        let mut follower = Self { options, current, notices, watch, sources, inspector, changes, later };
        let candidate = match follower.take(BTreeSet::new(), found, began) {
            Ok(candidate) => candidate,
            // The mistakes are shown, as they are where something fails later.
            Err(failure) if follower.current.shown().problems.is_some() => {
                let _ = follower.notices.send(Notice::Failed(failure));
                None
            }
            Err(failure) => return Err(failure),
        };
        Ok((follower, candidate))
    }

    /// Where the site will be published, if that is known.
    pub fn base(&self) -> Option<BaseUrl> {
        self.current.shown().snapshot.as_ref().map(|snapshot| snapshot.site.base.clone())
    }

    /// Follows changes for as long as the watcher runs, after checking what is shown first.
    pub fn run(mut self, first: Option<Candidate>) {
        if let Some(candidate) = first {
            self.inspect(candidate);
        }
        loop {
            if let Some(failure) = self.watch.unwatched() {
                let _ = self.notices.send(Notice::Failed(failure));
            }
            let paths = match self.watch.batch(self.next_publication()) {
                Ok(paths) => paths,
                Err(failure) => return drop(self.notices.send(Notice::Failed(failure))),
            };
            self.changes.count();
            let began = Instant::now();
            let mut found = Diagnostics::default();
            let loaded = Sources::load(&self.options.root, &mut found);
            let mut sources = match loaded {
                Ok(sources) => sources,
                Err(failure) => {
                    let _ = self.notices.send(Notice::Failed(failure));
                    continue;
                }
            };
            sources.require(content::required_files(), &mut found);
            let changes = sources.changes(&self.sources, &paths);
            if changes.is_empty() && !paths.is_empty() {
                continue;
            }
            self.sources = Arc::new(sources);
            match self.take(changes, found, began) {
                Ok(Some(candidate)) => self.inspect(candidate),
                Ok(None) => {}
                Err(failure) => drop(self.notices.send(Notice::Failed(failure))),
            }
        }
    }

    /// Makes a snapshot of what was read, and shows it unless something is wrong already.
    fn take(
        &mut self,
        changes: BTreeSet<Arc<str>>,
        mut found: Diagnostics,
        began: Instant,
    ) -> Result<Option<Candidate>, Failure> {
        let snapshot = prepare(&self.sources, &self.settings(), &self.options.context, &mut found);
        if found.has_errors() || matches!(snapshot, Ok(None)) {
            self.refuse(changes, found);
            return snapshot.map(|_| None);
        }
        let Some(snapshot) = snapshot? else { return Ok(None) };
        let snapshot = Arc::new(snapshot);
        let only_styles = !changes.is_empty() && changes.iter().all(|path| path.ends_with(".css"));
        self.current.show(snapshot.clone(), !self.is_small(&snapshot), only_styles);
        Ok(Some(Candidate { snapshot, found, changes, took: began.elapsed() }))
    }

    /// Goes on showing the last good snapshot, because of what was found in the new one.
    fn refuse(&self, changes: BTreeSet<Arc<str>>, mut found: Diagnostics) {
        found.sort(&self.sources);
        self.current.refuse(Problems::new(&found, &self.sources));
        let (found, sources) = (Arc::new(found), self.sources.clone());
        let _ = self.notices.send(Notice::Refused { changes, found, sources });
    }

    fn inspect(&self, candidate: Candidate) {
        if self.is_small(&candidate.snapshot) {
            self.inspector.inspect(candidate);
        } else {
            let _ = self.later.send(candidate);
        }
    }

    fn is_small(&self, snapshot: &crate::snapshot::Snapshot) -> bool {
        snapshot.routes.iter().take(SMALL + 1).count() <= SMALL
    }

    fn settings(&self) -> Settings {
        let Options { drafts, base_url, .. } = &*self.options;
        Settings { now: self.now(), drafts: *drafts, base_url: base_url.clone() }
    }

    fn now(&self) -> Timestamp {
        self.options.now.unwrap_or_else(self.options.clock)
    }

    /// When the same files give another site by themselves: a post appears, a day begins.
    fn next_publication(&self) -> Option<Instant> {
        if self.options.now.is_some() {
            return None;
        }
        let (shown, now) = (self.current.shown(), self.now());
        // One whose time has passed while something was wrong comes with the next good snapshot.
        let next =
            shown.snapshot.iter().map(|snapshot| snapshot.site.good_until()).find(|next| *next > now)?;
        let wait = Duration::try_from(next.duration_since(now)).unwrap_or_default();
        Instant::now().checked_add(wait)
    }
}
