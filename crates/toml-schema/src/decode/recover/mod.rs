//! Error recovery for text that isn't TOML: every mistake is reported, and the rest is read as if there were none.
//!
//! The text is cut into statements, and each that isn't TOML by itself is written in other ways until one is. The
//! result is TOML again; a [`Patch`] maps each piece of it to the original.

mod patch;
mod rewrite;
mod statement;

use std::ops::Range;

use toml::de::DeTable;

use self::{
    patch::Builder,
    rewrite::{Mistake, QUOTE_MARKS, Rewrite, rewrites},
    statement::{is_deeper, is_toml},
};
use super::{
    Report, in_quotes, line_end,
    outline::path,
    value::{DateOrder, loose},
};
use crate::{
    diagnostic::{
        Applicability, Diagnostic, Edit, FileId, Fix, Span, clean, code, diagnostic, is_odd, line_at,
        next_line, shortened,
    },
    schema::Kind,
};

pub(super) use patch::Patch;
pub(super) use rewrite::QUOTES;
pub(crate) use statement::is_bare_key;
pub(super) use statement::{EntryParts, Statement, StatementKind, entry, statements};

/// After this many mistakes the rest of a file is most likely no TOML at all.
const ENOUGH: usize = 200;

/// Recovering takes the longer the more there is around a mistake. No editor writes files of this many bytes, lines like
/// this one, or brackets so deep within each other that the parser gives up.
const LARGEST: usize = 512 * 1024;
const LONGEST_LINE: usize = 8 * 1024;
const DEEPEST: usize = 80;

/// The recovered text and where it comes from. Returns `None` if the text is most likely no TOML at all. Every mistake
/// goes to `report`.
pub(super) fn recover(text: &str, report: &mut Report<'_>) -> Option<(String, Patch)> {
    let is_long = text.len() > LARGEST || text.lines().any(|line| line.len() > LONGEST_LINE);
    if is_long || is_deeper(text, DEEPEST) {
        let mut out = Builder::new(text);
        out.copy(0..text.len());
        return Some(out.finish());
    }
    let statements = statements(text);
    let headers = statements.iter().filter(|statement| statement.kind == StatementKind::Header);
    let headers = headers.filter_map(|statement| TableHeader::parse(text, statement, report)).collect();
    let mut recovery = Recovery {
        file: report.file,
        text,
        date_order: report.options.date_order,
        out: Builder::new(text),
        headers,
        table: 0,
        keys: Vec::new(),
        mistakes: Vec::new(),
        broken: Vec::new(),
        reshaped: Vec::new(),
        is_apart: false,
    };
    for (index, statement) in statements.iter().enumerate() {
        if recovery.mistakes.len() > ENOUGH {
            break;
        }
        recovery.statement(statement, statements.get(index + 1..).unwrap_or_default());
        recovery.out.instead(statement.range.end..statement.range.end, "\n");
    }
    let Recovery { out, mistakes, broken, reshaped, .. } = recovery;
    let is_hopeless = mistakes.len() > ENOUGH;
    for mistake in mistakes.into_iter().take(ENOUGH) {
        mistake.report(report);
    }
    report.invalid.extend(broken);
    report.reshaped.extend(reshaped);
    (!is_hopeless).then(|| out.finish())
}

