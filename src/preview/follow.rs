//! From a change on disk to the snapshot that is shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{Arc, Mutex, PoisonError, mpsc::Sender},
    time::{Duration, Instant},
};

use jiff::Timestamp;

use super::{Notice, Options, notice::Effect, state::StateWatch, watch::Watch};
use crate::{
    content,
    diagnostic::Diagnostics,
    failure::Failure,
    output::{Artifact, OutputPath},
    site::{BaseUrl, Settings},
    snapshot::{Snapshot, prepare},
    source::Sources,
};

/// A mistake is reported if nothing more is saved for this long: an editor may be at it, or a change of branches.
const SETTLING: Duration = Duration::from_millis(250);

/// Reads a project again after each change, checks it as `gympress check` does, and shows it if nothing is wrong.
pub(super) struct Follower {
    options: Options,
    current: Arc<StateWatch>,
    notices: Sender<Notice>,
    watch: Watch,
    sources: Arc<Sources>,
    /// What all pages were when the site was shown last.
    pages: BTreeMap<OutputPath, blake3::Hash>,
}

/// What the newest state of the project comes to.
struct Update {
    snapshot: Option<Arc<Snapshot>>,
    found: Diagnostics,
    pages: BTreeMap<OutputPath, blake3::Hash>,
}

impl Follower {
    /// Reads the project in `root`, an absolute path, and shows it. Returns what there is to say of it.
    ///
    /// # Errors
    /// If there's no project at the root, or its changes can't be followed.
    pub fn start(
        options: Options,
        root: &Path,
        current: Arc<StateWatch>,
        notices: Sender<Notice>,
    ) -> Result<(Self, Notice), Failure> {
        // Changes are noted from before the first reading, so that none falls in between.
        let watch = Watch::new(root)?;
        let began = Instant::now();
        let mut found = Diagnostics::default();
        let mut sources = Sources::load(&options.root, &mut found)?;
        sources.require(content::required_files(), &mut found);
        let sources = Arc::new(sources);
        let mut follower = Self { options, current, notices, watch, sources, pages: BTreeMap::new() };
        let update = follower.check(found)?;
        let first = follower.finish(update, BTreeSet::new(), began);
        Ok((follower, first))
    }

    /// Where the site will be published, if that is known.
    pub fn base(&self) -> Option<BaseUrl> {
        self.current.shown().snapshot.as_ref().map(|snapshot| snapshot.site.base.clone())
    }

    /// Follows changes for as long as the watcher runs.
    pub fn run(mut self) {
        loop {
            if let Some(failure) = self.watch.failure() {
                self.send(Notice::Failed(failure));
            }
            let paths = match self.watch.batch(self.next_publication()) {
                Ok(paths) => paths,
                Err(failure) => return self.send(Notice::Failed(failure)),
            };
            if let Err(failure) = self.follow(paths) {
                self.send(Notice::Failed(failure));
            }
        }
    }

    /// Reads what changed at `paths`, or nothing if it is time for a post, and shows what comes of it.
    fn follow(&mut self, mut paths: BTreeSet<String>) -> Result<(), Failure> {
        let mut began = Instant::now();
        let mut all_changes = BTreeSet::new();
        let is_timed = paths.is_empty();
        loop {
            let mut found = Diagnostics::default();
            let mut sources = self.sources.reload(&mut found);
            sources.require(content::required_files(), &mut found);
            all_changes.extend(sources.changes(&self.sources, &paths));
            if all_changes.is_empty() && !is_timed {
                return Ok(());
            }
            self.sources = Arc::new(sources);
            let update = self.check(found)?;
            if update.found.has_errors() {
                paths = self.watch.batch(Some(Instant::now() + SETTLING))?;
                if !paths.is_empty() {
                    began = Instant::now();
                    continue;
                }
            }
            let notice = self.finish(update, all_changes, began);
            self.send(notice);
            return Ok(());
        }
    }

    /// Makes the site from what was read, with all pages.
    fn check(&self, mut found: Diagnostics) -> Result<Update, Failure> {
        let context = &self.options.context;
        let pages = Mutex::new(BTreeMap::new());
        let note = |file: &Artifact| {
            if file.path.is_html() {
                let hash = blake3::hash(&file.bytes.ready());
                pages.lock().unwrap_or_else(PoisonError::into_inner).insert(file.path.clone(), hash);
            }
            Ok(())
        };
        let settings = Settings {
            now: self.now(),
            drafts: self.options.drafts,
            changed: None,
            base_url: self.options.base_url.clone(),
        };
        let prepared = match prepare(&self.sources, &settings, context, &mut found) {
            Ok(snapshot) => snapshot.map(Arc::new),
            // The mistakes are shown all the same.
            Err(failure) if found.has_errors() => {
                self.send(Notice::Failed(failure));
                None
            }
            Err(failure) => return Err(failure),
        };
        let snapshot = prepared.filter(|_| !found.has_errors());
        if let Some(snapshot) = &snapshot {
            snapshot.build(context, &mut found, note)?;
        }
        found.sort(&self.sources);
        let pages = pages.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Update { snapshot, found, pages })
    }

    /// Shows the site, unless something is wrong with it. Returns what there is to say of it.
    fn finish(&mut self, update: Update, changes: BTreeSet<Arc<str>>, began: Instant) -> Notice {
        let Update { snapshot, found, pages } = update;
        let sources = self.sources.clone();
        let Some(snapshot) = snapshot.clone().filter(|_| !found.has_errors()) else {
            self.current.refuse(snapshot, &found, &sources);
            return Notice::Refused { changes, found: Arc::new(found), sources };
        };
        let only_styles = !changes.is_empty() && changes.iter().all(|path| path.ends_with(".css"));
        self.current.show(snapshot, only_styles);
        let last = std::mem::replace(&mut self.pages, pages);
        let changed = self.pages.keys().filter(|path| last.get(*path) != self.pages.get(*path));
        let removed = last.keys().filter(|path| !self.pages.contains_key(*path));
        let changed = changed.chain(removed).map(OutputPath::address).collect();
        let effect = Effect { pages: self.pages.len(), changed };
        let (took, found) = (began.elapsed(), Arc::new(found));
        Notice::Shown { changes, took, effect, found, sources }
    }

    fn send(&self, notice: Notice) {
        // The receiver is closed once the preview ends.
        let _ = self.notices.send(notice);
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
