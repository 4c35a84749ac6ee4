//! Prefixes of many words: a query of two letters can't load all words that begin with them, so that their documents
//! are listed together.

use std::collections::BTreeMap;

use super::vocabulary::{Posting, Postings, WordField};

/// A word with its documents, and how many bytes it takes.
pub(super) struct Listed<'a> {
    pub word: &'a str,
    pub postings: &'a Postings,
    pub weight: usize,
}

/// Collects the prefixes whose words take more than `most` bytes together, with their documents. Of places they know
/// two: text, and title, which includes terms.
pub(super) fn collect<'a>(
    words: &[Listed<'a>],
    documents: usize,
    most: usize,
) -> BTreeMap<&'a str, Postings> {
    let mut found = BTreeMap::new();
    below(words, 1, documents, most, &mut found);
    found
}

/// The prefixes of `letters` letters, and all longer ones. `words` have all but the last of these in common.
fn below<'a>(
    words: &[Listed<'a>],
    letters: usize,
    documents: usize,
    most: usize,
    found: &mut BTreeMap<&'a str, Postings>,
) {
    for group in words.chunk_by(|a, b| start(a.word, letters) == start(b.word, letters)) {
        let Some(beginning) = group.last().and_then(|last| start(last.word, letters)) else { continue };
        if group.iter().map(|word| word.weight).sum::<usize>() > most && group.len() > 1 {
            found.insert(beginning, union(group, documents));
            below(group, letters + 1, documents, most, found);
        }
    }
}

/// The first letters. Returns `None` if there are fewer.
fn start(word: &str, letters: usize) -> Option<&str> {
    let (last, character) = word.char_indices().nth(letters - 1)?;
    word.get(..last + character.len_utf8())
}

fn union(words: &[Listed<'_>], documents: usize) -> Postings {
    let mut best: Vec<Option<WordField>> = vec![None; documents];
    for posting in words.iter().flat_map(|word| word.postings) {
        let place = if posting.place() >= WordField::Term { WordField::Title } else { WordField::Text };
        if let Some(best) = best.get_mut(posting.number() as usize) {
            *best = (*best).max(Some(place));
        }
    }
    (0..).zip(best).filter_map(|(number, place)| Some(Posting::new(number, place?))).collect()
}
