//! Files of the site that can't exist together: two at one path, also where case is ignored, or a file at the path of
//! another one's folder.

use std::{borrow::Cow, collections::hash_map::Entry};

use foldhash::HashMap;

use super::scan::Scan;
use crate::{
    diagnostic::{Diagnostic, Span, code, diagnostic},
    output::folded,
};

/// Every collision among `scans`.
pub(super) fn find(scans: &[Scan]) -> Vec<Diagnostic> {
    let mut sorted: Vec<&Scan> = scans.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    let mut files: HashMap<Cow<'_, str>, &Scan> = HashMap::default();
    let mut collisions = Vec::new();
    for scan in &sorted {
        match files.entry(folded(scan.path.as_str())) {
            Entry::Vacant(free) => drop(free.insert(scan)),
            Entry::Occupied(taken) => collisions.push(at_one_path(taken.get(), scan)),
        }
    }
    for scan in &sorted {
        let files = scan.path.folders().filter_map(|folder| files.get(&folded(folder)));
        collisions.extend(files.map(|file| file_and_folder(file, scan)));
    }
    collisions
}

fn at_one_path(first: &Scan, second: &Scan) -> Diagnostic {
    let (one, other) = (first.path.address(), second.path.address());
    let message = if one == other {
        format!("two files of the site are at {one}")
    } else {
        format!("{one} and {other} are the same path where case is ignored")
    };
    collision(first, second, message).help("give one of them another name; many disks and hosts ignore case")
}

fn file_and_folder(file: &Scan, within: &Scan) -> Diagnostic {
    let message =
        format!("{} can't be both a file and the folder of {}", file.path.address(), within.path.address());
    collision(file, within, message).help("give one of them another name")
}

fn collision(first: &Scan, second: &Scan, message: String) -> Diagnostic {
    diagnostic!(code::PATH_COLLISION, Span::whole(second.origin.content), "{message}";
        label: "{} comes from here", second.path;
        related: Span::whole(first.origin.content) => "{} comes from here", first.path)
}
