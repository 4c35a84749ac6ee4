//! Encoding of pixels as files, without metadata.

use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, QuantizationTableType};

use crate::{Pixels, avif};

/// The format of an encoded picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The smallest files, for photos.
    Avif,
    /// Small files, for photos; supported by all of today's browsers.
    WebP,
    /// For programs other than browsers.
    Jpeg,
    /// Without loss.
    Png,
}

/// The settings that determine the bytes of a picture: a change here gives every picture a new name. A test compares
/// the versions of the encoders with those in use.
pub const SETTINGS: &str = "rav1e 0.8.1 quantizer 147 to 194 within 140000 bytes speed 10 in 4:2:0, \
    libwebp-sys 0.9.6 quality 75, jpeg-encoder 0.7.1 quality 75, png 0.18.1, resize 0.8.9 Catmull-Rom";

/// The quality of WebP and JPEG, out of 100.
const QUALITY: u8 = 75;

/// The quantizers of AVIF, of which 0 is the best. The first that gives a file of at most [`AVIF_BYTES`] is used, else
/// the last. Above the first, a photo rich in detail looks worse than as WebP; above the last, any photo looks bad.
const AVIF_QUANTIZERS: [u8; 4] = [147, 162, 177, 194];

/// The size above which an AVIF file is encoded again at less quality: a phone loads this much in a second.
const AVIF_BYTES: usize = 140_000;

impl Pixels<'_> {
    /// Encodes the picture as a file.
    ///
    /// # Errors
    /// If it's too large for the format, or memory doesn't suffice: the reason.
    pub fn encode(&self, encoding: Encoding) -> Result<Vec<u8>, String> {
        match encoding {
            Encoding::Avif => avif(self),
            Encoding::WebP => webp(self),
            Encoding::Jpeg => jpeg(self),
            Encoding::Png => png(self),
        }
    }
}

fn avif(pixels: &Pixels<'_>) -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    for quantizer in AVIF_QUANTIZERS {
        file = avif::encode(pixels, quantizer)?;
        if file.len() <= AVIF_BYTES {
            break;
        }
    }
    Ok(file)
}

fn webp(pixels: &Pixels<'_>) -> Result<Vec<u8>, String> {
    let encoder = webp::Encoder::from_rgba(&pixels.rgba, pixels.width, pixels.height);
    let encoded = encoder.encode_simple(false, f32::from(QUALITY));
    encoded.map(|bytes| bytes.to_vec()).map_err(|error| format!("{error:?}"))
}

fn jpeg(pixels: &Pixels<'_>) -> Result<Vec<u8>, String> {
    let side =
        |length: u32| u16::try_from(length).map_err(|_| format!("{length} pixels are too many for JPEG"));
    let (width, height) = (side(pixels.width)?, side(pixels.height)?);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, QUALITY);
    encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
    encoder.set_quantization_tables(QuantizationTableType::ImageMagick, QuantizationTableType::ImageMagick);
    let encoded = encoder.encode(&pixels.rgba, width, height, ColorType::Rgba);
    encoded.map(|()| file).map_err(|error| error.to_string())
}

fn png(pixels: &Pixels<'_>) -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&pixels.rgba)?;
        writer.finish()
    });
    written.map(|()| file).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::SETTINGS;
    use crate::DRAWING;

    #[test]
    fn settings_name_the_encoders_in_use() {
        let locked = include_str!("../../../Cargo.lock");
        for setting in SETTINGS.split(", ").chain([DRAWING]) {
            let mut words = setting.split(' ');
            let (name, version) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let package = format!("name = \"{name}\"\nversion = \"{version}\"");
            assert!(locked.contains(&package), "{name} is of another version than {version}");
        }
    }
}
