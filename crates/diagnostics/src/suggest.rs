//! "Did you mean": the known name that is nearest to an unknown one.

use crate::Applicability;

/// The name most like `raw`, if one is like it enough to be worth suggesting, and how sure it is that it was intended.
///
/// Case, spaces, dashes, `_` and characters that can't be seen are no differences, a transposition is one, and so is a
/// part left out at the end. Among equals the first one counts.
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
    // What is at least as far as this keeps no other name from being certain.
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
    let is_certain = match edits {
        0 => next > 0,
        1 => length >= 4 && next > 1,
        2 => length >= 8 && next > RIVAL,
        _ => false,
    };
    Some((nearest, Applicability::certain_if(is_certain)))
}

/// The name of [`suggest`].
///
/// ```
/// assert_eq!(diagnostics::nearest("katate", ["boxing", "karate"]), Some("karate"));
/// ```
pub fn nearest<'n>(raw: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    suggest(raw, names).map(|(name, _)| name)
}

/// The edits within which another name keeps the nearest from being certain.
const RIVAL: usize = 3;

/// True if one is the beginning of the other.
fn is_part(a: &str, b: &str) -> bool {
    a.len().min(b.len()) >= 3 && (a.starts_with(b) || b.starts_with(a))
}

fn fold(name: &str) -> String {
    let is_difference = |c: &char| {
        !c.is_whitespace()
            && !matches!(c, '-' | '_' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2010}'..='\u{2015}' | '\u{2060}' | '\u{FEFF}')
    };
    name.chars().filter(is_difference).flat_map(char::to_lowercase).collect()
}
