//! The content of a file of the site: bytes that are there, or a way to make them.

use std::{borrow::Cow, fmt, sync::Arc};

use super::html::Html;
use crate::{cache::BlobCache, diagnostic::Failure};

/// The bytes of a file.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// In memory.
    Ready(Arc<Vec<u8>>),
    /// A page, in pieces.
    Page(Arc<Html>),
    /// Made on request, as they take too long or too much memory. Such a file refers to no other.
    Deferred(Arc<Deferred>),
}

/// The bytes of a file in pieces.
pub enum Pieces<'b> {
    /// All of them in one.
    Whole(Arc<Vec<u8>>),
    /// Those of a page.
    Page(&'b Html),
}

/// A deterministic function that makes bytes, whose result is cached between builds.
pub struct Deferred {
    cache_key: String,
    blobs: BlobCache,
    make: Box<dyn Fn() -> Result<Vec<u8>, Failure> + Send + Sync>,
}

impl Deferred {
    /// The key in the cache.
    pub fn cache_key(&self) -> String {
        self.cache_key.clone()
    }

    /// True if the bytes are cached and need not be made.
    pub fn is_cached(&self) -> bool {
        self.blobs.has(&self.cache_key)
    }

    /// Makes the bytes, or loads them from the cache.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn make(&self) -> Result<Arc<Vec<u8>>, Failure> {
        self.blobs.load_or_make(&self.cache_key, &self.make)
    }
}

impl Pieces<'_> {
    /// The number of bytes.
    pub fn length(&self) -> usize {
        self.iter().map(<[u8]>::len).sum()
    }

    /// The pieces, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let (whole, page) = match self {
            Self::Whole(bytes) => (Some(bytes.as_slice()), None),
            Self::Page(html) => (None, Some(html.pieces().map(str::as_bytes))),
        };
        whole.into_iter().chain(page.into_iter().flatten())
    }
}

impl fmt::Debug for Deferred {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Deferred").field(&self.cache_key).finish()
    }
}

impl Bytes {
    /// Bytes that are made on request, and cached under this key.
    pub fn on_request(
        cache_key: String,
        blobs: &BlobCache,
        make: impl Fn() -> Result<Vec<u8>, Failure> + Send + Sync + 'static,
    ) -> Self {
        let blobs = blobs.clone();
        Self::Deferred(Arc::new(Deferred { cache_key, blobs, make: Box::new(make) }))
    }

    /// The bytes, made now if they are deferred.
    ///
    /// # Errors
    /// If the machine fails while they are made.
    pub fn get(&self) -> Result<Arc<Vec<u8>>, Failure> {
        match self {
            Self::Ready(bytes) => Ok(bytes.clone()),
            Self::Page(html) => Ok(Arc::new(html.join().into_bytes())),
            Self::Deferred(deferred) => deferred.make(),
        }
    }

    /// The bytes in pieces, made now if they aren't there. A page is in as many as it has fragments: joined, each of its bytes
    /// would be copied once more.
    ///
    /// # Errors
    /// If the machine fails while they are made.
    pub fn pieces(&self) -> Result<Pieces<'_>, Failure> {
        Ok(match self {
            Self::Page(html) => Pieces::Page(html),
            Self::Ready(_) | Self::Deferred(_) => Pieces::Whole(self.get()?),
        })
    }

    /// The function that makes the bytes, if they are deferred.
    pub fn deferred(&self) -> Option<&Deferred> {
        match self {
            Self::Ready(_) | Self::Page(_) => None,
            Self::Deferred(deferred) => Some(deferred),
        }
    }

    /// The bytes in memory; empty if they are deferred.
    pub fn ready(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Ready(bytes) => bytes.as_slice().into(),
            Self::Page(html) => html.join().into_bytes().into(),
            Self::Deferred(_) => Cow::default(),
        }
    }
}

impl<T: Into<Arc<Vec<u8>>>> From<T> for Bytes {
    fn from(bytes: T) -> Self {
        Self::Ready(bytes.into())
    }
}
