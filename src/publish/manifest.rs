//! The list of files that gympress made in a folder, which is also the sign that the folder is its own.
//!
//! A file that isn't listed is never changed or removed. The text holds neither times nor places, so that the same site
//! gives the same folder, to the byte.

use std::collections::BTreeSet;

use crate::output::OutputPath;

const TITLE: &str = "gympress manifest 2";
const NOTE: &str = "# The files that gympress made here. It changes and removes no others.";

/// The files that gympress made in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) files: BTreeSet<OutputPath>,
}

impl Manifest {
    /// Reads [`Manifest::text`]. Returns `None` if it isn't whole or of another version.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let (TITLE, NOTE) = (lines.next()?, lines.next()?) else { return None };
        let mut files = BTreeSet::new();
        for line in lines {
            match line.split_once(' ')? {
                ("end", count) => return (count.parse() == Ok(files.len())).then_some(Self { files }),
                (_, path) => files.insert(OutputPath::new(path)?),
            };
        }
        None
    }

    /// A line for each file, sorted, and their number at the end, by which a torn file shows.
    pub(super) fn text(&self) -> String {
        let files: String = self.files.iter().map(|path| format!("file {path}\n")).collect();
        format!("{TITLE}\n{NOTE}\n{files}end {}\n", self.files.len())
    }
}
