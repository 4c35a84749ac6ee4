//! The index with which the search finds pages, entries and posts: `/search.bin`, and for a large site, parts of it
//! that a query loads as it needs them. All of them are text, deflated.

mod prefixes;
mod files;
mod lines;
mod cached_words;
mod documents;
mod postings;
mod indexer;
mod spellings;
mod text;
mod vocabulary;
pub mod words;

use std::{
    collections::BTreeMap,
    panic::resume_unwind,
    sync::{Arc, LazyLock},
    thread,
};

use rayon::{ThreadPoolBuilder, prelude::*};
use serde_json::json;

use self::{
    documents::Document,
    files::{Deflater, Parts},
    lines::{Line, ListPart},
    prefixes::Listed,
    vocabulary::{Postings, Vocabulary},
};
use crate::{
    cache::Cache,
    output::{Artifact, OutputPath},
    site::{Site, blog_root},
    source::Sources,
};

/// An index of at most so many bytes is one file.
const WHOLE: usize = 10_000;

/// How large the parts of a list are, in bytes. They grow from `least` to `most` when there would be more than `many`
/// of them; then they become more.
#[derive(Clone, Copy)]
struct Measure {
    least: usize,
    most: usize,
    many: usize,
}

const WORDS: Measure = Measure { least: 1_200, most: 6_000, many: 560 };
const SPELLINGS: Measure = Measure { least: 1_200, most: 2_500, many: 180 };

impl Measure {
    /// The bytes of a part of these lines.
    fn part_size(self, lines: &[Line<'_>]) -> usize {
        let total: usize = lines.iter().map(|line| line.weight).sum();
        total.div_ceil(self.many).clamp(self.least, self.most)
    }
}

/// What the key of a list of words takes, once deflated; the letters of a spelling take the same.
const KEY: usize = 3;

/// Stands behind a key that is the beginning of many words.
const PREFIX: &str = "*";

/// An index that is made when it's first used.
pub type LazyIndex = LazyLock<SearchIndex, Box<dyn FnOnce() -> SearchIndex + Send>>;

/// The index of this site, made when it is first used.
pub fn lazily(site: Arc<Site>, sources: Arc<Sources>, cache: Cache) -> LazyIndex {
    LazyLock::new(Box::new(move || on_own_threads(|| SearchIndex::build(&site, &sources, &cache))))
}

/// Runs `work` in a pool of its own: a thread of the pool that renders could begin with a page that waits for the index
/// while it waits for a part of the index itself, and deadlock.
fn on_own_threads<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let run = || match ThreadPoolBuilder::new().build() {
        Ok(pool) => pool.install(work),
        Err(error) => {
            tracing::warn!("the index of the search has no threads of its own: {error}");
            work()
        }
    };
    thread::scope(|scope| scope.spawn(run).join().unwrap_or_else(|why| resume_unwind(why)))
}

/// The index of a site's documents: what can be found.
#[derive(Debug)]
pub struct SearchIndex {
    root: Vec<u8>,
    parts: BTreeMap<OutputPath, Artifact>,
}

impl SearchIndex {
    /// Reads every document whose words aren't in the cache.
    pub fn build(site: &Site, sources: &Sources, cache: &Cache) -> Self {
        let documents = documents::all(site);
        cached_words::with_words(&documents, sources, cache, |words| Self::collect(words, &documents, site))
    }

    fn collect(words: &Vocabulary, documents: &[Document<'_>], site: &Site) -> Self {
        let words: Vec<Word<'_>> = words.iter().collect();
        let lines = word_lines(&words, "", documents.len());
        let terms = documents::all_terms(site, documents);
        let shown = documents::lines(documents, &terms);
        let mut head = json!({
            "count": documents.len(),
            "posts": site.base.href(blog_root(&site.types)),
            "parts": site.base.href(&format!("/{}/", files::FOLDER)),
            "terms": terms,
        });
        if let Some(root) = whole(&head.to_string(), &shown, &lines) {
            return Self { root, parts: BTreeMap::new() };
        }
        let each = documents::each(shown.len());
        if let Some(head) = head.as_object_mut() {
            head.insert("each".to_owned(), each.into());
        }
        let mut written = Parts::new(site.paged("posts").map_or(site.gym_file, |page| page.file));
        let parts: Vec<String> = shown.chunks(each).map(|part| part.join("\n")).collect();
        let names = written.add_all(&parts, |part| vec![part.as_str()]).concat();
        let [word_starts, words_in] = written.add_list(&split_words(&words, lines, shown.len()));
        let [spelling_starts, spellings_in] = written.add_list(&split_spellings(&words));
        let root = [head.to_string(), names, word_starts, words_in, spelling_starts, spellings_in];
        let root = Deflater::best().deflate(&root.each_ref().map(String::as_str));
        Self { root, parts: written.files }
    }

    /// With which the paths of all parts begin.
    pub const START: &str = files::FOLDER;

    /// The file that is loaded first.
    pub fn root(&self) -> &[u8] {
        &self.root
    }

    /// The other files, by path.
    pub fn parts(&self) -> &BTreeMap<OutputPath, Artifact> {
        &self.parts
    }
}

/// The index in one file, if that's small enough.
fn whole(head: &str, shown: &[String], lines: &[Line<'_>]) -> Option<Vec<u8>> {
    let words = lines.iter().map(|line| line.key.len() + line.value.len()).sum::<usize>();
    let lines_shown = shown.iter().map(String::len).sum::<usize>();
    // Text gets three times smaller; of more than that, it needn't be tried.
    if words + lines_shown > 5 * WHOLE {
        return None;
    }
    let lists = lines::text(lines);
    let root = Deflater::best().deflate(&[head, &shown.join("\n"), &lists.keys, &lists.values]);
    (root.len() <= WHOLE).then_some(root)
}

/// A word and its documents.
type Word<'a> = (&'a str, &'a Postings);

fn word_lines<'a>(words: &[(&'a str, &Postings)], end: &str, documents: usize) -> Vec<Line<'a>> {
    let line = |(key, postings): &(&'a str, &Postings)| Line {
        key,
        end: end.to_owned(),
        value: postings::list(postings),
        weight: KEY + postings::weight(postings, documents),
    };
    words.par_iter().map(line).collect()
}

fn split_words<'a>(words: &[Word<'a>], mut lines: Vec<Line<'a>>, documents: usize) -> Vec<ListPart> {
    let most = WORDS.part_size(&lines);
    let listed = words.iter().zip(&lines);
    let listed = listed.map(|((word, postings), line)| Listed { word, postings, weight: line.weight });
    let prefixes = prefixes::collect(&listed.collect::<Vec<_>>(), documents, most);
    let prefixes: Vec<_> = prefixes.iter().map(|(key, postings)| (*key, postings)).collect();
    let marked = word_lines(&prefixes, PREFIX, documents);
    lines.splice(..0, marked);
    // A beginning stays before the word that is the same.
    lines.sort_by_key(|line| line.key);
    lines::split(&lines, most)
}

fn split_spellings<'a>(words: &[Word<'a>]) -> Vec<ListPart> {
    let spellings = spellings::variants(words.iter().map(|(word, _)| *word));
    let line = |(key, heads): &(&'a str, Vec<&str>)| Line {
        key,
        end: spellings::heads(heads),
        value: String::new(),
        weight: KEY * heads.len(),
    };
    let lines: Vec<Line<'_>> = spellings.iter().map(line).collect();
    lines::split(&lines, SPELLINGS.part_size(&lines))
}
