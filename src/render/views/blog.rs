//! Posts, lists of them, and the sidebar.

use std::sync::Arc;

use minijinja::{Value, context};
use serde::Serialize;

use super::value;
use crate::{
    assets::Pictures,
    content::parts::Picture,
    render::{
        formats::Formats,
        markdown::{self, Reader},
    },
    routes::{PageNumber, PostPlace, post_path, term_path},
    site::{Post, Site, Taxonomy, Term},
};

/// Makes what templates are told of posts.
pub(super) struct PostViews {
    base: crate::site::BaseUrl,
    pictures: Arc<Pictures>,
    formats: &'static Formats,
}

#[derive(Serialize)]
struct PostView<'a> {
    title: &'a str,
    url: String,
    author: &'a str,
    date: String,
    date_numeric: String,
    datetime: String,
    category: TermLink<'a>,
    tags: Vec<TermLink<'a>>,
    excerpt: &'a str,
    image: &'a Picture,
    minutes: usize,
    /// Why it would not be published, were drafts not asked for.
    unpublished: Option<String>,
}

/// A category or tag, with its page if it has posts.
#[derive(Serialize)]
struct TermLink<'a> {
    title: &'a str,
    url: Option<String>,
}

impl PostViews {
    pub(super) fn of(site: &Site, pictures: &Arc<Pictures>) -> Self {
        Self { base: site.base.clone(), pictures: pictures.clone(), formats: Formats::of(site) }
    }

    fn summary<'a>(&self, post: &'a Post) -> PostView<'a> {
        let link = |taxonomy, id: &str, title: &'a crate::decode::value::Text| TermLink {
            title: title.as_str(),
            url: Some(self.base.href(&term_path(taxonomy, id))),
        };
        PostView {
            title: post.entry.title.value.as_str(),
            url: self.base.href(&post_path(&post.slug)),
            author: post.author.as_str(),
            date: self.formats.long_date(post.date.date()),
            date_numeric: self.formats.numeric_date(post.date.date()),
            datetime: post.date.date().to_string(),
            category: link(Taxonomy::Category, &post.category.0, &post.category.1),
            tags: post.tags.iter().map(|(id, title)| link(Taxonomy::Tag, id, title)).collect(),
            excerpt: post.entry.excerpt.as_str(),
            image: &post.entry.image,
            minutes: markdown::reading_minutes(&post.entry.body),
            unpublished: post.unpublished.as_ref().map(|reason| reason.describe()),
        }
    }

    pub(super) fn summaries<'a>(&self, posts: impl Iterator<Item = &'a Arc<Post>>) -> Value {
        value(posts.map(|post| self.summary(post)).collect::<Vec<_>>())
    }

    /// A page of a list of posts.
    pub(super) fn page(&self, posts: &[Arc<Post>], number: PageNumber, site: &Site) -> Value {
        let per_page = site.blog.per_page.get() as usize;
        self.summaries(posts.iter().skip((number.get() - 1) * per_page).take(per_page))
    }

    /// A post with its text and its neighbours.
    pub(super) fn post(&self, place: &PostPlace, site: &Site) -> Value {
        let html = markdown::render(&place.post.entry.body, &site.base, &self.pictures, Reader::Page);
        let neighbour = |post: &Option<Arc<Post>>| {
            post.as_ref().map(|post| {
                context! { title => post.entry.title.value.as_str(), url => self.base.href(&post_path(&post.slug)) }
            })
        };
        context! {
            post => context! { html => Value::from_safe_string(html), ..value(self.summary(&place.post)) },
            previous => neighbour(&place.previous),
            next => neighbour(&place.next),
        }
    }
}

#[derive(Serialize)]
struct CategoryView<'a> {
    title: &'a str,
    count: usize,
    url: Option<String>,
}

/// The column beside posts.
pub(super) fn sidebar(site: &Site, posts: &PostViews) -> Value {
    let url =
        |term: &Term| (!term.posts.is_empty()).then(|| site.base.href(&term_path(term.taxonomy, &term.id)));
    let categories = site.categories.iter().map(|term| CategoryView {
        title: term.title.as_str(),
        count: term.stated_count.map_or(term.posts.len(), |count| count as usize),
        url: url(term),
    });
    let tags = site.tags.iter().map(|term| TermLink { title: term.title.as_str(), url: url(term) });
    context! {
        categories => value(categories.collect::<Vec<_>>()),
        tags => value(tags.collect::<Vec<_>>()),
        recent => posts.summaries(site.posts.iter().take(site.blog.recent.get() as usize)),
        promo => value(&site.blog.promo),
        ..value(&site.blog.sidebar)
    }
}
