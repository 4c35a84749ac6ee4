//! What a file of the site holds: bytes that are there, or a way to make them.

use std::{fmt::Debug, sync::Arc};

use crate::failure::Failure;

/// The bytes of a file.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// In memory.
    Ready(Arc<Vec<u8>>),
    /// Made on request, because they are too expensive or too many for memory. Such a file refers
    /// to no other.
    Deferred(Arc<dyn Deferred>),
}

/// A deterministic way to make bytes, cached between builds.
pub trait Deferred: Debug + Send + Sync {
    /// The key in the cache.
    fn cache_key(&self) -> String;

    /// How many they are, if they were made before.
    fn cached_length(&self) -> Option<usize>;

    /// More than they can be, however they turn out.
    fn most_bytes(&self) -> usize;

    /// True if they were made before, so that they are here in no time.
    fn is_cached(&self) -> bool {
        self.cached_length().is_some()
    }

    /// Makes them.
    ///
    /// # Errors
    /// If the machine fails.
    fn make(&self) -> Result<Arc<Vec<u8>>, Failure>;
}

impl Bytes {
    /// The bytes, made now if they aren't there.
    ///
    /// # Errors
    /// If the machine fails while they are made.
    pub fn get(&self) -> Result<Arc<Vec<u8>>, Failure> {
        match self {
            Self::Ready(bytes) => Ok(bytes.clone()),
            Self::Deferred(deferred) => deferred.make(),
        }
    }

    /// The way to make them, if they have to be made.
    pub fn deferred(&self) -> Option<&dyn Deferred> {
        match self {
            Self::Ready(_) => None,
            Self::Deferred(deferred) => Some(&**deferred),
        }
    }

    /// How many there are; none if they were never made.
    pub fn length(&self) -> usize {
        match self {
            Self::Ready(bytes) => bytes.len(),
            Self::Deferred(deferred) => deferred.cached_length().unwrap_or_default(),
        }
    }

    /// The bytes that are there; none of those that would have to be made.
    pub fn ready(&self) -> &[u8] {
        match self {
            Self::Ready(bytes) => bytes,
            Self::Deferred(_) => &[],
        }
    }
}

impl<T: Into<Arc<Vec<u8>>>> From<T> for Bytes {
    fn from(bytes: T) -> Self {
        Self::Ready(bytes.into())
    }
}
