//! Where a button or menu entry leads.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{Value, contact::parse_web_url};
use crate::{
    decode::{Item, Reference, Report},
    diagnostic::Applicability,
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
        json!({ "type": "string", "pattern": "^(/([^/\\s\\\\\"<>][^\\s\\\\\"<>]*)?|[Hh][Tt][Tt][Pp][Ss]?://[^\\s/\\\\\"<>][^\\s\\\\\"<>]*|mailto:[^\\s\\\\\"<>]*@[^\\s\\\\\"<>]*|tel:\\+[^\\s\\\\\"<>]*)$" })
    }
}

impl Link {
    /// The link, without noting that the page has to exist.
    pub(super) fn decode_unchecked(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        if text.starts_with("//")
            || text.contains(char::is_whitespace)
            || text.contains(['\\', '"', '<', '>'])
        {
            let help = text.contains(char::is_whitespace).then(|| "take out the space".to_owned());
            report.malformed(item.span, format!("\"{text}\" is not a link"), Self::EXPECTED, help);
            let joined = text.split_whitespace().collect::<String>().replace('\\', "/");
            let right = match joined.strip_prefix("//") {
                Some(rest) if rest.split('/').next().is_some_and(|host| host.contains('.')) => {
                    format!("https://{rest}")
                }
                Some(rest) => format!("/{}", rest.trim_start_matches('/')),
                None => joined,
            };
            report.correct_text(item.span, &right, Applicability::Proposed);
            return None;
        }
        if text.starts_with('/') {
            return Some(internal(text));
        }
        if text.starts_with("mailto:") && text.contains('@') || text.starts_with("tel:+") {
            return Some(Self::External(text.into()));
        }
        if !text.contains(':') && !text.contains('.') && !text.starts_with('#') {
            let help = format!("a page of the site starts with a slash: \"/{}/\"", text.trim_matches('/'));
            report.malformed(item.span, format!("\"{text}\" is not a link"), Self::EXPECTED, Some(help));
            report.correct_text(item.span, &with_slashes(text), Applicability::Certain);
            return None;
        }
        if parse_web_url(text, item.span, Self::EXPECTED, report).is_none() {
            if text.contains('@') && !text.contains([':', '/']) {
                report.correct_text(item.span, &format!("mailto:{text}"), Applicability::Certain);
            }
            return None;
        }
        Some(Self::External(text.into()))
    }
}

/// `contact` as `/contact/`, and `classes?class=yoga` as `/classes/?class=yoga`.
fn with_slashes(text: &str) -> String {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let (path, suffix) = text.split_at(end);
    match path.trim_matches('/') {
        "" => format!("/{suffix}"),
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
