//! The pages of a site. What is true of a page is found once, with its address.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use super::{EntryId, FeedLink, FeedOf};
use crate::{
    content,
    diagnostic::FileId,
    schema::{
        CollectionType, Data, Name, Role, Types,
        decode::value::{ImageFile, Link, Weekday},
    },
    site::{PageFile, Post, Section, Site, Taxonomy, Term, blog_root, numbered, part_of},
    source::layout::{STYLE, TERM_STYLE, TERM_TEMPLATE, TypeFolder, beside, style_name, template_name},
};

/// A page of the site, for people to read.
#[derive(Clone, Debug)]
pub struct Page {
    /// The path within the site, without the base path.
    pub path: Arc<str>,
    /// The content file that it is about.
    pub file: FileId,
    /// The name of its file, or its kind.
    pub name: Arc<str>,
    /// The template, relative to `templates/`.
    pub template: Arc<str>,
    /// The stylesheets that it loads besides the one that all pages load, relative to `templates/`.
    pub styles: Arc<BTreeSet<String>>,
    /// No two pages have the same title.
    pub title: Arc<str>,
    pub description: Arc<str>,
    /// False for a page that search engines shouldn't know.
    pub is_listed: bool,
    /// True if no section is its main heading.
    pub needs_title: bool,
    /// The day of the week that it is about.
    pub day: Option<Weekday>,
    /// The list that it shows a part of.
    pub list: Option<List>,
    /// The address of the menu's link to the part of the site to which it belongs; empty if the menu has none.
    pub part: Arc<str>,
    /// The page between the home page and this one.
    pub parent: Option<Arc<PageFile>>,
    /// `None` for a page without a card.
    pub card: Option<CardSubject>,
    /// The feed that has the same entries.
    pub feed: Option<FeedLink>,
    /// The entry whose id is in its path.
    pub entry: Option<EntryId>,
    pub subject: Subject,
}

/// What a page shows.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Sections, from a file of `content/pages/`; of the collection that is spread over pages, the entries in `window`.
    Sections { page: Arc<PageFile>, window: Range<usize> },
    /// A post, with the next older one and the next newer one.
    Post { post: Arc<Post>, previous: Option<Arc<Post>>, next: Option<Arc<Post>> },
    /// An entry of a declared collection.
    Entry { collection: Name, entry: content::Entry },
    /// Posts of a category or tag.
    Term { taxonomy: Taxonomy, id: Arc<str>, posts: Vec<Arc<Post>> },
    /// What a service worker shows for pages that it hasn't cached.
    Offline,
}

/// A place in a list that takes several pages.
#[derive(Clone, Debug)]
pub struct List {
    /// The number of the page, from 1.
    pub number: usize,
    /// The addresses of all of its pages.
    pub paths: Arc<[Arc<str>]>,
}

/// What stands on a card. Pages of a list have the same one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardSubject {
    pub title: Arc<str>,
    /// `None` for the picture of the whole site.
    pub picture: Option<ImageFile>,
}

/// Posts whose cards have their own titles. With thousands of posts, drawing a card for each would take longer
/// than all else: the ones before have the blog's title on their own pictures.
const OWN_CARDS: usize = 500;

/// The keys under which an entry has what it is called, and what it is in short: the first that it has.
pub const TITLES: &[&str] = &["title", "name", "heading"];
pub const DESCRIPTIONS: &[&str] = &["summary", "excerpt", "description", "bio"];

/// The sets of stylesheets of the pages that aren't made of sections.
pub fn styles_besides_sections(types: &Types) -> impl Iterator<Item = BTreeSet<String>> {
    let blog = types.with_role(Role::Blog).into_iter();
    let blog =
        blog.flat_map(|blog| [STYLE, TERM_STYLE].map(|file| beside(TypeFolder::Collections, blog, file)));
    let entries = types.collections.iter().filter(|(_, declared)| declared.page.is_some());
    let entries = entries.map(|(name, _)| style_name(TypeFolder::Collections, name));
    let sheets = types.style_of(Role::Message).into_iter().chain(blog).chain(entries);
    sheets.map(|name| BTreeSet::from([name])).chain([BTreeSet::new()])
}

fn one_sheet(name: &str) -> Arc<BTreeSet<String>> {
    Arc::new(BTreeSet::from([name.to_owned()]))
}

impl Page {
    /// The number of the page in its list; 1 for a page of its own.
    pub fn number(&self) -> usize {
        self.list.as_ref().map_or(1, |list| list.number)
    }

    /// True for the front page of the site.
    pub fn is_home(&self) -> bool {
        matches!(&self.subject, Subject::Sections { page, .. } if page.is_home()) && self.number() == 1
    }

