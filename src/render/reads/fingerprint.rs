//! The fingerprints of all that rendering can read.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::{PageLink, PooledRead, Read, ReadPool, hash::Fingerprint, reader::Reader};
use crate::{
    decode::value::{ImageFile, Text},
    islands::Islands,
    render::{FOLDER, functions::Assets},
    routes::{EntryPlace, FeedOf, FilePlace, Page, PostPlace, Route},
    site::{Change, ChangeKind, Day, Opening, Post, Row, Section, Term},
    source::Sources,
};

/// Where everything is that rendering can read.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    pub(in crate::render) pool: &'a ReadPool,
    pub(in crate::render) reader: &'a Reader,
    pub(in crate::render) sources: &'a Sources,
    pub(in crate::render) files: &'a Assets,
    pub(in crate::render) islands: &'a Islands,
}

impl Inputs<'_> {
    /// A read of a page that was rendered from this.
    pub fn read(self, read: PooledRead) -> Option<Arc<Read>> {
        self.pool.get(read)
    }

    /// The fingerprint of an input as it is now.
    pub fn fingerprint(self, read: &Read) -> Fingerprint {
        let site = &*self.reader.site;
        match read {
            Read::Single(name) => optional(site.single(name).map(|table| &**table)),
            Read::SiteField(key) => {
                optional(site.single("site").and_then(|table| table.get(key)).map(|value| &value.value))
            }
            Read::Field { collection, id, field } => {
                let entry = site.entry(collection, id);
                optional(entry.map(|entry| entry.table.get(field).map(|value| &value.value)))
            }
            Read::Existence { collection, id } => {
                optional(site.entry(collection, id).map(|entry| &*entry.id))
            }
            Read::Collection(name) => {
                optional(site.collections.get(&**name).map(|entries| {
                    entries.iter().map(|entry| (&*entry.id, &*entry.table)).collect::<Vec<_>>()
                }))
            }
            Read::List { collection, start, count } => match &**collection {
                "posts" => slugs(super::reader::part(&site.posts.shown, *start, *count)),
                name => {
                    let entries = site.collections.get(name).map(Vec::as_slice).unwrap_or_default();
                    let part = super::reader::part(entries, *start, *count);
                    optional(Some(part.iter().map(|entry| &*entry.id).collect::<Vec<_>>()))
                }
            },
            Read::Mentions { collection, id, of: collections } => {
                optional(Some(site.mentions(collection, id, collections.as_deref())))
            }
            Read::Count(collection) => optional(Some(site.count_of(collection))),
            Read::PostHead(slug) => optional(site.posts.get(slug).map(|post| Head(post))),
            Read::PostTerms(slug) => optional(site.posts.get(slug).map(|post| Terms(post))),
            Read::PostBody(slug) => optional(site.posts.get(slug).map(|post| post.entry.body.as_str())),
            Read::Blog => optional(Some(site.has_blog())),
            Read::Category(id) => optional(term(&site.posts.categories, id).map(facts)),
            Read::Tag(id) => optional(term(&site.posts.tags, id).map(facts)),
            Read::Feed(None) => slugs(FeedOf::newest(&site.posts.shown)),
            Read::Feed(Some(id)) => {
                let category = term(&site.posts.categories, id);
                let posts =
                    |term: &Term| (term.title.as_str().to_owned(), slugs(FeedOf::newest(&term.posts)));
                optional(category.map(posts))
            }
            Read::Week => optional(Some(week(&site.week))),
            Read::Changes => optional(Some(site.changes().map(change).collect::<Vec<_>>())),
            Read::Closures => {
                let of_branches = site.branches.values().map(|branch| &branch.opening);
                let closures = |opening: &Opening| {
                    let coming = opening.coming(site.today.date());
                    let part = coming.map(|days| {
                        (days.first, days.last, days.note.as_str().to_owned(), days.open.clone())
                    });
                    part.collect::<Vec<_>>()
                };
                optional(Some(
                    std::iter::once(&site.opening).chain(of_branches).map(closures).collect::<Vec<_>>(),
                ))
            }
            Read::Year => optional(Some(site.today.year())),
            Read::Today => optional(Some(site.today.date())),
            Read::Page(query) => query.find(site).map_or(Fingerprint::MISSING, PageLink::fingerprint),
            Read::Template(name) => {
                optional(self.sources.text_at(&[FOLDER, name].concat()).map(|(_, text)| text.hash().0))
            }
            Read::Asset(name) => optional(self.files.assets.get(&**name)),
            Read::Stylesheets(set) => optional(self.files.sheets.get(&**set)),
            Read::Fonts => optional(Some(&self.files.fonts)),
            Read::Surface => optional(Some(&self.files.surface)),
            Read::Picture(file) => {
                let file = ImageFile::new(file);
                let picture = file.as_ref().map(|file| self.reader.pictures.get(file));
                optional(picture.map(|picture| {
                    picture.map(|picture| picture.map(|picture| *picture.fingerprint().as_bytes())).ok()
                }))
            }
            Read::Islands => optional(Some(*self.islands.fingerprint().as_bytes())),
        }
    }

    /// The fingerprint of what is at a route. Returns `None` for a file that is about the site as a whole.
    pub fn of_route(self, route: &Route) -> Option<Fingerprint> {
        match route {
            Route::Page(page) => Some(self.of_page(page)),
            Route::Redirect(old) => {
                let text = old.redirect.text.as_ref().map(|text| text.as_str());
                Some(Fingerprint::new(&(old.path(), old.target(&self.reader.site.base), text)))
            }
            Route::Data(file) => file.is_of_entries().then(|| Fingerprint::new(&file.path())),
        }
    }

    /// The fingerprint of what a page is, and of what its route gives to its templates: the file, entry or post that it
    /// is about, and its neighbours.
    fn of_page(self, page: &Page) -> Fingerprint {
        let site = &*self.reader.site;
        match page {
            Page::File(FilePlace { page, number, day }) => {
                let section = |section: &Section| {
                    let parts = (&section.kind, &section.id, section.is_paged);
                    Fingerprint::new(&(parts, &*section.table))
                };
                Fingerprint::new(&(
                    (page.title.as_str(), page.description.as_str(), page.path_pattern(), number, day),
                    (page.is_daily, &page.days, page.is_listed, &page.paged, &page.name),
                    page.sections.iter().map(section).collect::<Vec<_>>(),
                ))
            }
            Page::Post(place) => {
                let PostPlace { post, previous, next, has_own_card } = &**place;
                let slug = |post: &Option<Arc<Post>>| post.as_ref().map(|post| post.slug.clone());
                let neighbours = (slug(previous), slug(next), has_own_card);
                Fingerprint::new(&(Head(post), Terms(post), post.entry.body.as_str(), neighbours))
            }
            Page::Entry(EntryPlace { collection, entry, path, template }) => {
                Fingerprint::new(&(collection, &entry.id, path, template, &*entry.table))
            }
            Page::Term(place) => {
                let posts: Vec<_> = place.posts(site).iter().map(|post| &*post.slug).collect();
                let term = place.term(site).map(facts);
                Fingerprint::new(&(place.taxonomy, &place.id, place.number, posts, term))
            }
            Page::Offline(_) => Fingerprint::new("offline"),
        }
    }
}

