//! Lists of sorted keys as text: each says how much of the one before it shares, and how it goes on. A list that is
//! too long for one file is split; the first key of each part, cut to what distinguishes it from the part before, says
//! where a key is.

/// An entry of a list.
pub(super) struct Line<'a> {
    /// By which it is found.
    pub key: &'a str,
    /// What stands behind the key.
    pub end: String,
    /// What else the list says of it.
    pub value: String,
    /// About how many bytes it takes in the file.
    pub weight: usize,
}

/// A part of a list.
pub(super) struct ListPart {
    /// What every key from here on is equal to or above.
    pub from: String,
    pub text: Text,
}

/// The keys of a list, and in the same order their values.
pub(super) struct Text {
    pub keys: String,
    pub values: String,
}

impl Text {
    /// As the sections of a file.
    pub fn sections(&self) -> Vec<&str> {
        [self.keys.as_str(), &self.values].into_iter().filter(|section| !section.is_empty()).collect()
    }
}

/// The text of a list.
pub(super) fn text(lines: &[Line<'_>]) -> Text {
    let mut text = Text { keys: String::new(), values: String::new() };
    let mut before = "";
    for line in lines {
        let letters = shared(before, line.key).take(usize::from(MOST_SHARED));
        let (units, bytes) = letters.fold((0, 0), |(units, bytes), letter| {
            (units + if letter.len_utf16() == 1 { 1 } else { 2 }, bytes + letter.len_utf8())
        });
        text.keys.push(char::from(b'A' + units));
        text.keys.push_str(line.key.get(bytes..).unwrap_or_default());
        text.keys.push_str(&line.end);
        text.values.push_str(&line.value);
        before = line.key;
    }
    text
}

/// Letters that a key shares at most, so that in UTF-16 the number of them is a capital letter: no key has any.
const MOST_SHARED: u8 = 12;

/// Splits a sorted list into parts that weigh about `most`.
pub(super) fn split(lines: &[Line<'_>], most: usize) -> Vec<ListPart> {
    let mut parts = Vec::new();
    let (mut first, mut weight) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| lines.get(before));
        // The same key twice has to be found in one place.
        let splittable = before.is_some_and(|before| before.key != line.key);
        if weight > 0 && weight + line.weight > most && splittable {
            parts.push(part(lines, first, at));
            (first, weight) = (at, 0);
        }
        weight += line.weight;
    }
    if first < lines.len() || lines.is_empty() {
        parts.push(part(lines, first, lines.len()));
    }
    parts
}

fn part(lines: &[Line<'_>], first: usize, end: usize) -> ListPart {
    let before = first.checked_sub(1).and_then(|before| lines.get(before)).map_or("", |line| line.key);
    let own = lines.get(first..end).unwrap_or_default();
    let start = own.first().map_or("", |line| line.key);
    let telling = shared(before, start).count() + 1;
    let from = if first == 0 { String::new() } else { start.chars().take(telling).collect() };
    ListPart { from, text: text(own) }
}

/// The letters with which both begin.
fn shared<'a>(a: &'a str, b: &'a str) -> impl Iterator<Item = char> + 'a {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(letter, _)| letter)
}

#[cfg(test)]
mod tests {
    use super::{Line, split, text};

    fn lines<'a>(keys: &[&'a str]) -> Vec<Line<'a>> {
        keys.iter().map(|key| Line { key, end: String::new(), value: "x".to_owned(), weight: 6 }).collect()
    }

    #[test]
    fn keys_share_their_beginnings() {
        let text = text(&lines(&["box", "boxer", "boxing", "yoga"]));
        assert_eq!((text.keys.as_str(), text.values.as_str()), ("AboxDerDingAyoga", "xxxx"));
    }

    #[test]
    fn parts_begin_where_their_first_key_differs() {
        let parts = split(&lines(&["boxer", "boxing", "boxing", "yoga"]), 10);
        let from: Vec<&str> = parts.iter().map(|part| part.from.as_str()).collect();
        assert_eq!(from, ["", "boxi", "y"]);
        assert_eq!(parts[1].text.keys, "AboxingG");
    }
}
