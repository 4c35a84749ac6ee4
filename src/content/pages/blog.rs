//! `content/pages/blog.toml`: the words of the blog, its posts, categories and tags.

use serde::Serialize;

use super::Head;
use crate::{
    content::parts::{Banner, Button},
    decode::{Fields, Record, value::Text},
};

/// The words of the blog's pages.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct BlogPage {
    #[serde(flatten)]
    pub head: Head,
    pub by: Text,
    pub button: Button,
    pub category_title: Text,
    pub tag_title: Text,
    pub tags_title: Text,
    pub minutes: Text,
    pub back: Button,
    pub previous: Text,
    pub next: Text,
    pub pager_label: Text,
    pub page: Text,
    pub empty: Text,
    pub banner: Banner,
}

impl Record for BlogPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let by = fields.required("by", "What stands before the author's name");
        let button = fields.table("button", "The button below each post");
        let category_title = fields.required("category_title", "What stands before a category's name");
        let tag_title = fields.required("tag_title", "What stands before a tag's name");
        let tags_title = fields.required("tags_title", "What stands before a post's tags");
        let minutes = fields.required("minutes", "What stands behind the minutes of reading");
        let back = fields.table("back", "The link from a post to all posts");
        let previous = fields.required("previous", "The link to the previous post");
        let next = fields.required("next", "The link to the next post");
        let pager_label = fields.required("pager_label", "What the pager is called by screen readers");
        let page = fields.required("page", "What stands before a page's number in its title");
        let empty = fields.required("empty", "What is said where there are no posts");
        let banner = fields.table("banner", "The head of the page");
        Self {
            head,
            by,
            button,
            category_title,
            tag_title,
            tags_title,
            minutes,
            back,
            previous,
            next,
            pager_label,
            page,
            empty,
            banner,
        }
    }
}
