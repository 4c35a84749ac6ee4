//! Files of the site that only programs read.

use std::sync::Arc;

use super::page::blog_file;
use crate::{
    content::{Addresses, Host},
    diagnostic::{FileId, Span},
    schema::{Name, Types},
    site::{Class, Post, Site, blog_root},
};

/// A file that only programs read: no template, no title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataFile {
    /// `/search.json`, which the search loads
    Search,
    /// `/sw.js`: the service worker that caches pages, or the one that removes it
    ServiceWorker,
    /// `/robots.txt`
    Robots,
    /// `/site.webmanifest`
    Manifest,
    /// `/sitemap.xml`: every page
    Sitemap,
    /// `/blog/feed.xml`, `/blog/category/<id>/feed.xml`
    Feed(FeedOf),
    /// `/schedule.ics`, `/schedule/<class>.ics`
    Calendar(CalendarOf),
    /// The feed of a declared collection
    EntryFeed(EntryFile),
    /// The calendar of a declared collection
    EntryCalendar(EntryFile),
    /// `/_headers`, for a host that reads it
    Headers,
    /// `/_redirects`, for a host that reads it
    Redirects,
    /// `/speculation-rules.json`, which a header names
    SpeculationRules,
    /// `/.nojekyll`, with which GitHub Pages leaves the site as it is
    NoJekyll,
}

/// A file generated from the entries of a declared collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryFile {
    /// The collection.
    pub collection: Name,
    /// Its address.
    pub path: Arc<str>,
}

/// Whose hours a calendar holds: all of the week, or those of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarOf {
    class: Option<Arc<str>>,
    path: Arc<str>,
}

impl CalendarOf {
    /// That of the week.
    pub fn week(addresses: &Addresses) -> Self {
        Self { class: None, path: format!("/{}.ics", addresses.calendar()).into() }
    }

    /// That of the class with this id.
    pub fn of_class(id: &Arc<str>, addresses: &Addresses) -> Self {
        Self { class: Some(id.clone()), path: format!("/{}/{id}.ics", addresses.calendar()).into() }
    }

    /// The id of the class, unless it's the calendar of the week.
    pub fn class(&self) -> Option<&Arc<str>> {
        self.class.as_ref()
    }

    /// True if the calendar holds the hours of this class.
    pub fn includes(&self, class: &Class) -> bool {
        self.class.as_ref().is_none_or(|id| *id == class.id)
    }

    /// The path of the calendar.
    pub fn path(&self) -> String {
        self.path.to_string()
    }
}

/// Whose newest posts a feed holds: all, or those of a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedOf {
    category: Option<Arc<str>>,
    path: Arc<str>,
}

impl FeedOf {
    /// That of the whole blog.
    pub fn blog(types: &Types) -> Self {
        let declared = types.collections.get("posts").and_then(|posts| posts.feed.as_ref());
        let below_posts = || format!("{}feed.xml", blog_root(types)).into();
        Self { category: None, path: declared.map_or_else(below_posts, |feed| feed.path.clone()) }
    }

    /// That of the category with this id, whose posts are listed at `list`.
    pub fn of_category(id: &Arc<str>, list: &str) -> Self {
        Self { category: Some(id.clone()), path: format!("{list}feed.xml").into() }
    }

    /// The id of the category, unless it's the feed of the whole blog.
    pub fn category(&self) -> Option<&Arc<str>> {
        self.category.as_ref()
    }

    /// Its posts, newest first.
    pub fn posts<'s>(&self, site: &'s Site) -> &'s [Arc<Post>] {
        let category = |id: &Arc<str>| site.posts.categories.iter().find(|category| category.id == *id);
        let category = self.category.as_ref().and_then(category);
        Self::newest(category.map_or(&site.posts.shown, |category| &category.posts))
    }

    /// As many of the newest of these posts as a feed holds.
    pub fn newest(posts: &[Arc<Post>]) -> &[Arc<Post>] {
        posts.get(..Self::MOST_POSTS).unwrap_or(posts)
    }

    /// Posts that a feed holds; a reader that follows it has the older ones already.
    const MOST_POSTS: usize = 20;

    /// The path of the feed.
    pub fn path(&self) -> String {
        self.path.to_string()
    }
}

impl DataFile {
    /// The files for the site's host.
    pub(super) fn of_host(host: Host) -> &'static [Self] {
        match host {
            Host::Netlify | Host::Cloudflare => &[Self::Headers, Self::Redirects, Self::SpeculationRules],
            Host::Github => &[Self::NoJekyll],
            Host::Plain => &[],
        }
    }

    /// The path within the site.
    pub fn path(&self) -> String {
        match self {
            Self::Search => "/search.json".to_owned(),
            Self::ServiceWorker => "/sw.js".to_owned(),
            Self::Robots => "/robots.txt".to_owned(),
            Self::Manifest => "/site.webmanifest".to_owned(),
            Self::Sitemap => "/sitemap.xml".to_owned(),
            Self::Feed(of) => of.path(),
            Self::Calendar(of) => of.path(),
            Self::EntryFeed(of) | Self::EntryCalendar(of) => of.path.to_string(),
            Self::Headers => "/_headers".to_owned(),
            Self::Redirects => "/_redirects".to_owned(),
            Self::SpeculationRules => "/speculation-rules.json".to_owned(),
            Self::NoJekyll => "/.nojekyll".to_owned(),
        }
    }

    /// Where the type of a collection states its address, or content a word in it.
    pub(super) fn declared(&self, site: &Site) -> Option<Span> {
        let found = |of: &EntryFile| site.types.collections.get(&of.collection);
        let words = site.gym.addresses().span;
        match self {
            Self::EntryFeed(of) => Some(found(of)?.feed.as_ref()?.span),
            Self::EntryCalendar(of) => Some(found(of)?.calendar.as_ref()?.span),
            Self::Calendar(_) => Some(words).filter(|words| words.is_somewhere()),
            Self::Search
            | Self::ServiceWorker
            | Self::Robots
            | Self::Manifest
            | Self::Sitemap
            | Self::Feed(_)
            | Self::Headers
            | Self::Redirects
            | Self::SpeculationRules
            | Self::NoJekyll => None,
        }
    }

    /// The content file that it is about.
    pub fn content(&self, site: &Site) -> FileId {
        match self {
            Self::Robots
            | Self::Manifest
            | Self::Sitemap
            | Self::ServiceWorker
            | Self::Headers
            | Self::Redirects
            | Self::SpeculationRules
            | Self::NoJekyll
            | Self::Calendar(_) => site.gym_file,
            Self::EntryFeed(of) | Self::EntryCalendar(of) => {
                let entries = site.collections.get(&of.collection);
                entries.and_then(|entries| entries.first()).map_or(site.gym_file, |entry| entry.file)
            }
            Self::Search | Self::Feed(_) => blog_file(site),
        }
    }
}
