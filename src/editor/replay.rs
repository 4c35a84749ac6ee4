//! Changes by other programs: the operations that led to a draft are made again on the new text, if they are still about
//! the same.

use std::sync::Arc;

use serde_json::Value as Json;
use toml_schema::edit::{Operation, Path, PathStep, apply};

use super::{
    changes::next_difference,
    drafts::{Conflict, ConflictWays, Draft, DraftStep, DraftWay, Drafts, text_on_disk},
    tree::{aligned, at, values},
};
use crate::{content::Content, schema::Schema, source::Sources};

/// The most values in which a draft whose way isn't known may differ, to be merged.
const MOST_MERGED: usize = 500;

/// The drafts on the texts that are on disk now. One that can't be made there has a conflict.
pub(super) fn onto(drafts: &Drafts, disk: &Sources, content: &Content) -> Drafts {
    let mut next = Drafts::default();
    for (path, draft) in drafts.iter() {
        let on_disk = text_on_disk(path, disk);
        if on_disk.as_ref() == Some(&draft.text) {
            continue;
        }
        if on_disk == draft.base {
            next.set(path, Draft { conflict: None, ..Draft::clone(draft) });
            continue;
        }
        let Some(base) = on_disk else {
            next.set(path, Draft { conflict: Some(Conflict::Deleted), ..Draft::clone(draft) });
            continue;
        };
        let schema = content.schema_at(path);
        let ways = schema.and_then(|schema| ways(draft, &base, &schema)).unwrap_or_else(|| ConflictWays {
            mine: DraftWay::whole(draft.text.clone()),
            theirs: DraftWay { text: base.clone(), steps: Vec::new() },
        });
        if ways.mine.text != ways.theirs.text {
            next.set(path, Draft { conflict: Some(Conflict::Written(ways)), ..Draft::clone(draft) });
        } else if ways.mine.text != base {
            next.set(path, Draft::of_steps(Some(base), ways.mine.text, ways.mine.steps));
        }
    }
    next
}

/// The ways in which a draft can be made again on the text on disk; they are the same if all of its steps are about what they were
/// about. Returns `None` if the way to the draft isn't known.
fn ways(draft: &Draft, on_disk: &Arc<str>, schema: &Schema) -> Option<ConflictWays> {
    let mut base = draft.base.clone()?;
    let mut theirs = DraftWay { text: on_disk.clone(), steps: Vec::new() };
    let mut mine = Some(theirs.clone());
    for operation in operations(draft, &base, schema)? {
        let before = values(&base);
        if let Some(next) =
            moved(&operation, &before, &values(&theirs.text)).and_then(|moved| theirs.with(moved, schema))
        {
            theirs = next;
            mine = mine.and_then(|mine| mine.with_step(&operation, &before, schema));
        } else {
            mine = mine.and_then(|mine| mine.with_value(&operation, &before, schema));
        }
        base = apply(&base, schema, &operation).ok()?.into();
    }
    let mine = mine.unwrap_or_else(|| DraftWay::whole(draft.text.clone()));
    Some(ConflictWays { mine, theirs })
}

impl DraftWay {
    /// The way with one more step. Returns `None` if it can't be made there.
    fn with(&self, step: Operation, schema: &Schema) -> Option<Self> {
        let text = apply(&self.text, schema, &step).ok()?.into();
        let mut steps = self.steps.clone();
        steps.push(DraftStep::Operation(step));
        Some(Self { text, steps })
    }

    /// The way with a step that is about the same in the text on disk; here it may say already what was written before.
    fn with_step(&self, operation: &Operation, before: &Json, schema: &Schema) -> Option<Self> {
        let now = values(&self.text);
        match moved(operation, before, &now) {
            Some(moved) => self.with(moved, schema),
            None => self.with_value(operation, before, schema),
        }
    }

    /// The way with a value that is set whatever it says. Returns `None` for what is done with a list: its whole text is meant.
    fn with_value(&self, operation: &Operation, before: &Json, schema: &Schema) -> Option<Self> {
        let now = values(&self.text);
        let operation = match operation {
            Operation::Set { path, value } => {
                Operation::Set { path: moved_path(path, before, &now)?, value: value.clone() }
            }
            Operation::Unset { path } => Operation::Unset { path: moved_path(path, before, &now)? },
            // What was kept was written over.
            Operation::Keep { .. } => return Some(self.clone()),
            _ => return None,
        };
        self.with(operation, schema)
    }
}

/// The way to a draft. Of one that an earlier program left, whose way isn't known, what makes the same text.
fn operations(draft: &Draft, base: &str, schema: &Schema) -> Option<Vec<Operation>> {
    let known = draft.steps.iter().map(|step| match step {
        DraftStep::Operation(operation) => Some(operation.clone()),
        DraftStep::Text => None,
    });
    if let Some(known) = known.collect() {
        return Some(known);
    }
    let mut operations = Vec::new();
    let mut text = base.to_owned();
    while let Some(operation) = next_difference(&text, &draft.text).filter(|_| operations.len() < MOST_MERGED)
    {
        text = apply(&text, schema, &operation).ok()?;
        operations.push(operation);
    }
    (*text == *draft.text).then_some(operations)
}

/// The operation at the places that its values have in another state of the file. Returns `None` if they say something else there.
fn moved(operation: &Operation, mine: &Json, theirs: &Json) -> Option<Operation> {
    Some(match operation {
        Operation::Set { path, value } => {
            Operation::Set { path: same_value(path, mine, theirs)?, value: value.clone() }
        }
        Operation::Unset { path } => Operation::Unset { path: same_value(path, mine, theirs)? },
        Operation::Insert { path, at, value } => {
            Operation::Insert { path: same_value(path, mine, theirs)?, at: *at, value: value.clone() }
        }
        Operation::Remove { path } => Operation::Remove { path: same_element(path, mine, theirs)? },
        Operation::Copy { path } => Operation::Copy { path: same_element(path, mine, theirs)? },
        Operation::Keep { path } => Operation::Keep { path: same_value(path, mine, theirs)? },
        Operation::Move { path, to, at } => Operation::Move {
            path: same_element(path, mine, theirs)?,
            to: same_value(to, mine, theirs)?,
            at: *at,
        },
    })
}

/// The place of a value that is the same in both states.
fn same_value(path: &Path, mine: &Json, theirs: &Json) -> Option<Path> {
    let there = moved_path(path, mine, theirs)?;
    (at(mine, path) == at(theirs, &there)).then_some(there)
}

/// The place of an element whose list is the same in both states.
fn same_element(path: &Path, mine: &Json, theirs: &Json) -> Option<Path> {
    let (last, list) = path.split_last()?;
    let list: Path = list.iter().cloned().collect();
    Some(same_value(&list, mine, theirs)?.with(last.clone()))
}

/// A path in another state of the file, in which rows may have come and gone.
pub(super) fn moved_path(path: &[PathStep], mine: &Json, theirs: &Json) -> Option<Path> {
    let mut there = Path::default();
    for (index, step) in path.iter().enumerate() {
        let step = match step {
            PathStep::Key(_) => step.clone(),
            PathStep::At(place) => {
                let list = at(mine, path.get(..index)?)?.as_array()?;
                let other = at(theirs, &there)?.as_array()?;
                let pairs = aligned(list, other);
                let (_, found) = pairs.into_iter().find(|(old, _)| *old == Some(*place))?;
                PathStep::At(found?)
            }
        };
        there = there.with(step);
    }
    Some(there)
}
