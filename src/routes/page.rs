//! The pages of a site. Everything about a page is found once, with its address.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use rayon::prelude::*;

use super::{FeedLink, FeedOf};
use crate::{
    content::{Entry, EntryId, cover},
    diagnostic::FileId,
    schema::{
        CollectionType, Data, Name, Role, Table, TermField, Types,
        decode::value::{ImageFile, Link, Weekday, kebab_case},
    },
    site::{PageFile, Section, Site, Term, numbered, part_of, styles_of_sections},
    source::layout::{TERM_STYLE, TERM_TEMPLATE, TypeFolder, beside, style_name, template_name},
};

/// A page of the site, for people to read.
#[derive(Clone, Debug)]
pub struct Page {
    pub address: PageAddress,
    pub kind: PageKind,
    pub meta: PageMeta,
    pub place: PagePlace,
    pub subject: Subject,
}

/// The path of a page, and the file behind it.
#[derive(Clone, Debug)]
pub struct PageAddress {
    /// The path within the site, without the base path.
    pub path: Arc<str>,
    /// The content file that it comes from.
    pub file: FileId,
}

/// The kind of a page, and how pages of its kind are made.
#[derive(Clone, Debug)]
pub struct PageKind {
    /// The name of its file, else of its kind, such as `term`.
    pub name: Arc<str>,
    /// The template, relative to `templates/`.
    pub template: Arc<str>,
    /// The stylesheets that it loads beside the base sheet, relative to `templates/`.
    pub styles: Arc<BTreeSet<String>>,
}

/// The words by which a page is found and shared.
#[derive(Clone, Debug)]
pub struct PageMeta {
    /// The title, which no other page has.
    pub title: Arc<str>,
    pub description: Arc<str>,
    /// False to keep the page out of search engines.
    pub is_listed: bool,
    /// `None` for a page without a card.
    pub card: Option<CardSubject>,
}

/// The place of a page among the others.
#[derive(Clone, Debug, Default)]
pub struct PagePlace {
    /// The address of the current menu link; empty if there is none.
    pub part: Arc<str>,
    /// The page between the home page and this one.
    pub parent: Option<Arc<PageFile>>,
    /// The day of the week that it is about.
    pub day: Option<Weekday>,
    /// Its place in a list that is spread over pages.
    pub list: Option<List>,
    /// The feed that has the same entries.
    pub feed: Option<FeedLink>,
}

/// The subject that a page shows.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The sections of a file in `content/pages/`. The section of a list that is spread over pages shows the entries in
    /// `window`.
    Sections { page: Arc<PageFile>, window: Range<usize> },
    /// An entry of a collection.
    Entry { collection: Name, entry: Entry },
    /// The entries of a term: those in `window`.
    Term { term: EntryId, window: Range<usize> },
    /// The page that the service worker shows in place of pages that it hasn't cached.
    Offline,
}

/// The place of a page in a list that is spread over several pages.
#[derive(Clone, Debug)]
pub struct List {
    /// The number of the page, from 1.
    pub number: usize,
    /// The addresses of all of its pages.
    pub paths: Arc<[Arc<str>]>,
}

/// The title and picture of a card. All pages of a list share one card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardSubject {
    pub title: Arc<str>,
    /// `None` for the picture of the whole site.
    pub picture: Option<ImageFile>,
}

/// The number of dated entries, the newest first, whose cards have their own titles. Drawing thousands of cards would
/// take most of a build, so older entries have the title of their list on their own pictures.
const OWN_CARDS: usize = 500;

/// The number of entries on a page of a term, unless content declares one.
const PER_PAGE: usize = 10;

