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
    /// A default of which the application wants to know that it is used, by its name.
    Default(Arc<str>),
}