/// The fingerprint of a value, or [`Fingerprint::MISSING`].
fn optional(part: Option<impl Hash>) -> Fingerprint {
    part.map_or(Fingerprint::MISSING, |part| Fingerprint::new(&part))
}

fn slugs(posts: &[Arc<Post>]) -> Fingerprint {
    optional(Some(posts.iter().map(|post| &*post.slug).collect::<Vec<_>>()))
}

fn term<'t>(terms: &'t [Term], id: &str) -> Option<&'t Term> {
    terms.iter().find(|term| *term.id == *id)
}

/// What pages show of a category or tag besides its posts.
fn facts(term: &Term) -> (&str, Option<u32>, usize) {
    (term.title.as_str(), term.stated_count, term.posts.len())
}

/// The rows of each day: when, and which class and trainer.
fn week(days: &[Day]) -> Vec<impl Hash> {
    let branch = |row: &Row| row.branch.as_ref().map(|branch| branch.id.clone());
    let row = |row: &Row| (row.class.id.clone(), row.trainer.id.clone(), row.time, branch(row));
    days.iter().map(|day| (day.weekday, day.rows.iter().map(row).collect::<Vec<_>>())).collect()
}

/// What is otherwise on a date: when, with which class, and who teaches it, if anybody does.
fn change(change: &Change) -> impl Hash {
    let (kind, trainer) = match &change.kind {
        ChangeKind::Cancelled => ("cancelled", None),
        ChangeKind::Substitute(trainer) => ("substitute", Some(trainer.id.clone())),
        ChangeKind::Extra(trainer) => ("extra", Some(trainer.id.clone())),
    };
    (change.date, change.class.id.clone(), change.time, change.branch.clone(), kind, trainer)
}

/// All of a post but its text, its category and its tags.
struct Head<'p>(&'p Post);

impl Hash for Head<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Post { slug, path, file: _, table, entry: _, author, date, category: _, tags: _, unpublished } =
            self.0;
        (slug, path, author.as_ref().map(Text::as_str), date).hash(state);
        unpublished.as_ref().map(|reason| reason.describe()).hash(state);
        for (name, value) in
            table.iter().filter(|(name, _)| !["body", "category", "tags"].contains(&&***name))
        {
            (name, &value.value).hash(state);
        }
    }
}

/// The category and the tags of a post.
struct Terms<'p>(&'p Post);

impl Hash for Terms<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // A category is no tag.
        self.0.category.is_some().hash(state);
        for (id, title) in self.0.category.iter().chain(&self.0.tags) {
            (id, title.as_str()).hash(state);
        }
    }
}
