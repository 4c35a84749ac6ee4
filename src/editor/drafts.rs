//! Unsaved changes: whole texts of files, with the way to each from the text on disk.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use toml_schema::edit::{Operation, Path, Refusal, apply};

use super::tree::{says_nothing, values};
use crate::{schema::Schema, source::Sources};

/// The unsaved texts, by the paths of their files.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Drafts(BTreeMap<Arc<str>, Arc<Draft>>);

/// The unsaved text of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    /// The text on disk from which it was made; `None` for a new file.
    pub base: Option<Arc<str>>,
    pub text: Arc<str>,
    /// The operations since.
    pub steps: Vec<DraftStep>,
    /// The change by another program, if both changed the same.
    pub conflict: Option<Conflict>,
    /// The field that was set last.
    pub typed: Option<TypedField>,
}

/// A change by another program of a file that was changed here, too.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Conflict {
    /// It wrote a text, on which not all that was done here can be done again.
    Written(ConflictWays),
    Deleted,
}

/// The two ways out of a conflict. Both have what only one of the two programs changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ConflictWays {
    /// The text that says, where both changed the same, what was written here.
    pub mine: DraftWay,
    /// The text that says, where both changed the same, what the other program wrote.
    pub theirs: DraftWay,
}

/// A text, with the way to it from the text on disk.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DraftWay {
    pub text: Arc<str>,
    pub steps: Vec<DraftStep>,
}

impl DraftWay {
    /// The text as a whole.
    pub fn whole(text: Arc<str>) -> Self {
        Self { text, steps: vec![DraftStep::Text] }
    }
}

/// A field in which somebody types, and the text of the file before that: each letter sets it anew from there, so that typing a
/// letter and deleting it leaves no trace.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TypedField {
    path: Path,
    before: Arc<str>,
    /// The number of steps before it.
    steps: usize,
}

/// A part of the way from the text on disk.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DraftStep {
    Operation(Operation),
    /// The whole text was replaced, by a correction or by going back beyond a save.
    Text,
}

impl Draft {
    /// A draft whose way isn't known.
    pub fn whole(base: Option<Arc<str>>, text: Arc<str>) -> Self {
        Self::of_steps(base, text, vec![DraftStep::Text])
    }

    /// A draft with the way to it.
    pub fn of_steps(base: Option<Arc<str>>, text: Arc<str>, steps: Vec<DraftStep>) -> Self {
        Self { base, text, steps, conflict: None, typed: None }
    }
}

/// The text of a file on disk.
pub(super) fn text_on_disk(path: &str, disk: &Sources) -> Option<Arc<str>> {
    let (_, text) = disk.text_at(path)?;
    let is_there = text.theme.is_none() && (text.error.is_none() || !text.text.is_empty());
    is_there.then(|| text.text.clone())
}

