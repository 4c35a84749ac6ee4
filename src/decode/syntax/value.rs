//! Values mended: as much as can be is kept, and each slip is told where it is.

use std::{collections::BTreeSet, ops::Range};

use super::{
    Mended, is_value,
    parts::{self, Part, Separator},
    scan::{bracketed, is_bare_key, trimmed},
    slip::{self, Told},
    statement::{Entry, Joint, dissect},
};

/// Lists in lists in lists: deeper than anybody means.
const DEPTH: usize = 24;

impl Mended<'_> {
    /// Takes the value at `range` over; `depth` counts the brackets around it.
    pub(super) fn value(&mut self, range: Range<usize>, depth: usize) {
        let written = self.written(&range);
        if is_value(written) {
            self.out.keep(range);
            return;
        }
        match written.chars().next() {
            Some(_) if depth > DEPTH => self.scalar(slip::too_deep(range.clone()), range),
            Some('[') => self.list(range, depth),
            Some('{') => self.table(range, depth),
            Some('(') => self.round(range, depth),
            _ => {
                let told = slip::value(written, range.clone(), depth > 0);
                self.scalar(told, range);
            }
        }
    }

    /// A value that is replaced as a whole by what was meant.
    pub(super) fn scalar(&mut self, told: Told, range: Range<usize>) {
        let meant = told.meant.clone().filter(|meant| is_value(meant));
        self.out.instead(range.clone(), meant.as_deref().unwrap_or("\"\""));
        self.unsound.push(range);
        self.told.push(told);
    }

    fn list(&mut self, range: Range<usize>, depth: usize) {
        let (inside, closed, end) = self.inside(&range);
        let parts = parts::split(self.text, inside);
        if parts.first().is_some_and(|part| self.entry(part).is_some()) {
            self.told.push(slip::square_table(range.start..range.start + 1));
            self.unsound.push(range.clone());
            self.entries(&parts, &range, depth);
            return;
        }
        self.out.instead(range.start..range.start + 1, "[");
        for part in &parts {
            if self.is_hopeless() {
                break;
            }
            self.separator(part, &parts);
            if !part.range.is_empty() {
                self.value(part.range.clone(), depth + 1);
                self.out.instead(part.range.end..part.range.end, ", ");
            }
        }
        self.out.instead(end..end, "]");
        self.end(range, '[', closed, end);
    }

    fn table(&mut self, range: Range<usize>, depth: usize) {
        let (inside, closed, end) = self.inside(&range);
        let parts = parts::split(self.text, inside);
        self.entries(&parts, &(range.start..end), depth);
        self.end(range, '{', closed, end);
    }

    /// `("a", "b")` and `(a = 1)`
    fn round(&mut self, range: Range<usize>, depth: usize) {
        let written = self.written(&range);
        let inner = range.start + 1..range.end - usize::from(written.len() > 1 && written.ends_with(')'));
        let parts = parts::split(self.text, inner);
        let is_table = parts.first().is_some_and(|part| self.entry(part).is_some());
        let right = if is_table { "{ ... } around a table on one line" } else { "[ ... ] around a list" };
        let told = slip::wrong_brackets(range.start..range.start + 1, right);
        if is_table {
            self.told.push(told);
            self.unsound.push(range.clone());
            self.entries(&parts, &range, depth);
        } else {
            self.scalar(told, range);
        }
    }

    /// The entries of a table on one line, in braces.
    fn entries(&mut self, parts: &[Part], range: &Range<usize>, depth: usize) {
        self.out.instead(range.start..range.start + 1, "{ ");
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut first = true;
        for part in parts {
            if self.is_hopeless() {
                break;
            }
            self.separator(part, parts);
            let Some(entry) = self.entry(part) else {
                if !part.range.is_empty() {
                    let told = slip::words(self.written(&part.range), part.range.clone());
                    self.told.push(told);
                }
                continue;
            };
            let key = self.written(&entry.key);
            if !seen.insert(key) {
                continue;
            }
            if !first {
                self.out.instead(part.range.start..part.range.start, ", ");
            }
            first = false;
            self.key_and_value(&entry, part.range.start, depth + 1);
        }
        self.out.instead(range.end..range.end, " }");
    }

    fn entry(&self, part: &Part) -> Option<Entry> {
        let (key, joint, value) = dissect(self.text, part.range.clone())?;
        let name = self.written(&key);
        if joint != Joint::Equals && !is_bare_key(name) || name.contains(['"', '[', '{']) {
            return None;
        }
        Some(Entry { key, joint, value: trimmed(self.text, value..part.range.end) })
    }

    /// What is between the brackets of `range`, whether they are closed, and where they end.
    fn inside(&self, range: &Range<usize>) -> (Range<usize>, bool, usize) {
        let end = bracketed(self.text, range.start, false);
        let at = end.at.clamp(range.start + 1, range.end);
        (range.start + 1..if end.closed { at - 1 } else { at }, end.closed, at)
    }

    /// Tells what is wrong with the end of a bracket, and with what stands behind it.
    fn end(&mut self, range: Range<usize>, open: char, closed: bool, end: usize) {
        let behind = trimmed(self.text, end..range.end);
        let rest = self.written(&behind);
        if !closed {
            let wrong = rest.starts_with([')', ']', '}']) && rest.len() == 1;
            let right = if open == '[' { "]" } else { "}" };
            self.told.push(if wrong {
                slip::wrong_brackets(behind, right)
            } else {
                slip::close_bracket(range.start..end, open)
            });
        } else if !rest.is_empty() && !rest.starts_with('#') {
            self.told.push(slip::behind(rest, behind));
        }
    }

    fn separator(&mut self, part: &Part, all: &[Part]) {
        let one = part.range.start..part.range.start + 1;
        match part.before {
            Separator::Missing => {
                let before = all.iter().rfind(|other| other.range.end <= part.range.start);
                let before = before.map_or(part.range.clone(), |before| before.range.clone());
                self.told.push(slip::comma_missing(before));
            }
            Separator::Semicolon => {
                let before = all.iter().rfind(|other| other.range.end <= part.range.start);
                let from = before.map_or(part.range.start, |before| before.range.end);
                let place = self.text.get(from..part.range.start).and_then(|gap| gap.find(';'));
                self.told.push(slip::semicolon(place.map_or(one, |place| from + place..from + place + 1)));
            }
            Separator::Right if part.range.is_empty() => self.told.push(slip::empty_part(one)),
            Separator::Right => {}
        }
    }
}
