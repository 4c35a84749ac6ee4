//! A picture in one format and one width: its name, known before it's encoded, and its bytes.

use std::sync::Arc;

use gympress_pixels::Pixels;

use super::{format::PictureFormat, source::PictureSource, widths};
use crate::{
    cache::{self, BlobCache},
    diagnostic::Failure,
    output::Bytes,
};

/// One of the files made from a picture.
#[derive(Clone, Debug)]
pub struct Variant {
    pub(super) source: Arc<PictureSource>,
    /// Its format.
    pub format: PictureFormat,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The path within the site, without the base path: `/images/boxing-1a2b3c4d-480.webp`.
    pub path: Arc<str>,
}

impl Variant {
    pub(super) fn new(source: &Arc<PictureSource>, format: PictureFormat, width: u32) -> Self {
        let height = widths::height_at(width, source.size);
        let path = format!("/images/{}-{width}.{}", source.stem, format.extension()).into();
        Self { source: source.clone(), format, width, height, path }
    }

    /// The key in the cache.
    pub(super) fn cache_key(&self) -> String {
        format!("{}-{}.{}", cache::short(&self.source.key, 32), self.width, self.format.extension())
    }

    /// Encodes the file from the picture in its width.
    pub(super) fn encode(&self, pixels: &Pixels) -> Result<Vec<u8>, Failure> {
        let encoded = pixels.encode(self.format.encoding());
        encoded.map_err(|reason| Failure::new(format!("can't make {}: {reason}", self.path)))
    }

    /// The number of its pixels, which determines how long encoding takes.
    pub(super) fn area(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// The bytes of the file, encoded on request.
    pub(super) fn bytes(self, blobs: &BlobCache) -> Bytes {
        Bytes::on_request(self.cache_key(), blobs, move || self.make())
    }

    fn make(&self) -> Result<Vec<u8>, Failure> {
        let mut pixels = self.source.decode()?;
        for width in self.source.widths_down_to(self.width) {
            pixels = self.source.scaled(pixels, width)?;
        }
        self.encode(&pixels)
    }
}
