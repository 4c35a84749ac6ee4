//! Escapes for HTML.

use std::fmt;

/// Escapes text for HTML, in an attribute or between tags.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Writing into a string can't fail.
    let _ = write_escaped(&mut out, text);
    out
}

/// The position of the first sign that begins markup or an escape, or the end.
fn first_sign(text: &str) -> usize {
    memchr::memchr3(b'&', b'<', b'>', text.as_bytes()).unwrap_or(text.len())
}

/// Writes text escaped for HTML, in an attribute or between tags, copying the parts that need no escape at once.
pub fn write_escaped(out: &mut impl fmt::Write, text: &str) -> fmt::Result {
    let mut rest = text;
    let mut sign = first_sign(rest);
    loop {
        let before = rest.as_bytes().get(..sign).unwrap_or_default();
        let at = memchr::memchr2(b'"', b'\'', before).unwrap_or(sign);
        let (plain, special) = rest.split_at(at);
        out.write_str(plain)?;
        out.write_str(match special.as_bytes().first() {
            None => return Ok(()),
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'"') => "&quot;",
            Some(_) => "&#39;",
        })?;
        rest = special.get(1..).unwrap_or_default();
        // Data in an attribute is full of quotes: behind each, the text up to the sign isn't read again.
        sign = if at < sign { sign - at - 1 } else { first_sign(rest) };
    }
}
