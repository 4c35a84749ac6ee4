//! A file taken apart, statement by statement, so that no mistake spreads beyond its own.

use std::ops::Range;

use super::scan::{self, bracketed, line_around, quoted, trimmed};

/// One statement with the whole of its lines, but for the last line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decode) struct Statement {
    pub(in crate::decode) range: Range<usize>,
    pub(in crate::decode) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decode) enum Kind {
    /// A comment or an empty line.
    Nothing,
    /// The name of a table in brackets.
    Header,
    /// A key and its value.
    Entry(Entry),
    /// Anything else.
    Words,
}

/// A key, its value, and what stands between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decode) struct Entry {
    pub(in crate::decode) key: Range<usize>,
    pub(in crate::decode) sign: AssignmentSign,
    /// Empty where there is none.
    pub(in crate::decode) value: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::decode) enum AssignmentSign {
    Equals,
    Colon,
    Missing,
}

/// A list whose brackets are trusted against what follows ends within this many bytes.
const LONGEST_LIST: usize = 8 * 1024;

/// Prose of this many lines is one mistake, not many.
const PROSE: usize = 4;

/// All statements of a text, in order, without a gap but the line ends.
pub(in crate::decode) fn split(text: &str) -> Vec<Statement> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let statement = statement(text, at);
        at = text
            .get(statement.range.end..)
            .and_then(|rest| rest.find('\n'))
            .map_or(text.len(), |newline| statement.range.end + newline + 1);
        statements.push(statement);
    }
    join_prose(text, statements)
}

fn statement(text: &str, start: usize) -> Statement {
    let line = line_around(text, start);
    let content = trimmed(text, line.clone());
    let written = text.get(content.clone()).unwrap_or_default();
    if written.is_empty() || written.starts_with('#') {
        return Statement { range: line, kind: Kind::Nothing };
    }
    if written.starts_with('[') {
        let kind = if written.contains(',') { Kind::Words } else { Kind::Header };
        return Statement { range: line, kind };
    }
    let Some((key, sign, value)) = split_entry(text, content) else {
        return Statement { range: line, kind: Kind::Words };
    };
    let end = value_end(text, value, line.end);
    let value = trimmed(text, value..end);
    Statement { range: line.start..end.max(line.end), kind: Kind::Entry(Entry { key, sign, value }) }
}

/// The key at the beginning of `range`, and where its value begins.
pub(in crate::decode) fn split_entry(
    text: &str,
    range: Range<usize>,
) -> Option<(Range<usize>, AssignmentSign, usize)> {
    joined(text, range.clone()).or_else(|| without_sign(text, range))
}

fn joined(text: &str, range: Range<usize>) -> Option<(Range<usize>, AssignmentSign, usize)> {
    let written = text.get(range.clone())?;
    let place = written.find(['=', '＝', ':', '：', '"', '\'', '“', '[', '{'])?;
    let c = written.get(place..)?.chars().next()?;
    let key = trimmed(text, range.start..range.start + place);
    let is_name = scan::is_bare_key(text.get(key.clone())?);
    let behind = range.start + place + c.len_utf8();
    match c {
        '=' | '＝' => Some((key, AssignmentSign::Equals, behind)),
        ':' | '：' => is_name.then_some((key, AssignmentSign::Colon, behind)),
        '"' | '\'' if place == 0 => quoted_key(text, range),
        _ => is_name.then(|| (key, AssignmentSign::Missing, range.start + place)),
    }
}

/// `"key" = value`
fn quoted_key(text: &str, range: Range<usize>) -> Option<(Range<usize>, AssignmentSign, usize)> {
    let end = quoted(text, range.start, true)?.at;
    let behind = trimmed(text, end..range.end);
    text.get(behind.clone())?
        .starts_with('=')
        .then(|| (range.start..end, AssignmentSign::Equals, behind.start + 1))
}

