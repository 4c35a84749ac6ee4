//! Decoding of JPEG, PNG and WebP into upright pixels in sRGB.

use std::io::Cursor;

use image_webp::WebPDecoder;
use zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions};
use zune_jpeg::JpegDecoder;

use crate::{
    Flaw, MOST_PIXELS, Pixels, colour, drawing, exif,
    whole::{is_whole_jpeg, is_whole_png, is_whole_webp},
};

/// A decoded file as it is stored: neither upright nor in sRGB.
struct DecodedPicture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
    /// The colours of the pixels, as an ICC profile.
    profile: Option<Vec<u8>>,
    exif: Option<Vec<u8>>,
}

/// True for a JPEG, PNG or WebP file whose end is missing.
pub fn is_cut(file: &[u8]) -> bool {
    FileFormat::of(file).is_some_and(|format| !format.is_whole(file))
}

/// A format of pixels, recognized by the first bytes of a file.
#[derive(Clone, Copy)]
pub(crate) enum FileFormat {
    Jpeg,
    Png,
    WebP,
}

impl FileFormat {
    pub(crate) fn of(file: &[u8]) -> Option<Self> {
        if file.starts_with(b"\xFF\xD8\xFF") {
            Some(Self::Jpeg)
        } else if file.starts_with(b"\x89PNG\r\n\x1A\n") {
            Some(Self::Png)
        } else {
            (file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP")).then_some(Self::WebP)
        }
    }

    pub(crate) fn is_whole(self, file: &[u8]) -> bool {
        match self {
            Self::Jpeg => is_whole_jpeg(file),
            Self::Png => is_whole_png(file),
            Self::WebP => is_whole_webp(file),
        }
    }

    fn decode(self, file: &[u8]) -> Result<DecodedPicture, Flaw> {
        match self {
            Self::Jpeg => jpeg(file),
            Self::Png => png(file),
            Self::WebP => webp(file),
        }
    }

    /// The data of the camera, which is read without the pixels.
    pub(crate) fn exif(self, file: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Jpeg => {
                let mut decoder = JpegDecoder::new(ZCursor::new(file));
                decoder.decode_headers().ok()?;
                decoder.exif().cloned()
            }
            Self::Png => {
                let reader = png::Decoder::new(Cursor::new(file)).read_info().ok()?;
                reader.info().exif_metadata.as_ref().map(|exif| exif.to_vec())
            }
            Self::WebP => WebPDecoder::new(Cursor::new(file)).ok()?.exif_metadata().ok()?,
        }
    }
}

/// The time on the camera's clock when it took the picture, as `2026:10:31 20:15:03`. Returns `None` if the file doesn't say.
pub fn taken(file: &[u8]) -> Option<String> {
    exif::taken(&FileFormat::of(file)?.exif(file)?)
}

impl Pixels {
    /// Decodes a JPEG, PNG, WebP or SVG file.
    ///
    /// # Errors
    /// If the file is no such picture, or is incomplete.
    pub fn decode(file: &[u8]) -> Result<Self, Flaw> {
        if drawing::is_drawing(file) {
            return drawing::decode(file);
        }
        let format = FileFormat::of(file).ok_or(Flaw::Unsupported)?;
        if !format.is_whole(file) {
            return Err(Flaw::Damaged("its end is missing".to_owned()));
        }
        let DecodedPicture { width, height, mut rgba, profile, exif } = format.decode(file)?;
        if let Some(profile) = profile {
            colour::to_srgb(&mut rgba, &profile);
        }
        let pixels = Self { width, height, rgba };
        Ok(match exif.and_then(|exif| exif::orientation(&exif)) {
            Some(orientation) => upright(&pixels, orientation),
            None => pixels,
        })
    }
}

pub(crate) fn damaged(error: impl std::fmt::Display) -> Flaw {
    Flaw::Damaged(error.to_string())
}

/// The number of pixels in a picture of this size, unless there are too many.
fn pixels(width: u32, height: u32) -> Result<usize, Flaw> {
    let pixels = u64::from(width) * u64::from(height);
    usize::try_from(pixels).ok().filter(|_| pixels <= MOST_PIXELS).ok_or(Flaw::TooLarge)
}

fn jpeg(file: &[u8]) -> Result<DecodedPicture, Flaw> {
    // A file that breaks the standard is decoded as far as possible, as in browsers.
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX)
        .jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().map_err(damaged)?;
    let info = decoder.info().ok_or(Flaw::Unsupported)?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    pixels(width, height)?;
    let stored = decoder.input_colorspace();
    let (profile, exif) = (decoder.icc_profile(), decoder.exif().cloned());
    // The profile of a picture in inks has to be applied before the decoder converts the inks to RGB.
    if let (Some(space @ (ColorSpace::CMYK | ColorSpace::YCCK)), Some(profile)) = (stored, &profile) {
        let options = options.jpeg_set_out_colorspace(space);
        let bytes = JpegDecoder::new_with_options(ZCursor::new(file), options).decode().map_err(damaged)?;
        if let Some(rgba) = colour::of_inks(inks(bytes, space), profile) {
            return Ok(DecodedPicture { width, height, rgba, profile: None, exif });
        }
    }
    // The decoder makes RGBA of these two colour spaces only.
    let is_rgba = matches!(stored, Some(ColorSpace::YCbCr | ColorSpace::Luma));
    if !is_rgba {
        // A new decoder is needed, since the conversion from YCCK is chosen while the headers are read.
        let options = options.jpeg_set_out_colorspace(ColorSpace::RGB);
        decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    }
    let bytes = decoder.decode().map_err(damaged)?;
    let rgba = if is_rgba { bytes } else { opaque(&bytes) };
    Ok(DecodedPicture { width, height, rgba, profile, exif })
}

