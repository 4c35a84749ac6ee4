//! A picture to draw on: other pictures, and SVG with words in it.

use std::{collections::BTreeSet, sync::Arc};

use resvg::{
    tiny_skia::{Color, ColorU8, Pixmap, PixmapPaint, Transform},
    usvg::{
        Options, Tree,
        fontdb::{Database, Source},
    },
};
use skrifa::{
    FontRef, MetadataProvider as _,
    instance::{LocationRef, Size},
};

use crate::Pixels;

/// A picture to draw on.
#[derive(Clone, Debug)]
pub struct Canvas(Pixmap);

impl Canvas {
    /// Makes a picture of one colour. Returns `None` if the size is impossible.
    pub fn new(width: u32, height: u32, [r, g, b]: [u8; 3]) -> Option<Self> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(Color::from_rgba8(r, g, b, u8::MAX));
        Some(Self(pixmap))
    }

    /// Draws a picture at this place.
    pub fn place(&mut self, picture: &Pixels, (left, top): (u32, u32)) {
        let Some(mut pixmap) = Pixmap::new(picture.width, picture.height) else { return };
        for (pixel, &[r, g, b, a]) in pixmap.pixels_mut().iter_mut().zip(picture.rgba.as_chunks().0) {
            *pixel = ColorU8::from_rgba(r, g, b, a).premultiply();
        }
        let [left, top] = [left, top].map(|length| i32::try_from(length).unwrap_or(i32::MAX));
        self.0.draw_pixmap(left, top, pixmap.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }

    /// Draws an SVG, at one pixel for each of its units. Files that it names aren't read.
    ///
    /// # Errors
    /// If it isn't an SVG: the reason.
    pub fn draw(&mut self, svg: &str, fonts: &Fonts) -> Result<(), String> {
        let options = Options { fontdb: fonts.database.clone(), ..Options::default() };
        let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
        resvg::render(&tree, Transform::identity(), &mut self.0.as_mut());
        Ok(())
    }

    /// The picture.
    pub fn into_pixels(self) -> Pixels {
        let (width, height) = (self.0.width(), self.0.height());
        Pixels { width, height, rgba: self.0.take_demultiplied() }
    }
}

/// Fonts for the words in an SVG, the best first.
#[derive(Clone, Debug)]
pub struct Fonts {
    database: Arc<Database>,
    faces: Vec<Face>,
}

/// A font.
#[derive(Clone, Debug)]
struct Face {
    family: String,
    weight: u16,
    file: Arc<Vec<u8>>,
}

/// Words in a font that has all their letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Lettering {
    /// The family of the font, as an SVG names it.
    pub family: String,
    /// The weight, from 1 to 1000.
    pub weight: u16,
    /// The words, without letters that no font has.
    pub text: String,
}

impl Fonts {
    /// Reads fonts from OpenType files. Other files are left out.
    pub fn new(files: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let (mut database, mut faces) = (Database::new(), Vec::new());
        for file in files {
            let file = Arc::new(file);
            for id in database.load_font_source(Source::Binary(file.clone())) {
                if let Some(face) = database.face(id)
                    && let Some((family, _)) = face.families.first()
                {
                    let (family, weight) = (family.clone(), face.weight.0);
                    faces.push(Face { family, weight, file: file.clone() });
                }
            }
        }
        Self { database: Arc::new(database), faces }
    }

    /// Chooses the first font that has all letters of the words, else the last font without the letters that it lacks.
    /// Returns `None` if there is no font.
    pub fn set(&self, text: &str) -> Option<Lettering> {
        let lettering =
            |face: &Face, text| Lettering { family: face.family.clone(), weight: face.weight, text };
        // Spaces of any kind become plain ones when words are broken into lines.
        let letters: String = text.split_whitespace().collect();
        if let Some(face) = self.faces.iter().find(|face| face.present(&letters) == letters) {
            return Some(lettering(face, text.to_owned()));
        }
        let face = self.faces.last()?;
        let words: Vec<String> =
            text.split_whitespace().map(|word| face.present(word)).filter(|word| !word.is_empty()).collect();
        Some(lettering(face, words.join(" ")))
    }

    /// The letters and digits that [`Fonts::set`] leaves out, each once.
    pub fn missing(&self, text: &str) -> String {
        let Some(set) = self.set(text) else { return String::new() };
        let mut seen: BTreeSet<char> = set.text.chars().collect();
        text.chars().filter(|letter| letter.is_alphanumeric() && seen.insert(*letter)).collect()
    }

    /// The width of a line in a font of [`Fonts::set`], in relation to the size.
    pub fn width(&self, family: &str, line: &str) -> f32 {
        let face = self.faces.iter().find(|face| face.family == family);
        face.and_then(|face| face.width(line)).unwrap_or_default()
    }
}

impl Face {
    /// The letters of the text that the font has.
    fn present(&self, text: &str) -> String {
        let Ok(font) = FontRef::new(&self.file) else { return String::new() };
        let letters = font.charmap();
        text.chars().filter(|letter| letters.map(*letter).is_some_and(|glyph| glyph.to_u32() != 0)).collect()
    }

    fn width(&self, line: &str) -> Option<f32> {
        let font = FontRef::new(&self.file).ok()?;
        let (letters, glyphs) = (font.charmap(), font.glyph_metrics(Size::new(1.0), LocationRef::default()));
        let widths = line.chars().filter_map(|letter| glyphs.advance_width(letters.map(letter)?));
        Some(widths.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::Fonts;

    fn fonts() -> Fonts {
        let tall = include_bytes!("../../../templates/styles/fonts/big-shoulders.ttf");
        let wide = include_bytes!("../../../templates/styles/fonts/card.ttf");
        Fonts::new([tall.to_vec(), wide.to_vec()])
    }

    #[test]
    fn words_are_set_in_the_letters_that_there_are() {
        let fonts = fonts();
        let set = |text| fonts.set(text).expect("a font");
        let (tall, wide) = (set("GYM Ünï").family, set("RŨTHIĨ").family);
        assert_ne!(tall, wide);
        let texts = [
            ("RŨTHIĨ", "RŨTHIĨ"),
            ("OPEN DAY 💪 NOW", "OPEN DAY NOW"),
            ("大阪 GYM", "GYM"),
            ("СПОРТ", "СПОРТ"),
        ];
        for (text, without_unknown_letters) in texts {
            let lettering = set(text);
            assert_eq!(lettering.family, wide, "{text}");
            assert_eq!(lettering.text, without_unknown_letters);
        }
        assert_eq!(set("PRÊT\u{202F}?").family, tall);
        assert!(fonts.width(&tall, "WWW") > fonts.width(&tall, "III"));
    }
}