/// The text with the header of the first of several tables, if its keys stand at the top of the file without one: among
/// them the key that says which of them it is.
pub(super) fn without_header(
    text: &str,
    root: &DeTable<'_>,
    report: &mut Report<'_>,
) -> Option<(String, Patch)> {
    let schema = report.root.clone()?;
    let (name, by) = schema.fields.iter().find_map(|field| match &field.kind {
        Kind::Variants(variants) if field.list.is_some() => Some((&field.key, &variants.by)),
        _ => None,
    })?;
    if schema.field(by).is_some() || !root.contains_key(&**by) {
        return None;
    }
    let is_of_file = |key: &str| key == "allow" || schema.field(key).is_some();
    let others = root.keys().filter(|key| !is_of_file(key.get_ref()));
    let start = line_at(text, others.map(|key| key.span().start).min()?).start;
    for key in root.keys().filter(|key| is_of_file(key.get_ref()) && key.span().start > start) {
        let line = text.get(line_at(text, key.span().start)).unwrap_or_default();
        if !line.trim_start().starts_with('[') {
            return None;
        }
    }
    let header = format!("[[{name}]]");
    let at = line_at(text, start);
    let line = format!("{header}{}", line_end(text));
    SyntaxMistake::new((report.file, text), at.clone(), &rewrite::NO_HEADER, at, &header)
        .fix([(start..start, line)], Applicability::Certain)
        .report(report);
    let mut out = Builder::new(text);
    out.copy(0..start);
    out.instead(start..start, &format!("{header}\n"));
    out.copy(start..text.len());
    Some(out.finish())
}

/// Describes what is wrong with a recovered text that still isn't TOML.
pub(super) fn report_rest(mistakes: &[toml::de::Error], patch: &Patch, text: &str, report: &mut Report<'_>) {
    for mistake in mistakes.iter().take(ENOUGH) {
        let at = patch.origin(mistake.span().unwrap_or_default());
        let line = line_at(text, at.start);
        let at = if at.is_empty() { line.clone() } else { at };
        let diagnostic = diagnostic!(
            code::SYNTAX,
            span((report.file, text), at),
            "this can't be read: {}",
            mistake.message()
        );
        SyntaxMistake { diagnostic, statement: line, rule: rewrite::WORDS.rule }.report(report);
    }
}

/// A mistake in a statement.
struct SyntaxMistake {
    diagnostic: Diagnostic,
    /// The lines of the statement.
    statement: Range<usize>,
    /// The rule that the text breaks.
    rule: &'static str,
}

impl SyntaxMistake {
    /// A mistake at a place of a statement. `subject` stands for `{}` in its message.
    fn new(
        (file, text): (FileId, &str),
        statement: Range<usize>,
        mistake: &'static Mistake,
        at: Range<usize>,
        subject: &str,
    ) -> Self {
        let line_end = line_at(text, at.start).end;
        let span = span((file, text), at.start..at.end.min(line_end).max(at.start));
        let message = mistake.message.replace("{}", &shortened(subject));
        Self { diagnostic: diagnostic!(code::SYNTAX, span, "{message}"), statement, rule: mistake.rule }
    }

    /// Adds another place that matters, and why.
    fn related(self, place: Span, why: &str) -> Self {
        Self { diagnostic: self.diagnostic.related(place, why), ..self }
    }

    /// Adds a correction, less likely than those before it.
    fn fix(
        self,
        edits: impl IntoIterator<Item = (Range<usize>, String)>,
        applicability: Applicability,
    ) -> Self {
        let file = self.diagnostic.primary.span.file;
        let edits = edits.into_iter().map(|(at, written)| Edit::at(file, at, written));
        Self { diagnostic: self.diagnostic.fix(Fix::new(edits.collect(), applicability)), ..self }
    }

    /// Adds the statement as it may have been meant.
    fn intended(self, text: &str, intended: &str, applicability: Applicability) -> Self {
        let start = self.statement.start;
        let written = text.get(self.statement.clone()).unwrap_or_default();
        let (at, new) = difference(written, intended);
        self.fix([(start + at.start..start + at.end, new)], applicability)
    }

    fn report(mut self, report: &mut Report<'_>) {
        // A fix says by itself what to do.
        self.diagnostic = if self.diagnostic.fixes.is_empty() {
            self.diagnostic.help(self.rule)
        } else {
            self.diagnostic.expected(self.rule)
        };
        let lines = comment_out(report.text, self.statement.clone()).into_iter();
        let commented = self.fix(lines.map(|at| (at..at, "# ".to_owned())), Applicability::Proposed);
        report.push(commented.diagnostic);
    }
}

/// A place within a wide character is that of all of it.
fn span((file, text): (FileId, &str), at: Range<usize>) -> Span {
    Span::new(file, text.floor_char_boundary(at.start)..text.ceil_char_boundary(at.end))
}

