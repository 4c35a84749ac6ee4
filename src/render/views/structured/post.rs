//! A post.

use serde_json::{Value as Json, json};

use super::{picture, without_nothing};
use crate::{
    render::{data::moment, site::RenderSite},
    site::Post,
};

/// The post at `address`, which is a full one.
pub(super) fn posting(post: &Post, address: &str, publisher: &Json, site: &RenderSite) -> Json {
    let author = post.author.as_ref();
    without_nothing(json!({
        "@type": "BlogPosting",
        "@id": format!("{address}#post"),
        "mainEntityOfPage": address,
        "url": address,
        "headline": post.entry.title.value.as_str(),
        "description": post.entry.excerpt.as_str(),
        "datePublished": moment(post.date, site),
        "dateModified": moment(post.modified(), site),
        "inLanguage": site.gym.language.as_str(),
        "author": author.map(|name| json!({ "@type": "Person", "name": name.as_str() })),
        "publisher": publisher,
        "articleSection": post.category.as_ref().map(|(_, title)| title.as_str()),
        "keywords": post.tags.iter().map(|(_, title)| title.as_str()).collect::<Vec<_>>(),
        "image": post.entry.image.as_ref().and_then(|image| picture(image, site)),
    }))
}
