//! What content was decoded to, so that what didn't change isn't decoded again.

use std::sync::{Arc, Mutex, PoisonError};

use super::{
    kept::{self, KeptPosts},
    part::{Part, Text},
};
use crate::{source::Sources, store::Store};

/// All posts are kept anew when more than one of so many had to be decoded.
const MANY: usize = 4;

/// The newest state of a project's content. Posts are apart: there may be thousands of them, and most changes are to
/// something else.
#[derive(Debug, Default)]
pub struct Memory {
    store: Store,
    posts: Last,
    others: Last,
}

/// A part of the content as it was last.
#[derive(Debug, Default)]
struct Last(Mutex<Option<Arc<Part>>>);

impl Memory {
    /// A memory that knows what `store` has of posts.
    pub fn new(store: Store) -> Self {
        Self { store, ..Self::default() }
    }

    /// What these texts hold, decoded now or before. Everything else is forgotten.
    pub(super) fn decode(&self, [others, posts]: [&[Text<'_>]; 2], sources: &Sources) -> [Arc<Part>; 2] {
        let load = || kept::load(&self.store);
        [self.others.decode(others, Vec::new, sources), self.posts.decode(posts, load, sources)]
    }

    /// Keeps posts for the next build, if it would have to decode many of them.
    pub fn keep(&self) {
        if let Some(posts) = self.posts.get()
            && posts.fresh > posts.files.len() / MANY
        {
            kept::save(posts.files.iter(), &self.store);
        }
    }
}

impl Last {
    /// What these texts hold. The first time, some of it may have been kept, as `load` tells.
    fn decode(&self, texts: &[Text<'_>], load: impl FnOnce() -> Vec<u8>, sources: &Sources) -> Arc<Part> {
        let part = match self.get() {
            Some(last) if last.is_of(texts) => return last,
            Some(last) => Part::decode(texts, &last, &KeptPosts::default(), sources),
            None => Part::decode(texts, &Part::default(), &KeptPosts::of(&load()), sources),
        };
        let part = Arc::new(part);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(part.clone());
        part
    }

    fn get(&self) -> Option<Arc<Part>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