/// The sets of stylesheets of the pages that aren't made of sections.
pub fn styles_besides_sections(types: &Types) -> impl Iterator<Item = BTreeSet<String>> {
    let entries = types.collections.iter().filter(|(_, declared)| declared.page.is_some());
    let entries = entries.map(|(name, _)| style_name(TypeFolder::Collections, name));
    let terms = types.collections.iter().filter(|(_, declared)| declared.has_pages_of_terms());
    let terms = terms.map(|(name, _)| beside(TypeFolder::Collections, name, TERM_STYLE));
    let sheets = types.style_of(Role::Message).into_iter().chain(entries).chain(terms);
    sheets.map(|name| BTreeSet::from([name])).chain([BTreeSet::new()])
}

/// The stylesheets of the page of an entry: that of its collection, and those of its sections.
pub fn styles_of_entry(collection: &Name, entry: &Table) -> BTreeSet<String> {
    let mut styles = styles_of_sections(entry);
    styles.insert(style_name(TypeFolder::Collections, collection));
    styles
}

fn one_sheet(name: &str) -> Arc<BTreeSet<String>> {
    Arc::new(BTreeSet::from([name.to_owned()]))
}

impl Page {
    /// A page that stands by itself: in no part of the site, below no other page, in no list.
    fn new(address: PageAddress, kind: PageKind, meta: PageMeta, subject: Subject) -> Self {
        Self { address, kind, meta, place: PagePlace::default(), subject }
    }

    fn at(self, place: PagePlace) -> Self {
        Self { place, ..self }
    }

    /// The entry whose id is in its path.
    pub fn entry(&self) -> Option<EntryId> {
        match &self.subject {
            Subject::Entry { collection, entry } if entry.written_slug.is_none() => {
                Some(EntryId { collection: collection.clone(), id: entry.id.clone() })
            }
            Subject::Term { term, .. } => Some(term.clone()),
            Subject::Entry { .. } | Subject::Sections { .. } | Subject::Offline => None,
        }
    }

    /// True if no section is its main heading.
    pub fn needs_title(&self) -> bool {
        matches!(&self.subject, Subject::Sections { page, .. } if page.needs_title())
    }

    /// The number of the page in its list; 1 for a page of its own.
    pub fn number(&self) -> usize {
        self.place.list.as_ref().map_or(1, |list| list.number)
    }

    /// True for the front page of the site.
    pub fn is_home(&self) -> bool {
        matches!(&self.subject, Subject::Sections { page, .. } if page.is_home()) && self.number() == 1
    }

    /// The sections of a page; empty for a page that isn't made of sections.
    pub fn sections(&self) -> &[Section] {
        if let Subject::Sections { page, .. } = &self.subject { &page.sections } else { &[] }
    }

    /// The address of the menu link to which the page belongs, by these rules in turn: the link to the page itself or
    /// to the longest address above it; the same for the page above it; a link to another page of its file, such as
    /// another day; the only link into its part of the site.
    pub(super) fn menu_link(&self, menu: &[MenuLink<'_>], pages: &[Self]) -> Option<Arc<str>> {
        let links: Vec<_> = menu.iter().filter(|link| self.is_beside(link.path)).collect();
        let nearest = nearest_above(&self.address.path, &links)
            .or_else(|| nearest_above(&self.place.parent.as_ref()?.first_path(), &links))
            .or_else(|| links.iter().copied().find(|link| self.has_sibling(link.path, pages)))
            .or_else(|| links.first().copied().filter(|_| links.len() == 1));
        nearest.map(|link| link.to.clone())
    }

    /// True for an address in the same part of the site as the page.
    fn is_beside(&self, path: &str) -> bool {
        let part = &*self.place.part;
        !part.is_empty() && path.starts_with(part) && (part != "/" || path == "/")
    }

    /// True if a page at this address comes from the same file.
    fn has_sibling(&self, path: &str, pages: &[Self]) -> bool {
        pages.iter().any(|page| *page.address.path == *path && page.address.file == self.address.file)
    }

    /// The page of a file at its default address. Returns `None` if it is there already, and for any other page.
    pub(super) fn at_default_path(&self) -> Option<Self> {
        let Subject::Sections { page, window } = &self.subject else { return None };
        let page = Arc::new(page.at_default_path()?);
        let path = page.path(self.number(), self.place.day).into();
        let subject = Subject::Sections { page, window: window.clone() };
        Some(Self { address: PageAddress { path, file: self.address.file }, subject, ..self.clone() })
    }
}

/// A link in the menu to a page of the site.
pub(super) struct MenuLink<'m> {
    path: &'m str,
    /// The path in the main language, by which content names it, with query and fragment.
    to: Arc<str>,
    /// True for a link without query and fragment.
    is_bare: bool,
}

