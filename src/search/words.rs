//! The words of a text as the search compares them: without case and accents. `components/search/words.ts` does
//! the same in the browser, and a test compares the two.

use icu_normalizer::DecomposingNormalizerBorrowed;
use icu_properties::{CodePointMapData, props::GeneralCategory, props::GeneralCategoryGroup};

use crate::decode::value::ALIKE;

/// Longer words are cut.
const LONGEST: usize = 40;

/// What an ASCII letter or digit is to a word.
const PLAIN: u8 = 1;
/// An upper-case one.
const UPPER: u8 = 2;

/// [`PLAIN`] or [`UPPER`] for each byte, 0 for one that is no ASCII letter or digit: looked up, as most of the time that
/// the index takes is spent on these.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let letter = byte as u8;
        #[expect(clippy::indexing_slicing, reason = "below 128")]
        if letter.is_ascii_uppercase() {
            classes[byte] = UPPER;
        } else if letter.is_ascii_alphanumeric() {
            classes[byte] = PLAIN;
        }
        byte += 1;
    }
    classes
};

fn class(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or_default()
}

/// Calls `take` with each word of `text`, in order.
///
/// A word is letters, their marks and digits. An apostrophe within it is left out, so `don't` is `dont`; the `s`
/// behind one at the end is, too, so `gym's` is `gym`.
pub fn each(text: &str, mut take: impl FnMut(&str)) {
    let mut word = String::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if class(*byte) == 0 && byte.is_ascii() {
            at += 1;
            continue;
        }
        let (mut end, mut classes) = (at, 0);
        while let Some(class) = bytes.get(end).map(|byte| class(*byte)).filter(|class| *class != 0) {
            classes |= class;
            end += 1;
        }
        // Most words are plain, and end with something that is neither letter nor apostrophe.
        if end > at && bytes.get(end).is_none_or(|next| next.is_ascii() && *next != b'\'') {
            let written = text.get(at..end.min(at + LONGEST)).unwrap_or_default();
            if classes & UPPER != 0 {
                word.clear();
                word.push_str(written);
                word.make_ascii_lowercase();
                take(&word);
            } else {
                take(written);
            }
            at = end;
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let length = written_length(rest);
        if length == 0 {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        fold(rest.get(..length).unwrap_or(rest), &mut word);
        if !word.is_empty() {
            take(&word);
        }
        at += length;
    }
}

/// How many bytes the word has with which `text` begins; none if it begins with no word.
fn written_length(text: &str) -> usize {
    let mut length = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        match () {
            () if is_part(character) => length = at + character.len_utf8(),
            () if at > 0 && is_apostrophe(character) && next.is_some_and(is_part) => {}
            () => break,
        }
    }
    length
}

fn fold(written: &str, word: &mut String) {
    word.clear();
    let owned = |end| written.strip_suffix(end).and_then(|stem| stem.strip_suffix(is_apostrophe));
    let stem = owned('s').or_else(|| owned('S')).unwrap_or(written);
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(stem.chars());
    let lower = decomposed
        .filter(|character| !matches!(character, '\u{300}'..='\u{36f}'))
        .flat_map(char::to_lowercase)
        .filter(|character| is_part(*character) && !is_apostrophe(*character));
    for character in lower.take(LONGEST) {
        match ALIKE.iter().find(|(from, _)| *from == character) {
            Some((_, to)) => word.push_str(to),
            None => word.push(character),
        }
    }
}

fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '\u{2019}' | '\u{2bc}')
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric()
        || !character.is_ascii()
            && GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(character))
}

#[cfg(test)]
mod tests {
    use super::each;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        each(text, |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn words_have_neither_case_nor_accents() {
        assert_eq!(words("Crème BRÛLÉE, 5km (naïve)!"), ["creme", "brulee", "5km", "naive"]);
        assert_eq!(
            words("Straße Øre ﬁt Ⅻ ΣΊΣΥΦΟΣ İstanbul"),
            ["strasse", "ore", "fit", "xii", "σισυφοσ", "istanbul"]
        );
        assert_eq!(words("योग हिन्दी"), ["योग", "हिन्दी"]);
    }

    #[test]
    fn apostrophes_are_left_out() {
        assert_eq!(words("don't Don’t ng'ombe 'quoted'"), ["dont", "dont", "ngombe", "quoted"]);
        assert_eq!(words("the gym's, the GYM’S; 's x's"), ["the", "gym", "the", "gym", "s", "x"]);
        assert_eq!(words("rock 'n' roll a''b a'"), ["rock", "n", "roll", "a", "b", "a"]);
    }

    #[test]
    fn nothing_is_no_word() {
        assert_eq!(words(" -- … 👟 \u{301} "), Vec::<String>::new());
        assert_eq!(words(&"x".repeat(100)), ["x".repeat(40)]);
    }
}