    /// The post that it shows.
    pub fn post(&self) -> Option<&Post> {
        if let Subject::Post { post, .. } = &self.subject { Some(post) } else { None }
    }

    /// The sections of a page of a file.
    pub fn sections(&self) -> &[Section] {
        if let Subject::Sections { page, .. } = &self.subject { &page.sections } else { &[] }
    }

    /// The address of the nearest link of the menu: that of the page itself or of the longest address above it, or else
    /// above the page between; then the one that leads to another page of its file, such as another day; then the only one
    /// into its part of the site.
    pub(super) fn menu_link(&self, pages: &[Self], site: &Site) -> Option<Arc<str>> {
        let into_part = |path: &str| path.starts_with(&*self.part) && (*self.part != *"/" || path == "/");
        let links = site.navigation.links.iter().filter_map(|link| match &link.to {
            Link::Internal { path, suffix } if !self.part.is_empty() && into_part(path) => {
                Some((path, suffix))
            }
            _ => None,
        });
        let links: Vec<(&Arc<str>, &Arc<str>)> = links.collect();
        let is_of_file = |path: &str| pages.iter().any(|page| *page.path == *path && page.file == self.file);
        let parent = self.parent.as_ref().map(|parent| parent.first_path());
        let above = |address: &str| {
            let above = links.iter().filter(|(path, _)| address.starts_with(&***path));
            // Of links to one address, the one without a fragment, and then the first.
            above.rev().max_by_key(|(path, suffix)| (path.len(), suffix.is_empty()))
        };
        let nearest = above(&self.path)
            .or_else(|| above(parent.as_deref()?))
            .or_else(|| links.iter().find(|(path, _)| is_of_file(path)))
            .or_else(|| links.first().filter(|_| links.len() == 1));
        nearest.map(|(path, suffix)| format!("{path}{suffix}").into())
    }

    /// The page of a file at the address that it would have if it declared none. Returns `None` for any other page, and
    /// if that is its address.
    pub(super) fn at_default_path(&self) -> Option<Self> {
        let Subject::Sections { page, window } = &self.subject else { return None };
        let page = Arc::new(page.at_default_path()?);
        let path = page.path(self.number(), self.day).into();
        Some(Self { path, subject: Subject::Sections { page, window: window.clone() }, ..self.clone() })
    }
}

/// The pages of a file: one, or one for each day, or as many as a collection takes.
pub(super) fn for_file(page: &Arc<PageFile>, site: &Site) -> Vec<Page> {
    if page.is_daily {
        Weekday::ALL.into_iter().flat_map(|day| for_day(page, Some(day), site)).collect()
    } else {
        for_day(page, None, site)
    }
}

fn for_day(page: &Arc<PageFile>, day: Option<Weekday>, site: &Site) -> Vec<Page> {
    let (count, size) = match &page.paged {
        Some((collection, size)) => (site.count_of(collection), *size),
        None => (1, 1),
    };
    let paths = paths(count, size, |number| page.path(number, day));
    let styles = Arc::new(page.styles());
    let is_home = page.is_home();
    let feed = feed_of_root(&page.first_path(), site);
    let title = Arc::<str>::from(&page.title);
    let card_title = site.gym.tagline.as_ref().filter(|_| is_home).map_or(title.clone(), Arc::from);
    // The picture of the whole site is that of its front page, too.
    let picture = page.picture().filter(|_| page.is_listed && !(is_home && site.gym.share.is_some()));
    let word = page.paged_section().and_then(|section| section.table.text("page"));
    let is_numbered = |number| number > 1 || page.is_numbered();
    let one = |(number, path): (usize, &Arc<str>)| {
        let mut full_title = title.to_string();
        let mut description = page.description.as_str().to_owned();
        if let Some(day) = day {
            let day = site.formats.weekday(day);
            full_title = format!("{full_title}, {day}");
            description = described(&day, &description);
        }
        if is_numbered(number) {
            let number = page_number(number, word, site);
            full_title = format!("{full_title}, {number}");
            description = described(&description, &number);
        }
        let own_title =
            if page.paged.is_some() || is_home { card_title.clone() } else { full_title.as_str().into() };
        let is_first = page.first_path() == page.part();
        let parent = match day {
            _ if number > 1 => Some(page.clone()),
            Some(_) if !is_first => site.page_at(page.part()).cloned(),
            _ => None,
        };
        let start = (number - 1).saturating_mul(size);
        Page {
            path: path.clone(),
            file: page.file,
            name: page.name.clone(),
            template: "page.html".into(),
            styles: styles.clone(),
            title: full_title.into(),
            description: description.into(),
            is_listed: page.is_listed,
            needs_title: page.needs_title(),
            day,
            list: page.paged.is_some().then(|| List { number, paths: paths.clone() }),
            part: if page.is_listed { page.part() } else { "" }.into(),
            parent,
            card: Some(CardSubject {
                title: own_title,
                picture: picture.map(|picture| picture.file.clone()),
            }),
            feed: feed.clone(),
            entry: None,
            subject: Subject::Sections { page: page.clone(), window: start..start.saturating_add(size) },
        }
    };
    (1..).zip(&*paths).map(one).collect()
}

