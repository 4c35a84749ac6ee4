//! `content/posts/*.toml`: the blog, a file each, with its body in Markdown.

use super::{
    blog::{Category, Tag},
    parts::Picture,
};
use crate::decode::{
    Fields, Record,
    value::{Markdown, PublicationDate, Reference, Slug, Spanned, Text},
};

/// A post.
#[derive(Clone, Debug)]
pub struct Post {
    /// Its title.
    pub title: Spanned<Text>,
    /// When it appears.
    pub date: Spanned<PublicationDate>,
    /// Who wrote it, if not the blog's usual author.
    pub author: Option<Text>,
    /// What it's about.
    pub category: Reference<Category>,
    /// What else it's about.
    pub tags: Vec<Reference<Tag>>,
    /// The picture at its top.
    pub image: Picture,
    /// What a list shows of it.
    pub excerpt: Text,
    /// Not to be published yet.
    pub draft: Option<Spanned<bool>>,
    /// The last part of its address, if not the file's name.
    pub slug: Option<Spanned<Slug>>,
    /// The text.
    pub body: Markdown,
}

impl Record for Post {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The post's title");
        let date = fields.required("date", "When it appears: 2026-12-31, or with a time 2026-12-31T18:00:00");
        let author = fields.optional("author", "Who wrote it; without it the author in content/blog.toml");
        let category = fields.required("category", "A category of content/blog.toml");
        let tags = fields.optional_list("tags", "Tags of content/blog.toml");
        let image = fields.table("image", "The picture at its top");
        let excerpt = fields.required("excerpt", "What a list of posts shows of it, in a sentence or two");
        let draft = fields.optional("draft", "true as long as it is not to be published");
        let slug = fields.optional("slug", "The last part of its address; without it the file's name");
        let body = fields.required("body", "The text, in Markdown");
        Self { title, date, author, category, tags, image, excerpt, draft, slug, body }
    }
}
