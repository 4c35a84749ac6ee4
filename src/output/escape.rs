//! Escapes for HTML.

use std::fmt;

/// Escapes text for HTML, in an attribute or between tags.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Writing into a string can't fail.
    let _ = write_escaped(&mut out, text);
    out
}

/// The position of the first character that HTML needs an escape for. Quotes are searched only before the first other
/// one, so that no text is read again for each of its characters.
fn first_special(text: &[u8]) -> Option<usize> {
    let sign = memchr::memchr3(b'&', b'<', b'>', text);
    let before = text.get(..sign.unwrap_or(text.len())).unwrap_or_default();
    memchr::memchr2(b'"', b'\'', before).or(sign)
}

/// Writes text escaped for HTML, in an attribute or between tags, copying the parts that need no escape at once.
pub fn write_escaped(out: &mut impl fmt::Write, text: &str) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = first_special(rest.as_bytes()) {
        let (plain, special) = rest.split_at(at);
        out.write_str(plain)?;
        out.write_str(match special.as_bytes().first() {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'"') => "&quot;",
            _ => "&#39;",
        })?;
        rest = special.get(1..).unwrap_or_default();
    }
    out.write_str(rest)
}
