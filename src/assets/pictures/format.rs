//! The formats in which pictures are published.

use gympress_pixels::Encoding;

/// A format for both photos and drawings with transparency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// The smallest files, for nearly all of today's browsers.
    Avif,
    /// For all of today's browsers.
    WebP,
}

impl PictureFormat {
    /// The formats of a published site, the best first. The last is one that all browsers support.
    pub const PUBLISHED: &'static [Self] = &[Self::Avif, Self::WebP];

    /// The format of the preview, which encodes a picture when a browser requests it: the fastest one.
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
