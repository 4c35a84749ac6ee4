//! What the rendering of a page can read.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::PageQuery;

/// An input of the rendering of pages. Its [`Fingerprint`](super::Fingerprint) changes when what it stands for does.
/// `T` is its text, which is borrowed while the read is recorded: most reads were recorded before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Read<T = Arc<str>> {
    /// A file that a site has at most once.
    Single(T),
    /// A field of `content/site.toml`.
    SiteField(T),
    /// A field of an entry; for a computed field, whatever it is computed from.
    Field {
        /// The collection.
        collection: T,
        /// The entry.
        id: T,
        /// The field.
        field: T,
    },
    /// Whether a collection has an entry.
    Existence {
        /// The collection.
        collection: T,
        /// The entry.
        id: T,
    },
    /// All entries of a collection, as a whole.
    Collection(T),
    /// Which entries a part of a collection has, in their order.
    List {
        /// The collection.
        collection: T,
        /// The place of the first entry.
        start: usize,
        /// How many entries at most.
        count: usize,
    },
    /// Which entries refer to an entry, of one collection or of all.
    Mentions {
        /// The collection of the entry to which they refer.
        collection: T,
        /// The entry to which they refer.
        id: T,
        /// The collection of those that refer to it.
        of: Option<T>,
    },
    /// How many entries a collection has.
    Count(T),
    /// All of a post but its text, its category and its tags.
    PostHead(T),
    /// The category and the tags of a post.
    PostTerms(T),
    /// The text of a post.
    PostBody(T),
    /// Whether there is a blog.
    Blog,
    /// A category, with the number of its posts.
    Category(T),
    /// A tag, with the number of its posts.
    Tag(T),
    /// Which posts the feed of a category has, or of the blog.
    Feed(Option<T>),
    /// The rows of all days of the week.
    Week,
    /// What is otherwise in the week on a date that isn't over.
    Changes,
    /// The days on which the gym stays closed or has other hours and that aren't over.
    Closures,
    /// The year of the build.
    Year,
    /// The day of the build.
    Today,
    /// What other pages need to know of a page.
    Page(PageQuery<T>),
    /// The text of a template; also of one that is missing.
    Template(T),
    /// The address of a file to which a template refers by its plain name.
    Asset(T),
    /// The addresses of the stylesheets of a set.
    Stylesheets(T),
    /// The addresses of the fonts that pages load at once.
    Fonts,
    /// The colour behind all pages.
    Surface,
    /// The files made from a picture.
    Picture(T),
    /// The code of all islands, and the files that browsers load of it.
    Islands,
}

impl<T> Read<T> {
    /// The same with other texts.
    pub(super) fn map<U>(self, text: impl Fn(T) -> U) -> Read<U> {
        match self {
            Self::Single(name) => Read::Single(text(name)),
            Self::SiteField(name) => Read::SiteField(text(name)),
            Self::Field { collection, id, field } => {
                Read::Field { collection: text(collection), id: text(id), field: text(field) }
            }
            Self::Existence { collection, id } => {
                Read::Existence { collection: text(collection), id: text(id) }
            }
            Self::Collection(name) => Read::Collection(text(name)),
            Self::List { collection, start, count } => {
                Read::List { collection: text(collection), start, count }
            }
            Self::Mentions { collection, id, of } => {
                Read::Mentions { collection: text(collection), id: text(id), of: of.map(text) }
            }
            Self::Count(name) => Read::Count(text(name)),
            Self::PostHead(name) => Read::PostHead(text(name)),
            Self::PostTerms(name) => Read::PostTerms(text(name)),
            Self::PostBody(name) => Read::PostBody(text(name)),
            Self::Blog => Read::Blog,
            Self::Category(name) => Read::Category(text(name)),
            Self::Tag(name) => Read::Tag(text(name)),
            Self::Feed(name) => Read::Feed(name.map(text)),
            Self::Week => Read::Week,
            Self::Changes => Read::Changes,
            Self::Closures => Read::Closures,
            Self::Year => Read::Year,
            Self::Today => Read::Today,
            Self::Page(query) => Read::Page(query.map(text)),
            Self::Template(name) => Read::Template(text(name)),
            Self::Asset(name) => Read::Asset(text(name)),
            Self::Stylesheets(name) => Read::Stylesheets(text(name)),
            Self::Fonts => Read::Fonts,
            Self::Surface => Read::Surface,
            Self::Picture(name) => Read::Picture(text(name)),
            Self::Islands => Read::Islands,
        }
    }
}
