//! What the rendering of a page asks of other pages.

use std::{borrow::Cow, hash::Hash, sync::Arc};

use serde::{Deserialize, Serialize};

use super::hash::Fingerprint;
use crate::{
    decode::value::{Text, Weekday},
    schema::Picture,
    site::{PageFile, Site},
};

/// A page, by what it shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PageQuery<T = Arc<str>> {
    /// The page at an address of its own.
    At(T),
    /// The page over which a collection is spread.
    Paged(T),
    /// The first page with a section of this type, as [`Site::page_with`] finds it.
    With(T),
    /// The last page with a section of this type.
    LastWith(T),
    /// The page that there is for each day of the week.
    Daily,
}

impl<T> PageQuery<T> {
    /// The same with other texts.
    pub(super) fn map<U>(self, text: impl Fn(T) -> U) -> PageQuery<U> {
        match self {
            Self::At(path) => PageQuery::At(text(path)),
            Self::Paged(collection) => PageQuery::Paged(text(collection)),
            Self::With(kind) => PageQuery::With(text(kind)),
            Self::LastWith(kind) => PageQuery::LastWith(text(kind)),
            Self::Daily => PageQuery::Daily,
        }
    }
}

impl<T: AsRef<str>> PageQuery<T> {
    /// The page of `site`; `None` if it has no such page.
    pub fn find<'s>(&self, site: &'s Site) -> Option<PageLink<'s>> {
        let page = match self {
            Self::At(path) => site.page_at(path.as_ref()),
            Self::Paged(collection) => site.paged(collection.as_ref()),
            Self::With(kind) => site.page_with(kind.as_ref()),
            Self::LastWith(kind) => site
                .pages
                .iter()
                .rfind(|page| page.sections.iter().any(|section| *section.kind == *kind.as_ref())),
            Self::Daily => site.pages.iter().find(|page| page.is_daily),
        };
        page.map(|page| PageLink(page))
    }
}

/// What other pages may show of a page: where it is, and what it is about.
#[derive(Clone, Copy, Debug)]
pub struct PageLink<'s>(&'s PageFile);

impl<'s> PageLink<'s> {
    /// Its address on a day.
    pub fn path(self, day: Weekday) -> String {
        self.0.path(1, Some(day))
    }

    /// Its address; of a page that there is for each day, with the place for the day.
    pub fn first_path(self) -> Cow<'s, str> {
        self.0.first_path()
    }

    /// Its title.
    pub fn title(self) -> &'s Text {
        &self.0.title
    }

    /// Its description.
    pub fn description(self) -> &'s Text {
        &self.0.description
    }

    /// The part of the site to which it belongs.
    pub fn part(self) -> &'s str {
        self.0.part()
    }

    /// The picture of its card.
    pub fn picture(self) -> Option<&'s Picture> {
        self.0.picture()
    }

    pub(super) fn fingerprint(self) -> Fingerprint {
        // Where its address has a place for the day, that stays.
        let texts = (self.first_path(), self.title().as_str(), self.description().as_str(), self.0.is_daily);
        Fingerprint::new(&(texts, &self.0.days, self.picture()))
    }
}
