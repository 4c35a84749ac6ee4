//! What content was decoded to, so that what didn't change isn't decoded again.

use std::sync::{Arc, Mutex, PoisonError};

use super::part::{Part, Text};
use crate::source::Sources;

/// The newest state of a project's content. Posts are apart: there may be thousands of them, and most changes are to
/// something else.
#[derive(Debug, Default)]
pub struct Memory {
    pub(super) posts: Last,
    pub(super) others: Last,
}

/// A part of the content as it was last.
#[derive(Debug, Default)]
pub(super) struct Last(Mutex<Arc<Part>>);

impl Last {
    /// What these texts hold, decoded now or before. Everything else is forgotten.
    pub fn decode(&self, texts: &[Text<'_>], sources: &Sources) -> Arc<Part> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if last.is_of(texts) {
            return last;
        }
        let part = Arc::new(Part::decode(texts, &last, sources));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = part.clone();
        part
    }
}
