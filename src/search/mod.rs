//! The index with which the blog's search finds posts: `/search.json`, and for a large blog, parts of it that a
//! query loads as it needs them.

mod beginnings;
mod lines;
mod postings;
mod posts;
mod spellings;
mod text;
mod vocabulary;
pub mod words;

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use serde_json::{Value as Json, json};

use self::{
    beginnings::Listed,
    lines::{Line, Part},
    postings::Lists,
    vocabulary::{Postings, Vocabulary},
};
use crate::{
    diagnostic::FileId,
    output::{Artifact, Origin, OutputPath},
    site::Site,
};

/// Where the parts are: with the other files that have a hash in their names.
const FOLDER: &str = "assets/search";

/// An index of at most so many bytes is one file.
const WHOLE: usize = 64_000;

/// How large the parts of a list are, and how many there may be before they grow.
#[derive(Clone, Copy)]
struct Measure {
    bytes: usize,
    parts: usize,
}

const WORDS: Measure = Measure { bytes: 9_000, parts: 240 };
const SPELLINGS: Measure = Measure { bytes: 7_000, parts: 80 };
const POSTS: Measure = Measure { bytes: 11_000, parts: 170 };

impl Measure {
    /// The bytes of a part of a list that has `total`.
    fn of(self, total: usize) -> usize {
        self.bytes.max(total.div_ceil(self.parts))
    }
}

/// Stands behind a key that is the beginning of many words.
const BEGINNING: &str = "*";

/// An index that is made when it's first looked at.
pub type LazyIndex = LazyLock<SearchIndex, Box<dyn FnOnce() -> SearchIndex + Send>>;

/// The index of this site, once somebody wants it.
pub fn lazily(site: Arc<Site>) -> LazyIndex {
    LazyLock::new(Box::new(move || SearchIndex::of(&site)))
}

/// The index of a site's posts.
#[derive(Debug)]
pub struct SearchIndex {
    root: Vec<u8>,
    parts: BTreeMap<OutputPath, Artifact>,
}

impl SearchIndex {
    /// Reads every published post.
    pub fn of(site: &Site) -> Self {
        // The oldest first, so that a new post changes the numbers of no other.
        let posts = || site.posts.iter().rev().map(|post| &**post);
        let vocabulary = Vocabulary::of(posts());
        let words = vocabulary.sorted();
        let lists = Lists::of(words.iter().map(|(_, postings)| *postings));
        let terms = posts::all_terms(site);
        let shown = posts::lines(posts(), &terms);
        let bytes = words.iter().map(|(word, _)| word.len()).sum::<usize>()
            + lists.length()
            + shown.iter().map(String::len).sum::<usize>();
        let mut files = Files { origin: site.blog_page.file, parts: BTreeMap::new() };
        let found_in = match bytes <= WHOLE {
            true => whole(&words, &lists, &shown),
            false => json!({
                "words": files.add(split_words(&words, &lists, site.posts.len())),
                "spellings": files.add(split_spellings(&words)),
                "posts": files.add(split_posts(&shown)),
            }),
        };
        let root = json!({
            "count": site.posts.len(),
            "pages": site.base.href("/blog/"),
            "parts": site.base.href(&format!("/{FOLDER}/")),
            "terms": terms,
            "in": found_in,
        });
        Self { root: root.to_string().into_bytes(), parts: files.parts }
    }

    /// With which the paths of all parts begin.
    pub const START: &str = FOLDER;

    /// The file that is loaded first.
    pub fn root(&self) -> &[u8] {
        &self.root
    }

    /// The other files, by path.
    pub fn parts(&self) -> &BTreeMap<OutputPath, Artifact> {
        &self.parts
    }
}

/// A word and its posts.
type Word<'a> = (&'a str, &'a Postings);

/// An index in one file: the text of each list.
fn whole(words: &[Word<'_>], lists: &Lists, shown: &[String]) -> Json {
    let lines: Vec<Line<'_>> = word_lines(words, lists).collect();
    let words: Vec<String> = lines::split(&lines, usize::MAX).into_iter().map(|part| part.text).collect();
    json!({ "words": words.concat(), "posts": shown.join("\n") })
}

fn word_lines<'a>(words: &[Word<'a>], lists: &'a Lists) -> impl Iterator<Item = Line<'a>> {
    words.iter().zip(lists.iter()).map(|((key, _), value)| Line { key, end: String::new(), value })
}

fn split_words(words: &[Word<'_>], lists: &Lists, posts: usize) -> Vec<Part> {
    let most = WORDS.of(lists.length());
    let listed = words.iter().zip(lists.iter());
    let listed =
        listed.map(|((word, postings), list)| Listed { word, postings, length: word.len() + list.len() });
    let beginnings = beginnings::of(&listed.collect::<Vec<_>>(), posts, most);
    let beginning_lists = Lists::of(beginnings.values());
    let marked = beginnings.keys().zip(beginning_lists.iter()).map(|(key, value)| Line {
        key,
        end: BEGINNING.to_owned(),
        value,
    });
    let mut lines: Vec<Line<'_>> = marked.chain(word_lines(words, lists)).collect();
    // A beginning stays before the word that is the same.
    lines.sort_by_key(|line| line.key);
    lines::split(&lines, most)
}

fn split_spellings<'a>(words: &[Word<'a>]) -> Vec<Part> {
    let spellings = spellings::of(words.iter().map(|(word, _)| *word));
    let line = |(key, heads): &(&'a str, Vec<&str>)| Line { key, end: spellings::heads(heads), value: "" };
    let lines: Vec<Line<'_>> = spellings.iter().map(line).collect();
    lines::split(&lines, SPELLINGS.of(lines.iter().map(Line::length).sum()))
}

/// The parts begin with the number of a post.
fn split_posts(shown: &[String]) -> Vec<Part> {
    let parts = posts::split(shown, POSTS.of(shown.iter().map(String::len).sum()));
    parts.into_iter().map(|(first, text)| Part { from: first.to_string(), text }).collect()
}

/// Files named after what they hold.
struct Files {
    origin: FileId,
    parts: BTreeMap<OutputPath, Artifact>,
}

impl Files {
    /// Adds the parts of a list. Each is told by what it begins with, and its name.
    fn add(&mut self, parts: Vec<Part>) -> Json {
        let mut told = String::new();
        for part in parts {
            let name = &blake3::hash(part.text.as_bytes()).to_hex()[..8];
            if let Some(path) = OutputPath::new(&format!("{FOLDER}/{name}.txt")) {
                let origin = Origin { content: self.origin, template: None };
                let bytes = part.text.into_bytes().into();
                // A page that was opened before a deploy goes on with the parts that it knows.
                self.parts.insert(path.clone(), Artifact { path, bytes, origin, lingers: true });
            }
            let space = if told.is_empty() { "" } else { " " };
            told.extend([space, &part.from, ":", name]);
        }
        told.into()
    }
}