/// The beginnings of the lines of `range` that aren't empty.
pub(super) fn comment_out(text: &str, range: Range<usize>) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = line_at(text, range.start).start;
    while at < range.end {
        let line = line_at(text, at);
        if !text.get(line.clone()).unwrap_or_default().trim().is_empty() {
            starts.push(at);
        }
        at = next_line(text, line.end);
    }
    starts
}

/// The range of `old` that differs in `new`, with the text of `new` there.
fn difference(old: &str, new: &str) -> (Range<usize>, String) {
    let before = common_length(old.chars(), new.chars());
    let (old_rest, new_rest) = (old.get(before..).unwrap_or_default(), new.get(before..).unwrap_or_default());
    let behind = common_length(old_rest.chars().rev(), new_rest.chars().rev());
    let new = new_rest.get(..new_rest.len() - behind).unwrap_or_default();
    (before..old.len() - behind, new.to_owned())
}

/// The bytes of the characters with which both begin.
fn common_length(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum()
}

/// The part of the value at `range` that is another one in `intended`; for what is only put in, the text before it on its line.
fn changed_place(text: &str, range: Range<usize>, intended: &str) -> Range<usize> {
    let (at, _) = difference(text.get(range.clone()).unwrap_or_default(), intended);
    let (start, end) = (range.start + at.start, range.start + at.end);
    // A comma that lacks at the end of a line is put in, too: the line break itself is none of the mistake.
    if start < end && !text.get(start..).is_some_and(|rest| rest.starts_with(['\r', '\n'])) {
        return start..end;
    }
    let line = line_at(text, start).start.max(range.start);
    let before = text.get(line..start).unwrap_or_default().trim_start();
    let is_line_of_its_own = line > range.start && !before.is_empty();
    let before =
        if is_line_of_its_own { before.len() } else { before.chars().next_back().map_or(0, char::len_utf8) };
    start - before..start
}

/// The name of a table in brackets.
#[derive(Clone, Debug)]
struct TableHeader {
    name: String,
    /// True for `[[name]]`.
    is_several: bool,
    /// False for one bracket on one side and two on the other, of which either may be wrong, and for what only ends with one,
    /// which may be a key.
    is_balanced: bool,
    is_valid: bool,
    /// Whether it has to be one of several, if the schema says that.
    declared: Option<bool>,
    /// For a header in other words: the help, and the correction.
    meant: Option<(String, Option<Fix>)>,
    range: Range<usize>,
}

impl TableHeader {
    fn parse(text: &str, statement: &Statement, report: &Report<'_>) -> Option<Self> {
        let written = clean(text.get(statement.range.clone())?);
        let written =
            written.split('#').next()?.trim_matches(|c: char| c.is_whitespace() || "“”\"".contains(c));
        let behind = if statement.is_valid { "" } else { behind_brackets(written) };
        let written = written.strip_suffix(behind).unwrap_or(written);
        let name = written.trim_matches(['[', ']', ' ']);
        let start = written.find(name)?;
        let open = written.get(..start)?.matches(['[', ']']).count();
        let close = written.get(start + name.len()..)?.matches(['[', ']']).count();
        let place = Span::new(report.file, statement.range.clone());
        let meant = report.header_meant_by(name).filter(|_| !statement.is_valid);
        let name = match &meant {
            Some(meant) => meant.name.to_owned(),
            None if is_toml(&format!("[{name}]")) => name.to_owned(),
            None => one_word(name)?,
        };
        Some(Self {
            meant: meant.map(|meant| {
                let fix = report.document().retitle(place, meant.name, &meant.line);
                (meant.help, fix)
            }),
            declared: report.is_one_of_several(&name),
            name,
            is_several: open.max(close) > 1,
            is_balanced: open == close || close == 0,
            is_valid: statement.is_valid,
            range: statement.range.clone(),
        })
    }

