//! A post.

use serde::Serialize;
use serde_json::Value as Json;

use super::picture;
use crate::{
    render::{data::moment, site::RenderSite},
    site::Post,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlogPosting<'s> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    main_entity_of_page: &'s str,
    url: &'s str,
    headline: &'s str,
    description: &'s str,
    date_published: String,
    date_modified: String,
    in_language: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<Person<'s>>,
    publisher: &'s Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    article_section: Option<&'s str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
}

#[derive(Serialize)]
struct Person<'s> {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'s str,
}

/// The post at `address`, which is a full one.
pub(super) fn posting<'s>(
    post: &'s Post,
    address: &'s str,
    publisher: &'s Json,
    site: &'s RenderSite,
) -> BlogPosting<'s> {
    BlogPosting {
        kind: "BlogPosting",
        id: format!("{address}#post"),
        main_entity_of_page: address,
        url: address,
        headline: post.entry.title.value.as_str(),
        description: post.entry.excerpt.as_str(),
        date_published: moment(post.date, site),
        date_modified: moment(post.modified(), site),
        in_language: site.gym.language.as_str(),
        author: post.author.as_ref().map(|name| Person { kind: "Person", name: name.as_str() }),
        publisher,
        article_section: post.category.as_ref().map(|(_, title)| title.as_str()),
        keywords: post.tags.iter().map(|(_, title)| title.as_str()).collect(),
        image: post.entry.image.as_ref().and_then(|image| picture(image, site)),
    }
}
