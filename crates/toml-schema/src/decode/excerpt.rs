//! Long texts of a file, without a copy of them.

use std::{ops::Range, sync::Arc};

/// A part of the text of a file.
#[derive(Clone, Debug)]
pub enum Excerpt {
    /// It stands in the file as it is.
    Written(Arc<str>, Range<usize>),
    /// It doesn't, as it's written with escapes.
    Copied(Arc<str>),
}

impl Excerpt {
    /// `part`, which is a part of the file if it has the same place in memory; otherwise a copy of it.
    pub(super) fn new(source: &Arc<str>, part: &str) -> Self {
        let start = (part.as_ptr() as usize).checked_sub(source.as_ptr() as usize);
        let range = start.map(|start| start..start + part.len());
        match range.filter(|range| source.get(range.clone()) == Some(part)) {
            Some(range) => Self::Written(source.clone(), range),
            None => Self::Copied(part.into()),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Written(source, range) => source.get(range.clone()).unwrap_or_default(),
            Self::Copied(text) => text,
        }
    }

    /// Where it stands in the file.
    pub fn place(&self) -> Option<Range<usize>> {
        match self {
            Self::Written(_, range) => Some(range.clone()),
            Self::Copied(_) => None,
        }
    }
}