/// The amounts of cyan, magenta, yellow and black. Programs store the complements, or for the first three the luminance
/// and chrominance (as in JFIF) of the complements.
fn inks(mut stored: Vec<u8>, space: ColorSpace) -> Vec<u8> {
    let (pixels, _) = stored.as_chunks_mut::<4>();
    for [c, m, y, k] in pixels {
        if space == ColorSpace::YCCK {
            let [luma, blue, red] = [*c, *m, *y].map(i32::from);
            let (blue, red) = (blue - 128, red - 128);
            *c = from_thousandths(1000 * luma + 1402 * red);
            *m = from_thousandths(1000 * luma - 344 * blue - 714 * red);
            *y = from_thousandths(1000 * luma + 1772 * blue);
        } else {
            [*c, *m, *y] = [*c, *m, *y].map(|missing| u8::MAX - missing);
        }
        *k = u8::MAX - *k;
    }
    stored
}

fn from_thousandths(level: i32) -> u8 {
    u8::try_from(((level + 500) / 1000).clamp(0, 255)).unwrap_or_default()
}

fn png(file: &[u8]) -> Result<DecodedPicture, Flaw> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (width, height) = (reader.info().width, reader.info().height);
    pixels(width, height)?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or(Flaw::TooLarge)?];
    let frame = reader.next_frame(&mut bytes).map_err(damaged)?;
    bytes.truncate(frame.buffer_size());
    let rgba = match frame.color_type {
        png::ColorType::Rgba => bytes,
        png::ColorType::Rgb | png::ColorType::Indexed => opaque(&bytes),
        png::ColorType::Grayscale => bytes.iter().flat_map(|&grey| [grey, grey, grey, u8::MAX]).collect(),
        png::ColorType::GrayscaleAlpha => {
            bytes.as_chunks().0.iter().flat_map(|&[grey, alpha]| [grey, grey, grey, alpha]).collect()
        }
    };
    let info = reader.info();
    let profile = info.icc_profile.as_ref().map(|profile| profile.to_vec());
    let exif = info.exif_metadata.as_ref().map(|exif| exif.to_vec());
    Ok(DecodedPicture { width, height, rgba, profile, exif })
}

fn webp(file: &[u8]) -> Result<DecodedPicture, Flaw> {
    let mut decoder = WebPDecoder::new(Cursor::new(file)).map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    pixels(width, height)?;
    let mut bytes = vec![0; decoder.output_buffer_size().ok_or(Flaw::TooLarge)?];
    decoder.read_image(&mut bytes).map_err(damaged)?;
    let rgba = if decoder.has_alpha() { bytes } else { opaque(&bytes) };
    // A profile or Exif data that can't be read is ignored, as in browsers.
    let (profile, exif) = (decoder.icc_profile().ok().flatten(), decoder.exif_metadata().ok().flatten());
    Ok(DecodedPicture { width, height, rgba, profile, exif })
}

fn opaque(rgb: &[u8]) -> Vec<u8> {
    rgb.as_chunks().0.iter().flat_map(|&[r, g, b]| [r, g, b, u8::MAX]).collect()
}

/// Turns or mirrors the picture, or both, so that it is upright.
fn upright(stored: &Pixels, orientation: u8) -> Pixels {
    let (right, bottom) = (stored.width.saturating_sub(1), stored.height.saturating_sub(1));
    let is_turned = orientation >= 5;
    let (width, height) =
        if is_turned { (stored.height, stored.width) } else { (stored.width, stored.height) };
    let (pixels, _) = stored.rgba.as_chunks::<4>();
    let mut rgba = Vec::with_capacity(stored.rgba.len());
    for y in 0..height {
        for x in 0..width {
            let (from_x, from_y) = match orientation {
                2 => (right - x, y),
                3 => (right - x, bottom - y),
                4 => (x, bottom - y),
                5 => (y, x),
                6 => (y, bottom - x),
                7 => (right - y, bottom - x),
                8 => (right - y, x),
                _ => (x, y),
            };
            let at = from_y as usize * stored.width as usize + from_x as usize;
            rgba.extend(pixels.get(at).copied().unwrap_or_default());
        }
    }
    Pixels { width, height, rgba }
}
