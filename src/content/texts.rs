//! Warnings about the texts of a file: signs in plain ones that only Markdown or HTML would understand, and what no
//! visitor is to read.

use super::unfinished;
use crate::{
    decode::Reference,
    diagnostic::{Diagnostic, Lint, Span},
    schema::{Data, Decoded, Table},
};

/// Keys of texts that hold the code of a service.
const CODE: [&str; 2] = ["analytics", "code"];

/// The warnings about the texts of a file.
pub(super) fn check(decoded: &Decoded) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    check_table(&decoded.table, &mut found);
    if found.iter().any(is_placeholder) {
        remove_known_placeholders(decoded, &mut found);
    }
    found
}

fn is_placeholder(warning: &Diagnostic) -> bool {
    warning.code == Lint::Placeholder
}

/// Removes the warnings of placeholders within texts that are reported as placeholders as a whole.
fn remove_known_placeholders(decoded: &Decoded, found: &mut Vec<Diagnostic>) {
    let placeholders =
        decoded.references.iter().filter(|(reference, _)| *reference == Reference::Placeholder);
    let known: Vec<Span> = placeholders.map(|(_, place)| *place).collect();
    let is_inside =
        |span: Span, known: &Span| span != *known && known.start <= span.start && span.end <= known.end;
    found.retain(|warning| {
        !is_placeholder(warning) || !known.iter().any(|known| is_inside(warning.primary.span, known))
    });
}

fn check_table(table: &Table, found: &mut Vec<Diagnostic>) {
    let texts = table.iter().filter(|(key, _)| !CODE.contains(&&***key));
    texts.for_each(|(_, value)| check_value(&value.value, value.span, found));
}

fn check_value(value: &Data, span: Span, found: &mut Vec<Diagnostic>) {
    if span.is_somewhere() {
        check_single(value, span, found);
    }
    value.for_each_child(|child| check_value(&child.value, child.span, found));
}

/// A value without those that it holds.
fn check_single(value: &Data, span: Span, found: &mut Vec<Diagnostic>) {
    if let Some(text) = value.as_text() {
        found.extend(markup(text.as_str()).map(|(sign, what)| {
            Diagnostic::new(Lint::MarkupInText, span, format!("this plain text has {what} in it"))
                .label(format!("visitors would see {sign} as it stands here"))
                .help("write the words alone; only texts in Markdown, such as the body of a post, can have this")
        }));
        found.extend(unfinished::check(text.as_str(), span, |_, _| span));
    }
    if let Data::Markdown(text) = value {
        let start = text.place().map(|place| place.start);
        let place = |at: usize, length: usize| match start {
            Some(start) => Span::new(span.file, start + at..start + at + length),
            None => span,
        };
        found.extend(unfinished::check(text.as_str(), span, place));
    }
    if let Some(picture) = value.as_picture() {
        found.extend(unfinished::check_alt(&picture.alt, picture.file.as_str(), span));
    }
}

/// The first sign of markup in a text, and what it is.
fn markup(text: &str) -> Option<(String, &'static str)> {
    let bytes = text.as_bytes();
    if memchr::memchr3(b'*', b'_', b'#', bytes).is_none()
        && memchr::memchr3(b'<', b'&', b']', bytes).is_none()
    {
        return None;
    }
    let whole = |at: usize, end: usize| text.get(at..end).unwrap_or_default().to_owned();
    if let Some(at) = text.find("](")
        && let Some(end) = text.get(at..).and_then(|rest| rest.find(')'))
        && let Some(start) = text.get(..at).and_then(|before| before.rfind('['))
    {
        return Some((whole(start, at + end + 1), "a link in Markdown"));
    }
    for sign in ["**", "__"] {
        let mut places = text.match_indices(sign).map(|(at, _)| at);
        if let (Some(start), Some(end)) = (places.next(), places.next())
            && end > start + sign.len()
        {
            return Some((whole(start, end + sign.len()), "Markdown"));
        }
    }
    if text.starts_with("# ") || text.starts_with("## ") {
        return Some(("#".to_owned(), "a heading in Markdown"));
    }
    let tag = text.match_indices('<').find_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        let name = rest.strip_prefix('/').unwrap_or(rest);
        let length = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
        let closes = rest.find('>')?;
        let is_tag = length > 0 && name.starts_with(|c: char| c.is_ascii_alphabetic());
        is_tag.then(|| whole(at, at + 1 + closes + 1))
    });
    if let Some(tag) = tag {
        return Some((tag, "HTML"));
    }
    let entity = text.match_indices('&').find_map(|(at, _)| {
        let name = text.get(at + 1..)?.split_once(';')?.0.trim_start_matches('#');
        let is_name = (2..=8).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric());
        is_name.then(|| format!("&{name};"))
    });
    entity.map(|entity| (entity, "HTML"))
}

#[cfg(test)]
mod tests {
    use super::markup;

    #[test]
    fn only_markup_is_told() {
        for text in [
            "**Strong** words",
            "see [prices](/pricing/)",
            "a <b>bold</b> move",
            "fish &amp; chips",
            "# Title",
            "line<br>break",
        ] {
            assert!(markup(text).is_some(), "{text}");
        }
        for text in [
            "5 < 6 and 7 > 3",
            "R&B; soul",
            "rated ***",
            "2 * 3 * 4",
            "[sic] (so)",
            "#1 in town",
            "a_b__c",
            "<3 the gym",
            "fees (KSH 400) & more",
        ] {
            assert!(markup(text).is_none(), "{text}");
        }
    }
}
