//! Editing by clicking: what somebody changes in a browser stands here as drafts, whole texts of files over those on disk, until it
//! is saved. Each change makes a new state of the project, of which pages and mistakes are shown.

mod answered;
mod answers;
mod changes;
mod choices;
mod drafts;
mod files;
mod history;
mod journal;
mod origins;
mod project;
mod published;
mod queries;
mod replay;
mod save;
mod translations;
mod tree;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, PoisonError, atomic::AtomicUsize},
    time::Duration,
};

pub use answers::{EditEvent, EditRefusal, EditReply, FileVersion, RequestedOperation, StepReply};
pub use history::Direction as HistoryDirection;
pub use project::EditedProject;

use toml_schema::edit::{NewValue, Operation, Path};

use crate::{
    build::BuildContext,
    diagnostic::{Diagnostics, Failure},
    lock,
    site::Settings,
    source::Sources,
};
use answered::AnsweredRequests;
use answers::ChangeReason;
use changes::{FileChanges, kept_at, says_the_same};
use drafts::Drafts;
use history::History;
use journal::Journal;
use queries::PageCounts;
use translations::{RowName, with_note_of};

/// Things that an editor needs besides the project.
pub struct EditorEnvironment {
    /// The folder of the project.
    pub root: PathBuf,
    /// Caches of its own, as they know one state of the project.
    pub context: BuildContext,
    /// The inputs of a state besides its files.
    pub settings: Box<dyn Fn() -> Settings + Send + Sync>,
}

/// The editor of a project.
pub struct Editor {
    environment: EditorEnvironment,
    journal: Journal,
    state: Mutex<EditorState>,
    changed: Condvar,
    uses: Mutex<Arc<PageCounts>>,
    /// The number of counts of pages that began; an older one ends.
    counts: AtomicUsize,
}

/// The newest state.
struct EditorState {
    /// The files on disk.
    disk: Arc<Sources>,
    drafts: Drafts,
    history: History,
    answered: AnsweredRequests,
    /// The text in which somebody types, if translations name a row by it.
    row_name: Option<RowName>,
    /// The number of changes.
    revision: u64,
    why: ChangeReason,
    /// The project with the drafts.
    project: Arc<EditedProject>,
    /// The project before the last change. Pages opened at that time still request its styles.
    before: Option<Arc<EditedProject>>,
}

/// A state that can be shown. Until then nothing has changed, also in the history.
struct NextState {
    drafts: Drafts,
    project: EditedProject,
}