/// The page of each entry of a collection.
pub(super) fn for_entries(name: &Name, declared: &CollectionType, site: &Site) -> Vec<Page> {
    let entries = site.collections.get(name).map(Vec::as_slice).unwrap_or_default();
    let template: Arc<str> = template_name(TypeFolder::Collections, name).into();
    let styles = one_sheet(&style_name(TypeFolder::Collections, name));
    let page = |entry: &content::Entry| {
        let path: Arc<str> = declared.path(&entry.id)?.into();
        let text = |keys: &[&str]| keys.iter().find_map(|key| entry.table.text(key));
        let title: Arc<str> = text(TITLES).unwrap_or(&entry.id).into();
        let description = text(DESCRIPTIONS).map(str::to_owned);
        let description = description.unwrap_or_else(|| described(&title, site.gym.summary()));
        let picture = match entry.table.get("image").map(|image| &image.value) {
            Some(Data::Picture(picture)) => Some(picture.file.clone()),
            _ => None,
        };
        Some(Page {
            file: entry.file,
            name: (&**name).into(),
            template: template.clone(),
            styles: styles.clone(),
            title: title.clone(),
            description: description.into(),
            is_listed: true,
            needs_title: false,
            day: None,
            list: None,
            part: part_of(&path).into(),
            parent: site.page_at(part_of(&path)).cloned(),
            card: Some(CardSubject { title, picture }),
            feed: feed_of_entries(name, declared),
            entry: Some(EntryId { collection: name.clone(), id: entry.id.clone() }),
            subject: Subject::Entry { collection: name.clone(), entry: entry.clone() },
            path,
        })
    };
    entries.iter().filter_map(page).collect()
}

/// The feed of the collection whose entries are below this address.
fn feed_of_root(root: &str, site: &Site) -> Option<FeedLink> {
    let (name, declared) =
        site.types.collections.iter().find(|(_, declared)| declared.root() == Some(root))?;
    feed_of_entries(name, declared)
}

fn feed_of_entries(name: &Name, declared: &CollectionType) -> Option<FeedLink> {
    // All pages name the feed of the blog.
    let feed = declared.feed.as_ref().filter(|_| declared.role != Some(Role::Blog))?;
    Some(FeedLink { subject: FeedOf::Entries(name.clone()), path: feed.path.clone() })
}

/// The part of the site to which posts belong.
fn part_of_posts(site: &Site) -> Arc<str> {
    site.blog_page().map_or_else(|| part_of(blog_root(&site.types)), |page| page.part()).into()
}

/// The page of each post, by slug.
pub(super) fn for_posts(site: &Site) -> Vec<Page> {
    let list = site.blog_page();
    let card_of_older: Arc<str> = list.map_or(&site.gym.name, |page| &page.title).into();
    let Some(blog) = site.types.with_role(Role::Blog) else { return Vec::new() };
    let name: Arc<str> = "post".into();
    let template: Arc<str> = template_name(TypeFolder::Collections, blog).into();
    let (styles, part) = (one_sheet(&style_name(TypeFolder::Collections, blog)), part_of_posts(site));
    let at = |index| site.posts.shown.get(index).cloned();
    let page = |index: usize| {
        let (post, previous, next) = (at(index)?, at(index + 1), index.checked_sub(1).and_then(at));
        let title = Arc::<str>::from(&post.entry.title.value);
        let on_card = if index < OWN_CARDS { &title } else { &card_of_older };
        Some(Page {
            path: post.path.clone(),
            file: post.file,
            name: name.clone(),
            template: template.clone(),
            styles: styles.clone(),
            description: (&post.entry.excerpt).into(),
            is_listed: true,
            needs_title: false,
            day: None,
            list: None,
            part: part.clone(),
            parent: list.cloned(),
            card: Some(CardSubject {
                title: on_card.clone(),
                picture: post.entry.image.as_ref().map(|picture| picture.file.clone()),
            }),
            feed: None,
            entry: post
                .entry
                .slug
                .is_none()
                .then(|| EntryId { collection: blog.clone(), id: post.slug.clone() }),
            subject: Subject::Post { post, previous, next },
            title,
        })
    };
    site.posts.by_slug.values().filter_map(|index| page(*index)).collect()
}

