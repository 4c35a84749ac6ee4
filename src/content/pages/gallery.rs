//! `content/pages/gallery.toml`.

use serde::Serialize;

use super::Head;
use crate::{
    content::parts::Banner,
    decode::{Fields, Record, value::Text},
};

/// The words of the gallery.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct GalleryPage {
    #[serde(flatten)]
    pub head: Head,
    pub heading: Text,
    pub text: Text,
    pub pager_label: Text,
    pub page: Text,
    pub previous: Text,
    pub next: Text,
    pub open: Text,
    pub close: Text,
    pub previous_image: Text,
    pub next_image: Text,
    pub forward: Text,
    pub banner: Banner,
}

impl Record for GalleryPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let heading = fields.required("heading", "The heading above the pictures");
        let text = fields.required("text", "The text below it");
        let pager_label = fields.required("pager_label", "What the pager is called by screen readers");
        let page =
            fields.required("page", "What stands before a page's number in its title and for screen readers");
        let previous = fields.required("previous", "The arrows to the previous page");
        let next = fields.required("next", "The arrows to the next page");
        let open = fields.required("open", "The link that opens a picture");
        let close = fields.required("close", "The button that closes it");
        let previous_image = fields.required("previous_image", "The button to the previous picture");
        let next_image = fields.required("next_image", "The button to the next picture");
        let forward = fields.required("forward", "What is said where /gallery/ leads on to its first page");
        let banner = fields.table("banner", "The head of the page");
        Self {
            head,
            heading,
            text,
            pager_label,
            page,
            previous,
            next,
            open,
            close,
            previous_image,
            next_image,
            forward,
            banner,
        }
    }
}
