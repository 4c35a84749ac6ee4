//! Attributes that templates put together, as `href="/routes/{{ route.id }}/"`, found by what a page has of them.

use std::ops::Range;

use super::delimiters::{COMMENT, EXPRESSION, STATEMENT, delimited};
use crate::{
    diagnostic::{FileId, Span},
    source::Sources,
};

/// How many letters and digits have to stand in a template as they are: less could be anything.
const ENOUGH: usize = 3;

/// In how many places a value may have been put together before it isn't known in which.
const PLACES: usize = 3;

/// An attribute in a template whose value is put together of texts and expressions.
#[derive(Debug)]
pub(super) struct Attribute {
    name: String,
    /// The parts that stand there as they are; an expression is between each two of them.
    parts: Vec<String>,
    /// Where its value stands.
    at: Span,
}

/// All of them, in all templates.
pub(super) fn attributes(sources: &Sources) -> Vec<Attribute> {
    sources.templates().flat_map(|(file, source)| in_text(&source.text, file)).collect()
}

/// Where templates put a literal together: an address, or an attribute with its value. Those that have most of it as it
/// is.
pub(super) fn find(attributes: &[Attribute], literal: &str) -> Vec<Span> {
    let (name, value) = match literal.split_once("=\"") {
        Some((name, value)) => (Some(name), value.strip_suffix('"').unwrap_or(value)),
        None => (None, literal),
    };
    let fitting = attributes.iter().filter(|attribute| {
        let is_named = match name {
            Some(name) => attribute.name == name,
            None => matches!(&*attribute.name, "href" | "src" | "action" | "poster" | "data" | "formaction"),
        };
        is_named && attribute.weight() >= ENOUGH && attribute.fits(value)
    });
    let fitting: Vec<&Attribute> = fitting.collect();
    let most = fitting.iter().map(|attribute| attribute.weight()).max();
    let best = fitting.into_iter().filter(|attribute| Some(attribute.weight()) == most);
    let places: Vec<Span> = best.map(|attribute| attribute.at).collect();
    if places.len() > PLACES { Vec::new() } else { places }
}

impl Attribute {
    fn weight(&self) -> usize {
        self.parts.iter().flat_map(|part| part.chars()).filter(|c| c.is_alphanumeric()).count()
    }

    /// True if `value` has all parts, in order, from its start to its end.
    fn fits(&self, value: &str) -> bool {
        let Some((first, others)) = self.parts.split_first() else { return false };
        let Some((last, middle)) = others.split_last() else { return first == value };
        let rest = value.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str()));
        let Some(mut rest) = rest else { return false };
        middle.iter().all(|part| match rest.split_once(part.as_str()) {
            Some((_, behind)) => {
                rest = behind;
                true
            }
            None => false,
        })
    }
}

fn in_text(text: &str, file: FileId) -> Vec<Attribute> {
    let mut found = Vec::new();
    let mut behind = 0;
    for (at, _) in text.match_indices("=\"") {
        let start = at + "=\"".len();
        if at < behind {
            continue;
        }
        let Some((parts, range)) = value(text, start) else { break };
        behind = range.end;
        let before = text.get(..at).unwrap_or_default();
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let name = before.rsplit(|c| !is_of_name(c)).next().unwrap_or_default();
        if parts.len() > 1 && !name.is_empty() {
            found.push(Attribute { name: name.to_owned(), parts, at: Span::new(file, range) });
        }
    }
    found
}

/// The parts of the value that begins at `start`, and where it stands.
fn value(text: &str, start: usize) -> Option<(Vec<String>, Range<usize>)> {
    let (mut parts, mut at) = (vec![String::new()], start);
    loop {
        let rest = text.get(at..)?;
        if let Some(length) = delimited(rest, &[EXPRESSION, STATEMENT, COMMENT]) {
            at += length;
            parts.push(String::new());
            continue;
        }
        let next = rest.chars().next()?;
        if next == '"' {
            return Some((parts, start..at));
        }
        parts.last_mut()?.push(next);
        at += next.len_utf8();
    }
}

#[cfg(test)]
mod tests {
    use super::{FileId, find, in_text};

    #[test]
    fn a_value_is_found_by_what_stands_in_the_template() {
        let text = r#"<a href="/routes/{{ route.id }}" class="{% if "x" %}b{% endif %}">{{ picture(i, class="c") }}
            <p aria-labelledby="{{ section.id }}-titel" id="{{ id }}">"#;
        let attributes = in_text(text, FileId(0));
        let found = |literal| find(&attributes, literal).first().map(|at| &text[at.range()]);
        assert_eq!(found("/routes/north"), Some("/routes/{{ route.id }}"));
        assert_eq!(found("/walls/north"), None);
        assert_eq!(found("aria-labelledby=\"a-titel\""), Some("{{ section.id }}-titel"));
        assert_eq!(found("id=\"a-titel\""), None);
    }
}
