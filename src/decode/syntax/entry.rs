//! A key and its value repair.

use std::ops::Range;

use super::{
    Repairer, is_value,
    mistake::{self, SyntaxMistake},
    scan::{is_bare_key, trimmed},
    statement::{AssignmentSign, Entry},
};

impl Repairer<'_> {
    /// Takes over an entry which begins at `start`, with `=` between its key and its value.
    pub(super) fn key_and_value(&mut self, entry: &Entry, start: usize, depth: usize) {
        let Entry { key, sign, value } = entry;
        let name = self.key(key, start);
        let count_before = self.mistakes.len();
        let behind = self.sign(&name, key, *sign, value.clone());
        self.out.instead(key.end..behind.start, " = ");
        let is_comment = self.written(&behind).starts_with('#') && !is_colour(self.written(&behind));
        if self.written(&behind).is_empty() || is_comment {
            let mistake = mistake::no_value(key.start..behind.start.max(key.end), &name);
            self.scalar(mistake, behind.start..behind.start);
            self.unsound.push(key.clone());
            return;
        }
        match self.lost_opening(key.end..behind.start, &behind) {
            Some(mistake) => self.scalar(mistake, behind),
            None => self.value(behind, depth),
        }
        if *sign != AssignmentSign::Equals {
            // What stands behind the mistake is repaired without a word: one thing at a time.
            self.mistakes.truncate(count_before + 1);
        }
    }

    /// Takes the key over and returns it.
    fn key(&mut self, key: &Range<usize>, start: usize) -> String {
        let written = self.written(key);
        let before = self.text.get(start..key.end).unwrap_or_default();
        let odd_before = mistake::odd(before).is_some();
        let plain = written.strip_prefix(['"', '\'']).and_then(|rest| rest.strip_suffix(['"', '\'']));
        if plain.is_some_and(|plain| !plain.contains(mistake::is_odd)) && !odd_before {
            self.out.copy(key.clone());
            return plain.unwrap_or_default().to_owned();
        }
        let dotted = !written.is_empty() && written.split('.').all(|part| is_bare_key(part.trim()));
        if dotted && !odd_before {
            self.out.copy(key.clone());
            return written.to_owned();
        }
        let meant = meant(written);
        let (text, at) = if odd_before { (before, start..key.end) } else { (written, key.clone()) };
        let at = if at.is_empty() { at.start..at.start + 1 } else { at };
        self.mistakes.push(mistake::key(text, at, meant.as_deref()));
        self.unsound.push(start..key.end);
        let name = meant.unwrap_or_else(|| "_".to_owned());
        self.out.instead(key.clone(), &name);
        name
    }

    /// A list or text of several lines of which the first line lost what opens it.
    fn lost_opening(&self, gap: Range<usize>, value: &Range<usize>) -> Option<SyntaxMistake> {
        let (between, written) = (self.written(&gap), self.written(value));
        let line = between.find('\n')?;
        let opens = ["'''", "\"\"\"", "[", "{"];
        let open = opens.into_iter().find(|open| is_value(&format!("{open}\n{written}")))?;
        let sign = between.get(..line)?.trim_end_matches('\r');
        let at = gap.start + sign.len();
        let space = if sign.ends_with(' ') { "" } else { " " };
        Some(
            mistake::lost_opening(gap.start..at, open, format!("{space}{open}"))
                .meaning(format!("{open}\n{written}")),
        )
    }

    /// Describes what is wrong between key and value, and returns where the value is.
    fn sign(
        &mut self,
        name: &str,
        key: &Range<usize>,
        sign: AssignmentSign,
        value: Range<usize>,
    ) -> Range<usize> {
        let written = self.written(&value);
        match sign {
            AssignmentSign::Colon => {
                let colon = self.text.get(key.end..value.start).and_then(|gap| gap.find([':', '：']));
                let at = key.end + colon.unwrap_or_default();
                let gap = self.text.get(key.end..value.start).unwrap_or_default();
                self.mistakes.push(mistake::colon(at..at + 1, name, written, (gap, key.end)));
            }
            AssignmentSign::Missing => {
                let gap = key.end..value.start;
                self.mistakes.push(mistake::equals_missing(key.start..value.end, name, written, gap));
            }
            AssignmentSign::Equals => {
                let gap = self.text.get(key.end..value.start).unwrap_or_default();
                if let Some(rest) = written.strip_prefix(['=', ':', '>']) {
                    let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                    let behind = if gap.ends_with([' ', '\t']) { spaces } else { 0 };
                    self.mistakes.push(mistake::doubled(value.start..value.start + 1, behind));
                    return trimmed(self.text, value.end - rest.len()..value.end);
                }
                if mistake::odd(gap).is_some()
                    && !self.mistakes.iter().any(|mistake| key.start <= mistake.at.start)
                {
                    self.mistakes.push(mistake::key(gap, key.end..value.start, Some(name)));
                }
            }
        }
        value
    }
}

/// True for `#FFCC00` with a quote too few, which isn't a comment.
fn is_colour(written: &str) -> bool {
    let hex = written.trim_start_matches('#').trim_end_matches(['"', '\'']);
    matches!(hex.len(), 3 | 6) && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The one word that a key of several, or with odd characters in it, was meant to be.
fn meant(written: &str) -> Option<String> {
    let clean = mistake::clean(written);
    let words: Vec<&str> = clean
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        .filter(|word| word.contains(|c: char| c.is_ascii_alphanumeric()))
        .collect();
    match words.as_slice() {
        [] => None,
        [first, rest @ ..] if rest.iter().all(|word| word == first) => Some((*first).to_owned()),
        words => Some(words.join("_")),
    }
}