impl Editor {
    /// An editor of these files, with the drafts that an earlier one left.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn new(environment: EditorEnvironment, disk: Arc<Sources>) -> Result<Arc<Self>, Failure> {
        let journal = Journal::of(&environment.root);
        let (kept, answered) = journal.read(&disk)?;
        let mut drafts = Drafts::default();
        let mut project = EditedProject::of(&disk, &drafts, &environment)?;
        // Somebody may have changed the files meanwhile.
        if !kept.is_empty() {
            drafts = replay::onto(&kept, &disk, &project.content);
            project = EditedProject::of(&disk, &drafts, &environment)?;
        }
        let state = EditorState {
            disk,
            drafts,
            history: History::default(),
            answered,
            row_name: None,
            revision: 1,
            why: ChangeReason::Disk,
            project: Arc::new(project),
            before: None,
        };
        let (state, changed) = (Mutex::new(state), Condvar::new());
        let (uses, counts) = (Mutex::default(), AtomicUsize::default());
        let editor = Arc::new(Self { environment, journal, state, changed, uses, counts });
        editor.count_uses();
        Ok(editor)
    }

    /// The project with the drafts.
    pub fn project(&self) -> Arc<EditedProject> {
        lock(&self.state).project.clone()
    }

    /// The project before the last change, if there was one.
    pub fn project_before(&self) -> Option<Arc<EditedProject>> {
        lock(&self.state).before.clone()
    }

    /// Takes the files on disk as another program wrote them. Drafts of files that it wrote are made again on the new texts.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn follow(self: &Arc<Self>, disk: Arc<Sources>) -> Result<(), Failure> {
        self.take(disk)?;
        self.count_uses();
        Ok(())
    }

    /// Makes the project again from the same files, as time has passed.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn follow_time(self: &Arc<Self>) -> Result<(), Failure> {
        let mut state = lock(&self.state);
        let next = self.next(&state, &state.disk, &state.drafts)?;
        self.show(&mut state, next, ChangeReason::Time)?;
        drop(state);
        self.count_uses();
        Ok(())
    }

    fn take(&self, disk: Arc<Sources>) -> Result<(), Failure> {
        let mut state = lock(&self.state);
        self.take_into(&mut state, disk, ChangeReason::Disk)
    }

    fn take_into(
        &self,
        state: &mut EditorState,
        disk: Arc<Sources>,
        why: ChangeReason,
    ) -> Result<(), Failure> {
        if Arc::ptr_eq(&state.disk, &disk) {
            return Ok(());
        }
        // A file that was read before it was saved here is read again.
        let read: BTreeSet<String> =
            disk.changes(&state.disk, &BTreeSet::new()).iter().map(ToString::to_string).collect();
        let disk = if read.is_empty() {
            disk
        } else {
            Arc::new(disk.with_changes(&read, &mut Diagnostics::default()))
        };
        let changed = disk.changes(&state.disk, &BTreeSet::new());
        let mut drafts = replay::onto(&state.drafts, &disk, &state.project.content);
        // A file that the editor saved itself is known.
        if changed.is_empty() && drafts == state.drafts {
            state.disk = disk;
            return Ok(());
        }
        let translated = state.translated_again(&drafts, &disk);
        self.note_originals(&disk, &mut drafts, &translated)?;
        let next = self.next(state, &disk, &drafts)?;
        state.disk = disk;
        state.history.forget_with(&changed);
        self.show(state, next, why)
    }

    /// The state with these drafts. Those of files that another program changed, too, are compared with what it wrote.
    fn next(&self, state: &EditorState, disk: &Sources, drafts: &Drafts) -> Result<NextState, Failure> {
        let drafts = replay::onto(drafts, disk, &state.project.content);
        let project = EditedProject::of(disk, &drafts, &self.environment)?;
        Ok(NextState { drafts, project })
    }

    /// The state with drafts that somebody changed.
    fn edited(&self, state: &EditorState, drafts: &Drafts) -> Result<NextState, EditRefusal> {
        self.next(state, &state.disk, drafts).map_err(EditRefusal::of_machine)
    }

    /// Makes operations, all or none. Under the number of a request that was answered already, nothing is made once more.
    ///
    /// # Errors
    /// If a file has another version by now, or one of the operations can't be made.
    pub fn operate(
        &self,
        request: Option<u64>,
        versions: &BTreeMap<String, FileVersion>,
        operations: Vec<RequestedOperation>,
    ) -> Result<EditReply, EditRefusal> {
        let mut state = lock(&self.state);
        if let Some(versions) = request.and_then(|number| state.answered.versions_of(number)) {
            return Ok(EditReply { revision: state.revision, versions: versions.clone() });
        }
        state.check_versions(versions)?;
        let mut drafts = state.drafts.clone();
        let mut touched = BTreeSet::new();
        let single = match &operations[..] {
            [RequestedOperation::Set { file, path, .. }] => Some((file.clone(), path.clone())),
            _ => None,
        };
        let mut translated = Vec::new();
        for (number, operation) in operations.into_iter().enumerate() {
            let (file, operation) = operation.split();
            if is_too_long(&operation) {
                return Err(EditRefusal::too_long());
            }
            if let Operation::Set { path, .. } | Operation::Keep { path } = &operation
                && state.project.content.original_file(&file).is_some()
            {
                translated.push((file.clone(), path.clone()));
            }
            let schema = state.project.schema_of(&file).ok_or_else(|| EditRefusal::no_file(&file))?;
            touched.extend(state.take_keys_along(&file, &operation, &mut drafts));
            let beginning = state.project.content.beginning_of(&file);
            drafts
                .operate(&file, &state.disk, &schema, &beginning, operation)
                .map_err(|refusal| EditRefusal::of_operation(number, refusal.to_string()))?;
            touched.insert(Arc::<str>::from(file));
        }
        self.note_originals(&state.disk, &mut drafts, &translated).map_err(EditRefusal::of_machine)?;
        let next = self.edited(&state, &drafts)?;
        // A change that comes to the same is nothing to take back, and leaves what was taken back.
        if touched.iter().any(|file| drafts.text(file, &state.disk) != state.drafts.text(file, &state.disk)) {
            state.remember(&touched, single);
        }
        self.show_answered(&mut state, next, touched, request)
    }

    /// Makes a correction of a problem.
    ///
    /// # Errors
    /// If the file has another version by now, or there is no such correction.
    pub fn correct(
        &self,
        file: &str,
        version: &FileVersion,
        problem: &str,
        choice: usize,
    ) -> Result<EditReply, EditRefusal> {
        let mut state = lock(&self.state);
        state.check_versions(&BTreeMap::from([(file.to_owned(), version.clone())]))?;
        let texts = state.project.corrected(file, problem, choice).ok_or_else(EditRefusal::no_correction)?;
        let mut drafts = state.drafts.clone();
        let mut touched = BTreeSet::new();
        for (path, text) in texts {
            drafts.write(&path, &state.disk, text);
            touched.insert(path);
        }
        let next = self.edited(&state, &drafts)?;
        state.remember(&touched, None);
        self.show_edit(&mut state, next, touched)
    }

    /// Takes the last change back, or makes it again.
    ///
    /// # Errors
    /// If there is none, or the machine fails.
    pub fn step(&self, direction: HistoryDirection) -> Result<StepReply, EditRefusal> {
        let mut state = lock(&self.state);
        let (drafts, disk, project) = (state.drafts.clone(), state.disk.clone(), state.project.clone());
        let (stepped, file) = state
            .history
            .stepped(direction, &drafts, &disk)
            .ok_or_else(|| EditRefusal::new(409, "there is nothing left to take back"))?;
        let next = self.edited(&state, &stepped)?;
        state.history.step(direction, &drafts, &disk);
        self.show(&mut state, next, ChangeReason::Edited).map_err(EditRefusal::of_machine)?;
        let path = state.project.first_difference(&project, &file);
        Ok(StepReply { revision: state.revision, file, path })
    }

    /// Drops drafts: those of these files, or all. It can be undone.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn discard(&self, files: Option<&[String]>) -> Result<EditReply, EditRefusal> {
        let mut state = lock(&self.state);
        let mut drafts = state.drafts.clone();
        let touched = drafts.discard(files);
        let next = self.edited(&state, &drafts)?;
        state.remember(&touched, None);
        self.show_edit(&mut state, next, touched)
    }

    /// Takes back a single change of a draft, at a path of its file, with the keys by which translations name that row.
    ///
    /// # Errors
    /// If nothing is changed there, or it can't be taken back alone.
    pub fn take_back(&self, file: &str, path: &Path) -> Result<EditReply, EditRefusal> {
        let mut state = lock(&self.state);
        let mut drafts = state.drafts.clone();
        let nothing = || EditRefusal::new(409, "nothing is changed here any more");
        let draft = drafts.get(file).ok_or_else(nothing)?;
        let base = draft.base.clone().ok_or_else(nothing)?;
        let schema = state.project.schema_of(file).ok_or_else(|| EditRefusal::no_file(file))?;
        let mut touched = BTreeSet::from([Arc::<str>::from(file)]);
        let kept = kept_at(&base, &draft.text, path);
        let operations = if let Some(kept) = kept {
            let sample = with_note_of((&base, &kept.from), (&draft.text, path)).ok_or_else(nothing)?;
            drafts.write(file, &state.disk, sample.into());
            Vec::new()
        } else {
            let changes = FileChanges::of(Some(&schema), &base, &draft.text);
            changes.taking_back(path).ok_or_else(nothing)?
        };
        for operation in operations {
            touched.extend(state.take_keys_along(file, &operation, &mut drafts));
            drafts
                .operate(file, &state.disk, &schema, "", operation)
                .map_err(|refusal| EditRefusal::of_operation(0, refusal.to_string()))?;
        }
        // A note that was written with a translation isn't about the text of before.
        let noted = drafts.get(file).and_then(|draft| with_note_of((&base, path), (&draft.text, path)));
        if let Some(noted) = noted {
            drafts.rewrite(file, noted.into());
        }
        if drafts.get(file).is_some_and(|draft| says_the_same(&base, &draft.text)) {
            drafts.discard(Some(&[file.to_owned()]));
        }
        let next = self.edited(&state, &drafts)?;
        state.remember(&touched, None);
        self.show_edit(&mut state, next, touched)
    }

    /// Settles a conflict: where both changed the same, what was written here stays, or what is on disk. The other one is an undo
    /// away.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn resolve(&self, file: &str, keeps_own: bool) -> Result<EditReply, EditRefusal> {
        let mut state = lock(&self.state);
        let mut drafts = state.drafts.clone();
        let touched = BTreeSet::from([Arc::<str>::from(file)]);
        let (mut other, disk) = (drafts.clone(), state.disk.clone());
        other.resolve(file, &disk, !keeps_own);
        drafts.resolve(file, &disk, keeps_own);
        let next = self.edited(&state, &drafts)?;
        state.history.remember(&touched, &other, &disk, None);
        self.show_edit(&mut state, next, touched)
    }

    /// Waits until something has changed since `known`, or until `patience` runs out.
    pub fn wait(&self, known: Option<u64>, patience: Duration) -> EditEvent {
        let state = lock(&self.state);
        let waited = self.changed.wait_timeout_while(state, patience, |state| Some(state.revision) == known);
        let state = waited.unwrap_or_else(PoisonError::into_inner).0;
        EditEvent { revision: state.revision, why: state.why }
    }

    fn show_edit(
        &self,
        state: &mut EditorState,
        next: NextState,
        touched: BTreeSet<Arc<str>>,
    ) -> Result<EditReply, EditRefusal> {
        self.show_answered(state, next, touched, None)
    }

    /// Shows a state, and knows from now on that it is the answer to a request.
    fn show_answered(
        &self,
        state: &mut EditorState,
        next: NextState,
        touched: BTreeSet<Arc<str>>,
        request: Option<u64>,
    ) -> Result<EditReply, EditRefusal> {
        let versions = touched.into_iter().filter_map(|file| {
            let version = next.project.version(&file)?;
            Some((file.to_string(), version))
        });
        let versions: BTreeMap<String, FileVersion> = versions.collect();
        if let Some(number) = request {
            state.answered.remember(number, versions.clone());
        }
        self.show(state, next, ChangeReason::Edited).map_err(EditRefusal::of_machine)?;
        Ok(EditReply { revision: state.revision, versions })
    }

    /// Shows a state, whose drafts survive a crash from now on. They stand even if a full disk keeps them from that.
    fn show(&self, state: &mut EditorState, next: NextState, why: ChangeReason) -> Result<(), Failure> {
        let NextState { drafts, project } = next;
        let before = std::mem::replace(&mut state.project, Arc::new(project));
        let past = state.before.replace(before);
        // Freeing the memory of a large site takes a while, for which nobody has to wait.
        rayon::spawn(move || drop(past));
        let is_new = drafts != state.drafts;
        state.drafts = drafts;
        state.revision += 1;
        state.why = why;
        self.changed.notify_all();
        if is_new { self.journal.write(&state.drafts, &state.answered) } else { Ok(()) }
    }
}

