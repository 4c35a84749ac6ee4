//! The documents that have a word, as text: for each document a sign or two, of which deflating leaves about a bit
//! where a word is frequent.

use super::vocabulary::{Postings, WordField};

/// The sign that is the digit 0. Below it are the marks, above it the other digits.
const ZERO: u8 = b' ';

/// Bits of a digit.
const BITS: u32 = 5;

/// What is added to a digit with more behind it.
const MORE: u8 = 1 << BITS;

/// What is added to the last digit of a list.
const END: u8 = 2 << BITS;

/// What stands before the number of a document that has the word elsewhere than in its text.
fn mark(place: WordField) -> Option<char> {
    match place {
        WordField::Text => None,
        WordField::Stressed => Some('\u{1c}'),
        WordField::Term => Some('\u{1d}'),
        WordField::Title => Some('\u{1e}'),
    }
}

/// A number in digits, the lowest first.
pub(super) fn number(value: u32, out: &mut String) {
    digits(value, 0, out);
}

fn digits(mut value: u32, end: u8, out: &mut String) {
    let digit = |value: u32, more: u8| {
        let [lowest, ..] = value.to_le_bytes();
        char::from(ZERO + (lowest & (MORE - 1)) + more)
    };
    while value >> BITS > 0 {
        out.push(digit(value, MORE));
        value >>= BITS;
    }
    out.push(digit(value, end));
}

/// The list of a word: how many documents are left out before each, marked with where it has the word.
pub(super) fn list(postings: &Postings) -> String {
    let mut out = String::with_capacity(postings.len() + postings.len() / 8 + 2);
    let mut next = 0;
    for (at, posting) in postings.iter().enumerate() {
        out.extend(mark(posting.place()));
        digits(posting.number() - next, if at + 1 == postings.len() { END } else { 0 }, &mut out);
        next = posting.number() + 1;
    }
    out
}

/// About how many bytes the list of a word takes once it's deflated: as many bits as it takes to say which of all
/// `documents` have it, but no fewer than one each, and to say which of these are marked.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "an estimate, which is never negative"
)]
pub(super) fn weight(postings: &Postings, documents: usize) -> usize {
    let having = postings.len();
    let marked = postings.iter().filter(|posting| posting.place() != WordField::Text).count();
    let bits = choice(having, documents).max(having as f64) + choice(marked, having) + marked as f64 / 2.0;
    (bits / 8.0).ceil() as usize
}

/// How many bits it takes to say which these are of all.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn choice(these: usize, all: usize) -> f64 {
    let bits = |part: usize| if part > 0 { part as f64 * (all as f64 / part as f64).log2() } else { 0.0 };
    bits(these) + bits(all - these)
}

#[cfg(test)]
mod tests {
    use super::{WordField, list, weight};
    use crate::search::vocabulary::{Posting, Postings};

    fn postings(of: &[(u32, WordField)]) -> Postings {
        of.iter().map(|(number, place)| Posting::new(*number, *place)).collect()
    }

    #[test]
    fn a_list_has_a_number_for_each_post() {
        // Three documents are left out; the last of a list is 64 signs further.
        assert_eq!(list(&postings(&[(3, WordField::Text)])), "c");
        assert_eq!(
            list(&postings(&[(3, WordField::Text), (4, WordField::Stressed), (9, WordField::Text)])),
            "#\u{1c} d"
        );
        // 40 is 8 and once 32.
        assert_eq!(list(&postings(&[(40, WordField::Title)])), "\u{1e}Ha");
    }

    #[test]
    fn a_list_weighs_what_it_says() {
        let every = |nth: u32, place| (0..10_000 / nth).map(|at| Posting::new(at * nth, place)).collect();
        let of = |nth| weight(&every(nth, WordField::Text), 10_000);
        assert_eq!(weight(&postings(&[(7, WordField::Text)]), 10_000), 2);
        assert!(of(100) < of(10) && of(10) < of(2));
        assert_eq!(of(2), 1250, "a bit for each document");
        assert!(weight(&every(2, WordField::Title), 10_000) > of(2));
    }
}
