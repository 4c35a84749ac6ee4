//! The entries of collections: which are published, in which order, and under which terms.

use std::{cmp::Ordering, collections::BTreeMap, ops::Range, sync::Arc};

use foldhash::HashMap;
use jiff::civil::DateTime;
use rayon::prelude::*;

use super::{
    PageFile, Section, Settings, Site,
    publication::{HeldBack, Moment},
};
use crate::{
    content::{self, Content, Entry, PageLanguage},
    diagnostic::{Diagnostics, Span, code, report},
    schema::{CollectionType, Data, EntryRef, Name, Role, Table, TermField},
};

/// The entries of a collection.
#[derive(Debug, Default)]
pub struct EntryList {
    /// The published entries, in the order that their type declares.
    pub shown: Vec<Entry>,
    /// The entries that wait to be published, by id. With drafts, they are shown all the same.
    pub held_back: BTreeMap<Arc<str>, HeldBack>,
    /// The entries as terms of another collection, in the order of `shown`; empty if they are no terms.
    pub terms: Vec<Term>,
    by_id: HashMap<Arc<str>, usize>,
    /// Those whose slug content says.
    by_slug: HashMap<Arc<str>, usize>,
}

/// A term: an entry that lists entries of another collection, such as a category of the blog.
#[derive(Debug)]
pub struct Term {
    /// The collection of the listed entries.
    pub lists: Name,
    /// The positions of the listed entries, in the order of their collection.
    pub entries: Vec<usize>,
    pub id: Arc<str>,
    pub title: Arc<str>,
    /// The address of its first page; `None` if it lists nothing or has no pages.
    pub path: Option<Arc<str>>,
    /// The address of its feed; `None` likewise.
    pub feed: Option<Arc<str>>,
}

/// The entries of all collections at the time of the settings. Reports two entries at one address.
pub(super) fn lists(
    content: &Content,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<Name, EntryList> {
    let moment = Moment::new(settings.now, &content.gym.value.time_zone);
    let mut lists = BTreeMap::new();
    for (name, declared) in &content.project.types.collections {
        let entries = content.entries(name);
        check_addresses(entries, declared, diagnostics);
        lists.insert(name.clone(), EntryList::new(entries, declared, &moment, settings));
    }
    let collections = content.project.types.collections.iter();
    let fields =
        collections.flat_map(|(name, declared)| declared.terms.iter().map(move |field| (name, field)));
    let fields: Vec<_> = fields.collect();
    let terms: Vec<_> = fields.par_iter().map(|(name, field)| terms(name, field, &lists)).collect();
    for ((_, field), terms) in fields.into_iter().zip(terms) {
        if let Some(list) = lists.get_mut(&field.collection.name) {
            list.terms = terms;
        }
    }
    lists
}

impl EntryList {
    fn new(entries: &[Entry], declared: &CollectionType, moment: &Moment<'_>, settings: &Settings) -> Self {
        // An article is there in the languages in which it is written; all else shows, in the words that there are.
        let is_in_all = declared.dated.is_none();
        let entries = entries
            .par_iter()
            .filter(|entry| is_in_all || entry.page.is_here(settings.shows_draft_translations()));
        let entries: Vec<_> = entries
            .map(|entry| (SortedEntry::new(entry, declared), moment.held_back(entry, declared)))
            .collect();
        let (mut list, mut shown) = (Self::default(), Vec::with_capacity(entries.len()));
        for (sorted, held_back) in entries {
            let id = sorted.entry.id.clone();
            if held_back.is_none() || settings.drafts {
                shown.push(sorted);
            }
            list.held_back.extend(held_back.map(|held_back| (id, held_back)));
        }
        shown.par_sort_by(|a, b| a.compare(b, declared));
        list.shown = shown.into_iter().map(|sorted| published(sorted.entry, settings)).collect();
        list.by_id.reserve(list.shown.len());
        for (place, entry) in list.shown.iter().enumerate() {
            list.by_id.insert(entry.id.clone(), place);
            list.by_slug.extend(entry.written_slug.as_ref().map(|slug| (slug.value.clone(), place)));
        }
        list
    }

    /// The published entry with this id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.shown.get(*self.by_id.get(id)?)
    }

    /// The position of the published entry with this id.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The published entry whose address ends with this slug.
    pub fn at_slug(&self, slug: &str) -> Option<&Entry> {
        let written = self.by_slug.get(slug).and_then(|place| self.shown.get(*place));
        written.or_else(|| self.entry(slug).filter(|entry| entry.written_slug.is_none()))
    }

    /// The entry with this id as a term.
    pub fn term(&self, id: &str) -> Option<&Term> {
        self.terms.get(*self.by_id.get(id)?)
    }

    /// The entries after and before an entry in the list; with the newest first, the older and the newer one.
    pub fn neighbours(&self, id: &str) -> [Option<&Entry>; 2] {
        let Some(place) = self.by_id.get(id) else { return [None; 2] };
        [self.shown.get(place + 1), place.checked_sub(1).and_then(|before| self.shown.get(before))]
    }
}