/// `price 400`: a key with a bare value behind a space.
fn without_sign(text: &str, range: Range<usize>) -> Option<(Range<usize>, AssignmentSign, usize)> {
    let written = text.get(range.clone())?;
    let (key, value) = written.split_once(char::is_whitespace)?;
    let bare = matches!(value.trim(), "true" | "false")
        || value.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && !value.trim().contains(' ');
    let start = range.end - value.trim_start().len();
    (bare && scan::is_bare_key(key))
        .then(|| (range.start..range.start + key.len(), AssignmentSign::Missing, start))
}

/// Where the value ends that begins behind `start`: with its line, or a later one.
fn value_end(text: &str, start: usize, line_end: usize) -> usize {
    let value = trimmed(text, start..line_end);
    let written = text.get(value.clone()).unwrap_or_default();
    let end_of_line = |at: usize| line_around(text, at).end;
    if written.is_empty() || written.starts_with('#') {
        return lost_value_end(text, line_end).unwrap_or(line_end);
    }
    if written.starts_with(['[', '{']) {
        let careful = bracketed(text, value.start, false);
        let end = end_of_line(careful.at);
        if careful.closed && super::is_value(text.get(value.start..end).unwrap_or_default()) {
            return end;
        }
        let window = text.floor_char_boundary(value.start + LONGEST_LIST);
        let trusting = bracketed(text.get(..window).unwrap_or(text), value.start, true);
        let whole = end_of_line(trusting.at);
        let sound = trusting.closed && super::is_value(text.get(value.start..whole).unwrap_or_default());
        return if sound { whole } else { end };
    }
    if written.starts_with("'''") || written.starts_with("\"\"\"") {
        let end = quoted(text, value.start, false);
        return end.map_or(line_end, |end| match end.closed {
            true => end_of_line(end.at),
            false => open_text_end(text, line_end).unwrap_or(text.len()),
        });
    }
    if written.starts_with(['"', '\'']) {
        return broken_text_end(text, value.start, line_end).unwrap_or(line_end);
    }
    line_end
}

/// The most lines of a text that is continued on further lines by mistake.
const BROKEN_LINES: usize = 20;

/// The end of a text in single quotes that goes on in the lines below: with the first of these that ends in its quote.
fn broken_text_end(text: &str, start: usize, line_end: usize) -> Option<usize> {
    let quote = text.get(start..)?.chars().next()?;
    if text.get(start + 1..line_end)?.contains(quote) {
        return None;
    }
    let mut at = line_end;
    for _ in 0..BROKEN_LINES {
        at += text.get(at..)?.find('\n')? + 1;
        let line = line_around(text, at);
        let written = text.get(line.clone())?.trim();
        if scan::is_header(written) || scan::entry_key(written).is_some() {
            return None;
        }
        match written.matches(quote).count() {
            0 => at = line.end,
            1 if written.ends_with(quote) => return Some(line.end),
            _ => return None,
        }
    }
    None
}

/// After this many tries it isn't worth while to look for the end of a text.
const TRIES: usize = 40;

/// The end of a text of several lines that nothing closes: before the first key or header from which on all is right.
fn open_text_end(text: &str, line_end: usize) -> Option<usize> {
    let mut tries = 0;
    let mut at = line_end;
    while let Some(newline) = text.get(at..).and_then(|rest| rest.find('\n')) {
        at += newline + 1;
        let line = line_around(text, at);
        let written = text.get(line.clone())?;
        if !scan::is_header(written) && scan::entry_key(written).is_none() {
            continue;
        }
        tries += 1;
        if tries > TRIES {
            return None;
        }
        if text.get(at..).is_some_and(super::is_sound) {
            return Some(text.get(..at)?.trim_end().len());
        }
    }
    None
}

/// The end of a list or text of several lines whose beginning was lost, with its last line.
fn lost_value_end(text: &str, line_end: usize) -> Option<usize> {
    let mut at = line_end;
    loop {
        at += text.get(at..)?.find('\n')? + 1;
        let line = line_around(text, at);
        let written = text.get(line.clone())?.trim();
        if matches!(written.trim_end_matches(','), "]" | "}" | "'''" | "\"\"\"") {
            return Some(line.end);
        }
        if scan::is_header(written) || scan::entry_key(written).is_some() {
            return None;
        }
        at = line.end;
    }
}

