//! The files of a project in the place of the theme's.

use std::{fs, path::Path, sync::Arc};

use super::{SourceText, Sources, theme};
use crate::diagnostic::{Failure, FileId};

/// The folder of words, in which a file stands beside the theme's, and not in its place.
const WORDS: &str = "templates/words/";

/// The types of the project for islands, which are generated in a project as well as in the theme.
const GENERATED: &str = "components/types.ts";

/// A file of a project in the place of the theme's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Relative to the root, such as `templates/layout.html`.
    pub path: &'static str,
    /// How it stands to the theme's.
    pub state: State,
}

/// How a file of a project stands to the theme's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It says what the theme says.
    Same,
    /// It says something else.
    Changed,
    /// It has words that take the place of single ones of the theme's file; all others are the theme's.
    Added,
}

impl State {
    pub fn describe(self) -> &'static str {
        match self {
            Self::Same => "says what the theme says",
            Self::Changed => "changed",
            Self::Added => "adds to the theme's words",
        }
    }
}

/// True for a file that is generated, in a project as well as in the theme.
pub fn is_generated(path: &str) -> bool {
    path == GENERATED
}

/// The overrides of the project in `root`, in the order of their paths, without generated files.
///
/// # Errors
/// If one can't be read.
pub fn all(root: &Path) -> Result<Vec<Override>, Failure> {
    let mut found = Vec::new();
    for path in theme::paths().filter(|path| !is_generated(path)) {
        let place = root.join(path);
        if !place.is_file() {
            continue;
        }
        let own = fs::read(&place).map_err(|error| Failure::io("read", &place, &error))?;
        let state = match theme::bytes(path) {
            Some(theme) if *theme == *own => State::Same,
            _ if path.starts_with(WORDS) => State::Added,
            _ => State::Changed,
        };
        found.push(Override { path, state });
    }
    Ok(found)
}

impl Sources {
    /// The texts below `folder` that the theme doesn't have, or has with other words.
    pub fn overrides<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (FileId, &'a Arc<SourceText>)> {
        let own = self.texts_below(folder).filter(|(_, text)| text.theme.is_none());
        own.filter(|(_, text)| theme::text(&text.path).is_none_or(|original| *original != *text.text))
    }
}
