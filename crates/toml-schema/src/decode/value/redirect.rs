//! Addresses that were, and where they lead now.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::{Link, Value, link::internal, text::is_normal};
use crate::{
    decode::{Item, Report},
    diagnostic::Applicability,
};

/// An address that the site once had: `/timetable/` or `/timetable.html`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OldPath(Arc<str>);

impl OldPath {
    /// Without the site's base path; with a slash at its end unless it's a file.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Value for OldPath {
    const EXPECTED: &'static str = "a path of the site without ? and #, such as \"/timetable/\"";
    const EXAMPLE: &'static str = "\"/timetable/\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        let sound = |c: char| c.is_ascii_alphanumeric() || "/-._~".contains(c);
        if text.starts_with('/')
            && is_normal(text.trim_matches('/'))
            && text.chars().all(sound)
            && let Link::Internal { path, .. } = internal(text)
        {
            return Some(Self(path));
        }
        let bare = text.split(['?', '#', '*']).next().unwrap_or_default().trim_matches('/');
        let right = (!bare.is_empty() && !bare.contains(':')).then(|| format!("/{bare}/"));
        let help = right.as_ref().map(|right| format!("write \"{right}\""));
        report.malformed(item.span, format!("\"{text}\" is not the path of a page"), Self::EXPECTED, help);
        if let Some(right) = right {
            let whole = !text.contains(['?', '#', '*']);
            report.correct_text(item.span, &right, Applicability::certain_if(whole));
        }
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self("".into())
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^(/[A-Za-z0-9._~-]+)+/?$" })
    }
}

/// Where a redirect leads. Unlike other links it is followed from one redirect to the next, to find
/// circles from dead ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectTarget(Link);

impl RedirectTarget {
    /// The link.
    pub fn link(&self) -> &Link {
        &self.0
    }
}

impl Value for RedirectTarget {
    const EXPECTED: &'static str = Link::EXPECTED;
    const EXAMPLE: &'static str = Link::EXAMPLE;

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        Link::decode_unchecked(item, report).map(Self)
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self(Link::fallback(None))
    }

    fn schema() -> Json {
        Link::schema()
    }
}
