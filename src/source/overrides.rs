//! The files of a project in the place of the theme's.

use std::sync::Arc;

use super::{SourceText, Sources, theme};
use crate::diagnostic::FileId;

/// The types of the project for islands, which are generated in a project as well as in the theme.
const GENERATED: &str = "components/types.ts";

/// True for a file that is generated, in a project as well as in the theme.
pub fn is_generated(path: &str) -> bool {
    path == GENERATED
}

impl Sources {
    /// The texts below `folder` that the theme doesn't have, or has with other words.
    pub fn overrides<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (FileId, &'a Arc<SourceText>)> {
        let own = self.texts_below(folder).filter(|(_, text)| text.theme.is_none());
        own.filter(|(_, text)| theme::text(&text.path).is_none_or(|original| *original != *text.text))
    }
}
