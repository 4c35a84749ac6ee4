//! Where texts and brackets end that may have been left open: judged by what comes after.

use std::ops::Range;

/// Brackets that are nested deeper than this are taken as text.
const DEPTH: usize = 32;

/// Quotes aren't counted beyond this column.
const LOOKED_AT: usize = 4000;

/// Quotes that word processors write, each with the ones that may close it.
const PAIRS: [(char, &[char]); 11] = [
    ('“', &['”', '“']),
    ('”', &['”', '“']),
    ('„', &['“', '”']),
    ('‟', &['”', '“']),
    ('‘', &['’', '‘']),
    ('’', &['’', '‘']),
    ('‚', &['‘', '’']),
    ('«', &['»']),
    ('»', &['«']),
    ('＂', &['＂']),
    ('＇', &['＇']),
];

/// True for a quote that isn't straight.
pub(super) fn is_curly(c: char) -> bool {
    PAIRS.iter().any(|(open, closing)| *open == c || closing.contains(&c))
}

/// The end of a text or bracket that was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::decode) struct End {
    /// One past its last character.
    pub(in crate::decode) at: usize,
    /// False if it has no end of its own.
    pub(in crate::decode) closed: bool,
}

/// The line that holds byte `offset`, without its line end.
pub(in crate::decode) fn line_around(text: &str, offset: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let (before, after) = bytes.split_at_checked(offset).unwrap_or((bytes, &[]));
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let end = memchr::memchr(b'\n', after).map_or(bytes.len(), |newline| before.len() + newline);
    let has_return = bytes.get(start..end).is_some_and(|line| line.ends_with(b"\r"));
    start..if has_return { end - 1 } else { end }
}

/// `range` without the white space around what it holds.
pub(in crate::decode) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

/// The end of the text in quotes which begins at `start`; `None` if no quote is there.
///
/// `nested` says that the text is one of several on its line, so that a closing quote which is
/// missing must not swallow the rest.
pub(in crate::decode) fn quoted(text: &str, start: usize, nested: bool) -> Option<End> {
    let rest = text.get(start..)?;
    let quote = rest.chars().next()?;
    if let Some(triple) = ["'''", "\"\"\""].into_iter().find(|triple| rest.starts_with(*triple)) {
        let closing = rest.get(3..)?.find(triple).map(|at| start + 3 + at + 3);
        return Some(End { at: closing.unwrap_or(text.len()), closed: closing.is_some() });
    }
    // Asked at each character of a list, whose line may be very long.
    if !matches!(quote, '"' | '\'') && !PAIRS.iter().any(|(open, _)| *open == quote) {
        return None;
    }
    let line_end = line_around(text, start).end.max(start + quote.len_utf8());
    let line = text.get(start..line_end)?;
    let after_quote = start + quote.len_utf8();
    if matches!(quote, '"' | '\'') {
        return Some(straight(text, line, start, nested));
    }
    let (_, closing) = PAIRS.iter().find(|(open, _)| *open == quote)?;
    let is_end = |c: char| closing.contains(&c) || matches!(c, '"' | '\'') && nested;
    // An apostrophe looks like a closing quote; one is meant where the text can't go on behind it.
    let end = line.get(quote.len_utf8()..)?.char_indices().find(|(at, c)| {
        let behind = text.get(after_quote + at + c.len_utf8()..line_end).unwrap_or_default();
        is_end(*c) && !behind.starts_with(char::is_alphanumeric)
    });
    Some(match end {
        Some((at, c)) => End { at: after_quote + at + c.len_utf8(), closed: true },
        None => End { at: open_end(text, after_quote..line_end, nested), closed: false },
    })
}

