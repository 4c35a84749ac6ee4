//! Whether the site works without a network, in `content/site.toml`.

use serde::Serialize;

use crate::decode::{Fields, Record, value::Text};

/// What visitors see of a page that they never opened, while they have no network. With it, browsers keep the pages
/// that a visitor opens.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct Offline {
    pub title: Text,
    pub text: Text,
    pub again: Text,
}

impl Record for Offline {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The heading of the page that stands for those not kept");
        let text = fields.required("text", "What it says");
        let again = fields.required("again", "Its link that tries once more");
        Self { title, text, again }
    }
}
