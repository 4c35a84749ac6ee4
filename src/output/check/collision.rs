//! No two files of the site may be at one path, also where case doesn't count, nor a file where
//! another needs a folder.

use std::collections::BTreeMap;

use super::scan::Scan;
use crate::diagnostic::{Code, Diagnostic, Span};

/// Every collision among `scans`.
pub(super) fn find(scans: &[Scan]) -> Vec<Diagnostic> {
    let mut sorted: Vec<&Scan> = scans.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    let mut files: BTreeMap<String, &Scan> = BTreeMap::new();
    let mut found = Vec::new();
    for scan in &sorted {
        match files.entry(folded(scan.path.as_str())) {
            std::collections::btree_map::Entry::Vacant(free) => drop(free.insert(scan)),
            std::collections::btree_map::Entry::Occupied(taken) => found.push(at_one_path(taken.get(), scan)),
        }
    }
    for scan in sorted {
        for folder in scan.path.folders() {
            if let Some(file) = files.get(&folded(folder)) {
                found.push(file_and_folder(file, scan));
            }
        }
    }
    found
}

fn at_one_path(first: &Scan, second: &Scan) -> Diagnostic {
    let (one, other) = (first.path.address(), second.path.address());
    let message = match one == other {
        true => format!("two files of the site are at {one}"),
        false => format!("{one} and {other} are one path where case doesn't count"),
    };
    tell(first, second, message)
        .help("give one of them another name; many disks and hosts don't tell case apart")
}

fn file_and_folder(file: &Scan, within: &Scan) -> Diagnostic {
    let message =
        format!("{} can't be both a file and the folder of {}", file.path.address(), within.path.address());
    tell(file, within, message).help("give one of them another name")
}

fn tell(first: &Scan, second: &Scan, message: String) -> Diagnostic {
    Diagnostic::new(Code::PathCollision, Span::whole(second.origin.content), message)
        .label(format!("{} comes from here", second.path))
        .related(Span::whole(first.origin.content), format!("{} comes from here", first.path))
}

/// Lower case by single characters, as file systems fold names.
fn folded(path: &str) -> String {
    path.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect()
}
