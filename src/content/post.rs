//! `content/posts/*.toml`: the blog, a file each, with its body in Markdown.

use gympress_derive::View;

use crate::schema::{
    EntryRef, Picture,
    decode::{
        Spanned,
        value::{Markdown, PublicationDate, Text},
    },
};

#[derive(Debug, View)]
pub struct Post {
    pub title: Spanned<Text>,
    pub date: Spanned<PublicationDate>,
    /// Who wrote it, if not the blog's usual author.
    pub author: Option<Text>,
    pub category: Option<Spanned<EntryRef>>,
    pub tags: Vec<Spanned<EntryRef>>,
    pub image: Option<Picture>,
    pub excerpt: Text,
    pub draft: Option<Spanned<bool>>,
    /// The last part of its address, if not the file's name.
    pub slug: Option<Spanned<Text>>,
    pub body: Markdown,
}
