//! The filter `long_word`: a class for headings with a word so long that the heading has to be smaller for it.

use super::search::words::is_unspaced;

/// As many letters fit into a heading of any size.
const USUAL: usize = 8;
/// The number in the class of all words that are longer than twenty-four letters. They are small, and may break.
const LONGEST: usize = 26;

/// The class of a heading whose longest word has more letters than the usual ones, or than `more_than`, with a space before
/// it, such as ` letters-12` for eleven or twelve; empty for all others. The rules of these classes are in
/// `templates/styles/base.css`.
///
/// A word ends at a space, a dash, a slash or a soft hyphen. Lines of a heading in Japanese break at nearly each letter.
pub(super) fn class(text: &str, more_than: Option<usize>) -> String {
    let usual = more_than.unwrap_or(USUAL);
    // A word has at most as many letters as the text has bytes.
    let letters = if text.len() <= usual { 0 } else { longest(text) };
    if letters > usual {
        format!(" letters-{}", letters.next_multiple_of(2).min(LONGEST))
    } else {
        String::new()
    }
}

/// The letters of the longest word.
fn longest(text: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || "-–—/\u{ad}".contains(c) || is_unspaced(c);
    let letters = |word: &str| word.chars().filter(|c| *c != SOFT_HYPHEN).count();
    text.split_inclusive(ends).map(|word| letters(word.trim_end())).max().unwrap_or_default()
}

/// What browsers show only where a line breaks at it.
const SOFT_HYPHEN: char = '\u{ad}';
