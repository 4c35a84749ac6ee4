//! Pictures as pixels: read from a file of any common kind, made smaller, drawn on, written for the web.
//!
//! A crate of its own, as codecs are generic code that is compiled where it's used: here with optimisation,
//! also when the rest of gympress is being debugged. It doesn't depend on the types of a site.

mod canvas;
mod colour;
mod drawing;
mod encode;
mod lettering;
mod metrics;
mod other;
mod resize;
mod whole;

use std::{borrow::Cow, fmt, io::Cursor};

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader,
    buffer::ConvertBuffer,
    error::{LimitError, LimitErrorKind},
};

pub use drawing::DRAWING;
pub use encode::{Encoding, SETTINGS};
pub use lettering::{Face, LETTERING, TextBox};
pub use metrics::FontMetrics;
pub use other::OtherFormat;

/// Red, green, blue and opacity of each pixel, upright, in sRGB.
#[derive(Clone, Debug)]
pub struct Pixels<'a> {
    width: u32,
    height: u32,
    rgba: Cow<'a, [u8]>,
}

/// The most that a picture may have: a few kilobytes can claim many more, which would take gigabytes of memory.
pub const MOST_PIXELS: u64 = 100_000_000;

/// What is wrong with a file's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// No picture, or one of a kind that isn't read here; [`OtherFormat`] may say which.
    Kind,
    /// Cut short, or changed on its way: what could not be read.
    Damaged(String),
    /// A drawing with an element of this name, which isn't drawn.
    NotDrawn(String),
    /// More pixels than a computer's memory should be filled with.
    TooLarge,
}

impl fmt::Display for Flaw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind => formatter.write_str("it is no JPEG, PNG, WebP or SVG file"),
            Self::Damaged(reason) => formatter.write_str(reason),
            Self::NotDrawn(element) => write!(formatter, "it has a <{element}>"),
            Self::TooLarge => formatter.write_str("it has too many pixels"),
        }
    }
}

impl Pixels<'static> {
    /// The picture in a JPEG, PNG or WebP file of any colours, or in an SVG file.
    ///
    /// # Errors
    /// If there is none, or not all of it.
    pub fn decode(file: &[u8]) -> Result<Self, Flaw> {
        if drawing::is_drawing(file) {
            return drawing::decode(file);
        }
        let format = match image::guess_format(file) {
            Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) => format,
            _ => return Err(Flaw::Kind),
        };
        if !whole::is_whole(file, format) {
            return Err(Flaw::Damaged("its end is missing".to_owned()));
        }
        let decode = || {
            let mut decoder = ImageReader::with_format(Cursor::new(file), format).into_decoder()?;
            let (width, height) = decoder.dimensions();
            if u64::from(width) * u64::from(height) > MOST_PIXELS {
                return Err(ImageError::Limits(LimitError::from_kind(LimitErrorKind::DimensionError)));
            }
            let orientation = decoder.orientation()?;
            let profile = decoder.icc_profile()?;
            let mut image = DynamicImage::from_decoder(decoder)?;
            image.apply_orientation(orientation);
            let rgba = match image {
                // What most pictures have is converted by code that is compiled here, with optimisation.
                DynamicImage::ImageRgb8(rgb) => rgb.convert(),
                other => other.into_rgba8(),
            };
            Ok((rgba, profile))
        };
        let (image, profile) = decode().map_err(|error: ImageError| match error {
            ImageError::Limits(_) => Flaw::TooLarge,
            error => Flaw::Damaged(error.to_string()),
        })?;
        let (width, height) = image.dimensions();
        let mut rgba = image.into_raw();
        if let Some(profile) = profile {
            colour::to_srgb(&mut rgba, &profile);
        }
        Ok(Self { width, height, rgba: rgba.into() })
    }
}

impl Pixels<'_> {
    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// True if something shows through somewhere.
    pub fn is_transparent(&self) -> bool {
        self.rgba.iter().skip(3).step_by(4).any(|opacity| *opacity < u8::MAX)
    }

    /// The mean colours of the left and the right half.
    pub fn halves(&self) -> [[u8; 3]; 2] {
        let middle = self.width.div_ceil(2) as usize;
        let (mut left, mut right) = (Mean::default(), Mean::default());
        for row in self.rgba.chunks_exact(4 * self.width.max(1) as usize) {
            let (before, after) = row.split_at(4 * middle);
            left.add(before);
            // A picture one pixel wide is the same on both sides.
            right.add(if after.is_empty() { before } else { after });
        }
        [left.rgb(), right.rgb()]
    }
}

/// The mean of many colours.
#[derive(Default)]
struct Mean {
    sums: [u64; 3],
    pixels: u64,
}

impl Mean {
    fn add(&mut self, rgba: &[u8]) {
        for [r, g, b, _] in rgba.as_chunks().0 {
            for (sum, value) in self.sums.iter_mut().zip([r, g, b]) {
                *sum += u64::from(*value);
            }
            self.pixels += 1;
        }
    }

    fn rgb(&self) -> [u8; 3] {
        self.sums.map(|sum| u8::try_from(sum / self.pixels.max(1)).unwrap_or(u8::MAX))
    }
}
