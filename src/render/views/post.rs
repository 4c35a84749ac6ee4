//! A post as templates see it: what they ask for is put together when they do, as lists need little of each.

use std::sync::Arc;

use minijinja::{
    Value, context,
    value::{Enumerator, Object},
};

use super::value;
use crate::{
    assets::Pictures,
    decode::value::Text,
    render::{
        formats::Formats,
        markdown::{self, Reader},
    },
    routes::{post_path, term_path},
    site::{BaseUrl, Post, Site, Taxonomy},
};

/// What all posts are shown with.
#[derive(Debug)]
pub(super) struct Setting {
    pub base: BaseUrl,
    pub pictures: Arc<Pictures>,
    pub formats: &'static Formats,
}

/// A post, and how it's shown.
#[derive(Debug)]
pub(super) struct PostView {
    post: Arc<Post>,
    setting: Arc<Setting>,
}

/// What a template can ask of it.
const FIELDS: [&str; 13] = [
    "title",
    "url",
    "author",
    "date",
    "date_numeric",
    "datetime",
    "category",
    "tags",
    "excerpt",
    "image",
    "minutes",
    "unpublished",
    "html",
];

impl Setting {
    pub(super) fn of(site: &Site, pictures: &Arc<Pictures>) -> Arc<Self> {
        let (base, pictures, formats) = (site.base.clone(), pictures.clone(), Formats::of(site));
        Arc::new(Self { base, pictures, formats })
    }
}

impl PostView {
    pub(super) fn value(post: &Arc<Post>, setting: &Arc<Setting>) -> Value {
        Value::from_object(Self { post: post.clone(), setting: setting.clone() })
    }

    /// A category or tag. It has a page, as it has this post.
    fn term(&self, taxonomy: Taxonomy, (id, title): &(Arc<str>, Text)) -> Value {
        let url = self.setting.base.href(&term_path(taxonomy, id));
        context! { title => title.as_str(), url }
    }
}

impl Object for PostView {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let (post, Setting { base, pictures, formats }) = (&self.post, &*self.setting);
        let date = post.date.date();
        Some(match key {
            "title" => post.entry.title.value.as_str().into(),
            "url" => base.href(&post_path(&post.slug)).into(),
            "author" => post.author.as_str().into(),
            "date" => formats.long_date(date).into(),
            "date_numeric" => formats.numeric_date(date).into(),
            "datetime" => date.to_string().into(),
            "category" => self.term(Taxonomy::Category, &post.category),
            "tags" => post.tags.iter().map(|tag| self.term(Taxonomy::Tag, tag)).collect(),
            "excerpt" => post.entry.excerpt.as_str().into(),
            "image" => value(&post.entry.image),
            "minutes" => markdown::reading_minutes(&post.entry.body).into(),
            // Why it would not be published, were drafts not asked for.
            "unpublished" => post.unpublished.as_ref().map(|reason| reason.describe()).into(),
            "html" => {
                let html = markdown::render(&post.entry.body, base, pictures, Reader::Page);
                Value::from_safe_string(html)
            }
            _ => return None,
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&FIELDS)
    }
}
