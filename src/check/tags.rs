//! Start tags of HTML and SVG with their attributes, as far as addresses and ids need them.

use std::borrow::Cow;

use memchr::{memchr, memmem};

/// An attribute: its name, in any case, and its value as it is written.
pub(super) type Attribute<'h> = (&'h str, &'h str);

/// Elements whose content isn't markup.
const RAW_TEXT: [&str; 4] = ["script", "style", "textarea", "title"];

/// Calls `visit` with the name, in any case, and the attributes of each start tag. Returns false if `html` ends within a
/// tag, a comment, or an element whose content isn't markup.
pub(super) fn start_tags<'h>(html: &'h str, mut visit: impl FnMut(&'h str, &[Attribute<'h>])) -> bool {
    let mut attributes = Vec::new();
    let mut rest = html;
    while let Some(at) = memchr(b'<', rest.as_bytes()) {
        let tag = rest.get(at + 1..).unwrap_or_default();
        let behind = match tag.as_bytes().first() {
            Some(b'!') => match tag.strip_prefix("!--") {
                Some(comment) => after(comment, "-->"),
                None => behind_bracket(tag),
            },
            Some(b'/' | b'?') => behind_bracket(tag),
            Some(first) if first.is_ascii_alphabetic() => {
                let name_end = tag.bytes().position(ends_name).unwrap_or(tag.len());
                let (name, behind) = tag.split_at(name_end);
                attributes.clear();
                let content = read_attributes(behind, &mut attributes);
                if content.is_some() {
                    visit(name, &attributes);
                }
                match content {
                    Some(text) if RAW_TEXT.iter().any(|raw| name.eq_ignore_ascii_case(raw)) => {
                        behind_end_tag(text, name)
                    }
                    content => content,
                }
            }
            _ => Some(tag),
        };
        let Some(behind) = behind else { return false };
        rest = behind;
    }
    true
}

fn after<'h>(text: &'h str, end: &str) -> Option<&'h str> {
    let at = memmem::find(text.as_bytes(), end.as_bytes())?;
    text.get(at + end.len()..)
}

/// The text behind the name of the element in its end tag.
fn behind_end_tag<'h>(text: &'h str, name: &str) -> Option<&'h str> {
    memmem::find_iter(text.as_bytes(), "</").find_map(|at| {
        let (ended, behind) = text.get(at + 2..)?.split_at_checked(name.len())?;
        ended.eq_ignore_ascii_case(name).then_some(behind)
    })
}

/// The text behind the next `>`.
fn behind_bracket(text: &str) -> Option<&str> {
    text.get(memchr(b'>', text.as_bytes())? + 1..)
}

fn ends_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'/' || byte == b'>'
}

/// Reads the attributes of a tag. Returns the text behind the tag, or `None` if the tag doesn't end.
fn read_attributes<'h>(text: &'h str, attributes: &mut Vec<Attribute<'h>>) -> Option<&'h str> {
    let mut rest = text;
    loop {
        rest = rest.get(rest.bytes().position(|byte| !byte.is_ascii_whitespace() && byte != b'/')?..)?;
        if let Some(behind) = rest.strip_prefix('>') {
            return Some(behind);
        }
        let name_end = rest.bytes().skip(1).position(|byte| ends_name(byte) || byte == b'=')? + 1;
        let (name, behind) = rest.split_at(name_end);
        let Some(value) = behind.trim_ascii_start().strip_prefix('=') else {
            attributes.push((name, ""));
            rest = behind;
            continue;
        };
        let value = value.trim_ascii_start();
        let (value, behind) = match value.as_bytes().first()? {
            quote @ (b'"' | b'\'') => {
                let value = value.get(1..)?;
                let end = memchr(*quote, value.as_bytes())?;
                (value.get(..end)?, value.get(end + 1..)?)
            }
            _ => value.split_at(value.find(|c: char| c.is_ascii_whitespace() || c == '>')?),
        };
        attributes.push((name, value));
        rest = behind;
    }
}

/// Replaces the character references in the value of an attribute.
pub(super) fn unescaped(value: &str) -> Cow<'_, str> {
    if memchr(b'&', value.as_bytes()).is_none() {
        return value.into();
    }
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, reference)) = rest.split_once('&') {
        out.push_str(before);
        let decoded = reference.split_once(';').and_then(|(name, behind)| Some((character(name)?, behind)));
        rest = match decoded {
            Some((c, behind)) => {
                out.push(c);
                behind
            }
            None => {
                out.push('&');
                reference
            }
        };
    }
    out.push_str(rest);
    out.into()
}

/// The character of a reference, written without `&` and `;`. Returns `None` for names that no address needs.
fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}
