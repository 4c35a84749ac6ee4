//! The addresses that come from the id of an entry, and what becomes of them.

use crate::{
    content::Entry,
    routes::{DataFile, Page, Route, Routes},
    site::Taxonomy,
};

/// The addresses that come from the id of an entry.
pub(super) struct Addresses<'p> {
    pub collection: &'p str,
    pub old: &'p str,
    pub new: &'p str,
    pub entry: &'p Entry,
    pub routes: &'p Routes,
}

impl Addresses<'_> {
    /// The address that `path` becomes. Returns `None` if it stays.
    pub fn renamed(&self, path: &str) -> Option<String> {
        let route = self.routes.get(path)?;
        self.is_of_entry(route).then(|| self.with_new_id(path))
    }

    /// The address of the entry's own page, if it has one.
    pub fn own(&self) -> Option<String> {
        let mut pages = self.routes.pages();
        pages
            .find(|(path, page)| self.is_page_of_entry(page) && self.with_new_id(path) != *path)
            .map(|(path, _)| path.to_owned())
    }

    /// True for a page or file whose address has the id in it.
    fn is_of_entry(&self, route: &Route) -> bool {
        match route {
            Route::Page(page) => self.is_page_of_entry(page),
            Route::Data(DataFile::Calendar(of)) => {
                self.collection == "classes" && of.class().is_some_and(|id| **id == *self.old)
            }
            Route::Data(DataFile::Feed(of)) => {
                self.collection == "categories" && of.category().is_some_and(|id| **id == *self.old)
            }
            Route::Redirect(_)
            | Route::Data(
                DataFile::Search
                | DataFile::ServiceWorker
                | DataFile::Robots
                | DataFile::Manifest
                | DataFile::Sitemap
                | DataFile::SitemapPart(_)
                | DataFile::EntryFeed(_)
                | DataFile::EntryCalendar(_)
                | DataFile::Headers
                | DataFile::Redirects
                | DataFile::SpeculationRules
                | DataFile::NoJekyll,
            ) => false,
        }
    }

    /// True for a page whose address has the id in it.
    fn is_page_of_entry(&self, page: &Page) -> bool {
        let is_term = |taxonomy: Taxonomy| match taxonomy {
            Taxonomy::Category => self.collection == "categories",
            Taxonomy::Tag => self.collection == "tags",
        };
        match page {
            Page::Entry(place) => *place.collection == *self.collection && place.entry.id == self.entry.id,
            Page::Post(place) => place.post.file == self.entry.file && place.post.entry.slug.is_none(),
            Page::Term(place) => is_term(place.taxonomy) && *place.id == *self.old,
            Page::File(_) | Page::Offline(_) => false,
        }
    }

    /// `path` with the new id in the place of the old one.
    fn with_new_id(&self, path: &str) -> String {
        let segment = |segment: &str| match segment.strip_prefix(self.old) {
            Some("") => self.new.to_owned(),
            Some(rest) if rest.starts_with('.') => format!("{}{rest}", self.new),
            _ => segment.to_owned(),
        };
        path.split('/').map(segment).collect::<Vec<_>>().join("/")
    }
}
