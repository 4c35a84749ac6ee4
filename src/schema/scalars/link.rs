//! A link: to a page of the site, a file, a place within a page, an address elsewhere, a number, or by a word to what
//! `content/site.toml` says once.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use toml_schema::{
    Data, Scalar, Spanned, Translation,
    diagnostic::visible,
    schema::{FromData, ViewKind, read_text},
};

use crate::schema::decode::{
    Reference,
    value::{
        ScalarDecoder, ScalarError, ScalarRule, ascii_mailto, check_external, encoded_path, is_kebab_case,
        kebab_case, scheme,
    },
};

/// A page of the site, or an address elsewhere.
pub const LINK: Scalar = Scalar(&LINK_RULE);

pub(super) const LINK_RULE: ScalarRule = ScalarRule {
    name: "link",
    expected: "a link to a page of the site, such as \"/contact/\", or a full address, such as \"https://example.org/\"",
    plural: "links",
    example: "\"/contact/\"",
    decoder: ScalarDecoder::Text { check: link, fallback: "/", reference: page },
    json: || json!({ "type": "string", "pattern": "^(/([^/\\\\\"<>][^\\\\\"<>]*)?|[Hh][Tt][Tt][Pp][Ss]?://[^\\s/\\\\\"<>][^\\s\\\\\"<>]*|mailto:[^\\s\\\\\"<>]*@[^\\s\\\\\"<>]*|tel:[+0-9][^\\s\\\\\"<>]*|(?!(https?|mailto|tel|javascript|data|blob|vbscript|ftp):)[A-Za-z][A-Za-z0-9+.-]*:([^/].*)?)$" }),
    translation: Translation::Optional,
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
    /// `https:`, `mailto:`, `tel:`, or `sms:` with a number.
    External(Arc<str>),
    /// To the gym itself, or the branch that it is about: `whatsapp:A place, please`.
    Message {
        channel: Channel,
        /// The first line of what the visitor sends; it may be empty.
        line: Arc<str>,
    },
    /// To the page with a form: `form:trial`.
    Form {
        /// The id of the form.
        id: Arc<str>,
    },
    /// Within a service of `[services]`: `shop:plans/41`.
    Service {
        /// The id of the service.
        id: Arc<str>,
        /// The text behind its address.
        path: Arc<str>,
    },
}

impl FromData for Link {
    const KIND: ViewKind = ViewKind::Text;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        Self::new(read_text(data))
    }
}

/// The beginning of links to a form.
const FORM: &str = "form";

/// A way to reach the gym, whose number or address content has once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    WhatsApp,
    Sms,
    Call,
    Mail,
}

impl Channel {
    const ALL: [Self; 4] = [Self::WhatsApp, Self::Sms, Self::Call, Self::Mail];

    /// The beginning of links by it.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::WhatsApp => "whatsapp:",
            Self::Sms => "sms:",
            Self::Call => "call:",
            Self::Mail => "mail:",
        }
    }

    pub(super) fn named(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|channel| channel.prefix().trim_end_matches(':').eq_ignore_ascii_case(word))
    }
}

impl Link {
    /// Reads a text that the scalar's check has kept.
    pub fn new(text: &str) -> Self {
        if is_internal(text) {
            let (path, suffix) = with_suffix_apart(text);
            return Self::Internal { path: path.into(), suffix: suffix.into() };
        }
        let Some((scheme, rest)) = scheme(text) else { return Self::External(text.into()) };
        match Channel::named(&scheme) {
            Some(channel) if !rest.starts_with("//") && (channel != Channel::Sms || !begins_number(rest)) => {
                Self::Message { channel, line: rest.into() }
            }
            None if scheme == FORM && !rest.starts_with('/') => Self::Form { id: rest.into() },
            None if !matches!(&*scheme, "http" | "https" | "mailto" | "tel") => {
                Self::Service { id: scheme.into(), path: rest.into() }
            }
            _ => Self::External(text.into()),
        }
    }

    /// As it is written in templates: internal links without the base path.
    pub fn as_written(&self) -> String {
        match self {
            Self::Internal { path, suffix } => format!("{path}{suffix}"),
            Self::External(url) => url.to_string(),
            Self::Message { channel, line } => format!("{}{line}", channel.prefix()),
            Self::Form { id } => format!("{FORM}:{id}"),
            Self::Service { id, path } => format!("{id}:{path}"),
        }
    }
}

impl Serialize for Link {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.as_written())
    }
}

pub(super) fn page(link: &Arc<str>) -> Option<Reference> {
    match Link::new(link) {
        Link::Internal { path, .. } => Some(Reference::Path(path)),
        Link::External(_) => None,
        Link::Message { .. } | Link::Form { .. } | Link::Service { .. } => {
            Some(Reference::Link { address: link.clone(), in_text: false })
        }
    }
}

/// True for a page or a file of the site, by its path.
fn is_internal(text: &str) -> bool {
    text.starts_with('/') && !text.starts_with("//")
}

/// The path, and its query and fragment.
fn with_suffix_apart(text: &str) -> (&str, &str) {
    text.split_at(text.find(['?', '#']).unwrap_or(text.len()))
}

/// True for what stands behind `sms:` and is a number, not a line of text.
fn begins_number(text: &str) -> bool {
    text.starts_with(|c: char| c == '+' || c.is_ascii_digit())
}

