//! What a file needs of the rest of the site. Checked in one place once all files are decoded, so that no type has to
//! check its references itself.

use std::sync::Arc;

use super::value::FileName;

/// Something that has to exist elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// An entry with this id.
    Entry {
        /// The name of its collection.
        collection: Arc<str>,
        /// The id.
        id: Arc<str>,
    },
    /// A file that the application looks up.
    File(FileName),
    /// A page or file of the site, by its path without the base path: `/contact/`.
    Page(Arc<str>),
    /// A value in the place of one that a comment marks as a placeholder.
    Placeholder,
    /// A word of the interface that the language of the site lacks.
    Word(Arc<MissingWord>),
}

/// A word of the interface that the language of the site lacks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MissingWord {
    /// The table in which it would stand in a file of words: `section.gallery`.
    pub table: Arc<str>,
    /// Its key there.
    pub key: Arc<str>,
    /// What would stand behind it, as TOML writes it: the word in English, if there is one.
    pub value: Arc<str>,
    /// True if there is a word in English.
    pub is_in_english: bool,
}
