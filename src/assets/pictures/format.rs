//! The formats in which pictures are published.

use gympress_pixels::Encoding;

/// A format, each for photos and for drawings with transparency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// The smallest files; nearly every browser of today can show them.
    Avif,
    /// Every browser of today can show it.
    WebP,
}

impl PictureFormat {
    /// The formats of a published site, the best first. The last is one that all browsers support.
    pub const PUBLISHED: &'static [Self] = &[Self::Avif, Self::WebP];

    /// The formats of the preview, which encodes a picture when a browser asks for it: the one that takes least time.
    pub const PREVIEWED: &'static [Self] = &[Self::WebP];

    /// The ending of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::WebP => "webp",
        }
    }

    /// The media type, such as `image/webp`.
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
