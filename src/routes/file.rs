//! Files of the site that only programs read.

use std::sync::Arc;

use crate::{
    content::EntryId,
    diagnostic::{FileId, Span},
    hosts::HostFile,
    schema::Name,
    site::Site,
};

/// A file that only programs read: no template, no title.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// The path within the site, without the base path.
    pub path: Arc<str>,
    /// The content file that it comes from.
    pub file: FileId,
    /// The place in a type that declares its path, else [`Span::NOWHERE`].
    pub declared_at: Span,
    /// The entry whose id is in its path.
    pub entry: Option<EntryId>,
    pub kind: DataKind,
}

/// The kinds of files that only programs read.
#[derive(Clone, Debug)]
pub enum DataKind {
    Fixed(&'static FixedFile),
    /// A file for the host of the site.
    Host(&'static HostFile),
    Feed(FeedOf),
    Calendar(CalendarOf),
}

impl DataKind {
    /// True for feeds and calendars, to which programs of visitors subscribe: these programs don't follow a page that
    /// redirects.
    pub fn is_subscribed(&self) -> bool {
        matches!(self, Self::Feed(_) | Self::Calendar(_))
    }

    /// True if a file of the project at the same path takes its place.
    pub fn yields_to_static(&self) -> bool {
        match self {
            Self::Fixed(file) => file.yields_to_static,
            Self::Host(file) => file.yields_to_static,
            Self::Feed(_) | Self::Calendar(_) => false,
        }
    }
}

/// A file that a site has at most once, always at the same path.
#[derive(Debug)]
pub struct FixedFile {
    /// The path within the site.
    pub path: &'static str,
    pub content: FixedContent,
    /// True if the site has the file.
    pub is_in: fn(&Site) -> bool,
    pub yields_to_static: bool,
    /// True if each language has one.
    pub is_of_language: bool,
}

/// The content of a fixed file.
#[derive(Clone, Copy, Debug)]
pub enum FixedContent {
    /// The worker that caches pages, or the one that removes it.
    ServiceWorker,
    Robots,
    Manifest,
    Sitemap,
    /// The start of the index that the search loads.
    Search,
}

/// All fixed files.
pub static FIXED: &[FixedFile] = &[
    FixedFile {
        path: SERVICE_WORKER,
        content: FixedContent::ServiceWorker,
        is_in: |_| true,
        yields_to_static: false,
        is_of_language: false,
    },
    // A project may write its own rules for robots.
    FixedFile {
        path: "/robots.txt",
        content: FixedContent::Robots,
        is_in: |_| true,
        yields_to_static: true,
        is_of_language: false,
    },
    FixedFile {
        path: "/site.webmanifest",
        content: FixedContent::Manifest,
        is_in: |_| true,
        yields_to_static: false,
        is_of_language: true,
    },
    // A sitemap has absolute addresses only.
    FixedFile {
        path: SITEMAP,
        content: FixedContent::Sitemap,
        is_in: |site| site.address.has_base_url,
        yields_to_static: false,
        is_of_language: false,
    },
    FixedFile {
        path: "/search.json",
        content: FixedContent::Search,
        is_in: Site::has_search,
        yields_to_static: false,
        is_of_language: true,
    },
];

/// The entries in a feed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FeedOf {
    Entries(Name),
    /// The entries that refer to a term, such as a category: an entry of `collection` with this id.
    Term {
        collection: Name,
        id: Arc<str>,
    },
}

impl FeedOf {
    /// The title by which readers list the feed.
    pub fn title(&self, site: &Site) -> String {
        match self {
            Self::Entries(name) => site.title_of_collection(name),
            Self::Term { collection, id } => {
                site.title_of(site.term(collection, id).map(|term| &*term.title))
            }
        }
    }
}

/// A feed, and its address.
#[derive(Clone, Debug)]
pub struct FeedLink {
    pub subject: FeedOf,
    pub path: Arc<str>,
}

/// The dates in a calendar.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CalendarOf {
    Week,
    /// The hours of the class with this id.
    Class(Arc<str>),
    Entries(Name),
}

pub const SERVICE_WORKER: &str = "/sw.js";
pub const SITEMAP: &str = "/sitemap.xml";

/// The address of the calendar of the week.
pub const WEEK_CALENDAR: &str = "/schedule.ics";

/// The address of the calendar of a class.
pub fn class_calendar(class: &str) -> String {
    format!("/schedule/{class}.ics")
}
