//! That a picture only decorates.

use serde_json::{Value as Json, json};
use toml::de::DeValue;

use super::Value;
use crate::{
    decode::{Item, Report, schema::Ids},
    diagnostic::{Code, Diagnostic},
};

/// Says of a picture that people who don't see it miss nothing; written `decorative = true`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decorative;

impl Value for Decorative {
    const EXPECTED: &'static str = "true, or alt = \"...\" instead";
    const EXAMPLE: &'static str = "true";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        match item.value {
            DeValue::Boolean(true) => return Some(Self),
            DeValue::Boolean(false) => report.push(
                Diagnostic::new(Code::MissingAlt, item.span, "this picture has no description")
                    .label("says that the picture shows something, but not what")
                    .expected("alt = \"what the picture shows\", or decorative = true")
                    .help("put alt = \"...\" in its place: say in a sentence what the picture shows, for people who can't see it"),
            ),
            _ => item.wrong_type(Self::EXPECTED, report),
        }
        None
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self
    }

    fn schema(_: &Ids) -> Json {
        json!({ "const": true })
    }
}
