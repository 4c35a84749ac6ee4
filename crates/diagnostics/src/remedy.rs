//! Corrections independent of the text of the file, from which edits are made where the text is at hand.

use crate::{Applicability, Span};

/// What there is to do about a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Another name in the place of one that stands somewhere in what is underlined.
    Rename {
        /// The name as it is.
        written: String,
        /// The name as it should be.
        right: String,
        /// How sure that is.
        applicability: Applicability,
    },
    /// A key that the underlined table lacks.
    Insert {
        /// The key.
        key: String,
        /// A value to begin with, as TOML writes it.
        example: String,
        /// The keys that stand before it when all are there, the nearest last.
        after: Vec<String>,
        /// True for the table at the top of a file, which has no header.
        root: bool,
    },
    /// A value to begin with in the place of the underlined one, from which it follows.
    Placeholder {
        /// As TOML writes it.
        example: String,
    },
    /// Another placeholder in the place of the underlined one, which can't be right in this project.
    OtherPlaceholder {
        /// As TOML writes it.
        example: String,
    },
    /// One more element of a list, behind the one at a place.
    Append {
        /// Where that element stands.
        at: Span,
        /// As TOML writes the new one.
        element: String,
    },
    /// A statement that has no place here: at a key, its value is left out, too.
    Remove {
        /// Where the key stands.
        at: Span,
        /// How sure that is.
        applicability: Applicability,
    },
    /// The underlined key with its value above the first header of the file.
    MoveUp,
}

impl Remedy {
    /// One name instead of another.
    pub fn rename(written: &str, right: &str, applicability: Applicability) -> Self {
        Self::Rename { written: written.to_owned(), right: right.to_owned(), applicability }
    }

    /// The name that `near` found, instead of the one that is written.
    pub fn nearest(written: &str, near: Option<(&str, Applicability)>) -> Option<Self> {
        near.map(|(right, applicability)| Self::rename(written, right, applicability))
    }

    /// Nothing in the place of what has its key, or is, at a place.
    pub fn remove(at: Span, applicability: Applicability) -> Self {
        Self::Remove { at, applicability }
    }

    /// A value to begin with.
    pub fn placeholder(example: impl Into<String>) -> Self {
        Self::Placeholder { example: example.into() }
    }

    /// A key with a value to begin with.
    pub fn insert(key: &str, example: impl Into<String>) -> Self {
        Self::Insert { key: key.to_owned(), example: example.into(), after: Vec::new(), root: false }
    }
}
