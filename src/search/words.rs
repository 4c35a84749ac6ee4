//! The words of a text in the form that the search compares, without case and accents. `components/search/words.ts`
//! does the same in the browser, and a test compares the two.

use std::iter;

use icu_normalizer::DecomposingNormalizerBorrowed;
use icu_properties::{CodePointMapData, props::GeneralCategory, props::GeneralCategoryGroup};

use crate::{
    formats::is_unspaced,
    schema::decode::value::{ALIKE, is_accent},
};

/// The most letters of a word; longer words are cut.
const LONGEST: usize = 40;

/// Calls `take` with each word of `text`, in order.
///
/// A word consists of letters, their marks and digits. An apostrophe or prime within it is left out, so `don't` is
/// `dont`; an `s` behind one at the end is, too, so `gym's` is `gym`. In languages without spaces, each two
/// neighbouring letters are a word, and so is the last letter, so that a search finds words in the middle of a text.
pub fn each(text: &str, mut take: impl FnMut(&str)) {
    let mut word = String::new();
    let mut rest = text;
    while let Some(start) = rest.bytes().position(|byte| !byte.is_ascii() || byte.is_ascii_alphanumeric()) {
        rest = rest.get(start..).unwrap_or_default();
        // Most words are plain letters, which need no decoding.
        if let Some((plain, after)) = ascii_word(rest, u8::is_ascii_lowercase) {
            rest = after;
            take(plain.get(..LONGEST).unwrap_or(plain));
        } else if let Some((plain, after)) = ascii_word(rest, u8::is_ascii_alphanumeric) {
            rest = after;
            word.clear();
            word.push_str(plain.get(..LONGEST).unwrap_or(plain));
            word.make_ascii_lowercase();
            take(&word);
        } else {
            let Some((written, after)) = next_word(rest) else { return };
            rest = after;
            each_folded(written, &mut word, &mut take);
        }
    }
}

/// Splits off the word with which `text` begins, if it has only such characters.
fn ascii_word(text: &str, is_character: fn(&u8) -> bool) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let end = bytes.iter().position(|byte| !is_character(byte)).unwrap_or(bytes.len());
    let is_whole = end > 0 && bytes.get(end).is_none_or(ends_word);
    if is_whole { text.split_at_checked(end) } else { None }
}

/// True for a byte that can't continue a word. Beyond ASCII it may belong to a letter, and an apostrophe may stand within
/// a word.
fn ends_word(byte: &u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric() && *byte != b'\''
}

/// The first word as written, and the text behind it.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let from = text.get(text.find(is_part)?..)?;
    from.split_at_checked(written_length(from))
}

/// Calls `take` with the words of `written`, which has no spaces: its runs of letters, and the pairs of letters of those
/// languages that don't put spaces between words.
fn each_folded(written: &str, word: &mut String, take: &mut impl FnMut(&str)) {
    let mut rest = written;
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest.find(|letter| is_unspaced(letter) != unspaced).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        if unspaced {
            each_pair(run, word, take);
        } else {
            take_folded(run, word, take);
        }
    }
}

/// Calls `take` with each two neighbouring letters of `run`, and with the last letter.
fn each_pair(run: &str, word: &mut String, take: &mut impl FnMut(&str)) {
    let starts = run.char_indices().filter(|(_, letter)| !is_mark(*letter)).map(|(start, _)| start);
    // Marks at the beginning have no letter before them, so the first pair begins with them.
    let inner = starts.filter(|start| *start > 0);
    let bounds: Vec<usize> = iter::once(0).chain(inner).chain([run.len()]).collect();
    for (at, start) in bounds.iter().enumerate() {
        let end = bounds.get(at + 2).or_else(|| bounds.get(at + 1));
        if let Some(pair) = end.and_then(|end| run.get(*start..*end)) {
            take_folded(pair, word, take);
        }
    }
}

/// The length in bytes of the word with which `text` begins; zero if it doesn't begin with a word.
fn written_length(text: &str) -> usize {
    let mut length = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        if is_part(character) {
            length = at + character.len_utf8();
        } else if at == 0 || !is_apostrophe(character) || !next.is_some_and(is_part) {
            break;
        }
    }
    length
}

/// Calls `take` with the compared form of a word, unless it is empty.
fn take_folded(written: &str, word: &mut String, take: &mut impl FnMut(&str)) {
    word.clear();
    let possessor = written.strip_suffix(['s', 'S']).and_then(|owner| owner.strip_suffix(is_apostrophe));
    let stem = possessor.unwrap_or(written);
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(stem.chars());
    let lower = decomposed
        .filter(|character| !is_accent(*character))
        .flat_map(char::to_lowercase)
        .filter(|character| is_part(*character) && !is_apostrophe(*character));
    for character in lower.take(LONGEST) {
        match ALIKE.iter().find(|(from, _)| *from == character) {
            Some((_, to)) => word.push_str(to),
            None => word.push(character),
        }
    }
    if !word.is_empty() {
        take(word);
    }
}

fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '\u{2019}' | '\u{2bc}' | '\u{2032}')
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || is_mark(character)
}

fn is_mark(character: char) -> bool {
    !character.is_ascii()
        && GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(character))
}
