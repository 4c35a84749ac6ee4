//! The same page in several languages.

use std::sync::Arc;

use foldhash::HashMap;

use super::{CalendarOf, DataKind, FeedOf, Page, Route, Subject};
use crate::{
    content::EntryId,
    schema::decode::value::Weekday,
    site::{Counterparts, Site},
};

/// The identity of a page or a file in all languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RouteKey {
    /// A page of the file with this name.
    Page {
        name: Arc<str>,
        day: Option<Weekday>,
        number: usize,
    },
    Entry(EntryId),
    /// A page of the list of a term.
    Term {
        term: EntryId,
        number: usize,
    },
    Offline,
    Feed(FeedOf),
    Calendar(CalendarOf),
    /// A file that each language has at this path.
    Fixed(&'static str),
}

impl Page {
    pub fn key(&self) -> RouteKey {
        match &self.subject {
            Subject::Sections { page, .. } => {
                RouteKey::Page { name: page.name.clone(), day: self.place.day, number: self.number() }
            }
            Subject::Entry { collection, entry } => {
                RouteKey::Entry(EntryId { collection: collection.clone(), id: entry.id.clone() })
            }
            Subject::Term { term, .. } => RouteKey::Term { term: term.clone(), number: self.number() },
            Subject::Offline => RouteKey::Offline,
        }
    }
}

impl Route {
    /// The identity in all languages; `None` for what the site has once, or at the same path in each.
    pub fn key(&self) -> Option<RouteKey> {
        match self {
            Self::Page(page) => Some(page.key()),
            Self::Redirect(_) => None,
            Self::File(file) => match &file.kind {
                DataKind::Feed(feed) => Some(RouteKey::Feed(feed.clone())),
                DataKind::Calendar(calendar) => Some(RouteKey::Calendar(calendar.clone())),
                DataKind::Fixed(fixed) => fixed.is_of_language.then_some(RouteKey::Fixed(fixed.path)),
                DataKind::Host(_) => None,
            },
        }
    }
}

/// The addresses of `own` routes by those of the same in the main language.
pub(super) fn counterparts<'r>(
    main: impl Iterator<Item = &'r Route>,
    own: impl Iterator<Item = (RouteKey, Arc<str>)>,
) -> Counterparts {
    let mut here: HashMap<RouteKey, Arc<str>> = own.collect();
    let mut by_main = HashMap::default();
    for route in main {
        let Some(key) = route.key() else { continue };
        if let Some(path) = here.remove(&key) {
            by_main.insert(route.path().clone(), path);
        }
    }
    // A page of this language alone has no other name.
    for path in here.into_values() {
        by_main.entry(path.clone()).or_insert(path);
    }
    Counterparts(by_main)
}

/// The entries that two pages show, which are versions of each other only if these are the same.
pub fn shows_same(one: (&Page, &Site), other: (&Page, &Site)) -> bool {
    let is_first = one.0.number() == 1 && other.0.number() == 1;
    is_first || std::ptr::eq(one.0, other.0) || entries_on(one.0, one.1) == entries_on(other.0, other.1)
}

/// The ids of the entries of the list that a page is a part of.
fn entries_on(page: &Page, site: &Site) -> Vec<Arc<str>> {
    match &page.subject {
        Subject::Sections { page, window } => {
            let entries = site.paged_entries(page, window.clone());
            entries.into_iter().map(|entry| entry.id.clone()).collect()
        }
        Subject::Term { term, window } => {
            let Some(term) = site.term(&term.collection, &term.id) else { return Vec::new() };
            let entries = site.entries_of_term(term, window.clone());
            entries.map(|entry| entry.id.clone()).collect()
        }
        Subject::Entry { .. } | Subject::Offline => Vec::new(),
    }
}