/// The links in the menu to pages of the site.
pub(super) fn menu(site: &Site) -> Vec<MenuLink<'_>> {
    let mut links = Vec::new();
    for (_, to) in site.gym.navigation.menu() {
        if let Link::Internal { path: named, suffix } = to
            && let Some(path) = site.own_path(named)
        {
            links.push(MenuLink { path, to: format!("{named}{suffix}").into(), is_bare: suffix.is_empty() });
        }
    }
    links
}

/// The link to `address`, else to the longest address above it. Of links to the same address, one without a fragment
/// wins, then the first one.
fn nearest_above<'l, 'm>(address: &str, links: &[&'l MenuLink<'m>]) -> Option<&'l MenuLink<'m>> {
    let above = links.iter().copied().filter(|link| address.starts_with(link.path));
    above.rev().max_by_key(|link| (link.path.len(), link.is_bare))
}

/// The pages of a file: one, or one for each day, or as many as the entries of a collection fill.
pub(super) fn for_file(page: &Arc<PageFile>, site: &Site) -> Vec<Page> {
    if page.is_daily {
        Weekday::ALL.into_iter().flat_map(|day| for_day(page, Some(day), site)).collect()
    } else {
        for_day(page, None, site)
    }
}

fn for_day(page: &Arc<PageFile>, day: Option<Weekday>, site: &Site) -> Vec<Page> {
    let pages = FilePages::new(page, day, site);
    (1..).zip(&*pages.paths).map(|(number, path)| pages.page(number, path)).collect()
}

/// The common parts of the pages of a file, or of its pages for one day.
struct FilePages<'s> {
    file: &'s Arc<PageFile>,
    day: Option<Weekday>,
    site: &'s Site,
    paths: Arc<[Arc<str>]>,
    /// The number of entries on a page.
    size: usize,
    kind: PageKind,
    feed: Option<FeedLink>,
    title: Arc<str>,
    card_title: Arc<str>,
    picture: Option<ImageFile>,
}

impl<'s> FilePages<'s> {
    fn new(file: &'s Arc<PageFile>, day: Option<Weekday>, site: &'s Site) -> Self {
        let (count, size) = match &file.paged {
            Some((_, size)) => (site.paged_entries(file, 0..usize::MAX).len(), *size),
            None => (1, 1),
        };
        let title = Arc::<str>::from(&file.title);
        let is_home = file.is_home();
        // The front page shows the picture of the whole site, if there is one.
        let picture =
            file.picture().filter(|_| file.is_listed && !(is_home && site.gym.settings.share.is_some()));
        Self {
            file,
            day,
            site,
            paths: paths(count, size, |number| file.path(number, day)),
            size,
            kind: PageKind {
                name: file.name.clone(),
                template: "page.html".into(),
                styles: Arc::new(file.styles()),
            },
            feed: feed_of_choice(file, site).or_else(|| feed_of_root(&file.first_path(), site)),
            card_title: site
                .gym
                .settings
                .tagline
                .as_ref()
                .filter(|_| is_home)
                .map_or(title.clone(), Arc::from),
            title,
            picture: picture.map(|picture| picture.file.clone()),
        }
    }

