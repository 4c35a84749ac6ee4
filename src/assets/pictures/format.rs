//! The formats in which pictures are published.

use gympress_pixels::Encoding;

/// A format, each for photos and for drawings with transparency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The smallest, for nearly every browser of today.
    Avif,
    /// For every browser of today.
    WebP,
}

impl Format {
    /// Those of a published site, the best first. The last is one that all browsers support.
    pub const PUBLISHED: &'static [Self] = &[Self::Avif, Self::WebP];

    /// Those of the preview, which encodes a picture when a browser asks for it: what takes least time.
    pub const PREVIEWED: &'static [Self] = &[Self::WebP];

    /// At the end of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::WebP => "webp",
        }
    }

    /// As browsers call it.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::WebP => "image/webp",
        }
    }

    pub(super) fn encoding(self) -> Encoding {
        match self {
            Self::Avif => Encoding::Avif,
            Self::WebP => Encoding::WebP,
        }
    }
}
