//! "Did you mean": the known name that is nearest to an unknown one.

use super::{Applicability, odd};

/// The candidate most like `written`, if one is like it enough to be worth suggesting.
///
/// Case, spaces, dashes, `_` and characters that can't be seen don't count as differences, and a
/// transposition counts as one.
/// Ties go to the candidate with fewer other characters, then to the one that comes first.
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Names::new(candidates).nearest(&Folded::new(written)).map(|found| found.name)
}

/// Names that may have been meant, for many questions.
pub struct Names<'a>(Vec<Folded<'a>>);

impl<'a> Names<'a> {
    /// These names. Where several are as near, the first one counts.
    pub fn new(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().map(Folded::new).collect())
    }

    fn nearest(&self, written: &Folded<'_>) -> Option<&Folded<'a>> {
        let allowed = (written.length / 3).max(1);
        self.0
            .iter()
            .filter_map(|candidate| {
                let is_contained = written.contains_or_is_in(candidate);
                let edits = written.edits(candidate, if is_contained { usize::MAX } else { allowed })?;
                Some((if is_contained { edits.min(1) } else { edits }, edits, candidate))
            })
            .filter(|(distance, ..)| *distance <= allowed)
            .min_by_key(|(distance, edits, _)| (*distance, *edits))
            .map(|(.., candidate)| candidate)
    }

    /// The same as [`near`] among these names.
    pub fn near(&self, written: &str) -> Option<(&'a str, Applicability)> {
        let written = Folded::new(written);
        let nearest = self.nearest(&written)?;
        let rivals = self.0.iter().filter(|rival| rival.name != nearest.name);
        let next =
            rivals.filter_map(|rival| written.edits(rival, FARTHEST_RIVAL)).min().unwrap_or(usize::MAX);
        let certain = match written.edits(nearest, FARTHEST_RIVAL) {
            Some(0) => next > 0,
            Some(1) => written.length >= 4 && next > 1,
            Some(2) => written.length >= 8 && next > FARTHEST_RIVAL,
            Some(_) | None => false,
        };
        Some((nearest.name, Applicability::certain_if(certain)))
    }
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

/// The edits within which another candidate keeps the nearest from being certain.
const FARTHEST_RIVAL: usize = 3;

/// The same as [`nearest`], and whether it is so near, and so much nearer than any other, that nothing else can be meant.
pub fn near<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<(&'a str, Applicability)> {
    Names::new(candidates).near(written)
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

/// A name without what doesn't count as a difference.
struct Folded<'a> {
    name: &'a str,
    text: String,
    /// In characters.
    length: usize,
    /// How many characters there are of each kind: an upper bound for what two names have in common.
    counts: [u8; KINDS],
}

/// Kinds of characters that are counted apart: enough for the letters of an alphabet.
const KINDS: usize = 32;

impl<'a> Folded<'a> {
    fn new(name: &'a str) -> Self {
        let text = fold(name);
        let mut counts = [0_u8; KINDS];
        for c in text.chars() {
            if let Some(count) = counts.get_mut(c as usize % KINDS) {
                *count = count.saturating_add(1);
            }
        }
        Self { name, length: text.chars().count(), text, counts }
    }

    /// The edits that make one of the other. Returns `None` if there must be more than `most`.
    ///
    /// Their lengths and characters are compared first, as that is much cheaper: an edit adds at most one that the other name lacks.
    fn edits(&self, other: &Folded<'_>, most: usize) -> Option<usize> {
        if self.length.abs_diff(other.length) > most {
            return None;
        }
        let (mut missing, mut extra) = (0, 0);
        for (a, b) in self.counts.iter().zip(&other.counts) {
            missing += usize::from(b.saturating_sub(*a));
            extra += usize::from(a.saturating_sub(*b));
        }
        (missing.max(extra) <= most).then(|| strsim::damerau_levenshtein(&self.text, &other.text))
    }

    /// True if one is an abbreviation or a longer form of the other, as "body" for "body-building": that is one difference,
    /// not many.
    fn contains_or_is_in(&self, other: &Folded<'_>) -> bool {
        self.text.len() >= 3
            && other.text.len() >= 3
            && (other.text.starts_with(&self.text) || self.text.starts_with(&other.text))
    }
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
    fn suggests_the_misspelling_and_not_another_word() {
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
