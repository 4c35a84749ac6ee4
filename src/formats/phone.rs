//! Phone numbers within texts that are read from right to left, where their groups would come in the wrong order.

use std::borrow::Cow;

use crate::diagnostic::digit;

/// Digits that a phone number has at least.
const DIGITS: usize = 7;
/// From left to right, and back to what was before.
const MARKS: [char; 2] = ['\u{2066}', '\u{2069}'];

/// The text, in which what begins like a phone number and has its length stands between marks of direction.
pub(super) fn isolated(text: &str) -> Cow<'_, str> {
    let (mut output, mut done, mut from) = (String::new(), 0, 0);
    while let Some(start) = text.get(from..).and_then(|rest| rest.find(begins)).map(|at| from + at) {
        let number = number(text.get(start..).unwrap_or_default());
        from = start + number.len().max(1);
        let is_within_word = text.get(..start).is_some_and(|before| before.ends_with(char::is_alphanumeric));
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let is_phone = number.chars().filter_map(digit).count() >= DIGITS && number.starts_with(may_begin);
        if is_phone && !is_within_word {
            output.push_str(text.get(done..start).unwrap_or_default());
            output.extend([MARKS[0]]);
            output.push_str(number);
            output.extend([MARKS[1]]);
            done = start + number.len();
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    output.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(output)
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

#[cfg(test)]
mod tests {
    use super::isolated;

    #[test]
    fn groups_of_a_phone_number_stay_in_order() {
        for (text, expected) in [
            ("اتصل على +20 2 5550 0146، الآن", "اتصل على \u{2066}+20 2 5550 0146\u{2069}، الآن"),
            ("٠٧٠٠ ٠٠٠ ١٤٦", "\u{2066}٠٧٠٠ ٠٠٠ ١٤٦\u{2069}"),
            ("من 2026 2027 إلى 18:00 و +20", "من 2026 2027 إلى 18:00 و +20"),
        ] {
            assert_eq!(isolated(text), expected);
        }
    }
}
