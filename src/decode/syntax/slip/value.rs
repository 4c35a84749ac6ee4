//! Values that are none, and what each was meant to be.

use std::ops::Range;

use super::{Told, clean, in_quotes, is_odd, odd, quotes, shortened};
use crate::decode::{
    syntax::is_value,
    value::{date, loose, time},
};

const ANY: &str = "a text in quotes, a number, a date, true, false, a list or a table";

/// What is wrong with the value `written` at `at`, which is no list and no table.
pub(in super::super) fn value(written: &str, at: Range<usize>, nested: bool) -> Told {
    if let Some(told) = invisible(written, &at) {
        return told;
    }
    if let Some(told) = stray_at_end(written, &at) {
        return told;
    }
    quotes::told(written, &at, nested)
        .or_else(|| moment(written, &at))
        .or_else(|| yes_or_no(written, &at))
        .or_else(|| number(written, &at))
        .unwrap_or_else(|| unquoted(written, at))
}

/// Something right with a character in it that can't be seen.
fn invisible(written: &str, at: &Range<usize>) -> Option<Told> {
    let (place, c, name) = odd(written)?;
    let clean = clean(written);
    let clean = clean.trim();
    is_value(clean).then(|| {
        let start = at.start + place;
        Told::new(start..start + c.len_utf8(), format!("{name} stands here"))
            .label(name)
            .expected("only characters that are on the keyboard, outside of texts")
            .write(clean)
    })
}

/// Something right with too much behind it: a bracket, a comma, a remark without #.
fn stray_at_end(written: &str, at: &Range<usize>) -> Option<Told> {
    let remark = written.find("//").unwrap_or(written.len());
    let kept = written.get(..remark)?.trim_end();
    let kept =
        if is_value(kept) { kept } else { written.trim_end_matches([']', '}', ')', ',', ';', ' ', '>']) };
    let rest = written.get(kept.len()..)?.trim();
    (!rest.is_empty() && is_value(kept)).then(|| behind(rest, at.end - rest.len()..at.end).meant(kept))
}

/// What stands behind something whole.
pub(in super::super) fn behind(written: &str, at: Range<usize>) -> Told {
    if written.starts_with("//") {
        return Told::new(at, "a remark doesn't begin with //")
            .label("a remark begins with #")
            .expected("a remark behind a #")
            .help(format!("write # instead: # {}", written.trim_start_matches(['/', ' '])));
    }
    if written.starts_with([']', '}', ')', ',', ';', '[', '{', '(', '>']) {
        return stray(written, at.start);
    }
    Told::new(at, "something stands behind the end of the value")
        .label("not part of the value")
        .expected("one value behind each key, on a line of its own")
        .help("remove it, or put # in front of it to make it a remark")
}

/// Brackets or commas that belong to nothing.
fn stray(written: &str, start: usize) -> Told {
    let what = written.chars().next().unwrap_or(' ');
    let help = if matches!(what, ',' | ';') {
        format!("remove the {what}; every key stands on a line of its own, and nothing separates them")
    } else {
        format!("remove the {what}, or add the bracket that belongs to it")
    };
    Told::new(start..start + written.len(), format!("a stray {what}"))
        .label("nothing belongs to it")
        .expected("every bracket in a pair: [ ... ] around a list, { ... } around a table on one line")
        .help(help)
}

fn moment(written: &str, at: &Range<usize>) -> Option<Told> {
    if let Some(date) = date::loosely(written) {
        return Some(
            Told::new(at.clone(), format!("{written} is not a date"))
                .label("not a date")
                .expected("a date as year-month-day without quotes, such as 2026-12-31")
                .write(date),
        );
    }
    let looks_like_date = written.len() >= 8
        && written.bytes().all(|byte| byte.is_ascii_digit() || b"-/.:T ".contains(&byte))
        && written.matches(['-', '/']).count() == 2;
    if looks_like_date {
        return Some(
            Told::new(at.clone(), format!("there is no date {written}"))
                .label("not a day of the calendar")
                .expected("a date as year-month-day without quotes, such as 2026-12-31")
                .help("check the month, the day and, if there is one, the time"),
        );
    }
    let looks_like_time = written.contains(':')
        || written.to_lowercase().ends_with('m')
        || written.starts_with('0') && written.len() == 4;
    let time = time::loosely(written).filter(|_| looks_like_time)?;
    let told = Told::new(at.clone(), format!("{written} is not a time"))
        .label("not a time")
        .expected("a time of 24 hours in quotes, such as \"09:30\"")
        .write(format!("\"{}\"", time.machine()));
    // Four digits may be either.
    match loose::number(written).filter(|_| written.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(number) => Some(Told {
            message: format!("{written} is neither a time nor a number"),
            label: "begins with 0".to_owned(),
            help: Some(format!("write \"{}\" for a time, {number} for a number", time.machine())),
            meant: None,
            ..told
        }),
        None => Some(told),
    }
}

fn yes_or_no(written: &str, at: &Range<usize>) -> Option<Told> {
    let right = match written.to_lowercase().as_str() {
        "yes" | "on" | "true" => "true",
        "no" | "off" | "false" => "false",
        _ => return None,
    };
    Some(
        Told::new(at.clone(), format!("{written} is no value"))
            .label("not a value")
            .expected("true or false, in small letters")
            .write(right),
    )
}

fn number(written: &str, at: &Range<usize>) -> Option<Told> {
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
        Told::new(at.clone(), message)
            .label(label)
            .expected(
                "a number with a point for decimals and nothing between thousands, such as 18.5 or 2500",
            )
            .write(number),
    )
}

fn unquoted(written: &str, at: Range<usize>) -> Told {
    if written.starts_with(char::is_alphabetic) || written.contains(' ') && !written.chars().any(is_odd) {
        let text = written.trim_end_matches(['"', '\'']);
        return Told::new(at, "a text needs quotes around it")
            .label("quotes are missing")
            .expected("a text in quotes: \"...\"")
            .write(in_quotes(text));
    }
    Told::new(at, format!("{} is no value", shortened(written)))
        .label("this can't be read")
        .expected(ANY)
        .help(format!("if it's a text, put it into quotes: {}", shortened(&in_quotes(written))))
        .meant(in_quotes(written))
}