    fn page(&self, number: usize, path: &Arc<str>) -> Page {
        let (file, site) = (self.file, self.site);
        let comma = site.gym.formats.comma();
        let mut title = self.title.to_string();
        let mut description = file.description.as_str().to_owned();
        if let Some(day) = self.day {
            let day = site.gym.formats.weekday(day);
            title = [&*title, &*day].join(comma);
            description = described(&day, &description);
        }
        if number > 1 || file.is_numbered() {
            let word = file.paged_section().and_then(|section| section.table.text("page"));
            let number = page_number(number, word, site);
            title = [&*title, &*number].join(comma);
            description = described(&description, &number);
        }
        let is_alike = file.paged.is_some() || file.is_home();
        let card_title = if is_alike { self.card_title.clone() } else { title.as_str().into() };
        let start = (number - 1).saturating_mul(self.size);
        let meta = PageMeta {
            title: title.into(),
            description: description.into(),
            is_listed: file.is_listed,
            card: Some(CardSubject { title: card_title, picture: self.picture.clone() }),
        };
        let subject =
            Subject::Sections { page: file.clone(), window: start..start.saturating_add(self.size) };
        let address = PageAddress { path: path.clone(), file: file.file };
        Page::new(address, self.kind.clone(), meta, subject).at(PagePlace {
            part: if file.is_listed { file.part() } else { "" }.into(),
            parent: self.parent(number),
            day: self.day,
            list: file.paged.is_some().then(|| List { number, paths: self.paths.clone() }),
            feed: self.feed.clone(),
        })
    }

    /// The page above this one: the first page of a list, or the page above the pages for each day.
    fn parent(&self, number: usize) -> Option<Arc<PageFile>> {
        let part = self.file.part();
        if number > 1 {
            Some(self.file.clone())
        } else if self.day.is_some() && self.file.first_path() != part {
            self.site.page_at(part).cloned()
        } else {
            None
        }
    }
}

/// The page of each entry of a collection.
pub(super) fn for_entries(name: &Name, declared: &CollectionType, site: &Site) -> Vec<Page> {
    let pages = EntryPages::new(name, declared, site);
    let entries = site.entries(name).par_iter().enumerate();
    entries.filter_map(|(place, entry)| pages.page(place, entry)).collect()
}

/// The common parts of the pages of a collection's entries.
struct EntryPages<'s> {
    name: &'s Name,
    declared: &'s CollectionType,
    site: &'s Site,
    list: Option<&'s Arc<PageFile>>,
    title_of_older: Arc<str>,
    part_of_list: Option<Arc<str>>,
    kind: PageKind,
}

impl<'s> EntryPages<'s> {
    fn new(name: &'s Name, declared: &'s CollectionType, site: &'s Site) -> Self {
        let list = site.listing_page(name);
        Self {
            name,
            declared,
            site,
            list,
            title_of_older: list.map_or(&site.gym.settings.name, |page| &page.title).into(),
            part_of_list: list.map(|page| page.part().into()),
            kind: PageKind {
                name: name_of_pages(name, declared),
                template: template_name(TypeFolder::Collections, name).into(),
                styles: one_sheet(&style_name(TypeFolder::Collections, name)),
            },
        }
    }

