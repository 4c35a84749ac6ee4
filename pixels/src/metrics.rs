//! The measures of a font.

use skrifa::{
    FontRef, GlyphId, MetadataProvider as _, Tag,
    instance::{Location, Size},
};

use crate::lettering::bare;

/// The axis of a variable font from thin to heavy (OpenType, registered axes).
const WEIGHT: Tag = Tag::new(b"wght");

/// How often letters and the space occur in a text, in percent: those of English, and enough for other languages, as
/// what is compared is the mean width of two fonts.
const FREQUENCIES: [(char, f32); 23] = [
    (' ', 20.0),
    ('e', 12.7),
    ('t', 9.1),
    ('a', 8.2),
    ('o', 7.5),
    ('i', 7.0),
    ('n', 6.7),
    ('s', 6.3),
    ('h', 6.1),
    ('r', 6.0),
    ('d', 4.3),
    ('l', 4.0),
    ('c', 2.8),
    ('u', 2.8),
    ('m', 2.4),
    ('w', 2.4),
    ('f', 2.2),
    ('g', 2.0),
    ('y', 2.0),
    ('p', 1.9),
    ('b', 1.5),
    ('v', 1.0),
    ('k', 0.8),
];

/// The measures of a font, as parts of its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FontMetrics {
    /// From the baseline to the top of a line.
    pub ascent: f32,
    /// From the baseline to the bottom of a line, as a positive number.
    pub descent: f32,
    /// The height of capitals.
    pub cap_height: f32,
    /// The mean width of the capitals A to Z.
    pub capitals: f32,
    /// The mean width of letters as they occur in a text.
    pub letters: f32,
    /// The weights that it has: from the first to the second.
    pub weights: (u16, u16),
}

impl FontMetrics {
    /// The measures of the font in a WOFF, WOFF2 or OpenType file, in the weight nearest to `weight`. Returns `None` if
    /// there is no font, or one without the letters of the Latin script.
    pub fn read(file: &[u8], weight: f32) -> Option<Self> {
        let file = bare(file)?;
        let font = FontRef::new(&file).ok()?;
        let axis = font.axes().get_by_tag(WEIGHT);
        let location = match &axis {
            Some(axis) => font.axes().location([(WEIGHT, weight.clamp(axis.min_value(), axis.max_value()))]),
            None => Location::default(),
        };
        let own_weight = font.attributes().weight.value();
        let weights = axis.map_or((own_weight, own_weight), |axis| (axis.min_value(), axis.max_value()));
        let metrics = font.metrics(Size::unscaled(), &location);
        let (charmap, glyphs) = (font.charmap(), font.glyph_metrics(Size::unscaled(), &location));
        let units = f32::from(metrics.units_per_em);
        let width = |letter: char| -> Option<f32> {
            let glyph = charmap.map(letter).filter(|glyph| *glyph != GlyphId::NOTDEF)?;
            Some(glyphs.advance_width(glyph)? / units)
        };
        let capitals: Option<Vec<f32>> = ('A'..='Z').map(width).collect();
        let letters: Option<Vec<f32>> =
            FREQUENCIES.iter().map(|(letter, often)| Some(width(*letter)? * often)).collect();
        let all: f32 = FREQUENCIES.iter().map(|(_, often)| often).sum();
        let (capitals, letters) = (capitals?, letters?);
        Some(Self {
            ascent: metrics.ascent / units,
            descent: -metrics.descent / units,
            cap_height: metrics.cap_height.unwrap_or(metrics.ascent) / units,
            capitals: capitals.iter().sum::<f32>() / capitals.len() as f32,
            letters: letters.iter().sum::<f32>() / all,
            weights: (weights.0 as u16, weights.1 as u16),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::FontMetrics;

    fn rounded(value: f32) -> f32 {
        (value * 1000.0).round() / 1000.0
    }

    #[test]
    fn measures_are_parts_of_the_size() {
        let font = include_bytes!("../../templates/styles/fonts/big-shoulders.woff2");
        let metrics = FontMetrics::read(font, 900.0).expect("a font");
        assert_eq!([metrics.ascent, metrics.descent, metrics.cap_height].map(rounded), [0.984, 0.213, 0.8]);
        assert_eq!([metrics.capitals, metrics.letters].map(rounded), [0.483, 0.404]);
        assert_eq!(metrics.weights, (900, 900));
    }

    #[test]
    fn a_variable_font_is_measured_in_the_weight_that_is_used() {
        let font = include_bytes!("../../templates/styles/fonts/figtree.woff2");
        let [regular, black] = [400.0, 2000.0].map(|weight| FontMetrics::read(font, weight).expect("a font"));
        assert!(regular.letters < black.letters, "{regular:?} {black:?}");
        assert_eq!(regular.weights, (300, 900));
    }

    #[test]
    fn what_is_no_font_has_no_measures() {
        assert_eq!(FontMetrics::read(b"", 400.0), None);
        assert_eq!(FontMetrics::read(b"wOF2 and nothing else", 400.0), None);
    }
}
