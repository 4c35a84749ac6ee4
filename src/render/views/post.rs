//! A post in template contexts: its values are computed when a template reads them, as lists need few of each.

use std::sync::Arc;

use minijinja::{Value, context};

use super::{
    entries,
    fields::{Computed, Fields, Record, computed, names_of},
    values::{self, declared},
};
use crate::{
    markdown::{self, Medium},
    render::{lookups::KnownNames, site::RenderSite},
    schema::{Name, Role, decode::value::Text},
    site::{Post, Taxonomy},
};

/// What a post has besides its declared fields, or given otherwise than content has it.
const COMPUTED: &[Computed<PostValue>] = &[
    ("id", |value| value.slug().into()),
    ("url", |value| value.site.base.href(&value.post.path).into()),
    ("minutes", |value| markdown::reading_minutes(&value.post.entry.body).into()),
    ("html", |value| {
        Value::from_safe_string(markdown::render(
            &value.post.entry.body,
            &value.site.text_context(),
            Medium::Page,
        ))
    }),
    // Why it would not be published without `--drafts`.
    ("unpublished", |value| value.post.unpublished.as_ref().map(|reason| reason.describe()).into()),
    ("author", |value| value.post.author.as_ref().map(Arc::<str>::from).into()),
    ("date", |value| values::date(value.post.date, false, &value.site)),
    ("category", |value| {
        value.post.category.as_ref().map(|category| value.term(Taxonomy::Category, category)).into()
    }),
    ("tags", |value| value.post.tags.iter().map(|tag| value.term(Taxonomy::Tag, tag)).collect()),
];

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

    /// The collection of the blog, and the last part of its address.
    pub fn identity(&self) -> Option<(Name, Arc<str>)> {
        Some((self.site.types.with_role(Role::Blog)?.clone(), self.slug()))
    }

    /// The link to a category or tag; without an address if it is the fallback for a missing one.
    fn term(&self, taxonomy: Taxonomy, (id, title): &(Arc<str>, Text)) -> Value {
        let known = entries::term_value(taxonomy, id, &self.site);
        known.unwrap_or_else(|| context! { id => &**id, title => title.as_str(), url => () })
    }
}

impl Fields for PostValue {
    fn get(&self, name: &str) -> Option<Value> {
        computed(COMPUTED, name, self).or_else(|| declared(&self.post.table, name, &self.site))
    }

    fn known(&self) -> Option<KnownNames> {
        Some(KnownNames::declared(&self.post.table.schema, names_of(COMPUTED)))
    }

    fn names(&self) -> Vec<Value> {
        entries::names(&self.post.table)
    }
}
