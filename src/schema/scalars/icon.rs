//! The name of an icon.

use serde_json::json;
use toml_schema::Scalar;

use crate::schema::decode::value::{ScalarDecoder, ScalarRule, no_reference};

/// The name of an icon of the theme or of the project.
pub const ICON: Scalar = Scalar(&ScalarRule {
    name: "icon",
    expected: "the name of an icon in quotes, such as \"clock\"",
    plural: "names of icons",
    example: "\"clock\"",
    decoder: ScalarDecoder::Text { check: |text| Ok(text.into()), fallback: "...", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "\\S" }),
    ..ScalarRule::PLAIN
});
