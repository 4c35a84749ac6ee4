//! What somebody who doesn't program probably meant where the text isn't TOML.

use std::ops::Range;

use super::Mistake;
use crate::decode::value::{date, time};

/// A syntax error in an editor's words.
pub(super) struct Told {
    pub at: Range<usize>,
    pub message: String,
    pub label: String,
    pub expected: String,
    pub help: Option<String>,
    /// Where a key that is given twice stands first.
    pub first: Option<Range<usize>>,
}

const CURLY: [char; 11] = ['“', '”', '„', '‟', '‘', '’', '‚', '«', '»', '‹', '›'];

/// Explains `mistake`, which is on the line at `line`.
pub(super) fn explain(mistake: &Mistake, text: &str, line: Range<usize>) -> Told {
    let statement = Statement::of(text, line);
    let message = mistake.message.as_str();
    if message.starts_with("duplicate key") {
        return duplicate_key(mistake, text);
    }
    if message.contains("table") && !message.contains("inline") {
        return header(mistake, &statement);
    }
    if let Some(told) = statement.value.as_ref().and_then(value_slip) {
        return told;
    }
    if let Some(told) = quotes(mistake, &statement) {
        return told;
    }
    if let Some(told) = brackets(mistake, &statement) {
        return told;
    }
    if statement.value.is_none() {
        return keyless(&statement);
    }
    other(mistake, &statement)
}

/// A line of TOML taken apart, roughly.
struct Statement<'a> {
    text: &'a str,
    range: Range<usize>,
    value: Option<Part<'a>>,
}

#[derive(Clone)]
struct Part<'a> {
    text: &'a str,
    range: Range<usize>,
}

impl<'a> Part<'a> {
    fn trimmed(text: &'a str, start: usize) -> Self {
        let lead = text.len() - text.trim_start().len();
        let text = text.trim();
        Self { text, range: start + lead..start + lead + text.len() }
    }
}

impl<'a> Statement<'a> {
    fn of(whole: &'a str, line: Range<usize>) -> Self {
        let part = Part::trimmed(whole.get(line.clone()).unwrap_or_default(), line.start);
        let value = part.text.split_once('=').map(|(key, value)| {
            let value = without_comment(value);
            Part::trimmed(value, part.range.start + key.len() + 1)
        });
        Self { text: part.text, range: part.range, value: value.filter(|value| !value.text.is_empty()) }
    }

    fn key(&self) -> &'a str {
        self.text.split(['=', ':']).next().unwrap_or_default().trim()
    }
}

