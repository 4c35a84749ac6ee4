//! Records reads, and keeps each of a site once.

use std::{
    cell::RefCell,
    hash::BuildHasher,
    sync::{Arc, PoisonError, RwLock, Weak},
};

use foldhash::{HashMap, quality::FixedState};

use super::{Read, Reads};

/// The number of a read in the [`ReadPool`] in which it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PooledRead(u32);

/// The reads of all pages of a site. Each is in memory once, because most pages read the same.
#[derive(Debug, Default)]
pub(in crate::render) struct ReadPool(Arc<RwLock<Numbered>>);

/// Reads with their numbers.
#[derive(Debug, Default)]
struct Numbered {
    numbers: Numbers,
    reads: Vec<Arc<Read>>,
}

type Numbers = HashMap<ReadKey, PooledRead>;

/// Two hashes of a read, so that no two reads have the same by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ReadKey([u64; 2]);

impl ReadKey {
    fn new(read: &Read<&str>) -> Self {
        Self([1, 2].map(|seed| FixedState::with_seed(seed).hash_one(read)))
    }
}

/// Among so many of the last reads a new one is searched: a template reads the same few in turn.
const RECENT: usize = 8;

/// What is being recorded.
struct Recording {
    pool: Arc<RwLock<Numbered>>,
    /// As they come, often several times: they are sorted once the recording has ended.
    own: Vec<PooledRead>,
    included: Vec<Arc<Reads>>,
}

/// What a thread records.
#[derive(Default)]
struct Recorder {
    /// The innermost recording last.
    recordings: Vec<Recording>,
    /// The numbers of what this thread recorded, so that it asks the pool only once for each: all threads wait for it.
    numbers: Numbers,
    /// The pool whose numbers these are.
    numbers_of: Weak<RwLock<Numbered>>,
}

thread_local! {
    static RECORDER: RefCell<Recorder> = RefCell::default();
}

/// Ends a recording, also if what is recorded panics.
struct EndOnDrop;

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        RECORDER.with_borrow_mut(|recorder| drop(recorder.recordings.pop()));
    }
}

impl ReadPool {
    /// Calls `render` and returns its result with all that it read. Reads are recorded per thread, so `render` must
    /// not hand work to other threads.
    pub(in crate::render) fn recording<T>(&self, render: impl FnOnce() -> T) -> (T, Reads) {
        let recording = Recording { pool: self.0.clone(), own: Vec::new(), included: Vec::new() };
        RECORDER.with_borrow_mut(|recorder| recorder.recordings.push(recording));
        let end_on_drop = EndOnDrop;
        let result = render();
        let reads = RECORDER.with_borrow_mut(|recorder| recorder.recordings.last_mut().map(Recording::take));
        drop(end_on_drop);
        (result, reads.unwrap_or_default())
    }

    /// A read that was recorded in this pool.
    pub fn get(&self, read: PooledRead) -> Option<Arc<Read>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).reads.get(read.index()).cloned()
    }
}

impl Recording {
    fn take(&mut self) -> Reads {
        let (mut own, included) = (std::mem::take(&mut self.own), std::mem::take(&mut self.included));
        own.sort_unstable();
        own.dedup();
        Reads { own: own.into(), included }
    }
}

impl Recorder {
    fn record(&mut self, read: Read<&str>) {
        let Some(recording) = self.recordings.last_mut() else { return };
        if self.numbers_of.as_ptr() != Arc::as_ptr(&recording.pool) {
            self.numbers.clear();
            self.numbers_of = Arc::downgrade(&recording.pool);
        }
        let key = ReadKey::new(&read);
        let number = *self.numbers.entry(key).or_insert_with(|| {
            recording.pool.write().unwrap_or_else(PoisonError::into_inner).number(key, read)
        });
        let (_, recent) = recording.own.split_at(recording.own.len().saturating_sub(RECENT));
        if !recent.contains(&number) {
            recording.own.push(number);
        }
    }
}

impl Numbered {
    fn number(&mut self, key: ReadKey, read: Read<&str>) -> PooledRead {
        *self.numbers.entry(key).or_insert_with(|| {
            // A site has far fewer reads than there are numbers.
            let number = PooledRead(u32::try_from(self.reads.len()).unwrap_or(u32::MAX));
            self.reads.push(Arc::new(read.map(Arc::from)));
            number
        })
    }
}

impl PooledRead {
    /// The numbers of a pool begin with 0 and have no gaps.
    pub fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// Records a read. Has no effect outside of [`ReadPool::recording`].
pub(in crate::render) fn record(read: Read<&str>) {
    RECORDER.with_borrow_mut(|recorder| recorder.record(read));
}

/// Records that a shared result was used which has read all this.
pub(in crate::render) fn include(reads: &Arc<Reads>) {
    RECORDER.with_borrow_mut(|Recorder { recordings, .. }| {
        if let Some(Recording { included, .. }) = recordings.last_mut()
            && !included.iter().any(|known| Arc::ptr_eq(known, reads))
        {
            included.push(reads.clone());
        }
    });
}
