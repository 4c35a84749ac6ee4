//! A place where something is booked or bought, or none.

use std::sync::Arc;

use serde_json::json;
use toml_schema::{
    Data, Scalar, Spanned,
    schema::{FromData, ViewKind, read_text},
};

use super::link::{Channel, LINK_RULE, Link, chat, link, page};
use crate::schema::decode::{
    Reference,
    value::{ScalarDecoder, ScalarError, ScalarRule},
};

/// A link, or `"none"` for no button.
pub const TARGET: Scalar = Scalar(&ScalarRule {
    name: "target",
    expected: "a link, such as \"https://booking.example/\" or \"whatsapp:\", or \"none\" for no button",
    plural: "links, or \"none\"",
    example: "\"https://booking.example/\"",
    decoder: ScalarDecoder::Text { check: target, fallback: NOWHERE, reference: page_of_target },
    json: || json!({ "anyOf": [{ "const": NOWHERE }, (LINK_RULE.json)()] }),
    ..LINK_RULE
});

const NOWHERE: &str = "none";

/// A place where something is booked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Nothing is booked: there is no button.
    Nowhere,
    At(Link),
}

impl Destination {
    /// Reads a text that the scalar's check has kept.
    pub fn new(text: &str) -> Self {
        if text == NOWHERE { Self::Nowhere } else { Self::At(Link::new(text)) }
    }
}

impl FromData for Destination {
    const KIND: ViewKind = ViewKind::Scalar(TARGET);

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        Self::new(read_text(data))
    }
}

fn page_of_target(text: &Arc<str>) -> Option<Reference> {
    if **text == *NOWHERE { None } else { page(text) }
}

fn target(text: &str) -> Result<Arc<str>, ScalarError> {
    let channel = Channel::named(text.trim());
    match text.trim().to_ascii_lowercase().as_str() {
        _ if let Some(channel) = channel => {
            Err(ScalarError::new(format!("\"{text}\" is not a link")).certainly(channel.prefix()))
        }
        NOWHERE if text == NOWHERE => Ok(text.into()),
        NOWHERE | "no" | "false" | "nothing" | "off" => {
            Err(ScalarError::new(format!("\"{text}\" is not a link")).certainly(NOWHERE))
        }
        _ => link(text).and_then(|link| messaged(&link).map_or(Ok(link), Err)),
    }
}

/// The mistake in a link to WhatsApp by an address that has no number, or one that WhatsApp can't read.
fn messaged(link: &Arc<str>) -> Option<ScalarError> {
    let rest = link.strip_prefix("https://wa.me").or_else(|| link.strip_prefix("http://wa.me"))?;
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = path.trim_matches('/');
    let misread = ScalarError::new(format!("\"{link}\" reaches nobody"));
    if path.is_empty() {
        let advice =
            "write \"whatsapp:\" and the first line behind it: the number is that of content/site.toml";
        return Some(misread.help(advice));
    }
    let number = path.replace("%2B", "+").replace("%2b", "+");
    let is_number = number.chars().all(|c| c.is_ascii_digit() || "+ -.()".contains(c));
    let is_read = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    if !is_number || is_read {
        return None;
    }
    let plain: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    // A number without a plus may have its country's code or not: nothing is proposed.
    Some(match chat(&plain) {
        Some(chat) => misread.certainly(chat + &query),
        None => misread.help(
            "write the number with its country's code and nothing else: https://wa.me/ and digits alone",
        ),
    })
}