/// The value up to a `#` that stands outside of quotes.
fn without_comment(value: &str) -> &str {
    let mut quote = None;
    for (at, c) in value.char_indices() {
        match (quote, c) {
            (None, '#') => return value.get(..at).unwrap_or(value),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    value
}

/// Values that say clearly what was meant: times, dates, numbers, words, curly quotes.
fn value_slip(value: &Part<'_>) -> Option<Told> {
    let told = |message: String, label: &str, expected: &str, help: String| {
        Some(Told {
            at: value.range.clone(),
            message,
            label: label.to_owned(),
            expected: expected.to_owned(),
            help: Some(help),
            first: None,
        })
    };
    let written = value.text;
    if written.starts_with(CURLY) {
        let plain = written.trim_matches(CURLY).replace('"', "\\\"");
        return told(
            "curly quotes can't hold a text".to_owned(),
            "these quotes are curly",
            "straight quotes, as on the keyboard: \"...\"",
            format!(
                "write \"{plain}\"; word processors turn quotes curly, so edit the file in a text editor"
            ),
        );
    }
    if written.starts_with(['"', '\'', '[', '{']) {
        return None;
    }
    if let Some(date) = date::loosely(written) {
        return told(
            format!("{written} is not a date"),
            "not a date",
            "a date as year-month-day without quotes, such as 2026-12-31",
            format!("write {date}"),
        );
    }
    let looks_like_time = written.contains(':') || written.to_lowercase().ends_with('m');
    if let Some(time) = time::loosely(written).filter(|_| looks_like_time) {
        return told(
            format!("{written} is not a time"),
            "not a time",
            "a time of 24 hours in quotes, such as \"09:30\"",
            format!("write \"{}\"", time.machine()),
        );
    }
    if let Some(number) = number_with_commas(written) {
        let expected =
            "a number with a point for decimals and nothing between thousands, such as 18.5 or 2500";
        return told(
            format!("{written} has a comma in it"),
            "a comma can't stand in a number",
            expected,
            format!("write {number}"),
        );
    }
    match written.to_lowercase().as_str() {
        "yes" | "on" | "true" => {
            return told(
                format!("{written} is no value"),
                "not a value",
                "true or false",
                "write true".to_owned(),
            );
        }
        "no" | "off" | "false" => {
            return told(
                format!("{written} is no value"),
                "not a value",
                "true or false",
                "write false".to_owned(),
            );
        }
        _ => {}
    }
    if written.starts_with(|c: char| c.is_alphabetic()) && !written.ends_with(['"', '\'', ']', '}']) {
        return told(
            "a text needs quotes around it".to_owned(),
            "quotes are missing",
            "a text in quotes: \"...\"",
            format!("write \"{written}\""),
        );
    }
    None
}

/// `18,5` as 18.5, `2,500` as 2500.
fn number_with_commas(written: &str) -> Option<String> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (sign, bare) = written.strip_prefix('-').map_or(("", written), |bare| ("-", bare));
    let (whole, decimals) =
        bare.split_once('.').map_or((bare, None), |(whole, decimals)| (whole, Some(decimals)));
    let parts: Vec<&str> = whole.split(',').collect();
    let (first, rest) = parts.split_first()?;
    if rest.is_empty()
        || !digits(first)
        || !rest.iter().all(|part| digits(part))
        || decimals.is_some_and(|decimals| !digits(decimals))
    {
        return None;
    }
    let thousands = first.len() <= 3 && rest.iter().all(|part| part.len() == 3);
    match (thousands, rest, decimals) {
        (true, _, Some(decimals)) => Some(format!("{sign}{}.{decimals}", parts.concat())),
        (true, _, None) => Some(format!("{sign}{}", parts.concat())),
        (false, [decimals], None) => Some(format!("{sign}{first}.{decimals}")),
        _ => None,
    }
}

/// Texts that begin and don't end, or end in the middle.
fn quotes(mistake: &Mistake, statement: &Statement<'_>) -> Option<Told> {
    let value = statement.value.as_ref()?;
    let quote = value.text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let triple = quote.to_string().repeat(3);
    if mistake.message.contains("multi-line") || value.text.starts_with(&triple) {
        return Some(Told {
            at: value.range.clone(),
            message: format!("the text that begins with {triple} has no end"),
            label: "it begins here".to_owned(),
            expected: format!("{triple} on a line of its own after the text"),
            help: Some(format!("add a line with {triple} after the last line of the text")),
            first: None,
        });
    }
    let inner = value.text.get(1..).unwrap_or_default();
    let (message, help) = match inner.find(quote) {
        None if inner.ends_with(CURLY) => (
            "the text has no closing quote".to_owned(),
            format!("end it with a straight {quote}, not a curly one"),
        ),
        None => ("the text has no closing quote".to_owned(), format!("add {quote} at its end")),
        Some(_) if inner.ends_with(quote) && inner.matches(quote).count() > 1 => {
            let escaped = inner.strip_suffix(quote).unwrap_or(inner).replace('"', "\\\"");
            (
                format!("the text has a {quote} inside"),
                format!("put a backslash before each quote inside: \"{escaped}\""),
            )
        }
        Some(_) => (
            "something stands after the end of the text".to_owned(),
            "remove what stands after the closing quote, or put it before the quote".to_owned(),
        ),
    };
    let backslash = mistake
        .message
        .contains("escape")
        .then(|| "write \\\\ for a backslash, or use single quotes '...' around the text".to_owned());
    Some(Told {
        at: value.range.clone(),
        message: if backslash.is_some() {
            "a backslash in this text means nothing".to_owned()
        } else {
            message
        },
        label: String::new(),
        expected: "a text between two straight quotes: \"...\"".to_owned(),
        help: Some(backslash.unwrap_or(help)),
        first: None,
    })
}

/// Brackets that open and don't close, or close what isn't open.
fn brackets(mistake: &Mistake, statement: &Statement<'_>) -> Option<Told> {
    let told = |at: Range<usize>, message: &str, help: String| {
        Some(Told {
            at,
            message: message.to_owned(),
            label: String::new(),
            expected: "every bracket in a pair: [ ... ] around a list, { ... } around a table on one line"
                .to_owned(),
            help: Some(help),
            first: None,
        })
    };
    let message = mistake.message.as_str();
    if message.starts_with("unclosed array") || message.starts_with("missing comma between array") {
        return told(
            statement.range.clone(),
            "a list is not closed, or a comma is missing in it",
            "put a comma between elements and ] after the last one".to_owned(),
        );
    }
    if message.starts_with("unclosed inline table") || message.starts_with("missing comma between key-value")
    {
        return told(
            statement.range.clone(),
            "a table in braces is not closed, or a comma is missing in it",
            "put a comma between entries and } after the last one".to_owned(),
        );
    }
    let stray = statement.text.chars().last().filter(|c| matches!(c, ']' | '}' | ')' | '[' | '{' | '('))?;
    let at = statement.range.end - stray.len_utf8()..statement.range.end;
    told(
        at,
        &format!("a stray {stray}"),
        format!("remove the {stray}, or add the bracket that belongs to it"),
    )
}

/// `[table` and `table]`.
fn header(mistake: &Mistake, statement: &Statement<'_>) -> Told {
    let name = statement.text.trim_matches(|c: char| matches!(c, '[' | ']' | ' '));
    let doubled = statement.text.starts_with("[[") || statement.text.ends_with("]]");
    let (message, help) = if name.is_empty()
        || mistake.message.starts_with("missing table open") && !statement.text.ends_with(']')
    {
        ("a stray bracket".to_owned(), "remove the line, or write the name of a table in brackets".to_owned())
    } else {
        let right = if doubled { format!("[[{name}]]") } else { format!("[{name}]") };
        (
            "this line is neither a key nor the name of a table".to_owned(),
            format!("for a table write {right}"),
        )
    };
    Told {
        at: statement.range.clone(),
        message,
        label: "a bracket is missing, or one too many".to_owned(),
        expected: "[name] for a table, or [[name]] for one of several".to_owned(),
        help: Some(help),
        first: None,
    }
}

/// A line without `=`.
fn keyless(statement: &Statement<'_>) -> Told {
    let key = statement.key();
    let colon = statement.text.split_once(':').map(|(key, value)| (key.trim(), value.trim()));
    let help = match colon {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => {
            format!("write = instead of the colon: {key} = {value}")
        }
        _ if statement.text.contains('=') => {
            format!("write a value after the =, such as {key} = \"...\", or remove the line")
        }
        _ => "write key = value, or put a # in front to make it a remark".to_owned(),
    };
    Told {
        at: statement.range.clone(),
        message: "this line gives no key a value".to_owned(),
        label: String::new(),
        expected: "key = value".to_owned(),
        help: Some(help),
        first: None,
    }
}

fn duplicate_key(mistake: &Mistake, text: &str) -> Told {
    let key = text.get(mistake.at.clone()).unwrap_or_default();
    let mut start = 0;
    let mut first = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start().trim_start_matches('[');
        let at = start + (line.len() - trimmed.len());
        let rest = trimmed.strip_prefix(key).map(|rest| rest.trim_start());
        if at < mistake.at.start && rest.is_some_and(|rest| rest.starts_with(['=', ']', '.'])) {
            first = Some(at..at + key.len());
        }
        start += line.len();
    }
    Told {
        at: mistake.at.clone(),
        message: format!("the key \"{key}\" is given twice"),
        label: "the second time".to_owned(),
        expected: "each key once".to_owned(),
        help: Some("remove one of the two".to_owned()),
        first,
    }
}

fn other(mistake: &Mistake, statement: &Statement<'_>) -> Told {
    let at = statement.value.as_ref().map_or(statement.range.clone(), |value| value.range.clone());
    Told {
        at,
        message: format!("this can't be read: {}", mistake.message),
        label: String::new(),
        expected: "a text in quotes, a number, a date, true, false, a list or a table".to_owned(),
        help: Some("compare the line with the same line of another file".to_owned()),
        first: None,
    }
}
