//! What the search finds, and what it shows of each: ordinary pages, the pages of entries, and posts.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet},
};

use pulldown_cmark::{Event, Tag, TagEnd};
use serde::Serialize;

use super::WordField;
use crate::{
    content::Entry,
    routes::{DESCRIPTIONS, TITLES},
    schema::{
        CollectionType, Data, Name, Role, Scalar, Table,
        decode::value::{Markdown, Weekday},
    },
    site::{PageFile, Post, Site},
};

/// Characters that are shown of an excerpt.
const EXCERPT: usize = 120;

/// The field of a text that stands above others.
const HEADING: &str = "heading";

/// A page that is found.
#[derive(Debug)]
pub(super) struct Document<'s> {
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
    let of_entries =
        |(_, declared): &(&Name, &CollectionType)| declared.is_searched && declared.role != Some(Role::Blog);
    let collections = site.types.collections.iter().filter(of_entries);
    let entries = collections.flat_map(|(name, declared)| entry_documents(name, declared, site));
    let blog = site.types.collection_of(Role::Blog);
    let posts = site.posts.shown.iter().rev().filter(|_| blog.is_none_or(|blog| blog.is_searched));
    let kind = blog.and_then(|blog| site.kind_of(&blog.collection.name));
    let posts = posts.map(|post| post_document(post, kind));
    pages.chain(entries).chain(posts).collect()
}

/// A page of sections. Of one that there is for each day, the first day stands for all, unless a page shows the whole
/// week.
fn page_document<'s>(page: &'s PageFile, site: &'s Site) -> Option<Document<'s>> {
    if page.is_daily && site.week_page().is_some() {
        return None;
    }
    let day = Weekday::ALL.into_iter().next().filter(|_| page.is_daily);
    Some(Document {
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
    declared: &'s CollectionType,
    site: &'s Site,
) -> impl Iterator<Item = Document<'s>> {
    let kind = site.kind_of(name);
    let entries = site.collections.get(name).map(Vec::as_slice).unwrap_or_default();
    entries.iter().filter_map(move |entry| {
        let address = site.base.href(&declared.path(&entry.id)?).into();
        Some(entry_document(entry, address, kind))
    })
}

fn entry_document<'s>(entry: &'s Entry, address: Cow<'s, str>, kind: Option<&'s str>) -> Document<'s> {
    let table = &*entry.table;
    let [titles, excerpts] = [TITLES, DESCRIPTIONS]
        .map(|keys| keys.iter().copied().find_map(|key| Some((key, plain(table, key)?))));
    let (title_key, title) = titles.unwrap_or(("", &entry.id));
    // Of one that has nothing to say it in short, the first text does.
    let first = || table.iter().map(|(key, _)| &**key).filter(|key| *key != title_key);
    let first = || first().find_map(|key| Some((key, plain(table, key)?)));
    let (excerpt_key, excerpt) = excerpts.or_else(first).unwrap_or_default();
    let (terms, known) = (kind.into_iter().collect(), [title_key, excerpt_key]);
    Document { terms, title, excerpt, address, tables: vec![table], known }
}

fn plain<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    Some(table.get(key)?.value.as_text()?)
}

fn post_document<'s>(post: &'s Post, kind: Option<&'s str>) -> Document<'s> {
    let terms = post.category.iter().chain(&post.tags).map(|(_, title)| title.as_str());
    Document {
        terms: distinct(terms.chain(kind)),
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
        Data::Str(scalar, text) if *scalar == Scalar::TEXT => {
            take(text, if key == HEADING { WordField::Stressed } else { WordField::Text });
        }
        Data::Markdown(markdown) => read_markdown(markdown, take),
        Data::Table(table) => table.iter().for_each(|(key, value)| read_value(key, &value.value, take)),
        Data::List(elements) => elements.iter().for_each(|element| read_value(key, &element.value, take)),
        _ => {}
    }
}

fn read_markdown(markdown: &Markdown, take: &mut impl FnMut(&str, WordField)) {
    let (mut body, mut headings) = (String::new(), String::new());
    let mut in_heading = false;
    for event in Markdown::parse(markdown.as_str()) {
        let part = if in_heading { &mut headings } else { &mut body };
        match event {
            Event::Text(text) | Event::Code(text) => part.push_str(&text),
            Event::Start(Tag::Heading { .. }) => in_heading = true,
            // Emphasis can end within a word.
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
            Event::End(end) => {
                in_heading &= !matches!(end, TagEnd::Heading(_));
                part.push(' ');
            }
            Event::SoftBreak | Event::HardBreak | Event::FootnoteReference(_) => part.push(' '),
            _ => {}
        }
    }
    take(&body, WordField::Text);
    take(&headings, WordField::Stressed);
}

/// The names of all categories, tags and kinds, each once.
pub(super) fn all_terms<'s>(site: &'s Site, documents: &[Document<'s>]) -> Vec<&'s str> {
    let blog_terms = site.posts.categories.iter().chain(&site.posts.tags).map(|term| term.title.as_str());
    distinct(blog_terms.chain(documents.iter().flat_map(|document| document.terms.iter().copied())))
}

/// Each of the terms once.
fn distinct<'t>(terms: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut seen = HashSet::new();
    terms.filter(|term| seen.insert(*term)).collect()
}

/// What is shown of a document: title, address, excerpt, and the numbers of its terms.
#[derive(Serialize)]
pub(super) struct ShownDocument<'s>(String, &'s str, String, Vec<u32>);

/// What is shown of each.
pub(super) fn shown<'s>(documents: &'s [Document<'_>], terms: &[&str]) -> Vec<ShownDocument<'s>> {
    let numbers: BTreeMap<&str, u32> = terms.iter().copied().zip(0..).collect();
    let shown = |document: &'s Document<'_>| {
        let terms = document.terms.iter().filter_map(|term| numbers.get(term).copied()).collect();
        let excerpt = shortened(&one_line(document.excerpt));
        ShownDocument(one_line(document.title), &document.address, excerpt, terms)
    };
    documents.iter().map(shown).collect()
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
