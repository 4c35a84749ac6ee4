//! Error recovery for text that isn't TOML: every mistake is reported, and the rest is read as if there were none.
//!
//! The text is taken apart statement by statement, and each is tried by itself, so that no mistake
//! hides another. A broken one is replaced by what was meant where that is clear, and by something
//! harmless otherwise. The result is TOML again; a [`Patch`] maps each piece of it to the original.

mod entry;
mod header;
mod lost_header;
mod parts;
mod patch;
mod scan;
mod mistake;
mod statement;
mod tables;
mod value;

use std::ops::Range;

use toml::de::DeTable;

use self::{
    header::Heading,
    mistake::{Repair, SyntaxMistake},
    patch::Builder,
    statement::Entry,
    tables::{Shape, Tables},
};
use super::{Report, value::DateOrder};
use crate::diagnostic::{Applicability, Code, Diagnostic, Edit, Fix, Span};

pub use lost_header::ListedTables;
pub(super) use lost_header::{LostHeader, find as lost_headers};
pub(super) use parts::{ListElement, split as parts};
pub(super) use patch::Patch;
pub(super) use scan::{bracketed, line_around, quoted, trimmed};
pub(super) use statement::{Kind, Statement};
pub(super) use statement::{split, split_entry};

/// After this many mistakes the rest of a file is most likely no TOML at all.
const ENOUGH: usize = 200;

/// Repairing looks around each mistake, which takes the longer the more there is around it. No editor writes
/// files of this many bytes, or lines like this one.
const LARGEST: usize = 512 * 1024;
const LONGEST_LINE: usize = 8 * 1024;

/// The repaired text and where it comes from. Returns `None` if the text is most likely no TOML at all. Every mistake
/// goes to `report`.
pub(super) fn repair(text: &str, report: &mut Report<'_>) -> Option<(String, Patch)> {
    let all = statement::split(text);
    // The parser reads nothing behind a key of too many parts.
    let (nested, statements): (Vec<Statement>, Vec<Statement>) = all
        .iter()
        .cloned()
        .partition(|statement| is_nested_too_deeply(text.get(statement.range.clone()).unwrap_or_default()));
    let nested: Vec<_> = nested.into_iter().map(|statement| scan::trimmed(text, statement.range)).collect();
    let mistakes: Vec<_> = nested.iter().cloned().map(mistake::nested_too_deeply).collect();
    if text.len() > LARGEST || text.lines().any(|line| line.len() > LONGEST_LINE) {
        let mut as_it_is = Builder::new(text);
        let ends = nested.iter().map(|at| at.start).chain([text.len()]);
        for (start, end) in [0].into_iter().chain(nested.iter().map(|at| at.end)).zip(ends) {
            as_it_is.copy(start..end);
        }
        report_all(mistakes, text, &all, report);
        return Some(as_it_is.finish());
    }
    let headings = headings(text, &statements);
    let known = statements.iter().zip(&headings);
    let known = known.filter_map(|(statement, heading)| Some((heading.as_ref()?, statement.range.clone())));
    let lost = std::mem::take(&mut report.lost_headers);
    let mut known: Vec<_> = known.chain(lost.iter().map(LostHeader::place)).collect();
    known.sort_by_key(|(_, at)| at.start);
    let mut repairer = Repairer {
        text,
        out: Builder::new(text),
        date_order: report.date_order,
        tables: Tables::new(known.into_iter()),
        mistakes,
        unsound: Vec::new(),
        reshaped: Vec::new(),
    };
    for (statement, heading) in statements.iter().zip(&headings) {
        if repairer.is_beyond_repair() {
            break;
        }
        if let Some(lost) = lost.iter().find(|lost| lost.is_before(statement)) {
            repairer.lost_header(lost);
        }
        match heading {
            Some(heading) => repairer.header(heading, statement.range.clone()),
            None => repairer.statement(statement),
        }
        repairer.out.instead(statement.range.end..statement.range.end, "\n");
    }
    let is_beyond_repair = repairer.is_beyond_repair();
    let Repairer { out, mistakes, unsound, reshaped, .. } = repairer;
    report_all(mistakes, text, &all, report);
    report.unsound.extend(unsound);
    report.reshaped.extend(reshaped);
    (!is_beyond_repair).then(|| out.finish())
}

/// Describes what is wrong with a repaired text that still isn't TOML.
pub(super) fn report_rest(mistakes: &[toml::de::Error], patch: &Patch, text: &str, report: &mut Report<'_>) {
    if mistakes.is_empty() {
        return;
    }
    let copies = mistakes.iter().map(|mistake| {
        let at = patch.origin(mistake.span().unwrap_or_default());
        let at = if at.is_empty() { scan::line_around(text, at.start) } else { at };
        mistake::unread(at, mistake.message())
    });
    report_all(copies.collect(), text, &statement::split(text), report);
}

