//! `content/blog.toml`: how the blog is listed, its categories and tags.

use gympress_derive::View;

use crate::schema::decode::{Spanned, value::Text};

#[derive(Debug, View)]
pub struct Blog {
    /// Posts on a page of a category or tag.
    pub per_page: u32,
    /// Who writes, where a post doesn't say.
    pub author: Option<Text>,
    #[view(key = "category")]
    pub categories: Vec<Category>,
    #[view(key = "tag")]
    pub tags: Vec<Tag>,
}

#[derive(Debug, View)]
pub struct Category {
    /// The last part of its address, by which posts name it.
    pub id: Spanned<Text>,
    pub title: Text,
    /// How many posts are said to be in it, shown instead of the real number.
    pub count: Option<Spanned<u32>>,
}

#[derive(Debug, View)]
pub struct Tag {
    /// The last part of its address, by which posts name it.
    pub id: Spanned<Text>,
    pub title: Text,
}
