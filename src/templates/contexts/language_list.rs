//! `page.languages`: the languages of the site, each other one with the address to which it leads from the page.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use foldhash::HashMap;
use minijinja::{
    Value,
    value::{Enumerator, Object, ObjectRepr},
};

use super::{
    Shared,
    fields::{Computed, ContextValue, Record, computed, names_of},
};
use crate::{
    lock,
    routes::Page,
    templates::{
        languages::{LanguageEdition, LanguageWords, Switch},
        lookups::KnownNames,
        placements::Partial,
        site::RenderSite,
    },
};

/// The languages on a page.
#[derive(Debug)]
pub(in crate::templates) struct LanguageList {
    rows: Vec<Value>,
    is_shared: bool,
    /// A shared list as it is drawn, by its place on pages.
    drawn: Mutex<BTreeMap<String, Arc<Partial>>>,
}

/// A language, and where it leads; `None` for that of the page.
type PageSwitch<'l> = (&'l LanguageEdition, Option<Switch<'l>>);

/// The lists that several pages share, by the addresses in memory of the pages to which they lead.
pub(super) type LanguageLists = Mutex<HashMap<Vec<usize>, Value>>;

impl Object for LanguageList {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Iterable
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.rows.clone())
    }
}

impl LanguageList {
    /// The list of a page; empty in a site with one language. Pages that aren't in all languages lead to the pages above them, so
    /// that many have the same list: it is made and drawn once.
    pub(super) fn of(page: &Page, shared: &Shared) -> Value {
        let languages = &shared.languages;
        if languages.further().is_empty() {
            return Value::from(Vec::<Value>::new());
        }
        let mut switches: Vec<PageSwitch<'_>> = Vec::new();
        for edition in languages.editions() {
            if Arc::ptr_eq(&edition.site, shared.site.shared()) {
                switches.push((edition, None));
            } else if let Some(switch) = languages.switch(page, edition) {
                switches.push((edition, Some(switch)));
            }
        }
        let is_shared = switches.iter().any(|(_, switch)| matches!(switch, Some(Switch::Above(_))));
        if !is_shared {
            return Value::from_object(Self::new(switches, is_shared, &shared.site));
        }
        let key = switches.iter().map(|(_, switch)| switch.as_ref().map_or(0, Switch::address_in_memory));
        let mut known = lock(&shared.language_lists);
        let list = known.entry(key.collect());
        list.or_insert_with(|| Value::from_object(Self::new(switches, is_shared, &shared.site))).clone()
    }

    fn new(switches: Vec<PageSwitch<'_>>, is_shared: bool, site: &RenderSite) -> Self {
        Self {
            rows: switches.into_iter().map(|switch| LanguageRow::value(switch, site)).collect(),
            is_shared,
            drawn: Mutex::default(),
        }
    }

    /// True if several pages have it.
    pub(in crate::templates) fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The list as it was drawn for this place on another page.
    pub(in crate::templates) fn drawn(&self, place: &str) -> Option<Arc<Partial>> {
        lock(&self.drawn).get(place).cloned()
    }

    /// Keeps the list as it is drawn for this place.
    pub(in crate::templates) fn keep(&self, place: &str, partial: &Arc<Partial>) {
        lock(&self.drawn).insert(place.to_owned(), partial.clone());
    }
}

/// A language on a page.
#[derive(Debug)]
struct LanguageRow {
    words: Arc<LanguageWords>,
    name: Value,
    /// The address to which it leads; `None` for the language of the page.
    url: Option<String>,
    /// The title of another page to which it leads, as this one isn't there.
    above: Option<Arc<str>>,
}

impl LanguageRow {
    const FIELDS: &[Computed<Self>] = &[
        ("name", |row| row.name.clone()),
        ("lang", |row| row.words.tag.clone().into()),
        ("hreflang", |row| row.words.hreflang.clone().into()),
        ("locale", |row| row.words.locale.clone().into()),
        ("direction", |row| row.words.direction.into()),
        ("current", |row| row.url.is_none().into()),
        ("url", |row| row.url.clone().into()),
        ("above", |row| row.above.clone().into()),
    ];

    fn value((edition, switch): PageSwitch<'_>, site: &RenderSite) -> Value {
        let (url, above) = match switch {
            None => (None, None),
            Some(Switch::Version(version)) => (Some(version.href()), None),
            Some(Switch::Above(version)) => (Some(version.href()), Some(version.page.meta.title.clone())),
        };
        Record::value(Self { words: edition.words.clone(), name: name_of(edition, site), url, above })
    }
}

/// The name of a language in itself; content says which one that is.
fn name_of(edition: &LanguageEdition, site: &RenderSite) -> Value {
    let (name, language) = (edition.words.name.clone(), &edition.site.gym.settings.language);
    let Some(settings) = site.single("site") else { return name.into() };
    let mut rows = site.gym.settings.translations.iter();
    match rows.find(|row| row.language.value == *language) {
        Some(row) => site.said_of(settings.row_with(row.language.span), name),
        None => site.said(settings, "language", name),
    }
}

impl ContextValue for LanguageRow {
    fn get(&self, name: &str) -> Option<Value> {
        computed(Self::FIELDS, name, self)
    }

    fn known(&self) -> Option<KnownNames> {
        Some(KnownNames::new(names_of(Self::FIELDS)))
    }

    fn names(&self) -> Vec<Value> {
        names_of(Self::FIELDS).map(Value::from).collect()
    }
}

impl Switch<'_> {
    /// The address in memory of the page to which it leads.
    fn address_in_memory(&self) -> usize {
        let (Self::Version(version) | Self::Above(version)) = self;
        Arc::as_ptr(version.page).addr()
    }
}