/// True if the only mistake of `written` is that its key has more parts than the parser takes, which says so without a
/// place.
fn is_nested_too_deeply(written: &str) -> bool {
    const FEWEST: usize = 64;
    written.split('.').count() > FEWEST
        && DeTable::parse(written).is_err_and(|mistake| mistake.span().is_none())
}

/// True if `written` can stand behind `key =`.
fn is_value(written: &str) -> bool {
    DeTable::parse(&format!("x = {written}")).is_ok_and(|table| table.get_ref().len() == 1)
}

/// True if `written` is TOML by itself. A byte order mark, which the parser passes over at the start, stands within a
/// file here.
fn is_sound(written: &str) -> bool {
    !written.starts_with('\u{FEFF}') && DeTable::parse(written).is_ok()
}

/// What each statement says as a header, if it is one or stands for one.
fn headings(text: &str, statements: &[Statement]) -> Vec<Option<Heading>> {
    let line = |index: Option<usize>| {
        index.and_then(|index| statements.get(index)).and_then(|statement| text.get(statement.range.clone()))
    };
    let heading = |(index, statement): (usize, &Statement)| {
        let written = line(Some(index))?;
        match statement.kind {
            Kind::Header => header::read(written),
            Kind::Words if header::stands_for(written, line(index.checked_sub(1)), line(Some(index + 1))) => {
                header::read(written).map(|heading| Heading { sound: false, ..heading })
            }
            Kind::Entry(ref entry)
                if entry.value.is_empty()
                    && entry.sign == statement::AssignmentSign::Colon
                    && header::stands_for(written, line(index.checked_sub(1)), line(Some(index + 1))) =>
            {
                header::read(written).map(|heading| Heading { sound: false, ..heading })
            }
            Kind::Words | Kind::Entry(_) | Kind::Nothing => None,
        }
    };
    statements.iter().enumerate().map(heading).collect()
}

/// A text that is being repair.
struct Repairer<'t> {
    text: &'t str,
    out: Builder<'t>,
    date_order: DateOrder,
    tables: Tables,
    mistakes: Vec<SyntaxMistake>,
    /// Values and keys that were broken: reported once, and not checked further.
    unsound: Vec<Range<usize>>,
    /// Headers of which it isn't sure how many brackets they were meant to have.
    reshaped: Vec<Range<usize>>,
}

