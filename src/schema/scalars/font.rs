//! The name of a font in `content/fonts`.

use std::sync::Arc;

use serde_json::json;
use toml_schema::Scalar;

use super::is_elsewhere;
use crate::schema::decode::{
    FONT_EXTENSION, FONTS,
    value::{FontFile, ScalarDecoder, ScalarError, ScalarRule, no_reference},
};

/// The name of a font. That the file exists is checked when all files are known.
pub const FONT: Scalar = Scalar(&ScalarRule {
    name: "font",
    expected: "the name of a WOFF2 font in content/fonts, such as \"gym.woff2\"",
    plural: "names of fonts",
    example: "\"gym.woff2\"",
    decoder: ScalarDecoder::Text { check: font, fallback: "?", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "\\.woff2$" }),
    ..ScalarRule::PLAIN
});

fn font(text: &str) -> Result<Arc<str>, ScalarError> {
    let is_font = text.ends_with(FONT_EXTENSION);
    if FontFile::new(text).is_some() && !text.starts_with("content/") && is_font {
        return Ok(text.into());
    }
    let misread = ScalarError::new(format!("\"{text}\" is not the name of a font in content/fonts"));
    let below = text.strip_prefix(FONTS).filter(|name| FontFile::new(name).is_some());
    let name = below.or_else(|| text.rsplit(['/', '\\']).next()).unwrap_or_default();
    Err(if is_elsewhere(text) {
        misread.help("save the font as a file in content/fonts, and write its name")
    } else if is_font {
        misread.help(format!("put the font into content/fonts and write \"{name}\"")).certainly(name)
    } else {
        misread.help("save the font as WOFF2, which every browser reads and which takes half the bytes")
    })
}