    /// The page of the entry at a place of the list. Returns `None` if it has none in this language.
    fn page(&self, place: usize, entry: &Entry) -> Option<Page> {
        let Self { name, declared, site, list, title_of_older, part_of_list, kind } = self;
        let path = site.entry_path(name, entry)?;
        let title = entry.title().clone();
        let description = Entry::DESCRIPTIONS.iter().find_map(|key| entry.table.shared_text(key)).cloned();
        let description =
            description.unwrap_or_else(|| described(&title, site.gym.settings.summary()).into());
        let picture = match declared.role {
            Some(Role::Album) => cover(entry, &site.project.sources).map(|picture| picture.file),
            _ => entry.table.get("image").and_then(|image| Some(image.value.as_picture()?.file.clone())),
        };
        let has_own_card = declared.dated.is_none() || place < OWN_CARDS;
        let part = part_of_list.clone().unwrap_or_else(|| part_of(&path).into());
        let meta = PageMeta {
            card: Some(CardSubject {
                title: if has_own_card { title.clone() } else { title_of_older.clone() },
                picture,
            }),
            title,
            description,
            is_listed: true,
        };
        let place = PagePlace {
            parent: list.or_else(|| site.page_at(&part)).cloned(),
            part,
            feed: feed_of_entries(name, declared),
            ..PagePlace::default()
        };
        let address = PageAddress { path: path.into(), file: entry.file };
        let subject = Subject::Entry { collection: (*name).clone(), entry: entry.clone() };
        let mut kind = kind.clone();
        if declared.has_sections && !site.sections_of(name, entry).is_empty() {
            kind.styles = Arc::new(styles_of_entry(name, &entry.table));
        }
        Some(Page::new(address, kind, meta, subject).at(place))
    }
}

/// The name of the pages of entries: the collection's name, or for the blog its noun, such as `post`.
fn name_of_pages(name: &Name, declared: &CollectionType) -> Arc<str> {
    let noun = kebab_case(&declared.collection.nouns[0]);
    if declared.role == Some(Role::Blog) && !noun.is_empty() { noun.into() } else { (&**name).into() }
}

/// The feed of the collection whose entries have addresses below `root`.
fn feed_of_root(root: &str, site: &Site) -> Option<FeedLink> {
    let (name, declared) =
        site.project.types.collections.iter().find(|(_, declared)| declared.root() == Some(root))?;
    // Without entries there is no feed.
    feed_of_entries(name, declared).filter(|_| !site.entries(name).is_empty())
}

/// The feed of the one term by which the page of a file chooses its entries.
fn feed_of_choice(file: &PageFile, site: &Site) -> Option<FeedLink> {
    let (collection, _) = file.paged.as_ref()?;
    let (key, value) = file.filter().single()?;
    let field =
        site.project.types.collections.get(collection)?.terms.iter().find(|field| field.key == *key)?;
    feed_of_term(site.term(&field.collection.name, &value.as_reference()?.id)?, field)
}

fn feed_of_entries(name: &Name, declared: &CollectionType) -> Option<FeedLink> {
    // Every page links to the feed of the blog anyway.
    let feed = declared.feed.as_ref().filter(|_| declared.role != Some(Role::Blog))?;
    Some(FeedLink { subject: FeedOf::Entries(name.clone()), path: feed.path.clone() })
}

/// The pages of the terms of a collection.
pub(super) fn for_terms(declared: &CollectionType, site: &Site) -> Vec<Page> {
    site.all_terms(declared).flat_map(|(field, term)| for_term(term, field, site)).collect()
}

