//! The changes that can be taken back: of each, the whole texts of the files that it changed, before it and after it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::{Duration, Instant},
};

use toml_schema::edit::Path;

use super::drafts::Drafts;
use crate::source::Sources;

/// The time within which changes of one field are one.
const PAUSE: Duration = Duration::from_secs(1);

/// The most changes that can be taken back.
const MOST: usize = 500;

/// The texts of files; `None` where there is no file.
type FileTexts = BTreeMap<Arc<str>, Option<Arc<str>>>;

/// The direction of a step in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Undo,
    Redo,
}

/// The texts before changes, the newest last.
#[derive(Debug, Default)]
pub(super) struct History {
    past: Vec<FileTexts>,
    /// The texts after the changes that were taken back.
    future: Vec<FileTexts>,
    /// The field that the newest change is about.
    typed: Option<TypingRun>,
}

/// The field in which somebody types.
#[derive(Debug)]
struct TypingRun {
    file: String,
    path: Path,
    /// The time of its last change.
    at: Instant,
}

impl TypingRun {
    /// True if this change and the one before it are one.
    fn continues(&self, before: &Self) -> bool {
        self.file == before.file && self.path == before.path && self.at.duration_since(before.at) < PAUSE
    }
}

impl History {
    pub fn can_go(&self, direction: Direction) -> bool {
        match direction {
            Direction::Undo => !self.past.is_empty(),
            Direction::Redo => !self.future.is_empty(),
        }
    }

    /// Forgets all changes if another program has changed a file that one of them is about.
    pub fn forget_with(&mut self, changed: &BTreeSet<Arc<str>>) {
        let mut known = self.past.iter().chain(&self.future).flat_map(BTreeMap::keys);
        if known.any(|file| changed.contains(file)) {
            *self = Self::default();
        }
    }

    /// Remembers the texts of files that are about to change. `field` is the one that somebody types in.
    pub fn remember(
        &mut self,
        touched: &BTreeSet<Arc<str>>,
        drafts: &Drafts,
        disk: &Sources,
        field: Option<(String, Path)>,
    ) {
        // A change of no file couldn't be undone.
        if touched.is_empty() {
            return;
        }
        let typed = field.map(|(file, path)| TypingRun { file, path, at: Instant::now() });
        let continues =
            self.typed.as_ref().zip(typed.as_ref()).is_some_and(|(before, typed)| typed.continues(before));
        self.typed = typed;
        self.future.clear();
        if continues && let Some(before) = self.past.last_mut() {
            // The text may have become one by which a translation names a row, so that this file changes from now on.
            for path in touched {
                before.entry(path.clone()).or_insert_with(|| drafts.text(path, disk));
            }
            return;
        }
        self.past.push(texts(touched.iter(), drafts, disk));
        if self.past.len() > MOST {
            self.past.remove(0);
        }
    }

    /// The drafts before the newest change, or after the one that was undone last, and a file that differs. Returns `None`
    /// if there is no such change.
    pub fn stepped(
        &self,
        direction: Direction,
        drafts: &Drafts,
        disk: &Sources,
    ) -> Option<(Drafts, Arc<str>)> {
        let from = match direction {
            Direction::Undo => &self.past,
            Direction::Redo => &self.future,
        };
        let then = from.last()?;
        // A change of a translation follows from one of the main language, whose files are nearer to the top.
        let file = then.keys().min_by_key(|path| path.matches('/').count())?.clone();
        let mut restored = drafts.clone();
        for (path, text) in then {
            restored.restore(path, disk, text.clone());
        }
        Some((restored, file))
    }

    /// Takes the newest change back, or makes the one that was undone last again; `drafts` are those before that.
    pub fn step(&mut self, direction: Direction, drafts: &Drafts, disk: &Sources) {
        self.typed = None;
        let (from, to) = match direction {
            Direction::Undo => (&mut self.past, &mut self.future),
            Direction::Redo => (&mut self.future, &mut self.past),
        };
        to.extend(from.pop().map(|then| texts(then.keys(), drafts, disk)));
    }
}

fn texts<'p>(paths: impl Iterator<Item = &'p Arc<str>>, drafts: &Drafts, disk: &Sources) -> FileTexts {
    paths.map(|path| (path.clone(), drafts.text(path, disk))).collect()
}