fn straight(text: &str, line: &str, start: usize, nested: bool) -> End {
    let quote = if line.starts_with('"') { '"' } else { '\'' };
    let mut escaped = false;
    let end = line.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped && quote == '"';
        ends
    });
    let Some((end, _)) = end else {
        return End { at: open_end(text, start + 1..start + line.len(), nested), closed: false };
    };
    let inner = line.get(1..end).unwrap_or_default();
    let odd = line.len() <= LOOKED_AT && line.matches(quote).count() % 2 == 1;
    let goes_on = line.get(end + 1..).is_some_and(|behind| {
        behind.starts_with(|c: char| !c.is_whitespace() && !matches!(c, ',' | ']' | '}' | ';'))
    });
    match separator_at_end(inner).filter(|_| nested && odd && goes_on) {
        Some(comma) => End { at: start + 1 + comma, closed: false },
        None => End { at: start + end + 1, closed: true },
    }
}

/// Where `a, ` or `a, key = ` begins to be no part of the text `a` any more.
fn separator_at_end(inner: &str) -> Option<usize> {
    let comma = inner.rfind(',')?;
    let behind = inner.get(comma + 1..)?;
    if !behind.starts_with(char::is_whitespace) {
        return None;
    }
    let behind = behind.trim();
    let key = behind.trim_end_matches([' ', '=', ':']);
    let is_key = key.len() < behind.len() && is_bare_key(key);
    (behind.is_empty() || is_key).then_some(comma)
}

/// The end of a text that runs to the end of its line: what closes brackets around it is not its own.
fn open_end(text: &str, range: Range<usize>, nested: bool) -> usize {
    let inner = text.get(range.clone()).unwrap_or_default();
    if !nested {
        return range.start + inner.trim_end().len();
    }
    // The next entry of a table in braces is not its own, either.
    let mut commas = inner.match_indices(", ").map(|(at, _)| at);
    let next = commas.find(|at| inner.get(at + 2..).and_then(entry_key).is_some());
    let own = inner.get(..next.unwrap_or(inner.len())).unwrap_or_default();
    range.start + own.trim_end_matches([' ', '\t', ',', ']', '}']).len()
}

/// The end of the bracket that opens at `start`. An open one ends where the next key or table begins.
pub(in crate::decode) fn bracketed(text: &str, start: usize, trusting: bool) -> End {
    Brackets { text, trusting, indent: indent(text, start) }.end(start, 0)
}

struct Brackets<'t> {
    text: &'t str,
    /// Takes every bracket as it stands, whatever follows.
    trusting: bool,
    /// How far the statement is indented.
    indent: usize,
}

impl Brackets<'_> {
    fn end(&self, start: usize, depth: usize) -> End {
        let open = self.char_at(start).unwrap_or('[');
        let closing = if open == '[' { ']' } else { '}' };
        let mut at = start + open.len_utf8();
        // One past the last character that is neither space nor comment, and that character.
        let (mut significant, mut last) = (at, open);
        while let Some(c) = self.char_at(at) {
            match c {
                '#' => at = line_around(self.text, at).end,
                '\n' if !self.trusting && self.breaks(at + 1, open, last) => break,
                '[' | '{' if depth < DEPTH => {
                    let inner = self.end(at, depth + 1);
                    at = inner.at;
                    (significant, last) = (at, if inner.closed { ']' } else { c });
                }
                c if c == closing => return End { at: at + 1, closed: true },
                // It closes what is around this.
                ']' | '}' if depth > 0 => break,
                c if c.is_whitespace() => at += c.len_utf8(),
                c => {
                    let inside_word = last.is_alphanumeric() && significant == at;
                    at = match quoted(self.text, at, true).filter(|_| !inside_word) {
                        Some(quoted) => quoted.at.max(at + c.len_utf8()),
                        None => at + c.len_utf8(),
                    };
                    (significant, last) = (at, self.before(at));
                }
            }
        }
        End { at: significant, closed: false }
    }

    /// True if the line at `start` can't be part of an open bracket.
    fn breaks(&self, start: usize, open: char, last: char) -> bool {
        let line = self.text.get(line_around(self.text, start)).unwrap_or_default();
        let entry = entry_key(line).is_some();
        let outside = line.len() - line.trim_start().len() <= self.indent;
        is_header(line)
            || match open {
                '[' => entry,
                _ => line.trim_start().starts_with('{') || entry && (outside || !matches!(last, ',' | '{')),
            }
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    fn before(&self, at: usize) -> char {
        self.text.get(..at).and_then(|before| before.chars().next_back()).unwrap_or(' ')
    }
}

