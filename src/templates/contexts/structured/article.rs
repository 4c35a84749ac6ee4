//! A post of the blog.

use serde_json::{Value as Json, json};

use super::{picture, without_nothing};
use crate::site::{author, moment};
use crate::{
    content::{BlogFields, Entry},
    schema::{CollectionType, View},
    templates::site::RenderSite,
};

/// The post at `address`, which is a full one.
pub(super) fn posting(
    declared: &CollectionType,
    entry: &Entry,
    address: &str,
    publisher: &Json,
    site: &RenderSite,
) -> Json {
    let fields = BlogFields::view(&entry.table);
    let titles = |is_list: bool| {
        let terms = site.terms_of(declared, entry).filter(move |(field, _)| field.is_list == is_list);
        terms.map(|(_, term)| &*term.title)
    };
    without_nothing(json!({
        "@type": "BlogPosting",
        "@id": format!("{address}#post"),
        "mainEntityOfPage": address,
        "url": address,
        "headline": fields.title.as_str(),
        "description": fields.excerpt.as_str(),
        "datePublished": declared.date_of(&entry.table).map(|date| moment(date, site)),
        "dateModified": declared.last_change(&entry.table).map(|date| moment(date, site)),
        "inLanguage": site.gym.language.as_str(),
        "author": author(&entry.table, declared, site).map(|name| json!({ "@type": "Person", "name": name })),
        "publisher": publisher,
        "articleSection": titles(false).next(),
        "keywords": titles(true).collect::<Vec<_>>(),
        "image": fields.image.and_then(|image| picture(&image, site)),
    }))
}
