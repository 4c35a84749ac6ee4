//! The order in which staged files are renamed into place.

use std::collections::{BTreeMap, HashMap};

use super::{
    order::targets_first,
    staging::{Staged, StagedAt, StagedChange, Staging},
    step::Step,
};
use crate::output::{OutputPath, check::References};

/// What is moved at once: a file, or a new folder with all that is in it.
#[derive(Debug)]
struct Move<'s> {
    place: StagedAt,
    phase: Phase,
    /// Relative to the output folder.
    path: &'s str,
    pages: Vec<&'s OutputPath>,
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
    fn new(path: &OutputPath, is_new: bool, place: StagedAt) -> Self {
        // What is sent in place of another file comes with the changed ones, as that one may be there already.
        let compressed = path.compressed_extension();
        let is_new = is_new && (compressed.is_none() || matches!(place, StagedAt::Tree(_)));
        match (compressed.unwrap_or_else(|| path.extension()), is_new) {
            ("html", true) => Self::NewPage,
            ("html", false) => Self::ChangedPage,
            ("xml" | "txt" | "json" | "bin" | "webmanifest" | "ics", false) => Self::ChangedList,
            (_, true) => Self::NewFile,
            (_, false) => Self::ChangedFile,
        }
    }
}

/// What has to be moved, in order.
pub(super) fn steps(staging: &Staging, staged: &[Staged], references: &References) -> Vec<Step> {
    let mut moves: BTreeMap<&str, Move<'_>> = BTreeMap::new();
    for file in staged {
        let (place, is_new) = match file.change {
            StagedChange::Unchanged => continue,
            StagedChange::Added(place) => (place, true),
            StagedChange::Changed(place) => (place, false),
        };
        let path = match place {
            StagedAt::Tree(length) => file.path.as_str().get(..length).unwrap_or_else(|| file.path.as_str()),
            StagedAt::Numbered(_) => file.path.as_str(),
        };
        let phase = Phase::new(&file.path, is_new, place);
        let step = moves.entry(path).or_insert_with(|| Move { path, place, pages: Vec::new(), phase });
        // A new folder may hold files of both kinds.
        step.phase = step.phase.max(phase);
        step.pages.extend(file.path.is_html().then_some(&file.path));
    }
    let moves: Vec<Move<'_>> = moves.into_values().collect();
    let step = |step: &Move<'_>| Step::Put {
        from: match step.place {
            StagedAt::Numbered(number) => staging.numbered(number),
            StagedAt::Tree(_) => staging.tree().join(step.path),
        },
        to: staging.out.join(step.path),
    };
    in_order(&moves, references).into_iter().filter_map(|place| moves.get(place)).map(step).collect()
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
        pages.iter().flat_map(|page| references.targets(page)).filter_map(holder).collect()
    };
    let of = |phase: Phase| -> Vec<usize> {
        let places = moves.iter().zip(0..);
        places.filter(|(step, _)| step.phase == phase).map(|(_, place)| place).collect()
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
