//! A post.

use serde_json::{Value as Json, json};

use super::{gym, picture};
use crate::{
    assets::Pictures,
    render::data::moment,
    routes::post_path,
    site::{Post, Site},
};

pub(super) fn posting(post: &Post, site: &Site, pictures: &Pictures) -> Json {
    let address = site.base.absolute(&post_path(&post.slug));
    let mut data = json!({
        "@type": "BlogPosting",
        "@id": format!("{address}#post"),
        "mainEntityOfPage": address,
        "url": address,
        "headline": post.entry.title.value.as_str(),
        "description": post.entry.excerpt.as_str(),
        "datePublished": moment(post.date, site),
        "inLanguage": site.gym.language.as_str(),
        "author": { "@type": "Person", "name": post.author.as_str() },
        "publisher": {
            "@type": "ExerciseGym",
            "@id": gym::id(site),
            "name": site.gym.name.as_str(),
            "url": site.base.absolute("/"),
        },
        "articleSection": post.category.1.as_str(),
    });
    if let Some(data) = data.as_object_mut() {
        if !post.tags.is_empty() {
            let tags: Vec<&str> = post.tags.iter().map(|(_, title)| title.as_str()).collect();
            data.insert("keywords".to_owned(), tags.into());
        }
        if let Some(image) = picture(&post.entry.image, site, pictures) {
            data.insert("image".to_owned(), image.into());
        }
    }
    data
}
