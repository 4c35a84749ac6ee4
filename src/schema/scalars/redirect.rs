//! The address to which a redirect leads.

use std::sync::Arc;

use toml_schema::{Scalar, Translation};

use super::link::{LINK_RULE, Link, link};
use crate::schema::decode::value::{ScalarDecoder, ScalarError, ScalarRule, no_reference};

/// The target of a redirect. Unlike other links it is followed from one redirect to the next, to find circles and dead ends.
pub const REDIRECT: Scalar = Scalar(&ScalarRule {
    name: "redirect-target",
    decoder: ScalarDecoder::Text { check: redirect, fallback: "/", reference: no_reference },
    translation: Translation::Never,
    ..LINK_RULE
});

fn redirect(text: &str) -> Result<Arc<str>, ScalarError> {
    let kept = link(text)?;
    match Link::new(&kept) {
        Link::Internal { .. } | Link::External(_) => Ok(kept),
        Link::Message { .. } | Link::Form { .. } | Link::Service { .. } => {
            Err(ScalarError::new(format!("\"{text}\" is no address to which browsers can be redirected"))
                .help("write a page of the site, or a whole address"))
        }
    }
}
