//! A post.

use serde::Serialize;

use super::{gym, picture};
use crate::{
    render::{data::moment, site::RenderSite},
    site::Post,
};

/// A post of the blog.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Posting<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    main_entity_of_page: &'a str,
    url: &'a str,
    headline: &'a str,
    description: &'a str,
    date_published: String,
    date_modified: String,
    in_language: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<Person<'a>>,
    publisher: &'a Publisher,
    #[serde(skip_serializing_if = "Option::is_none")]
    article_section: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
}

/// Who wrote it.
#[derive(Serialize)]
struct Person<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'a str,
}

/// The gym, which is the same for all posts.
#[derive(Debug, Serialize)]
pub(in crate::render::views) struct Publisher {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    name: String,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<Image>,
}

impl Publisher {
    pub(in crate::render::views) fn new(site: &RenderSite) -> Self {
        Self {
            kind: gym::kind(site),
            id: gym::id(site),
            name: site.gym.name.as_str().to_owned(),
            url: site.base.absolute("/"),
            logo: gym::logo(site).map(|url| Image { kind: "ImageObject", url }),
        }
    }
}

/// A picture by its address.
#[derive(Debug, Serialize)]
struct Image {
    #[serde(rename = "@type")]
    kind: &'static str,
    url: String,
}

/// The post at `address`, which is a full one.
pub(super) fn posting<'a>(
    post: &'a Post,
    address: &'a str,
    publisher: &'a Publisher,
    site: &'a RenderSite,
) -> Posting<'a> {
    Posting {
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
