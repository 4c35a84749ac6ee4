//! The name that was probably meant.

use super::odd;

/// The candidate most like `written`, if one is like it enough to be worth suggesting.
///
/// Case, spaces, dashes, `_` and characters that can't be seen don't count as differences, and a
/// transposition counts as one.
/// Ties go to the candidate that comes first.
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = fold(written);
    let allowed = (written.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&written, &fold(candidate)), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "did you mean ...?", for a name of which `right` is the nearest.
pub fn did_you_mean(written: &str, right: &str) -> String {
    match odd(written) {
        // Both look the same.
        Some((_, _, character)) => {
            format!("did you mean \"{right}\"? There is {character} in what is written")
        }
        None => format!("did you mean \"{right}\"?"),
    }
}

fn distance(written: &str, candidate: &str) -> usize {
    let edits = strsim::damerau_levenshtein(written, candidate);
    // An abbreviation or a longer form ("body" for "body-building") is one slip, not many.
    let contained = written.len() >= 3
        && candidate.len() >= 3
        && (candidate.starts_with(written) || written.starts_with(candidate));
    if contained { edits.min(1) } else { edits }
}

fn fold(name: &str) -> String {
    let counts = |c: &char| {
        !(c.is_whitespace()
            || matches!(c, '-' | '_' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2010}'..='\u{2015}' | '\u{2060}' | '\u{FEFF}'))
    };
    name.chars().filter(counts).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn suggests_the_slip_and_not_the_stranger() {
        let classes = ["boxing", "body-building", "karate", "running"];
        assert_eq!(nearest("katate", classes), Some("karate"));
        assert_eq!(nearest("Body Building", classes), Some("body-building"));
        assert_eq!(nearest("body", classes), Some("body-building"));
        assert_eq!(nearest("pilates", classes), None);
    }
}
