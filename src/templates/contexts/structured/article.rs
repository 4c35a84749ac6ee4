//! A post of the blog.

use serde_json::{Value as Json, json};

use super::{picture, without_nothing};
use crate::{
    content::{BlogFields, Entry},
    schema::{CollectionType, View},
    site::{author, moment},
    templates::site::RenderSite,
};

/// The post at `address`, which is absolute.
pub(super) fn posting(
    declared: &CollectionType,
    entry: &Entry,
    address: &str,
    publisher: &Json,
    site: &RenderSite,
) -> Json {
    let fields = BlogFields::view(&entry.table);
    without_nothing(json!({
        "@type": "BlogPosting",
        "@id": format!("{address}#post"),
        "mainEntityOfPage": address,
        "url": address,
        "headline": fields.title.as_str(),
        "description": fields.excerpt.as_str(),
        "datePublished": declared.date_of(&entry.table).map(|date| moment(date, site)),
        "dateModified": declared.last_change(&entry.table).map(|date| moment(date, site)),
        "inLanguage": site.gym.settings.language.as_str(),
        "author": author(&entry.table, declared, site).map(|name| json!({ "@type": "Person", "name": name })),
        "publisher": publisher,
        "articleSection": titles(declared, entry, false, site).next(),
        "keywords": titles(declared, entry, true, site).collect::<Vec<_>>(),
        "image": fields.image.and_then(|image| picture(&image, site)),
    }))
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
