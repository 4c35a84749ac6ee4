//! Lists of sorted keys as text: each says how much of the one before it shares, and how it goes on. A list that is
//! too long for one file is split; the first key of each part, cut to what tells it from the part before, says where
//! a key is.

use super::postings::digit;

/// An entry of a list.
pub(super) struct Line<'a> {
    /// By which it is found.
    pub key: &'a str,
    /// What stands behind the key.
    pub end: String,
    /// What the other line of the text says.
    pub value: &'a str,
}

impl Line<'_> {
    /// How many bytes it takes at most.
    pub fn length(&self) -> usize {
        self.key.len() + self.end.len() + self.value.len() + 3
    }
}

/// A part of a list.
pub(super) struct Part {
    /// What every key from here on is equal to or above.
    pub from: String,
    /// Its text: a line of keys, and one of values if there are any.
    pub text: String,
}

/// Splits a sorted list into parts of about `most` bytes.
pub(super) fn split(lines: &[Line<'_>], most: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut first, mut length) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| lines.get(before));
        // The same key twice has to be found in one place.
        let splittable = before.is_some_and(|before| before.key != line.key);
        if length > 0 && length + line.length() > most && splittable {
            parts.push(part(lines, first, at));
            (first, length) = (at, 0);
        }
        length += line.length();
    }
    if first < lines.len() || lines.is_empty() {
        parts.push(part(lines, first, lines.len()));
    }
    parts
}

fn part(lines: &[Line<'_>], first: usize, end: usize) -> Part {
    let before = first.checked_sub(1).and_then(|before| lines.get(before)).map_or("", |line| line.key);
    let own = lines.get(first..end).unwrap_or_default();
    let start = own.first().map_or("", |line| line.key);
    let shared = shared(before, start).map_or(0, |(_, bytes)| bytes);
    let telling = start[shared..].chars().next().map_or(0, char::len_utf8);
    let from = if first == 0 { String::new() } else { start[..shared + telling].to_owned() };
    Part { from, text: text(own) }
}

/// How much of `key` is that with which `before` begins: in UTF-16, and in bytes.
fn shared(before: &str, key: &str) -> Option<(usize, usize)> {
    let same = before.chars().zip(key.chars()).take_while(|(a, b)| a == b);
    same.map(|(c, _)| (c.len_utf16(), c.len_utf8())).reduce(|a, b| (a.0 + b.0, a.1 + b.1))
}

fn text(lines: &[Line<'_>]) -> String {
    let (mut keys, mut values) = (String::new(), String::new());
    let mut before = "";
    for line in lines {
        let (units, bytes) = shared(before, line.key).filter(|(units, _)| *units < 64).unwrap_or_default();
        if !keys.is_empty() {
            keys.push(' ');
            values.push(' ');
        }
        keys.push(digit(units));
        keys.push_str(&line.key[bytes..]);
        keys.push_str(&line.end);
        values.push_str(line.value);
        before = line.key;
    }
    if !values.trim().is_empty() {
        keys.push('\n');
        keys.push_str(&values);
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::{Line, split};

    fn lines<'a>(keys: &[&'a str]) -> Vec<Line<'a>> {
        keys.iter().map(|key| Line { key, end: String::new(), value: "x" }).collect()
    }

    #[test]
    fn keys_share_their_beginnings() {
        let parts = split(&lines(&["box", "boxer", "boxing", "yoga"]), 1000);
        assert_eq!(parts[0].text, "Abox Der Ding Ayoga\nx x x x");
    }

    #[test]
    fn parts_begin_where_their_first_key_differs() {
        let parts = split(&lines(&["boxer", "boxing", "boxing", "yoga"]), 10);
        let from: Vec<&str> = parts.iter().map(|part| part.from.as_str()).collect();
        assert_eq!(from, ["", "boxi", "y"]);
        assert_eq!(parts[1].text, "Aboxing G\nx x");
    }
}
