//! A day or a year that begins a line, such as `31. Dezember`, isn't an item of a list.

use std::borrow::Cow;

use super::lines::unfenced;

/// A line that begins with a number which CommonMark would read as the number of an item.
struct NumberedLine<'t> {
    /// The number of signs before it.
    indent: usize,
    /// The position of the sign behind the number.
    delimiter: usize,
    number: u32,
    /// True if a bullet stands before it, so that it is an item unless it is a day.
    is_behind_bullet: bool,
    /// The text behind the sign.
    rest: &'t str,
}

/// Puts a backslash before the sign behind each number that can't belong to an item: a number before a month (see
/// `is_month`) or before another number of a date, one with three digits or more behind no item, and one that neither
/// begins nor continues a list.
pub(super) fn escape<'t>(text: &'t str, is_month: impl Fn(&str) -> bool) -> Cow<'t, str> {
    let lines = numbered_lines(text);
    let mut output = String::new();
    let mut rest = 0;
    let mut are_items: Vec<bool> = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let (before, after) = lines.split_at_checked(at).unwrap_or_default();
        let after = after.get(1..).unwrap_or_default();
        // A list goes on behind the lists within its items.
        let previous = before.iter().zip(&are_items).rfind(|(other, _)| !other.is_within(line));
        let previous = previous.filter(|(other, _)| line.follows(other));
        let next = after.iter().find(|other| !other.is_within(line));
        let has_neighbour = previous.is_some()
            || before.last().is_some_and(|other| line.follows(other))
            || next.into_iter().chain(after.first()).any(|other| other.follows(line));
        let may_be_item = previous.is_some_and(|(_, is_item)| *is_item)
            || line.number < 100 && (line.number <= 1 || has_neighbour);
        let is_item = (line.is_behind_bullet || may_be_item) && !is_rest_of_date(line.rest, &is_month);
        are_items.push(is_item);
        if !is_item {
            output.push_str(text.get(rest..line.delimiter).unwrap_or_default());
            output.push('\\');
            rest = line.delimiter;
        }
    }
    if output.is_empty() {
        return Cow::Borrowed(text);
    }
    output.push_str(text.get(rest..).unwrap_or_default());
    Cow::Owned(output)
}

/// True for `Dezember`, `Dez.` and `12. 2026`.
fn is_rest_of_date(text: &str, is_month: impl Fn(&str) -> bool) -> bool {
    let end = text.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(text.len());
    let Some((word, behind)) = text.split_at_checked(end) else { return false };
    match word.parse::<u8>() {
        Ok(number) => (1..=12).contains(&number) && behind.starts_with('.'),
        Err(_) => is_month(word),
    }
}

fn numbered_lines(text: &str) -> Vec<NumberedLine<'_>> {
    unfenced(text).filter_map(|(start, line)| NumberedLine::read(start, line)).collect()
}

impl<'t> NumberedLine<'t> {
    /// Reads a line such as `31. Dezember` or `- 1. Warm up`, which begins at `start`. Returns `None` for other lines.
    fn read(start: usize, line: &'t str) -> Option<Self> {
        let content = line.trim_start_matches(' ');
        let behind_bullet = content.strip_prefix(['-', '*', '+']).filter(|behind| behind.starts_with(' '));
        let content = behind_bullet.map_or(content, |behind| behind.trim_start_matches(' '));
        let indent = line.len() - content.len();
        let digits = content.len() - content.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        let (number, behind) = content.split_at_checked(digits)?;
        let rest = behind.strip_prefix(['.', ')'])?;
        let text = rest.trim_start_matches([' ', '\t']);
        let is_item = text.len() < rest.len() && !text.trim().is_empty();
        is_item.then_some(Self {
            indent,
            delimiter: start + indent + digits,
            number: number.parse().ok()?,
            is_behind_bullet: behind_bullet.is_some(),
            rest: text,
        })
    }

    /// True if it has the number behind that of `other`.
    fn follows(&self, other: &Self) -> bool {
        self.number.checked_sub(1) == Some(other.number)
    }

    /// True if it may be in a list within the item that `other` begins. A space more aligns 9 with 10.
    fn is_within(&self, other: &Self) -> bool {
        self.indent > other.indent + 1
    }
}

/// True for a month among `names`, or a short form of it: its first three or four letters.
pub(super) fn is_month(word: &str, names: &[String]) -> bool {
    let word = word.to_lowercase();
    let letters = word.chars().count();
    names.contains(&word) || (3..=4).contains(&letters) && names.iter().any(|name| name.starts_with(&word))
}
