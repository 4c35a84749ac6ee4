//! Words set in a font and drawn onto a picture.

use std::sync::Arc;

use cosmic_text::{
    Attrs, Buffer, Color, Family, FontSystem, Metrics, Shaping, SwashCache, Weight, Wrap,
    fontdb::{Database, Source},
};

use crate::Pixels;

/// What decides about the shapes and places of letters. That it names the libraries in use is a test.
pub const LETTERING: &str = "cosmic-text 0.19.0, swash 0.2.9";

/// A font.
#[derive(Clone, Debug)]
pub struct Face {
    database: Database,
    family: String,
    weight: Weight,
}

/// Where words stand on a picture, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct TextBox {
    /// The left edge.
    pub left: u32,
    /// The lower edge of the last line.
    pub bottom: u32,
    /// How wide lines may be.
    pub width: u32,
    /// How high all lines together may be.
    pub height: u32,
}

/// The height of a line for each unit of the letters' size: headlines are set tight.
const LINE: f32 = 0.98;

/// The glyph that stands for every letter that a font doesn't have (OpenType, cmap).
const MISSING: u16 = 0;

impl Face {
    /// The font in a WOFF, WOFF2 or OpenType file. Returns `None` if there is none.
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut database = Database::new();
        database.load_font_source(Source::Binary(Arc::new(bare(file)?)));
        let face = database.faces().next()?;
        let (family, weight) = (face.families.first()?.0.clone(), Weight(face.weight.0));
        Some(Self { database, family, weight })
    }

    /// Draws `words` onto `picture` in the largest of `sizes` (descending, in pixels) in which they fit.
    /// What doesn't fit in the least is cut off below. Returns the upper edge of the first line. Draws nothing if the
    /// font lacks one of the letters, in whose place it has an empty box.
    pub fn draw(
        &self,
        picture: &mut Pixels<'_>,
        words: &str,
        place: TextBox,
        sizes: &[u16],
        [r, g, b]: [u8; 3],
    ) -> u32 {
        let mut fonts = FontSystem::new_with_locale_and_db("en".to_owned(), self.database.clone());
        let attributes = Attrs::new().family(Family::Name(&self.family)).weight(self.weight);
        let mut buffer = Buffer::new_empty(Metrics::new(16.0, 16.0));
        buffer.set_wrap(Wrap::Word);
        let mut height = 0.0;
        for size in sizes {
            let size = f32::from(*size);
            let line = (size * LINE).round();
            buffer.set_metrics(Metrics::new(size, line));
            buffer.set_size(Some(place.width as f32), None);
            buffer.set_text(words, &attributes, Shaping::Advanced, None);
            buffer.shape_until_scroll(&mut fonts, false);
            if buffer.layout_runs().flat_map(|run| run.glyphs).any(|glyph| glyph.glyph_id == MISSING) {
                return place.bottom;
            }
            let (mut lines, mut widest) = (0_u16, 0.0_f32);
            for run in buffer.layout_runs() {
                lines += 1;
                widest = widest.max(run.line_w);
            }
            height = f32::from(lines) * line;
            if height <= place.height as f32 && widest <= place.width as f32 {
                break;
            }
        }
        let is_cut = height > place.height as f32;
        let height = height.min(place.height as f32) as u32;
        let top = place.bottom.saturating_sub(height);
        // Accents are above the first line, and cedillas below the last one.
        let at = |start: u32, offset: i32| start.checked_add_signed(offset);
        let mut glyphs = SwashCache::new();
        buffer.draw(&mut fonts, &mut glyphs, Color::rgb(r, g, b), |x, y, width, rows, colour| {
            let (Some(x), Some(row)) = (at(place.left, x), at(top, y)) else { return };
            if !is_cut || row < place.bottom {
                picture.fill((x, row), (width, rows), colour.as_rgba());
            }
        });
        top
    }
}

/// The OpenType file in a file of WOFF or WOFF2. Returns `None` if it is damaged.
pub(crate) fn bare(file: &[u8]) -> Option<Vec<u8>> {
    match file.first_chunk()? {
        b"wOFF" => wuff::decompress_woff1(file).ok(),
        b"wOF2" => wuff::decompress_woff2(file).ok(),
        _ => Some(file.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Face, TextBox};
    use crate::Pixels;

    #[test]
    fn words_with_a_letter_that_the_font_lacks_are_not_drawn() {
        let font = include_bytes!("../../templates/styles/fonts/big-shoulders.woff2");
        let face = Face::read(font).expect("a font");
        let place = TextBox { left: 10, bottom: 90, width: 380, height: 80 };
        let draws = |words: &str| {
            let mut picture = Pixels::plain(400, 100, [0; 3]);
            let top = face.draw(&mut picture, words, place, &[40], [255; 3]);
            let is_drawn = picture.rgba.chunks_exact(4).any(|pixel| pixel[0] > 200);
            (is_drawn, top < place.bottom)
        };
        assert_eq!(draws("GYM Ünï"), (true, true));
        assert_eq!(draws("GYM 大阪"), (false, false));
    }
}
