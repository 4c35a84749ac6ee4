//! Which inputs the rendering of a page read, recorded while it runs.
//!
//! Templates and views get at content only through [`Reader`], which records each read. A result that many pages
//! share, such as a partial, is rendered once: what it read is included in the reads of each page that uses it.

mod dates;
mod fingerprint;
mod hash;
mod query;
mod reader;

use std::{
    cell::RefCell,
    sync::{Arc, PoisonError, RwLock},
};

use foldhash::HashSet;
use serde::{Deserialize, Serialize};

pub(super) use self::reader::Reader;
pub use self::{
    fingerprint::Inputs,
    hash::Fingerprint,
    query::{PageLink, PageQuery},
};

/// An input of the rendering of pages. Its [`Fingerprint`] changes when what it stands for does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Read {
    /// A file that a site has at most once.
    Single(Arc<str>),
    /// A field of `content/site.toml`.
    SiteField(Arc<str>),
    /// A field of an entry; for a computed field, whatever it is computed from.
    Field {
        /// The collection.
        collection: Arc<str>,
        /// The entry.
        id: Arc<str>,
        /// The field.
        field: Arc<str>,
    },
    /// Whether a collection has an entry.
    Existence {
        /// The collection.
        collection: Arc<str>,
        /// The entry.
        id: Arc<str>,
    },
    /// All entries of a collection, as a whole.
    Collection(Arc<str>),
    /// Which entries a part of a collection has, in their order.
    List {
        /// The collection.
        collection: Arc<str>,
        /// The place of the first entry.
        start: usize,
        /// How many entries at most.
        count: usize,
    },
    /// Which entries refer to an entry, of one collection or of all.
    Mentions {
        /// The collection of the entry to which they refer.
        collection: Arc<str>,
        /// The entry to which they refer.
        id: Arc<str>,
        /// The collection of those that refer to it.
        of: Option<Arc<str>>,
    },
    /// How many entries a collection has.
    Count(Arc<str>),
    /// All of a post but its text, its category and its tags.
    PostHead(Arc<str>),
    /// The category and the tags of a post.
    PostTerms(Arc<str>),
    /// The text of a post.
    PostBody(Arc<str>),
    /// Whether there is a blog.
    Blog,
    /// A category, with the number of its posts.
    Category(Arc<str>),
    /// A tag, with the number of its posts.
    Tag(Arc<str>),
    /// Which posts the feed of a category has, or of the blog.
    Feed(Option<Arc<str>>),
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
    Page(PageQuery),
    /// The text of a template; also of one that is missing.
    Template(Arc<str>),
    /// The address of a file to which a template refers by its plain name.
    Asset(Arc<str>),
    /// The addresses of the stylesheets of a set.
    Stylesheets(Arc<str>),
    /// The addresses of the fonts that pages load at once.
    Fonts,
    /// The colour behind all pages.
    Surface,
    /// The files made from a picture.
    Picture(Arc<str>),
    /// The code of all islands, and the files that browsers load of it.
    Islands,
}

/// What was read, without repetition.
#[derive(Debug, Default)]
pub struct Reads {
    /// By the rendering itself.
    pub own: Box<[Arc<Read>]>,
    /// By shared results that it used.
    pub included: Vec<Arc<Reads>>,
}

/// The reads of all pages of a site. Each is in memory once, because most pages read the same.
#[derive(Debug, Default)]
pub(super) struct ReadPool(RwLock<HashSet<Arc<Read>>>);

/// Among so many of the last reads a new one is searched: a template reads the same few in turn.
const RECENT: usize = 8;

/// What is being recorded.
#[derive(Default)]
struct Recording {
    /// As they come, often several times: each is hashed once the recording has ended.
    own: Vec<Read>,
    included: Vec<Arc<Reads>>,
}

thread_local! {
    /// What is being recorded on this thread, the innermost recording last.
    static RECORDINGS: RefCell<Vec<Recording>> = const { RefCell::new(Vec::new()) };
}

/// Ends a recording, also if what is recorded panics.
struct EndOnDrop;

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        RECORDINGS.with_borrow_mut(|recordings| drop(recordings.pop()));
    }
}

impl ReadPool {
    /// Calls `render` and returns its result with all that it read. Reads are recorded per thread, so `render` must
    /// not hand work to other threads.
    pub fn recording<T>(&self, render: impl FnOnce() -> T) -> (T, Reads) {
        RECORDINGS.with_borrow_mut(|recordings| recordings.push(Recording::default()));
        let recording = EndOnDrop;
        let result = render();
        let recorded = RECORDINGS.with_borrow_mut(|recordings| recordings.last_mut().map(std::mem::take));
        drop(recording);
        (result, self.reads(recorded.unwrap_or_default()))
    }

    fn reads(&self, Recording { own, included }: Recording) -> Reads {
        let mut reads = Vec::with_capacity(own.len());
        let mut unknown = Vec::new();
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        for read in own {
            match known.get(&read) {
                Some(known) => reads.push(known.clone()),
                None => unknown.push(Arc::new(read)),
            }
        }
        drop(known);
        if !unknown.is_empty() {
            let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
            for read in unknown {
                // It may be in `unknown` twice, or another thread may have been first.
                let shared = known.get(&read).cloned().unwrap_or(read);
                known.insert(shared.clone());
                reads.push(shared);
            }
        }
        // The pool has each once, so that equal ones have one address.
        reads.sort_unstable_by_key(Arc::as_ptr);
        reads.dedup_by(|one, other| Arc::ptr_eq(one, other));
        Reads { own: reads.into(), included }
    }
}

/// Records a read. Has no effect outside of [`ReadPool::recording`].
pub(super) fn record(read: Read) {
    RECORDINGS.with_borrow_mut(|recordings| {
        if let Some(Recording { own, .. }) = recordings.last_mut()
            && !own.iter().rev().take(RECENT).any(|known| *known == read)
        {
            own.push(read);
        }
    });
}

/// Records that a shared result was used which has read all this.
pub(super) fn include(reads: &Arc<Reads>) {
    RECORDINGS.with_borrow_mut(|recordings| {
        if let Some(recording) = recordings.last_mut()
            && !recording.included.iter().any(|known| Arc::ptr_eq(known, reads))
        {
            recording.included.push(reads.clone());
        }
    });
}

/// A value that several pages share, with what was read to make it.
#[derive(Debug)]
pub(super) struct Recorded<T> {
    value: T,
    reads: Arc<Reads>,
}

impl<T> Recorded<T> {
    pub fn new(pool: &ReadPool, make: impl FnOnce() -> T) -> Self {
        let (value, reads) = pool.recording(make);
        Self { value, reads: Arc::new(reads) }
    }

    /// The value. What was read to make it counts as read again.
    pub fn get(&self) -> &T {
        include(&self.reads);
        &self.value
    }
}