    fn is_within(&self, other: &Self) -> bool {
        self.name.strip_prefix(&*other.name).is_some_and(|rest| rest.starts_with('.'))
    }
}

/// The words behind the brackets of a header, which are no part of its name: those of a comment, or, in a text that lost its
/// quotes, what follows a link. Empty if there are none.
fn behind_brackets(header: &str) -> &str {
    let behind = header.split_once(']').map_or("", |(_, behind)| behind.trim_start_matches([']', ' ', '\t']));
    if behind.contains(char::is_alphanumeric) { behind } else { "" }
}

/// The one word that a key of several, or with odd characters in it, was intended to be.
fn one_word(written: &str) -> Option<String> {
    /// More of them are prose, or a key of far too many parts.
    const MOST_WORDS: usize = 8;
    let clean = clean(written);
    let words = clean.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    (1..=MOST_WORDS).contains(&words.len()).then(|| words.join("_"))
}

/// A key of several words in straight quotation marks, if it stands between others.
fn in_marks(key: &str) -> Option<String> {
    let inner = key.trim().strip_prefix(QUOTE_MARKS)?.strip_suffix(QUOTE_MARKS)?;
    let is_words = !inner.contains(QUOTE_MARKS) && inner.contains(char::is_whitespace);
    is_words.then(|| in_quotes(inner))
}

/// A text that is being recovered.
struct Recovery<'t> {
    file: FileId,
    text: &'t str,
    date_order: DateOrder,
    out: Builder<'t>,
    /// All headers of the text.
    headers: Vec<TableHeader>,
    /// The number of tables that have begun.
    table: usize,
    /// The keys of the table by their parts, with their places.
    keys: Vec<(Vec<String>, Range<usize>)>,
    mistakes: Vec<SyntaxMistake>,
    /// Values and keys that were broken: reported once, and not checked further.
    broken: Vec<Range<usize>>,
    /// Headers for which the number of brackets that was meant isn't certain.
    reshaped: Vec<Range<usize>>,
    /// True behind an empty line.
    is_apart: bool,
}