/// The most bytes of a text.
const LONGEST_TEXT: usize = 256 * 1024;

fn is_too_long(operation: &Operation) -> bool {
    match operation {
        Operation::Set { value, .. } | Operation::Insert { value, .. } => has_long_text(value),
        _ => false,
    }
}

fn has_long_text(value: &NewValue) -> bool {
    match value {
        NewValue::Text(text) => text.len() > LONGEST_TEXT,
        NewValue::List(list) => list.iter().any(has_long_text),
        NewValue::Table(table) => table.iter().any(|(_, value)| has_long_text(value)),
        NewValue::Number(_) | NewValue::Date(_) | NewValue::Flag(_) => false,
    }
}

impl EditorState {
    fn check_versions(&self, versions: &BTreeMap<String, FileVersion>) -> Result<(), EditRefusal> {
        let newer = versions.iter().filter_map(|(file, known)| {
            let now = self.project.version(file)?;
            (now != *known).then(|| (file.clone(), now))
        });
        let newer: BTreeMap<String, FileVersion> = newer.collect();
        if newer.is_empty() { Ok(()) } else { Err(EditRefusal::older(newer)) }
    }

    /// Remembers the texts before a change, so that it can be taken back. What somebody types into one field is one change.
    fn remember(&mut self, touched: &BTreeSet<Arc<str>>, field: Option<(String, Path)>) {
        let (disk, drafts) = (self.disk.clone(), self.drafts.clone());
        self.history.remember(touched, &drafts, &disk, field);
    }
}