/// The entry, with a page in its language if that isn't a draft.
fn published(entry: &Entry, settings: &Settings) -> Entry {
    let is_here = entry.page.is_here(settings.shows_draft_translations());
    let page = if is_here { PageLanguage::Here } else { PageLanguage::Main };
    Entry { page, ..entry.clone() }
}

/// An entry with the values by which its type sorts it, which are looked up once and not in each comparison.
struct SortedEntry<'e> {
    entry: &'e Entry,
    values: Vec<Option<SortValue<'e>>>,
}

/// A value by which entries are sorted. Dates, by which most are, stand here themselves: a comparison needn't look for them in
/// two tables.
enum SortValue<'e> {
    Date(DateTime),
    Other(&'e Data),
}

impl<'e> SortValue<'e> {
    fn new(value: &'e Data) -> Self {
        match value {
            Data::Date(day) => Self::Date(day.at(0, 0, 0, 0)),
            Data::Datetime(moment) => Self::Date(moment.civil()),
            other => Self::Other(other),
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Date(a), Self::Date(b)) => a.cmp(b),
            (Self::Other(a), Self::Other(b)) => a.order(b),
            _ => Ordering::Equal,
        }
    }
}

impl<'e> SortedEntry<'e> {
    fn new(entry: &'e Entry, declared: &CollectionType) -> Self {
        let fields = declared.sort.iter().map(|field| entry.table.get(&field.key));
        Self { entry, values: fields.map(|found| found.map(|found| SortValue::new(&found.value))).collect() }
    }

    /// Compares two entries by the fields that their type names. Equal ones keep their order, or are in the order of the
    /// addresses that content declares.
    fn compare(&self, other: &Self, declared: &CollectionType) -> Ordering {
        for ((a, b), field) in self.values.iter().zip(&other.values).zip(&declared.sort) {
            let order = match (a, b) {
                (Some(a), Some(b)) => a.order(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => Ordering::Equal,
            };
            if order.is_ne() {
                return if field.is_reversed { order.reverse() } else { order };
            }
        }
        if declared.slug.is_some() { self.entry.slug().cmp(other.entry.slug()) } else { Ordering::Equal }
    }
}

fn check_addresses(entries: &[Entry], declared: &CollectionType, diagnostics: &mut Diagnostics) {
    // Most content says no slug, and the names of files differ: then nothing has to be looked up, which saves an edit of
    // 10,000 posts a millisecond.
    let has_slugs = entries.iter().any(|entry| entry.written_slug.is_some());
    if !has_slugs && (declared.slug.is_none() || entries.is_sorted_by(|one, next| one.id < next.id)) {
        return;
    }
    let mut known: HashMap<&str, &Entry> = HashMap::default();
    for entry in entries.iter().filter(|entry| entry.page == PageLanguage::Here) {
        let Some(first) = known.insert(entry.slug(), entry) else { continue };
        // A slug in a file is easier to change than the file's name.
        let is_first = first.written_slug.is_some() && entry.written_slug.is_none();
        let (at, other) = if is_first { (first, entry) } else { (entry, first) };
        let Some(path) = declared.path(entry.slug()) else { return };
        let nouns = &declared.collection.nouns[1];
        report!(diagnostics, code::DUPLICATE_SLUG, slug_span(at), "two {nouns} have the address {path}";
            related: slug_span(other) => "the other one";
            help: "give one of the two another slug");
    }
}

/// The place of the slug, else the file that it comes from.
fn slug_span(entry: &Entry) -> Span {
    entry.written_slug.as_ref().map_or(Span::whole(entry.file), |slug| slug.span)
}

/// The terms of a field, in the order of their own collection.
fn terms(name: &Name, field: &TermField, lists: &BTreeMap<Name, EntryList>) -> Vec<Term> {
    let (Some(list), Some(listing)) = (lists.get(name), lists.get(&field.collection.name)) else {
        return Vec::new();
    };
    let mut listed = vec![Vec::new(); listing.shown.len()];
    for (place, entry) in list.shown.iter().enumerate() {
        for reference in references(&entry.table, &field.key) {
            let term = listing.by_id.get(&reference.id).and_then(|term| listed.get_mut(*term));
            if let Some(places) = term.filter(|places| places.last() != Some(&place)) {
                places.push(place);
            }
        }
    }
    let mut terms = Vec::new();
    for (entry, entries) in listing.shown.iter().zip(listed) {
        let path = field.path(entry.slug()).filter(|_| !entries.is_empty());
        let feed = path.as_ref().filter(|_| field.has_feed).map(|path| format!("{path}feed.xml").into());
        let (id, title) = (entry.id.clone(), entry.title().clone());
        terms.push(Term { lists: name.clone(), entries, id, title, path: path.map(Arc::from), feed });
    }
    terms
}

/// The entries that a field refers to.
fn references<'t>(entry: &'t Table, field: &str) -> impl Iterator<Item = &'t EntryRef> {
    let value = entry.get(field).map(|value| &value.value);
    let list = if let Some(Data::List(elements)) = value { elements.as_slice() } else { &[] };
    let elements = list.iter().filter_map(|element| element.value.as_reference());
    value.and_then(Data::as_reference).into_iter().chain(elements)
}

