//! The pages of a site, and where each of them is.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use super::{PageNumber, page_range};
use crate::{
    content,
    decode::value::Weekday,
    diagnostic::FileId,
    schema::{Name, Types},
    site::{PageFile, Post, Site, Taxonomy, Term, numbered},
    source::layout::{TypeFolder, style_name},
};

/// A page of the site, for people to read.
#[derive(Clone, Debug)]
pub enum Page {
    /// A page of sections, from a file of `content/pages/`
    File(FilePlace),
    /// `/blog/<slug>/`
    Post(Box<PostPlace>),
    /// The page of an entry of a declared collection
    Entry(EntryPlace),
    /// A page of the posts of a category or tag
    Term(TermPlace),
    /// The page that a service worker shows for those that it hasn't cached, by its address
    Offline(Arc<str>),
}

/// A page of a file: some files make several.
#[derive(Clone, Debug)]
pub struct FilePlace {
    /// The file.
    pub page: Arc<PageFile>,
    /// The part of the collection that is spread over pages.
    pub number: PageNumber,
    /// The day, for a page that there is for each day of the week.
    pub day: Option<Weekday>,
}

impl FilePlace {
    /// The path of another page of the same file.
    pub fn numbered(&self, number: PageNumber) -> String {
        self.page.path(number.get(), self.day)
    }

    /// The entries that this page shows of the collection that is spread over pages, as a range of all.
    pub fn window(&self) -> Range<usize> {
        let size = self.page.paged.as_ref().map_or(0, |(_, size)| *size);
        let start = (self.number.get() - 1).saturating_mul(size);
        start..start.saturating_add(size)
    }
}

/// An entry of a declared collection.
#[derive(Clone, Debug)]
pub struct EntryPlace {
    /// The collection.
    pub collection: Name,
    /// The entry.
    pub entry: content::Entry,
    /// Its address.
    pub path: Arc<str>,
    /// The template, relative to `templates/`.
    pub template: Arc<str>,
}

/// A post among its neighbours.
#[derive(Clone, Debug)]
pub struct PostPlace {
    /// The post.
    pub post: Arc<Post>,
    /// The next older one.
    pub previous: Option<Arc<Post>>,
    /// The next newer one.
    pub next: Option<Arc<Post>>,
    /// Whether its card has its own title: it is among the newest.
    pub has_own_card: bool,
}

/// A page of the posts of a category or tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermPlace {
    /// Which of the two.
    pub taxonomy: Taxonomy,
    /// Its place in [`Posts::categories`](crate::site::Posts::categories) or [`Posts::tags`](crate::site::Posts::tags).
    pub index: usize,
    /// Its id.
    pub id: Arc<str>,
    /// The address of its first page.
    pub first: Arc<str>,
    /// What stands before the number in the addresses of the others.
    pub word: Arc<str>,
    /// The page of its list.
    pub number: PageNumber,
}

impl TermPlace {
    /// The path of another page of the same list.
    pub fn numbered(&self, number: PageNumber) -> String {
        numbered(&self.first, &self.word, number.get())
    }

    /// The posts that this page lists.
    pub fn posts<'a>(&self, site: &'a Site) -> &'a [Arc<Post>] {
        let posts = self.term(site).map_or(&[][..], |term| &term.posts);
        let Range { start, end } = page_range(self.number, site.blog.per_page as usize);
        posts.get(start..end.min(posts.len())).unwrap_or_default()
    }

    /// The category or tag.
    pub fn term<'a>(&self, site: &'a Site) -> Option<&'a Term> {
        match self.taxonomy {
            Taxonomy::Category => site.posts.categories.get(self.index),
            Taxonomy::Tag => site.posts.tags.get(self.index),
        }
    }
}

impl Page {
    /// The path within the site, without the base path.
    pub fn path(&self) -> String {
        match self {
            Self::File(place) => place.numbered(place.number),
            Self::Post(place) => place.post.path.to_string(),
            Self::Entry(place) => place.path.to_string(),
            Self::Term(place) => place.numbered(place.number),
            Self::Offline(path) => path.to_string(),
        }
    }

    /// The template, relative to `templates/`.
    pub fn template(&self) -> &str {
        match self {
            Self::File(_) => "page.html",
            Self::Post(_) => "collections/posts/template.html",
            Self::Entry(place) => &place.template,
            Self::Term(_) => "collections/posts/term.html",
            Self::Offline(_) => "offline.html",
        }
    }

    /// The stylesheets that it loads besides the one that all pages load, relative to `templates/`.
    pub fn styles(&self) -> BTreeSet<String> {
        match self {
            Self::File(place) => place.page.styles(),
            Self::Post(_) => BTreeSet::from([POST_STYLES.to_owned()]),
            Self::Entry(place) => BTreeSet::from([style_name(TypeFolder::Collections, &place.collection)]),
            Self::Term(_) => BTreeSet::from([TERM_STYLES.to_owned()]),
            Self::Offline(_) => BTreeSet::from([OFFLINE_STYLES.to_owned()]),
        }
    }

    /// The number of the page in its list; 1 for a page of its own.
    pub fn number(&self) -> PageNumber {
        match self {
            Self::File(FilePlace { number, .. }) | Self::Term(TermPlace { number, .. }) => *number,
            Self::Post(_) | Self::Entry(_) | Self::Offline(_) => PageNumber::MIN,
        }
    }

    /// True for a page that search engines should know.
    pub fn is_listed(&self) -> bool {
        match self {
            Self::File(place) => place.page.is_listed,
            Self::Post(_) | Self::Entry(_) | Self::Term(_) => true,
            Self::Offline(_) => false,
        }
    }

    /// True if no section is its main heading.
    pub fn needs_title(&self) -> bool {
        if let Self::File(place) = self { place.page.needs_title() } else { false }
    }

    /// The day of the week that it is about.
    pub fn day(&self) -> Option<Weekday> {
        if let Self::File(place) = self { place.day } else { None }
    }

    /// The post, if it is the page of one.
    pub fn post(&self) -> Option<&Post> {
        if let Self::Post(place) = self { Some(&place.post) } else { None }
    }

    /// The content file that the page is about.
    pub fn content(&self, site: &Site) -> FileId {
        match self {
            Self::File(place) => place.page.file,
            Self::Post(place) => place.post.file,
            Self::Entry(place) => place.entry.file,
            Self::Term(_) => blog_file(site),
            Self::Offline(_) => site.gym_file,
        }
    }
}

const POST_STYLES: &str = "collections/posts/style.css";
const TERM_STYLES: &str = "collections/posts/term.css";
const OFFLINE_STYLES: &str = "sections/message/style.css";

/// The sets of stylesheets of the pages that aren't made of sections.
pub fn styles_besides_sections(types: &Types) -> impl Iterator<Item = BTreeSet<String>> {
    let sets = [POST_STYLES, TERM_STYLES, OFFLINE_STYLES].map(str::to_owned);
    let entries = types.collections.iter().filter(|(_, found)| found.page.is_some());
    let entries = entries.map(|(name, _)| style_name(TypeFolder::Collections, name));
    sets.into_iter().chain(entries).map(|name| BTreeSet::from([name])).chain([BTreeSet::new()])
}

/// The file of the page that lists posts.
pub(super) fn blog_file(site: &Site) -> FileId {
    site.paged("posts").map_or(site.gym_file, |page| page.file)
}
