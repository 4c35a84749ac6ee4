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

/// The direction of a step in the history: a change is taken back, or made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Back,
    Again,
}

/// The texts before changes, the newest last.
#[derive(Debug, Default)]
pub(super) struct History {
    past: Vec<FileTexts>,
    /// The texts after the changes that were taken back.
    future: Vec<FileTexts>,
    /// The field that the newest change is about, and its time.
    typed: Option<(String, Path, Instant)>,
}

impl History {
    pub fn can_go(&self, direction: Direction) -> bool {
        match direction {
            Direction::Back => !self.past.is_empty(),
            Direction::Again => !self.future.is_empty(),
        }
    }

    /// Forgets all if another program has changed one of the files that can be taken back.
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
        let now = Instant::now();
        let typed = field.map(|(file, path)| (file, path, now));
        let is_same = match (&self.typed, &typed) {
            (Some((file, path, then)), Some((new_file, new_path, _))) => {
                file == new_file && path == new_path && now.duration_since(*then) < PAUSE
            }
            _ => false,
        };
        self.typed = typed;
        self.future.clear();
        if is_same && !self.past.is_empty() {
            return;
        }
        self.past.push(texts(touched.iter(), drafts, disk));
        if self.past.len() > MOST {
            self.past.remove(0);
        }
    }

    /// The drafts before the newest change, or after the one that was taken back last, and a file that differs. Returns `None` if
    /// there is no such change.
    pub fn step(
        &mut self,
        direction: Direction,
        drafts: &Drafts,
        disk: &Sources,
    ) -> Option<(Drafts, Arc<str>)> {
        self.typed = None;
        let (from, to) = match direction {
            Direction::Back => (&mut self.past, &mut self.future),
            Direction::Again => (&mut self.future, &mut self.past),
        };
        let then = from.pop()?;
        to.push(texts(then.keys(), drafts, disk));
        // A change of a translation follows from one of the main language, whose files are nearer to the top.
        let file = then.keys().min_by_key(|path| path.matches('/').count())?.clone();
        let mut restored = drafts.clone();
        for (path, text) in then {
            restored.restore(&path, disk, text);
        }
        Some((restored, file))
    }
}

fn texts<'p>(paths: impl Iterator<Item = &'p Arc<str>>, drafts: &Drafts, disk: &Sources) -> FileTexts {
    paths.map(|path| (path.clone(), drafts.text(path, disk))).collect()
}
