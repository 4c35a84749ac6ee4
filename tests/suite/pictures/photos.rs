//! Small pictures of every kind that phones, cameras and programs make.

use std::io::Cursor;

use image::{DynamicImage, ImageBuffer, ImageFormat, Luma, Rgb, RgbImage, Rgba};
use jpeg_encoder::{ColorType, Encoder};

pub const RED: [u8; 3] = [200, 30, 30];
pub const BLUE: [u8; 3] = [30, 30, 200];

fn saved(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.into().write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

/// The left half red, the right half blue.
fn halves(width: u32, height: u32) -> RgbImage {
    ImageBuffer::from_fn(width, height, |x, _| Rgb(if x < width / 2 { RED } else { BLUE }))
}

fn jpeg(width: u32, height: u32, colours: ColorType, pixels: &[u8], segments: &[(u8, &[u8])]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, 95);
    for (number, data) in segments {
        encoder.add_app_segment(*number, data.to_vec()).unwrap();
    }
    let side = |length: u32| u16::try_from(length).unwrap();
    encoder.encode(pixels, side(width), side(height), colours).unwrap();
    file
}

pub fn plain(width: u32, height: u32) -> Vec<u8> {
    let grey = vec![90; (width * height * 3) as usize];
    jpeg(width, height, ColorType::Rgb, &grey, &[])
}

/// Gradients, edges and grain, as a photo has them.
pub fn detailed(width: u32, height: u32) -> Vec<u8> {
    let mut grain = 1_u32;
    let pixel = |x: u32, y: u32| {
        grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let edge = if (x / 24 + y / 36).is_multiple_of(3) { 60 } else { 0 };
        let level = |base: u32| (base % 150 + edge + (grain >> 28)).min(255) as u8;
        Rgb([level(x), level(y), level(x * y / 97)])
    };
    saved(RgbImage::from_fn(width, height, pixel), ImageFormat::Png)
}

/// See-through on the left.
pub fn cutout(width: u32, height: u32) -> Vec<u8> {
    let pixel = |x, _| Rgba([200_u8, 30, 30, if x < width / 2 { 0 } else { 255 }]);
    saved(ImageBuffer::from_fn(width, height, pixel), ImageFormat::Png)
}

/// As photo editors save for print.
pub fn cmyk(width: u32, height: u32) -> Vec<u8> {
    jpeg(width, height, ColorType::Cmyk, &inks(width, height), &[])
}

/// The same as Photoshop and ImageMagick write it.
pub fn ycck(width: u32, height: u32) -> Vec<u8> {
    jpeg(width, height, ColorType::CmykAsYcck, &inks(width, height), &[])
}

fn inks(width: u32, height: u32) -> Vec<u8> {
    let pixels = halves(width, height);
    pixels.pixels().flat_map(|Rgb([r, g, b])| [255 - r, 255 - g, 255 - b, 0]).collect()
}

pub fn grey(width: u32, height: u32) -> Vec<u8> {
    let pixels = vec![200; (width * height) as usize];
    jpeg(width, height, ColorType::Luma, &pixels, &[])
}

pub fn sixteen_bits(width: u32, height: u32) -> Vec<u8> {
    let deep = |value: u8| u16::from(value) * 257;
    let pixel = |x, _| Rgb(if x < width / 2 { RED } else { BLUE }.map(deep));
    saved(ImageBuffer::<Rgb<u16>, _>::from_fn(width, height, pixel), ImageFormat::Png)
}

pub fn grey_sixteen_bits(width: u32, height: u32) -> Vec<u8> {
    saved(ImageBuffer::from_pixel(width, height, Luma([51_400_u16])), ImageFormat::Png)
}

pub fn webp(width: u32, height: u32) -> Vec<u8> {
    saved(halves(width, height), ImageFormat::WebP)
}

/// Held upright when it was taken: a quarter turn clockwise sets it right. Says where that was.
pub fn turned(width: u32, height: u32) -> Vec<u8> {
    let exif = [&orientation(6), &b"-1.2921,36.8219"[..]].concat();
    jpeg(width, height, ColorType::Rgb, &halves(width, height), &[(1, &exif)])
}

/// With a red quarter at the left end of the top as it is stored, and where that belongs, as EXIF counts it.
pub fn held(width: u32, height: u32, how: u8) -> Vec<u8> {
    let pixel = |x, y| Rgb(if x < width / 2 && y < height / 2 { RED } else { BLUE });
    let pixels = RgbImage::from_fn(width, height, pixel);
    jpeg(width, height, ColorType::Rgb, &pixels, &[(1, &orientation(how))])
}

fn orientation(how: u8) -> Vec<u8> {
    let exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0";
    [exif, &[how][..], &[0; 7]].concat()
}

/// With the colours of a phone's screen.
pub fn wide_gamut(width: u32, height: u32) -> Vec<u8> {
    let green: Vec<u8> = [60, 220, 60].repeat((width * height) as usize);
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let profile = [b"ICC_PROFILE\0\x01\x01", profile.as_slice()].concat();
    jpeg(width, height, ColorType::Rgb, &green, &[(2, &profile)])
}

/// What a viewer shows: size, and the colours of the left, the right, the top and the bottom.
pub fn seen(bytes: &[u8]) -> ((u32, u32), [[u8; 3]; 4]) {
    let image = image::load_from_memory(bytes).unwrap().into_rgb8();
    let (width, height) = image.dimensions();
    let at = |x: u32, y: u32| image.get_pixel(x, y).0;
    let (left, right) = (at(width / 8, height / 2), at(width * 7 / 8, height / 2));
    ((width, height), [left, right, at(width / 2, height / 8), at(width / 2, height * 7 / 8)])
}

pub fn close(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 14)
}
