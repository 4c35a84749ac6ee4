//! Lines, lists and headers that don't have the form of any.

use std::ops::Range;

use super::{SyntaxMistake, odd, repair, shortened};
use crate::{decode::syntax::scan::is_curly, diagnostic::Applicability};

const LINE: &str = "key = value";
const PAIRS: &str = "every bracket in a pair: [ ... ] around a list, { ... } around a table on one line";

/// `title: "Boxing"`; `gap` is all that stands between key and value, and begins at `start`.
pub(in super::super) fn colon(
    at: Range<usize>,
    key: &str,
    value: &str,
    (gap, start): (&str, usize),
) -> SyntaxMistake {
    let space = |there: bool| if there { "" } else { " " };
    let before = space(gap.starts_with([' ', '\t']));
    let behind = space(gap.ends_with(char::is_whitespace));
    let whole = start + gap.find([':', '：']).unwrap_or_default();
    let end = whole + gap.get(whole - start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
    SyntaxMistake::new(at, "a colon stands where = belongs")
        .label("this is a colon")
        .expected(LINE)
        .help(format!("write = instead of the colon: {key} = {}", shortened(value)))
        .certain([(whole..end, format!("{before}={behind}"))])
}

/// `title "Boxing"`, between which is `gap`.
pub(in super::super) fn equals_missing(
    at: Range<usize>,
    key: &str,
    value: &str,
    gap: Range<usize>,
) -> SyntaxMistake {
    let sign = if gap.is_empty() { " = " } else { "= " };
    SyntaxMistake::new(at, format!("the = behind \"{key}\" is missing"))
        .label("no = here")
        .expected(LINE)
        .help(format!("write {key} = {}", shortened(value)))
        .certain([(gap.end..gap.end, sign)])
}

/// The keys of a table, from `at` on, whose `header` was forgotten.
pub(in super::super) fn lost_header(
    at: Range<usize>,
    start: usize,
    header: &str,
    line_end: &str,
) -> SyntaxMistake {
    SyntaxMistake::new(at, format!("the line {header} is missing above these keys"))
        .label("these keys don't belong to what stands above them")
        .expected(format!("{header} on a line of its own, and the keys below it"))
        .help(format!("write {header} on a line above this one"))
        .proposed([(start..start, format!("{header}{line_end}"))])
}

/// `title == "Boxing"`; `behind` is the gap after the second, which goes with it if there is one before it, too.
pub(in super::super) fn doubled(at: Range<usize>, behind: usize) -> SyntaxMistake {
    SyntaxMistake::new(at.clone(), "one = is enough")
        .label("one too many")
        .expected(LINE)
        .help("remove one of them")
        .certain([(at.start..at.end + behind, "")])
}

/// `title =`
pub(in super::super) fn no_value(at: Range<usize>, key: &str) -> SyntaxMistake {
    SyntaxMistake::new(at, format!("\"{key}\" has no value"))
        .label("nothing stands behind the =")
        .expected(LINE)
        .help("write a value behind the =, a text in quotes and a number without, or remove the line if the key is optional")
}

/// A key that isn't one word.
pub(in super::super) fn key(text: &str, at: Range<usize>, meant: Option<&str>) -> SyntaxMistake {
    let mut odd_ones = repair::odd_characters(text, at.start);
    let spaces = text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || super::is_odd(c)).len();
    // Before a key nothing is needed.
    for (place, written) in odd_ones.iter_mut().filter(|(place, _)| place.start < at.start + spaces) {
        if meant.is_some_and(|meant| !text.trim_end().is_empty() && text.contains(meant))
            && place.start >= at.start
        {
            written.clear();
        }
    }
    let mistake = match odd(text) {
        Some((place, c, name)) => {
            let start = at.start + place;
            SyntaxMistake::new(start..start + c.len_utf8(), format!("{name} stands before the =")).label(name)
        }
        None if text.is_empty() => {
            SyntaxMistake::new(at.clone(), "the name of the key is missing").label("no name before the =")
        }
        None => SyntaxMistake::new(at.clone(), format!("\"{}\" can't be a key", shortened(text)))
            .label("a key is one word"),
    };
    let mistake = mistake.expected("a key of letters, digits, - and _, then = and a value");
    let around = |c: char| c.is_whitespace() || is_curly(c) || matches!(c, '"' | '\'');
    let certain = meant.is_some_and(|meant| text.trim_matches(around) == meant);
    let mistake = match meant {
        _ if !odd_ones.is_empty() => mistake.certain(odd_ones),
        Some(meant) => mistake.repaired(Applicability::certain_if(certain), [(at, meant)]),
        None => mistake,
    };
    match meant {
        Some(meant) => mistake.help(format!("write {meant} = ...")).meant(meant),
        None => mistake.help("write the name of the key before the ="),
    }
}

