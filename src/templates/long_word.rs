//! The filter `long_word`: a class for headings with a word so long that they have to be smaller, and one for headings
//! with marks on letters, whose lines would touch.

use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::{
    formats::is_unspaced,
    schema::{StyleNames, decode::value::is_accent},
};

/// The most letters of a word that fits into a heading of any size.
const USUAL: usize = 8;

/// The number in the class of words with more than 24 letters. These headings are small, and may break within the word.
const LONGEST: usize = 26;

/// The hyphen that browsers show only at the end of a line.
const SOFT_HYPHEN: char = '\u{ad}';

/// The classes of a heading, each with a space before it. If the longest word has more letters than usual, or than
/// `more_than`, the class has their number, rounded up to an even one: ` letters-12` for eleven or twelve. ` marked`
/// follows if letters have accents or the like. `templates/design.toml` names the classes.
///
/// A word ends at a space, a dash, a slash or a soft hyphen. Headings in Japanese can break at nearly each letter.
pub(super) fn class(text: &str, more_than: Option<usize>, names: &StyleNames) -> String {
    let usual = more_than.unwrap_or(USUAL);
    // A word has at most as many letters as the text has bytes.
    let letters = if text.len() <= usual { 0 } else { longest(text) };
    let mut class = String::new();
    if letters > usual {
        class = format!(" {}", names.long_word(letters.next_multiple_of(2).min(LONGEST)));
    }
    if has_marks(text) {
        class = format!("{class} {}", names.marked);
    }
    class
}

/// True if a letter has a mark above or below, as in É, Å or Ç.
fn has_marks(text: &str) -> bool {
    !text.is_ascii() && DecomposingNormalizerBorrowed::new_nfd().normalize(text).contains(is_accent)
}

/// The number of letters in the longest word.
fn longest(text: &str) -> usize {
    text.split_inclusive(ends_word).map(letter_count).max().unwrap_or_default()
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || "-–—/".contains(c) || c == SOFT_HYPHEN || is_unspaced(c)
}

fn letter_count(word: &str) -> usize {
    word.trim_end().chars().filter(|c| *c != SOFT_HYPHEN && !is_accent(*c)).count()
}
