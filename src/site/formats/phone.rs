//! Phone numbers within texts: where they are, and what dials them.

use std::{borrow::Cow, ops::Range};

use phonelib::PhoneNumber;

use crate::diagnostic::digit;

/// Digits that a phone number has at least.
const DIGITS: usize = 7;
/// Digits that one without its country code has at least: fewer can be hours, such as `0800-2200`.
const DIGITS_AT_HOME: usize = 9;
/// From left to right, and back to what was before.
const MARKS: [char; 2] = ['\u{2066}', '\u{2069}'];

/// Where the text has what begins like a phone number and has its length.
fn find(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut from) = (Vec::new(), 0);
    // Nearly all texts have neither.
    if text.is_ascii() && memchr::memchr2(b'+', b'0', text.as_bytes()).is_none() {
        return found;
    }
    while let Some(start) = text.get(from..).and_then(first_sign).map(|at| from + at) {
        let number = number(text.get(start..).unwrap_or_default());
        from = start + number.len().max(1);
        let is_within_word = text.get(..start).is_some_and(|before| before.ends_with(char::is_alphanumeric));
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let is_phone = number.chars().filter_map(digit).count() >= DIGITS && number.starts_with(may_begin);
        if is_phone && !is_within_word {
            found.push(start..start + number.len());
        }
    }
    found
}

/// The phone numbers of the text that anybody can dial, each with its link: those with a country code, and those of the country
/// of `gym`, the number of the gym.
pub fn dialled<'t>(text: &'t str, gym: Option<&'t str>) -> impl Iterator<Item = (Range<usize>, String)> {
    find(text).into_iter().filter_map(move |place| {
        let written = text.get(place.clone())?;
        let plain: String = written.chars().map(|c| digit(c).unwrap_or(c)).collect();
        let number = match plain.starts_with('+') {
            true => PhoneNumber::parse(&plain)?,
            false if plain.chars().filter_map(digit).count() < DIGITS_AT_HOME => return None,
            false => PhoneNumber::parse_with_country(&plain, PhoneNumber::parse(gym?)?.country().code)?,
        };
        Some((place, format!("tel:{}", number.e164())))
    })
}

/// The text, in which each phone number stands between marks of direction: where one reads from right to left, its groups
/// would come in the wrong order.
pub(super) fn isolated(text: &str) -> Cow<'_, str> {
    let found = find(text);
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut output, mut done) = (String::new(), 0);
    for place in found {
        output.push_str(text.get(done..place.start).unwrap_or_default());
        output.extend([MARKS[0]]);
        output.push_str(text.get(place.clone()).unwrap_or_default());
        output.extend([MARKS[1]]);
        done = place.end;
    }
    output.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(output)
}

/// Where the first sign is that may begin a number. Few texts have one, so it is looked for byte by byte.
fn first_sign(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let may_begin = |byte: &u8| !byte.is_ascii() || byte.is_ascii_digit() || *byte == b'+';
        let at = from + text.as_bytes().get(from..)?.iter().position(may_begin)?;
        let sign = text.get(at..)?.chars().next()?;
        if begins(sign) {
            return Some(at);
        }
        from = at + sign.len_utf8();
    }
}

fn begins(c: char) -> bool {
    c == '+' || digit(c).is_some()
}

/// True for a plus, and for the zero that is dialled within a country.
fn may_begin(c: char) -> bool {
    c == '+' || digit(c) == Some('0')
}

/// The beginning of the text up to the last digit of a number in groups.
fn number(text: &str) -> &str {
    let is_part = |c: char| begins(c) || matches!(c, ' ' | '\u{a0}' | '-' | '(' | ')');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().trim_end_matches(|c| digit(c).is_none())
}
