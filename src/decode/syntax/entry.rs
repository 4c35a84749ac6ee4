//! A key and its value mended.

use std::ops::Range;

use super::{
    Mended,
    scan::{is_bare_key, trimmed},
    slip,
    statement::{Entry, Joint},
};

impl Mended<'_> {
    /// Takes over an entry which begins at `start`, with `=` between its key and its value.
    pub(super) fn key_and_value(&mut self, entry: &Entry, start: usize, depth: usize) {
        let Entry { key, joint, value } = entry;
        let name = self.key(key, start);
        let told_before = self.told.len();
        let behind = self.joint(&name, key, *joint, value.clone());
        self.out.instead(key.end..behind.start, " = ");
        if self.written(&behind).is_empty() || self.written(&behind).starts_with('#') {
            let told = slip::no_value(key.start..behind.start.max(key.end), &name);
            self.scalar(told, behind.start..behind.start);
            self.unsound.push(key.clone());
            return;
        }
        self.value(behind, depth);
        if *joint != Joint::Equals {
            // What stands behind the slip is mended without a word: one thing at a time.
            self.told.truncate(told_before + 1);
        }
    }

    /// Takes the key over and returns it.
    fn key(&mut self, key: &Range<usize>, start: usize) -> String {
        let written = self.written(key);
        let before = self.text.get(start..key.end).unwrap_or_default();
        let odd_before = slip::odd(before).is_some();
        let plain = written.strip_prefix(['"', '\'']).and_then(|rest| rest.strip_suffix(['"', '\'']));
        if plain.is_some_and(|plain| !plain.contains(slip::is_odd)) && !odd_before {
            self.out.keep(key.clone());
            return plain.unwrap_or_default().to_owned();
        }
        let dotted = !written.is_empty() && written.split('.').all(|part| is_bare_key(part.trim()));
        if dotted && !odd_before {
            self.out.keep(key.clone());
            return written.to_owned();
        }
        let meant = meant(written);
        let (text, at) = if odd_before { (before, start..key.end) } else { (written, key.clone()) };
        let at = if at.is_empty() { at.start..at.start + 1 } else { at };
        self.told.push(slip::key(text, at, meant.as_deref()));
        self.unsound.push(start..key.end);
        let name = meant.unwrap_or_else(|| "_".to_owned());
        self.out.instead(key.clone(), &name);
        name
    }

    /// Tells what is wrong between key and value, and returns where the value is.
    fn joint(&mut self, name: &str, key: &Range<usize>, joint: Joint, value: Range<usize>) -> Range<usize> {
        let written = self.written(&value);
        match joint {
            Joint::Colon => {
                let colon = self.text.get(key.end..value.start).and_then(|gap| gap.find([':', '：']));
                let at = key.end + colon.unwrap_or_default();
                self.told.push(slip::colon(at..at + 1, name, written));
            }
            Joint::Missing => {
                self.told.push(slip::equals_missing(key.start..value.end, name, written));
            }
            Joint::Equals => {
                let gap = self.text.get(key.end..value.start).unwrap_or_default();
                if let Some(rest) = written.strip_prefix(['=', ':', '>']) {
                    self.told.push(slip::doubled(value.start..value.start + 1));
                    return trimmed(self.text, value.end - rest.len()..value.end);
                }
                if slip::odd(gap).is_some() && !self.told.iter().any(|told| key.start <= told.at.start) {
                    self.told.push(slip::key(gap, key.end..value.start, Some(name)));
                }
            }
        }
        value
    }
}

/// The one word that a key of several, or with odd characters in it, was meant to be.
fn meant(written: &str) -> Option<String> {
    let clean = slip::clean(written);
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
