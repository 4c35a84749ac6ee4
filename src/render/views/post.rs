//! A post as templates see it: what they ask for is put together when they do, as lists need little of each.

use std::{collections::HashMap, sync::Arc};

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
    site::{BaseUrl, Post, Site, Term},
};

/// What all posts are shown with.
#[derive(Debug)]
pub(super) struct Setting {
    base: BaseUrl,
    pictures: Arc<Pictures>,
    formats: &'static Formats,
    /// The links to categories and tags, by id.
    categories: HashMap<Arc<str>, Value>,
    tags: HashMap<Arc<str>, Value>,
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
        let link = |term: &Term| {
            let url = site.base.href(&term_path(term.taxonomy, &term.id));
            (term.id.clone(), context! { title => term.title.as_str(), url })
        };
        Arc::new(Self {
            base: site.base.clone(),
            pictures: pictures.clone(),
            formats: Formats::of(site),
            categories: site.posts.categories.iter().map(link).collect(),
            tags: site.posts.tags.iter().map(link).collect(),
        })
    }
}

/// The link to one of `terms`; without an address if it only stands in for one that there isn't.
fn link(terms: &HashMap<Arc<str>, Value>, (id, title): &(Arc<str>, Text)) -> Value {
    terms.get(id).cloned().unwrap_or_else(|| context! { title => title.as_str(), url => () })
}

impl PostView {
    pub(super) fn value(post: &Arc<Post>, setting: &Arc<Setting>) -> Value {
        Value::from_object(Self { post: post.clone(), setting: setting.clone() })
    }
}

impl Object for PostView {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let (post, Setting { base, pictures, formats, categories, tags }) = (&self.post, &*self.setting);
        let date = post.date.date();
        Some(match key {
            "title" => post.entry.title.value.as_str().into(),
            "url" => base.href(&post_path(&post.slug)).into(),
            "author" => post.author.as_str().into(),
            "date" => formats.long_date(date).into(),
            "date_numeric" => formats.numeric_date(date).into(),
            "datetime" => date.to_string().into(),
            "category" => link(categories, &post.category),
            "tags" => post.tags.iter().map(|tag| link(tags, tag)).collect(),
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
