//! Warnings about the texts of a file: signs in plain ones that only Markdown or HTML would understand, and what no
//! visitor is to read.

use pulldown_cmark::{Event, Parser, Tag};

use super::unfinished;
use crate::{
    diagnostic::{Diagnostic, Lint, Span},
    schema::{Data, Decoded, decode::Reference},
};

/// Keys of texts that hold the code of a service.
const CODE: [&str; 2] = ["analytics", "code"];

/// The warnings about the texts of a file.
pub(super) fn check(decoded: &Decoded) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    decoded.table.walk(&mut |key, value| {
        if value.span.is_somewhere() && !CODE.contains(&&**key) {
            check_single(&value.value, value.span, &mut warnings);
        }
    });
    if warnings.iter().any(is_placeholder) {
        remove_known_placeholders(decoded, &mut warnings);
    }
    warnings
}

fn is_placeholder(warning: &Diagnostic) -> bool {
    warning.code == Lint::Placeholder
}

/// Removes the warnings of placeholders within texts that are reported as placeholders as a whole.
fn remove_known_placeholders(decoded: &Decoded, warnings: &mut Vec<Diagnostic>) {
    let placeholders =
        decoded.references.iter().filter(|(reference, _)| *reference == Reference::Placeholder);
    let known: Vec<Span> = placeholders.map(|(_, place)| *place).collect();
    let is_inside = |span: Span, known: &Span| span != *known && known.holds(span);
    warnings.retain(|warning| {
        !is_placeholder(warning) || !known.iter().any(|known| is_inside(warning.primary.span, known))
    });
}

/// A value without those that it holds.
fn check_single(value: &Data, span: Span, warnings: &mut Vec<Diagnostic>) {
    if let Some(text) = value.as_text() {
        warnings.extend(markup(text).map(|(sign, what)| {
            Diagnostic::new(Lint::MarkupInText, span, format!("this plain text has {what} in it"))
                .label(format!("visitors would see {sign} as it stands here"))
                .help("write the words alone; only texts in Markdown, such as the body of a post, can have this")
        }));
        warnings.extend(unfinished::check(text, span, |_, _| span));
    }
    if let Data::Markdown(text) = value {
        let start = text.place().map(|place| place.start);
        let place = |at: usize, length: usize| match start {
            Some(start) => Span::new(span.file, start + at..start + at + length),
            None => span,
        };
        warnings.extend(unfinished::check(text.as_str(), span, place));
    }
    if let Some(picture) = value.as_picture() {
        warnings.extend(unfinished::check_alt(&picture.alt, picture.file.as_str(), span));
    }
}

/// The first markup in a text, and what it is.
fn markup(text: &str) -> Option<(&str, &'static str)> {
    // Most texts have none of its signs.
    if !text.contains(['*', '_', '#', '<', '&', ']']) {
        return None;
    }
    Parser::new(text).into_offset_iter().find_map(|(event, range)| {
        let written = text.get(range)?;
        let what = match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => "a link in Markdown",
            Event::Start(Tag::Heading { .. }) => "a heading in Markdown",
            Event::Start(Tag::Strong | Tag::Emphasis) => "Markdown",
            Event::Html(_) | Event::InlineHtml(_) => "HTML",
            Event::Text(shown) if written.starts_with('&') && *shown != *written => "HTML",
            _ => return None,
        };
        Some((written.trim_end(), what))
    })
}
