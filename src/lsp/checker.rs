//! The check of a project, on a thread of its own: of the newest texts without rendering, and of the rendered pages once
//! everything is saved.

use std::{
    path::Path,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use lsp_server::Message;
use lsp_types::Url;

use super::{project::ProjectRoot, publish::Publisher};
use crate::{
    build::{BuildContext, Snapshot, Theme, check_unpublished, prepare_decoded},
    content::{self, Content},
    diagnostic::{Diagnostic, Diagnostics, Failure, FileId},
    lock,
    preview::Watch,
    site::Settings,
    source::{self, Sources},
};

/// Pause before a check, so that one edit of several files (a change of branches) is checked once.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// Pause before pages are rendered, which can't be stopped at any point: the search index, for one, is made in one go.
const QUIET: Duration = Duration::from_millis(300);

/// The time after which the watcher of the disk looks whether it is still needed.
const PATIENCE: Duration = Duration::from_secs(2);

/// A text that is open in the editor.
#[derive(Clone, Debug)]
pub(super) struct OpenText {
    /// The path below the root.
    pub path: Arc<str>,
    /// The address as the client writes it.
    pub address: Url,
    pub version: i32,
    pub text: Arc<str>,
}

/// A state of the project, and its diagnostics.
#[derive(Clone)]
pub(super) struct Analysis {
    pub sources: Arc<Sources>,
    pub content: Arc<Content>,
    /// `None` if mistakes leave no site, or this machine can't make one.
    pub snapshot: Option<Arc<Snapshot>>,
    pub diagnostics: Diagnostics,
    pub open: Arc<Vec<OpenText>>,
}

/// The inputs of all checks.
pub(super) struct Environment {
    pub root: ProjectRoot,
    pub clock: fn() -> Timestamp,
    /// The time of the project's last change, if that is known.
    pub changed: Option<Timestamp>,
    pub context: BuildContext,
}

impl Environment {
    /// The inputs of `gympress check`.
    pub fn settings(&self) -> Settings {
        Settings { changed: self.changed, ..Settings::at((self.clock)()) }
    }
}

/// The requested checks, and the result of the last one.
#[derive(Default)]
struct CheckerState {
    /// The number of the newest requested check.
    wanted: u64,
    /// The number of the last check that was done.
    done: u64,
    open: Arc<Vec<OpenText>>,
    /// True if files on disk may have changed.
    reads_disk: bool,
    /// True if a request of the client waits for the check.
    is_urgent: bool,
    has_ended: bool,
    analysis: Option<Arc<Analysis>>,
}

#[derive(Default)]
struct CheckerQueue {
    state: Mutex<CheckerState>,
    changed: Condvar,
}

impl CheckerQueue {
    fn change(&self, change: impl FnOnce(&mut CheckerState)) {
        change(&mut lock(&self.state));
        self.changed.notify_all();
    }

    fn is_newest(&self, number: u64) -> bool {
        let state = lock(&self.state);
        state.wanted == number && !state.has_ended
    }

    /// Waits for a while. Returns false as soon as there is a newer check.
    fn stays_newest(&self, number: u64, duration: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(lock(&self.state), duration, |state| {
            state.wanted == number && !state.has_ended
        });
        waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}

/// Releases the requests that wait for a check, even if the thread panics.
struct End(Arc<CheckerQueue>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.change(|state| state.has_ended = true);
    }
}

/// Checks the newest texts, and sends their diagnostics to the client.
pub(super) struct ProjectChecker {
    pub environment: Arc<Environment>,
    shared: Arc<CheckerQueue>,
}

impl ProjectChecker {
    /// Starts the threads that check the project and watch its files.
    pub fn start(environment: Environment, publisher: Publisher) -> Self {
        let (environment, shared) = (Arc::new(environment), Arc::<CheckerQueue>::default());
        let worker = Worker {
            environment: environment.clone(),
            shared: shared.clone(),
            publisher,
            saved: None,
            rendered: None,
        };
        thread::spawn(move || worker.run());
        let (root, watching) = (environment.root.path().to_owned(), shared.clone());
        thread::spawn(move || match dunce::canonicalize(&root) {
            Ok(root) => watch(&root, &watching),
            Err(error) => log::warn!("can't watch {}: {error}", root.display()),
        });
        Self { environment, shared }
    }

    /// Checks the project with these texts in the place of those on disk.
    pub fn open(&self, open: Vec<OpenText>) {
        self.shared.change(|state| {
            state.open = Arc::new(open);
            state.wanted += 1;
        });
    }

    /// Reads the files on disk again.
    pub fn read_disk(&self) {
        read_disk(&self.shared);
    }

    /// The state that was checked last, which may be older than the newest texts.
    pub fn latest(&self) -> Option<Arc<Analysis>> {
        lock(&self.shared.state).analysis.clone()
    }

    /// The state of the newest texts, once it is checked.
    pub fn newest(&self) -> Option<Arc<Analysis>> {
        self.shared.change(|state| state.is_urgent = true);
        let state = self
            .shared
            .changed
            .wait_while(lock(&self.shared.state), |state| state.done < state.wanted && !state.has_ended);
        state.unwrap_or_else(PoisonError::into_inner).analysis.clone()
    }

    /// True if nothing is checked any more, because a check panicked.
    pub fn has_ended(&self) -> bool {
        lock(&self.shared.state).has_ended
    }
}

impl Drop for ProjectChecker {
    fn drop(&mut self) {
        self.shared.change(|state| state.has_ended = true);
    }
}

fn read_disk(shared: &CheckerQueue) {
    shared.change(|state| {
        state.reads_disk = true;
        state.wanted += 1;
    });
}

/// Requests a check whenever another program writes files.
fn watch(root: &Path, shared: &CheckerQueue) {
    let mut watch = Watch::new(root, false);
    while !lock(&shared.state).has_ended {
        match watch.batch(Some(Instant::now() + PATIENCE)) {
            Ok(paths) if paths.is_empty() => {}
            Ok(_) => read_disk(shared),
            Err(failure) => return log::warn!("{failure}"),
        }
    }
}

struct Worker {
    environment: Arc<Environment>,
    shared: Arc<CheckerQueue>,
    publisher: Publisher,
    /// The files on disk.
    saved: Option<Sources>,
    /// The diagnostics that only the last rendering found, and the sources that it rendered.
    rendered: Option<(Arc<Sources>, Vec<Diagnostic>)>,
}

/// A requested check.
struct CheckRequest {
    number: u64,
    open: Arc<Vec<OpenText>>,
    reads_disk: bool,
}

impl Worker {
    fn run(mut self) {
        let _end = End(self.shared.clone());
        while let Some(request) = self.next() {
            let number = request.number;
            if let Err(failure) = self.check(request) {
                // It isn't about a file, so that only the log can show it.
                log::warn!("{failure}");
            }
            self.shared.change(|state| state.done = state.done.max(number));
        }
    }

    /// Waits for something to check.
    fn next(&self) -> Option<CheckRequest> {
        let shared = &*self.shared;
        let state = shared
            .changed
            .wait_while(lock(&shared.state), |state| state.done >= state.wanted && !state.has_ended);
        let state = state.unwrap_or_else(PoisonError::into_inner);
        let waited =
            shared.changed.wait_timeout_while(state, DEBOUNCE, |state| !state.is_urgent && !state.has_ended);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.has_ended {
            return None;
        }
        state.is_urgent = false;
        let reads_disk = std::mem::take(&mut state.reads_disk);
        Some(CheckRequest { number: state.wanted, open: state.open.clone(), reads_disk })
    }

    fn check(&mut self, request: CheckRequest) -> Result<(), Failure> {
        let CheckRequest { number, open, reads_disk } = request;
        let environment = self.environment.clone();
        let saved = match self.saved.take() {
            Some(saved) if !reads_disk => saved,
            Some(saved) => {
                let all = source::FOLDERS.map(str::to_owned).into();
                saved.with_changes(&all, &mut Diagnostics::default())
            }
            None => Sources::load(environment.root.path(), &mut Diagnostics::default())?,
        };
        let mut unsaved: Vec<(&str, &str)> = Vec::new();
        for open in open.iter() {
            let saved = saved.text_at(&open.path).map(|(_, saved)| saved);
            if saved.is_none_or(|saved| saved.text != open.text || saved.theme.is_some()) {
                unsaved.push((&open.path, &open.text));
            }
        }
        let is_saved = unsaved.is_empty();
        let sources = saved.with_unsaved(unsaved);
        self.saved = Some(saved);
        let sources = Arc::new(sources);
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend(sources.errors());
        let (settings, context) = (environment.settings(), &environment.context);
        let theme = Theme::load(&sources, &mut diagnostics);
        let content = Arc::new(content::decode(&sources, &theme.types, &context.decoded, &mut diagnostics));
        let prepared = prepare_decoded(&theme, content.clone(), &settings, context, &mut diagnostics);
        let (snapshot, failure) = match prepared {
            Ok(snapshot) => (snapshot.map(Arc::new), None),
            Err(failure) => (None, Some(failure)),
        };
        let analysis = Analysis {
            sources: sources.clone(),
            content,
            snapshot: snapshot.clone(),
            diagnostics: diagnostics.clone(),
            open,
        };
        // Until everything is saved and rendered again, diagnostics of the last rendering stay if their files didn't change.
        if let Some((old, rendered)) = &mut self.rendered {
            rendered.retain(|diagnostic| is_same(diagnostic, old, &sources));
        }
        let rendered = self.rendered.iter().flat_map(|(_, rendered)| rendered.clone());
        self.show(number, analysis.with(rendered));
        let Some(snapshot) = snapshot.filter(|_| is_saved) else { return failure.map_or(Ok(()), Err) };
        if !self.shared.stays_newest(number, QUIET) {
            return Ok(());
        }
        let shared = self.shared.clone();
        let built = snapshot.check(context, &mut diagnostics, || {
            if shared.is_newest(number) {
                Ok(())
            } else {
                Err(Failure::new("something else was written meanwhile"))
            }
        });
        let Ok(built) = built.inspect_err(|failure| log::info!("{failure}")) else { return Ok(()) };
        check_unpublished(&built.site, &sources, &settings, context, &mut diagnostics)?;
        let mut rendered: Vec<Diagnostic> = diagnostics.iter().cloned().collect();
        rendered.retain(|found| analysis.diagnostics.iter().all(|known| known != found));
        self.rendered = Some((sources.clone(), rendered.clone()));
        self.show(number, analysis.with(rendered));
        Ok(())
    }

    /// Sends the diagnostics to the client, unless they are of texts that are no longer the newest.
    fn show(&mut self, number: u64, analysis: Analysis) {
        let analysis = Arc::new(analysis);
        if self.shared.is_newest(number) {
            self.publisher.publish(&analysis, &self.environment.root);
        }
        self.shared.change(|state| {
            state.analysis = Some(analysis);
            state.done = number;
        });
    }
}

impl Analysis {
    /// The analysis with the diagnostics of rendering.
    fn with(&self, rendered: impl IntoIterator<Item = Diagnostic>) -> Self {
        let mut next = self.clone();
        next.diagnostics.extend(rendered);
        next.diagnostics.sort(&*next.sources);
        next
    }
}

/// True if all files that the diagnostic is about are the same in both.
fn is_same(diagnostic: &Diagnostic, old: &Sources, new: &Sources) -> bool {
    let related = diagnostic.related.iter().map(|label| label.span.file);
    let fixes = diagnostic.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span.file);
    let mut files = diagnostic.places().map(|place| place.file).chain(related).chain(fixes);
    files.all(|file: FileId| old.get(file) == new.get(file))
}

/// A function that sends a message to the client.
pub(super) type Outgoing = Box<dyn Fn(Message) + Send>;
