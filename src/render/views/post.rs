//! A post in template contexts: its values are computed when a template reads them, as lists need few of each.

use std::sync::Arc;

use minijinja::{Value, context};

use super::{
    entries,
    fields::{Fields, Record},
    values::{self, declared},
};
use crate::{
    render::{
        lookups::Known,
        markdown::{self, Medium},
        site::RenderSite,
    },
    schema::decode::value::Text,
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
        Record::value(Self { post: post.clone(), site: site.clone() })
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

impl Fields for PostValue {
    fn get(&self, name: &str) -> Option<Value> {
        let (post, site) = (&self.post, &self.site);
        Some(match name {
            "id" => post.slug.clone().into(),
            "url" => site.base.href(&post.path).into(),
            "author" => post.author.as_ref().map(Arc::<str>::from).into(),
            "date" => values::date(post.date, false, site),
            "category" => {
                post.category.as_ref().map(|category| self.term(Taxonomy::Category, category)).into()
            }
            "tags" => post.tags.iter().map(|tag| self.term(Taxonomy::Tag, tag)).collect(),
            "minutes" => markdown::reading_minutes(&post.entry.body).into(),
            // Why it would not be published without `--drafts`.
            "unpublished" => post.unpublished.as_ref().map(|reason| reason.describe()).into(),
            "html" => Value::from_safe_string(markdown::render(&post.entry.body, site, Medium::Page)),
            _ => return declared(&post.table, name, site),
        })
    }

    fn known(&self) -> Option<Known> {
        Some(Known::declared(&self.post.table.schema, &COMPUTED))
    }

    fn names(&self) -> Vec<Value> {
        entries::names(&self.post.table)
    }
}
