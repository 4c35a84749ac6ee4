//! Reports entries without pages of their own that no page shows.

use std::sync::Arc;

use foldhash::HashSet;

use crate::{
    content::Entry,
    diagnostic::{Code, Diagnostic, Diagnostics, Lint, Span},
    incremental::{InputsOf, Pages},
    render::reads::{PooledRead, Read, Reads},
    schema::CollectionType,
    site::Site,
    snapshot::Snapshot,
};

/// Warns of entries of which no page read anything, and to which nothing refers. Where `known` says already that a section
/// leaves an entry out, that is enough.
pub(super) fn check(
    pages: &[InputsOf],
    published: Option<&Pages<'_>>,
    Snapshot { site, renderer, .. }: &Snapshot,
    known: &Diagnostics,
) -> Diagnostics {
    let candidates: Vec<(&CollectionType, &Entry)> = candidates(site).collect();
    let mut found = Diagnostics::default();
    // A template with a mistake doesn't read all that it will show once it is corrected, nor has a page with one all of its
    // sections.
    let is_template = |found: &Diagnostic| found.code == Code::Template;
    let is_unread = || site.pages.iter().any(|page| known.has_errors_in(page.file));
    if candidates.is_empty() || known.iter().any(is_template) || is_unread() {
        return found;
    }
    let pooled: Vec<Arc<Read>> =
        pooled(pages).into_iter().filter_map(|read| renderer.inputs().read(read)).collect();
    let mut read_entries = ReadEntries::of_collections(&candidates);
    pooled
        .iter()
        .map(|read| &**read)
        .chain(reused(pages, published))
        .for_each(|read| read_entries.note(read));
    let is_known = |entry: &Entry| {
        let mut known = known.iter().chain(known.allowed());
        known.any(|warning| warning.primary.span.file == entry.file && is_not_listed(warning.code))
    };
    for (found_in, entry) in candidates {
        let collection = &found_in.collection;
        let is_seen = read_entries.has(&collection.name, &entry.id);
        if is_seen || is_known(entry) || !site.mentions(&collection.name, &entry.id, None).is_empty() {
            continue;
        }
        let title = entry.table.get("title").or_else(|| entry.table.get("name"));
        let span = title.map_or(Span::whole(entry.file), |title| title.span);
        let [noun, nouns] = &collection.nouns;
        let message = format!("no page shows the {noun} \"{}\"", entry.id);
        found.push(Diagnostic::new(Lint::EntryNotShown, span, message).label("nobody gets to see it").help(
            format!(
                "add it to a section that shows {nouns}, or such a section to a page; or remove its file"
            ),
        ));
    }
    found
}

/// The entries that are seen on other pages only.
fn candidates(site: &Site) -> impl Iterator<Item = (&CollectionType, &Entry)> {
    let collections = site.types.collections.iter();
    let collections =
        collections.filter(|(_, found)| found.page.is_none() && found.collection.listed.is_none());
    collections.flat_map(|(name, found)| {
        let entries = site.collections.get(name).map(Vec::as_slice).unwrap_or_default();
        entries.iter().map(move |entry| (found, entry))
    })
}

fn is_not_listed(code: diagnostics::Code) -> bool {
    [Lint::ClassNotListed, Lint::PlanNotListed, Lint::TrainerNotListed].iter().any(|lint| code == *lint)
}

/// What the pages that were rendered read, each once.
fn pooled(pages: &[InputsOf]) -> HashSet<PooledRead> {
    let (mut pooled, mut included) = (HashSet::default(), HashSet::default());
    let rendered = pages.iter().filter_map(|page| match page {
        InputsOf::Rendered(reads) => reads.as_ref(),
        InputsOf::Reused(_) => None,
    });
    let mut pending: Vec<&Reads> = rendered.collect();
    while let Some(reads) = pending.pop() {
        pooled.extend(reads.own.iter().copied());
        pending.extend(
            reads
                .included
                .iter()
                .map(|shared| &**shared)
                .filter(|shared| included.insert(std::ptr::from_ref(*shared))),
        );
    }
    pooled
}

/// What the pages read that weren't rendered again.
fn reused<'p>(pages: &[InputsOf], published: Option<&'p Pages<'_>>) -> impl Iterator<Item = &'p Read> {
    let inputs = pages.iter().filter_map(|page| match page {
        InputsOf::Rendered(_) => None,
        InputsOf::Reused(inputs) => Some(inputs),
    });
    published.into_iter().flat_map(move |published| published.reads_of(inputs.clone()))
}

/// The entries of some collections of which pages read something.
struct ReadEntries<'r> {
    /// The names of these collections. They are few, and most reads are of others.
    names: Vec<&'r str>,
    /// By collection and id.
    entries: HashSet<(&'r str, &'r str)>,
    /// Collections that were read as a whole.
    collections: HashSet<&'r str>,
}

impl<'r> ReadEntries<'r> {
    /// None yet of the collections of these entries.
    fn of_collections(entries: &[(&'r CollectionType, &'r Entry)]) -> Self {
        let mut names: Vec<&str> = entries.iter().map(|(found, _)| &*found.collection.name).collect();
        names.dedup();
        Self { names, entries: HashSet::default(), collections: HashSet::default() }
    }

    fn note(&mut self, read: &'r Read) {
        match read {
            Read::Field { collection, id, .. } | Read::Existence { collection, id } => {
                if self.names.contains(&&**collection) {
                    self.entries.insert((collection, id));
                }
            }
            Read::Collection(collection) => {
                self.collections.insert(collection);
            }
            // None of them is of the declared fields of entries.
            Read::Single(_)
            | Read::SiteField(_)
            | Read::List { .. }
            | Read::Mentions { .. }
            | Read::Count(_)
            | Read::PostHead(_)
            | Read::PostTerms(_)
            | Read::PostBody(_)
            | Read::Blog
            | Read::Category(_)
            | Read::Tag(_)
            | Read::Feed(_)
            | Read::Week
            | Read::Changes
            | Read::Closures
            | Read::Year
            | Read::Today
            | Read::Page(_)
            | Read::Template(_)
            | Read::Asset(_)
            | Read::Stylesheets(_)
            | Read::Fonts
            | Read::Surface
            | Read::Picture(_)
            | Read::Islands => {}
        }
    }

    fn has(&self, collection: &str, id: &str) -> bool {
        self.collections.contains(collection) || self.entries.contains(&(collection, id))
    }
}