fn indent(text: &str, start: usize) -> usize {
    let line = text.get(line_around(text, start)).unwrap_or_default();
    line.len() - line.trim_start().len()
}

/// True for a name that needs no quotes.
pub(super) fn is_bare_key(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// The key of a line that gives a key a value.
pub(super) fn entry_key(line: &str) -> Option<&str> {
    let key = line.split_once('=')?.0.trim();
    is_bare_key(key).then_some(key)
}

/// True for a line that names a table, if perhaps with a bracket too few.
pub(super) fn is_header(line: &str) -> bool {
    let Some(rest) = line.trim().strip_prefix('[') else { return false };
    let rest = rest.strip_prefix('[').unwrap_or(rest);
    let name = rest.split([']', '#']).next().unwrap_or_default().trim();
    let behind = rest.get(name.len()..).unwrap_or_default().trim_start_matches([' ', ']']);
    let named = name.split('.').all(is_bare_key) && name.starts_with(|c: char| c.is_alphabetic());
    named && !matches!(name, "true" | "false") && (behind.is_empty() || behind.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::{bracketed, is_header, quoted};

    fn quote(text: &str, nested: bool) -> (&str, bool) {
        let end = quoted(text, 0, nested).expect("begins with a quote");
        (&text[..end.at], end.closed)
    }

    #[test]
    fn texts_end_where_their_author_meant() {
        assert_eq!(quote(r#""a", "b""#, true), (r#""a""#, true));
        assert_eq!(quote(r#""a, "b"]"#, true), (r#""a"#, false));
        assert_eq!(quote(r#""a.jpg, alt = "b" }"#, true), (r#""a.jpg"#, false));
        assert_eq!(quote(r#""a]"#, true), (r#""a"#, false));
        assert_eq!(quote(r#""a]"#, false), (r#""a]"#, false));
        assert_eq!(quote(r#""a.jpg, alt = 1 }"#, true), (r#""a.jpg"#, false));
        assert_eq!(quote(r#""Log in, to = "/login/" }"#, true), (r#""Log in"#, false));
        assert_eq!(quote("“it’s, well”, “b”", true), ("“it’s, well”", true));
        assert_eq!(quote("‘it’s’, b", true), ("‘it’s’", true));
        assert_eq!(quote("'''\na\n''' b", false), ("'''\na\n'''", true));
    }

    #[test]
    fn open_brackets_end_before_the_next_statement() {
        let end = |text: &'static str| {
            let end = bracketed(text, 0, false);
            (&text[..end.at], end.closed)
        };
        assert_eq!(end("[\"a\", [1]]]"), ("[\"a\", [1]]", true));
        assert_eq!(end("[\"a\"\nb = 2"), ("[\"a\"", false));
        assert_eq!(end("[\n  \"a\",\n\n[[b]]"), ("[\n  \"a\",", false));
        assert_eq!(end("{ a = 1\nb = 2 }"), ("{ a = 1", false));
        assert_eq!(end("{\n  a = 1,\n  b = 2\n}"), ("{\n  a = 1,\n  b = 2\n}", true));
        assert_eq!(end("[\n  { a = 1,\n  { a = 2 },\n]"), ("[\n  { a = 1,\n  { a = 2 },\n]", true));
        assert!(!end(&"[".repeat(10_000).leak()[..]).1);
    }

    #[test]
    fn a_header_is_distinguished_from_a_list() {
        for header in ["[a]", "[[a.b-c]] # x", "  [a", "[[a]"] {
            assert!(is_header(header), "{header}");
        }
        for list in ["[\"a\"]", "[a, b]", "[1]", "[true]", "]", "[]"] {
            assert!(!is_header(list), "{list}");
        }
    }
}
