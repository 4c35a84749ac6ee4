//! The address of a page that is shown in a frame.

use toml_schema::Scalar;

use crate::schema::decode::value::{ScalarRule, URL};

/// The address of a page for a frame.
pub const FRAME: Scalar = Scalar(&ScalarRule {
    name: "frame",
    expected: "the address of a page for a frame, with https://, such as \"https://calendly.com/iron-house/first-class\"",
    plural: "addresses for frames",
    example: "\"https://calendly.com/iron-house/first-class\"",
    ..URL
});
