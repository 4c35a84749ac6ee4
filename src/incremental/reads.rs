//! The recorded reads of all pages, as cached between builds.

use std::sync::{Arc, OnceLock};

use foldhash::{HashMap, HashMapExt, HashSet};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::render::reads::{Fingerprint, Inputs, PooledRead, Read, Reads};

/// The number of a read in a [`ReadTable`].
type ReadId = u32;

/// The number of a set of reads in a [`ReadTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReadSetId(u32);

/// Every read of a site with its fingerprint, and the sets of them that pages have.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ReadTable {
    reads: Vec<(Arc<Read>, Fingerprint)>,
    sets: Vec<ReadSet>,
}

/// What a page or a shared partial read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct ReadSet {
    own: Box<[ReadId]>,
    /// The sets of shared results.
    included: Box<[ReadSetId]>,
}

/// A table of an earlier build, compared with the inputs of this one. Each read is compared at most once.
#[derive(Debug, Default)]
pub struct ComparedReads {
    table: ReadTable,
    reads: Vec<OnceLock<bool>>,
    sets: Vec<OnceLock<bool>>,
}

impl ComparedReads {
    /// The reads of `table`, none of them compared yet.
    pub fn new(table: ReadTable) -> Self {
        let (reads, sets) = (cells(table.reads.len()), cells(table.sets.len()));
        Self { table, reads, sets }
    }

    /// True if all reads of the set have the fingerprints that they had.
    pub fn is_unchanged(&self, set: ReadSetId, inputs: Inputs<'_>) -> bool {
        let Some((known, cell)) = self.table.set(set).zip(self.sets.get(set.index())) else { return false };
        *cell.get_or_init(|| {
            known.own.iter().all(|read| self.is_read_unchanged(*read, inputs))
                && known.included.iter().all(|set| self.is_unchanged(*set, inputs))
        })
    }

    fn is_read_unchanged(&self, read: ReadId, inputs: Inputs<'_>) -> bool {
        let at = index(read);
        let Some(((read, known), cell)) = self.table.reads.get(at).zip(self.reads.get(at)) else {
            return false;
        };
        *cell.get_or_init(|| inputs.fingerprint(read) == *known)
    }

    /// The reads of these sets, each once.
    pub fn of_sets(&self, sets: impl Iterator<Item = ReadSetId>) -> impl Iterator<Item = &Read> {
        let (mut pending, mut done): (Vec<_>, HashSet<_>) = (sets.collect(), HashSet::default());
        let mut reads: HashSet<ReadId> = HashSet::default();
        while let Some(set) = pending.pop() {
            let Some(known) = self.table.set(set).filter(|_| done.insert(set)) else { continue };
            reads.extend(&known.own);
            pending.extend(&known.included);
        }
        reads.into_iter().filter_map(|read| Some(&*self.table.reads.get(index(read))?.0))
    }

    /// The reads of a set that have changed, for the log.
    pub fn changed(&self, set: ReadSetId, inputs: Inputs<'_>) -> Vec<&Read> {
        let Some(known) = self.table.set(set) else { return Vec::new() };
        let own = known.own.iter().filter(|read| !self.is_read_unchanged(**read, inputs));
        let own = own.filter_map(|id| self.table.reads.get(index(*id))).map(|(read, _)| &**read);
        own.chain(known.included.iter().flat_map(|set| self.changed(*set, inputs))).collect()
    }
}

impl ReadTable {
    fn set(&self, set: ReadSetId) -> Option<&ReadSet> {
        self.sets.get(set.index())
    }
}

/// Gathers the reads of all pages of a build.
pub struct ReadGatherer<'k> {
    /// Those of pages that weren't rendered.
    known: &'k ComparedReads,
    inputs: Inputs<'k>,
    reads: HashMap<Arc<Read>, ReadId>,
    /// Reads that were gathered already, by their number in the pool of those that were rendered.
    pooled: Vec<Option<ReadId>>,
    sets: HashMap<ReadSet, ReadSetId>,
    /// Sets that were gathered already, by their address: the reads of shared results are shared, too.
    shared: HashMap<*const Reads, ReadSetId>,
    of_known: HashMap<ReadSetId, ReadSetId>,
}

