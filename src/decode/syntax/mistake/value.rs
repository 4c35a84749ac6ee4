//! Values that are none, and what each was meant to be.

use std::ops::Range;

use super::{SyntaxMistake, clean, in_quotes, is_odd, odd, quotes, repair, shortened};
use crate::decode::{
    syntax::is_value,
    value::{DateOrder, date, loose, time},
};

const ANY: &str = "a text in quotes, a number, a date, true, false, a list or a table";

/// What is wrong with the value `written` at `at`, which is no list and no table.
pub(in super::super) fn value(
    written: &str,
    at: Range<usize>,
    (nested, date_order): (bool, DateOrder),
) -> SyntaxMistake {
    if let Some(mistake) = invisible(written, &at) {
        return mistake;
    }
    if let Some(mistake) = stray_at_end(written, &at) {
        return mistake;
    }
    if let Some(mistake) = lost_brackets(written, &at).filter(|_| !nested) {
        return mistake;
    }
    quotes::mistake(written, &at, nested)
        .or_else(|| moment(written, &at, date_order))
        .or_else(|| yes_or_no(written, &at))
        .or_else(|| number(written, &at))
        .unwrap_or_else(|| unquoted(written, at))
}

/// Something right with a character in it that can't be seen.
fn invisible(written: &str, at: &Range<usize>) -> Option<SyntaxMistake> {
    let (place, c, name) = odd(written)?;
    let clean = clean(written);
    let clean = clean.trim();
    is_value(clean).then(|| {
        let start = at.start + place;
        SyntaxMistake::new(start..start + c.len_utf8(), format!("{name} stands here"))
            .label(name)
            .expected("only characters that are on the keyboard, outside of texts")
            .help(format!("write {}", shortened(clean)))
            .certain(repair::odd_characters(written, at.start))
            .meant(clean)
    })
}

/// Elements of a list, or entries of a table, without the bracket before them.
fn lost_brackets(written: &str, at: &Range<usize>) -> Option<SyntaxMistake> {
    let (open, close) = repair::brackets(written)?;
    let (what, bracket) = if open == "[" { ("list", "[") } else { ("table on one line", "{") };
    let edits = [(at.start..at.start, open), (at.end..at.end, close)];
    let mistake = SyntaxMistake::new(at.clone(), format!("this {what} has no opening bracket"))
        .label(format!("a {bracket} is missing at its beginning"))
        .expected("every bracket in a pair: [ ... ] around a list, { ... } around a table on one line")
        .help(format!("write {bracket} before the first element"))
        .certain(edits.into_iter().filter(|(_, bracket)| !bracket.is_empty()));
    Some(mistake.meant(format!("{open}{written}{close}")))
}

/// Something right with too much behind it: a bracket, a comma, a comment without #.
fn stray_at_end(written: &str, at: &Range<usize>) -> Option<SyntaxMistake> {
    let comment = written.find("//").unwrap_or(written.len());
    let text = written.get(..comment)?.trim_end();
    let text =
        if is_value(text) { text } else { written.trim_end_matches([']', '}', ')', ',', ';', ' ', '>']) };
    let rest = written.get(text.len()..)?.trim();
    (!rest.is_empty() && is_value(text)).then(|| {
        let mistake = behind(rest, at.end - rest.len()..at.end).meant(text);
        match rest.starts_with("//") {
            true => mistake,
            // With the gap before it.
            false => mistake.certain([(at.start + text.len()..at.end, "")]),
        }
    })
}

/// What stands behind something whole.
pub(in super::super) fn behind(written: &str, at: Range<usize>) -> SyntaxMistake {
    if written.starts_with("//") {
        let slashes = at.start..at.start + 2;
        return SyntaxMistake::new(at, "a comment doesn't begin with //")
            .certain([(slashes, "#")])
            .label("a comment begins with #")
            .expected("a comment behind a #")
            .help(format!("write # instead: # {}", written.trim_start_matches(['/', ' '])));
    }
    if written.starts_with([']', '}', ')', ',', ';', '[', '{', '(', '>']) {
        return stray(written, at.start);
    }
    SyntaxMistake::new(at.clone(), "something stands behind the end of the value")
        .proposed([(at.start..at.start, "# ")])
        .label("not part of the value")
        .expected("one value behind each key, on a line of its own")
        .help("remove it, or put # in front of it to make it a comment")
}

