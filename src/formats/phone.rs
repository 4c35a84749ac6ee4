//! Phone numbers within texts: their places, and the links that dial them.

use std::{borrow::Cow, ops::Range};

use phonelib::{PhoneFormat, PhoneNumber};

use crate::diagnostic::digit;

/// The fewest digits of a phone number.
const FEWEST_DIGITS: usize = 7;
/// The most digits of a phone number.
const MOST_DIGITS: usize = 15;
/// The fewest digits of a number without its country code: eight can be hours, such as `0800-2200`.
const FEWEST_DIGITS_AT_HOME: usize = 9;
/// The Unicode mark before a piece that is read from left to right.
const START_MARK: char = '\u{2066}';
/// The Unicode mark behind it.
const END_MARK: char = '\u{2069}';

/// Words before numbers that nobody dials, such as those of accounts; words of the last line may stand between.
const NUMBERED: &str = include_str!("numbered.txt");

/// The ranges of the text that are written like telephone numbers.
fn candidates(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut from) = (Vec::new(), 0);
    // Nearly all texts have fewer digits than a phone number.
    if text.is_ascii() && text.bytes().filter(u8::is_ascii_digit).count() < FEWEST_DIGITS {
        return found;
    }
    while let Some(start) = text.get(from..).and_then(first_sign).map(|at| from + at) {
        let (before, rest) = text.split_at_checked(start).unwrap_or_default();
        // In `0351 5550146 + 0351 5550147`, the plus stands for "and": no code of a country begins with a zero.
        if ["+ 0", "+ +"].iter().any(|signs| rest.starts_with(signs)) {
            from = start + 1;
            continue;
        }
        let number = number(rest);
        from = start + number.len().max(1);
        if number.is_empty() {
            // No sign up to the next letter begins a number either, or it would have been found.
            let behind = text.get(from..).unwrap_or_default();
            from = text.len() - behind.trim_start_matches(is_between_digits).len();
        }
        while !text.is_char_boundary(from) {
            from += 1;
        }
        // The bracket before `208` belongs to `(208) 555-0142`.
        let start = if before.ends_with('(') && number.contains(')') { start - 1 } else { start };
        let is_long = number.chars().filter_map(digit).count() >= FEWEST_DIGITS;
        if is_long && !text.get(..start).is_some_and(|before| before.ends_with(char::is_alphanumeric)) {
            found.push(start..from);
        }
    }
    found
}

/// The phone numbers of the text, each with the link that dials it: numbers with a country code, and numbers as people
/// of `country` (in ISO 3166) write them.
pub fn dialled<'t>(text: &'t str, country: Option<&'t str>) -> impl Iterator<Item = (Range<usize>, String)> {
    candidates(text).into_iter().filter_map(move |place| {
        let (before, written) = (text.get(..place.start)?, text.get(place.clone())?);
        let plain: String = written.chars().map(|c| digit(c).unwrap_or(c)).collect();
        let is_whole = plain.starts_with('+');
        if !is_whole && is_numbered(before) {
            return None;
        }
        let number = if is_whole { PhoneNumber::parse(&plain)? } else { at_home(&plain, country?)? };
        Some((place, format!("tel:{}", number.e164())))
    })
}

/// Reads a number without a country code, as people of that country write it: with a leading zero where the country has
/// one, elsewhere in its usual groups. Other runs of as many digits may be prices or dates.
fn at_home(written: &str, country: &str) -> Option<PhoneNumber> {
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let number = PhoneNumber::parse_with_country(written, country)?;
    let national = number.format(PhoneFormat::National);
    let is_phone = if digits.starts_with('0') {
        digits.len() >= FEWEST_DIGITS_AT_HOME
            && national.chars().filter(char::is_ascii_digit).eq(digits.chars())
    } else {
        // Mobile numbers of India are written without the zero.
        (!national.starts_with('0') || country == "IN") && is_grouped(written, &national, &number)
    };
    is_phone.then_some(number)
}

/// True if the number is grouped as people of its country write it.
fn is_grouped(written: &str, national: &str, number: &PhoneNumber) -> bool {
    let groups = group_lengths(written);
    let usual = group_lengths(national);
    let others: &[&[usize]] = match number.country().code {
        "DK" | "NO" => &[&[2, 2, 2, 2], &[3, 2, 3]],
        "ES" => &[&[3, 2, 2, 2], &[2, 3, 2, 2]],
        "IN" => &[&[5, 5]],
        "PL" => &[&[3, 3, 3]],
        "PT" => &[&[2, 3, 2, 2]],
        "IT" => &[&[3, 7]],
        "GR" => &[&[3, 7], &[4, 6]],
        "LV" => &[&[2, 3, 3]],
        _ => &[],
    };
    let is_north_american =
        number.e164().starts_with("+1") && matches!(groups.as_slice(), [3, 3, 4] | [1, 3, 3, 4]);
    let is_usual = is_north_american || groups == usual || others.contains(&groups.as_slice());
    // Two numbers with a year, as in `2024-2025`.
    let are_years = groups.len() < 3
        && written
            .split(|c: char| !c.is_ascii_digit())
            .any(|group| group.len() == 4 && (group.starts_with("19") || group.starts_with("20")));
    // Numbers of repetitions, as in `50-40-30-20`.
    let are_repetitions = written.contains('-') && groups.ends_with(&[2]);
    is_usual && groups.len() > 1 && !are_years && !are_repetitions
}

