//! Addresses: web addresses, email addresses, phone numbers, and whatever else links lead to.

use std::sync::Arc;

use phonelib::{Country, PhoneNumber};
use serde::Serialize;
use serde_json::json;
use toml::de::DeValue;
use url::{Host, Url};

use super::{
    loose::is_nothing,
    rule::{ScalarDecoder, ScalarError, ScalarRule, no_reference},
};
use crate::{
    decode::{Item, in_quotes, quoted_like},
    diagnostic::{Applicability, clean, digit, is_invisible, nearest, visible},
    schema::Translation,
};

/// The text is the scalar, if it isn't what is wrong.
type CheckedText = Result<Arc<str>, ScalarError>;

/// An address on the web.
pub const URL: ScalarRule = ScalarRule {
    name: "url",
    expected: "a web address with https://, such as \"https://example.org/\"",
    plural: "web addresses",
    example: "\"https://example.org/\"",
    decoder: ScalarDecoder::Text { check: url, fallback: "", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]+" }),
    translation: Translation::Optional,
    ..ScalarRule::PLAIN
};

pub(super) const EMAIL: ScalarRule = ScalarRule {
    name: "email",
    expected: "an email address, such as \"hello@example.org\"",
    plural: "email addresses",
    example: "\"hello@example.org\"",
    decoder: ScalarDecoder::Text { check: email, fallback: "nobody@example.org", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$" }),
    ..ScalarRule::PLAIN
};

pub(super) const PHONE: ScalarRule = ScalarRule {
    name: "phone",
    expected: "a phone number with its country code, such as \"+44 20 7946 0000\"",
    plural: "phone numbers",
    // A number of no country in particular, so that it says nothing of where the site is.
    example: "\"+44 20 7946 0018\"",
    decoder: ScalarDecoder::Text { check: phone, fallback: "+0 000 000 000", reference: no_reference },
    // The number of digits without a country code depends on the country.
    json: || json!({ "type": "string", "pattern": "^\\+?([ ()./-]*[0-9]){5,15}[ ()-]*$" }),
    at_home: Some(at_home),
    completed: number_abroad,
    ..ScalarRule::PLAIN
};

/// A path in which the name of a file may stand as it is on a disk: with spaces, a `%` that is no escape, and a `#` or `?` before
/// the ending.
pub fn encoded_path(text: &str) -> String {
    let (path, suffix) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    let is_name = !path.rsplit('/').next().is_some_and(|last| last.contains('.')) && ends_file_name(suffix);
    let (path, suffix) = if is_name { (text, "") } else { (path, suffix) };
    let mut encoded = String::new();
    for (at, c) in path.char_indices() {
        match c {
            '%' if is_escape(path, at) => encoded.push(c),
            '%' | '#' | '?' => encoded.push_str(&format!("%{:02X}", u32::from(c))),
            _ if c.is_whitespace() => encoded.push_str("%20"),
            _ => encoded.push(c),
        }
    }
    encoded + &suffix.split_whitespace().collect::<Vec<_>>().join("%20")
}

/// True for `#1.pdf`, the rest of the name of a file.
fn ends_file_name(suffix: &str) -> bool {
    let Some((name, ending)) = suffix.rsplit_once('.') else { return false };
    !name.contains(['/', '=', '&'])
        && (2..=4).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// True if the `%` at this byte is an escape, such as `%20`.
fn is_escape(path: &str, at: usize) -> bool {
    path.get(at + 1..at + 3).is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// A link to these addresses, separated by commas, with their domains as mail servers know them: `xn--mnchen-3ya.example` for
/// `münchen.example`.
pub fn ascii_mailto(addresses: &str) -> String {
    let (to, query) = addresses.split_at(addresses.find('?').unwrap_or(addresses.len()));
    let to: Vec<String> =
        to.split(',').map(|one| ascii_email(one).unwrap_or_else(|| one.to_owned())).collect();
    format!("mailto:{}{query}", to.join(","))
}

fn ascii_email(text: &str) -> Option<String> {
    let (local, domain) = text.split_once('@').filter(|_| !text.is_ascii())?;
    let Host::Domain(domain) = Host::parse(domain).ok()? else { return None };
    Some(format!("{local}@{domain}"))
}

/// An absolute address on the web, `https://` or `http://`; empty for one with a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebUrl(Option<Box<Url>>);

impl WebUrl {
    /// Reads a text that the scalar's check has kept.
    pub fn new(text: &str) -> Self {
        Self(Url::parse(text).ok().map(Box::new))
    }

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

fn url(text: &str) -> CheckedText {
    let text = &*visible(text);
    if let Some((what, address)) = address_in_code(text) {
        let message = format!("this is the code of a {what}, of which only the address belongs here");
        return Err(ScalarError::new(message).certainly(address));
    }
    if let Some(url) = web(text).filter(Url::has_host) {
        return Ok(url.as_str().into());
    }
    let misread = check_external(text).err().unwrap_or_else(|| ScalarError::of(text, "is not a web address"));
    let whole = format!("https://{}", text.trim_start_matches('/'));
    Err(match spellings(text).into_iter().chain([whole]).find(|other| is_of_page(other)) {
        Some(intended) => {
            let is_guess = scheme(text).is_some_and(|(scheme, _)| REFUSED.contains(&&*scheme));
            ScalarError { help: None, ..misread }.intended(intended, Applicability::certain_if(!is_guess))
        }
        // `@ironhouse`
        None if text.starts_with('@') => {
            misread.help("write the address of the page, as the browser shows it")
        }
        None if text.contains('@') => ScalarError::of(text, "is an email address, and no web address"),
        None => ScalarError { intended: None, ..misread },
    })
}

/// True for the address of a page that everybody can open. In `https://info@example.org`, the name of a mailbox would be
/// one of a password.
fn is_of_page(address: &str) -> bool {
    web(address).is_some_and(|url| is_public(&url) && url.username().is_empty())
        && !address.contains(['"', '<', '>'])
}

/// The address in the code of a frame or form, as maps, films and services for forms offer it to be copied.
fn address_in_code(text: &str) -> Option<(&'static str, &str)> {
    let codes = [("<iframe", "src=", "frame"), ("<form", "action=", "form")];
    codes.into_iter().find_map(|(element, attribute, what)| {
        let (_, behind) = text.split_once(element)?.1.split_once(attribute)?;
        let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let address = behind.get(1..)?.split(quote).next()?;
        web(address).map(|_| (what, address))
    })
}

impl ScalarError {
    /// A mistake in an address.
    fn of(address: &str, reason: &str) -> Self {
        let subject = if address.is_empty() { "this link".to_owned() } else { format!("\"{address}\"") };
        Self::new(format!("{subject} {reason}"))
    }
}

/// The scheme in lower case, and what stands behind its colon.
pub fn scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_valid = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_valid.then(|| (scheme.to_ascii_lowercase(), rest))
}

/// Checks the target of a link that is no path, in Markdown and behind a key. It is right if it may lead somewhere.
///
/// # Errors
/// If it leads nowhere: what is wrong with it.
pub fn check_external(text: &str) -> Result<(), ScalarError> {
    let Err(misread) = check_target(text) else { return Ok(()) };
    let Some(intended) =
        spellings(text).into_iter().find(|other| scheme(other).is_some() && check_target(other).is_ok())
    else {
        return Err(misread);
    };
    let is_guess = match scheme(text) {
        Some((scheme, _)) => REFUSED.contains(&&*scheme),
        None => is_host(text) && !is_email(text),
    };
    Err(ScalarError { help: None, ..misread }.intended(intended, Applicability::certain_if(!is_guess)))
}

/// Schemes of what visitors can't open.
const REFUSED: [&str; 5] = ["blob", "data", "javascript", "vbscript", "ftp"];

fn check_target(text: &str) -> Result<(), ScalarError> {
    let wrong = |reason| Err(ScalarError::of(text, reason));
    if is_nothing(text) {
        return Err(ScalarError::of(text, "leads nowhere")
            .help("write where it leads, such as /contact/ or https://example.org/"));
    }
    if text.contains(is_invisible) {
        return wrong("has a sign in it that can't be seen");
    }
    let Some((scheme, rest)) = scheme(text) else {
        if is_host(text) && !is_email(text) {
            return wrong("is not a web address");
        }
        let is_address = is_email(text) || text.starts_with('+') && dialled(text).is_some();
        let is_broken = text.starts_with("//") || text.starts_with('\\') || begins_nearly(text, "//");
        return if is_address || is_broken { wrong("is not a link") } else { Ok(()) };
    };
    match &*scheme {
        "http" | "https" if web(text).is_some_and(|url| is_public(&url)) => Ok(()),
        "http" | "https" if Url::parse(text).is_ok_and(|url| is_own_computer(&url)) => {
            let misread = ScalarError::of(text, "leads to the visitor's own computer");
            Err(misread.help("write the address at which everybody finds it"))
        }
        "http" | "https" => wrong("is not a web address"),
        "mailto" if is_mailto(rest) => Ok(()),
        "mailto" => Err(ScalarError::of(text, "has no email address in it")
            .help("write a whole one, such as mailto:hello@example.org")),
        "tel" if is_dialled(rest.split(';').next().unwrap_or_default()) => Ok(()),
        "tel" => Err(ScalarError::of(text, "has no phone number in it")
            .help("write it with its country code, such as tel:+442079460000")),
        scheme if REFUSED.contains(&scheme) => wrong("is no address that visitors can open"),
        scheme if scheme == "file" || scheme.len() == 1 => {
            let misread = ScalarError::of(text, "is a file on one computer, which visitors don't have");
            Err(ScalarError { is_local: true, ..misread })
        }
        _ if rest.is_empty() => wrong("leads nowhere"),
        // `example.org:8080`, `htps://example.org`: short schemes such as `tg:` and `sms:` are like many others.
        scheme
            if scheme.contains('.') || begins_nearly(text, ":/") || nearest(scheme, ["mailto"]).is_some() =>
        {
            wrong("is no address that visitors can open")
        }
        _ => Ok(()),
    }
}

/// True for what begins with `https` with a slip in it, and then `sign`.
fn begins_nearly(text: &str, sign: &str) -> bool {
    let scheme = text.split_once(sign).map(|(scheme, _)| scheme.trim_end_matches([':', ';']));
    scheme.is_some_and(|scheme| nearest(scheme, ["https", "http"]).is_some())
}

/// Other ways to write an address, the likeliest first: with the right beginning and slashes, without what doesn't belong to it.
fn spellings(text: &str) -> Vec<String> {
    let visible = visible(text).replace('\\', "/");
    let joined: String = visible.split_whitespace().collect();
    let (scheme, rest) =
        joined.split_once([':', ';']).or_else(|| joined.split_once("//")).unwrap_or(("", &joined));
    let rest = rest.trim_start_matches('/');
    let scheme = nearest(scheme, ["https", "http", "mailto", "tel"]).unwrap_or("https");
    let number = dialled(rest).map(|number| format!("tel:{number}"));
    let last = joined.rfind("http").and_then(|last| joined.get(last..)).unwrap_or_default();
    let whole = joined.trim_start_matches('/');
    let mut all = Vec::new();
    all.extend(is_email(whole).then(|| format!("mailto:{whole}")));
    all.extend(number.filter(|_| scheme == "tel" || text.starts_with('+')));
    all.extend([visible, last.to_owned(), format!("{scheme}:{rest}"), format!("{scheme}://{rest}")]);
    all.push(joined.trim_end_matches([',', ';', '.', ')', '>']).to_owned());
    // `https://mailto:sam@example.org` would be an address of the web.
    all.extend((!matches!(scheme, "mailto" | "tel")).then(|| format!("https://{whole}")));
    all
}

/// True for what begins with the name of a host, such as `www.google.com/maps`, and isn't the name of a page's file.
pub fn is_host(text: &str) -> bool {
    const OF_FILES: [&str; 9] = ["html", "htm", "php", "md", "pdf", "jpg", "jpeg", "png", "toml"];
    let host = text.split(['/', '?', '#', ')']).next().unwrap_or_default();
    let (name, ending) = host.rsplit_once('.').unwrap_or_default();
    let is_ending = ending.len() >= 2 && ending.bytes().all(|byte| byte.is_ascii_lowercase());
    !name.trim_start_matches('.').is_empty() && is_ending && !OF_FILES.contains(&ending)
}

/// An address with `http://` or `https://` before it, once.
fn web(text: &str) -> Option<Url> {
    let (_, rest) = text.split_once("://").filter(|_| !text.contains(['\\', ' ']))?;
    let is_twice = rest.starts_with("http:") || rest.starts_with("https:") || rest.starts_with("http//");
    let url = Url::parse(text).ok().filter(|_| !is_twice && !rest.starts_with('/'))?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}

/// True for an address that leads every visitor to their own computer.
pub fn is_own_computer(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        _ => false,
    }
}

/// True for an address that visitors can open on their own computers.
fn is_public(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name.contains('.') && name.split('.').all(is_host_label),
        Some(_) => !is_own_computer(url),
        None => false,
    }
}

fn is_host_label(label: &str) -> bool {
    !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn is_mailto(rest: &str) -> bool {
    let (addresses, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
    // Without an address, the letter is for whom its writer likes: `mailto:?subject=...` shares a page.
    let is_for_any = addresses.is_empty() && query.len() > 1;
    is_for_any
        || addresses.split(',').all(|address| is_email(&address.replace("%2B", "+").replace("%2b", "+")))
            && !rest.contains(char::is_whitespace)
}

/// True for a number as links have it: 3 to 15 digits.
fn is_dialled(number: &str) -> bool {
    let bare = number.strip_prefix('+').unwrap_or(number);
    bare.chars().all(|c| c.is_ascii_digit() || "-.()".contains(c)) && (3..=15).contains(&digits(bare))
}

/// A number as phones dial it: `+254 700-000 000` as `+254700000000`.
fn dialled(text: &str) -> Option<String> {
    let number: String = text.chars().filter(|c| !c.is_whitespace() && !"-.()\u{a0}".contains(*c)).collect();
    let bare = number.strip_prefix('+').unwrap_or(&number);
    (bare.len() == digits(bare) && (3..=15).contains(&bare.len())).then_some(number)
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

fn email(text: &str) -> CheckedText {
    let text = &*visible(text);
    if is_email(text) {
        return Ok(text.into());
    }
    let misread = ScalarError::of(text, "is not an email address");
    // `mailto:a@example.org`, `a @example,org`, `a (at) example.org`
    let bare = text.strip_prefix("mailto:").unwrap_or(text).trim_matches(['<', '>', ';', ',', '.']);
    // `Iron House <a@example.org>`
    let bare = bare.split_once('<').map_or(bare, |(_, address)| address.trim());
    let joined: String = bare.chars().filter(|c| !c.is_whitespace()).collect();
    let spelt = joined.replace("(at)", "@").replace("[at]", "@").replace("(dot)", ".").replace("[dot]", ".");
    let forms = [bare.to_owned(), joined.clone(), joined.replace(',', ".")];
    Err(match forms.into_iter().find(|form| is_email(form)) {
        Some(intended) => misread.certainly(intended),
        None if is_email(&spelt) => misread.probably(spelt),
        None => misread.help("write one address: letters from a to z, an @, and a domain with a dot in it"),
    })
}

/// The HTML standard's "valid email address", with at least one dot in the domain.
fn is_email(text: &str) -> bool {
    let ascii = ascii_email(text);
    let Some((local, domain)) = ascii.as_deref().unwrap_or(text).split_once('@') else { return false };
    let is_local = !local.is_empty()
        && local.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte));
    is_local && domain.contains('.') && domain.split('.').all(is_mail_label)
}

fn is_mail_label(label: &str) -> bool {
    !label.is_empty()
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A phone number with its country code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Phone(Arc<str>);

impl Phone {
    /// Reads a text that the scalar's check has kept.
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// As people read it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As a `tel:` URL (RFC 3966); one without its country's code is a number of `country` (in ISO 3166).
    pub fn href(&self, country: Option<&str>) -> String {
        let at_home = country.filter(|_| !self.0.starts_with('+'));
        if let Some(number) = at_home.and_then(|country| PhoneNumber::parse_with_country(&self.0, country)) {
            return format!("tel:{}", number.e164());
        }
        // The zero in brackets is dialled within the country only.
        let number = self.0.replace("(0)", "");
        let digits: String =
            number.chars().filter_map(|c| if c == '+' { Some(c) } else { digit(c) }).collect();
        format!("tel:{digits}")
    }
}

/// Signs of a number without its country's code, with all that stands between its digits.
const LONGEST_AT_HOME: usize = 24;

fn phone(text: &str) -> CheckedText {
    let written = visible(text);
    let text = &*written.chars().map(|c| digit(c).unwrap_or(c)).collect::<String>();
    let is_number = text.strip_prefix('+').is_some_and(is_plain_number);
    let number = PhoneNumber::parse(text).filter(|_| is_number && !text.contains("(0)"));
    // `+254 0700 000 000`: countries whose numbers begin so at home and nowhere else.
    if let Some(number) = number.filter(|number| number.e164().len() <= digits(text))
        && let Some(intended) = from_abroad(text, &number)
    {
        let misread = ScalarError::of(text, "has a beginning that is dialled within the country only");
        return Err(misread.certainly(intended));
    }
    if is_number && (7..=15).contains(&digits(text)) {
        return Ok(written.into());
    }
    let misread = ScalarError::of(text, "is not a phone number");
    if let Some((help, number)) = number_before(text) {
        let misread = misread.help(help);
        return Err(match number {
            Some(number) => misread.probably(number),
            None => misread,
        });
    }
    // `00254 700...`, `+254.700...`, `tel:+254...`: any other may be a number as it is dialled within the country.
    let plain = plain_number(text);
    let intended = match plain.strip_prefix("00") {
        Some(rest) => format!("+{}", rest.trim_start()),
        None => plain,
    };
    let is_whole =
        intended.strip_prefix('+').is_some_and(is_plain_number) && (9..=15).contains(&digits(&intended));
    if is_whole {
        return Err(misread.certainly(intended));
    }
    Err(misread.help(if digits(text) > 15 {
        "write one number only; others can stand in a text"
    } else if text.contains(char::is_alphabetic) {
        "write digits in the place of letters, and no extension"
    } else {
        "write + and the country's code in the place of a 0 before it"
    }))
}

/// The help for a number with an extension or with a second number behind it, and the number as it is dialled from abroad.
fn number_before(text: &str) -> Option<(&'static str, Option<String>)> {
    /// Digits that a whole number has at least; before a stroke may be a town's code.
    const DIGITS: usize = 7;
    let end = text.find(|c: char| c.is_alphabetic() || matches!(c, '/' | ';' | ',' | '#' | '&'))?;
    let (number, rest) = text.split_at(end);
    let (number, is_second) =
        (number.trim(), rest.starts_with(['/', ';', ',', '&']) || rest.starts_with("or"));
    let help = if is_second {
        "write one number: the other one can stand in a text"
    } else {
        "leave out the extension, which can stand in a text: write the number alone"
    };
    let intended = match phone(number) {
        Ok(number) => Some(number.to_string()),
        Err(misread) => misread.intended.map(|intended| intended.text),
    };
    (digits(number) >= DIGITS && digits(rest) > 0).then_some((help, intended))
}

fn is_plain_number(rest: &str) -> bool {
    rest.bytes().all(|byte| byte.is_ascii_digit() || b" -()".contains(&byte))
}

/// The number as it is dialled from abroad, in the groups in which it is written.
fn from_abroad(written: &str, number: &PhoneNumber) -> Option<String> {
    let last = number.national_number().len().checked_sub(1)?;
    let (start, _) = written.rmatch_indices(|c: char| c.is_ascii_digit()).nth(last)?;
    let groups = written.get(start..)?.replace(['(', ')'], "");
    Some(format!("+{} {groups}", number.country().prefix))
}

/// A phone number with the country code of `example`. It may be a number of another country.
fn number_abroad(raw: &str, item: &Item<'_>, example: &str) -> Option<(String, Applicability)> {
    let number = match item.value {
        // Without quotes, a zero in front is one that is dialled within the country.
        _ if raw.starts_with('0') => {
            return Some((in_quotes(&with_country_code(raw, example)?), Applicability::Certain));
        }
        DeValue::String(text) => with_country_code(text, example)?,
        // The country code may be there, without its plus.
        DeValue::Integer(_) => format!("+{raw}"),
        _ => return None,
    };
    Some((quoted_like(raw, &number), Applicability::Proposed))
}

/// A number as it is dialled within the country, with the code that `example`, a number of that country, begins with.
fn with_country_code(national: &str, example: &str) -> Option<String> {
    let country = country_of(example)?;
    let plain = plain_number(national);
    if plain.starts_with('+') || plain.starts_with("00") {
        return None;
    }
    from_abroad(&plain, &PhoneNumber::parse_with_country(&plain, country.code)?)
}

/// The country of an example of a number, if it is the one of the site.
fn country_of(example: &str) -> Option<&'static Country> {
    let example = Some(example).filter(|example| *example != PHONE.example)?;
    let (code, _) = example.trim_matches(['"', '+']).split_once(' ')?;
    phonelib::countries_by_calling_code(code.parse().ok()?).into_iter().next()
}

/// A number as it is dialled within the country of `example`, as people there write it. Returns `None` for any other text.
fn at_home(item: &Item<'_>, example: &str) -> Option<Arc<str>> {
    let written = visible(item.text()?);
    let text: String = written.chars().map(|c| digit(c).unwrap_or(c)).collect();
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b" -()./".contains(&byte));
    let is_number = is_plain && !text.starts_with("00") && text.len() <= LONGEST_AT_HOME;
    let country = country_of(example)?;
    let number = PhoneNumber::parse_with_country(&text, country.code).filter(|_| is_number)?;
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // A number that begins with the country's own code was meant to be dialled from abroad. Shorter ones have an area or a
    // network whose number is the same; the 1 of North America is dialled at home, too.
    let behind_code = digits.strip_prefix(&country.prefix.to_string());
    let is_from_abroad = digits.len() > 10
        && country.prefix != 1
        && behind_code.is_some_and(|rest| PhoneNumber::parse_with_country(rest, country.code).is_some());
    let is_whole = digits.len() <= number.national_number().len() + 1;
    (is_whole && !is_from_abroad).then(|| written.into())
}

/// A number of the signs on the keyboard, without what stands before it and with blanks in the place of other separators than
/// hyphens. Links of WhatsApp have the country's code without the +.
fn plain_number(text: &str) -> String {
    let text = clean(text);
    let start = text.find(|c: char| c.is_ascii_digit() || matches!(c, '+' | '(')).unwrap_or(text.len());
    let (before, number) = text.split_at(start);
    let sign = if before.contains('/') && !number.starts_with('+') { "+" } else { "" };
    format!("{sign}{}", number.trim().replace(['.', '/', '_'], " "))
}
