//! Pages of which other pages have fragments, too: such a fragment is read once for all of them.

use std::{
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use foldhash::HashMap;
use gympress_markup::{self as markup, Tags};

use super::{
    base::Base,
    page::PageTags,
    policy::Policy,
    scan::{PageScan, SharedLinks},
    summary::Summary,
    table::LinkTable,
};

/// A piece of markup that stands in several pages, by a number of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialId(pub usize);

/// Where in a page a partial stands, letter by letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFragment {
    /// Bytes of the page.
    pub at: Range<usize>,
    /// The partial. It has the same text wherever it stands.
    pub partial: PartialId,
}

/// A tag that the tokenizer is shown where a fragment is left out. If it takes it for a tag, then what was
/// left out stands where tags can stand, and can be read by itself.
const MARK: &[u8] = b"<gympress-partial>";

/// The name in [`MARK`].
const MARK_NAME: &[u8] = b"gympress-partial";

/// What is known of partials; nothing of those that can't be read by themselves, as they end within a tag or a
/// script.
#[derive(Debug, Default)]
pub(super) struct Partials(Mutex<HashMap<PartialId, Option<Arc<Part>>>>);

/// A partial that was read.
#[derive(Debug)]
struct Part {
    summary: Summary,
    /// Its links, if they are so many that each page had better refer to them than have them.
    links: Option<SharedLinks>,
}

/// A partial with so many links or more has a list of its own, to which pages refer.
const MANY_LINKS: usize = 12;

impl Partials {
    /// The summary of the partial whose text is `markup`.
    fn summary(
        &self,
        id: PartialId,
        markup: &[u8],
        (base, table, policy): (&Base, &LinkTable, &Policy),
    ) -> Option<Arc<Part>> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(summary) = known().get(&id) {
            return summary.clone();
        }
        let mut tags = Counted { tags: PageTags::new(base, table, policy, true), marks: 0, in_mark: false };
        markup::read(&[markup, MARK], &mut tags);
        let summary = (tags.marks == 1).then(|| tags.tags.finish()).filter(|summary| summary.is_balanced);
        let part = summary.map(|summary| {
            let links = (summary.links().len() >= MANY_LINKS).then(|| summary.links().into());
            Arc::new(Part { summary, links })
        });
        known().insert(id, part.clone());
        part
    }
}

/// What a page says. Returns `None` if it has to be read as a whole.
pub(super) fn read(
    page: &[u8],
    fragments: &[SharedFragment],
    partials: &Partials,
    (base, table, policy): (&Base, &LinkTable, &Policy),
) -> Option<PageScan> {
    let mut own = Vec::with_capacity(fragments.len() * 2 + 1);
    let mut shared = Vec::with_capacity(fragments.len());
    let mut rest = 0;
    for SharedFragment { at, partial } in fragments {
        own.extend([page.get(rest..at.start)?, MARK]);
        shared.push(partials.summary(*partial, page.get(at.clone())?, (base, table, policy))?);
        rest = at.end;
    }
    own.push(page.get(rest..)?);
    let mut tags = Counted { tags: PageTags::new(base, table, policy, true), marks: 0, in_mark: false };
    markup::read(&own, &mut tags);
    let mut summary = (tags.marks == fragments.len()).then(|| tags.tags.finish())?;
    let mut links = Vec::new();
    for part in &shared {
        summary.add_rest(&part.summary);
        match &part.links {
            Some(shared) => links.push(shared.clone()),
            None => summary.add_links(part.summary.links()),
        }
    }
    Some(PageScan { shared: links, ..summary.into_scan() })
}

/// Tags of a page, with the marks taken out and counted.
struct Counted<'c> {
    tags: PageTags<'c>,
    marks: usize,
    in_mark: bool,
}

impl Tags for Counted<'_> {
    fn open(&mut self, name: &[u8]) {
        self.in_mark = name == MARK_NAME;
        match self.in_mark {
            true => {
                self.marks += 1;
                self.tags.fill();
            }
            false => self.tags.open(name),
        }
    }

    fn wants(&mut self, name: &[u8]) -> bool {
        !self.in_mark && self.tags.wants(name)
    }

    fn value(&mut self, name: &[u8], value: &[u8]) {
        self.tags.value(name, value);
    }

    fn close(&mut self) {
        if !self.in_mark {
            self.tags.close();
        }
    }

    fn end(&mut self, name: &[u8]) {
        self.tags.end(name);
    }

    fn wants_text(&self) -> bool {
        self.tags.wants_text()
    }

    fn text(&mut self) {
        self.tags.text();
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{
        super::scan, Base, LinkTable, PageTags, PartialId, Partials, Policy, SharedFragment, markup, read,
    };
    use crate::site::BaseUrl;

    /// The page of these pieces, of which every other is shared, read both ways.
    fn both_ways(pieces: &[&str]) -> (Option<scan::PageScan>, scan::PageScan) {
        let base = Base::new(&BaseUrl::new(&Url::parse("https://example.org/").unwrap()).unwrap());
        let (table, partials, policy) = (LinkTable::default(), Partials::default(), Policy::default());
        let (mut page, mut fragments) = (String::new(), Vec::new());
        for (place, piece) in pieces.iter().enumerate() {
            let start = page.len();
            page.push_str(piece);
            if place % 2 == 1 {
                fragments.push(SharedFragment { at: start..page.len(), partial: PartialId(place) });
            }
        }
        let mut tags = PageTags::new(&base, &table, &policy, true);
        markup::read(&[page.as_bytes()], &mut tags);
        let whole = sorted(tags.finish().into_scan());
        let shared = read(page.as_bytes(), &fragments, &partials, (&base, &table, &policy));
        (shared.map(sorted), whole)
    }

    fn sorted(mut read: scan::PageScan) -> scan::PageScan {
        let shared = std::mem::take(&mut read.shared);
        read.links.extend(shared.iter().flat_map(|links| links.iter().copied()));
        read.links.sort_unstable();
        read.links.dedup();
        let mut ids: Vec<&str> = read.ids.iter().collect();
        ids.sort_unstable();
        read.ids = scan::Ids(ids.join("\0").into());
        read
    }

    #[test]
    fn says_the_same_as_the_whole_page() {
        for pieces in [
            &["<body><label for=\"a\">x</label>", "<a href=\"/b/\" id=\"a\">c</a>", "<p id=\"d\">"][..],
            &["<p id=\"a\">", "<i id=\"a\"></i>", "<a href=\"#b\">", "<b style=\"x\"></b>", ""],
            &["<title>", "</title><a href=\"/x/\">", "y</a>"],
            &["<p>5 <", " 6</p>", "<i id=\"x\">"],
        ] {
            let (shared, whole) = both_ways(pieces);
            assert!(shared.is_none_or(|shared| shared == whole), "{pieces:?}");
        }
    }

    #[test]
    fn what_is_no_place_for_tags_is_read_as_a_whole() {
        for pieces in [
            &["<a title=\"", "/b/", "\" href=\"/c/\">"][..],
            &["<script>", "let a = '<b id=x>'", "</script>"],
            &["<!--", "<a href=\"/b/\">", "-->"],
            &["<p>", "<a href=\"", "/b/\">"],
            &["<p>", "<script>", "'<a href=x>'</script>"],
        ] {
            assert!(both_ways(pieces).0.is_none(), "{pieces:?}");
        }
    }
}