/// The number of digits in each group of a number.
fn group_lengths(number: &str) -> Vec<usize> {
    let groups = number.split(|c: char| !c.is_ascii_digit()).map(str::len);
    groups.filter(|digits| *digits > 0).collect()
}

/// True if the word before a number says that it belongs to an account, an order or the like.
fn is_numbered(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let words = line.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words = words.map(str::to_lowercase).peekable();
    let between = NUMBERED.lines().last().unwrap_or_default();
    // In "Ask for the code. 0712 345 678" the sentence has ended; in "ref. 12" the point only shortens a word.
    let is_shortened = words.peek().is_some_and(|word| word.chars().count() <= 3 || has_word(between, word));
    let is_of_sentence = is_shortened || !line.trim_end().ends_with(['.', '!', '?']);
    let Some(word) = words.find(|word| !has_word(between, word)) else { return false };
    is_of_sentence
        && NUMBERED.lines().any(|line| !line.starts_with('#') && line != between && has_word(line, &word))
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(' ').any(|other| other == word)
}

/// Puts marks of direction around each phone number: in text that is read from right to left, its groups would change
/// places.
pub(super) fn isolated(text: &str) -> Cow<'_, str> {
    let mut found = candidates(text);
    found.retain(|place| text.get(place.clone()).is_some_and(|number| number.starts_with(may_begin)));
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut output, mut done) = (String::new(), 0);
    for place in found {
        output.push_str(text.get(done..place.start).unwrap_or_default());
        output.push(START_MARK);
        output.push_str(text.get(place.clone()).unwrap_or_default());
        output.push(END_MARK);
        done = place.end;
    }
    output.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(output)
}

/// The place of the first sign that may begin a number. Few texts have one, so it is looked for byte by byte.
fn first_sign(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let mut bytes = text.as_bytes().get(from..)?.iter();
        let at = from + bytes.position(|byte| !byte.is_ascii() || byte.is_ascii_digit() || *byte == b'+')?;
        let sign = text.get(at..)?.chars().next()?;
        if sign == '+' || digit(sign).is_some() {
            return Some(at);
        }
        from = at + sign.len_utf8();
    }
}

/// True for the first character of a number in any country: a plus, a zero, an opening bracket.
fn may_begin(c: char) -> bool {
    matches!(c, '+' | '(') || digit(c) == Some('0')
}

/// True for a sign that may stand before a digit of a number.
fn is_between_digits(sign: char) -> bool {
    matches!(sign, '+' | '(' | ')' | ' ' | '\u{a0}' | '-')
}

/// The phone number at the beginning of the text. Points separate all its groups or none; a slash may follow the first
/// group, as in `0351/555 01 46`. Of two numbers with a dash or a plus between them, it is the first one.
fn number(text: &str) -> &str {
    let (mut digits, mut end, mut separator) = (0, 0, None);
    // The end of the first of two numbers, if there are two, and its digits.
    let mut first = None;
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let is_break = sign == '+' || text.get(at..).is_some_and(|rest| rest.starts_with(" - "));
        if is_break && digits >= FEWEST_DIGITS_AT_HOME && first.is_none() {
            first = Some((end, digits));
        }
        let is_before_digit = signs.peek().is_some_and(|(_, next)| digit(*next).is_some());
        match sign {
            sign if digit(sign).is_some() => {
                digits += 1;
                end = at + sign.len_utf8();
            }
            '+' | '(' | ')' => {}
            '/' if is_before_digit && separator.is_none() && (3..=5).contains(&digits) => {
                separator = Some(' ')
            }
            '.' if is_before_digit && separator.is_none_or(|sign| sign == '.') => separator = Some('.'),
            ' ' | '\u{a0}' | '-' if separator != Some('.') => separator = Some(' '),
            _ => break,
        }
    }
    let first = first.filter(|(_, before)| digits > MOST_DIGITS && digits - before >= FEWEST_DIGITS_AT_HOME);
    text.get(..first.map_or(end, |(end, _)| end)).unwrap_or_default()
}
