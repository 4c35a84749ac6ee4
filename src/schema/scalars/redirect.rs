//! The address to which a redirect leads.

use toml_schema::Scalar;

use super::link::{LINK_RULE, link};
use crate::schema::decode::value::{ScalarDecoder, ScalarRule, no_reference};

/// The target of a redirect. Unlike other links it is followed from one redirect to the next, to find circles and dead ends.
pub const REDIRECT: Scalar = Scalar(&ScalarRule {
    name: "redirect-target",
    decoder: ScalarDecoder::Text { check: link, fallback: "/", reference: no_reference },
    ..LINK_RULE
});