impl<'t> Repairer<'t> {
    fn written(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn is_beyond_repair(&self) -> bool {
        self.mistakes.len() > ENOUGH
    }

    /// Reads on as if the header were there.
    fn lost_header(&mut self, lost: &LostHeader) {
        let (heading, at) = lost.place();
        self.tables.open(heading, at.clone());
        self.out.instead(scan::trimmed(self.text, at), &format!("{}\n", heading.right()));
        self.mistakes.push(lost.mistake(self.text));
    }

    fn header(&mut self, heading: &Heading, range: Range<usize>) {
        let at = scan::trimmed(self.text, range.clone());
        let shape = self.tables.open(heading, at.clone());
        let mut right = heading.clone();
        match shape {
            Shape::AsWritten if heading.sound => return self.out.copy(range),
            Shape::AsWritten => {}
            Shape::OneOfSeveral(other) => {
                right.doubled = true;
                if heading.sound {
                    self.mistakes.push(mistake::single_header(at.clone(), &heading.name, other));
                }
            }
            Shape::Repeated(first) => {
                right.doubled = true;
                if let Some(first) = first.filter(|_| heading.sound) {
                    self.mistakes.push(mistake::duplicate_table(at.clone(), &heading.name, first));
                }
            }
        }
        if !heading.sound {
            self.mistakes.push(mistake::header(self.written(&at), at.clone(), &right.right()));
        }
        self.reshaped.push(at.clone());
        self.out.instead(at, &right.right());
    }

    fn statement(&mut self, statement: &Statement) {
        let range = statement.range.clone();
        let (written, at) = (self.written(&range), scan::trimmed(self.text, range.clone()));
        let sound = is_sound(written);
        let count_before = self.mistakes.len();
        match &statement.kind {
            Kind::Nothing if sound => {}
            Kind::Nothing | Kind::Header | Kind::Words => {
                self.mistakes.push(mistake::words(self.written(&at), at.clone()));
                self.guess_key(at.clone());
            }
            Kind::Entry(entry) => {
                let key = self.written(&entry.key);
                if let Some(again) = self.begins_again(entry, &range) {
                    let whole = range.start..with_line_end(self.text, range.end);
                    self.mistakes.push(mistake::duplicate_key(entry.key.clone(), key, again, Some(whole)));
                } else if let Some(first) = self.tables.claim(key, entry.key.clone()) {
                    if sound {
                        let whole = self.repeats(&first, statement);
                        self.mistakes.push(mistake::duplicate_key(entry.key.clone(), key, first, whole));
                    } else {
                        self.without_output(|repairer| repairer.key_and_value(entry, range.start, 0));
                    }
                } else if sound {
                    self.out.copy(range.clone());
                } else {
                    self.key_and_value(entry, range.start, 0);
                }
            }
        }
        if !sound && self.mistakes.len() == count_before {
            self.mistakes.push(mistake::unread(at, "TOML has no such line"));
        }
    }

    /// Where the same key stands on the next line, if all that this one has is a bracket that opens.
    fn begins_again(&self, entry: &Entry, range: &Range<usize>) -> Option<Range<usize>> {
        let opens = matches!(self.written(&entry.value), "[" | "{");
        let next = scan::line_around(self.text, with_line_end(self.text, range.end));
        let (key, _, value) =
            split_entry(self.text, scan::trimmed(self.text, next.clone())).filter(|_| opens)?;
        let same = self.written(&key) == self.written(&entry.key)
            && self.written(&(value..next.end)).trim_start().starts_with(self.written(&entry.value));
        same.then_some(key)
    }

    /// The whole line of an entry which says the same as the one whose key is at `first`.
    fn repeats(&self, first: &Range<usize>, second: &Statement) -> Option<Range<usize>> {
        let statements = statement::split(self.text);
        let first = statements.iter().find(|statement| statement.range.contains(&first.start))?;
        let same = self.written(&first.range).trim() == self.written(&second.range).trim();
        same.then(|| second.range.start..with_line_end(self.text, second.range.end))
    }

    /// A line of words may be a key whose value got lost: then the key is at least not missing.
    fn guess_key(&mut self, at: Range<usize>) {
        let first = self.written(&at).split([' ', '\t', '=', ':', '\n']).next().unwrap_or_default();
        let key = at.start..at.start + first.len();
        if scan::is_bare_key(first) && self.tables.claim(first, key.clone()).is_none() {
            self.out.copy(key);
            self.out.instead(at.clone(), " = \"\"");
            self.unsound.push(at);
        }
    }

    /// Recovers, and collects the mistakes.
    fn without_output(&mut self, mend: impl FnOnce(&mut Self)) {
        let out = std::mem::replace(&mut self.out, Builder::new(self.text));
        mend(self);
        self.out = out;
    }
}

/// The place behind the line end that follows `end`.
fn with_line_end(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    ["\r\n", "\n"]
        .iter()
        .find(|newline| rest.starts_with(**newline))
        .map_or(end, |newline| end + newline.len())
}

/// The diagnostic of a mistake that nothing else corrects: its lines are commented out.
fn commented_out(text: &str, at: &Range<usize>, statements: &[Statement]) -> Repair {
    let index = statements.partition_point(|statement| statement.range.end < at.start);
    // Without its key, a value of several lines is nothing either.
    let whole = statements
        .get(index)
        .filter(|statement| matches!(&statement.kind, Kind::Entry(entry) if at.start <= entry.key.end));
    let at = whole.map_or(at, |statement| &statement.range);
    let last = scan::line_around(text, at.end.max(at.start + 1) - 1);
    let mut edits = Vec::new();
    let mut start = scan::line_around(text, at.start).start;
    while start < last.end {
        let line = scan::line_around(text, start);
        let written = text.get(line.clone()).unwrap_or_default();
        if !written.trim().is_empty() {
            edits.push((start..start, "# ".to_owned()));
        }
        start = with_line_end(text, line.end).max(line.end + 1);
    }
    Repair { edits, applicability: Applicability::Proposed }
}

/// Reports the mistakes, one for each line: others behind it on its line mostly follow from it.
fn report_all(mut all: Vec<SyntaxMistake>, text: &str, statements: &[Statement], report: &mut Report<'_>) {
    let mut last_line = None;
    // The first mistake of a line is the cause, wherever on the line it stands.
    all.sort_by_key(|mistake| scan::line_around(text, mistake.at.start).start);
    all.retain(|mistake| {
        let line = scan::line_around(text, mistake.at.start).start;
        last_line.replace(line) != Some(line)
    });
    let goes_on = all.len() >= ENOUGH;
    for mistake in all.into_iter().take(ENOUGH) {
        let SyntaxMistake { at, message, label, expected, help, other, mut repairs, .. } = mistake;
        repairs.push(commented_out(text, &at, statements));
        // A place of one byte may be part of a wider character, such as ＝.
        let span = |at: Range<usize>| {
            Span::new(report.file, text.floor_char_boundary(at.start)..text.ceil_char_boundary(at.end))
        };
        let mut diagnostic = Diagnostic::new(Code::Syntax, span(at), message).label(label).help(help);
        if !expected.is_empty() {
            diagnostic = diagnostic.expected(expected);
        }
        if let Some((at, why)) = other {
            diagnostic = diagnostic.related(span(at), why);
        }
        let edits = |repair: Repair| {
            let edits = repair.edits.into_iter().map(|(at, text)| Edit::new(span(at), text));
            Fix::new(edits.collect(), repair.applicability)
        };
        diagnostic.fixes.extend(repairs.into_iter().filter_map(edits));
        report.diagnostics.push(diagnostic);
    }
    if goes_on && let Some(last) = report.diagnostics.last_mut() {
        last.message.push_str("; this goes on, and the rest of the file is not told");
    }
}
