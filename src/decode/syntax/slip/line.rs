//! Lines, lists and headers that don't have the form of any.

use std::ops::Range;

use super::{Told, odd, shortened};

const LINE: &str = "key = value";
const PAIRS: &str = "every bracket in a pair: [ ... ] around a list, { ... } around a table on one line";

/// `title: "Boxing"`
pub(in super::super) fn colon(at: Range<usize>, key: &str, value: &str) -> Told {
    Told::new(at, "a colon stands where = belongs")
        .label("this is a colon")
        .expected(LINE)
        .help(format!("write = instead of the colon: {key} = {}", shortened(value)))
}

/// `title "Boxing"`
pub(in super::super) fn equals_missing(at: Range<usize>, key: &str, value: &str) -> Told {
    Told::new(at, format!("the = behind \"{key}\" is missing"))
        .label("no = here")
        .expected(LINE)
        .help(format!("write {key} = {}", shortened(value)))
}

/// `title == "Boxing"`
pub(in super::super) fn doubled(at: Range<usize>) -> Told {
    Told::new(at, "one = is enough").label("one too many").expected(LINE).help("remove one of them")
}

/// `title =`
pub(in super::super) fn no_value(at: Range<usize>, key: &str) -> Told {
    Told::new(at, format!("\"{key}\" has no value")).label("nothing stands behind the =").expected(LINE).help(
        format!(
            "write a value behind the =, such as {key} = \"...\", or remove the line if the key is optional"
        ),
    )
}

/// A key that isn't one word.
pub(in super::super) fn key(text: &str, at: Range<usize>, meant: Option<&str>) -> Told {
    let told = match odd(text) {
        Some((place, c, name)) => {
            let start = at.start + place;
            Told::new(start..start + c.len_utf8(), format!("{name} stands before the =")).label(name)
        }
        None if text.is_empty() => {
            Told::new(at, "the name of the key is missing").label("no name before the =")
        }
        None => Told::new(at, format!("\"{}\" can't be a key", shortened(text))).label("a key is one word"),
    };
    let told = told.expected("a key of letters, digits, - and _, then = and a value");
    match meant {
        Some(meant) => told.help(format!("write {meant} = ...")).meant(meant),
        None => told.help("write the name of the key before the ="),
    }
}

/// Lines that are nothing that TOML knows.
pub(in super::super) fn words(text: &str, at: Range<usize>) -> Told {
    let told = Told::new(at.clone(), "this line gives no key a value").expected(LINE);
    if let Some((place, c, name)) = odd(text).filter(|_| !text.chars().any(char::is_alphanumeric)) {
        let start = at.start + place;
        return Told::new(start..start + c.len_utf8(), format!("{name} stands here"))
            .label(name)
            .expected(LINE)
            .help("remove the line and write it again");
    }
    if text.chars().all(|c| matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | ',' | ' ')) {
        let bracket = text.chars().next().unwrap_or(']');
        return Told::new(at, "a stray bracket")
            .label(format!("{bracket} belongs to nothing"))
            .expected(PAIRS)
            .help("remove the line, or write the bracket that belongs to it");
    }
    if matches!(text, "'''" | "\"\"\"") {
        return told
            .label("these quotes belong to nothing")
            .help("remove the line, or write the key that the text belongs to");
    }
    if text.contains('\n') {
        return Told::new(at, "these lines give no key a value").expected(LINE).help(
            "if they belong to a text of several lines, put ''' before and after it; if they are a remark, put # before each",
        );
    }
    told.help("write key = value, or put a # in front to make it a remark")
}

/// A list or table without its closing bracket.
pub(in super::super) fn close_bracket(at: Range<usize>, open: char) -> Told {
    let (what, close) = if open == '[' { ("list", ']') } else { ("table in braces", '}') };
    Told::new(at, format!("this {what} is not closed"))
        .label(format!("a {close} is missing at its end"))
        .expected(PAIRS)
        .help(format!("write {close} behind the last element"))
}

/// `["a"}`, `("a")`
pub(in super::super) fn wrong_brackets(at: Range<usize>, expected: &str) -> Told {
    Told::new(at, "these are the wrong brackets")
        .label("not the bracket that belongs here")
        .expected(PAIRS)
        .help(format!("write {expected}"))
}

/// `[a = 1]`
pub(in super::super) fn square_table(at: Range<usize>) -> Told {
    Told::new(at, "a table on one line stands in braces, not in square brackets")
        .label("square brackets hold a list")
        .expected("a table on one line: { key = \"value\", other = \"value\" }")
        .help("write { instead of [, and } instead of ]")
}

/// `"a" "b"`
pub(in super::super) fn comma_missing(at: Range<usize>) -> Told {
    Told::new(at, "a comma is missing behind this")
        .label("no comma behind this")
        .expected("a comma between elements: [\"one\", \"two\"]")
        .help("write a comma behind it")
}

/// `"a"; "b"`
pub(in super::super) fn semicolon(at: Range<usize>) -> Told {
    Told::new(at, "a semicolon stands where a comma belongs")
        .label("this is a semicolon")
        .expected("a comma between elements: [\"one\", \"two\"]")
        .help("write a comma instead")
}

/// `"a",, "b"`
pub(in super::super) fn empty_part(at: Range<usize>) -> Told {
    Told::new(at, "there is a comma too many")
        .label("nothing stands before this comma")
        .expected("one comma between elements: [\"one\", \"two\"]")
        .help("remove one of the commas")
}

pub(in super::super) fn too_deep(at: Range<usize>) -> Told {
    Told::new(at, "there are too many brackets here")
        .expected(PAIRS)
        .help("remove the brackets that belong to nothing")
}

/// A header with a bracket missing or too many.
pub(in super::super) fn header(text: &str, at: Range<usize>, right: &str) -> Told {
    Told::new(at, "this line is neither a key nor the name of a table")
        .label(if right.starts_with(text.trim()) {
            "a bracket is missing"
        } else {
            "not the name of a table"
        })
        .expected("[name] for a table, or [[name]] for one of several")
        .help(format!("for a table write {right}"))
}

pub(in super::super) fn duplicate_key(at: Range<usize>, key: &str, first: Range<usize>) -> Told {
    Told::new(at, format!("the key \"{key}\" is given twice"))
        .label("the second time")
        .expected("each key once")
        .help("remove one of the two")
        .other(first, "it is first given here")
}

/// `[category]` a second time.
pub(in super::super) fn duplicate_table(at: Range<usize>, name: &str, first: Range<usize>) -> Told {
    Told::new(at, format!("the table [{name}] is given twice"))
        .label("the second time")
        .expected("[name] for a table that is there once, [[name]] for each of several")
        .help(format!(
            "put the keys of both into one, or if there are to be several write [[{name}]] for each"
        ))
        .other(first, "it is first given here")
}

/// `[category]` among `[[category]]`.
pub(in super::super) fn single_header(at: Range<usize>, name: &str, other: Range<usize>) -> Told {
    Told::new(at, format!("[{name}] stands beside [[{name}]]"))
        .label("two brackets on each side are needed")
        .expected("[[name]] for each of several tables")
        .help(format!("write [[{name}]]"))
        .other(other, "as it is written here")
}

/// What nothing else explains.
pub(in super::super) fn unread(at: Range<usize>, reason: &str) -> Told {
    Told::new(at, format!("this can't be read: {reason}"))
        .expected(LINE)
        .help("compare the line with the same line of another file")
}
