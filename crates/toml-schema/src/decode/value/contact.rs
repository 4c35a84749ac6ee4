//! Email addresses, phone numbers, web addresses.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};
use url::Url;

use super::Value;
use crate::{
    decode::{Item, Report},
    diagnostic::{Applicability, Span, nearest},
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
        if let Some((right, sure)) = meant_email(text) {
            report.correct_text(item.span, &right, sure);
        }
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self("nobody@example.org".into())
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$" })
    }
}

/// The address that was meant by `mailto:a@example.org`, `a @example,org` or `a (at) example.org`.
fn meant_email(text: &str) -> Option<(String, Applicability)> {
    let bare = text.strip_prefix("mailto:").unwrap_or(text);
    let bare = bare.trim_matches(['<', '>', ';', ',', '.']);
    let joined: String = bare.chars().filter(|c| !c.is_whitespace()).collect();
    let forms = [bare.to_owned(), joined.clone(), joined.replace(',', ".")];
    if let Some(right) = forms.into_iter().find(|form| is_email(form)) {
        return Some((right, Applicability::Certain));
    }
    let spelt = joined.replace("(at)", "@").replace("[at]", "@").replace("(dot)", ".").replace("[dot]", ".");
    is_email(&spelt).then_some((spelt, Applicability::Proposed))
}

/// The HTML standard's "valid email address", with at least one dot in the domain.
pub(super) fn is_email(text: &str) -> bool {
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
        // The zero in brackets is dialled within the country only.
        let number = self.0.replace("(0)", "");
        let digits: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
        format!("tel:{digits}")
    }
}

impl Value for Phone {
    const EXPECTED: &'static str = "a phone number with its country code, such as \"+254 700 000 000\"";
    // That of no `Country`, so that it says nothing of where the gym is.
    const EXAMPLE: &'static str = "\"+254 722 000 000\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let signs = text
            .strip_prefix('+')
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || b" -()".contains(&byte)));
        if let Some(right) = without_trunk_zero(text).filter(|_| signs) {
            let help = Some(format!("write \"{right}\""));
            let message = format!(
                "\"{text}\" has a 0 behind its country code, which is dialled within the country only"
            );
            report.malformed(item.span, message, Self::EXPECTED, help);
            report.correct_text(item.span, &right, Applicability::Certain);
            return None;
        }
        if signs && (7..=15).contains(&digits) {
            return Some(Self(text.into()));
        }
        let is_national = text.trim_start_matches('(').starts_with('0') && !text.starts_with("00");
        let help = match is_national {
            true => Some("put + and the country's code in the place of the first 0".to_owned()),
            false if text.starts_with(|c: char| c.is_ascii_digit()) && !text.starts_with("00") => {
                Some("put + and the country's code before it".to_owned())
            }
            false => None,
        };
        report.malformed(item.span, format!("\"{text}\" is not a phone number"), Self::EXPECTED, help);
        if let Some((right, sure)) = meant_phone(text) {
            report.correct_text(item.span, &right, sure);
        }
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self("+0 000 000 000".into())
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^\\+([ ()-]*[0-9]){7,15}[ ()-]*$" })
    }
}

/// `+254 0700 000 000` as `+254 700 000 000`, for countries whose numbers begin with a zero at home and nowhere else.
fn without_trunk_zero(text: &str) -> Option<String> {
    const COUNTRIES: [&str; 26] = [
        "+20", "+27", "+31", "+32", "+33", "+41", "+43", "+44", "+46", "+49", "+61", "+62", "+64", "+81",
        "+90", "+91", "+92", "+94", "+233", "+234", "+250", "+251", "+254", "+255", "+256", "+353",
    ];
    let country = COUNTRIES.into_iter().find(|code| text.starts_with(code))?;
    let rest = text.get(country.len()..)?;
    let number = rest.trim_start_matches([' ', '-']);
    let gap = rest.get(..rest.len() - number.len())?;
    let number = number.strip_prefix('0')?;
    Some(format!("{country}{gap}{}", number.trim_start_matches([' ', '-'])))
}

/// The number that was meant by `00254 700...`, `+254.700...` or `tel:+254...`.
fn meant_phone(text: &str) -> Option<(String, Applicability)> {
    let plain = plain_number(text);
    // Any other may be a number as it is dialled within the country.
    let right = match plain.strip_prefix("00") {
        Some(rest) => format!("+{}", rest.trim_start()),
        None => plain,
    };
    is_international(&right).then_some((right, Applicability::Certain))
}

fn is_international(number: &str) -> bool {
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_sign = |byte: u8| byte.is_ascii_digit() || b" -()".contains(&byte);
    number.strip_prefix('+').is_some_and(|rest| rest.bytes().all(is_sign)) && (9..=15).contains(&digits)
}

