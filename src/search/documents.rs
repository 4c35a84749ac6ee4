//! What the search finds, and what it shows of each: ordinary pages, the pages of entries, and posts.

use std::{borrow::Cow, collections::BTreeMap};

use rayon::prelude::*;

use super::{
    postings::number,
    text::{self, TextPart},
    vocabulary::WordField,
};
use crate::{
    content::Entry,
    decode::value::Weekday,
    diagnostic::FileId,
    schema::{CollectionType, Data, Name, Table},
    site::{PageFile, Post, Site},
};

/// Characters that are shown of an excerpt.
const EXCERPT: usize = 120;

/// Documents of a part at least: with fewer, it hardly gets smaller.
const LEAST: usize = 6;

/// Parts that there may be before they grow.
const PARTS: usize = 560;

/// The keys under which an entry has what it is called, the first of them that it has.
const TITLES: [&str; 3] = ["title", "name", "heading"];

/// The keys under which it says in short what it is.
const EXCERPTS: [&str; 3] = ["summary", "excerpt", "description"];

/// The field of a text that stands above others.
const HEADING: &str = "heading";

/// A page that is found.
#[derive(Debug)]
pub(super) struct Document<'s> {
    /// The file that says what is on it.
    pub file: FileId,
    /// The names of its category and tags, or what its collection is called; each once.
    pub terms: Vec<&'s str>,
    title: &'s str,
    excerpt: &'s str,
    /// The last part of the address of a post; of all others the whole address, which begins with a slash.
    address: Cow<'s, str>,
    /// Where the rest of its text is.
    tables: Vec<&'s Table>,
    /// The keys of the tables under which title and excerpt are.
    known: [&'s str; 2],
}

/// All that is found. Posts come last, the oldest first, so that a new one changes the numbers of no other; of what is
/// found as well as another, the one with the higher number is shown first.
pub(super) fn all(site: &Site) -> Vec<Document<'_>> {
    let pages = site.pages.iter().filter(|page| page.is_listed).filter_map(|page| page_document(page, site));
    let of_collection =
        |(name, found): (&'_ Name, &'_ CollectionType)| found.is_searched && **name != *"posts";
    let collections = site.types.collections.iter().filter(|found| of_collection(*found));
    let entries = collections.flat_map(|(name, found)| entry_documents(name, found, site));
    let is_post_searched = site.types.collections.get("posts").is_none_or(|posts| posts.is_searched);
    let posts = site.posts.shown.iter().rev().filter(|_| is_post_searched);
    let kind = site.kind_of("posts");
    let posts = posts.map(|post| post_document(post, kind));
    pages.chain(entries).chain(posts).collect()
}

/// A page of sections. Of one that there is for each day, the first day stands for all, unless a page shows the whole
/// week.
fn page_document<'s>(page: &'s PageFile, site: &'s Site) -> Option<Document<'s>> {
    let day = match page.is_daily {
        true if site.week_page().is_some() => return None,
        true => Weekday::ALL.into_iter().next(),
        false => None,
    };
    Some(Document {
        file: page.file,
        terms: Vec::new(),
        title: page.title.as_str(),
        excerpt: page.description.as_str(),
        address: site.base.href(&page.path(1, day)).into(),
        tables: page.sections.iter().map(|section| &*section.table).collect(),
        known: [""; 2],
    })
}

/// The entries of a collection that have pages.
fn entry_documents<'s>(
    name: &'s Name,
    found: &'s CollectionType,
    site: &'s Site,
) -> impl Iterator<Item = Document<'s>> {
    let kind = site.kind_of(name);
    let entries = site.collections.get(name).map(Vec::as_slice).unwrap_or_default();
    entries.iter().filter_map(move |entry| {
        let address = site.base.href(&found.path(&entry.id)?).into();
        Some(entry_document(entry, address, kind))
    })
}

fn entry_document<'s>(entry: &'s Entry, address: Cow<'s, str>, kind: Option<&'s str>) -> Document<'s> {
    let table = &*entry.table;
    let [titles, excerpts] =
        [TITLES, EXCERPTS].map(|keys| keys.into_iter().find_map(|key| Some((key, plain(table, key)?))));
    let (title_key, title) = titles.unwrap_or(("", &entry.id));
    // Of one that has nothing to say it in short, the first text does.
    let first = || table.iter().map(|(key, _)| &**key).filter(|key| *key != title_key);
    let first = || first().find_map(|key| Some((key, plain(table, key)?)));
    let (excerpt_key, excerpt) = excerpts.or_else(first).unwrap_or_default();
    let (terms, known) = (kind.into_iter().collect(), [title_key, excerpt_key]);
    Document { file: entry.file, terms, title, excerpt, address, tables: vec![table], known }
}