/// Brackets or commas that belong to nothing.
fn stray(written: &str, start: usize) -> SyntaxMistake {
    let what = written.chars().next().unwrap_or(' ');
    let help = if matches!(what, ',' | ';') {
        format!("remove the {what}; every key stands on a line of its own, and nothing separates them")
    } else {
        format!("remove the {what}, or add the bracket that belongs to it")
    };
    SyntaxMistake::new(start..start + written.len(), format!("a stray {what}"))
        .label("nothing belongs to it")
        .expected("every bracket in a pair: [ ... ] around a list, { ... } around a table on one line")
        .help(help)
}

fn moment(written: &str, at: &Range<usize>, date_order: DateOrder) -> Option<SyntaxMistake> {
    if let Some(date) = date::loosely(written, date_order) {
        return Some(
            SyntaxMistake::new(at.clone(), format!("{written} is not a date"))
                .label("not a date")
                .expected("a date as year-month-day without quotes, such as 2026-12-31")
                .help(format!("write {date}"))
                .repaired(date::sureness(written), [(at.clone(), date.clone())])
                .meant(date),
        );
    }
    let looks_like_date = written.len() >= 8
        && written.bytes().all(|byte| byte.is_ascii_digit() || b"-/.:T ".contains(&byte))
        && written.matches(['-', '/']).count() == 2;
    if looks_like_date {
        return Some(
            SyntaxMistake::new(at.clone(), format!("there is no date {written}"))
                .label("not a day of the calendar")
                .expected("a date as year-month-day without quotes, such as 2026-12-31")
                .proposed(date::exchanged(written).map(|date| (at.clone(), date)))
                .help("check the month, the day and, if there is one, the time"),
        );
    }
    let looks_like_time = written.contains(':')
        || written.to_lowercase().ends_with('m')
        || written.starts_with('0') && written.len() == 4;
    let time = time::loosely(written).filter(|_| looks_like_time)?;
    let mistake = SyntaxMistake::new(at.clone(), format!("{written} is not a time"))
        .label("not a time")
        .expected("a time of 24 hours in quotes, such as \"09:30\"")
        .write(format!("\"{}\"", time.machine()), at);
    // Four digits may be either.
    match loose::number(written).filter(|_| written.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(number) => Some(SyntaxMistake {
            message: format!("{written} is neither a time nor a number"),
            label: "begins with 0".to_owned(),
            help: Some(format!("write \"{}\" for a time, {number} for a number", time.machine())),
            meant: None,
            repairs: Vec::new(),
            ..mistake
        }),
        None => Some(mistake),
    }
}

fn yes_or_no(written: &str, at: &Range<usize>) -> Option<SyntaxMistake> {
    let right = loose::answer(written)?;
    Some(
        SyntaxMistake::new(at.clone(), format!("{written} is no value"))
            .label("not a value")
            .expected("true or false, in small letters")
            .write(right, at),
    )
}

fn number(written: &str, at: &Range<usize>) -> Option<SyntaxMistake> {
    let number = loose::number(written)?;
    let (message, label) = if written.contains(char::is_alphabetic) {
        (format!("{written} is not a number"), "a number stands alone, without a unit")
    } else if written.contains(',') {
        (format!("{written} has a comma in it"), "a comma can't stand in a number")
    } else if written.contains([' ', '\'']) {
        (format!("{written} has a gap in it"), "nothing stands between thousands")
    } else if written.starts_with('0') {
        (format!("{written} begins with 0"), "a number doesn't begin with 0")
    } else {
        (format!("{written} is not a number"), "only digits, and a point for decimals")
    };
    Some(
        SyntaxMistake::new(at.clone(), message)
            .label(label)
            .expected(
                "a number with a point for decimals and nothing between thousands, such as 18.5 or 2500",
            )
            .write(number, at),
    )
}

fn unquoted(written: &str, at: Range<usize>) -> SyntaxMistake {
    if written.starts_with(|c: char| c.is_alphabetic() || c == '#')
        || written.contains(' ') && !written.chars().any(is_odd)
    {
        let text = written.trim_end_matches(['"', '\'']);
        return SyntaxMistake::new(at.clone(), "a text needs quotes around it")
            .label("quotes are missing")
            .expected("a text in quotes: \"...\"")
            .write(in_quotes(text), &at);
    }
    SyntaxMistake::new(at.clone(), format!("{} is no value", shortened(written)))
        .label("this can't be read")
        .expected(ANY)
        .help(format!("if it's a text, put it into quotes: {}", shortened(&in_quotes(written))))
        .proposed([(at, in_quotes(written))])
        .meant(in_quotes(written))
}
