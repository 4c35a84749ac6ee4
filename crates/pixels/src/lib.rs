//! Pictures as pixels: decoded from any common format, resized, drawn on, encoded for the web.
//!
//! It is a separate crate, as codecs are generic code, compiled where it's used: here with optimisation, even in debug
//! builds of gympress. It doesn't depend on the types of a site.

mod avif;
mod canvas;
mod colour;
mod decode;
mod drawing;
mod encode;
mod exif;
mod metadata;
mod other;
mod resize;
mod whole;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use canvas::{Canvas, Fonts, Lettering};
pub use decode::{is_cut, taken};
pub use drawing::DRAWING;
pub use encode::{Encoding, SETTINGS};
pub use metadata::without_metadata;
pub use other::OtherFormat;

/// Red, green, blue and opacity of each pixel, upright, in sRGB.
#[derive(Clone, Debug)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

/// The most pixels of a picture. A file of a few kilobytes can claim many more, which would take gigabytes of memory.
pub const MOST_PIXELS: u64 = 100_000_000;

/// The reason why a file can't be used as a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flaw {
    /// No picture, or a picture in an unsupported format; [`OtherFormat`] may recognize it.
    Unsupported,
    /// Cut off or damaged, with the decoder's reason.
    Damaged(String),
    /// A drawing with an element that isn't drawn, by its name.
    NotDrawn(String),
    /// More pixels than fit well into memory.
    TooLarge,
}

impl fmt::Display for Flaw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => formatter.write_str("it is no JPEG, PNG, WebP or SVG file"),
            Self::Damaged(reason) => formatter.write_str(reason),
            Self::NotDrawn(element) => write!(formatter, "it has a <{element}>"),
            Self::TooLarge => formatter.write_str("it has too many pixels"),
        }
    }
}

impl Pixels {
    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// True if a pixel isn't opaque.
    pub fn is_transparent(&self) -> bool {
        self.rgba.iter().skip(3).step_by(4).any(|opacity| *opacity < u8::MAX)
    }

    /// The mean colour, with each pixel weighted by its opacity. Returns `None` if all pixels are invisible.
    pub fn mean_colour(&self) -> Option<[u8; 3]> {
        let (mut sums, mut opacities) = ([0; 3], 0);
        for [red, green, blue, opacity] in self.rgba.as_chunks().0 {
            let opacity = u64::from(*opacity);
            opacities += opacity;
            for (sum, value) in sums.iter_mut().zip([red, green, blue]) {
                *sum += u64::from(*value) * opacity;
            }
        }
        (opacities > 0).then(|| sums.map(|sum| u8::try_from(sum / opacities).unwrap_or(u8::MAX)))
    }

    /// Red, green, blue and opacity of one pixel. Returns `None` outside of the picture.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        let index = u64::from(y) * u64::from(self.width) + u64::from(x);
        let pixel = self.rgba.as_chunks().0.get(usize::try_from(index).ok()?);
        pixel.copied().filter(|_| x < self.width)
    }
}
