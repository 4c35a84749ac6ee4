//! A picture in one format and one width: its name, known before it's encoded, and its bytes.

use std::sync::Arc;

use gympress_pixels::Pixels;

use super::{format::Format, source::Source, widths};
use crate::{
    cache::{self, BlobCache},
    failure::Failure,
    output::Deferred,
};

/// One of the files made from a picture.
#[derive(Clone, Debug)]
pub struct Variant {
    pub(super) source: Arc<Source>,
    /// Its format.
    pub format: Format,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

impl Variant {
    pub(super) fn new(source: &Arc<Source>, format: Format, width: u32) -> Self {
        let height = widths::height_at(width, source.size);
        Self { source: source.clone(), format, width, height }
    }

    /// Its path within the site, without the base path: `/images/boxing-1a2b3c4d-480.webp`.
    pub fn path(&self) -> String {
        format!("/images/{}-{}.{}", self.source.stem, self.width, self.format.extension())
    }

    /// Its key in the cache.
    pub(super) fn cache_key(&self) -> String {
        format!("{}-{}.{}", cache::short(&self.source.key, 32), self.width, self.format.extension())
    }

    /// Its bytes, made from the decoded source.
    pub(super) fn encode(&self, pixels: &Pixels<'_>) -> Result<Vec<u8>, Failure> {
        let resized = pixels.resized(self.width, self.height, self.source.is_transparent());
        let encoded = resized.and_then(|resized| resized.encode(self.format.encoding()));
        encoded.map_err(|reason| Failure::new(format!("can't make {}: {reason}", self.path())))
    }
}

/// A variant that is loaded from the cache, or else encoded and saved.
#[derive(Debug)]
pub(super) struct EncodeJob {
    pub variant: Variant,
    pub blobs: BlobCache,
}

impl Deferred for EncodeJob {
    fn cache_key(&self) -> String {
        self.variant.cache_key()
    }

    fn cached_length(&self) -> Option<usize> {
        self.blobs.length(&self.cache_key())
    }

    fn most_bytes(&self) -> usize {
        self.variant.format.most_bytes(self.variant.width, self.variant.height)
    }

    fn make(&self) -> Result<Arc<Vec<u8>>, Failure> {
        self.blobs.load_or_make(&self.cache_key(), || self.variant.encode(&self.variant.source.decode()?))
    }
}
