//! The formats in which pictures are published.

use gympress_pixels::Encoding;

/// A format. One more is a variant here and a place in [`Format::candidates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The smallest, for nearly every browser of today.
    Avif,
    /// For every browser of today.
    WebP,
    /// For the others.
    Jpeg,
    /// For the others, where something shows through.
    Png,
}

impl Format {
    /// The formats of a picture, the best first. The last is one that all browsers support.
    pub fn candidates(transparent: bool) -> &'static [Self] {
        if transparent { &[Self::Avif, Self::WebP, Self::Png] } else { &[Self::Avif, Self::WebP, Self::Jpeg] }
    }

    /// At the end of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::WebP => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// As browsers call it.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::WebP => "image/webp",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    /// More bytes than a picture of this size takes: noise, which is the dearest, takes two thirds of that.
    pub(super) fn most_bytes(self, width: u32, height: u32) -> usize {
        const BESIDE_PIXELS: usize = 4096;
        let of_a_pixel = match self {
            Self::Avif | Self::WebP => 1,
            Self::Jpeg => 2,
            Self::Png => 5,
        };
        BESIDE_PIXELS + of_a_pixel * width as usize * height as usize
    }

    pub(super) fn encoding(self) -> Encoding {
        match self {
            Self::Avif => Encoding::Avif,
            Self::WebP => Encoding::WebP,
            Self::Jpeg => Encoding::Jpeg,
            Self::Png => Encoding::Png,
        }
    }
}