fn for_term(term: &Term, field: &TermField, site: &Site) -> Vec<Page> {
    let Some(first) = &term.path else { return Vec::new() };
    let name = &term.lists;
    let kind = PageKind {
        name: "term".into(),
        template: beside(TypeFolder::Collections, name, TERM_TEMPLATE).into(),
        styles: one_sheet(&beside(TypeFolder::Collections, name, TERM_STYLE)),
    };
    let list = site.listing_page(name);
    let words = site.words_of(name);
    let noun = &field.collection.nouns[0];
    let word = words.and_then(|words| words.text(&format!("{}_title", kebab_case(noun).replace('-', "_"))));
    let (word, colon) = (word.map_or_else(|| capitalized(noun), str::to_owned), site.gym.formats.colon());
    let title: Arc<str> = format!("{word}{colon}{}", term.title).into();
    let size = match site.single_beside(name).and_then(|single| Some(&single.get("per_page")?.value)) {
        Some(Data::Integer(size)) => usize::try_from(*size).unwrap_or(PER_PAGE),
        _ => PER_PAGE,
    };
    let paths = paths(term.entries.len(), size, |number| numbered(first, number));
    let about = list.map_or(site.gym.settings.summary(), |page| page.description.as_str());
    let mut pages = Vec::new();
    for (number, path) in (1..).zip(&*paths) {
        let (mut full_title, mut description) = (title.clone(), described(&title, about));
        if number > 1 {
            let number = page_number(number, words.and_then(|words| words.text("page")), site);
            full_title = [&*title, &*number].join(site.gym.formats.comma()).into();
            description = described(&description, &number);
        }
        let start = (number - 1).saturating_mul(size);
        let meta = PageMeta {
            title: full_title,
            description: description.into(),
            is_listed: true,
            card: Some(CardSubject {
                title: title.clone(),
                picture: list.and_then(|page| page.picture()).map(|picture| picture.file.clone()),
            }),
        };
        let place = PagePlace {
            part: list.map_or_else(|| part_of(path), |page| page.part()).into(),
            parent: list.cloned(),
            list: Some(List { number, paths: paths.clone() }),
            feed: feed_of_term(term, field),
            day: None,
        };
        let address = PageAddress { path: path.clone(), file: list.map_or(site.gym.file, |page| page.file) };
        let window = start..start.saturating_add(size).min(term.entries.len());
        let subject = Subject::Term { term: term_entry(term, field), window };
        pages.push(Page::new(address, kind.clone(), meta, subject).at(place));
    }
    pages
}

/// The entry that a term is.
pub(super) fn term_entry(term: &Term, field: &TermField) -> EntryId {
    EntryId { collection: field.collection.name.clone(), id: term.id.clone() }
}

/// The feed of a term, if it has one.
pub(super) fn feed_of_term(term: &Term, field: &TermField) -> Option<FeedLink> {
    let subject = FeedOf::Term { collection: field.collection.name.clone(), id: term.id.clone() };
    Some(FeedLink { subject, path: term.feed.clone()? })
}

/// The address of the page that hosts show where nothing is.
pub const NOT_FOUND: &str = "/404.html";

/// The address of the page that the service worker shows in place of pages that it hasn't cached.
pub const OFFLINE: &str = "/offline/";

/// The page that the service worker shows in place of pages that it hasn't cached.
pub(super) fn offline(site: &Site) -> Option<Page> {
    let offline = site.gym.settings.offline.as_ref()?;
    let address = PageAddress { path: OFFLINE.into(), file: site.gym.file };
    let kind = PageKind {
        name: "offline".into(),
        template: "offline.html".into(),
        styles: Arc::new(site.project.types.style_of(Role::Message).into_iter().collect()),
    };
    let meta = PageMeta {
        title: (&offline.title).into(),
        description: (&offline.text).into(),
        is_listed: false,
        card: None,
    };
    Some(Page::new(address, kind, meta, Subject::Offline))
}

/// The addresses of the pages for a list of `count` entries; at least one, so that an empty list has a page.
fn paths(count: usize, size: usize, path: impl Fn(usize) -> String) -> Arc<[Arc<str>]> {
    let pages = count.div_ceil(size.max(1)).max(1);
    (1..=pages).map(|number| path(number).into()).collect()
}

/// `Category` of `category`
fn capitalized(word: &str) -> String {
    let mut rest = word.chars();
    rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect()
}

/// `Category: Yoga – What happens at the gym`: tells a page from others with the same description.
fn described(first: &str, second: &str) -> String {
    format!("{first} – {second}")
}

/// `page 2`
fn page_number(number: usize, word: Option<&str>, site: &Site) -> String {
    let word = word.or_else(|| blog_word(site, "page")).unwrap_or("page");
    format!("{word} {}", site.gym.formats.count(number))
}

/// A word of the blog, if there is one: sections without their own word use it.
fn blog_word<'s>(site: &'s Site, key: &str) -> Option<&'s str> {
    site.words_of(site.project.types.with_role(Role::Blog)?)?.text(key)
}
