//! Where a redirect leads.

use toml_schema::Scalar;

use crate::schema::decode::value::{LINK, ScalarDecoder, ScalarRule, link, no_reference};

/// Where a redirect leads. Unlike other links it is followed from one redirect to the next, to find circles from dead ends.
pub const REDIRECT: Scalar = Scalar(&ScalarRule {
    name: "redirect-target",
    decoder: ScalarDecoder::Text { check: link, fallback: "/", reference: no_reference },
    ..LINK
});