impl Site {
    /// The entries of a collection.
    pub fn list(&self, collection: &str) -> Option<&EntryList> {
        self.collections.lists.get(collection)
    }

    /// The published entries of a collection, in order; empty if there is no such collection.
    pub fn entries(&self, collection: &str) -> &[Entry] {
        self.list(collection).map_or(&[], |list| &list.shown)
    }

    /// A published entry.
    pub fn entry(&self, collection: &str, id: &str) -> Option<&Entry> {
        self.list(collection)?.entry(id)
    }

    /// The path of the page of an entry, if it has one here.
    pub fn page_of(&self, collection: &str, id: &str) -> Option<String> {
        self.entry_path(collection, self.entry(collection, id)?)
    }

    /// The sections of the page of an entry.
    pub fn sections_of(&self, collection: &Name, entry: &Entry) -> &[Section] {
        let id = content::EntryId { collection: collection.clone(), id: entry.id.clone() };
        self.collections.sections.get(&id).map_or(&[], |sections| sections)
    }

    /// The entries of the collection with a role.
    pub fn entries_of(&self, role: Role) -> &[Entry] {
        self.project.types.with_role(role).map_or(&[], |name| self.entries(name))
    }

    /// An entry as a term.
    pub fn term(&self, collection: &str, id: &str) -> Option<&Term> {
        self.list(collection)?.term(id)
    }

    /// The entries in a window of those of a term.
    pub fn entries_of_term(&self, term: &Term, window: Range<usize>) -> impl Iterator<Item = &Entry> {
        let entries = self.entries(&term.lists);
        let places = term.entries.get(window.start..window.end.min(term.entries.len())).unwrap_or_default();
        places.iter().filter_map(|place| entries.get(*place))
    }

    /// All terms of a collection's entries, field by field.
    pub fn all_terms<'s>(
        &'s self,
        declared: &'s CollectionType,
    ) -> impl Iterator<Item = (&'s TermField, &'s Term)> {
        declared.terms.iter().flat_map(|field| {
            let terms = self.list(&field.collection.name).into_iter().flat_map(|list| &list.terms);
            terms.map(move |term| (field, term))
        })
    }

    /// The terms of an entry, field by field.
    pub fn terms_of<'s>(
        &'s self,
        declared: &'s CollectionType,
        entry: &'s Entry,
    ) -> impl Iterator<Item = (&'s TermField, &'s Term)> {
        declared.terms.iter().flat_map(move |field| {
            let references = references(&entry.table, &field.key);
            references.filter_map(move |one| Some((field, self.term(&field.collection.name, &one.id)?)))
        })
    }

    /// The page that lists the entries of a collection: the one that it is spread over, else the one at the address
    /// above its entries.
    pub fn listing_page(&self, collection: &str) -> Option<&Arc<PageFile>> {
        self.paged(collection)
            .or_else(|| self.page_at(self.project.types.collections.get(collection)?.root()?))
    }

    /// All entries that wait to be published.
    pub fn held_back(&self) -> impl Iterator<Item = &HeldBack> {
        self.collections.lists.values().flat_map(|list| list.held_back.values())
    }
}

/// The views of the published entries.
pub(super) fn shown<T>(
    views: &content::Entries<T>,
    role: Role,
    content: &Content,
    lists: &BTreeMap<Name, EntryList>,
) -> content::Entries<T> {
    let list = content.project.types.with_role(role).and_then(|name| lists.get(name));
    let Some(list) = list else { return content::Entries::new() };
    let shown = views.iter().filter(|(id, _)| list.entry(id).is_some());
    shown.map(|(id, view)| (id.clone(), view.clone())).collect()
}
