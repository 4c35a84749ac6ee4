//! Pictures in other sizes.

use resize::{Pixel, PixelFormat, Type};
use rgb::{FromSlice, RGBA8};

use crate::Pixels;

/// The filter. The weights of Catmull-Rom are polynomials, which are the same on all systems; a sine may differ in its
/// last digit.
const FILTER: Type = Type::Catrom;

impl Pixels {
    /// The same picture in another size.
    ///
    /// # Errors
    /// If there's no such size, or memory doesn't suffice: the reason.
    pub fn resized(self, width: u32, height: u32, transparent: bool) -> Result<Self, String> {
        if (width, height) == self.size() {
            return Ok(self);
        }
        self.part_resized((0, 0), self.size(), (width, height), transparent)
    }

    /// The largest part of the picture's middle that has the proportions of this size, in this size.
    ///
    /// # Errors
    /// If there's no such size, or memory doesn't suffice: the reason.
    pub fn covering(&self, width: u32, height: u32) -> Result<Pixels, String> {
        let [own_width, own_height, new_width, new_height] =
            [self.width, self.height, width, height].map(u64::from);
        let part_width = own_width.min(own_height * new_width / new_height.max(1)).max(1);
        let part_height = own_height.min(own_width * new_height / new_width.max(1)).max(1);
        let [left, top] = [own_width.saturating_sub(part_width), own_height.saturating_sub(part_height)]
            .map(|rest| usize::try_from(rest / 2).unwrap_or(0));
        let [part_width, part_height] =
            [part_width, part_height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        self.part_resized((left, top), (part_width, part_height), (width, height), false)
    }

    /// The rectangle of size `part` that begins at `start` (from the left, from the top), in another size.
    fn part_resized(
        &self,
        (left, top): (usize, usize),
        (part_width, part_height): (u32, u32),
        (width, height): (u32, u32),
        transparent: bool,
    ) -> Result<Pixels, String> {
        let part = self.rgba.as_rgba().get(top * self.width as usize + left..).unwrap_or_default();
        let sizes = [self.width, part_width, part_height, width, height].map(|length| length as usize);
        // Premultiplied colours keep the colour of invisible pixels from showing at edges.
        let resampled = if transparent {
            resampled(part, sizes, Pixel::RGBA8P)
        } else {
            resampled(part, sizes, Pixel::RGBA8)
        };
        let rgba = resampled.map_err(|error| error.to_string())?;
        Ok(Pixels { width, height, rgba })
    }
}

/// Resizes a rectangle of a picture. The lengths are the width of the picture, the width and height of the rectangle,
/// and its new width and height.
fn resampled<F: PixelFormat<InputPixel = RGBA8, OutputPixel = RGBA8>>(
    part: &[RGBA8],
    [stride, part_width, part_height, width, height]: [usize; 5],
    format: F,
) -> Result<Vec<u8>, resize::Error> {
    let mut rgba = vec![0; 4 * width * height];
    resize::new(part_width, part_height, width, height, format, FILTER)?.resize_stride(
        part,
        stride,
        rgba.as_rgba_mut(),
    )?;
    Ok(rgba)
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
        let square = wide.covering(5, 5).expect("a size");
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
