//! The way from a change on disk to the snapshot that is shown.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    time::{Duration, Instant},
};

use jiff::Timestamp;

use super::{Notice, PreviewOptions, check::Unchecked, state::StateWatch, watch::Watch};
use crate::{
    build::{Snapshot, prepare},
    diagnostic::{Diagnostics, Failure},
    editor::Editor,
    site::BaseUrl,
    source::Sources,
};

/// The pause before a mistake is reported: an editor may still be writing, or Git switching branches.
const SETTLING: Duration = Duration::from_millis(250);

/// Reads a project again after each change, and shows the site if its pages can be rendered.
pub(super) struct Follower {
    options: Arc<PreviewOptions>,
    current: Arc<StateWatch>,
    notices: Sender<Notice>,
    checks: Sender<Unchecked>,
    watch: Watch,
    sources: Arc<Sources>,
    /// The moment before the newest site was prepared from them.
    prepared_at: Timestamp,
    /// Stops the check of the shown site.
    cancel_check: Arc<AtomicBool>,
    editor: Option<Arc<Editor>>,
}

/// The newest state of the project.
struct Update {
    /// `None` if mistakes leave no site whose pages can be rendered.
    snapshot: Option<Arc<Snapshot>>,
    diagnostics: Diagnostics,
}

impl Follower {
    /// Reads the project in `root`, an absolute path, and shows its site. The receiver gets each shown site, to check
    /// it as a whole.
    ///
    /// # Errors
    /// If there's no project at the root, or its changes can't be followed.
    pub fn start(
        options: Arc<PreviewOptions>,
        root: &Path,
        current: Arc<StateWatch>,
        notices: Sender<Notice>,
    ) -> Result<(Self, Receiver<Unchecked>), Failure> {
        // The watch begins before the project is read, so that no change is missed in between.
        let watch = Watch::new(root, options.polls);
        let began = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let sources = Arc::new(Sources::load(&options.root, &mut diagnostics)?);
        let (checks, unchecked) = mpsc::channel();
        let (prepared_at, cancel_check) = ((options.clock)(), Arc::default());
        let mut follower = Self {
            options,
            current,
            notices,
            checks,
            watch,
            sources,
            prepared_at,
            cancel_check,
            editor: None,
        };
        let update = follower.prepare(diagnostics)?;
        follower.finish(update, BTreeSet::new(), began);
        Ok((follower, unchecked))
    }

    /// The files as they were last read.
    pub fn sources(&self) -> Arc<Sources> {
        self.sources.clone()
    }

    /// Tells an editor of each change from now on.
    pub fn tell(&mut self, editor: Arc<Editor>) {
        self.editor = Some(editor);
    }

    /// The address at which the site will be published, if it is known.
    pub fn base(&self) -> Option<BaseUrl> {
        self.current.shown().snapshot.as_ref().map(|snapshot| snapshot.main.site.address.base.clone())
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

    /// Reads the changed files at `paths`, and shows the new site. Without paths, the same files give another site, as
    /// time has passed.
    fn follow(&mut self, mut paths: BTreeSet<String>) -> Result<(), Failure> {
        let mut began = Instant::now();
        let mut all_changes = BTreeSet::new();
        let is_timed = paths.is_empty();
        loop {
            let mut diagnostics = Diagnostics::default();
            let sources = self.sources.with_changes(&paths, &mut diagnostics);
            all_changes.extend(sources.changes(&self.sources, &paths));
            if all_changes.is_empty() && !is_timed {
                return Ok(());
            }
            self.cancel_check.store(true, Ordering::Relaxed);
            self.sources = Arc::new(sources);
            self.prepared_at = (self.options.clock)();
            let update = match self.prepare(diagnostics) {
                Ok(update) => update,
                Err(failure) => {
                    // The editor would report the same failure.
                    let _ = self.tell_editor(is_timed);
                    return Err(failure);
                }
            };
            if update.snapshot.is_none() {
                paths = self.watch.batch(Some(Instant::now() + SETTLING))?;
                if !paths.is_empty() {
                    began = Instant::now();
                    continue;
                }
            }
            self.finish(update, all_changes, began);
            return self.tell_editor(is_timed);
        }
    }

    /// Tells the editor of the files, and of the time. It prepares a site of its own, for which the preview doesn't wait.
    fn tell_editor(&self, is_timed: bool) -> Result<(), Failure> {
        let Some(editor) = &self.editor else { return Ok(()) };
        editor.follow(self.sources.clone())?;
        if is_timed { editor.follow_time() } else { Ok(()) }
    }

    /// Makes the site from the files that were read.
    fn prepare(&self, mut diagnostics: Diagnostics) -> Result<Update, Failure> {
        let settings = self.options.settings();
        let snapshot = match prepare(&self.sources, &settings, &self.options.context, &mut diagnostics) {
            Ok(snapshot) => snapshot.filter(|_| !diagnostics.has_errors()).map(Arc::new),
            // The mistakes are shown even if the machine fails.
            Err(failure) if diagnostics.has_errors() => {
                self.send(Notice::Failed(failure));
                None
            }
            Err(failure) => return Err(failure),
        };
        diagnostics.sort(&self.sources);
        Ok(Update { snapshot, diagnostics })
    }

    /// Shows the site, and sends it to be checked as a whole. If mistakes leave no site, reports them.
    fn finish(&mut self, update: Update, changes: BTreeSet<Arc<str>>, began: Instant) {
        let Update { snapshot, diagnostics } = update;
        let Some(snapshot) = snapshot else {
            self.current.refuse(&diagnostics, &self.sources);
            let (diagnostics, sources) = (Arc::new(diagnostics), self.sources.clone());
            return self.send(Notice::Refused { changes, diagnostics, sources });
        };
        let only_styles = !changes.is_empty() && changes.iter().all(|path| path.ends_with(".css"));
        let state = self.current.show(snapshot.clone(), only_styles);
        self.cancel_check = Arc::default();
        let (took, cancelled) = (began.elapsed(), self.cancel_check.clone());
        // The receiver is closed once the preview ends.
        let _ = self.checks.send(Unchecked { snapshot, state, changes, took, diagnostics, cancelled });
    }

    fn send(&self, notice: Notice) {
        // The receiver is closed once the preview ends.
        let _ = self.notices.send(notice);
    }

    /// The moment at which the same files will give another site: an entry appears, or a day begins. Returns `None` if
    /// the time stands still.
    fn next_publication(&self) -> Option<Instant> {
        if self.options.now.is_some() {
            return None;
        }
        let next = self.current.shown().snapshot.as_ref()?.main.site.valid_until();
        // The site was prepared again after that moment, and isn't shown because of mistakes.
        if next <= self.prepared_at {
            return None;
        }
        // A moment that passed while the site was prepared needs no waiting.
        let wait = next.duration_since((self.options.clock)());
        let wait = Duration::try_from(wait).unwrap_or_default();
        Instant::now().checked_add(wait)
    }
}