impl<'k> ReadGatherer<'k> {
    /// A gatherer for a build that rendered pages from `inputs` and in which the sets of `known` may occur again.
    pub fn new(known: &'k ComparedReads, inputs: Inputs<'k>) -> Self {
        Self {
            known,
            inputs,
            pooled: Vec::new(),
            reads: HashMap::new(),
            sets: HashMap::new(),
            shared: HashMap::new(),
            of_known: HashMap::new(),
        }
    }

    /// Adds what a page read that was rendered.
    pub fn add(&mut self, reads: &Reads) -> ReadSetId {
        let mut own: Vec<ReadId> = reads.own.iter().filter_map(|read| self.pooled(*read)).collect();
        own.sort_unstable();
        let included = reads.included.iter().map(|reads| self.add_shared(reads)).collect();
        self.set(ReadSet { own: own.into(), included })
    }

    /// Adds a set of an earlier build.
    pub fn add_known(&mut self, set: ReadSetId) -> ReadSetId {
        if let Some(id) = self.of_known.get(&set) {
            return *id;
        }
        let known = self.known;
        let id = match known.table.set(set) {
            Some(ReadSet { own, included }) => {
                let reads = own.iter().filter_map(|id| known.table.reads.get(index(*id)));
                let own = reads.map(|(read, _)| self.read(read)).collect();
                let included = included.iter().map(|set| self.add_known(*set)).collect();
                self.set(ReadSet { own, included })
            }
            None => self.set(ReadSet::default()),
        };
        self.of_known.insert(set, id);
        id
    }

    /// The table of all that was added, with the fingerprints of now.
    pub fn table(self) -> ReadTable {
        let inputs = self.inputs;
        let mut reads: Vec<(ReadId, Arc<Read>)> =
            self.reads.into_iter().map(|(read, id)| (id, read)).collect();
        reads.par_sort_unstable_by_key(|(id, _)| *id);
        let mut sets: Vec<(ReadSetId, ReadSet)> = self.sets.into_iter().map(|(set, id)| (id, set)).collect();
        sets.sort_unstable_by_key(|(id, _)| id.0);
        let fingerprint = |(_, read): (ReadId, Arc<Read>)| {
            let fingerprint = inputs.fingerprint(&read);
            (read, fingerprint)
        };
        ReadTable {
            reads: reads.into_par_iter().map(fingerprint).collect(),
            sets: sets.into_iter().map(|(_, set)| set).collect(),
        }
    }

    fn add_shared(&mut self, reads: &Arc<Reads>) -> ReadSetId {
        let address = Arc::as_ptr(reads);
        if let Some(id) = self.shared.get(&address) {
            return *id;
        }
        let id = self.add(reads);
        self.shared.insert(address, id);
        id
    }

    fn pooled(&mut self, read: PooledRead) -> Option<ReadId> {
        if let Some(Some(id)) = self.pooled.get(read.index()) {
            return Some(*id);
        }
        let id = self.read(&self.inputs.read(read)?);
        if self.pooled.len() <= read.index() {
            self.pooled.resize(read.index() + 1, None);
        }
        if let Some(known) = self.pooled.get_mut(read.index()) {
            *known = Some(id);
        }
        Some(id)
    }

    fn read(&mut self, read: &Arc<Read>) -> ReadId {
        if let Some(id) = self.reads.get(read) {
            return *id;
        }
        let id = count(self.reads.len());
        self.reads.insert(read.clone(), id);
        id
    }

    fn set(&mut self, set: ReadSet) -> ReadSetId {
        let next = ReadSetId(count(self.sets.len()));
        *self.sets.entry(set).or_insert(next)
    }
}

impl ReadSetId {
    fn index(self) -> usize {
        index(self.0)
    }
}

fn index(id: u32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}

/// The next number; a site has far fewer reads than there are numbers.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn cells(length: usize) -> Vec<OnceLock<bool>> {
    std::iter::repeat_with(OnceLock::new).take(length).collect()
}
