//! Values repaired: as much as possible is used, and each mistake is reported at its span.

use std::{collections::BTreeSet, ops::Range};

use crate::{decode::line_end, diagnostic::Applicability};

use super::{
    Repairer, is_value,
    mistake::{self, SyntaxMistake},
    parts::{self, ListElement, Separator},
    scan::{bracketed, is_bare_key, line_around, trimmed},
    statement::{AssignmentSign, Entry, split_entry},
};

/// Lists in lists in lists: deeper than anybody means.
const DEPTH: usize = 24;

impl Repairer<'_> {
    /// Takes the value at `range` over; `depth` counts the brackets around it.
    pub(super) fn value(&mut self, range: Range<usize>, depth: usize) {
        let written = self.written(&range);
        if is_value(written) {
            self.out.copy(range);
            return;
        }
        match written.chars().next() {
            Some(_) if depth > DEPTH => self.scalar(mistake::too_deep(range.clone()), range),
            Some('[') => self.list(range, depth),
            Some('{') => self.table(range, depth),
            Some('(') => self.round(range, depth),
            _ => {
                let comment = mistake::comment(written).filter(|_| depth == 0);
                let code = trimmed(self.text, range.start..comment.map_or(range.end, |at| range.start + at));
                let mut mistake =
                    mistake::value(self.written(&code), code.clone(), (depth > 0, self.date_order));
                self.fit(&mut mistake, code.start);
                self.scalar(mistake, code.clone());
                self.out.copy(code.end..range.end);
            }
        }
    }

    /// Puts a lost bracket between the two spaces that are left of it, and the quotes that end a text on the empty
    /// line that is left of theirs.
    fn fit(&self, mistake: &mut SyntaxMistake, start: usize) {
        let line = |at: usize| {
            let rest = self.text.get(at..)?;
            ["\n\n", "\r\n\r\n"].iter().find(|lines| rest == **lines).map(|lines| at + lines.len() / 2)
        };
        for (at, written) in mistake.repairs.iter_mut().flat_map(|repair| &mut repair.edits) {
            if let (Some(line), true) = (line(at.end), written.starts_with(['\r', '\n'])) {
                (*at, *written) = (line..line, written.trim_start().to_owned());
            }
        }
        let gap = self.text.get(..start).is_some_and(|before| before.ends_with("  "));
        for repair in mistake.repairs.iter_mut().filter(|_| gap) {
            for (at, written) in repair.edits.iter_mut().filter(|(at, _)| *at == (start..start)) {
                if let Some(bracket) = written.strip_suffix(' ') {
                    (*at, *written) = (start - 1..start - 1, bracket.to_owned());
                }
            }
        }
    }

    /// A value that is replaced as a whole by what was meant.
    pub(super) fn scalar(&mut self, mistake: SyntaxMistake, range: Range<usize>) {
        let meant = mistake.meant.clone().filter(|meant| is_value(meant));
        self.out.instead(range.clone(), meant.as_deref().unwrap_or("\"\""));
        self.unsound.push(range);
        self.mistakes.push(mistake);
    }

    fn list(&mut self, range: Range<usize>, depth: usize) {
        let (inside, closed, end) = self.inside(&range);
        let parts = parts::split(self.text, inside);
        if parts.first().is_some_and(|part| self.entry(part).is_some()) {
            let whole = self.written(&range).ends_with(']').then(|| range.clone());
            self.mistakes.push(mistake::square_table(range.start..range.start + 1, whole));
            self.unsound.push(range.clone());
            self.entries(&parts, &range, depth);
            return;
        }
        self.out.instead(range.start..range.start + 1, "[");
        for part in &parts {
            if self.is_beyond_repair() {
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
        let parts = parts::split(self.text, inner.clone());
        let is_table = parts.first().is_some_and(|part| self.entry(part).is_some());
        let right = if is_table { "{ ... } around a table on one line" } else { "[ ... ] around a list" };
        let (open, close) = if is_table { ("{", "}") } else { ("[", "]") };
        let mut edits = vec![(range.start..range.start + 1, open), (inner.end..range.end, close)];
        // What isn't there is put in.
        edits.retain(|(at, _)| !at.is_empty() || at.start == range.end);
        let mistake = mistake::wrong_brackets(range.start..range.start + 1, right, edits);
        if is_table {
            self.mistakes.push(mistake);
            self.unsound.push(range.clone());
            self.entries(&parts, &range, depth);
        } else {
            self.scalar(mistake, range);
        }
    }

    /// The entries of a table on one line, in braces.
    fn entries(&mut self, parts: &[ListElement], range: &Range<usize>, depth: usize) {
        self.out.instead(range.start..range.start + 1, "{ ");
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut first = true;
        for part in parts {
            if self.is_beyond_repair() {
                break;
            }
            self.separator(part, parts);
            let Some(entry) = self.entry(part) else {
                if !part.range.is_empty() {
                    let mistake = mistake::words(self.written(&part.range), part.range.clone());
                    self.mistakes.push(mistake);
                }
                continue;
            };
            let key = self.written(&entry.key);
            if !seen.insert(key) {
                let same = parts.iter().filter_map(|other| Some((other, self.entry(other)?)));
                let same = same.filter(|(_, other)| self.written(&other.key) == key);
                let places: Vec<(Range<usize>, Range<usize>)> =
                    same.map(|(part, entry)| (entry.key, part.range.clone())).collect();
                if let [(first, whole), ..] = places.as_slice() {
                    let again = self.written(whole) == self.written(&part.range);
                    let before = parts.iter().rfind(|other| other.range.end <= part.range.start);
                    let surplus = before.map(|before| before.range.end..part.range.end).filter(|_| again);
                    let mistake = mistake::duplicate_key(entry.key.clone(), key, first.clone(), surplus);
                    self.mistakes.push(mistake);
                }
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

    fn entry(&self, part: &ListElement) -> Option<Entry> {
        let (key, sign, value) = split_entry(self.text, part.range.clone())?;
        let name = self.written(&key);
        if sign != AssignmentSign::Equals && !is_bare_key(name) || name.contains(['"', '[', '{']) {
            return None;
        }
        Some(Entry { key, sign, value: trimmed(self.text, value..part.range.end) })
    }

    /// What is between the brackets of `range`, whether they are closed, and where they end.
    fn inside(&self, range: &Range<usize>) -> (Range<usize>, bool, usize) {
        let end = bracketed(self.text, range.start, false);
        let at = end.at.clamp(range.start + 1, range.end);
        (range.start + 1..if end.closed { at - 1 } else { at }, end.closed, at)
    }

    /// Describes what is wrong with the end of a bracket, and with what stands behind it.
    fn end(&mut self, range: Range<usize>, open: char, closed: bool, end: usize) {
        let behind = trimmed(self.text, end..range.end);
        let rest = self.written(&behind);
        if !closed && self.mistakes.last().is_some_and(|inner| inner.runs_on) {
            return;
        }
        if !closed {
            let wrong = rest.starts_with([')', ']', '}']) && rest.len() == 1;
            let right = if open == '[' { "]" } else { "}" };
            self.mistakes.push(if wrong {
                mistake::wrong_brackets(behind.clone(), right, vec![(behind, right)])
            } else {
                let closing = self.closing(range.start..end, right);
                mistake::close_bracket(range.start..end, open, closing)
            });
        } else if !rest.is_empty() && !rest.starts_with('#') {
            let comment = rest.find('#').unwrap_or(rest.len());
            let stray = rest.get(..comment).unwrap_or_default().trim_end();
            let mistake = mistake::behind(rest, behind.clone());
            self.mistakes.push(
                match stray.chars().all(|c| matches!(c, ']' | '}' | ')' | ',' | ';' | '>' | ' ')) {
                    true => mistake.repaired(Applicability::Certain, [(end..behind.start + stray.len(), "")]),
                    false => mistake,
                },
            );
        }
    }

    /// Where the closing bracket belongs that what is between brackets lacks, and how it's written there.
    fn closing(&self, range: Range<usize>, bracket: &str) -> (Range<usize>, String) {
        let written = self.written(&range);
        if bracket == "]" && written.contains('\n') {
            let line = line_around(self.text, range.start);
            let indent = self.text.get(line.clone()).map_or(0, |line| line.len() - line.trim_start().len());
            let indent = self.text.get(line.start..line.start + indent).unwrap_or_default();
            let line_end = line_end(written);
            return (range.end..range.end, format!("{line_end}{indent}{bracket}"));
        }
        // A comma behind it belongs to what is around it.
        let inner = written.trim_end_matches([',', ' ', '\t', '\r', '\n']);
        let space = if written.get(1..).is_some_and(|inner| inner.starts_with(' ')) { " " } else { "" };
        let end = range.start + inner.len();
        let line = self.text.get(end..line_around(self.text, end).end).unwrap_or_default();
        // Spaces at the end of a line stood before the bracket.
        let behind = if line.trim().is_empty() { line.len().min(space.len()) } else { 0 };
        (end..end + behind, format!("{space}{bracket}"))
    }

    /// The comma that `part`, which is empty, has too many.
    fn surplus(&self, part: &ListElement) -> Range<usize> {
        let at = part.range.start;
        let rest = self.text.get(at..).unwrap_or_default();
        let gap = rest.len() - rest.trim_start().len();
        let comma = gap + usize::from(rest.trim_start().starts_with([',', ';']));
        // The first part has no gap before it.
        let opens = self.text.get(..at).is_some_and(|before| before.trim_end().ends_with(['[', '{']));
        let behind = rest.get(comma..).unwrap_or_default();
        let spaces = if opens { behind.len() - behind.trim_start_matches(' ').len() } else { 0 };
        at..at + comma + spaces
    }

    fn separator(&mut self, part: &ListElement, all: &[ListElement]) {
        let one = part.range.start..part.range.start + 1;
        match part.before {
            Separator::Missing => {
                let before = all.iter().rfind(|other| other.range.end <= part.range.start);
                let before = before.map_or(part.range.clone(), |before| before.range.clone());
                self.mistakes.push(mistake::comma_missing(before));
            }
            Separator::Semicolon => {
                let before = all.iter().rfind(|other| other.range.end <= part.range.start);
                let from = before.map_or(part.range.start, |before| before.range.end);
                let place = self.text.get(from..part.range.start).and_then(|gap| gap.find(';'));
                self.mistakes
                    .push(mistake::semicolon(place.map_or(one, |place| from + place..from + place + 1)));
            }
            Separator::Right if part.range.is_empty() => {
                let surplus = self.surplus(part);
                self.mistakes.push(mistake::empty_part(one, surplus));
            }
            Separator::Right => {}
        }
    }
}