/// Lines that are no statement of TOML.
pub(in super::super) fn words(text: &str, at: Range<usize>) -> SyntaxMistake {
    let mistake = SyntaxMistake::new(at.clone(), "this line gives no key a value").expected(LINE);
    if let Some((place, c, name)) = odd(text).filter(|_| !text.chars().any(char::is_alphanumeric)) {
        let start = at.start + place;
        return SyntaxMistake::new(start..start + c.len_utf8(), format!("{name} stands here"))
            .label(name)
            .expected(LINE)
            .help("remove the line and write it again");
    }
    if text.chars().all(|c| matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | ',' | ' ')) {
        let bracket = text.chars().next().unwrap_or(']');
        return SyntaxMistake::new(at, "a stray bracket")
            .label(format!("{bracket} belongs to nothing"))
            .expected(PAIRS)
            .help("remove the line, or write the bracket that belongs to it");
    }
    if matches!(text, "'''" | "\"\"\"") {
        return mistake
            .label("these quotes belong to nothing")
            .help("remove the line, or write the key that the text belongs to");
    }
    if text.contains('\n') {
        return SyntaxMistake::new(at, "these lines give no key a value").expected(LINE).help(
            "if they belong to a text of several lines, put ''' before and after it; if they are a comment, put # before each",
        );
    }
    mistake.help("write key = value, or put a # in front to make it a comment")
}

/// `tags =` above the elements of a list; `opening` is what the line has to end with.
pub(in super::super) fn lost_opening(at: Range<usize>, open: &str, opening: String) -> SyntaxMistake {
    let what = if matches!(open, "[" | "{") { "bracket" } else { "quotes" };
    SyntaxMistake::new(at.clone(), format!("the opening {what} {open} of this value can't be found"))
        .label(format!("{open} is missing at the end of this line"))
        .expected(PAIRS)
        .help(format!("write {open} behind the ="))
        .certain([(at.end..at.end, opening)])
}

/// A list or table without its closing bracket; `place` is where that belongs, and `bracket` how it's written there.
pub(in super::super) fn close_bracket(
    at: Range<usize>,
    open: char,
    (place, bracket): (Range<usize>, String),
) -> SyntaxMistake {
    let (what, close) = if open == '[' { ("list", ']') } else { ("table in braces", '}') };
    SyntaxMistake::new(at, format!("this {what} is not closed"))
        .label(format!("a {close} is missing at its end"))
        .expected(PAIRS)
        .help(format!("write {close} behind the last element"))
        .certain([(place, bracket)])
}

/// `["a"}`, `("a")`, and what to write instead of each bracket.
pub(in super::super) fn wrong_brackets(
    at: Range<usize>,
    expected: &str,
    edits: Vec<(Range<usize>, &str)>,
) -> SyntaxMistake {
    SyntaxMistake::new(at, "these are the wrong brackets")
        .label("not the bracket that belongs here")
        .expected(PAIRS)
        .help(format!("write {expected}"))
        .certain(edits)
}

/// `[a = 1]`, which is all of `whole`.
pub(in super::super) fn square_table(at: Range<usize>, whole: Option<Range<usize>>) -> SyntaxMistake {
    let edits = whole.map(|whole| [(whole.start..whole.start + 1, "{"), (whole.end - 1..whole.end, "}")]);
    SyntaxMistake::new(at, "a table on one line stands in braces, not in square brackets")
        .label("square brackets hold a list")
        .expected("a table on one line: { key = \"value\", other = \"value\" }")
        .help("write { instead of [, and } instead of ]")
        .certain(edits.into_iter().flatten())
}

