//! Encoding of pixels as files, without metadata.

use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, QuantizationTableType};
use webp::WebPConfig;

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
pub const SETTINGS: &str = "rav1e 0.8.1 quantizer 147 to 194 within 140000 bytes speed 10 in 4:2:0 with fast deblocking, \
    libwebp-sys 0.9.6 quality 72 method 2 or 75 and 4, jpeg-encoder 0.7.1 quality 75, png 0.18.1, \
    resize 0.8.9 Catmull-Rom from the next larger width";

/// The quality of JPEG, out of 100.
const QUALITY: u8 = 75;

/// The quality of WebP, out of 100, and the effort, out of 6. Photos look the same and are as large as with 75 and the
/// default of 4, in a third of the time. Those are for pictures with transparency, whose opacity takes more bytes at less
/// effort.
const WEBP_PHOTO: (f32, i32) = (72.0, 2);
const WEBP_CUTOUT: (f32, i32) = (75.0, 4);

/// The quantizers of AVIF, of which 0 is the best. The first that gives a file of at most [`AVIF_BYTES`] is used, else
/// the last. Above the first, a photo rich in detail looks worse than as WebP; above the last, any photo looks bad.
const AVIF_QUANTIZERS: [u8; 4] = [147, 162, 177, LAST_AVIF_QUANTIZER];
const LAST_AVIF_QUANTIZER: u8 = 194;

/// The size above which an AVIF file is encoded again at less quality: a phone loads this much in a second.
const AVIF_BYTES: usize = 140_000;

/// The part of its bytes that a file of a detailed photo keeps at least with the next quantizer, in hundredths.
/// Quantizers that can't make it small enough are skipped: each would be an encoding in vain.
const KEPT_BYTES: usize = 66;

impl Pixels {
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

fn avif(pixels: &Pixels) -> Result<Vec<u8>, String> {
    let (mut file, mut least_bytes) = (Vec::new(), 0);
    for quantizer in AVIF_QUANTIZERS {
        least_bytes = least_bytes * KEPT_BYTES / 100;
        if least_bytes > AVIF_BYTES && quantizer != LAST_AVIF_QUANTIZER {
            continue;
        }
        file = avif::encode(pixels, quantizer)?;
        least_bytes = file.len();
        if least_bytes <= AVIF_BYTES {
            break;
        }
    }
    Ok(file)
}

fn webp(pixels: &Pixels) -> Result<Vec<u8>, String> {
    let mut config =
        WebPConfig::new().map_err(|()| "the encoder of WebP is of another version".to_owned())?;
    (config.quality, config.method) = if pixels.is_transparent() { WEBP_CUTOUT } else { WEBP_PHOTO };
    let encoder = webp::Encoder::from_rgba(&pixels.rgba, pixels.width, pixels.height);
    let encoded = encoder.encode_advanced(&config);
    encoded.map(|bytes| bytes.to_vec()).map_err(|error| format!("{error:?}"))
}

fn jpeg(pixels: &Pixels) -> Result<Vec<u8>, String> {
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

fn png(pixels: &Pixels) -> Result<Vec<u8>, String> {
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
