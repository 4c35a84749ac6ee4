//! What content was decoded to, so that the preview decodes only what changed.

use std::sync::{Arc, Mutex, PoisonError};

use super::batch::{Batch, Text};
use crate::{schema::Types, source::Sources};

/// The newest state of a project's content. Posts are apart: there may be thousands of them, and most changes are to
/// something else.
#[derive(Debug, Default)]
pub struct DecodeCache {
    posts: Last,
    others: Last,
}

/// The batch as it was decoded last.
#[derive(Debug, Default)]
struct Last(Mutex<Option<Arc<Batch>>>);

impl DecodeCache {
    /// What these texts hold, decoded now or before. Everything else is forgotten.
    pub(super) fn decode(
        &self,
        [others, posts]: [&[Text<'_>]; 2],
        types: &Arc<Types>,
        sources: &Sources,
    ) -> [Arc<Batch>; 2] {
        [self.others.decode(others, types, sources), self.posts.decode(posts, types, sources)]
    }
}

impl Last {
    fn decode(&self, texts: &[Text<'_>], types: &Arc<Types>, sources: &Sources) -> Arc<Batch> {
        let batch = match self.get() {
            Some(last) if last.is_of(texts, types) => return last,
            Some(last) => Batch::decode(texts, &last, types, sources),
            None => Batch::decode(texts, &Batch::default(), types, sources),
        };
        let batch = Arc::new(batch);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(batch.clone());
        batch
    }

    fn get(&self) -> Option<Arc<Batch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
