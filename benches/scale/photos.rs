//! Photos as phones take them, of 12 megapixels: pictures of the shipped gym side by side, which have the detail, with the
//! grain of a sensor.

use std::{fmt::Write, fs, path::Path};

use gympress_pixels::Pixels;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::{
    NOW,
    measure::{Case, first},
    site::Synthetic,
};

const SIZE: (u32, u32) = (4000, 3000);

/// Pictures in a row and in a column of a photo.
const SIDE: u32 = 3;

/// The levels, out of 255, by which the grain makes a pixel lighter or darker at most.
const GRAIN: i32 = 9;

/// Prints how long the first build of a gallery of so many photos takes. The pictures of the site itself are encoded before.
pub fn measure(site: &Synthetic, count: usize) {
    let build = || site.gympress(&["build", "--now", NOW]);
    assert!(build().output().unwrap().status.success());
    let content = site.path("content");
    let shipped = shipped(&content.join("images"));
    let mut gallery = String::new();
    for number in 0..count {
        let name = format!("photo-{number}.jpg");
        fs::write(content.join("images").join(&name), photo(&shipped, number)).unwrap();
        write!(gallery, "[[image]]\nid = {}\nfile = \"{name}\"\nalt = \"Photo {number}\"\n\n", number + 1)
            .unwrap();
    }
    fs::write(content.join("gallery.toml"), gallery).unwrap();
    let figures = first(&Case::new(|| site.clear(), build));
    println!(
        "first build of {count} photos of 12 megapixels: {:.1} s, {:.1} s of the processor, {} MB",
        figures.median(),
        figures.processor.unwrap_or_default(),
        figures.peak.unwrap_or_default() / 1_000_000,
    );
}

/// The photos of the shipped gym, each as large as its place in a photo.
fn shipped(images: &Path) -> Vec<Pixels> {
    let mut paths: Vec<_> = fs::read_dir(images).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jpg"));
    paths.sort();
    let decoded = paths.iter().map(|path| Pixels::decode(&fs::read(path).unwrap()).unwrap());
    decoded.map(|picture| picture.covering(SIZE.0 / SIDE, SIZE.1 / SIDE, false).unwrap()).collect()
}

/// A photo as JPEG, each number another one.
fn photo(shipped: &[Pixels], number: usize) -> Vec<u8> {
    let (width, height) = SIZE;
    let mut random = fastrand::Rng::with_seed(number as u64);
    let tiles: Vec<&Pixels> = (0..SIDE * SIDE).map(|_| &shipped[random.usize(..shipped.len())]).collect();
    let (tile_width, tile_height) = (width / SIDE, height / SIDE);
    let mut rgb = Vec::with_capacity(3 * width as usize * height as usize);
    for y in 0..height {
        for x in 0..width {
            let (column, row) = ((x / tile_width).min(SIDE - 1), (y / tile_height).min(SIDE - 1));
            let (x, y) =
                ((x - column * tile_width).min(tile_width - 1), (y - row * tile_height).min(tile_height - 1));
            let [red, green, blue, _] = tiles[(row * SIDE + column) as usize].pixel(x, y).unwrap();
            let grain = random.i32(-GRAIN..=GRAIN);
            let levels = [red, green, blue].map(|level| (i32::from(level) + grain).clamp(0, 255) as u8);
            rgb.extend(levels);
        }
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, 90);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.encode(&rgb, width as u16, height as u16, ColorType::Rgb).unwrap();
    file
}
