//! Numbers and answers as people write them, as TOML writes them.

use crate::diagnostic::{Applicability, clean};

/// `yes` and `no` as `true` and `false`.
pub(crate) fn answer(written: &str) -> Option<&'static str> {
    match written.to_lowercase().as_str() {
        "yes" | "on" | "true" => Some("true"),
        "no" | "off" | "false" => Some("false"),
        _ => None,
    }
}

/// True for what people and programs write where they have no value, and for signs alone.
pub(crate) fn is_nothing(written: &str) -> bool {
    is_keyword(written)
        || ["none", "n/a", "tbd"].iter().any(|word| written.eq_ignore_ascii_case(word))
        || !written.contains(|c: char| c.is_alphanumeric() || matches!(c, '.' | '/'))
}

/// True for the word of another language for no value, also with the comma of JSON.
pub(crate) fn is_null(written: &str) -> bool {
    matches!(bare_word(written), "null" | "Null" | "NULL" | "nil" | "undefined" | "NaN" | "~")
}

/// True for a word that other languages have for a value, too, so that nobody means it as a text.
pub(crate) fn is_keyword(written: &str) -> bool {
    let word = bare_word(written);
    is_null(word) || ["true", "false"].iter().any(|other| word.eq_ignore_ascii_case(other))
}

fn bare_word(written: &str) -> &str {
    written.trim_end_matches([',', ';'])
}

/// A part of the most that one can give.
pub(crate) struct Rating {
    pub given: u16,
    /// `None` if signs stand for it.
    pub most: Option<u16>,
}

/// `4/5`, `4 out of 5`, `★★★★☆`.
pub(crate) fn rating(written: &str) -> Option<Rating> {
    const STARS: [char; 3] = ['★', '⭐', '*'];
    const OTHERS: [char; 4] = ['☆', '✩', '\u{FE0F}', ' '];
    let written = written.trim();
    if written.chars().all(|sign| STARS.contains(&sign) || OTHERS.contains(&sign)) {
        let given = written.chars().filter(|sign| STARS.contains(sign)).count();
        return u16::try_from(given)
            .ok()
            .filter(|given| *given > 0)
            .map(|given| Rating { given, most: None });
    }
    let written = written.trim_end_matches("stars").trim_end();
    let (given, most) = ["/", " out of ", " of "].iter().find_map(|between| written.split_once(between))?;
    let [given, most] = [given, most].map(|number| number.trim().parse().ok());
    Some(Rating { given: given?, most: Some(most?) })
}

/// `18,5` as 18.5, `2,500` as 2500, `1.234,50` as 1234.50; with a word beside it, as in `KSH 400`, it may say more than that.
pub(crate) fn number(written: &str) -> Option<(String, Applicability)> {
    let written = clean(written);
    // `2.500,-` has no cents, so that the point stands between thousands.
    let has_no_cents = [",-", ",–", ",—"].iter().any(|sign| written.contains(sign));
    let written = if has_no_cents { written.replace('.', ",") } else { written };
    let (bare, applicability) = without_unit(written.trim())?;
    let (sign, bare) = bare.strip_prefix(['-', '−']).map_or(("", bare), |bare| ("-", bare));
    // `1.31° S`
    let sign = if written.contains('°') && written.ends_with(['S', 'W']) { "-" } else { sign };
    let bare = bare.strip_prefix('+').unwrap_or(bare).trim_start();
    let bare = with_point(with_commas(bare)?);
    let (whole, decimals) = match bare.rsplit_once('.') {
        Some((whole, decimals)) => (whole.to_owned(), Some(decimals)),
        None => (bare.clone(), None),
    };
    let whole = if whole.is_empty() { "0".to_owned() } else { whole };
    let parts: Vec<&str> = whole.split(',').collect();
    let (first, rest) = parts.split_first()?;
    let decimals = decimals.map(|decimals| if decimals.is_empty() { "0" } else { decimals });
    if !parts.iter().copied().chain(decimals).all(are_digits) {
        return None;
    }
    // No thousands stand behind a zero: `0,500` is a half.
    let may_lead = first.len() <= 3 && *first != "0";
    let thousands = rest.is_empty() || may_lead && rest.iter().all(|part| part.len() == 3);
    let number = match (thousands, rest, decimals) {
        (true, _, Some(decimals)) if !decimals.bytes().all(|digit| digit == b'0') || rest.is_empty() => {
            format!("{sign}{}.{decimals}", without_zeros(&parts.concat()))
        }
        (true, ..) => format!("{sign}{}", without_zeros(&parts.concat())),
        (false, [decimals], None) => format!("{sign}{}.{decimals}", without_zeros(first)),
        _ => return None,
    };
    Some((number, applicability))
}

