//! `content/pages/not-found.toml`.

use serde::Serialize;

use super::Head;
use crate::{
    content::parts::{Button, Picture},
    decode::{Fields, Record, value::Text},
};

/// The words of the error screen (specification, section 2, Error screen).
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct NotFoundPage {
    #[serde(flatten)]
    pub head: Head,
    pub status: Text,
    pub text: Text,
    pub button: Button,
    pub image: Picture,
    pub links_title: Text,
}

impl Record for NotFoundPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let status = fields.required("status", "The status, such as 404 Not Found");
        let text = fields.required("text", "What happened");
        let button = fields.table("button", "The way home");
        let image = fields.table("image", "The picture behind");
        let links_title = fields.required("links_title", "The heading of the other ways out");
        Self { head, status, text, button, image, links_title }
    }
}