/// A number as it is dialled within the country, with the code that `example`, a number of that country, begins with.
/// Without one, the country is that of the first number with a code in `text`.
pub(in crate::decode) fn with_country_code(national: &str, example: &str, text: &str) -> Option<String> {
    let example = Some(example).filter(|example| *example != Phone::EXAMPLE);
    let code = example.and_then(|example| country_code(example.trim_matches('"')));
    let code = code.or_else(|| text.split(['"', '\'']).find_map(country_code))?;
    let plain = plain_number(national);
    if plain.starts_with('+') || plain.starts_with("00") {
        return None;
    }
    // Italian numbers begin with the same zero abroad.
    let trunk = plain.strip_prefix("(0").or_else(|| plain.strip_prefix('0')).filter(|_| code != "+39");
    let own = plain.strip_prefix(code.trim_start_matches('+'));
    let digits = |number: &str| number.bytes().filter(u8::is_ascii_digit).count();
    let right = match (trunk, own) {
        (Some(rest), _) => format!("{code} {}", rest.replacen(')', "", 1).trim_start()),
        (None, Some(rest)) if digits(rest) >= 9 => format!("{code} {}", rest.trim_start()),
        (None, _) => format!("{code} {plain}"),
    };
    is_international(&right).then_some(right)
}

/// The `+48` of `+48 12 345 67 89`.
fn country_code(number: &str) -> Option<&str> {
    let (code, rest) = number.split_once(' ')?;
    let digits = code.strip_prefix('+')?;
    let is_code = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_code && rest.starts_with(|c: char| c.is_ascii_digit())).then_some(code)
}

/// A number without what stands before it, and with blanks in the place of other separators.
fn plain_number(text: &str) -> String {
    let bare = text.strip_prefix("tel:").unwrap_or(text).trim();
    let is_separator = |c: char| matches!(c, '.' | '/' | '_' | '\u{A0}' | '\u{2011}');
    bare.chars().map(|c| if is_separator(c) { ' ' } else { c }).collect()
}

/// An absolute address on the web, `https://` or `http://`; empty for one with a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebUrl(Option<Box<Url>>);

impl WebUrl {
    /// The parsed address.
    pub fn url(&self) -> Option<&Url> {
        self.0.as_deref()
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        self.url().map_or("", Url::as_str)
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
        Some(Self(Some(parse_web_url(text, item.span, Self::EXPECTED, report)?.into())))
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self(None)
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]+" })
    }
}

/// The address, or nothing after reporting why not.
pub(super) fn parse_web_url(text: &str, span: Span, expected: &str, report: &mut Report<'_>) -> Option<Url> {
    if let Some(source) = frame_source(text) {
        let help = Some(format!("write \"{source}\""));
        report.malformed(
            span,
            "this is the code of a frame, of which only the address belongs here",
            expected,
            help,
        );
        report.correct_text(span, source, Applicability::Certain);
        return None;
    }
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
    let joined: String = text.split_whitespace().collect();
    let whole = Url::parse(&joined).is_ok_and(|url| is_web(url.scheme()) && url.has_host());
    if let Some(right) = completed(&joined).or_else(|| (spaced && whole).then_some(joined)) {
        report.correct_text(span, &right, Applicability::certain_if(!spaced));
    }
    None
}

/// The address in the code of an `iframe`, as maps and films offer it to be copied.
pub fn frame_source(text: &str) -> Option<&str> {
    let (_, frame) = text.split_once("<iframe")?;
    let (_, behind) = frame.split_once("src=")?;
    let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let source = behind.get(1..)?.split(quote).next()?;
    Url::parse(source).is_ok_and(|url| is_web(url.scheme())).then_some(source)
}

fn is_web(scheme: &str) -> bool {
    matches!(scheme, "http" | "https")
}

/// The address that was meant by `www.example.org`, `htps://example.org` or `https:/example.org`.
fn completed(text: &str) -> Option<String> {
    let (scheme, rest) = match text.split_once([':', ';']) {
        Some((scheme, rest)) if rest.starts_with('/') => (nearest(scheme, ["https", "http"])?, rest),
        Some((scheme @ ("https" | "http"), rest)) => (scheme, rest),
        Some(_) => return None,
        None => match text.split_once("//") {
            Some((scheme, rest)) => (nearest(scheme, ["https", "http"])?, rest),
            None => ("https", text),
        },
    };
    let right = format!("{scheme}://{}", rest.trim_start_matches('/'));
    let host = Url::parse(&right).ok()?.host_str().map(str::to_owned)?;
    host.contains('.').then_some(right)
}