impl<'t> Recovery<'t> {
    fn written(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn mistake(
        &self,
        statement: &Statement,
        mistake: &'static Mistake,
        at: Range<usize>,
        subject: &str,
    ) -> SyntaxMistake {
        SyntaxMistake::new((self.file, self.text), statement.range.clone(), mistake, at, subject)
    }

    fn statement(&mut self, statement: &Statement, below: &[Statement]) {
        let written = self.written(&statement.range);
        let is_apart = std::mem::replace(&mut self.is_apart, written.trim().is_empty());
        match statement.kind {
            StatementKind::Blank if statement.is_valid => {}
            StatementKind::Blank => {
                let at = statement.range.clone();
                let syntax = self.mistake(statement, &rewrite::INVISIBLE, at, "");
                self.mistakes.push(syntax.intended(self.text, &clean(written), Applicability::Certain));
            }
            StatementKind::Header => self.header(statement),
            StatementKind::Entry
                if let Some(parts) = rewrite::entries(written).filter(|_| !statement.is_valid) =>
            {
                self.entries(statement, &parts, below);
            }
            StatementKind::Entry => match entry(written) {
                Some(entry) => self.entry(statement, &entry, is_apart, below),
                None => self.words(statement),
            },
            StatementKind::Other => self.words(statement),
        }
    }

    fn words(&mut self, statement: &Statement) {
        let written = self.written(&statement.range).trim();
        if let Some(comment) = written.strip_prefix("//") {
            let at = trimmed(self.text, statement.range.clone());
            let syntax = self.mistake(statement, &rewrite::COMMENT, at, "");
            self.mistakes.push(syntax.intended(self.text, &format!("#{comment}"), Applicability::Certain));
            return;
        }
        let is_bracket = written.chars().all(|c| "[]{}(),' \"".contains(c));
        let mistake = if is_bracket { &rewrite::STRAY_BRACKET } else { &rewrite::WORDS };
        self.mistakes.push(self.mistake(statement, mistake, statement.range.clone(), written));
        // A line of words may be a key whose value got lost: then the key is at least not missing.
        let first = written.split([' ', '\t', '=', ':', '\n']).next().unwrap_or_default();
        let start = trimmed(self.text, statement.range.clone()).start;
        if is_bare_key(first) && self.claim(first, start..start + first.len()).is_none() {
            self.out.instead(statement.range.clone(), &format!("{first} = \"\""));
            self.broken.push(statement.range.clone());
        }
    }

    /// Notes a key of the table. Returns where it was given before, if it was.
    fn claim(&mut self, key: &str, at: Range<usize>) -> Option<Range<usize>> {
        let key = path(key);
        let before = self.keys.iter().find(|(other, _)| *other == key).map(|(_, at)| at.clone());
        if before.is_none() {
            self.keys.push((key, at));
        }
        before
    }

    fn header(&mut self, statement: &Statement) {
        self.keys.clear();
        self.table += 1;
        let range = statement.range.clone();
        let Some(index) = self.headers.iter().position(|header| header.range == range) else {
            return self.words(statement);
        };
        let Some(header) = self.headers.get(index).cloned() else { return };
        let same = |other: &&TableHeader| other.name == header.name && !other.is_several;
        // Each of several tables may have one of that name within it.
        let before = self.headers.get(..index).unwrap_or_default();
        let parent = before.iter().rposition(|other| header.is_within(other)).map_or(0, |parent| parent + 1);
        let first = before.get(parent..).unwrap_or_default().iter().find(same).filter(|_| !header.is_several);
        let behind = self.headers.get(index + 1..).unwrap_or_default().iter();
        let is_repeated = behind.take_while(|other| !header.is_within(other)).any(|other| same(&other));
        let is_several = match (header.is_valid, header.declared) {
            (false, Some(declared)) => declared,
            (false, None) => header.is_several,
            (true, declared) => header.is_several || declared == Some(true) || first.is_some() || is_repeated,
        };
        let name = &header.name;
        let right = if is_several { format!("[[{name}]]") } else { format!("[{name}]") };
        let written = self.written(&range);
        // A space of another kind is a part of the mistake.
        let code = written.split('#').next().unwrap_or_default().trim_end_matches([' ', '\t', '\r', '\n']);
        let at = range.start..range.start + code.len();
        let behind = if header.is_valid { "" } else { behind_brackets(code) };
        let comment = behind.trim_start_matches('/').trim_start();
        let comment = if comment.is_empty() { String::new() } else { format!(" # {comment}") };
        let edit = (at.clone(), format!("{right}{comment}"));
        let mistake = |mistake| self.mistake(statement, mistake, at.clone(), name);
        let syntax = if !header.is_valid {
            let is_copied = code.contains(is_odd);
            let syntax = mistake(if is_copied { &rewrite::INVISIBLE } else { &rewrite::HEADER });
            let is_comment = behind.is_empty() || behind.starts_with("//");
            let is_one = !code.strip_suffix(behind).unwrap_or(code).contains(',');
            let is_certain = (header.is_balanced || header.declared.is_some()) && is_one && is_comment;
            Some(match header.meant {
                Some((help, Some(fix))) => {
                    SyntaxMistake { diagnostic: syntax.diagnostic.help(help).fix(fix), ..syntax }
                }
                _ => syntax.fix([edit], Applicability::certain_if(is_certain)),
            })
        } else if !header.is_several && header.declared == Some(true) {
            Some(mistake(&rewrite::SINGLE_HEADER).fix([edit], Applicability::Certain))
        } else if let Some(first) = first {
            let place = Span::new(self.file, first.range.clone());
            let syntax = mistake(&rewrite::HEADER_TWICE).related(place, "it is first given here");
            // Both of them are one of several then.
            let both = [edit, (first.range.clone(), right.clone())].into_iter();
            let both = both.filter(|_| header.declared.is_none());
            Some(syntax.fix(both, Applicability::Proposed))
        } else {
            None
        };
        self.mistakes.extend(syntax);
        if header.is_valid && header.is_several == is_several {
            self.out.copy(range);
        } else {
            self.reshaped.push(range.clone());
            self.out.instead(range, &right);
        }
    }

    /// Takes over several entries of one line.
    fn entries(&mut self, statement: &Statement, parts: &[Range<usize>], below: &[Statement]) {
        let start = statement.range.start;
        let parts: Vec<_> = parts.iter().map(|part| start + part.start..start + part.end).collect();
        let gaps = parts.array_windows().map(|[one, next]| one.end..next.start);
        let edits = gaps.map(|gap| (gap, line_end(self.text).to_owned()));
        let mut syntax = self.mistake(statement, &rewrite::ENTRIES, statement.range.clone(), "");
        syntax.diagnostic = syntax.diagnostic.help("write each key on a line of its own");
        self.mistakes.push(syntax.fix(edits, Applicability::Certain));
        for range in parts {
            let Some(parts) = entry(self.written(&range)) else { continue };
            self.entry(
                &Statement { range, kind: StatementKind::Entry, is_valid: true },
                &parts,
                false,
                below,
            );
            self.out.instead(statement.range.end..statement.range.end, "\n");
        }
    }

    /// Takes over an entry; `below` are the statements behind it.
    fn entry(&mut self, statement: &Statement, parts: &EntryParts, is_apart: bool, below: &[Statement]) {
        let Some(entry) = WrittenEntry::new(self.text, statement, parts) else {
            return self.words(statement);
        };
        if is_apart && let Some(header) = self.lost_header(&entry.right_key, below) {
            self.below_header(statement, &header);
        }
        if let Some(first) = self.claim(&entry.right_key, entry.key_range()) {
            return self.key_twice(statement, &entry.right_key, entry.key_range(), first);
        }
        if statement.is_valid {
            self.out.copy(statement.range.clone());
        } else if entry.value.is_empty() || loose::is_null(entry.value) {
            self.without_value(statement, &entry);
        } else {
            self.rewritten(statement, &entry);
        }
    }

    /// Puts in the header that is missing above an entry.
    fn below_header(&mut self, statement: &Statement, header: &str) {
        let start = statement.range.start;
        let syntax = self.mistake(statement, &rewrite::LOST_HEADER, statement.range.clone(), header);
        let line = format!("{header}{}", line_end(self.text));
        self.mistakes.push(syntax.fix([(start..start, line)], Applicability::Proposed));
        self.out.instead(start..start, &format!("{header}\n"));
        self.keys.clear();
    }

    /// Takes over a key that has no value, or `null`, as one with an empty text.
    fn without_value(&mut self, statement: &Statement, entry: &WrittenEntry<'_>) {
        let value = entry.value_range();
        let key = path(entry.key).join(".");
        let mistake = self.mistake(statement, &rewrite::NO_VALUE, entry.range(), &key);
        self.mistakes.push(mistake);
        self.out.instead(entry.key_range(), &format!("{} =", entry.right_key));
        self.out.instead(value.clone(), " \"\"");
        self.broken.extend([value, entry.key_range()]);
    }

    /// Takes over an entry as it was probably meant: its key, its sign or its value is written otherwise.
    fn rewritten(&mut self, statement: &Statement, entry: &WrittenEntry<'_>) {
        let is_value = rewrite::is_value(entry.value);
        let mut values = if is_value { Vec::new() } else { rewrites(entry.value, self.date_order) };
        values.retain(|other| is_toml(&entry.with_value(&other.text)));
        let syntax = self.entry_mistake(statement, entry, &values);
        self.mistakes.push(syntax);
        self.out.instead(entry.key_range(), &format!("{} = ", entry.right_key));
        if is_value {
            self.out.copy(entry.value_range());
        } else {
            self.out.instead(entry.value_range(), values.first().map_or("\"\"", |best| &best.text));
            self.broken.push(entry.value_range());
        }
        if !entry.is_key {
            self.broken.push(entry.key_range());
        }
    }

    /// The mistake of an entry with its corrections: of a right value the one of its key and sign, of any other the ways to write
    /// it, the likeliest first.
    fn entry_mistake(
        &self,
        statement: &Statement,
        entry: &WrittenEntry<'_>,
        values: &[Rewrite],
    ) -> SyntaxMistake {
        let (mistake, place) =
            entry.mistake_before_value().unwrap_or_else(|| entry.mistake_of_value(values.first(), self.text));
        let subject = if *mistake == rewrite::KEY { entry.key } else { entry.value };
        let mut syntax = self.mistake(statement, mistake, trimmed(self.text, place), subject);
        if rewrite::is_value(entry.value) {
            syntax = syntax.intended(self.text, &entry.with_value(entry.value), entry.key_certainty());
        }
        for other in values {
            let applicability = other.applicability.max(entry.key_certainty());
            syntax = if entry.is_value_replaced(other) {
                syntax.fix([(entry.value_range(), other.text.clone())], applicability)
            } else {
                syntax.intended(self.text, &entry.with_value(&other.text), applicability)
            };
        }
        syntax
    }

    /// The header that is missing above a key which stands behind an empty line: that of tables which begin with this key, or
    /// that of the table which has the key already.
    fn lost_header(&self, key: &str, below: &[Statement]) -> Option<String> {
        let header = match self.table.checked_sub(1) {
            Some(index) => {
                let key = path(key);
                self.headers.get(index).filter(|_| self.keys.iter().any(|(other, _)| *other == key))?
            }
            None => {
                let first = self.headers.first()?;
                let behind = below.iter().skip_while(|statement| statement.range != first.range).nth(1)?;
                let written = self.written(&behind.range);
                entry(written).filter(|entry| written.get(entry.key.clone()) == Some(key)).map(|_| first)?
            }
        };
        header.is_several.then(|| format!("[[{}]]", header.name))
    }

    fn key_twice(&mut self, statement: &Statement, key: &str, at: Range<usize>, first: Range<usize>) {
        let range = statement.range.clone();
        let place = Span::new(self.file, first.clone());
        let mut syntax = self.mistake(statement, &rewrite::KEY_TWICE, at, &path(key).join("."));
        syntax = syntax.related(place, "it is first given here");
        // A line that says the same again can go.
        if self.written(&line_at(self.text, first.start)).trim() == self.written(&range).trim() {
            let line = range.start..next_line(self.text, range.end);
            syntax = syntax.fix([(line, String::new())], Applicability::Certain);
        }
        self.mistakes.push(syntax);
    }
}

/// An entry as it stands in the text.
struct WrittenEntry<'e> {
    /// The byte at which its statement begins.
    start: usize,
    /// The whole statement.
    written: &'e str,
    parts: &'e EntryParts,
    key: &'e str,
    sign: &'e str,
    value: &'e str,
    /// The key, or the one that was meant.
    right_key: String,
    /// True if the key is one of TOML.
    is_key: bool,
}

