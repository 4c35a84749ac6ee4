//! Where a button or menu entry leads.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{
    Value,
    contact::{frame_source, parse_web_url},
    target,
};
use crate::{
    decode::{Item, Reference, Report},
    diagnostic::{Applicability, Span},
};

/// A page of the site or an address elsewhere. That a page of the site exists is checked when all
/// pages are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Within the site.
    Internal {
        /// With a slash at both ends, `/contact/`, and without the site's base path.
        path: Arc<str>,
        /// `?class=boxing`, `#home`, both or nothing.
        suffix: Arc<str>,
    },
    /// `https:`, `mailto:` or `tel:`.
    External(Arc<str>),
}

impl Link {
    /// As it is written in templates: internal links without the base path.
    pub fn as_written(&self) -> String {
        match self {
            Self::Internal { path, suffix, .. } => format!("{path}{suffix}"),
            Self::External(url) => url.to_string(),
        }
    }
}

impl serde::Serialize for Link {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.as_written())
    }
}

impl Value for Link {
    const EXPECTED: &'static str = "a link to a page of the site, such as \"/contact/\", or a full address, such as \"https://example.org/\"";
    const EXAMPLE: &'static str = "\"/contact/\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let link = Self::decode_unchecked(item, report)?;
        if let Self::Internal { path, .. } = &link {
            report.reference(Reference::Page(path.clone()), item.span);
        }
        Some(link)
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        internal("/")
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^(/([^/\\s\\\\\"<>][^\\s\\\\\"<>]*)?|[Hh][Tt][Tt][Pp][Ss]?://[^\\s/\\\\\"<>][^\\s\\\\\"<>]*|mailto:[^\\s\\\\\"<>]*@[^\\s\\\\\"<>]*|tel:[+0-9][^\\s\\\\\"<>]*)$" })
    }
}

impl Link {
    /// The link, without noting that the page has to exist.
    pub(super) fn decode_unchecked(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        if text.starts_with('/') && !text.starts_with("//") {
            return within_site(text, item.span, report);
        }
        if frame_source(text).is_some() {
            // What is wrong with the code of a frame is said of every address.
            return parse_web_url(text, item.span, Self::EXPECTED, report)
                .map(|_| Self::External(text.into()));
        }
        if let Some(invalid) = target::check(text) {
            report.malformed(
                item.span,
                format!("\"{text}\" {}", invalid.reason),
                Self::EXPECTED,
                invalid.help,
            );
            if let Some((right, sure)) = invalid.right {
                report.correct_text(item.span, &right, sure);
            }
            return None;
        }
        if let Some(place) = text.strip_prefix('#') {
            let help = format!("a place in a page is written with the page: \"/contact/#{place}\"");
            report.malformed(item.span, format!("\"{text}\" is not a link"), Self::EXPECTED, Some(help));
            return None;
        }
        if !text.contains(':') {
            return relative(text, item.span, report);
        }
        if text.contains(char::is_whitespace) || text.contains(['\\', '"', '<', '>']) {
            return unlinkable(text, item.span, report);
        }
        if text.starts_with("mailto:") || text.starts_with("tel:") {
            return Some(Self::External(text.into()));
        }
        parse_web_url(text, item.span, Self::EXPECTED, report)?;
        Some(Self::External(text.into()))
    }
}

/// A link to a page of the site.
fn within_site(text: &str, span: Span, report: &mut Report<'_>) -> Option<Link> {
    if text.contains(char::is_whitespace) || text.contains(['\\', '"', '<', '>']) {
        return unlinkable(text, span, report);
    }
    Some(internal(text))
}

/// Reports a text with something in it that no address has.
fn unlinkable(text: &str, span: Span, report: &mut Report<'_>) -> Option<Link> {
    let help = text.contains(char::is_whitespace).then(|| "take out the space".to_owned());
    report.malformed(span, format!("\"{text}\" is not a link"), Link::EXPECTED, help);
    let right = text.split_whitespace().collect::<String>().replace('\\', "/");
    report.correct_text(span, &right, Applicability::Proposed);
    None
}

/// Reports a link to a page that doesn't begin with a slash: buttons stand on pages of any folder.
fn relative(text: &str, span: Span, report: &mut Report<'_>) -> Option<Link> {
    let right = with_slashes(text.trim_start_matches(['.', '/']));
    let help = format!("a page of the site starts with a slash: \"{right}\"");
    report.malformed(span, format!("\"{text}\" is not a link"), Link::EXPECTED, Some(help));
    let is_plain = !text.contains(char::is_whitespace) && !text.contains(['\\', '"', '<', '>']);
    if is_plain {
        report.correct_text(span, &right, Applicability::certain_if(!text.contains('.')));
    }
    None
}

/// `contact` as `/contact/`, and `classes?class=yoga` as `/classes/?class=yoga`.
fn with_slashes(text: &str) -> String {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let (path, suffix) = text.split_at(end);
    match path.trim_matches('/') {
        "" => format!("/{suffix}"),
        path if path.rsplit('/').next().is_some_and(|last| last.contains('.')) => format!("/{path}{suffix}"),
        path => format!("/{path}/{suffix}"),
    }
}

/// A link that begins with a slash.
pub(super) fn internal(text: &str) -> Link {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let (path, suffix) = text.split_at(end);
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let path = if path.ends_with('/') || is_file { path.to_owned() } else { format!("{path}/") };
    Link::Internal { path: path.into(), suffix: suffix.into() }
}
