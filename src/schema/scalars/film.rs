//! The names of films in `content/films`, and of their captions.

use std::sync::Arc;

use serde_json::json;
use toml_schema::Scalar;

use super::is_elsewhere;
use crate::schema::decode::{
    FILMS,
    value::{ImageFile, ScalarDecoder, ScalarError, ScalarRule, no_reference},
};

/// The name of a film. That the file exists is checked when all files are known.
pub const FILM: Scalar = Scalar(&ScalarRule {
    name: "film",
    expected: "the name of a film in content/films, such as \"open-day.mp4\"",
    plural: "names of films",
    example: "\"open-day.mp4\"",
    decoder: ScalarDecoder::Text { check: file, fallback: "?", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "\\.(mp4|webm)$" }),
    ..ScalarRule::PLAIN
});

/// The name of the captions of a film.
pub const CAPTIONS: Scalar = Scalar(&ScalarRule {
    name: "captions",
    expected: "the name of captions in content/films, such as \"open-day.en.vtt\"",
    plural: "names of captions",
    example: "\"open-day.en.vtt\"",
    decoder: ScalarDecoder::Text { check: file, fallback: "?", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "\\.vtt$" }),
    ..ScalarRule::PLAIN
});

fn file(text: &str) -> Result<Arc<str>, ScalarError> {
    if ImageFile::new(text).is_some() && !text.starts_with("content/") {
        return Ok(text.into());
    }
    let misread = ScalarError::new(format!("\"{text}\" is not the name of a file in {FILMS}"));
    if is_elsewhere(text) {
        return Err(misread.help("a film on another site is no file: a section \"video\" leads to it by \"to\", a section \"embed\" shows it"));
    }
    let name = text.strip_prefix(FILMS).or_else(|| text.rsplit(['/', '\\']).next());
    let name = name.filter(|name| ImageFile::new(name).is_some());
    Err(match name {
        Some(name) => misread.help(format!("put it into {FILMS} and write \"{name}\"")).certainly(name),
        None => misread.help(format!("put it into {FILMS} and write its name")),
    })
}
