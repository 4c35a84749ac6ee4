//! A post.

use serde::Serialize;

use super::{gym, picture};
use crate::{
    assets::Pictures,
    render::data::moment,
    site::{Post, Site},
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
    in_language: &'a str,
    author: Named<'a>,
    publisher: Named<'a>,
    article_section: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
}

/// Somebody with a name, and perhaps with an address.
#[derive(Serialize)]
struct Named<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id", skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<Image>,
}

/// A picture by its address.
#[derive(Serialize)]
struct Image {
    #[serde(rename = "@type")]
    kind: &'static str,
    url: String,
}

/// The post at `address`, which is a full one.
pub(super) fn posting<'a>(
    post: &'a Post,
    address: &'a str,
    site: &'a Site,
    pictures: &Pictures,
) -> Posting<'a> {
    Posting {
        kind: "BlogPosting",
        id: format!("{address}#post"),
        main_entity_of_page: address,
        url: address,
        headline: post.entry.title.value.as_str(),
        description: post.entry.excerpt.as_str(),
        date_published: moment(post.date, site),
        in_language: site.gym.language.as_str(),
        author: Named { kind: "Person", id: None, name: post.author.as_str(), url: None, logo: None },
        publisher: Named {
            kind: "ExerciseGym",
            id: Some(gym::id(site)),
            name: site.gym.name.as_str(),
            url: Some(site.base.absolute("/")),
            logo: gym::logo(site, pictures).map(|url| Image { kind: "ImageObject", url }),
        },
        article_section: post.category.1.as_str(),
        keywords: post.tags.iter().map(|(_, title)| title.as_str()).collect(),
        image: picture(&post.entry.image, site, pictures),
    }
}
