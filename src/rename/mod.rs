//! Entries and pictures get another name: their file or row, and every place that refers to them.

mod addresses;
mod edits;
mod plan;
mod write;

use std::{fmt, sync::Arc};

pub use plan::plan;
pub use write::write;

use crate::{
    fix::FileChange,
    source::{SourceText, Sources},
};

/// What is to be renamed.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// What an entry of its collection is called, such as `class`, or `picture`.
    pub noun: &'r str,
    /// The id or file name that it has.
    pub old: &'r str,
    /// The one that it shall have.
    pub new: &'r str,
    /// Whether the old id is added to the entry's older names, even if it has no page.
    pub keeps_old: bool,
}

/// All that a rename does. Nothing is done yet.
#[derive(Debug, Default)]
pub struct Plan {
    /// What the old file of an entry says before everything else, if it has the new id among its older ones.
    first: Option<FileChange>,
    /// A file that gets another name, and the name.
    pub moved: Option<(String, String)>,
    /// What the file that moves says then, if it's a text.
    moved_text: Option<Arc<SourceText>>,
    /// Files that say something else then.
    changes: Vec<FileChange>,
    /// What a file says in the end, if it has to say something else until all references are changed: which file, and
    /// which text.
    last: Option<(String, String)>,
    /// How many references are changed.
    pub references: usize,
    /// The address that leads on to the new one then.
    pub redirected: Option<String>,
}

impl Plan {
    /// How many files besides the one that moves are changed.
    pub fn changed_files(&self) -> usize {
        self.changes.len()
    }

    /// What files say in the end, as changes of what they say now. The one that moves has its new path.
    pub fn net_changes(&self, sources: &Sources) -> Vec<FileChange> {
        let last = |after: &Arc<SourceText>| match &self.last {
            Some((path, text)) if **path == *after.path => {
                Arc::new(SourceText::whole(path.as_str(), text.as_str()))
            }
            Some(_) | None => after.clone(),
        };
        let moved = self.moved.as_ref().zip(self.moved_text.as_ref()).and_then(|((from, _), after)| {
            let (_, before) = sources.text_at(from)?;
            Some(FileChange { before: before.clone(), after: last(after) })
        });
        let others = self.changes.iter();
        let others =
            others.map(|change| FileChange { before: change.before.clone(), after: last(&change.after) });
        moved.into_iter().chain(others).filter(|change| change.before.text != change.after.text).collect()
    }
}

/// Why something can't be renamed like that.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    message: String,
    help: String,
}

impl Refusal {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n  help: {}", self.message, self.help)
    }
}
