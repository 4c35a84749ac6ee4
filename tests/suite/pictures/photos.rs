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

/// Taken at this time, as a camera writes it: `2026:10:31 20:15:03`. Cameras differ in the order of bytes.
pub fn taken(time: &str, is_little: bool) -> Vec<u8> {
    let short = |number: u16| if is_little { number.to_le_bytes() } else { number.to_be_bytes() };
    let long = |number: u32| if is_little { number.to_le_bytes() } else { number.to_be_bytes() };
    let mut exif = Vec::from(if is_little { b"Exif\0\0II" } else { b"Exif\0\0MM" });
    exif.extend([&short(42)[..], &long(8)].concat());
    // A directory with one field each: the place of the second one, and in that the time.
    for (tag, kind, count, value) in [(0x8769, 4, 1, 26), (0x9003, 2, 20, 44)] {
        exif.extend(
            [&short(1)[..], &short(tag), &short(kind), &long(count), &long(value), &long(0)].concat(),
        );
    }
    exif.extend([time.as_bytes(), b"\0"].concat());
    jpeg(60, 40, ColorType::Rgb, &halves(60, 40), &[(1, &exif)])
}

/// With the colours of a phone's screen.
pub fn wide_gamut(width: u32, height: u32) -> Vec<u8> {
    let green: Vec<u8> = [60, 220, 60].repeat((width * height) as usize);
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    jpeg(width, height, ColorType::Rgb, &green, &[(2, &in_segment(&profile))])
}

fn in_segment(profile: &[u8]) -> Vec<u8> {
    [b"ICC_PROFILE\0\x01\x01", profile].concat()
}

/// The left half full of cyan, the right half without ink, for a press that makes green of cyan.
pub fn green_press(width: u32, height: u32, colours: ColorType) -> Vec<u8> {
    let inks = samples(width, height, |(x, _)| if x < width / 2 { [255, 0, 0, 0] } else { [0; 4] });
    jpeg(width, height, colours, &inks, &[(2, &in_segment(&press_profile()))])
}

/// Grey of which 128 is half as bright as white, in both formats that can say so.
pub fn linear_grey(width: u32, height: u32) -> [Vec<u8>; 3] {
    let profile = moxcms::ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
    let count = (width * height) as usize;
    let photo = jpeg(width, height, ColorType::Luma, &vec![128; count], &[(2, &in_segment(&profile))]);
    let with_profile = |colours, depth, samples: &[u8]| {
        let mut info = png::Info::with_size(width, height);
        (info.color_type, info.bit_depth) = (colours, depth);
        info.icc_profile = Some(profile.clone().into());
        let mut file = Vec::new();
        let encoder = png::Encoder::with_info(&mut file, info).unwrap();
        encoder.write_header().unwrap().write_image_data(samples).unwrap();
        file
    };
    let deep = with_profile(png::ColorType::Grayscale, BitDepth::Sixteen, &vec![128; 2 * count]);
    let seen_through =
        with_profile(png::ColorType::GrayscaleAlpha, BitDepth::Eight, &[128, 255].repeat(count));
    [photo, deep, seen_through]
}

/// A profile of a press by a table of colours (ICC.1, 10.10): without ink white, with all cyan green, with any other black.
fn press_profile() -> Vec<u8> {
    let as_it_is = || 0..=255_u8;
    // The last of the inks changes first, from none of it to all of it.
    let colours = (0..16).flat_map(|inks| match inks {
        0 => [255, 128, 128],
        0b1000 => [117, 76, 177],
        _ => [0, 128, 128],
    });
    let mut table = b"mft1\0\0\0\0\x04\x03\x02\0".to_vec();
    let unity = [1_u32, 0, 0, 0, 1, 0, 0, 0, 1].map(|entry| (entry << 16).to_be_bytes());
    table.extend(unity.concat());
    table.extend((0..4).flat_map(|_| as_it_is()));
    table.extend(colours);
    table.extend((0..3).flat_map(|_| as_it_is()));
    let mut white = b"XYZ \0\0\0\0".to_vec();
    white.extend([0x0000_F6D6_u32, 0x0001_0000, 0x0000_D32D].map(u32::to_be_bytes).concat());
    table.resize(table.len().next_multiple_of(4), 0);
    let start = 128 + 4 + 2 * 12;
    let mut profile = vec![0; 128];
    profile[8..12].copy_from_slice(&[2, 0x40, 0, 0]);
    profile[12..24].copy_from_slice(b"prtrCMYKLab ");
    profile[36..40].copy_from_slice(b"acsp");
    profile[68..80].copy_from_slice(&white[8..]);
    profile.extend(2_u32.to_be_bytes());
    for (name, at, length) in [(b"A2B0", start, table.len()), (b"wtpt", start + table.len(), white.len())] {
        profile.extend(name);
        profile.extend([at, length].map(|value| (value as u32).to_be_bytes()).concat());
    }
    profile.extend(table);
    profile.extend(white);
    let length = profile.len() as u32;
    profile[..4].copy_from_slice(&length.to_be_bytes());
    profile
}

/// What a viewer shows: size, and the colours of the left and the right.
pub fn seen(bytes: &[u8]) -> ((u32, u32), [[u8; 3]; 2]) {
    let image = Pixels::decode(bytes).unwrap();
    let (width, height) = image.size();
    let at = |x: u32, y: u32| colour(&image, x, y);
    ((width, height), [at(width / 8, height / 2), at(width * 7 / 8, height / 2)])
}

/// Red, green and blue of a pixel.
pub fn colour(image: &Pixels, x: u32, y: u32) -> [u8; 3] {
    let [r, g, b, _] = image.pixel(x, y).unwrap();
    [r, g, b]
}

pub fn close(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 14)
}