/// Long runs of lines that are no statements become one.
fn join_prose(text: &str, statements: Vec<Statement>) -> Vec<Statement> {
    let mut joined: Vec<Statement> = Vec::with_capacity(statements.len());
    let mut rest = statements.into_iter().peekable();
    while let Some(statement) = rest.next() {
        if statement.kind != Kind::Words {
            joined.push(statement);
            continue;
        }
        let mut run = vec![statement];
        while let Some(next) = rest.next_if(|next| {
            next.kind == Kind::Words
                || text.get(next.range.clone()).is_some_and(|line| line.trim().is_empty())
        }) {
            run.push(next);
        }
        let lines = run.iter().filter(|statement| statement.kind == Kind::Words).count();
        match (run.first(), run.iter().rfind(|statement| statement.kind == Kind::Words)) {
            (Some(first), Some(last)) if lines >= PROSE => {
                joined.push(Statement { range: first.range.start..last.range.end, kind: Kind::Words });
            }
            _ => joined.extend(run),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::{AssignmentSign, Kind, split};

    fn summary(text: &str) -> Vec<String> {
        let statements = split(text).into_iter().map(|statement| match statement.kind {
            Kind::Nothing => format!("nothing {:?}", &text[statement.range]),
            Kind::Header => format!("header {}", &text[statement.range]),
            Kind::Words => format!("words {:?}", &text[statement.range]),
            Kind::Entry(entry) => {
                let sign = match entry.sign {
                    AssignmentSign::Equals => "=",
                    AssignmentSign::Colon => ":",
                    AssignmentSign::Missing => " ",
                };
                format!("{}{sign}{:?}", &text[entry.key], &text[entry.value])
            }
        });
        statements.collect()
    }

    #[test]
    fn a_mistake_ends_with_its_statement() {
        assert_eq!(
            summary("# x\n\na = 1\n[b]\r\n"),
            ["nothing \"# x\"", "nothing \"\"", "a=\"1\"", "header [b]"]
        );
        assert_eq!(summary("a = [\"x\"\nb = 2"), ["a=\"[\\\"x\\\"\"", "b=\"2\""]);
        assert_eq!(summary("a = [\n 1,\n 2\n]\nb = 2"), ["a=\"[\\n 1,\\n 2\\n]\"", "b=\"2\""]);
        assert_eq!(
            summary("a: \"x\"\nb \"y\"\nc 3\nd"),
            ["a:\"\\\"x\\\"\"", "b \"\\\"y\\\"\"", "c \"3\"", "words \"d\""]
        );
        assert_eq!(summary("a = '''\nb = 1\n'''\nc = 2"), ["a=\"'''\\nb = 1\\n'''\"", "c=\"2\""]);
        assert_eq!(summary("a =\n  \"x\",\n]\nb = 2"), ["a=\"\\\"x\\\",\\n]\"", "b=\"2\""]);
        assert_eq!(summary("a =\nb = 2"), ["a=\"\"", "b=\"2\""]);
        assert_eq!(summary("a = 'x\n\ny'\nb = 2"), ["a=\"'x\\n\\ny'\"", "b=\"2\""]);
        assert_eq!(summary("a = 'x\nb = 'y'"), ["a=\"'x\"", "b=\"'y'\""]);
        assert_eq!(
            summary("a = '''\nx\n\n[b]\nc = 2"),
            ["a=\"'''\\nx\"", "nothing \"\"", "header [b]", "c=\"2\""]
        );
        assert_eq!(summary("Some of: this is prose"), ["words \"Some of: this is prose\""]);
        assert_eq!(
            summary("one\ntwo\n\nthree\nfour\na = 1"),
            ["words \"one\\ntwo\\n\\nthree\\nfour\"", "a=\"1\""]
        );
    }
}
