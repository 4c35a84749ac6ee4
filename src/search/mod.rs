//! The index by which the search finds pages and entries: `/search.json`. In a large site, the words are in a file for
//! each first letter, and the shown parts of documents in files of some hundred. `components/search/find.ts` reads
//! them.

mod documents;
pub mod words;

use std::collections::BTreeMap;

use foldhash::HashMap;
use serde::Serialize;

use self::documents::{SearchDocument, ShownDocument};
use crate::{
    cache,
    diagnostic::FileId,
    output::{Artifact, Origin, OutputPath},
    schema::{CollectionType, Role},
    site::Site,
};

/// The largest index, in bytes, that is one file. Compression saves two thirds of it.
const ONE_FILE: usize = 300_000;

/// The number of documents in a file, if the index has several. Documents are in the order of their dates, so that a
/// new post changes one file only.
const DOCUMENTS: usize = 200;

/// The number of times from which on a word counts as a subject of the text.
const OFTEN: u32 = 3;

/// The place of a word in a document, in the order of relevance, the least relevant first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WordField {
    /// In its text.
    Text,
    /// In its excerpt or a heading, or several times in its text.
    Stressed,
    /// In the title of one of its terms, or in the name of its kind.
    Term,
    /// In its title.
    Title,
}

/// The documents with a word, in the order of their numbers, as four times the difference to the number after the
/// previous one, plus the place.
type Postings = Vec<u32>;

/// Postings by word.
type IndexWords = BTreeMap<Box<str>, Postings>;

/// The index of a site's documents.
#[derive(Debug)]
pub struct SearchIndex {
    root: Vec<u8>,
    parts: BTreeMap<OutputPath, Artifact>,
}

/// `/search.json`.
#[derive(Serialize)]
struct IndexRoot<'s> {
    count: usize,
    /// The beginning of the addresses of posts.
    posts: String,
    /// The titles of terms, and the names of kinds.
    terms: Vec<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<&'s [ShownDocument<'s>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<&'s IndexWords>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<IndexParts>,
}

/// The addresses of the files of a large index.
#[derive(Serialize)]
struct IndexParts {
    /// The number of documents in each file but the last one.
    each: usize,
    documents: Vec<String>,
    /// By the first letter of the words.
    words: BTreeMap<char, String>,
}

impl SearchIndex {
    /// The beginning of the paths of all parts, which are among the files with hashes in their names.
    pub const START: &str = "assets/search";

    /// Reads every document on this thread. A thread of a pool, while it waits for others, may start to render a page,
    /// which waits for the index.
    ///
    /// # Errors
    /// If `proceed` fails, which is called before each document.
    pub fn build<E>(site: &Site, proceed: impl Fn() -> Result<(), E>) -> Result<Self, E> {
        let documents = documents::all(site);
        let words = collect_words(&documents, &proceed)?;
        let terms = documents::all_terms(site, &documents);
        let shown = documents::shown(&documents, &terms);
        let blog = site.project.types.collection_of(Role::Blog);
        let mut root = IndexRoot {
            count: documents.len(),
            posts: site.address.base.href(blog.and_then(CollectionType::root).unwrap_or("/")),
            terms,
            documents: Some(&shown),
            words: Some(&words),
            parts: None,
        };
        // The index of thousands of documents need not be written as a whole to see that it is too long.
        let least: usize = shown.iter().map(ShownDocument::least_length).sum();
        let whole = (least <= ONE_FILE).then(|| json(&root)).filter(|whole| whole.len() <= ONE_FILE);
        if let Some(root) = whole {
            return Ok(Self { root, parts: BTreeMap::new() });
        }
        let origin = site.blog_page().map_or(site.gym.file, |page| page.file);
        let mut parts = BTreeMap::new();
        let mut addresses = Vec::new();
        for chunk in shown.chunks(DOCUMENTS) {
            proceed()?;
            addresses.push(add_part(json(&chunk), origin, site, &mut parts));
        }
        let mut letters: BTreeMap<char, BTreeMap<&str, &Postings>> = BTreeMap::new();
        for (word, postings) in &words {
            letters.entry(word.chars().next().unwrap_or_default()).or_default().insert(word, postings);
        }
        let mut words = BTreeMap::new();
        for (letter, postings) in &letters {
            proceed()?;
            words.insert(*letter, add_part(json(postings), origin, site, &mut parts));
        }
        root.documents = None;
        root.words = None;
        root.parts = Some(IndexParts { each: DOCUMENTS, documents: addresses, words });
        Ok(Self { root: json(&root), parts })
    }

    /// The file that is loaded first.
    pub fn root(&self) -> &[u8] {
        &self.root
    }

    /// The other files, by path.
    pub fn parts(&self) -> &BTreeMap<OutputPath, Artifact> {
        &self.parts
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    // Texts, numbers, lists, and maps with texts as keys can always be written.
    let mut json = serde_json::to_vec(value).unwrap_or_default();
    // It has been doubled as it grew, and is kept until the site is written.
    json.shrink_to_fit();
    json
}

/// Adds a file named after its bytes. Returns its address.
fn add_part(
    bytes: Vec<u8>,
    origin: FileId,
    site: &Site,
    parts: &mut BTreeMap<OutputPath, Artifact>,
) -> String {
    let name = cache::short(&blake3::hash(&bytes), 16);
    let address = format!("/{}/{name}.json", SearchIndex::START);
    let file = Artifact::hashed(&address, bytes, Origin { content: origin, template: None });
    parts.extend(file.map(|file| (file.path.clone(), file)));
    site.address.root.href(&address)
}

/// The documents with a word, collected while documents are read in turn.
#[derive(Default)]
struct Occurrences {
    postings: Postings,
    /// The number after the last document.
    next: u32,
    /// The place of the word in the last document, and how often it occurs there.
    place: Option<WordField>,
    times: u32,
}

fn collect_words<E>(
    documents: &[SearchDocument<'_>],
    proceed: impl Fn() -> Result<(), E>,
) -> Result<IndexWords, E> {
    let mut words: HashMap<Box<str>, Occurrences> = HashMap::default();
    for (number, document) in (0..).zip(documents) {
        proceed()?;
        document.read(|text, place| {
            words::each(text, |word| {
                if let Some(occurrences) = words.get_mut(word) {
                    occurrences.add(number, place);
                } else {
                    words.entry(word.into()).or_default().add(number, place);
                }
            });
        });
    }
    Ok(words.into_iter().map(|(word, occurrences)| (word, occurrences.postings)).collect())
}

impl Occurrences {
    fn add(&mut self, document: u32, place: WordField) {
        if self.next <= document {
            self.postings.push((document - self.next) * 4);
            (self.next, self.place, self.times) = (document + 1, None, 0);
        }
        self.times += 1;
        let often = if self.times >= OFTEN { WordField::Stressed } else { WordField::Text };
        let place = place.max(often).max(self.place.unwrap_or(WordField::Text));
        self.place = Some(place);
        if let Some(posting) = self.postings.last_mut() {
            *posting = *posting / 4 * 4 + place as u32;
        }
    }
}
