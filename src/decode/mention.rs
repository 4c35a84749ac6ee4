//! What a file needs of the rest of the site. Checked in one place once all files are known, so a
//! kind of content can't forget to check its references.

use std::sync::Arc;

use super::value::{ImageFile, TargetKind};

/// Something that has to exist elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mention {
    /// An entry with this id.
    Entry {
        /// Of which kind.
        kind: &'static TargetKind,
        /// The id.
        id: Arc<str>,
    },
    /// A picture.
    Image(ImageFile),
    /// A page or file of the site, by its path without the base path: `/contact/`.
    Page(Arc<str>),
}