/// The pages of the categories or tags that have posts.
pub(super) fn for_terms(terms: &[Term], site: &Site) -> Vec<Page> {
    terms.iter().filter(|term| !term.posts.is_empty()).flat_map(|term| for_term(term, site)).collect()
}

fn for_term(term: &Term, site: &Site) -> Vec<Page> {
    let Some((first, blog)) = term.path.as_ref().zip(site.types.with_role(Role::Blog)) else {
        return Vec::new();
    };
    let template: Arc<str> = beside(TypeFolder::Collections, blog, TERM_TEMPLATE).into();
    let list = site.blog_page();
    let (key, word) = match term.taxonomy {
        Taxonomy::Category => ("category_title", "Category"),
        Taxonomy::Tag => ("tag_title", "Tag"),
    };
    let (word, colon) = (blog_word(site, key).unwrap_or(word), site.formats.colon());
    let title: Arc<str> = format!("{word}{colon}{}", term.title.as_str()).into();
    let size = site.blog.per_page as usize;
    let paths = paths(term.posts.len(), size, |number| numbered(first, number));
    let styles = one_sheet(&beside(TypeFolder::Collections, blog, TERM_STYLE));
    let one = |(number, path): (usize, &Arc<str>)| {
        let about = list.map_or(site.gym.summary(), |page| page.description.as_str());
        let (mut full_title, mut description) = (title.clone(), described(&title, about));
        if number > 1 {
            let number = page_number(number, None, site);
            full_title = format!("{title}, {number}").into();
            description = described(&description, &number);
        }
        let start = (number - 1).saturating_mul(size);
        Page {
            path: path.clone(),
            file: list.map_or(site.gym_file, |page| page.file),
            name: "term".into(),
            template: template.clone(),
            styles: styles.clone(),
            title: full_title,
            description: description.into(),
            is_listed: true,
            needs_title: false,
            day: None,
            list: Some(List { number, paths: paths.clone() }),
            part: part_of_posts(site),
            parent: list.cloned(),
            card: Some(CardSubject {
                title: title.clone(),
                picture: list.and_then(|page| page.picture()).map(|picture| picture.file.clone()),
            }),
            feed: category_feed(term),
            entry: Some(EntryId { collection: term.taxonomy.collection().into(), id: term.id.clone() }),
            subject: Subject::Term {
                taxonomy: term.taxonomy,
                id: term.id.clone(),
                posts: term.posts.iter().skip(start).take(size).cloned().collect(),
            },
        }
    };
    (1..).zip(&*paths).map(one).collect()
}

/// The feed of a category that has a page.
pub(super) fn category_feed(term: &Term) -> Option<FeedLink> {
    let list =
        term.path.as_ref().filter(|_| term.taxonomy == Taxonomy::Category && !term.posts.is_empty())?;
    Some(FeedLink { subject: FeedOf::Category(term.id.clone()), path: format!("{list}feed.xml").into() })
}

/// The address of the page that a service worker shows for those that it hasn't cached.
pub const OFFLINE: &str = "/offline/";

/// The page that a service worker shows for those that it hasn't cached.
pub(super) fn offline(site: &Site) -> Option<Page> {
    let offline = site.gym.offline.as_ref()?;
    Some(Page {
        path: OFFLINE.into(),
        file: site.gym_file,
        name: "offline".into(),
        template: "offline.html".into(),
        styles: Arc::new(site.types.style_of(Role::Message).into_iter().collect()),
        title: (&offline.title).into(),
        description: (&offline.text).into(),
        is_listed: false,
        needs_title: false,
        day: None,
        list: None,
        part: "".into(),
        parent: None,
        card: None,
        feed: None,
        entry: None,
        subject: Subject::Offline,
    })
}

/// The addresses of the pages that a list of `count` takes; at least one, so that an empty list has a page.
fn paths(count: usize, size: usize, path: impl Fn(usize) -> String) -> Arc<[Arc<str>]> {
    let pages = count.div_ceil(size.max(1)).max(1);
    (1..=pages).map(|number| path(number).into()).collect()
}

/// `Category: Yoga – What happens at the gym`: what tells a page from others with the same description.
fn described(first: &str, second: &str) -> String {
    format!("{first} – {second}")
}

/// `page 2`
fn page_number(number: usize, word: Option<&str>, site: &Site) -> String {
    let word = word.or_else(|| blog_word(site, "page")).unwrap_or("page");
    format!("{word} {}", site.formats.count(number))
}

/// A text of the blog's words, which a site without a blog doesn't have.
fn blog_word<'s>(site: &'s Site, key: &str) -> Option<&'s str> {
    site.words_of(site.types.with_role(Role::Blog)?)?.text(key)
}
