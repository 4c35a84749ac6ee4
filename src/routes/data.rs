//! Files of the site that only programs read.

use std::sync::Arc;

use super::{PageNumber, term_path};
use crate::{
    content::Host,
    diagnostic::FileId,
    site::{Class, Post, Row, Site, Taxonomy, Term},
};

/// A file that only programs read: no template, no title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// `/search.bin`, which the blog's search loads
    Search,
    /// `/sw.js`: what keeps pages for times without a network, or what puts an end to that
    ServiceWorker,
    /// `/robots.txt`
    Robots,
    /// `/site.webmanifest`
    Manifest,
    /// `/sitemap.xml`: every page, or where the parts are if one file can't hold them all
    Sitemap,
    /// `/sitemap-1.xml`, a part of the sitemap
    SitemapPart(PageNumber),
    /// `/blog/feed.xml`, `/blog/category/<id>/feed.xml`
    Feed(FeedOf),
    /// `/schedule.ics`, `/schedule/<class>.ics`
    Calendar(CalendarOf),
    /// `/_headers`, for a host that reads it
    Headers,
    /// `/_redirects`, for a host that reads it
    Redirects,
    /// `/speculation-rules.json`, which a header names
    SpeculationRules,
    /// `/.nojekyll`, with which GitHub Pages leaves the site as it is
    NoJekyll,
}

/// Whose hours a calendar holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CalendarOf {
    /// All of the week.
    Week,
    /// Those of the class with this id.
    Class(Arc<str>),
}

impl CalendarOf {
    /// The class, unless it's the calendar of the whole week.
    pub fn class<'a>(&self, site: &'a Site) -> Option<&'a Class> {
        let Self::Class(id) = self else { return None };
        let row = site.week.iter().flat_map(|day| &day.rows).find(|row| row.class.id == *id);
        row.map(|row| &*row.class)
    }

    /// True if the calendar holds this hour.
    pub fn includes(&self, row: &Row) -> bool {
        match self {
            Self::Week => true,
            Self::Class(id) => *id == row.class.id,
        }
    }

    /// The path of the calendar.
    pub fn path(&self) -> String {
        match self {
            Self::Week => "/schedule.ics".to_owned(),
            Self::Class(id) => format!("/schedule/{id}.ics"),
        }
    }
}

/// Whose newest posts a feed holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedOf {
    /// All.
    Blog,
    /// Those of a category.
    Category {
        /// Its place in [`Posts::categories`](crate::site::Posts::categories).
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
            Self::Category { index, .. } => site.posts.categories.get(*index),
        }
    }

    /// Its posts, newest first.
    pub fn posts<'s>(&self, site: &'s Site) -> &'s [Arc<Post>] {
        let posts = self.category(site).map_or(&site.posts.shown, |category| &category.posts);
        posts.get(..Self::MOST_POSTS).unwrap_or(posts)
    }

    /// Posts that a feed holds; a reader that follows it has the older ones already.
    const MOST_POSTS: usize = 20;

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
    /// The files for the site's host.
    pub(super) fn of_host(host: Host) -> &'static [Self] {
        match host {
            Host::Netlify | Host::Cloudflare => &[Self::Headers, Self::Redirects, Self::SpeculationRules],
            Host::Github => &[Self::NoJekyll],
            Host::Plain => &[],
        }
    }

    /// The posts of which there is something in the file.
    pub(super) fn posts<'s>(&self, site: &'s Site) -> &'s [Arc<Post>] {
        match self {
            Self::Feed(of) => of.posts(site),
            Self::Robots | Self::Manifest | Self::Calendar(_) | Self::SpeculationRules | Self::NoJekyll => {
                &[]
            }
            // Their paths are in the others, or so are those of the lists that they are on.
            Self::Search
            | Self::ServiceWorker
            | Self::Sitemap
            | Self::SitemapPart(_)
            | Self::Headers
            | Self::Redirects => &site.posts.shown,
        }
    }

    pub(super) fn path(&self) -> String {
        match self {
            Self::Search => "/search.bin".to_owned(),
            Self::ServiceWorker => "/sw.js".to_owned(),
            Self::Robots => "/robots.txt".to_owned(),
            Self::Manifest => "/site.webmanifest".to_owned(),
            Self::Sitemap => "/sitemap.xml".to_owned(),
            Self::SitemapPart(number) => format!("/sitemap-{number}.xml"),
            Self::Feed(of) => of.path(),
            Self::Calendar(of) => of.path(),
            Self::Headers => "/_headers".to_owned(),
            Self::Redirects => "/_redirects".to_owned(),
            Self::SpeculationRules => "/speculation-rules.json".to_owned(),
            Self::NoJekyll => "/.nojekyll".to_owned(),
        }
    }

    /// The content file that it is about.
    pub(super) fn content(&self, site: &Site) -> FileId {
        match self {
            Self::Robots | Self::Manifest | Self::Sitemap | Self::SitemapPart(_) => site.gym.span.file,
            Self::ServiceWorker => site.gym.span.file,
            Self::Headers | Self::Redirects | Self::SpeculationRules | Self::NoJekyll => site.gym.span.file,
            Self::Calendar(_) => site.schedule_page.file,
            Self::Search | Self::Feed(_) => site.blog_page.file,
        }
    }
}
