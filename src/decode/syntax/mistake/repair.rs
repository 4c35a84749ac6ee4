//! What to write where, so that a mistake is none any more.

use std::ops::Range;

use super::{clean, is_odd};
use crate::{
    decode::syntax::{is_value, scan::quoted},
    diagnostic::Applicability,
};

/// Edits that put a mistake right together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Repair {
    pub(in super::super) edits: Vec<(Range<usize>, String)>,
    pub(in super::super) applicability: Applicability,
}

/// Where the comment begins that follows a value on its line, if perhaps a broken one.
pub(in super::super) fn comment(written: &str) -> Option<usize> {
    let closed = quoted(written, 0, false).filter(|end| end.closed);
    let from = closed.map_or(0, |end| end.at);
    let mut places = written.get(from..)?.match_indices('#').map(|(at, _)| from + at);
    places.find(|at| {
        let before = written.get(..*at).unwrap_or_default();
        let behind = written.get(at + 1..).unwrap_or_default();
        let spaced = behind.is_empty() || behind.starts_with([' ', '\t']);
        !before.trim().is_empty()
            && (before.ends_with([' ', '\t']) && spaced || closed.is_some() && *at == from)
    })
}

/// A value between the brackets or braces that it lost, with what has to be put in before it and behind it.
pub(super) fn brackets(written: &str) -> Option<(&'static str, &'static str)> {
    let several = written.contains(',');
    let spaced = written.ends_with(" }");
    let pairs = [
        ("[", "", several && written.ends_with(']')),
        ("{ ", "", spaced && written.contains('=')),
        ("{", "", !spaced && written.ends_with('}') && written.contains('=')),
        ("{ ", " }", written.contains('=') && several),
        ("[", "]", several && written.starts_with(['"', '\''])),
    ];
    let sound = |(open, close, likely): &(&str, &str, bool)| {
        *likely && !written.contains('\n') && is_value(&format!("{open}{written}{close}"))
    };
    pairs.into_iter().find(sound).map(|(open, close, _)| (open, close))
}

/// The characters outside of texts that can't be seen or look like others, each replaced.
pub(super) fn odd_characters(written: &str, start: usize) -> Vec<(Range<usize>, String)> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in written.char_indices() {
        match quote {
            Some(open) if c == open && !escaped => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if is_odd(c) => {
                let range = start + at..start + at + c.len_utf8();
                let plain = clean(c.encode_utf8(&mut [0; 4]));
                // Two edits that meet would be none.
                match edits.last_mut().filter(|(last, _)| last.end == range.start) {
                    Some((last, text)) => {
                        last.end = range.end;
                        text.push_str(&plain);
                    }
                    None => edits.push((range, plain)),
                }
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped && quote == Some('"');
    }
    edits
}

/// The backslashes of a text that mean nothing, each doubled; `start` is where the text begins.
pub(super) fn backslashes(inner: &str, start: usize) -> Vec<(Range<usize>, String)> {
    let mut edits = Vec::new();
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            continue;
        }
        let behind = inner.get(at + 1..).unwrap_or_default();
        let known = behind.starts_with(['b', 't', 'n', 'f', 'r', 'e', '"', '\\'])
            || [('u', 4), ('U', 8), ('x', 2)].iter().any(|(letter, digits)| {
                let hex = behind.strip_prefix(*letter).and_then(|rest| rest.get(..*digits));
                hex.is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
            });
        match known {
            true => drop(chars.next()),
            false => edits.push((start + at..start + at, "\\".to_owned())),
        }
    }
    edits
}

/// The quotes inside of a text, each with a backslash before it, and true if they come in pairs around words.
pub(super) fn inner_quotes(inner: &str, start: usize) -> (Vec<(Range<usize>, String)>, bool) {
    let (mut edits, mut opens, mut paired) = (Vec::new(), true, true);
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        if c == '"' && !escaped {
            edits.push((start + at..start + at, "\\".to_owned()));
            let before = inner.get(..at).and_then(|before| before.chars().next_back());
            let behind = inner.get(at + 1..).and_then(|behind| behind.chars().next());
            let is_word = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && c != ',');
            paired &= if opens { !is_word(before) && is_word(behind) } else { is_word(before) };
            opens = !opens;
        }
        escaped = c == '\\' && !escaped;
    }
    (edits, paired && opens)
}

#[cfg(test)]
mod tests {
    use super::{brackets, comment, inner_quotes, odd_characters};

    #[test]
    fn comments_are_distinguished_from_signs() {
        assert_eq!(comment("Boxing # now"), Some(7));
        assert_eq!(comment("We are #1"), None);
        assert_eq!(comment("\"a # b\""), None);
        assert_eq!(comment("“a # b” # c"), Some(12));
        assert_eq!(comment("# c"), None);
    }

    #[test]
    fn lost_brackets_are_found() {
        assert_eq!(brackets(r#""a", "b"]"#), Some(("[", "")));
        assert_eq!(brackets(r#"file = "a", alt = "b" }"#), Some(("{ ", "")));
        assert_eq!(brackets(r#""a", "b""#), Some(("[", "]")));
        assert_eq!(brackets(r#""a"]"#), None);
        assert_eq!(brackets("a, b"), None);
    }

    #[test]
    fn only_what_is_outside_of_texts_is_odd() {
        assert_eq!(
            odd_characters("\u{a0}\"a\u{a0}b\"\u{200b}", 10),
            [(10..12, " ".into()), (18..21, "".into())]
        );
        assert_eq!(odd_characters("９８０", 0), [(0..9, "980".into())]);
    }

    #[test]
    fn quotes_in_pairs_are_meant() {
        assert!(inner_quotes(r#"she said "yes", twice"#, 0).1);
        assert!(!inner_quotes(r#"a" "b"#, 0).1);
    }
}
