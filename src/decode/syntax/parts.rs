//! What is between brackets, part by part.

use std::ops::Range;

use super::scan::{self, bracketed, quoted, trimmed};

/// One element of a list, or one entry of a table on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decode) struct ListElement {
    pub(in crate::decode) range: Range<usize>,
    pub(in crate::decode) before: Separator,
}

/// What stands between a part and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::decode) enum Separator {
    /// A comma, or nothing before the first part.
    Right,
    /// Nothing.
    Missing,
    Semicolon,
}

/// The parts of what stands in `range`. Two commas in a row have an empty part between them.
pub(in crate::decode) fn split(text: &str, range: Range<usize>) -> Vec<ListElement> {
    let mut splitter = Splitter {
        text,
        parts: Vec::new(),
        start: range.start,
        significant: None,
        before: Separator::Right,
        complete: false,
    };
    let mut at = range.start;
    while at < range.end {
        let Some(c) = text.get(at..range.end).and_then(|rest| rest.chars().next()) else { break };
        at = splitter.take(at, c).min(range.end);
    }
    splitter.close(Separator::Right, range.end);
    // A comma behind the last part is allowed.
    if splitter.parts.last().is_some_and(|part| part.range.is_empty()) {
        splitter.parts.pop();
    }
    splitter.parts
}

struct Splitter<'t> {
    text: &'t str,
    parts: Vec<ListElement>,
    start: usize,
    /// One past the last character of this part that is neither space nor comment.
    significant: Option<usize>,
    before: Separator,
    /// True right behind a value that can't go on.
    complete: bool,
}

impl Splitter<'_> {
    /// The text up to the end of the last significant character.
    fn significant_text(&self) -> Option<&str> {
        self.text.get(..self.significant?)
    }

    /// Takes the character at `at`; the place behind what was taken.
    fn take(&mut self, at: usize, c: char) -> usize {
        let next = at + c.len_utf8();
        match c {
            '#' => return scan::line_around(self.text, at).end.max(next),
            ',' => {
                self.close(Separator::Right, next);
                return next;
            }
            ';' => {
                self.close(Separator::Semicolon, next);
                return next;
            }
            // Behind a whole value or word, a new line begins a new part.
            '\n' => {
                self.complete |= self.significant_text().is_some_and(|text| !text.ends_with(['=', ':']));
                return next;
            }
            c if c.is_whitespace() => return next,
            _ => {}
        }
        let opens = matches!(c, '[' | '{');
        let quote = if opens { None } else { self.quote(at).or_else(|| self.unopened(at, c)) };
        if self.complete && (opens || quote.is_some() || self.begins_entry(at)) {
            self.close(Separator::Missing, at);
        }
        let end = match quote {
            Some(end) => end.max(next),
            None if opens => bracketed(self.text, at, false).at.max(next),
            None => next,
        };
        self.significant = Some(end);
        self.complete = opens || quote.is_some();
        end
    }

    /// The end of the text in quotes that begins here; a quote behind a letter begins none.
    fn quote(&self, at: usize) -> Option<usize> {
        let before = self.text.get(self.start..at)?.chars().next_back();
        let inside_word = before.is_some_and(char::is_alphanumeric);
        quoted(self.text, at, true).filter(|_| !inside_word).map(|end| end.at)
    }

    /// The end of a text which begins here without a quote, and ends with one.
    fn unopened(&self, at: usize, c: char) -> Option<usize> {
        let at_start = self.significant.is_none() && c.is_alphabetic();
        let line = self.text.get(at..scan::line_around(self.text, at).end).filter(|_| at_start)?;
        let quote = line.find('"')?;
        let ends = line.get(quote + 1..)?.trim_start().is_empty()
            || line.get(quote + 1..)?.trim_start().starts_with([',', ']', '}', ';', '#']);
        let joined =
            line.get(..quote)?.ends_with(|c: char| !c.is_whitespace() && !matches!(c, '=' | ':' | ','));
        (ends && joined).then_some(at + quote + 1)
    }

    fn begins_entry(&self, at: usize) -> bool {
        let line = scan::line_around(self.text, at);
        self.text.get(at..line.end).and_then(|rest| rest.split([',', '"', '\'']).next()).is_some_and(|rest| {
            let key = rest.split(['=', ':']).next().unwrap_or_default();
            key.len() < rest.len() && scan::is_bare_key(key.trim())
        })
    }

    fn close(&mut self, next: Separator, start: usize) {
        let end = self.significant.take().unwrap_or(self.start);
        let range = without_comments(self.text, trimmed(self.text, self.start..end.max(self.start)));
        self.parts.push(ListElement { range, before: self.before });
        (self.before, self.start, self.complete) = (next, start, false);
    }
}

/// `range` without the lines at its beginning that are comments.
fn without_comments(text: &str, mut range: Range<usize>) -> Range<usize> {
    while text.get(range.clone()).is_some_and(|part| part.starts_with('#')) {
        let line = scan::line_around(text, range.start);
        range = trimmed(text, line.end.min(range.end)..range.end);
    }
    range
}

#[cfg(test)]
mod tests {
    use super::{Separator, split};

    fn parts(text: &str) -> Vec<(&str, Separator)> {
        split(text, 0..text.len()).into_iter().map(|part| (&text[part.range], part.before)).collect()
    }

    #[test]
    fn parts_are_separated_by_commas_or_meant_to_be() {
        use Separator::{Missing, Right, Semicolon};
        assert_eq!(parts(r#" "a", [1, 2], "#), [(r#""a""#, Right), ("[1, 2]", Right)]);
        assert_eq!(parts(r#""a" "b""#), [(r#""a""#, Right), (r#""b""#, Missing)]);
        assert_eq!(parts(r#""a"; "b""#), [(r#""a""#, Right), (r#""b""#, Semicolon)]);
        assert_eq!(parts("\"a\",, \"b\""), [("\"a\"", Right), ("", Right), ("\"b\"", Right)]);
        assert_eq!(parts("\n # x\n \"a\" # y\n \"b\",\n"), [("\"a\"", Right), ("\"b\"", Missing)]);
        assert_eq!(parts(r#"a = "x" b = 2"#), [(r#"a = "x""#, Right), ("b = 2", Missing)]);
        assert_eq!(parts(r#""a, "b""#), [("\"a", Right), ("\"b\"", Right)]);
        assert_eq!(parts(r#"a", "b""#), [("a\"", Right), ("\"b\"", Right)]);
        assert_eq!(parts(r#"a, and b", "c""#), [("a, and b\"", Right), ("\"c\"", Right)]);
        assert_eq!(parts("“a, b”, “c”"), [("“a, b”", Right), ("“c”", Right)]);
        assert_eq!(parts(""), []);
    }
}
