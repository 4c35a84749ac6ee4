//! The code of a service, as it is offered to be copied into pages.

use serde_json::json;
use toml_schema::Scalar;

use crate::schema::decode::value::ScalarRule;

/// A code of a service. `widgets` reads it.
pub const CODE: Scalar = Scalar(&ScalarRule {
    name: "code",
    expected: "the code that a service offers to be copied, such as '<script src=\"https://widgets.example/widget.js\"></script>'",
    plural: "codes of services",
    example: "'<script src=\"https://widgets.example/widget.js\"></script>'",
    json: || json!({ "type": "string", "pattern": "\\S" }),
    ..ScalarRule::PLAIN
});