/// The address of a chat with a number that has its country's code; `None` for one as it is dialled at home.
pub(super) fn chat(number: &str) -> Option<String> {
    let abroad = number.strip_prefix('+').or_else(|| number.strip_prefix("00"))?;
    let digits: String = abroad.chars().filter(char::is_ascii_digit).collect();
    (digits.len() >= 7 && !digits.starts_with('0')).then(|| format!("https://wa.me/{digits}"))
}

/// A link to the gym by a channel, in the form in which it is kept.
fn message(channel: Channel, line: &str) -> Result<Arc<str>, ScalarError> {
    let written = format!("{}{line}", channel.prefix());
    let misread = ScalarError::new(format!("\"{written}\" is not a link"));
    let number: String = line.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    let is_number = number.len() >= 3
        && begins_number(line)
        && line.chars().all(|c| c.is_ascii_digit() || "+ -.()/".contains(c));
    if line.starts_with("//") {
        let prefix = channel.prefix();
        return Err(misread.help(format!("write {prefix} and the first line of what visitors send")));
    }
    match channel {
        Channel::Sms if is_number => Ok(format!("sms:{number}").into()),
        Channel::WhatsApp if is_number => Err(match chat(&number) {
            Some(chat) => misread.certainly(chat),
            None => misread.help(
                "write the number as whatsapp = \"+...\" in content/site.toml, and here whatsapp: alone",
            ),
        }),
        Channel::Call if is_number => Err(misread.certainly(format!("tel:{number}"))),
        Channel::Call if !line.is_empty() => {
            Err(misread.help("write call: alone, as nothing can be said before a call"))
        }
        Channel::Sms if begins_number(line) => {
            Err(misread.help("begin the line with a word: behind a digit, a number is expected"))
        }
        Channel::Mail if line.contains('@') && !line.contains(char::is_whitespace) => {
            Err(misread.certainly(format!("mailto:{line}")))
        }
        _ => Ok(written.into()),
    }
}

/// The form in which a link is kept.
///
/// # Errors
/// If it leads nowhere: what is wrong with it.
pub fn link(text: &str) -> Result<Arc<str>, ScalarError> {
    let text = &*visible(text);
    let misread = ScalarError::new(format!("\"{text}\" is not a link"));
    let (word, line) = text.split_once(':').unwrap_or((text, ""));
    if let Some(channel) = Channel::named(word.trim()) {
        if text.contains(':') {
            return message(channel, line.trim());
        }
        // It may be a page of this name.
        return Err(misread.probably(channel.prefix()));
    }
    if word.trim().eq_ignore_ascii_case(FORM) && text.contains(':') {
        return form(line.trim(), misread);
    }
    if let Some(target) = in_markdown(text).filter(|target| link(target).is_ok()) {
        return Err(misread.certainly(target));
    }
    let is_internal = is_internal(text);
    if !is_internal {
        check_external(text)?;
    }
    if let Some(place) = text.strip_prefix('#') {
        return Err(
            misread.help(format!("a place in a page is written with the page: \"/contact/#{place}\""))
        );
    }
    if text.contains(['"', '<', '>']) {
        return Err(misread.help("take out \", < and >, which no address has"));
    }
    let is_words = !is_internal && scheme(text).is_none() && !text.contains(['/', '\\']);
    if is_words && !text.chars().all(|c| c.is_alphanumeric() || "-_.~%?&=#+".contains(c)) {
        return Err(misread.help("write where it leads, such as /contact/ or https://example.org/"));
    }
    if text.contains('\\') || !is_internal && text.contains(char::is_whitespace) {
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
        Some((service, path)) if !path.starts_with('/') => Ok(format!("{service}:{path}").into()),
        Some(_) => Err(ScalarError::new(format!("\"{text}\" is no address on the web"))),
        None => {
            // Buttons stand on pages of any folder.
            let intended = with_slashes(text.trim_start_matches(['.', '/']));
            let misread = misread.help(format!("a page of the site starts with a slash: \"{intended}\""));
            Err(if text.contains('.') { misread.probably(intended) } else { misread.certainly(intended) })
        }
    }
}

/// The address of `[Contact](/contact/)` and `<https://example.org/>`, as Markdown writes links.
fn in_markdown(text: &str) -> Option<&str> {
    let named = text.strip_prefix('[').and_then(|link| link.split_once("](")?.1.strip_suffix(')'));
    let target = named.or_else(|| text.strip_prefix('<')?.strip_suffix('>'));
    target.filter(|target| !target.starts_with(['<', '[']))
}

/// A link to the form with this id.
fn form(id: &str, misread: ScalarError) -> Result<Arc<str>, ScalarError> {
    if is_kebab_case(id) {
        return Ok(format!("{FORM}:{id}").into());
    }
    Err(match kebab_case(id) {
        intended if intended.is_empty() => misread.help("write the name of the form behind it: form:contact"),
        intended => misread.certainly(format!("{FORM}:{intended}")),
    })
}

/// `contact` as `/contact/`, and `classes?class=yoga` as `/classes/?class=yoga`.
fn with_slashes(text: &str) -> String {
    let (path, suffix) = with_suffix_apart(text);
    match path.trim_matches('/') {
        "" => format!("/{suffix}"),
        path => with_last_slash(&format!("/{path}{suffix}")).to_string(),
    }
}

/// A path, with a slash at its end unless it is that of a file, and what stands behind it.
pub fn with_last_slash(text: &str) -> Arc<str> {
    let (path, suffix) = with_suffix_apart(text);
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if path.ends_with('/') || is_file { text.into() } else { format!("{path}/{suffix}").into() }
}
