//! Which inputs the rendering of a page read, recorded while it runs.
//!
//! Templates and views get at content only through [`Reader`], which records each read. A result that many pages
//! share, such as a partial, is rendered once: what it read is included in the reads of each page that uses it.

mod dates;
mod fingerprint;
mod hash;
mod pool;
mod query;
mod read;
mod reader;

use std::sync::Arc;

pub use self::{
    fingerprint::Inputs,
    hash::Fingerprint,
    pool::PooledRead,
    query::{PageLink, PageQuery},
    read::Read,
};
pub(super) use self::{
    pool::{ReadPool, include, record},
    reader::Reader,
};

/// What was read, without repetition.
#[derive(Debug, Default)]
pub struct Reads {
    /// By the rendering itself.
    pub own: Box<[PooledRead]>,
    /// By shared results that it used.
    pub included: Vec<Arc<Reads>>,
}

/// A value that several pages share, with what was read to make it.
#[derive(Debug)]
pub(super) struct Recorded<T> {
    value: T,
    reads: Arc<Reads>,
}

impl<T> Recorded<T> {
    pub fn new(pool: &ReadPool, make: impl FnOnce() -> T) -> Self {
        let (value, reads) = pool.recording(make);
        Self { value, reads: Arc::new(reads) }
    }

    /// As [`Recorded::new`], for what may fail.
    pub fn try_new<E>(pool: &ReadPool, make: impl FnOnce() -> Result<T, E>) -> Result<Self, E> {
        let (value, reads) = pool.recording(make);
        Ok(Self { value: value?, reads: Arc::new(reads) })
    }

    /// The value. What was read to make it counts as read again.
    pub fn get(&self) -> &T {
        include(&self.reads);
        &self.value
    }
}