impl<'e> WrittenEntry<'e> {
    /// Returns `None` if no key can be made of what stands before the sign.
    fn new(text: &'e str, statement: &Statement, parts: &'e EntryParts) -> Option<Self> {
        let written = text.get(statement.range.clone()).unwrap_or_default();
        let [key, sign, value] = [&parts.key, &parts.sign, &parts.value]
            .map(|range| written.get(range.clone()).unwrap_or_default());
        let is_key = is_toml(&format!("{key} = 0"));
        let right_key = if is_key { key.to_owned() } else { in_marks(key).or_else(|| one_word(key))? };
        Some(Self { start: statement.range.start, written, parts, key, sign, value, right_key, is_key })
    }

    /// The bytes of the text for those of the statement.
    fn at(&self, range: &Range<usize>) -> Range<usize> {
        self.start + range.start..self.start + range.end
    }

    fn key_range(&self) -> Range<usize> {
        self.at(&self.parts.key)
    }

    fn value_range(&self) -> Range<usize> {
        self.at(&self.parts.value)
    }

    /// From the key to the end of the value.
    fn range(&self) -> Range<usize> {
        self.at(&(self.parts.key.start..self.parts.value.end))
    }

    fn before_key(&self) -> &'e str {
        self.written.get(..self.parts.key.start).unwrap_or_default()
    }

    /// True if the sign is the `=` that belongs there.
    fn is_sign(&self) -> bool {
        self.sign.trim() == "=" && !self.sign.contains(is_odd)
    }

    /// True for a value on a line below its key: the opening bracket or quote stands behind the sign.
    fn is_below(&self) -> bool {
        self.parts.sign.end < self.parts.value.start
    }

    /// The statement with another value, its key and its sign as they are right.
    fn with_value(&self, value: &str) -> String {
        let sign = if self.is_sign() && !self.is_below() { self.sign } else { " = " };
        let (gap, behind) = self.behind_value();
        let gap = if behind.is_empty() && gap.contains('\n') { String::new() } else { clean(gap) };
        format!("{}{}{sign}{value}{gap}{behind}", clean(self.before_key()), self.right_key)
    }

    /// The space behind the value, and the comment.
    fn behind_value(&self) -> (&'e str, &'e str) {
        let behind = self.written.get(self.parts.value.end..).unwrap_or_default();
        behind.split_at(behind.len() - behind.trim_start().len())
    }

    /// Whether the key was meant: it may be one of several words.
    fn key_certainty(&self) -> Applicability {
        let plain = self.key.trim_matches(|c: char| c.is_whitespace() || is_odd(c) || "“”\"'".contains(c));
        Applicability::certain_if(self.is_key || plain == self.right_key.trim_matches('"'))
    }

    /// The mistake in the key or the sign, with its place.
    fn mistake_before_value(&self) -> Option<(&'static Mistake, Range<usize>)> {
        let (to_key, sign) = (self.at(&(0..self.parts.key.end)), self.at(&self.parts.sign));
        if self.before_key().contains(is_odd) || self.key.contains(is_odd) {
            Some((&rewrite::INVISIBLE, to_key))
        } else if !self.is_key {
            Some((&rewrite::KEY, to_key))
        } else if self.is_sign() {
            None
        } else if self.sign.contains(is_odd) {
            Some((&rewrite::INVISIBLE, sign))
        } else if self.sign.trim().is_empty() {
            Some((&rewrite::EQUALS_MISSING, self.range()))
        } else if self.sign.contains('=') {
            Some((&rewrite::EQUALS_TWICE, sign))
        } else {
            Some((&rewrite::COLON, sign))
        }
    }

    /// The mistake in the value, of which `best` is the likeliest right one, with its place in `text`.
    fn mistake_of_value(&self, best: Option<&Rewrite>, text: &str) -> (&'static Mistake, Range<usize>) {
        let place = self.value_range();
        if let Some(best) = best {
            let is_long = self.value.starts_with(['[', '{']) && self.value.contains('\n');
            let place = if is_long { changed_place(text, place, &best.text) } else { place };
            return (best.mistake, place);
        }
        if self.is_below() && rewrite::is_value(self.value) {
            return (&rewrite::BELOW, place);
        }
        // The first of several mistakes in a list.
        let first = DeTable::parse(self.written).err().and_then(|wrong| wrong.span());
        let first = first.filter(|first| self.parts.value.start <= first.start && !first.is_empty());
        (&rewrite::WORDS, first.map_or(place, |first| self.at(&first)))
    }

    /// True if a correction replaces the value as a whole: of a short one that is easier to read.
    fn is_value_replaced(&self, other: &Rewrite) -> bool {
        let is_short = !self.value.contains('\n') && !self.value.starts_with(['[', '{', '(']);
        let (gap, _) = self.behind_value();
        let is_right = self.is_key && self.is_sign() && !gap.contains(is_odd);
        is_right && (is_short || *other.mistake == rewrite::LINES)
    }
}

/// The range without the space at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let written = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (written.len() - written.trim_start().len());
    let end = start + written.trim().len();
    if start < end { start..end } else { range }
}
