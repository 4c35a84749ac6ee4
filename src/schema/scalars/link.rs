//! A link: to a page of the site, a file, a place within a page, an address elsewhere, a number.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use toml_schema::{Scalar, diagnostic::visible};

use crate::schema::decode::{
    Reference,
    value::{ScalarDecoder, ScalarError, ScalarRule, ascii_mailto, check_external, encoded_path, scheme},
};

/// A page of the site, or an address elsewhere.
pub const LINK: Scalar = Scalar(&LINK_RULE);

pub(super) const LINK_RULE: ScalarRule = ScalarRule {
    name: "link",
    expected: "a link to a page of the site, such as \"/contact/\", or a full address, such as \"https://example.org/\"",
    plural: "links",
    example: "\"/contact/\"",
    decoder: ScalarDecoder::Text { check: link, fallback: "/", reference: page },
    json: || json!({ "type": "string", "pattern": "^(/([^/\\\\\"<>][^\\\\\"<>]*)?|[Hh][Tt][Tt][Pp][Ss]?://[^\\s/\\\\\"<>][^\\s\\\\\"<>]*|mailto:[^\\s\\\\\"<>]*@[^\\s\\\\\"<>]*|tel:[+0-9][^\\s\\\\\"<>]*)$" }),
    ..ScalarRule::PLAIN
};

/// A page of the site or an address elsewhere. That a page of the site exists is checked when all pages are known.
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
    /// Reads a text that the scalar's check has kept.
    pub fn new(text: &str) -> Self {
        if !text.starts_with('/') {
            return Self::External(text.into());
        }
        let (path, suffix) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
        Self::Internal { path: path.into(), suffix: suffix.into() }
    }

    /// As it is written in templates: internal links without the base path.
    pub fn as_written(&self) -> String {
        match self {
            Self::Internal { path, suffix, .. } => format!("{path}{suffix}"),
            Self::External(url) => url.to_string(),
        }
    }
}

impl Serialize for Link {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.as_written())
    }
}

fn page(link: &Arc<str>) -> Option<Reference> {
    match Link::new(link) {
        Link::Internal { path, .. } => Some(Reference::Path(path)),
        Link::External(_) => None,
    }
}

/// The form in which a link is kept.
///
/// # Errors
/// If it leads nowhere: what is wrong with it.
pub fn link(text: &str) -> Result<Arc<str>, ScalarError> {
    let text = &*visible(text);
    let is_internal = text.starts_with('/') && !text.starts_with("//");
    if !is_internal {
        check_external(text)?;
    }
    let misread = ScalarError::new(format!("\"{text}\" is not a link"));
    if let Some(place) = text.strip_prefix('#') {
        return Err(
            misread.help(format!("a place in a page is written with the page: \"/contact/#{place}\""))
        );
    }
    if text.contains(['\\', '"', '<', '>']) || !is_internal && text.contains(char::is_whitespace) {
        let joined = text.replace('\\', "/");
        let joined = if is_internal { encoded_path(&joined) } else { joined.split_whitespace().collect() };
        return Err(misread.help("take out the space, and write / in the place of \\").probably(joined));
    }
    if is_internal {
        return Ok(with_last_slash(&encoded_path(text)));
    }
    match scheme(text) {
        Some((scheme, addresses)) if scheme == "mailto" => Ok(ascii_mailto(addresses).into()),
        Some((scheme, _)) if matches!(&*scheme, "http" | "https" | "tel") => Ok(text.into()),
        Some(_) => Err(ScalarError::new(format!("\"{text}\" is no address on the web"))),
        None => {
            // Buttons stand on pages of any folder.
            let intended = with_slashes(text.trim_start_matches(['.', '/']));
            let misread = misread.help(format!("a page of the site starts with a slash: \"{intended}\""));
            Err(if text.contains('.') { misread.probably(intended) } else { misread.certainly(intended) })
        }
    }
}

/// `contact` as `/contact/`, and `classes?class=yoga` as `/classes/?class=yoga`.
fn with_slashes(text: &str) -> String {
    let (path, suffix) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    match path.trim_matches('/') {
        "" => format!("/{suffix}"),
        path => with_last_slash(&format!("/{path}{suffix}")).to_string(),
    }
}

/// A path, with a slash at its end unless it is that of a file, and what stands behind it.
pub fn with_last_slash(text: &str) -> Arc<str> {
    let (path, suffix) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if path.ends_with('/') || is_file { text.into() } else { format!("{path}/{suffix}").into() }
}
