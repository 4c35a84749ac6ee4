//! A page in memory: its own markup, and the fragments that it shares with other pages.

use std::sync::{Arc, OnceLock};

/// A page: its own markup and shared fragments, joined when the page is written.
#[derive(Debug, Default)]
pub struct Html {
    own: String,
    /// Each fragment with its position in `own`, ascending.
    fragments: Vec<(usize, Arc<Fragment>)>,
}

/// Markup that several pages share.
#[derive(Debug)]
pub struct Fragment {
    /// The markup.
    pub html: String,
    /// True if only a few pages have it, such as the card of an entry: their scans don't keep it alive.
    pub is_passing: bool,
    /// The result of scanning it, made by the check of the output on the first page that has it, and kept longer than the
    /// markup.
    pub scan: OnceLock<Arc<FragmentScan>>,
}

impl Fragment {
    /// A fragment of this markup, on a few pages only if it is passing.
    pub fn new(html: String, is_passing: bool) -> Arc<Self> {
        Arc::new(Self { html, is_passing, scan: OnceLock::new() })
    }
}

impl Html {
    /// Makes an empty page, with room for this many bytes of its own markup.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { own: String::with_capacity(bytes), fragments: Vec::new() }
    }

    /// Appends markup of the page's own.
    pub fn push_str(&mut self, own: &str) {
        self.own.push_str(own);
    }

    /// Appends a fragment.
    pub fn push(&mut self, fragment: Arc<Fragment>) {
        self.fragments.push((self.own.len(), fragment));
    }

    /// The fragments, in order.
    pub fn fragments(&self) -> impl Iterator<Item = &Arc<Fragment>> {
        self.fragments.iter().map(|(_, fragment)| fragment)
    }

    /// The page's own markup, cut at the fragments.
    pub fn own(&self) -> impl Iterator<Item = &str> {
        let ends = self.fragments.iter().map(|(at, _)| *at).chain([self.own.len()]);
        let starts = std::iter::once(0).chain(self.fragments.iter().map(|(at, _)| *at));
        starts.zip(ends).map(|(start, end)| self.own.get(start..end).unwrap_or_default())
    }

    /// The whole markup in pieces: its own ones and the fragments between them.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        let mut fragments = self.fragments();
        self.own().flat_map(move |own| [own, fragments.next().map_or("", |fragment| &fragment.html)])
    }

    /// The whole markup.
    pub fn join(&self) -> String {
        let mut joined = String::with_capacity(self.pieces().map(str::len).sum());
        joined.extend(self.pieces());
        joined
    }
}

/// The addresses and ids in a text.
#[derive(Debug, Default)]
pub struct FragmentScan {
    /// The addresses as written, each once.
    pub links: Texts,
    /// The ids, in order.
    pub ids: Texts,
    /// The names of `<a name>`, to which links can lead as well.
    pub names: Texts,
    /// True if the text ends outside of tags.
    pub is_whole: bool,
}

impl FragmentScan {
    /// Adds the addresses and ids of another one.
    pub fn extend(&mut self, other: &Self) {
        self.links.extend(&other.links);
        self.ids.extend(&other.ids);
        self.names.extend(&other.names);
        self.is_whole &= other.is_whole;
    }
}

/// Texts in one allocation: a page has some dozens of them, and a site ten thousands of pages.
#[derive(Debug, Default)]
pub struct Texts {
    joined: String,
    ends: Vec<usize>,
}

impl Texts {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.joined.push_str(text);
        self.ends.push(self.joined.len());
    }

    fn extend(&mut self, other: &Self) {
        other.iter().for_each(|text| self.push(text));
    }

    /// The texts, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.joined.get(start..*end).unwrap_or_default())
    }
}
