//! Files of the site that only programs read.

use std::sync::Arc;

use super::{PageNumber, term_path};
use crate::{
    diagnostic::FileId,
    site::{Site, Taxonomy, Term},
};

/// A file that only programs read: no template, no title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// `/search.json`, which the blog's search loads
    Search,
    /// `/robots.txt`
    Robots,
    /// `/sitemap.xml`: every page, or where the parts are if one file can't hold them all
    Sitemap,
    /// `/sitemap-1.xml`, a part of the sitemap
    SitemapPart(PageNumber),
    /// `/blog/feed.xml`, `/blog/category/<id>/feed.xml`
    Feed(FeedOf),
}

/// Whose newest posts a feed holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedOf {
    /// All.
    Blog,
    /// Those of a category.
    Category {
        /// Its place in [`Site::categories`].
        index: usize,
        /// Its id.
        id: Arc<str>,
    },
}

impl FeedOf {
    /// The category, unless it's the feed of the whole blog.
    pub fn category<'a>(&self, site: &'a Site) -> Option<&'a Term> {
        match self {
            Self::Blog => None,
            Self::Category { index, .. } => site.categories.get(*index),
        }
    }

    /// The path of the list that shows the same posts to people.
    pub fn list_path(&self) -> String {
        match self {
            Self::Blog => "/blog/".to_owned(),
            Self::Category { id, .. } => term_path(Taxonomy::Category, id),
        }
    }

    /// The path of the feed.
    pub fn path(&self) -> String {
        format!("{}feed.xml", self.list_path())
    }
}

impl Data {
    pub(super) fn path(&self) -> String {
        match self {
            Self::Search => "/search.json".to_owned(),
            Self::Robots => "/robots.txt".to_owned(),
            Self::Sitemap => "/sitemap.xml".to_owned(),
            Self::SitemapPart(number) => format!("/sitemap-{number}.xml"),
            Self::Feed(of) => of.path(),
        }
    }

    /// The content file that it is about.
    pub(super) fn content(&self, site: &Site) -> FileId {
        match self {
            Self::Robots | Self::Sitemap | Self::SitemapPart(_) => site.gym.span.file,
            Self::Search | Self::Feed(_) => site.blog_page.file,
        }
    }
}
