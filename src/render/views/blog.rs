//! Posts, lists of them, and the sidebar.

use std::sync::Arc;

use minijinja::{Value, context};
use serde::Serialize;

use super::{
    post::{PostView, Setting},
    value,
};
use crate::{
    assets::Pictures,
    content::parts::Picture,
    render::formats::Formats,
    routes::{PostPlace, post_path, term_path},
    site::{Post, Site, Term},
};

/// Makes what templates are told of posts.
pub(super) struct PostViews(Arc<Setting>);

/// A category or tag, with its page if it has posts.
#[derive(Serialize)]
struct TermLink<'a> {
    title: &'a str,
    url: Option<String>,
}

impl PostViews {
    pub(super) fn of(site: &Site, pictures: &Arc<Pictures>) -> Self {
        Self(Setting::of(site, pictures))
    }

    fn view(&self, post: &Arc<Post>) -> Value {
        PostView::value(post, &self.0)
    }

    pub(super) fn list<'a>(&self, posts: impl IntoIterator<Item = &'a Arc<Post>>) -> Value {
        posts.into_iter().map(|post| self.view(post)).collect()
    }

    /// A post and its neighbours.
    pub(super) fn post(&self, place: &PostPlace) -> Value {
        let neighbour = |post: &Option<Arc<Post>>| post.as_ref().map(|post| self.view(post));
        context! {
            post => self.view(&place.post),
            previous => neighbour(&place.previous),
            next => neighbour(&place.next),
        }
    }
}

/// A post in the column. Whatever else is asked of it would have to be part of all pages, too.
#[derive(Serialize)]
struct RecentView<'a> {
    title: &'a str,
    url: String,
    date: String,
    datetime: String,
    image: &'a Picture,
}

#[derive(Serialize)]
struct CategoryView<'a> {
    title: &'a str,
    count: usize,
    url: Option<String>,
}

/// The column beside posts.
pub(super) fn sidebar(site: &Site) -> Value {
    let url =
        |term: &Term| (!term.posts.is_empty()).then(|| site.base.href(&term_path(term.taxonomy, &term.id)));
    let categories = site.posts.categories.iter().map(|term| CategoryView {
        title: term.title.as_str(),
        count: term.stated_count.map_or(term.posts.len(), |count| count as usize),
        url: url(term),
    });
    let tags = site.posts.tags.iter().map(|term| TermLink { title: term.title.as_str(), url: url(term) });
    let formats = Formats::of(site);
    let recent = site.posts.shown.iter().take(site.blog.recent.get() as usize).map(|post| RecentView {
        title: post.entry.title.value.as_str(),
        url: site.base.href(&post_path(&post.slug)),
        date: formats.long_date(post.date.date()),
        datetime: post.date.date().to_string(),
        image: &post.entry.image,
    });
    context! {
        categories => value(categories.collect::<Vec<_>>()),
        tags => value(tags.collect::<Vec<_>>()),
        recent => value(recent.collect::<Vec<_>>()),
        promo => value(&site.blog.promo),
        ..value(&site.blog.sidebar)
    }
}
