//! The check of a project, on a thread of its own: of the newest texts, as far as it needs no rendering; of all once
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

use super::{project::Root, publish::Publisher};
use crate::{
    build::{BuildContext, Snapshot, Theme, check_unpublished, prepare_decoded},
    content::{self, Content},
    diagnostic::{Diagnostic, Diagnostics, Failure, FileId},
    lock,
    preview::Watch,
    site::Settings,
    source::{self, Sources},
};

/// What comes within this time is checked together: an edit of several files, a change of branches.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// Pages are rendered once nothing was written for this long: the index of the search, for one, can't be cut short.
const QUIET: Duration = Duration::from_millis(300);

/// How often the watcher of the disk looks whether it is still needed.
const PATIENCE: Duration = Duration::from_secs(2);

/// A text that is open in the editor.
#[derive(Clone, Debug)]
pub(super) struct OpenText {
    /// Below the root.
    pub path: Arc<str>,
    /// As the client writes it.
    pub address: Url,
    pub version: i32,
    pub text: Arc<str>,
}

/// A state of the project, and what is wrong with it.
#[derive(Clone)]
pub(super) struct Analysis {
    pub sources: Arc<Sources>,
    pub content: Arc<Content>,
    /// `None` if mistakes leave no site, or this machine can't make one.
    pub snapshot: Option<Arc<Snapshot>>,
    pub diagnostics: Diagnostics,
    pub open: Arc<Vec<OpenText>>,
}

/// What everything is checked with.
pub(super) struct Environment {
    pub root: Root,
    pub clock: fn() -> Timestamp,
    /// When the project was last changed, if that is known.
    pub changed: Option<Timestamp>,
    pub context: BuildContext,
}

impl Environment {
    /// The inputs of `gympress check`.
    pub fn settings(&self) -> Settings {
        Settings { changed: self.changed, ..Settings::at((self.clock)()) }
    }
}

/// What is to be checked, and what was.
#[derive(Default)]
struct State {
    /// Counts what was to be checked so far.
    wanted: u64,
    /// The last of them that was.
    done: u64,
    open: Arc<Vec<OpenText>>,
    /// True if files on disk may be other ones.
    reads_disk: bool,
    /// True if somebody waits for it.
    is_urgent: bool,
    has_ended: bool,
    analysis: Option<Arc<Analysis>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut lock(&self.state));
        self.changed.notify_all();
    }

    fn is_newest(&self, number: u64) -> bool {
        let state = lock(&self.state);
        state.wanted == number && !state.has_ended
    }

    /// Waits for a while. Returns whether what was to be checked then is still the newest.
    fn stays_newest(&self, number: u64, duration: Duration) -> bool {
        let is_newest = |state: &mut State| state.wanted == number && !state.has_ended;
        let waited = self.changed.wait_timeout_while(lock(&self.state), duration, is_newest);
        waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}

/// Ends what waits for a check, however the thread ends.
struct End(Arc<Shared>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.change(|state| state.has_ended = true);
    }
}

/// Checks the newest texts, and tells the client what is wrong with them.
pub(super) struct Checker {
    pub environment: Arc<Environment>,
    shared: Arc<Shared>,
}

impl Checker {
    /// Begins to follow the project.
    pub fn start(environment: Environment, publisher: Publisher) -> Self {
        let (environment, shared) = (Arc::new(environment), Arc::<Shared>::default());
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

    /// Checks these texts from now on, in place of those on disk.
    pub fn open(&self, open: Vec<OpenText>) {
        self.shared.change(|state| {
            state.open = Arc::new(open);
            state.wanted += 1;
        });
    }

    /// Reads what is on disk again.
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
        let is_awaited = |state: &mut State| state.done < state.wanted && !state.has_ended;
        let state = self.shared.changed.wait_while(lock(&self.shared.state), is_awaited);
        state.unwrap_or_else(PoisonError::into_inner).analysis.clone()
    }

    /// True if nothing is checked any more, as a check went wrong.
    pub fn has_ended(&self) -> bool {
        lock(&self.shared.state).has_ended
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        self.shared.change(|state| state.has_ended = true);
    }
}

fn read_disk(shared: &Shared) {
    shared.change(|state| {
        state.reads_disk = true;
        state.wanted += 1;
    });
}

