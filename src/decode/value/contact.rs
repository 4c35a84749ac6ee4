//! Ways to reach somebody: email addresses, phone numbers, web addresses.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};
use url::Url;

use super::Value;
use crate::{
    decode::{Item, Report, schema::Ids},
    diagnostic::{Span, nearest},
};

/// An email address, as HTML's `<input type=email>` understands it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Email(Arc<str>);

impl Email {
    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Value for Email {
    const EXPECTED: &'static str = "an email address, such as \"hello@example.org\"";
    const EXAMPLE: &'static str = "\"hello@example.org\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        if is_email(text) {
            return Some(Self(text.into()));
        }
        let help = if text.contains(' ') {
            Some("take out the space".to_owned())
        } else if !text.contains('@') {
            Some("the @ is missing".to_owned())
        } else if text.split('@').nth(1).is_some_and(|domain| !domain.contains('.')) {
            Some("what stands behind the @ needs a dot in it, such as example.org".to_owned())
        } else {
            None
        };
        report.malformed(item.span, format!("\"{text}\" is not an email address"), Self::EXPECTED, help);
        None
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self("nobody@example.org".into())
    }

    fn schema(_: &Ids) -> Json {
        json!({ "type": "string", "pattern": "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$" })
    }
}

/// The HTML standard's "valid email address", with at least one dot in the domain.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let local_sound = !local.is_empty()
        && local.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte));
    let label_sound = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    local_sound && domain.contains('.') && domain.split('.').all(label_sound)
}

/// A phone number with its country code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Phone(Arc<str>);

impl Phone {
    /// As people read it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As a `tel:` URL (RFC 3966).
    pub fn href(&self) -> String {
        let digits: String = self.0.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
        format!("tel:{digits}")
    }
}

impl Value for Phone {
    const EXPECTED: &'static str = "a phone number with its country code, such as \"+254 700 000 000\"";
    const EXAMPLE: &'static str = "\"+254 700 000 000\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let signs = text
            .strip_prefix('+')
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || b" -()".contains(&byte)));
        if signs && (7..=15).contains(&digits) {
            return Some(Self(text.into()));
        }
        let help = text.strip_prefix('0').map(|rest| format!("with the country code: \"+254 {rest}\""));
        report.malformed(item.span, format!("\"{text}\" is not a phone number"), Self::EXPECTED, help);
        None
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self("+0 000 000 000".into())
    }

    fn schema(_: &Ids) -> Json {
        json!({ "type": "string", "pattern": "^\\+([ ()-]*[0-9]){7,15}[ ()-]*$" })
    }
}

/// An absolute address on the web, `https://` or `http://`; nothing stands in for one with a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebUrl(Option<Url>);

impl WebUrl {
    /// The parsed address.
    pub fn url(&self) -> Option<&Url> {
        self.0.as_ref()
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        self.0.as_ref().map_or("", Url::as_str)
    }
}

impl Serialize for WebUrl {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Value for WebUrl {
    const EXPECTED: &'static str = "a web address with https://, such as \"https://example.org/\"";
    const EXAMPLE: &'static str = "\"https://example.org/\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        Some(Self(Some(parse_web_url(text, item.span, Self::EXPECTED, report)?)))
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self(None)
    }

    fn schema(_: &Ids) -> Json {
        json!({ "type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]+" })
    }
}

/// The address, or nothing after reporting why not.
pub(super) fn parse_web_url(text: &str, span: Span, expected: &str, report: &mut Report<'_>) -> Option<Url> {
    let spaced = text.contains(char::is_whitespace);
    let slashed = text.split_once("://").is_some_and(|(_, rest)| !rest.is_empty() && !rest.starts_with('/'));
    let reason = match Url::parse(text) {
        Ok(url) if is_web(url.scheme()) && !spaced && slashed && url.has_host() => return Some(url),
        _ if spaced => format!("\"{text}\" has a space in it"),
        Ok(url) if !is_web(url.scheme()) => format!("\"{text}\" is no address on the web"),
        _ => format!("\"{text}\" is not a web address"),
    };
    let help = if spaced {
        Some("take out the space".to_owned())
    } else {
        completed(text).map(|right| format!("write \"{right}\""))
    };
    report.malformed(span, reason, expected, help);
    None
}

fn is_web(scheme: &str) -> bool {
    matches!(scheme, "http" | "https")
}

/// The address that was meant by `www.example.org`, `htps://example.org` or `https:/example.org`.
fn completed(text: &str) -> Option<String> {
    let (scheme, rest) = match text.split_once(':') {
        Some((scheme, rest)) if rest.starts_with('/') => (nearest(scheme, ["https", "http"])?, rest),
        Some(_) => return None,
        None => ("https", text),
    };
    let right = format!("{scheme}://{}", rest.trim_start_matches('/'));
    let host = Url::parse(&right).ok()?.host_str().map(str::to_owned)?;
    host.contains('.').then_some(right)
}
