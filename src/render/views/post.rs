//! A post in template contexts: its values are computed when a template reads them, as lists need few of each.

use std::sync::Arc;

use minijinja::{
    Value, context,
    value::{Enumerator, Object},
};

use super::{
    entries,
    values::{self, field},
};
use crate::{
    decode::value::Text,
    render::{
        lookups::{self, Known},
        markdown::{self, Medium},
        site::RenderSite,
    },
    site::{Post, Taxonomy},
};

/// What a post has besides its declared fields.
const COMPUTED: [&str; 5] = ["id", "url", "minutes", "html", "unpublished"];

/// A post.
#[derive(Debug)]
pub(super) struct PostValue {
    post: Arc<Post>,
    site: Arc<RenderSite>,
}

impl PostValue {
    pub fn value(post: &Arc<Post>, site: &Arc<RenderSite>) -> Value {
        Value::from_object(Self { post: post.clone(), site: site.clone() })
    }

    /// By which others refer to it.
    pub fn slug(&self) -> Arc<str> {
        self.post.slug.clone()
    }

    /// The link to a category or tag; without an address if it is the fallback for a missing one.
    fn term(&self, taxonomy: Taxonomy, (id, title): &(Arc<str>, Text)) -> Value {
        let known = entries::term_value(taxonomy, id, &self.site);
        known.unwrap_or_else(|| context! { id => &**id, title => title.as_str(), url => () })
    }
}

impl Object for PostValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let (post, site) = (&self.post, &self.site);
        Some(match key {
            "id" => (&*post.slug).into(),
            "url" => site.base.href(&post.path).into(),
            "author" => post.author.as_ref().map(Text::as_str).into(),
            "date" => values::date(post.date, false, site),
            "category" => {
                post.category.as_ref().map(|category| self.term(Taxonomy::Category, category)).into()
            }
            "tags" => post.tags.iter().map(|tag| self.term(Taxonomy::Tag, tag)).collect(),
            "minutes" => markdown::reading_minutes(&post.entry.body).into(),
            // Why it would not be published without `--drafts`.
            "unpublished" => post.unpublished.as_ref().map(|reason| reason.describe()).into(),
            "html" => Value::from_safe_string(markdown::render(&post.entry.body, site, Medium::Page)),
            _ => {
                let Some(declared) = post.table.schema.field(key) else {
                    lookups::failed(key, || Known::Fields(post.table.schema.clone(), &COMPUTED));
                    return None;
                };
                field(&post.table, declared, site)
            }
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        entries::keys(&self.post.table)
    }
}
