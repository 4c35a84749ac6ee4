//! What files need of the rest of the site, each once, with all places that say so in the order of their files.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use super::{
    batch::{Batch, File},
    renamed::Renamed,
};
use crate::{
    decode::Reference,
    diagnostic::{FileId, Span},
};

/// All places of each reference.
pub(super) type References = HashMap<Reference, Vec<Span>>;

/// The references of `files`, from those of the files `before`: thousands of posts reference the same few things, and
/// hardly any of them changes at a time.
pub(super) fn updated(references: &References, before: &[File], files: &[File]) -> References {
    let places: HashMap<FileId, usize> =
        files.iter().zip(0..).map(|(file, place)| (file.id, place)).collect();
    let is_unchanged = |old: &File| {
        let new = places.get(&old.id).and_then(|place| files.get(*place));
        new.is_some_and(|new| is_same(old, new))
    };
    let unchanged: HashSet<FileId> =
        before.iter().filter(|old| is_unchanged(old)).map(|old| old.id).collect();
    let mut references = references.clone();
    if unchanged.len() < before.len() {
        references.retain(|_, spans| {
            spans.retain(|span| unchanged.contains(&span.file));
            !spans.is_empty()
        });
    }
    let place = |span: &Span| places.get(&span.file);
    for new in files.iter().filter(|file| !unchanged.contains(&file.id)) {
        for (reference, span) in new.decoded.iter().flat_map(|decoded| &decoded.references) {
            match references.get_mut(reference) {
                Some(spans) => {
                    let is_before = |other: &Span| place(other) <= place(span);
                    // Files come in their order when all of them are new.
                    let at = match spans.last().is_none_or(is_before) {
                        true => spans.len(),
                        false => spans.partition_point(is_before),
                    };
                    spans.insert(at, *span);
                }
                None => drop(references.insert(reference.clone(), vec![*span])),
            }
        }
    }
    references
}

fn is_same(old: &File, new: &File) -> bool {
    match (&old.decoded, &new.decoded) {
        (Some(old), Some(new)) => Arc::ptr_eq(old, new),
        (None, None) => true,
        _ => false,
    }
}

/// The references of both batches, each with its places.
pub(super) fn all(parts: &[Arc<Batch>; 2]) -> impl Iterator<Item = (&Reference, &[Span])> {
    let references = parts.iter().flat_map(|batch| &batch.references);
    references.map(|(reference, places)| (reference, places.as_slice()))
}

/// What the files of one state of a project need of each other.
#[derive(Clone, Debug)]
pub struct AllReferences {
    parts: [Arc<Batch>; 2],
    renamed: Arc<Renamed>,
}

impl AllReferences {
    pub(super) fn new(parts: [Arc<Batch>; 2], renamed: Arc<Renamed>) -> Self {
        Self { parts, renamed }
    }

    /// Each reference with all places that have it.
    pub fn iter(&self) -> impl Iterator<Item = (&Reference, &[Span])> {
        all(&self.parts)
    }

    /// The id that an entry has now which once had the other one.
    pub fn now(&self, collection: &str, old: &str) -> Option<&str> {
        self.renamed.now(collection, old)
    }
}
