//! What a project may have or do without: the parts of the complete starter, marked in its files.

use std::collections::BTreeSet;

use clap::ValueEnum;
use gympress_derive::{Named, Variants};

/// A part of a site. In the starter's files the line `#part NAME` begins what belongs to it, up to the line `#end`, or
/// to the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Named, Variants)]
pub(in crate::cli) enum SitePart {
    /// Posts, with a feed and a search
    Blog,
    /// What happens once, with a calendar
    Events,
    /// Pictures
    Gallery,
    /// A calculator of the body-mass index
    Bmi,
    /// Visitors sign up and in
    Accounts,
}

/// What begins a part, before its name.
const BEGINNING: &str = "#part ";
/// What ends one.
const END: &str = "#end";

impl SitePart {
    /// True if a project has it by default.
    pub fn is_usual(self) -> bool {
        match self {
            Self::Blog | Self::Gallery | Self::Bmi => true,
            Self::Events | Self::Accounts => false,
        }
    }

    /// What is asked on a terminal.
    pub fn question(self) -> &'static str {
        match self {
            Self::Blog => "A blog?",
            Self::Events => "A calendar of events?",
            Self::Gallery => "A gallery of pictures?",
            Self::Bmi => "A calculator of the body-mass index?",
            Self::Accounts => "Accounts, so that visitors sign up? (they need a service at Firebase)",
        }
    }
}

/// The text without the parts that aren't wanted; `None` if nothing else is in it.
pub(super) fn of_text(text: &str, wanted: &BTreeSet<SitePart>) -> Option<String> {
    let mut is_in = true;
    let mut left = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if let Some(name) = line.strip_prefix(BEGINNING) {
            is_in = wanted.iter().any(|part| part.name() == name.trim_end());
        } else if line.trim_end() == END {
            is_in = true;
        } else if is_in {
            left.push_str(line);
        }
    }
    (text.is_empty() || !left.trim().is_empty()).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, SitePart, of_text};

    #[test]
    fn what_is_not_wanted_goes_with_its_marks() {
        let text = "one\n#part blog\nposts\n#end\ntwo\n#part bmi\nbands\n";
        let with = |parts: &[SitePart]| of_text(text, &parts.iter().copied().collect::<BTreeSet<_>>());
        assert_eq!(with(&[]).as_deref(), Some("one\ntwo\n"));
        assert_eq!(with(&[SitePart::Blog]).as_deref(), Some("one\nposts\ntwo\n"));
        assert_eq!(with(&SitePart::ALL).as_deref(), Some("one\nposts\ntwo\nbands\n"));
        assert_eq!(of_text("#part blog\nposts\n", &BTreeSet::new()), None);
    }
}