impl Drafts {
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<Draft>)> {
        self.0.iter()
    }

    pub fn get(&self, path: &str) -> Option<&Arc<Draft>> {
        self.0.get(path)
    }

    pub fn paths(&self) -> BTreeSet<String> {
        self.0.keys().map(ToString::to_string).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, draft)| (&**path, &*draft.text))
    }

    /// The text of a file, with what is changed of it.
    pub fn text(&self, path: &str, disk: &Sources) -> Option<Arc<str>> {
        match self.0.get(path) {
            Some(draft) => Some(draft.text.clone()),
            None => text_on_disk(path, disk),
        }
    }

    /// Makes an operation on the text of a file of a type; of one that isn't there yet, on how such a file begins.
    ///
    /// # Errors
    /// If it can't be made there.
    pub fn operate(
        &mut self,
        path: &str,
        disk: &Sources,
        schema: &Schema,
        beginning: &str,
        operation: Operation,
    ) -> Result<(), Refusal> {
        let text = self.text(path, disk).unwrap_or_else(|| beginning.into());
        let mut draft = self.draft(path, disk, text);
        // Whatever else is done ends the typing.
        let typed = draft.typed.take();
        let again = match &operation {
            Operation::Set { path, .. } | Operation::Unset { path } => {
                typed.filter(|typed| typed.path == *path)
            }
            _ => None,
        };
        if let Some(typed) = again {
            draft.text = typed.before;
            draft.steps.truncate(typed.steps);
        }
        let changed = apply(&draft.text, schema, &operation)?;
        if let Operation::Set { path, .. } | Operation::Unset { path } = &operation {
            let (before, steps) = (draft.text.clone(), draft.steps.len());
            draft.typed = Some(TypedField { path: path.clone(), before, steps });
        }
        if *changed != *draft.text {
            draft.text = changed.into();
            draft.steps.push(DraftStep::Operation(operation));
        }
        self.put(path, draft);
        Ok(())
    }

    /// Replaces the text of a file, or makes a file.
    pub fn write(&mut self, path: &str, disk: &Sources, text: Arc<str>) {
        let mut draft = self.draft(path, disk, text);
        draft.typed = None;
        draft.steps.push(DraftStep::Text);
        self.put(path, draft);
    }

    /// Writes something else into a draft, as a part of the step that was just made.
    pub fn rewrite(&mut self, path: &str, text: Arc<str>) {
        if let Some(draft) = self.0.get(path) {
            self.put(path, Draft { text, ..Draft::clone(draft) });
        }
    }

    /// The draft of a file, which may have none yet, with this text.
    fn draft(&self, path: &str, disk: &Sources, text: Arc<str>) -> Draft {
        match self.0.get(path) {
            Some(draft) => Draft { text, ..Draft::clone(draft) },
            None => Draft::of_steps(text_on_disk(path, disk), text, Vec::new()),
        }
    }

    /// A draft that says what is on disk is none, and neither is a new file that says nothing.
    fn put(&mut self, path: &str, draft: Draft) {
        let is_none = match &draft.base {
            Some(base) => *base == draft.text,
            None => says_nothing(&values(&draft.text)),
        };
        if is_none && draft.conflict.is_none() {
            self.0.remove(path);
        } else {
            self.0.insert(path.into(), Arc::new(draft));
        }
    }

    /// Puts the text of a file as it was: `None` where there was none. A conflict stays until it is settled.
    pub fn restore(&mut self, path: &Arc<str>, disk: &Sources, text: Option<Arc<str>>) {
        let base = match self.0.get(path) {
            Some(draft) if draft.conflict.is_some() => draft.base.clone(),
            _ => text_on_disk(path, disk),
        };
        match text {
            Some(text) if base.as_ref() != Some(&text) => {
                self.0.insert(path.clone(), Arc::new(Draft::whole(base, text)));
            }
            // A file that was saved meanwhile stays.
            _ => {
                self.0.remove(path);
            }
        }
    }

    /// Puts a draft in the place of that of a file.
    pub fn set(&mut self, path: &Arc<str>, draft: Draft) {
        self.0.insert(path.clone(), Arc::new(draft));
    }

    /// Drops the drafts of these files, or all. Returns their paths.
    pub fn discard(&mut self, files: Option<&[String]>) -> BTreeSet<Arc<str>> {
        let mut dropped: BTreeSet<Arc<str>> = self.0.keys().cloned().collect();
        if let Some(files) = files {
            dropped.retain(|path| files.iter().any(|file| **file == **path));
        }
        self.0.retain(|path, _| !dropped.contains(path));
        dropped
    }

    /// Settles a conflict.
    pub fn resolve(&mut self, path: &str, disk: &Sources, keeps_own: bool) {
        let Some((path, draft)) = self.0.remove_entry(path) else { return };
        let way = match &draft.conflict {
            Some(Conflict::Written(ways)) => Some(if keeps_own { &ways.mine } else { &ways.theirs }),
            // Without a conflict, and of a file that isn't there any more, the whole text stays.
            _ => None,
        };
        match way.cloned() {
            Some(DraftWay { text, steps }) => {
                self.put(&path, Draft::of_steps(text_on_disk(&path, disk), text, steps));
            }
            None if keeps_own => self.restore(&path, disk, Some(draft.text.clone())),
            None => {}
        }
    }
}
