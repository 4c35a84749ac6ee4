//! Texts: plain, and short ones with a form of their own.

use std::sync::Arc;

use icu_normalizer::DecomposingNormalizerBorrowed;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Value;
use crate::{
    decode::{Item, Reference, Report},
    diagnostic::{Applicability, Code, Diagnostic, latin},
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

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Value for Text {
    const EXPECTED: &'static str = "a text in quotes";
    const EXAMPLE: &'static str = "\"...\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        Some(Self(item.as_filled_text(Self::EXPECTED, report)?.into()))
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self("...".into())
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "\\S" })
    }
}

/// The last part of an address: lower-case letters, digits and single hyphens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Slug(Arc<str>);

impl Slug {
    /// A slug. Returns `None` if the text can't be one.
    pub fn new(text: &str) -> Option<Self> {
        is_kebab_case(text).then(|| Self(text.into()))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// True for lower-case letters, digits and single hyphens between them.
pub fn is_kebab_case(text: &str) -> bool {
    text.split('-')
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// `text` as it would be written as an id.
pub fn kebab_case(text: &str) -> String {
    let lower = text.to_lowercase();
    // Among Latin letters, one of another script is a typing error.
    let is_latin = lower.contains(|c: char| c.is_ascii_lowercase());
    let plain = |c: char| if is_latin { latin(c).unwrap_or(c) } else { c };
    let lower: String = lower.chars().map(plain).collect();
    without_accents(&lower)
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

/// A text in small letters without their accents.
fn without_accents(text: &str) -> String {
    let text = text.replace('þ', "th");
    let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize(&text);
    let letters = decomposed.chars().filter(|c| !('\u{300}'..='\u{36F}').contains(c));
    let mut plain = String::with_capacity(text.len());
    for letter in letters {
        match ALIKE.iter().find(|(alike, _)| *alike == letter) {
            Some((_, letters)) => plain.push_str(letters),
            None => plain.push(letter),
        }
    }
    plain
}

impl Value for Slug {
    const EXPECTED: &'static str =
        "an id of lower-case letters, digits and hyphens, such as \"power-lifting\"";
    const EXAMPLE: &'static str = "\"power-lifting\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        if let Some(slug) = Self::new(text) {
            return Some(slug);
        }
        let suggestion = kebab_case(text);
        let help = (!suggestion.is_empty()).then(|| format!("write it as \"{suggestion}\""));
        report.malformed(item.span, format!("\"{text}\" can't be used in an address"), Self::EXPECTED, help);
        if !suggestion.is_empty() {
            report.correct_text(item.span, &suggestion, Applicability::Certain);
        }
        None
    }

    fn fallback(found: Option<&Item<'_>>) -> Self {
        Self(found.and_then(Item::text).map(kebab_case).unwrap_or_default().into())
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" })
    }
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
        let byte = |at: usize| self.0.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        [1, 3, 5].map(|at| byte(at).unwrap_or_default())
    }
}

impl Value for Colour {
    const EXPECTED: &'static str = "a colour of # and six hexadecimal digits, such as \"#FFCC00\"";
    const EXAMPLE: &'static str = "\"#FFCC00\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        if let Some(colour) = Self::new(text) {
            return Some(colour);
        }
        let help = (text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .then(|| format!("write \"#{text}\""));
        report.malformed(item.span, format!("\"{text}\" is not a colour"), Self::EXPECTED, help);
        let hex = text.trim_start_matches(['#', ' ']);
        let hex = match hex.len() {
            3 => hex.chars().flat_map(|digit| [digit, digit]).collect(),
            _ => hex.to_owned(),
        };
        report.correct_text(item.span, &format!("#{hex}"), Applicability::Certain);
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self("#000000".into())
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^#[0-9A-Fa-f]{6}$" })
    }
}

/// The name of a picture below `content/images/`. That the file exists is checked when all files are known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct ImageFile(Arc<str>);

impl ImageFile {
    /// The fallback for a name with a mistake; no file can have it.
    const FALLBACK: &'static str = "?";

    /// The folder of all pictures.
    pub const FOLDER: &'static str = "content/images/";

    /// A picture by its name. Returns `None` if the name could lead out of the folder.
    pub fn new(name: &str) -> Option<Self> {
        is_file_name(name).then(|| Self(name.into()))
    }

    /// Relative to [`ImageFile::FOLDER`].
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for the fallback of a name with a mistake, which was reported.
    pub fn is_fallback(&self) -> bool {
        &*self.0 == Self::FALLBACK
    }

    /// Relative to the root of the project.
    pub fn path(&self) -> String {
        format!("{}{}", Self::FOLDER, self.0)
    }
}

/// True for a path without `.` and `..`, and without a slash at one of its ends.
pub(super) fn is_normal(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// True for the name of a file that can't lead out of its folder.
pub(super) fn is_file_name(name: &str) -> bool {
    is_normal(name) && !name.contains(['\\', ':', '\0'])
}

impl Value for ImageFile {
    const EXPECTED: &'static str = "the name of a picture in content/images, such as \"boxing.jpg\"";
    const EXAMPLE: &'static str = "\"boxing.jpg\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        if let Some(file) = Self::new(text) {
            report.reference(Reference::Image(file.clone()), item.span);
            return Some(file);
        }
        let name = text.rsplit(['/', '\\']).next().filter(|name| !name.is_empty());
        report.push(
            Diagnostic::new(
                Code::Malformed,
                item.span,
                format!("\"{text}\" is not the name of a picture in content/images"),
            )
            .expected(Self::EXPECTED)
            .help(match name {
                _ if text.starts_with("data:") => {
                    "save the picture as a file in content/images, and write its name".to_owned()
                }
                Some(name) => format!("put the picture into content/images and write \"{name}\""),
                None => "put the picture into content/images and write its name".to_owned(),
            }),
        );
        let below = text.replace('\\', "/");
        let below = below.split_once("images/").map(|(_, below)| below.to_owned());
        if let Some(name) = below.as_deref().or(name).filter(|_| !text.starts_with("data:")) {
            report.correct_text(item.span, name, Applicability::Certain);
        }
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self(Self::FALLBACK.into())
    }

    fn schema() -> Json {
        json!({ "type": "string" })
    }
}