/// `"a" "b"`
pub(in super::super) fn comma_missing(at: Range<usize>) -> SyntaxMistake {
    SyntaxMistake::new(at.clone(), "a comma is missing behind this")
        .certain([(at.end..at.end, ",")])
        .label("no comma behind this")
        .expected("a comma between elements: [\"one\", \"two\"]")
        .help("write a comma behind it")
}

/// `"a"; "b"`
pub(in super::super) fn semicolon(at: Range<usize>) -> SyntaxMistake {
    SyntaxMistake::new(at.clone(), "a semicolon stands where a comma belongs")
        .certain([(at, ",")])
        .label("this is a semicolon")
        .expected("a comma between elements: [\"one\", \"two\"]")
        .help("write a comma instead")
}

/// `"a",, "b"`, of which `surplus` has to go.
pub(in super::super) fn empty_part(at: Range<usize>, surplus: Range<usize>) -> SyntaxMistake {
    SyntaxMistake::new(at, "there is a comma too many")
        .certain([(surplus, "")])
        .label("nothing stands before this comma")
        .expected("one comma between elements: [\"one\", \"two\"]")
        .help("remove one of the commas")
}

pub(in super::super) fn too_deep(at: Range<usize>) -> SyntaxMistake {
    SyntaxMistake::new(at, "there are too many brackets here")
        .expected(PAIRS)
        .help("remove the brackets that belong to nothing")
}

/// A header with a bracket missing or too many.
pub(in super::super) fn header(text: &str, at: Range<usize>, right: &str) -> SyntaxMistake {
    let code = text.split('#').next().unwrap_or_default().trim_end();
    let name = |line: &str| line.trim_matches(['[', ']', ' ']).to_owned();
    let certain = name(code) == name(right) || code.contains(super::is_odd);
    SyntaxMistake::new(at.clone(), "this line is neither a key nor the name of a table")
        .label(if right.starts_with(text.trim()) {
            "a bracket is missing"
        } else {
            "not the name of a table"
        })
        .expected("[name] for a table, or [[name]] for one of several")
        .help(format!("for a table write {right}"))
        .repaired(Applicability::certain_if(certain), [(at.start..at.start + code.len(), right)])
}

/// A key a second time; `whole` is its line, if it says the same as the first.
pub(in super::super) fn duplicate_key(
    at: Range<usize>,
    key: &str,
    first: Range<usize>,
    whole: Option<Range<usize>>,
) -> SyntaxMistake {
    SyntaxMistake::new(at, format!("the key \"{key}\" is given twice"))
        .label("the second time")
        .expected("each key once")
        .help("remove one of the two")
        .certain(whole.map(|whole| (whole, "")))
        .other(first, "it is first given here")
}

/// `[category]` a second time.
pub(in super::super) fn duplicate_table(at: Range<usize>, name: &str, first: Range<usize>) -> SyntaxMistake {
    let doubled = format!("[[{name}]]");
    SyntaxMistake::new(at.clone(), format!("the table [{name}] is given twice"))
        .proposed([(first.clone(), doubled.clone()), (at, doubled)])
        .label("the second time")
        .expected("[name] for a table that is there once, [[name]] for each of several")
        .help(format!(
            "put the keys of both into one, or if there are to be several write [[{name}]] for each"
        ))
        .other(first, "it is first given here")
}

/// `[category]` among `[[category]]`.
pub(in super::super) fn single_header(at: Range<usize>, name: &str, other: Range<usize>) -> SyntaxMistake {
    SyntaxMistake::new(at.clone(), format!("[{name}] stands beside [[{name}]]"))
        .certain([(at, format!("[[{name}]]"))])
        .label("two brackets on each side are needed")
        .expected("[[name]] for each of several tables")
        .help(format!("write [[{name}]]"))
        .other(other, "as it is written here")
}

/// A key of more parts than the parser takes.
pub(in super::super) fn nested_too_deeply(at: Range<usize>) -> SyntaxMistake {
    SyntaxMistake::new(at, "this key has far too many parts")
        .expected(LINE)
        .help("write a key without dots, or remove the line")
}

/// What nothing else explains.
pub(in super::super) fn unread(at: Range<usize>, reason: &str) -> SyntaxMistake {
    SyntaxMistake::new(at, format!("this can't be read: {reason}"))
        .expected(LINE)
        .help("compare the line with the same line of another file")
}