fn plain<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    Some(table.get(key)?.value.as_text()?.as_str())
}

fn post_document<'s>(post: &'s Post, kind: Option<&'s str>) -> Document<'s> {
    let mut terms: Vec<&str> = Vec::new();
    let category = post.category.iter().map(|(_, title)| title.as_str());
    for term in category.chain(post.tags.iter().map(|(_, tag)| tag.as_str())).chain(kind) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    Document {
        file: post.file,
        terms,
        title: post.entry.title.value.as_str(),
        excerpt: post.entry.excerpt.as_str(),
        address: Cow::Borrowed(&post.slug),
        tables: vec![&post.table],
        known: ["title", "excerpt"],
    }
}

impl Document<'_> {
    /// Calls `take` with its text, piece by piece. No word is split between two pieces.
    pub fn read(&self, mut take: impl FnMut(&str, WordField)) {
        for table in &self.tables {
            let others = table.iter().filter(|(key, _)| !self.known.contains(&&***key));
            others.for_each(|(key, value)| read_value(key, &value.value, &mut take));
        }
        take(self.excerpt, WordField::Stressed);
        self.terms.iter().for_each(|term| take(term, WordField::Term));
        take(self.title, WordField::Title);
    }
}

/// Calls `take` with the texts of a value that visitors read as texts.
fn read_value(key: &str, data: &Data, take: &mut impl FnMut(&str, WordField)) {
    match data {
        Data::Text(text) if key == HEADING => take(text.as_str(), WordField::Stressed),
        Data::Text(text) => take(text.as_str(), WordField::Text),
        Data::Markdown(markdown) => text::read(markdown, |part, piece| match part {
            TextPart::Body => take(piece, WordField::Text),
            TextPart::Heading => take(piece, WordField::Stressed),
        }),
        Data::Table(table) => table.iter().for_each(|(key, value)| read_value(key, &value.value, take)),
        Data::List(elements) => elements.iter().for_each(|element| read_value(key, &element.value, take)),
        Data::Bool(_)
        | Data::Integer(_)
        | Data::Number(_)
        | Data::Price(_)
        | Data::Date(_)
        | Data::Datetime(_)
        | Data::Time(_)
        | Data::Weekday(_)
        | Data::Language(_)
        | Data::Currency(_)
        | Data::Zone(_)
        | Data::Colour(_)
        | Data::Email(_)
        | Data::Phone(_)
        | Data::Url(_)
        | Data::Link(_)
        | Data::Redirect(_)
        | Data::OldPath(_)
        | Data::Slug(_)
        | Data::Icon(_)
        | Data::Image(_)
        | Data::Font(_)
        | Data::Choice(_)
        | Data::Ref(_)
        | Data::Picture(_)
        | Data::Plural(_)
        | Data::Map(_)
        | Data::Any(_) => {}
    }
}

/// The names of all categories, tags and kinds, each once.
pub(super) fn all_terms<'s>(site: &'s Site, documents: &[Document<'s>]) -> Vec<&'s str> {
    let of_blog = site.posts.categories.iter().chain(&site.posts.tags).map(|term| term.title.as_str());
    let mut all = Vec::new();
    for term in of_blog.chain(documents.iter().flat_map(|document| document.terms.iter().copied())) {
        if !all.contains(&term) {
            all.push(term);
        }
    }
    all
}

/// A line for each: title, address, excerpt, terms.
pub(super) fn lines(documents: &[Document<'_>], terms: &[&str]) -> Vec<String> {
    let numbers: BTreeMap<&str, u32> = terms.iter().copied().zip(0..).collect();
    documents.par_iter().map(|document| line(document, &numbers)).collect()
}

fn line(document: &Document<'_>, numbers: &BTreeMap<&str, u32>) -> String {
    let mut line = one_line(document.title);
    line.push('\t');
    line.push_str(&document.address);
    line.push('\t');
    line.push_str(&shortened(&one_line(document.excerpt)));
    line.push('\t');
    for term in document.terms.iter().filter_map(|term| numbers.get(term)) {
        number(*term, &mut line);
    }
    line
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text, or as many of its first words as fit.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(EXCERPT) else { return text.to_owned() };
    let start = text.get(..end).unwrap_or(text);
    let whole_words = start.rsplit_once(' ').map_or(start, |(words, _)| words);
    format!("{}…", whole_words.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

/// How many of so many documents are in a part.
pub(super) fn each(documents: usize) -> usize {
    documents.div_ceil(PARTS).max(LEAST)
}
