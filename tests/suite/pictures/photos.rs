//! Small pictures of every kind that phones, cameras and programs make.

use gympress_pixels::Pixels;
use image_webp::WebPEncoder;
use jpeg_encoder::{ColorType, Encoder};
use png::BitDepth;

pub const RED: [u8; 3] = [200, 30, 30];
pub const BLUE: [u8; 3] = [30, 30, 200];

/// The samples of a picture, row by row.
fn samples<T, const COUNT: usize>(
    width: u32,
    height: u32,
    pixel: impl FnMut((u32, u32)) -> [T; COUNT],
) -> Vec<T> {
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(pixel).collect()
}

fn png(width: u32, height: u32, colours: png::ColorType, depth: BitDepth, samples: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(colours);
    encoder.set_depth(depth);
    encoder.write_header().unwrap().write_image_data(samples).unwrap();
    file
}

/// The left half red, the right half blue.
fn halves(width: u32, height: u32) -> Vec<u8> {
    samples(width, height, |(x, _)| if x < width / 2 { RED } else { BLUE })
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
    let pixel = |(x, y): (u32, u32)| {
        grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let edge = if (x / 24 + y / 36).is_multiple_of(3) { 60 } else { 0 };
        let level = |base: u32| (base % 150 + edge + (grain >> 28)).min(255) as u8;
        [level(x), level(y), level(x * y / 97)]
    };
    png(width, height, png::ColorType::Rgb, BitDepth::Eight, &samples(width, height, pixel))
}

/// See-through on the left.
pub fn cutout(width: u32, height: u32) -> Vec<u8> {
    let pixel = |(x, _)| [200, 30, 30, if x < width / 2 { 0 } else { 255 }];
    png(width, height, png::ColorType::Rgba, BitDepth::Eight, &samples(width, height, pixel))
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
    pixels.as_chunks().0.iter().flat_map(|[r, g, b]| [255 - r, 255 - g, 255 - b, 0]).collect()
}

pub fn grey(width: u32, height: u32) -> Vec<u8> {
    let pixels = vec![200; (width * height) as usize];
    jpeg(width, height, ColorType::Luma, &pixels, &[])
}

pub fn sixteen_bits(width: u32, height: u32) -> Vec<u8> {
    let deep: Vec<u8> = halves(width, height).into_iter().flat_map(|value| [value, value]).collect();
    png(width, height, png::ColorType::Rgb, BitDepth::Sixteen, &deep)
}

pub fn grey_sixteen_bits(width: u32, height: u32) -> Vec<u8> {
    let deep = 51_400_u16.to_be_bytes().repeat((width * height) as usize);
    png(width, height, png::ColorType::Grayscale, BitDepth::Sixteen, &deep)
}

pub fn webp(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let colours = image_webp::ColorType::Rgb8;
    WebPEncoder::new(&mut file).encode(&halves(width, height), width, height, colours).unwrap();
    file
}

/// With a red quarter at the left end of the top as it is stored, where that belongs, as EXIF counts it, and where it was taken.
pub fn held(width: u32, height: u32, how: u8) -> Vec<u8> {
    let pixel = |(x, y)| if x < width / 2 && y < height / 2 { RED } else { BLUE };
    let pixels = samples(width, height, pixel);
    // In both orders of bytes.
    let exif: &[u8] = match how % 2 {
        0 => b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0",
        _ => b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0",
    };
    let exif = [exif, &[how], &[0; 7], b"-1.2921,36.8219"].concat();
    jpeg(width, height, ColorType::Rgb, &pixels, &[(1, &exif)])
}

/// With the colours of a phone's screen.
pub fn wide_gamut(width: u32, height: u32) -> Vec<u8> {
    let green: Vec<u8> = [60, 220, 60].repeat((width * height) as usize);
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let profile = [b"ICC_PROFILE\0\x01\x01", profile.as_slice()].concat();
    jpeg(width, height, ColorType::Rgb, &green, &[(2, &profile)])
}

/// What a viewer shows: size, and the colours of the left and the right.
pub fn seen(bytes: &[u8]) -> ((u32, u32), [[u8; 3]; 2]) {
    let image = Pixels::decode(bytes).unwrap();
    let (width, height) = image.size();
    let at = |x: u32, y: u32| colour(&image, x, y);
    ((width, height), [at(width / 8, height / 2), at(width * 7 / 8, height / 2)])
}

/// Red, green and blue of a pixel.
pub fn colour(image: &Pixels<'_>, x: u32, y: u32) -> [u8; 3] {
    let [r, g, b, _] = image.pixel(x, y).unwrap();
    [r, g, b]
}

pub fn close(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 14)
}
