//! Pictures in other sizes.

use resize::{Pixel, PixelFormat, Type};
use rgb::{FromSlice, RGBA8};

use crate::Pixels;

/// The filter. The weights of Catmull-Rom are polynomials, which are the same on all systems, while the sine in those of
/// Lanczos may differ in its last digit.
const FILTER: Type = Type::Catrom;

/// A rectangle of a picture.
struct Rectangle {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Pixels {
    /// The same picture in another size.
    ///
    /// # Errors
    /// If there's no such size, or memory doesn't suffice: the reason.
    pub fn resized(self, width: u32, height: u32, transparent: bool) -> Result<Self, String> {
        if (width, height) == self.size() {
            return Ok(self);
        }
        let whole = Rectangle { left: 0, top: 0, width: self.width, height: self.height };
        self.part_resized(&whole, (width, height), transparent)
    }

    /// The largest part of the picture's middle that has the proportions of this size, in this size.
    ///
    /// # Errors
    /// If there's no such size, or memory doesn't suffice: the reason.
    pub fn covering(&self, width: u32, height: u32, transparent: bool) -> Result<Self, String> {
        let part_width = in_proportion(self.height, width, height).clamp(1, self.width.max(1));
        let part_height = in_proportion(self.width, height, width).clamp(1, self.height.max(1));
        let part = Rectangle {
            left: self.width.saturating_sub(part_width) / 2,
            top: self.height.saturating_sub(part_height) / 2,
            width: part_width,
            height: part_height,
        };
        self.part_resized(&part, (width, height), transparent)
    }

    /// A rectangle of the picture in another size.
    fn part_resized(&self, part: &Rectangle, size: (u32, u32), transparent: bool) -> Result<Self, String> {
        // Premultiplied colours keep the colour of invisible pixels from showing at edges.
        let resampled = if transparent {
            self.part_resampled(part, size, Pixel::RGBA8P)
        } else {
            self.part_resampled(part, size, Pixel::RGBA8)
        };
        let rgba = resampled.map_err(|error| error.to_string())?;
        Ok(Self { width: size.0, height: size.1, rgba })
    }

    fn part_resampled<F: PixelFormat<InputPixel = RGBA8, OutputPixel = RGBA8>>(
        &self,
        part: &Rectangle,
        size: (u32, u32),
        format: F,
    ) -> Result<Vec<u8>, resize::Error> {
        let (width, height) = (size.0 as usize, size.1 as usize);
        let stride = self.width as usize;
        let first = part.top as usize * stride + part.left as usize;
        let pixels = self.rgba.as_rgba().get(first..).unwrap_or_default();
        let mut rgba: Vec<u8> = Vec::new();
        rgba.try_reserve_exact(4 * width * height)?;
        rgba.resize(4 * width * height, 0);
        resize::new(part.width as usize, part.height as usize, width, height, format, FILTER)?
            .resize_stride(pixels, stride, rgba.as_rgba_mut())?;
        Ok(rgba)
    }
}

/// The length that is to `length` as `to` is to `from`.
fn in_proportion(length: u32, to: u32, from: u32) -> u32 {
    let scaled = u64::from(length) * u64::from(to) / u64::from(from.max(1));
    u32::try_from(scaled).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use crate::Pixels;

    /// A red column, then green ones, then a blue one.
    fn columns(width: u32, height: u32) -> Pixels {
        let mut row = vec![[0, 255, 0, 255]; width as usize];
        row[0] = [255, 0, 0, 255];
        row[width as usize - 1] = [0, 0, 255, 255];
        Pixels { width, height, rgba: row.concat().repeat(height as usize) }
    }

    #[test]
    fn the_middle_of_a_wide_picture_covers_a_square() {
        let wide = columns(40, 10);
        let square = wide.covering(5, 5, false).expect("a size");
        assert_eq!(square.size(), (5, 5));
        assert!(square.rgba.as_chunks().0.iter().all(|pixel: &[u8; 4]| *pixel == [0, 255, 0, 255]));
    }

    #[test]
    fn a_whole_picture_keeps_its_edges() {
        let resized = columns(40, 10).resized(20, 5, false).expect("a size").rgba;
        let row: &[[u8; 4]] = resized.as_chunks().0;
        assert!(row[0][0] > 100 && row[10] == [0, 255, 0, 255] && row[19][2] > 100, "{row:?}");
    }

    #[test]
    fn the_colour_of_what_is_transparent_does_not_show() {
        let rgba = [[255, 0, 0, 0], [0, 0, 255, 255]].concat().repeat(64);
        let picture = Pixels { width: 16, height: 8, rgba };
        let half = picture.resized(8, 4, true).expect("a size");
        for [red, _, blue, opacity] in half.rgba.as_chunks().0 {
            assert!(*red < 8 && *blue > 247 && opacity.abs_diff(128) < 24, "{red} {blue} {opacity}");
        }
    }
}
