//! The delimiters of the template engine: what stands between them isn't HTML.

use crate::source::delimited;

/// Around what is printed.
pub(super) const EXPRESSION: (&str, &str) = ("{{", "}}");

/// Around statements such as `if`.
pub(super) const STATEMENT: (&str, &str) = ("{%", "%}");

/// Around comments.
pub(super) const COMMENT: (&str, &str) = ("{#", "#}");

/// The length of what `text` begins with, if it begins with one of these delimiters. What isn't closed extends to the
/// end.
pub(super) fn delimited(text: &str, delimiters: &[(&str, &str)]) -> Option<usize> {
    let (open, close) = delimiters.iter().find(|(open, _)| text.starts_with(open))?;
    Some(delimited::length(open, close, text).unwrap_or(text.len()))
}
