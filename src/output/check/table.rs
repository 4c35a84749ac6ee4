//! The distinct links of the site as numbers, as ten thousand pages share most of theirs.

use std::sync::{PoisonError, RwLock};

use foldhash::HashMap;
use rayon::prelude::*;

use super::srcset;

/// Spreads threads that scan pages at once over several locks.
const SHARDS: usize = 16;

/// A link as written, by its place in [`LinkTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LinkId(u32);

/// Gives each distinct text a number. The numbers depend on the order of work: nothing that people
/// see may be ordered by them.
#[derive(Debug, Default)]
pub(super) struct LinkTable {
    shards: [RwLock<HashMap<Box<str>, LinkId>>; SHARDS],
    /// The links of each `srcset`, as it's written: a picture's is on many pages.
    sets: RwLock<HashMap<Box<str>, Box<[LinkId]>>>,
}

/// Something known of each link, such as its text.
#[derive(Debug)]
pub(super) struct PerLink<T> {
    shards: Vec<Vec<T>>,
}

impl LinkTable {
    /// The number of `written`.
    pub(super) fn id(&self, written: &str) -> LinkId {
        let shard = shard(written);
        #[expect(clippy::indexing_slicing, reason = "`shard` returns less than SHARDS")]
        let lock = &self.shards[shard];
        if let Some(id) = lock.read().unwrap_or_else(PoisonError::into_inner).get(written) {
            return *id;
        }
        let mut known = lock.write().unwrap_or_else(PoisonError::into_inner);
        let next = LinkId(u32::try_from(known.len() * SHARDS + shard).unwrap_or(u32::MAX));
        *known.entry(written.into()).or_insert(next)
    }

    /// Puts the numbers of all addresses in a `srcset` into `links`.
    pub(super) fn add_set(&self, srcset: &str, links: &mut Vec<LinkId>) {
        if let Some(known) = self.sets.read().unwrap_or_else(PoisonError::into_inner).get(srcset) {
            links.extend_from_slice(known);
            return;
        }
        let mut found = Vec::new();
        srcset::addresses(srcset, |address| found.push(self.id(address)));
        links.extend_from_slice(&found);
        self.sets.write().unwrap_or_else(PoisonError::into_inner).insert(srcset.into(), found.into());
    }

    /// The texts by number.
    pub(super) fn into_texts(self) -> PerLink<Box<str>> {
        let shards = Vec::from(self.shards).into_par_iter().map(|lock| {
            let mut known: Vec<_> =
                lock.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect();
            known.sort_unstable_by_key(|(_, id)| *id);
            known.into_iter().map(|(text, _)| text).collect()
        });
        PerLink { shards: shards.collect() }
    }
}

impl<T> PerLink<T> {
    /// What is known of `id`.
    pub(super) fn get(&self, id: LinkId) -> Option<&T> {
        let (shard, place) = split(id);
        self.shards.get(shard)?.get(place)
    }

    /// What `learn` makes of it, for each link.
    pub(super) fn map<'t, U: Send>(&'t self, learn: impl Fn(&'t T) -> U + Sync) -> PerLink<U>
    where
        T: Sync,
    {
        let learn_all = |known: &'t Vec<T>| known.iter().map(&learn).collect();
        PerLink { shards: self.shards.par_iter().map(learn_all).collect() }
    }
}

fn split(id: LinkId) -> (usize, usize) {
    let id = id.0 as usize;
    (id % SHARDS, id / SHARDS)
}

fn shard(written: &str) -> usize {
    let sum = written
        .bytes()
        .rev()
        .take(8)
        .fold(written.len(), |sum, byte| sum.wrapping_mul(31) + usize::from(byte));
    sum % SHARDS
}

#[cfg(test)]
mod tests {
    use super::LinkTable;

    #[test]
    fn a_text_has_one_number_and_a_number_its_text() {
        let table = LinkTable::default();
        let texts: Vec<String> = (0..500).map(|n| format!("/page-{n}/")).collect();
        let ids: Vec<_> = texts.iter().map(|text| table.id(text)).collect();
        assert!(texts.iter().zip(&ids).all(|(text, id)| table.id(text) == *id));
        let known = table.into_texts();
        assert!(texts.iter().zip(&ids).all(|(text, id)| known.get(*id).map(|known| &**known) == Some(text)));
        let lengths = known.map(|text| text.len());
        assert!(texts.iter().zip(&ids).all(|(text, id)| lengths.get(*id) == Some(&text.len())));
    }
}
