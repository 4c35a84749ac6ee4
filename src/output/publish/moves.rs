//! What is moved when.

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
};

use super::{
    order::targets_first,
    staging::{Change, Place, Staged, Staging},
};
use crate::output::{OutputPath, check::References};

/// What is moved at once: a file, or a new folder with all that is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move<'s> {
    /// Where it goes, relative to the output folder.
    pub(super) path: &'s str,
    place: Place,
    pages: Vec<&'s OutputPath>,
    phase: Phase,
}

/// In which order things are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    NewFile,
    ChangedFile,
    NewPage,
    ChangedPage,
    /// A list of pages for programs.
    ChangedList,
}

impl Phase {
    fn of(path: &OutputPath, is_new: bool) -> Self {
        match (path.extension(), is_new) {
            ("html", true) => Self::NewPage,
            ("html", false) => Self::ChangedPage,
            ("xml" | "txt" | "json" | "webmanifest" | "ics", false) => Self::ChangedList,
            (_, true) => Self::NewFile,
            (_, false) => Self::ChangedFile,
        }
    }
}

impl Move<'_> {
    /// Where it is now.
    pub(super) fn staged(&self, staging: &Staging) -> PathBuf {
        match self.place {
            Place::Numbered(number) => staging.numbered(number),
            Place::Tree(_) => staging.tree().join(self.path),
        }
    }
}

/// What has to be moved, in order.
pub(super) fn plan<'s>(staged: &'s [Staged], references: &References) -> Vec<Move<'s>> {
    let mut moves: BTreeMap<&'s str, Move<'s>> = BTreeMap::new();
    for file in staged {
        let (place, is_new) = match file.change {
            Change::Unchanged => continue,
            Change::Added(place) => (place, true),
            Change::Changed(place) => (place, false),
        };
        let path = match place {
            Place::Tree(length) => &file.path.as_str()[..length],
            Place::Numbered(_) => file.path.as_str(),
        };
        let phase = Phase::of(&file.path, is_new);
        let step = moves.entry(path).or_insert_with(|| Move { path, place, pages: Vec::new(), phase });
        // A new folder may hold files of both kinds.
        step.phase = step.phase.max(phase);
        step.pages.extend(file.path.is_html().then_some(&file.path));
    }
    let moves: Vec<Move<'s>> = moves.into_values().collect();
    in_order(&moves, references).into_iter().filter_map(|place| moves.get(place).cloned()).collect()
}

/// The places of `moves` in the order of their phases; pages after the pages to which they refer.
fn in_order(moves: &[Move<'_>], references: &References) -> Vec<usize> {
    let by_path: HashMap<&str, usize> =
        moves.iter().zip(0..).map(|(step, place)| (step.path, place)).collect();
    let holder = |path: &OutputPath| {
        let with_its_folder = || path.folders().find_map(|folder| by_path.get(folder));
        by_path.get(path.as_str()).or_else(with_its_folder).copied()
    };
    let targets = |place: usize| {
        let pages = moves.get(place).map(|step| step.pages.as_slice()).unwrap_or_default();
        pages.iter().flat_map(|page| references.of(page)).filter_map(holder).collect()
    };
    let of = |phase: Phase| -> Vec<usize> {
        (0..moves.len()).filter(|place| moves[*place].phase == phase).collect()
    };
    [
        of(Phase::NewFile),
        of(Phase::ChangedFile),
        targets_first(&of(Phase::NewPage), targets),
        targets_first(&of(Phase::ChangedPage), targets),
        of(Phase::ChangedList),
    ]
    .concat()
}
