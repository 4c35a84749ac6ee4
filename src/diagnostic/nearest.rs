//! The name that was probably meant.

use super::{Applicability, odd};

/// The candidate most like `written`, if one is like it enough to be worth suggesting.
///
/// Case, spaces, dashes, `_` and characters that can't be seen don't count as differences, and a
/// transposition counts as one.
/// Ties go to the candidate with fewer other characters, then to the one that comes first.
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = fold(written);
    let allowed = (written.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (candidate, fold(candidate)))
        .map(|(candidate, folded)| {
            let edits = strsim::damerau_levenshtein(&written, &folded);
            (shortened(edits, &written, &folded), edits, candidate)
        })
        .filter(|(distance, ..)| *distance <= allowed)
        .min_by_key(|(distance, edits, _)| (*distance, *edits))
        .map(|(.., candidate)| candidate)
}

/// The path most like `written`: one that is near as a name is, or else one that ends in a word of the same stem, as
/// `/pricing/` for `/price/`.
pub fn nearest_path<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    nearest(written, candidates.clone()).or_else(|| {
        let written = last_word(written);
        let stems = candidates.into_iter().map(|path| (same_stem(written, last_word(path)), path));
        stems.filter(|(stem, _)| *stem > 0).max_by_key(|(stem, _)| *stem).map(|(_, path)| path)
    })
}

fn last_word(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

/// How many characters two words begin with that differ in their endings only; none if they are other words.
fn same_stem(a: &str, b: &str) -> usize {
    const STEM: usize = 4;
    const ENDING: usize = 3;
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let is_ending = |word: &str| word.chars().count() <= common + ENDING;
    if common >= STEM && is_ending(a) && is_ending(b) { common } else { 0 }
}

/// The same as [`nearest`], and whether it is so near, and so much nearer than any other, that nothing else can be meant.
pub fn near<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<(&'a str, Applicability)> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let nearest = nearest(written, candidates.iter().copied())?;
    let folded = fold(written);
    let edits = |candidate: &str| strsim::damerau_levenshtein(&folded, &fold(candidate));
    let others = candidates.iter().filter(|other| **other != nearest);
    let next = others.map(|other| edits(other)).min().unwrap_or(usize::MAX);
    let length = folded.chars().count();
    let certain = match edits(nearest) {
        0 => next > 0,
        1 => length >= 4 && next > 1,
        2 => length >= 8 && next > 3,
        _ => false,
    };
    Some((nearest, Applicability::certain_if(certain)))
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

fn shortened(edits: usize, written: &str, candidate: &str) -> usize {
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
    use super::{Applicability, near, nearest, nearest_path};

    #[test]
    fn suggests_the_slip_and_not_the_stranger() {
        let classes = ["boxing", "body-building", "karate", "running"];
        assert_eq!(nearest("katate", classes), Some("karate"));
        assert_eq!(nearest("Body Building", classes), Some("body-building"));
        assert_eq!(nearest("body", classes), Some("body-building"));
        assert_eq!(nearest("pilates", classes), None);
        assert_eq!(nearest("contact-frm", ["contact", "contact-form"]), Some("contact-form"));
    }

    #[test]
    fn a_path_may_end_in_another_form_of_the_word() {
        let paths = ["/", "/pricing/", "/classes/", "/blog/running-shoes/"];
        assert_eq!(nearest_path("/price/", paths), Some("/pricing/"));
        assert_eq!(nearest_path("/clases/", paths), Some("/classes/"));
        assert_eq!(nearest_path("/runway/", paths), None);
        assert_eq!(nearest_path("/printer-friendly/", paths), None);
    }

    #[test]
    fn only_what_can_be_nothing_else_is_certain() {
        let keys = ["title", "tiles", "trainer", "start"];
        let (certain, proposed) = (Applicability::Certain, Applicability::Proposed);
        assert_eq!(near("trianer", keys), Some(("trainer", certain)));
        assert_eq!(near("Trainer", keys), Some(("trainer", certain)));
        assert_eq!(near("title", ["ti-tle", "title"]), Some(("ti-tle", proposed)));
        assert_eq!(near("tites", keys), Some(("tiles", certain)));
        assert_eq!(near("tile", keys), Some(("title", proposed)));
        assert_eq!(near("body", ["body-building"]), Some(("body-building", proposed)));
        assert_eq!(near("xyz", keys), None);
    }
}