fn are_digits(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number without the zeros before it: TOML has no `007`.
fn without_zeros(digits: &str) -> &str {
    let number = digits.trim_start_matches('0');
    if number.is_empty() { "0" } else { number }
}

/// The number with commas for the spaces and apostrophes between its thousands, and a point before its decimals. Returns `None`
/// where a comma may be either, as in `1 234,500`, and where there are no thousands, as in `5 30` and `7'6`.
fn with_commas(number: &str) -> Option<String> {
    const GAPS: [char; 3] = [' ', '\'', '’'];
    let commas = |text: &str| text.replace(GAPS, ",");
    let Some(last) = number.rfind(GAPS) else { return Some(number.to_owned()) };
    let (thousands, rest) = number.split_at(last);
    let hundreds = rest.trim_start_matches(GAPS).split([',', '.']).next()?;
    if hundreds.len() != 3 {
        return None;
    }
    match rest.split_once([',', '.']) {
        Some((_, decimals)) if decimals.len() == 3 => None,
        Some((hundreds, decimals)) if !thousands.contains([',', '.']) => {
            Some(format!("{}{}.{decimals}", commas(thousands), commas(hundreds)))
        }
        _ => Some(commas(number)),
    }
}

/// A number with commas between thousands and a point before decimals, if it is written the other way round.
fn with_point(number: String) -> String {
    match number.split_once(',') {
        Some((whole, decimals)) if whole.contains('.') && groups_thousands(whole) => {
            format!("{}.{decimals}", whole.replace('.', ","))
        }
        None if number.matches('.').count() > 1 && groups_thousands(&number) => number.replace('.', ","),
        _ => number,
    }
}

/// True for `1.234.567`.
fn groups_thousands(whole: &str) -> bool {
    let mut groups = whole.split('.');
    groups.next().is_some_and(|first| (1..=3).contains(&first.len())) && groups.all(|group| group.len() == 3)
}

/// The number beside a sign or a short word, such as a currency or a unit. Longer words say something: from 200, about 200.
fn without_unit(written: &str) -> Option<(&str, Applicability)> {
    let digit = written.find(|c: char| c.is_ascii_digit())?;
    // A sign or point right before the first digit belongs to the number: `-3`, `.5`.
    let before = written.get(..digit)?;
    let bare = before.strip_suffix('.').filter(|bare| !bare.ends_with(char::is_alphabetic)).unwrap_or(before);
    let start = bare.strip_suffix(['-', '+', '−']).unwrap_or(bare).len();
    let last = written.rfind(|c: char| c.is_ascii_digit())? + 1;
    // Behind `18.` the point belongs to the number.
    let end = if written.get(last..)? == "." { last + 1 } else { last };
    let number = written.get(start..end)?;
    let (before, behind) = (written.get(..start)?, written.get(end..)?);
    // From 20, about 20, perhaps 20, a part of it, or less than nothing.
    let says_more =
        [before, behind].iter().any(|sign| sign.contains(['<', '>', '~', '≈', '+', '?', '%', '(']));
    match (letters(before), letters(behind)) {
        (0, 0) => Some((number, Applicability::certain_if(!says_more))),
        (0, 1..=3) | (1..=3, 0) => Some((number, Applicability::Proposed)),
        _ => None,
    }
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}
