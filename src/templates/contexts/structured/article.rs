//! A post of the blog.

use serde::Serialize;

use super::{gym::PostPublisher, picture, script_of};
use crate::{
    content::{BlogFields, Entry},
    schema::{CollectionType, View},
    site::{author, moment},
    templates::site::RenderSite,
};

/// A post in schema.org's words. As a type, since each page of a post has one: a map of values would allocate each key.
#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct BlogPosting<'a> {
    #[serde(rename = "@id")]
    id: String,
    main_entity_of_page: &'a str,
    url: &'a str,
    headline: &'a str,
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_published: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<String>,
    in_language: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<PostAuthor<'a>>,
    publisher: &'a PostPublisher,
    #[serde(skip_serializing_if = "Option::is_none")]
    article_section: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "Person")]
struct PostAuthor<'a> {
    name: &'a str,
}

/// The script of the post at `address`, which is absolute.
pub(super) fn script(
    declared: &CollectionType,
    entry: &Entry,
    address: &str,
    publisher: &PostPublisher,
    site: &RenderSite,
) -> String {
    let fields = BlogFields::view(&entry.table);
    script_of(&BlogPosting {
        id: format!("{address}#post"),
        main_entity_of_page: address,
        url: address,
        headline: fields.title.as_str(),
        description: fields.excerpt.as_str(),
        date_published: declared.date_of(&entry.table).map(|date| moment(date, site)),
        date_modified: declared.last_change(&entry.table).map(|date| moment(date, site)),
        in_language: site.gym.settings.language.as_str(),
        author: author(&entry.table, declared, site).map(|name| PostAuthor { name }),
        publisher,
        article_section: titles(declared, entry, false, site).next(),
        keywords: titles(declared, entry, true, site).collect(),
        image: fields.image.and_then(|image| picture(&image, site)),
    })
}

/// The titles of an entry's terms: those that its type declares as lists, or the single ones.
fn titles<'s>(
    declared: &'s CollectionType,
    entry: &'s Entry,
    is_list: bool,
    site: &'s RenderSite,
) -> impl Iterator<Item = &'s str> {
    let terms = site.terms_of(declared, entry).filter(move |(field, _)| field.is_list == is_list);
    terms.map(|(_, term)| &*term.title)
}
