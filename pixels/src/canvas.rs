//! Pictures as something to draw on.

use std::borrow::Cow;

use crate::Pixels;

impl Pixels<'_> {
    /// A picture of one colour.
    pub fn plain(width: u32, height: u32, [r, g, b]: [u8; 3]) -> Pixels<'static> {
        let rgba = [r, g, b, u8::MAX].repeat(width as usize * height as usize);
        Pixels { width, height, rgba: Cow::Owned(rgba) }
    }

    /// The colour of the upper left corner.
    pub fn corner(&self) -> [u8; 3] {
        self.rgba.first_chunk().map_or([0; 3], |[r, g, b, _]| [*r, *g, *b])
    }

    /// Lays a picture over this one, from this place on.
    pub fn place(&mut self, picture: &Pixels<'_>, (left, top): (u32, u32)) {
        let row = 4 * self.width.max(1) as usize;
        let rows = self.rgba.to_mut().chunks_exact_mut(row).skip(top as usize);
        for (below, above) in rows.zip(picture.rgba.chunks_exact(4 * picture.width.max(1) as usize)) {
            let below = below.as_chunks_mut::<4>().0.iter_mut().skip(left as usize);
            for (under, over) in below.zip(above.as_chunks::<4>().0) {
                *under = blended(*under, *over);
            }
        }
    }

    /// This picture in the middle of a square of one colour.
    #[must_use]
    pub fn on(&self, size: u32, colour: [u8; 3]) -> Pixels<'static> {
        let mut square = Pixels::plain(size, size, colour);
        let (left, top) = (size.saturating_sub(self.width) / 2, size.saturating_sub(self.height) / 2);
        square.place(self, (left, top));
        square
    }

    /// Lays a colour over the picture, column by column as thick as `opacity` says, of which 255 hides all.
    pub fn shade(&mut self, [r, g, b]: [u8; 3], opacity: impl Fn(u32) -> u8) {
        let columns: Vec<[u8; 4]> = (0..self.width).map(|x| [r, g, b, opacity(x)]).collect();
        for row in self.rgba.to_mut().chunks_exact_mut(4 * self.width.max(1) as usize) {
            for (pixel, over) in row.as_chunks_mut::<4>().0.iter_mut().zip(&columns) {
                *pixel = blended(*pixel, *over);
            }
        }
    }

    /// Lays a colour over the part of a rectangle that is in the picture.
    pub fn fill(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), rgba: [u8; 4]) {
        let row = 4 * self.width.max(1) as usize;
        let rows = self.rgba.to_mut().chunks_exact_mut(row).skip(top as usize).take(height as usize);
        for row in rows {
            let pixels = row.as_chunks_mut::<4>().0.iter_mut().skip(left as usize).take(width as usize);
            for pixel in pixels {
                *pixel = blended(*pixel, rgba);
            }
        }
    }
}

/// A pixel seen through another, above one through which nothing shows.
fn blended([r, g, b, _]: [u8; 4], [over_r, over_g, over_b, opacity]: [u8; 4]) -> [u8; 4] {
    let mix = |under: u8, over: u8| {
        let (under, over, opacity) = (u16::from(under), u16::from(over), u16::from(opacity));
        u8::try_from((over * opacity + under * (255 - opacity) + 127) / 255).unwrap_or(u8::MAX)
    };
    [mix(r, over_r), mix(g, over_g), mix(b, over_b), u8::MAX]
}
