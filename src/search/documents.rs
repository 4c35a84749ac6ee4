//! The documents of the search: pages and entries, with the parts that it shows.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet},
};

use pulldown_cmark::{Event, Tag, TagEnd};
use serde::Serialize;

use super::WordField;
use crate::{
    content::Entry,
    schema::{
        Data, Role, Scalar, Table,
        decode::value::{Markdown, Weekday},
    },
    site::{PageFile, Site},
};

/// The most characters of a shown excerpt.
const EXCERPT: usize = 120;

/// The field for the heading of a text.
const HEADING: &str = "heading";

/// A page that the search can find.
#[derive(Debug)]
pub(super) struct SearchDocument<'s> {
    /// The titles of its terms, and the name of its kind; each once.
    pub terms: Vec<&'s str>,
    title: &'s str,
    excerpt: &'s str,
    /// For a post the last part of its address; for others the whole address, which begins with a slash.
    address: Cow<'s, str>,
    /// The tables with the rest of its text.
    tables: Vec<&'s Table>,
    /// The keys of title and excerpt in the tables.
    known: [&'s str; 2],
}

/// All documents. Posts come last, the oldest first, so that a new one changes no other number. Of documents found
/// equally well, the one with the highest number is shown first.
pub(super) fn all(site: &Site) -> Vec<SearchDocument<'_>> {
    let pages = site.pages.iter().filter(|page| page.is_listed);
    let mut documents: Vec<_> = pages.filter_map(|page| page_document(page, site)).collect();
    let mut posts = Vec::new();
    for (name, declared) in site.project.types.collections.iter().filter(|(_, declared)| declared.is_searched)
    {
        let is_blog = declared.role == Some(Role::Blog);
        let found = if is_blog { &mut posts } else { &mut documents };
        let label = site.kind_of(name);
        for entry in site.entries(name) {
            let Some(path) = site.entry_path(name, entry) else { continue };
            let address = if is_blog {
                Cow::Borrowed(&**entry.slug())
            } else {
                Cow::Owned(site.address.base.href(&path))
            };
            let terms = site.terms_of(declared, entry).map(|(_, term)| &*term.title);
            found.push(entry_document(entry, address, distinct(terms.chain(label))));
        }
    }
    documents.extend(posts.into_iter().rev());
    documents
}

/// The document for a page of sections. The page of the first day stands for those of all days; there is none if a page
/// shows the whole week.
fn page_document<'s>(page: &'s PageFile, site: &'s Site) -> Option<SearchDocument<'s>> {
    if page.is_daily && site.week_page().is_some() {
        return None;
    }
    let [first_day, ..] = Weekday::ALL;
    let day = page.is_daily.then_some(first_day);
    let forms = page.sections.iter().filter_map(|section| section.form.as_ref());
    let forms = forms.filter_map(|form| Some(&*site.collections.forms.get(form)?.table));
    Some(SearchDocument {
        terms: Vec::new(),
        title: page.title.as_str(),
        excerpt: page.description.as_str(),
        address: site.address.base.href(&page.path(1, day)).into(),
        tables: page.sections.iter().map(|section| &*section.table).chain(forms).collect(),
        known: [""; 2],
    })
}

fn entry_document<'s>(entry: &'s Entry, address: Cow<'s, str>, terms: Vec<&'s str>) -> SearchDocument<'s> {
    let table = &*entry.table;
    let [title, excerpt] = [Entry::TITLES, Entry::DESCRIPTIONS]
        .map(|keys| keys.iter().copied().find_map(|key| Some((key, plain(table, key)?))));
    let (title_key, title) = title.unwrap_or(("", &entry.id));
    let excerpt = excerpt.or_else(|| first_text(table, title_key));
    let (excerpt_key, excerpt) = excerpt.unwrap_or_default();
    SearchDocument { terms, title, excerpt, address, tables: vec![table], known: [title_key, excerpt_key] }
}

/// The first text of a table besides its title, with its key, for an entry without a description.
fn first_text<'t>(table: &'t Table, title_key: &str) -> Option<(&'t str, &'t str)> {
    let mut keys = table.iter().map(|(key, _)| &**key).filter(|key| *key != title_key);
    keys.find_map(|key| Some((key, plain(table, key)?)))
}

fn plain<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    Some(table.get(key)?.value.as_text()?)
}

impl SearchDocument<'_> {
    /// Calls `take` with its texts. No word is split between two texts.
    pub fn read(&self, mut take: impl FnMut(&str, WordField)) {
        for table in &self.tables {
            let others = table.iter().filter(|(key, _)| !self.known.contains(&&***key));
            for (key, value) in others {
                read_value(key, &value.value, &mut take);
            }
        }
        take(self.excerpt, WordField::Stressed);
        for term in &self.terms {
            take(term, WordField::Term);
        }
        take(self.title, WordField::Title);
    }
}

/// Calls `take` with the texts in a value that visitors read.
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
    for (event, _) in markdown.events() {
        let part = if in_heading { &mut headings } else { &mut body };
        match event {
            Event::Text(text) | Event::Code(text) => part.push_str(&text),
            Event::Start(Tag::Heading { .. }) => in_heading = true,
            // Emphasis can end within a word.
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
            Event::End(end) => {
                part.push(' ');
                if matches!(end, TagEnd::Heading(_)) {
                    in_heading = false;
                }
            }
            Event::SoftBreak | Event::HardBreak | Event::FootnoteReference(_) => part.push(' '),
            _ => {}
        }
    }
    take(&body, WordField::Text);
    take(&headings, WordField::Stressed);
}

/// The titles of all terms and the names of kinds, each once.
pub(super) fn all_terms<'s>(site: &'s Site, documents: &[SearchDocument<'s>]) -> Vec<&'s str> {
    let collections = site.project.types.collections.values();
    let terms = collections.flat_map(|declared| site.all_terms(declared)).map(|(_, term)| &*term.title);
    distinct(terms.chain(documents.iter().flat_map(|document| document.terms.iter().copied())))
}

/// The terms, each once.
fn distinct<'t>(terms: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut seen = HashSet::new();
    terms.filter(|term| seen.insert(*term)).collect()
}

/// The shown parts of a document: title, address, excerpt, and the numbers of its terms. It has no names, as each browser that
/// searches loads those of all documents.
#[derive(Serialize)]
pub(super) struct ShownDocument<'s>(String, &'s str, String, Vec<u32>);

impl ShownDocument<'_> {
    /// The bytes that it takes at least.
    pub(super) fn least_length(&self) -> usize {
        self.0.len() + self.1.len() + self.2.len()
    }
}

/// The shown parts of each document.
pub(super) fn shown<'s>(documents: &'s [SearchDocument<'_>], terms: &[&str]) -> Vec<ShownDocument<'s>> {
    let numbers: BTreeMap<&str, u32> = terms.iter().copied().zip(0..).collect();
    let mut shown = Vec::with_capacity(documents.len());
    for document in documents {
        let terms = document.terms.iter().filter_map(|term| numbers.get(term).copied()).collect();
        let excerpt = shortened(&one_line(document.excerpt));
        shown.push(ShownDocument(one_line(document.title), &document.address, excerpt, terms));
    }
    shown
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text, cut after the last whole word that fits.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(EXCERPT) else { return text.to_owned() };
    let start = text.get(..end).unwrap_or(text);
    let whole_words = start.rsplit_once(' ').map_or(start, |(words, _)| words);
    format!("{}…", whole_words.trim_end_matches(|c: char| !c.is_alphanumeric()))
}
