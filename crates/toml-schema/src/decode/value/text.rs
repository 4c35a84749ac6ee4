//! Texts: plain, and short ones with a form of their own.

use std::sync::Arc;

use icu_normalizer::DecomposingNormalizerBorrowed;
use serde::Serialize;
use serde_json::json;

use super::{
    loose::is_nothing,
    rule::{DraftValue, Measure, ScalarDecoder, ScalarError, ScalarRule, no_reference},
};
use crate::{
    diagnostic::without_copied_marks,
    schema::{Translation, compare},
};

/// A text with at least one letter or sign in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Text(Arc<str>);

impl Text {
    /// A text. Returns `None` if there is nothing in it, or space around it.
    pub fn new(text: &str) -> Option<Self> {
        (!text.is_empty() && text.trim().len() == text.len()).then(|| Self(text.into()))
    }

    /// The harmless value where none can be read.
    pub fn fallback() -> Self {
        Self("...".into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Arc<str>> for Text {
    fn from(text: Arc<str>) -> Self {
        Self(text)
    }
}

impl From<&Text> for Arc<str> {
    fn from(text: &Text) -> Self {
        text.0.clone()
    }
}

pub(super) const TEXT: ScalarRule = ScalarRule {
    name: "text",
    expected: "a text in quotes",
    plural: "texts in quotes",
    example: "\"...\"",
    decoder: ScalarDecoder::Text {
        check: |text| Ok((&*without_copied_marks(text)).into()),
        fallback: "...",
        reference: no_reference,
    },
    json: || json!({ "type": "string", "pattern": "\\S" }),
    order: Some(compare),
    measure: Measure::Length,
    translation: Translation::Needed,
    ..ScalarRule::PLAIN
};

pub(super) const LITERAL: ScalarRule = ScalarRule {
    name: "literal",
    decoder: ScalarDecoder::Text { check: |text| Ok(text.into()), fallback: "...", reference: no_reference },
    translation: Translation::Never,
    ..TEXT
};

pub(super) const SLUG: ScalarRule = ScalarRule {
    name: "slug",
    expected: "an id of lower-case letters, digits and hyphens, such as \"power-lifting\"",
    plural: "ids",
    example: "\"power-lifting\"",
    decoder: ScalarDecoder::Text { check: slug, fallback: "", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" }),
    draft: DraftValue::Id,
    ..ScalarRule::PLAIN
};

fn slug(text: &str) -> Result<Arc<str>, ScalarError> {
    if is_kebab_case(text) {
        return Ok(text.into());
    }
    let misread = ScalarError::new(format!("\"{text}\" can't be used in an address"));
    Err(match kebab_case(text) {
        intended if intended.is_empty() || is_nothing(text) => misread,
        intended => misread.certainly(intended),
    })
}

/// True for lower-case letters, digits and single hyphens between them.
pub fn is_kebab_case(text: &str) -> bool {
    text.split('-')
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// `text` as it would be written as an id.
pub fn kebab_case(text: &str) -> String {
    without_accents(&text.to_lowercase())
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Letters that readers take for others, though Unicode has no decomposition of them.
pub const ALIKE: [(char, &str); 9] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('ł', "l"),
    ('đ', "d"),
    ('ð', "d"),
    ('ı', "i"),
    ('ς', "σ"),
];

/// True for an accent that is a character of its own, behind its letter: é is one character or two, and macOS writes two
/// (the block Combining Diacritical Marks of Unicode).
///
/// ```
/// # use toml_schema::decode::value::is_accent;
/// assert!("e\u{301}".contains(is_accent) && !"é".contains(is_accent));
/// ```
pub fn is_accent(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

/// A text in small letters without their accents.
fn without_accents(text: &str) -> String {
    let text = text.replace('þ', "th");
    let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize(&text);
    let letters = decomposed.chars().filter(|c| !is_accent(*c));
    let mut plain = String::with_capacity(text.len());
    for letter in letters {
        match ALIKE.iter().find(|(alike, _)| *alike == letter) {
            Some((_, letters)) => plain.push_str(letters),
            None => plain.push(letter),
        }
    }
    plain
}

pub(super) const COLOUR: ScalarRule = ScalarRule {
    name: "colour",
    expected: "a colour of # and six hexadecimal digits, such as \"#FFCC00\"",
    plural: "colours",
    example: "\"#FFCC00\"",
    decoder: ScalarDecoder::Text { check: colour, fallback: "#000000", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^#[0-9A-Fa-f]{6}$" }),
    ..ScalarRule::PLAIN
};

fn colour(text: &str) -> Result<Arc<str>, ScalarError> {
    if Colour::new(text).is_some() {
        return Ok(text.into());
    }
    let hex = text.trim_start_matches(['#', ' ']);
    let intended = match hex.len() {
        3 => hex.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => hex.to_owned(),
    };
    let intended = Colour::new(&format!("#{intended}")).or_else(|| parse_css_colour(text));
    let misread = ScalarError::new(format!("\"{text}\" is not a colour"));
    Err(match intended {
        Some(intended) => misread.certainly(intended.as_str()),
        None => misread,
    })
}

/// A colour that CSS writes otherwise: `gold`, `rgb(255, 204, 0)`. Returns `None` for one that shows what is behind it.
fn parse_css_colour(text: &str) -> Option<Colour> {
    let colour = color::parse_color(text.trim()).ok()?.to_alpha_color::<color::Srgb>().to_rgba8();
    (colour.a == u8::MAX).then(|| Colour::from_rgb([colour.r, colour.g, colour.b]))
}

/// A colour as three bytes in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Colour(Arc<str>);

impl Colour {
    /// The colour that is written so. Returns `None` for anything but `#` and six hexadecimal digits.
    pub fn new(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| Self(text.into()))
    }

    /// The colour of this red, green and blue.
    pub fn from_rgb([r, g, b]: [u8; 3]) -> Self {
        Self(format!("#{r:02x}{g:02x}{b:02x}").into())
    }

    /// As CSS writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Red, green and blue.
    pub fn rgb(&self) -> [u8; 3] {
        [1, 3, 5].map(|at| {
            let digits = self.0.get(at..at + 2).unwrap_or_default();
            u8::from_str_radix(digits, 16).unwrap_or_default()
        })
    }
}

/// The fallback for the name of a file with a mistake; no file can have it.
const NO_FILE: &str = "?";

/// The name of a file, which can't lead out of the folder that the application means. That the file exists is checked
/// when all files are known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct FileName(Arc<str>);

impl FileName {
    /// Returns `None` if the name could lead out of the folder.
    pub fn new(name: &str) -> Option<Self> {
        let is_normal = name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        (is_normal && !name.contains(['\\', ':', '\0'])).then(|| Self(name.into()))
    }

    /// The harmless name in place of one with a mistake.
    pub fn fallback() -> Self {
        Self(NO_FILE.into())
    }

    /// True for the fallback of a name with a mistake, which was reported.
    pub fn is_fallback(&self) -> bool {
        &*self.0 == NO_FILE
    }

    /// Relative to the folder.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
