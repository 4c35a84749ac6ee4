//! The list of files that gympress made in a folder, which is also the sign that the folder is its own.
//!
//! A file that isn't listed is never changed or removed. The text holds neither times nor places, so that the same site
//! gives the same folder, to the byte.

use std::{collections::BTreeMap, fmt::Write};

use crate::output::OutputPath;

const TITLE: &str = "gympress manifest 2";
const NOTE: &str = "# The files that gympress made here. It changes and removes no others.";

/// What a listed file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// Part of the site; goes with the build that leaves it out.
    File,
    /// Part of the site, with a hash in its name; stays for one build after the one that leaves it out.
    HashedFile,
    /// Not part of the site any more; goes with the next build.
    Expiring,
}

impl Listing {
    const NAMES: [(Self, &str); 3] =
        [(Self::File, "file"), (Self::HashedFile, "hashed"), (Self::Expiring, "expiring")];
}

/// The files that gympress made in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) files: BTreeMap<OutputPath, Listing>,
}

impl Manifest {
    /// Reads [`Manifest::text`]. Returns `None` if it isn't whole or of another version.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next()? != TITLE {
            return None;
        }
        let mut files = BTreeMap::new();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ')?;
            if word == "end" {
                return (rest.parse() == Ok(files.len())).then_some(Self { files });
            }
            let (listing, _) = Listing::NAMES.into_iter().find(|(_, name)| *name == word)?;
            files.insert(OutputPath::new(rest)?, listing);
        }
        None
    }

    /// A line for each file, sorted, and their number at the end, by which a torn file shows.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{TITLE}\n{NOTE}\n");
        for (path, listing) in &self.files {
            let name = Listing::NAMES.into_iter().find(|(other, _)| other == listing);
            // Writing to a string can't fail.
            let _ = writeln!(text, "{} {path}", name.map_or("file", |(_, name)| name));
        }
        let _ = writeln!(text, "end {}", self.files.len());
        text
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }
}
