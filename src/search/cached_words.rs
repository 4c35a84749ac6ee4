//! The words of documents that were read before: a document is read again when it says something else.
//!
//! What is cached is what was found when all documents were read. Those that are new or changed since are read each
//! time, until they are so many that it's time to read all again.

use std::sync::Arc;

use foldhash::HashMap;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    documents::Document,
    indexer::Indexer,
    vocabulary::{DocumentNumber, Vocabulary},
};
use crate::{
    cache::{self, Cache},
    schema,
    source::Sources,
};

/// The kind of words in the cache.
const KIND: &str = "words";

/// All documents are read again when more than one in this many changed.
const CHANGED_SHARE: usize = 4;

/// Another one for each document that says something else.
type Key = [u8; 32];

/// What a project's documents said when all of them were read.
#[derive(Debug, Serialize, Deserialize)]
struct ReadDocuments {
    /// The documents, in the order of their numbers then.
    documents: Vec<Key>,
    words: Vocabulary,
}

/// What `make` returns for the words of these documents, which come in the order of their numbers.
pub(super) fn with_words<R>(
    documents: &[Document<'_>],
    sources: &Sources,
    cache: &Cache,
    make: impl FnOnce(&Vocabulary) -> R,
) -> R {
    let types = types(sources);
    let keys: Vec<_> = documents.par_iter().map(|document| key(document, &types, sources)).collect();
    let numbered: Vec<(DocumentNumber, &Document<'_>)> = (0..).zip(documents).collect();
    if let Some(known) = load(cache) {
        let (numbers, unread) = known.compare(&keys);
        if unread.len() <= documents.len() / CHANGED_SHARE {
            let unread: Vec<_> = unread.iter().filter_map(|at| numbered.get(*at)).copied().collect();
            return make(&known.words.renumbered(&numbers).and(Indexer::index(&unread)));
        }
    }
    let each = numbered.len().div_ceil(rayon::current_num_threads()).max(1);
    let words: Vec<_> = numbered.par_chunks(each).map(Indexer::index).collect();
    let words = words.into_iter().reduce(Vocabulary::and).unwrap_or_default();
    let read = Arc::new(ReadDocuments { documents: keys, words });
    save(cache, &read);
    make(&read.words)
}

fn load(cache: &Cache) -> Option<Arc<ReadDocuments>> {
    let program = cache::program()?;
    cache.get_or_load(KIND, program, || cache.load_packed(KIND, program))
}

fn save(cache: &Cache, read: &Arc<ReadDocuments>) {
    if let Some(program) = cache::program() {
        cache.insert(KIND, program, read);
        cache.save_packed(KIND, program, &**read);
    }
}

impl ReadDocuments {
    /// The numbers that its documents have among those of the keys `now`, and the places of those that it doesn't have.
    fn compare(&self, now: &[Key]) -> (Vec<Option<DocumentNumber>>, Vec<usize>) {
        let places: HashMap<&Key, usize> = self.documents.iter().zip(0..).collect();
        let mut numbers = vec![None; self.documents.len()];
        let mut unread = Vec::new();
        for (at, key) in now.iter().enumerate() {
            match places.get(key).and_then(|place| numbers.get_mut(*place)) {
                Some(number @ None) => *number = DocumentNumber::try_from(at).ok(),
                // Of two that say the same, one is read.
                _ => unread.push(at),
            }
        }
        (numbers, unread)
    }
}

/// Of all that [`Indexer`] reads: the document's file, the types by which it was decoded, and the names of its terms.
fn key(document: &Document<'_>, types: &Key, sources: &Sources) -> Key {
    let text = sources.get(document.file).map(|text| text.hash().0);
    let terms = document.terms.iter().map(|term| term.as_bytes());
    let parts = text.iter().map(|hash| hash.as_slice()).chain([types.as_slice()]);
    *cache::key(parts.chain(terms)).as_bytes()
}

/// Of the texts of all types, which have the defaults of texts.
fn types(sources: &Sources) -> Key {
    let texts: Vec<_> = schema::type_files(sources).map(|text| text.hash().0).collect();
    *cache::key(texts.iter().map(|hash| hash.as_slice())).as_bytes()
}
