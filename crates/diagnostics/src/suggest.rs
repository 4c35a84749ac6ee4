//! "Did you mean": the known name that is nearest to an unknown one.

use crate::Applicability;

/// The name nearest to `raw`, if one is near enough, and how certain it is that it was meant.
///
/// Case, spaces, dashes, `_` and invisible characters make no difference; two exchanged letters count as one, and so does a
/// missing end. Of equally near names the first one is taken.
///
/// ```
/// use diagnostics::{Applicability, suggest};
///
/// let classes = ["boxing", "body-building", "karate", "running"];
/// assert_eq!(suggest("katate", classes), Some(("karate", Applicability::Certain)));
/// assert_eq!(suggest("body", classes), Some(("body-building", Applicability::Proposed)));
/// assert_eq!(suggest("pilates", classes), None);
/// ```
pub fn suggest<'n>(raw: &str, names: impl IntoIterator<Item = &'n str>) -> Option<(&'n str, Applicability)> {
    let raw = fold(raw);
    let length = raw.chars().count();
    let allowed = (length / 3).max(1);
    // A name further away casts no doubt on the nearest one.
    let relevant = allowed.max(RIVAL);
    let mut ranked: Vec<(usize, usize, &'n str)> = Vec::new();
    for name in names {
        let folded = fold(name);
        let is_part = is_part(&raw, &folded);
        if !is_part && folded.chars().count().abs_diff(length) > relevant {
            continue;
        }
        let edits = strsim::damerau_levenshtein(&raw, &folded);
        ranked.push((if is_part { edits.min(1) } else { edits }, edits, name));
    }
    let (distance, edits, nearest) = *ranked.iter().min_by_key(|(distance, edits, _)| (*distance, *edits))?;
    if distance > allowed {
        return None;
    }
    let others = ranked.iter().filter(|(.., name)| *name != nearest);
    let next = others.map(|(_, edits, _)| *edits).min().unwrap_or(usize::MAX);
    // Another number is another thing: the price list of another year, the other room.
    let is_certain = digits(&raw) == digits(nearest)
        && match edits {
            0 => next > 0,
            1 => length >= 4 && next > 1,
            2 => length >= 8 && next > RIVAL,
            _ => false,
        };
    Some((nearest, Applicability::certain_if(is_certain)))
}

fn digits(name: &str) -> String {
    name.chars().filter(|c| c.is_numeric()).collect()
}

/// The name of [`suggest`].
///
/// ```
/// assert_eq!(diagnostics::nearest("katate", ["boxing", "karate"]), Some("karate"));
/// ```
pub fn nearest<'n>(raw: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    suggest(raw, names).map(|(name, _)| name)
}

/// The name that shares the longest beginning with `raw`, if it is longer than that of all others and covers most of the shorter
/// of the two.
///
/// ```
/// assert_eq!(diagnostics::same_beginning("price", ["contact", "pricing"]), Some("pricing"));
/// assert_eq!(diagnostics::same_beginning("price", ["press", "private"]), None);
/// ```
pub fn same_beginning<'n>(raw: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const LEAST: usize = 4;
    let raw = fold(raw);
    let alike = names.into_iter().map(|name| {
        let folded = fold(name);
        let same = raw.chars().zip(folded.chars()).take_while(|(a, b)| a == b).count();
        let shorter = raw.chars().count().min(folded.chars().count());
        (if same >= LEAST && same * 3 >= shorter * 2 { same } else { 0 }, name)
    });
    let mut ranked: Vec<(usize, &str)> = alike.filter(|(same, _)| *same > 0).collect();
    ranked.sort_by_key(|(same, _)| std::cmp::Reverse(*same));
    match ranked.as_slice() {
        [(_, name)] => Some(name),
        [(first, name), (second, _), ..] if first > second => Some(name),
        _ => None,
    }
}

/// True if a slip of the keyboard makes one of the other: a letter too many or too few, another letter, or two exchanged. Case,
/// spaces, dashes and `_` are no differences.
///
/// ```
/// assert!(diagnostics::is_slip("nmae", "name") && !diagnostics::is_slip("mane", "named"));
/// ```
pub fn is_slip(raw: &str, name: &str) -> bool {
    strsim::damerau_levenshtein(&fold(raw), &fold(name)) <= 1
}

/// The distance within which another name casts doubt on the nearest one.
const RIVAL: usize = 3;

/// True if one is the beginning of the other.
fn is_part(a: &str, b: &str) -> bool {
    a.len().min(b.len()) >= 3 && (a.starts_with(b) || b.starts_with(a))
}

fn fold(name: &str) -> String {
    name.chars().filter(|c| !is_no_difference(*c)).flat_map(char::to_lowercase).collect()
}

/// True for spaces, dashes and characters that can't be seen.
fn is_no_difference(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '-' | '_' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2010}'..='\u{2015}' | '\u{2060}' | '\u{FEFF}')
}
