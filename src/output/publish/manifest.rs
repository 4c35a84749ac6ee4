//! The list of files that gympress made in a folder, which is also the sign that the folder is its own.
//!
//! A file that isn't listed is never changed or removed. The text holds neither times nor places, so
//! that the same site gives the same folder, to the byte.

use std::{collections::BTreeMap, fmt::Write, ops::Bound};

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
    const ALL: [Self; 3] = [Self::File, Self::HashedFile, Self::Expiring];

    pub(super) fn for_file(has_hashed_name: bool) -> Self {
        if has_hashed_name { Self::HashedFile } else { Self::File }
    }

    fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::HashedFile => "hashed",
            Self::Expiring => "expiring",
        }
    }
}

/// The files that gympress made in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    files: BTreeMap<OutputPath, Listing>,
}

impl FromIterator<(OutputPath, Listing)> for Manifest {
    fn from_iter<I: IntoIterator<Item = (OutputPath, Listing)>>(files: I) -> Self {
        Self { files: files.into_iter().collect() }
    }
}

impl Manifest {
    /// Reads [`Manifest::text`]. Returns `None` if it isn't whole or of another version.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next()? != TITLE {
            return None;
        }
        let mut files = Vec::new();
        for line in lines.by_ref().filter(|line| !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ')?;
            if word == "end" {
                let count = rest.parse();
                let manifest: Self = files.into_iter().collect();
                return (count == Ok(manifest.files.len())).then_some(manifest);
            }
            let listing = Listing::ALL.into_iter().find(|listing| listing.name() == word)?;
            files.push((OutputPath::new(rest)?, listing));
        }
        None
    }

    /// A line for each file, sorted, and their number at the end, by which a torn file shows.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{TITLE}\n{NOTE}\n");
        for (path, listing) in &self.files {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{} {path}", listing.name());
        }
        let _ = writeln!(text, "end {}", self.files.len());
        text
    }

    pub(super) fn insert(&mut self, path: OutputPath, listing: Listing) {
        self.files.insert(path, listing);
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&OutputPath, Listing)> {
        self.files.iter().map(|(path, listing)| (path, *listing))
    }

    /// What `self` lists and everything of `newer`.
    pub(super) fn union(&self, newer: &Self) -> Self {
        let mut files = self.files.clone();
        files.append(&mut newer.files.clone());
        Self { files }
    }

    /// True if `path` needs a folder where a listed file is, or a listed file a folder where it is.
    pub(super) fn is_in_the_way_of(&self, path: &OutputPath) -> bool {
        self.has_below(path.as_str()) || path.folders().any(|folder| self.has(folder))
    }

    /// True if a listed file is in `folder`.
    pub(super) fn has_below(&self, folder: &str) -> bool {
        let folder = format!("{folder}/");
        let mut below = self.files.range::<str, _>((Bound::Included(&*folder), Bound::Unbounded));
        below.next().is_some_and(|(next, _)| next.as_str().starts_with(&folder))
    }
}

#[cfg(test)]
mod tests {
    use super::{Listing, Manifest, OutputPath};

    fn path(path: &str) -> OutputPath {
        OutputPath::new(path).unwrap()
    }

    fn manifest(files: &[(&str, Listing)]) -> Manifest {
        Manifest { files: files.iter().map(|(name, listing)| (path(name), *listing)).collect() }
    }

    #[test]
    fn is_read_as_it_was_written() {
        let manifest = manifest(&[
            ("b c/index.html", Listing::File),
            ("a.js", Listing::HashedFile),
            ("b.js", Listing::Expiring),
        ]);
        let text = manifest.text();
        assert_eq!(Manifest::parse(&text), Some(manifest));
        insta::assert_snapshot!(text, @"
        gympress manifest 2
        # The files that gympress made here. It changes and removes no others.
        hashed a.js
        file b c/index.html
        expiring b.js
        end 3
        ");
    }

    #[test]
    fn is_not_read_when_torn_or_foreign_or_dangerous() {
        let text = manifest(&[("a", Listing::File), ("b", Listing::File)]).text();
        for cut in 0..text.len() - 1 {
            assert_eq!(Manifest::parse(&text[..cut]), None, "{}", &text[..cut]);
        }
        for bad in [
            "gympress manifest 1\nend 0\n",
            "gympress manifest 3\nend 0\n",
            "gympress manifest 2\nfile ../a\nend 1\n",
            "gympress manifest 2\nold a\nend 1\n",
        ] {
            assert_eq!(Manifest::parse(bad), None);
        }
    }

    #[test]
    fn knows_what_is_in_the_way() {
        let manifest = manifest(&[("a/b/.c", Listing::File), ("d", Listing::File)]);
        for (name, blocked) in
            [("a/b", true), ("a", true), ("d/e", true), ("a/b/d", false), ("a-b", false), ("e", false)]
        {
            assert_eq!(manifest.is_in_the_way_of(&path(name)), blocked, "{name}");
        }
    }
}