/// Follows what other programs write.
fn watch(root: &Path, shared: &Shared) {
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
    shared: Arc<Shared>,
    publisher: Publisher,
    /// What is on disk.
    saved: Option<Sources>,
    /// What the last check of everything found in addition, and in what.
    rendered: Option<(Arc<Sources>, Vec<Diagnostic>)>,
}

impl Worker {
    fn run(mut self) {
        let _end = End(self.shared.clone());
        while let Some((number, open, reads_disk)) = self.next() {
            if let Err(failure) = self.check(number, open, reads_disk) {
                // The client is told what is wrong with files; this is for whoever looks into the log.
                log::warn!("{failure}");
            }
            self.shared.change(|state| state.done = state.done.max(number));
        }
    }

    /// Waits for something to check.
    fn next(&self) -> Option<(u64, Arc<Vec<OpenText>>, bool)> {
        let shared = &*self.shared;
        let is_idle = |state: &mut State| state.done >= state.wanted && !state.has_ended;
        let state =
            shared.changed.wait_while(lock(&shared.state), is_idle).unwrap_or_else(PoisonError::into_inner);
        let is_early = |state: &mut State| !state.is_urgent && !state.has_ended;
        let waited = shared.changed.wait_timeout_while(state, DEBOUNCE, is_early);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        state.is_urgent = false;
        let reads_disk = std::mem::take(&mut state.reads_disk);
        (!state.has_ended).then(|| (state.wanted, state.open.clone(), reads_disk))
    }

    fn check(&mut self, number: u64, open: Arc<Vec<OpenText>>, reads_disk: bool) -> Result<(), Failure> {
        let environment = self.environment.clone();
        let saved = match self.saved.take() {
            Some(saved) if !reads_disk => saved,
            Some(saved) => {
                let all = source::FOLDERS.map(str::to_owned).into();
                saved.with_changes(&all, &mut Diagnostics::default())
            }
            None => Sources::load(environment.root.path(), &mut Diagnostics::default())?,
        };
        let is_unsaved = |open: &&OpenText| {
            let saved = saved.text_at(&open.path).map(|(_, saved)| saved);
            saved.is_none_or(|saved| saved.text != open.text || saved.theme.is_some())
        };
        let unsaved: Vec<&OpenText> = open.iter().filter(is_unsaved).collect();
        let is_saved = unsaved.is_empty();
        let sources = saved.with_unsaved(unsaved.into_iter().map(|open| (&*open.path, &*open.text)));
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
        // What rendering found stands until everything is saved again, where nothing has changed since.
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
        let built = snapshot.build(context, &mut diagnostics, |_| {
            if shared.is_newest(number) {
                Ok(())
            } else {
                Err(Failure::new("something else was written meanwhile"))
            }
        });
        let Ok(built) = built.inspect_err(|failure| log::info!("{failure}")) else { return Ok(()) };
        check_unpublished(&built.site, &sources, &settings, context, &mut diagnostics)?;
        let is_new = |found: &&Diagnostic| analysis.diagnostics.iter().all(|known| known != *found);
        let rendered: Vec<Diagnostic> = diagnostics.iter().filter(is_new).cloned().collect();
        self.rendered = Some((sources.clone(), rendered.clone()));
        self.show(number, analysis.with(rendered));
        Ok(())
    }

    /// Tells the client what is wrong with the newest texts; about older ones it isn't told.
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
    /// The same with what rendering found.
    fn with(&self, rendered: impl IntoIterator<Item = Diagnostic>) -> Self {
        let mut next = self.clone();
        next.diagnostics.extend(rendered);
        next.diagnostics.sort(&*next.sources);
        next
    }
}

/// True if all files that the diagnostic is about say the same in both.
fn is_same(diagnostic: &Diagnostic, old: &Sources, new: &Sources) -> bool {
    let related = diagnostic.related.iter().map(|label| label.span.file);
    let fixes = diagnostic.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span.file);
    let mut files = diagnostic.places().map(|place| place.file).chain(related).chain(fixes);
    files.all(|file: FileId| old.get(file) == new.get(file))
}

/// What is sent to the client.
pub(super) type Outgoing = Box<dyn Fn(Message) + Send>;
