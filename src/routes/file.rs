//! Files of the site that only programs read.

use std::sync::Arc;

use super::EntryId;
use crate::{
    diagnostic::{FileId, Span},
    schema::{Name, Role, Types},
    site::blog_root,
};

/// A file that only programs read: no template, no title.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// The path within the site, without the base path.
    pub path: Arc<str>,
    /// The content file that it is about.
    pub file: FileId,
    /// Where a type or content states its address; otherwise nowhere.
    pub declared_at: Span,
    /// The entry whose id is in its path.
    pub entry: Option<EntryId>,
    pub kind: DataKind,
}

/// What a file is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// What the search loads.
    Search,
    /// The worker that caches pages, or the one that removes it.
    ServiceWorker,
    Robots,
    Manifest,
    Sitemap,
    Feed(FeedOf),
    Calendar(CalendarOf),
    Headers,
    Redirects,
    /// Both for Apache.
    Htaccess,
    /// Named in a header.
    SpeculationRules,
    /// When the nightly rebuild at Netlify has something to do.
    Due,
    /// With which GitHub Pages leaves the site as it is.
    NoJekyll,
}

/// What is listed in a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedOf {
    Blog,
    /// The posts of the category with this id.
    Category(Arc<str>),
    Entries(Name),
}

/// A feed at its address.
#[derive(Clone, Debug)]
pub struct FeedLink {
    pub subject: FeedOf,
    pub path: Arc<str>,
}

/// What is in a calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CalendarOf {
    Week,
    /// The hours of the class with this id.
    Class(Arc<str>),
    Entries(Name),
}

pub const SEARCH: &str = "/search.json";
pub const SERVICE_WORKER: &str = "/sw.js";
pub const SITEMAP: &str = "/sitemap.xml";
pub const DUE: &str = "/due.txt";
pub const SPECULATION_RULES: &str = "/speculation-rules.json";

/// The address of the calendar of the week.
pub const WEEK_CALENDAR: &str = "/schedule.ics";

/// The address of the calendar of a class.
pub fn class_calendar(class: &str) -> String {
    format!("/schedule/{class}.ics")
}

/// The address of the feed of the blog.
pub fn blog_feed(types: &Types) -> Arc<str> {
    let declared = types.collection_of(Role::Blog).and_then(|posts| posts.feed.as_ref());
    declared.map_or_else(|| format!("{}feed.xml", blog_root(types)).into(), |feed| feed.path.clone())
}
