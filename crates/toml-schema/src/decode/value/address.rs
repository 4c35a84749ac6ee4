//! Addresses: links, web addresses, email addresses, phone numbers, and paths of the site.

use std::sync::Arc;

use phonelib::PhoneNumber;
use serde::Serialize;
use serde_json::json;
use url::{Host, Url};

use super::rule::{Form, Misread, ScalarRule, no_reference};
use crate::{
    decode::Reference,
    diagnostic::{digit, is_invisible, nearest, visible},
};

/// The text is the scalar, if it isn't what is wrong.
type Checked = Result<Arc<str>, Misread>;

/// A page of the site, or an address elsewhere.
pub const LINK: ScalarRule = ScalarRule {
    name: "link",
    expected: "a link to a page of the site, such as \"/contact/\", or a full address, such as \"https://example.org/\"",
    plural: "links",
    example: "\"/contact/\"",
    form: Form::Text { check: link, fallback: "/", reference: page },
    json: || json!({ "type": "string", "pattern": "^(/([^/\\s\\\\\"<>][^\\s\\\\\"<>]*)?|[Hh][Tt][Tt][Pp][Ss]?://[^\\s/\\\\\"<>][^\\s\\\\\"<>]*|mailto:[^\\s\\\\\"<>]*@[^\\s\\\\\"<>]*|tel:[+0-9][^\\s\\\\\"<>]*)$" }),
};

pub(super) const URL: ScalarRule = ScalarRule {
    name: "url",
    expected: "a web address with https://, such as \"https://example.org/\"",
    plural: "web addresses",
    example: "\"https://example.org/\"",
    form: Form::Text { check: url, fallback: "", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]+" }),
};

pub(super) const EMAIL: ScalarRule = ScalarRule {
    name: "email",
    expected: "an email address, such as \"hello@example.org\"",
    plural: "email addresses",
    example: "\"hello@example.org\"",
    form: Form::Text { check: email, fallback: "nobody@example.org", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$" }),
};

pub(super) const PHONE: ScalarRule = ScalarRule {
    name: "phone",
    expected: "a phone number with its country code, such as \"+254 700 000 000\"",
    plural: "phone numbers",
    // That of no country in particular, so that it says nothing of where the site is.
    example: "\"+254 722 000 000\"",
    form: Form::Text { check: phone, fallback: "+0 000 000 000", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^\\+([ ()-]*[0-9]){7,15}[ ()-]*$" }),
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
    /// Of the text of a scalar.
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
        Link::Internal { path, .. } => Some(Reference::Page(path)),
        Link::External(_) => None,
    }
}

fn is_unlinkable(text: &str) -> bool {
    text.contains(char::is_whitespace) || text.contains(['\\', '"', '<', '>'])
}

/// What a link is kept as.
///
/// # Errors
/// If it leads nowhere: what is wrong with it.
pub fn link(text: &str) -> Result<Arc<str>, Misread> {
    let text = &*visible(text);
    let wrong = || Misread::of(text, "is not a link");
    if let Some(source) = frame_source(text) {
        return Err(only_the_address(source));
    }
    let is_internal = text.starts_with('/') && !text.starts_with("//");
    if !is_internal {
        target(text)?;
    }
    if let Some(place) = text.strip_prefix('#') {
        return Err(
            wrong().help(format!("a place in a page is written with the page: \"/contact/#{place}\""))
        );
    }
    if !is_internal && !text.contains(':') {
        // Buttons stand on pages of any folder.
        let intended = with_slashes(text.trim_start_matches(['.', '/']));
        let misread = wrong().help(format!("a page of the site starts with a slash: \"{intended}\""));
        return Err(match text.contains('.') {
            _ if is_unlinkable(text) => misread,
            true => misread.probably(intended),
            false => misread.certainly(intended),
        });
    }
    if is_unlinkable(text) {
        let joined = text.split_whitespace().collect::<String>().replace('\\', "/");
        let misread = wrong().probably(joined);
        return Err(if text.contains(char::is_whitespace) {
            misread.help("take out the space")
        } else {
            misread
        });
    }
    if is_internal {
        return Ok(with_last_slash(text));
    }
    match scheme(text) {
        Some((scheme, addresses)) if scheme == "mailto" => Ok(ascii_mailto(addresses).into()),
        Some((scheme, _)) if matches!(&*scheme, "http" | "https" | "tel") => Ok(text.into()),
        _ => Err(Misread::of(text, "is no address on the web")),
    }
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

/// An absolute address on the web, `https://` or `http://`; empty for one with a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebUrl(Option<Box<Url>>);

impl WebUrl {
    /// Of the text of a scalar.
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

fn url(text: &str) -> Checked {
    let text = &*visible(text);
    if let Some(source) = frame_source(text) {
        return Err(only_the_address(source));
    }
    if text.contains(char::is_whitespace) {
        let joined: String = text.split_whitespace().collect();
        let misread = Misread::of(text, "has a space in it").help("take out the space");
        return Err(if url(&joined).is_ok() { misread.probably(joined) } else { misread });
    }
    match scheme(text) {
        Some((scheme, _)) if matches!(&*scheme, "http" | "https") => {
            Ok(web(text, Url::has_host)?.as_str().into())
        }
        None => {
            let intended = format!("https://{}", text.trim_start_matches('/'));
            if web(&intended, is_public).is_ok() && !text.contains("//") {
                return Err(Misread::of(text, "is not a web address").certainly(intended));
            }
            target(text)?;
            Err(Misread::of(text, "is not a web address"))
        }
        Some(_) => {
            target(text)?;
            Err(Misread::of(text, "is no address on the web"))
        }
    }
}

/// The address in the code of an `iframe`, as maps and films offer it to be copied.
fn frame_source(text: &str) -> Option<&str> {
    let (_, frame) = text.split_once("<iframe")?;
    let (_, behind) = frame.split_once("src=")?;
    let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let source = behind.get(1..)?.split(quote).next()?;
    Url::parse(source).is_ok_and(|url| matches!(url.scheme(), "http" | "https")).then_some(source)
}

fn only_the_address(source: &str) -> Misread {
    Misread::new("this is the code of a frame, of which only the address belongs here").certainly(source)
}

impl Misread {
    /// What is wrong with an address.
    fn of(address: &str, reason: &str) -> Self {
        let subject = if address.is_empty() { "this link".to_owned() } else { format!("\"{address}\"") };
        Self::new(format!("{subject} {reason}"))
    }
}

/// The scheme in lower case, and what stands behind its colon.
fn scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_valid = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_valid.then(|| (scheme.to_ascii_lowercase(), rest))
}

/// Says what is wrong with an address that doesn't begin with a slash, in Markdown and behind a key. What may lead somewhere
/// is right: other pages of the site are looked up later.
pub(super) fn target(text: &str) -> Result<(), Misread> {
    if text.contains(is_invisible) {
        return Err(Misread::of(text, "has a sign in it that can't be seen").certainly(visible(text)));
    }
    let wrong = |reason| Err(Misread::of(text, reason));
    if matches!(text, "" | "#") {
        let misread = Misread::of(text, "leads nowhere");
        return Err(misread.help("write where it leads, such as /contact/ or https://example.org/"));
    }
    if let Some(rest) = text.strip_prefix("//") {
        let intended = match is_host(rest) {
            true => format!("https://{rest}"),
            false => format!("/{}", rest.trim_start_matches('/')),
        };
        return Err(Misread::of(text, "is not a link").probably(intended));
    }
    let Some((scheme, rest)) = scheme(text) else { return without_scheme(text) };
    match &*scheme {
        "http" | "https" => web(text, is_public).map(drop),
        "mailto" => mailto(text, rest),
        "tel" => tel(text, rest),
        "blob" | "data" | "javascript" | "vbscript" | "ftp" => wrong("is no address that visitors can open"),
        scheme if scheme == "file" || scheme.len() == 1 => {
            let misread = Misread::of(text, "is a file on one computer, which visitors don't have");
            Err(Misread { is_local: true, ..misread })
        }
        _ if rest.is_empty() => {
            Err(Misread::of(text, "leads nowhere").help("write what belongs behind the colon"))
        }
        scheme if scheme.contains('.') && rest.starts_with(|c: char| c.is_ascii_digit() || c == '/') => {
            Err(Misread::of(text, "is not a web address").probably(format!("https://{text}")))
        }
        scheme => {
            let rest = rest.trim_start_matches('/');
            let is_path = text.contains(":/");
            // Short schemes such as `tg:` and `sms:` are like many others.
            let intended = match nearest(scheme, ["https", "http", "mailto", "tel"]) {
                Some(near @ ("https" | "http")) if is_path => format!("{near}://{rest}"),
                Some("mailto") => format!("mailto:{rest}"),
                _ => return Ok(()),
            };
            let misread = Misread::of(text, "is no address that visitors can open");
            Err(if target(&intended).is_ok() { misread.certainly(intended) } else { misread })
        }
    }
}

fn without_scheme(text: &str) -> Result<(), Misread> {
    let wrong = || Misread::of(text, "is not a link");
    if is_email(text) {
        return Err(wrong().certainly(format!("mailto:{text}")));
    }
    if let Some(number) = dialled(text).filter(|_| text.starts_with('+')) {
        return Err(wrong().certainly(format!("tel:{number}")));
    }
    if text.starts_with('\\') {
        return Err(wrong().probably(text.replace('\\', "/")));
    }
    if let Some((scheme, rest)) = text.split_once("//") {
        return match nearest(scheme.trim_end_matches(';'), ["https", "http"]) {
            Some(near) => {
                Err(Misread::of(text, "is not a web address").certainly(format!("{near}://{rest}")))
            }
            None => Ok(()),
        };
    }
    if is_host(text) {
        return Err(Misread::of(text, "is not a web address").probably(format!("https://{text}")));
    }
    Ok(())
}

/// True for what begins with the name of a host, such as `www.google.com/maps`.
pub fn is_host(text: &str) -> bool {
    /// Endings of names of hosts that are often linked to, none of which is that of a file.
    const ENDINGS: [&str; 12] =
        ["com", "org", "net", "ke", "tz", "ug", "uk", "de", "fr", "eu", "app", "example"];
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, ending) = host.rsplit_once('.').unwrap_or_default();
    host.starts_with("www.") || !name.is_empty() && ENDINGS.contains(&ending)
}

/// An address with `http:` or `https:` before it. `is_right` says which of them are taken.
fn web(text: &str, is_right: fn(&Url) -> bool) -> Result<Url, Misread> {
    let read = |text: &str| {
        let (_, rest) = text.split_once("://").filter(|_| !text.contains('\\'))?;
        let first = rest.split("//").next().unwrap_or_default();
        let is_twice = matches!(first.trim_end_matches(':'), "http" | "https");
        let url = Url::parse(text).ok().filter(|url| url.has_host() && is_right(url))?;
        (!is_twice && !rest.starts_with('/')).then_some(url)
    };
    if let Some(url) = read(text) {
        return Ok(url);
    }
    if Url::parse(text).is_ok_and(|url| is_own_computer(&url)) {
        let misread = Misread::of(text, "leads to the visitor's own computer");
        return Err(misread.help("write the address at which everybody finds it"));
    }
    let misread = Misread::of(text, "is not a web address");
    let (scheme, rest) = text.split_once(':').unwrap_or(("https", text));
    // With its beginning twice, with slashes missing, with the end of a sentence.
    let forms = [
        text.rfind("http").and_then(|last| text.get(last..)).unwrap_or_default().to_owned(),
        format!("{scheme}://{}", rest.trim_start_matches('/')),
        text.trim_end_matches([',', ';', '.', ')', '>']).to_owned(),
    ];
    let slashed = text.replace('\\', "/");
    Err(match forms.into_iter().find(|form| form != text && read(form).is_some()) {
        Some(intended) => misread.certainly(intended),
        None if slashed != text => misread.probably(slashed),
        None => misread.help("write the whole address, such as https://example.org/"),
    })
}

fn is_own_computer(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        _ => false,
    }
}

/// True for an address that visitors can open on their own computers.
fn is_public(url: &Url) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    match url.host() {
        Some(Host::Domain(name)) => name.contains('.') && name.split('.').all(is_label),
        Some(_) => !is_own_computer(url),
        None => false,
    }
}

fn mailto(text: &str, rest: &str) -> Result<(), Misread> {
    let (addresses, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
    // Without an address, the letter is for whom its writer likes: `mailto:?subject=...` shares a page.
    if addresses.is_empty() && query.len() > 1 {
        return Ok(());
    }
    let is_one = |address: &str| is_email(&address.replace("%2B", "+").replace("%2b", "+"));
    if !addresses.starts_with('/') && addresses.split(',').all(is_one) && !rest.contains(char::is_whitespace)
    {
        return Ok(());
    }
    let joined: String = addresses.trim_start_matches('/').split_whitespace().collect();
    let misread = Misread::of(text, "has no email address in it");
    Err(match joined.split(',').all(is_one) {
        true => misread.certainly(format!("mailto:{joined}{}", query.replace(' ', "%20"))),
        false => misread.help("write a whole one behind the colon: mailto:hello@example.org"),
    })
}

fn tel(text: &str, rest: &str) -> Result<(), Misread> {
    let number = rest.split(';').next().unwrap_or_default();
    let bare = number.strip_prefix('+').unwrap_or(number);
    let is_plain = |c: char| c.is_ascii_digit() || "-.()".contains(c);
    if bare.chars().all(is_plain) && (3..=15).contains(&digits(bare)) {
        return Ok(());
    }
    let misread = Misread::of(text, "has no phone number in it");
    Err(match dialled(rest.trim_start_matches('/')) {
        Some(number) => misread.certainly(format!("tel:{number}")),
        None => misread.help("write the number behind the colon, with its country code: tel:+254700000000"),
    })
}

/// A number as phones dial it: `+254 700-000 000` as `+254700000000`.
fn dialled(text: &str) -> Option<String> {
    let is_filler = |c: char| c.is_whitespace() || "-.()\u{a0}".contains(c);
    let number: String = text.chars().filter(|c| !is_filler(*c)).collect();
    let bare = number.strip_prefix('+').unwrap_or(&number);
    (bare.len() == digits(bare) && (3..=15).contains(&bare.len())).then_some(number)
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

fn email(text: &str) -> Checked {
    let text = &*visible(text);
    if is_email(text) {
        return Ok(text.into());
    }
    let misread = Misread::of(text, "is not an email address");
    let misread = match text.split_once('@') {
        _ if text.matches('@').count() > 1 => misread.help("one address belongs here: remove the others"),
        _ if text.contains(' ') => misread.help("take out the space"),
        None => misread.help("the @ is missing"),
        Some((_, domain)) if !domain.contains('.') => {
            misread.help("what stands behind the @ needs a dot in it, such as example.org")
        }
        Some((local, _)) if !local.is_ascii() => {
            misread.help("before the @ most mail servers take letters from a to z only")
        }
        Some(_) => misread,
    };
    // `mailto:a@example.org`, `a @example,org`, `a (at) example.org`
    let bare = text.strip_prefix("mailto:").unwrap_or(text).trim_matches(['<', '>', ';', ',', '.']);
    let joined: String = bare.chars().filter(|c| !c.is_whitespace()).collect();
    let spelt = joined.replace("(at)", "@").replace("[at]", "@").replace("(dot)", ".").replace("[dot]", ".");
    let forms = [bare.to_owned(), joined.clone(), joined.replace(',', ".")];
    Err(match forms.into_iter().find(|form| is_email(form)) {
        Some(intended) => misread.certainly(intended),
        None if is_email(&spelt) => misread.probably(spelt),
        None => misread,
    })
}

/// The HTML standard's "valid email address", with at least one dot in the domain.
fn is_email(text: &str) -> bool {
    let ascii = ascii_email(text);
    let Some((local, domain)) = ascii.as_deref().unwrap_or(text).split_once('@') else { return false };
    let is_local = !local.is_empty()
        && local.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte));
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    is_local && domain.contains('.') && domain.split('.').all(is_label)
}

/// A phone number with its country code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Phone(Arc<str>);

impl Phone {
    /// Of the text of a scalar.
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// As people read it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As a `tel:` URL (RFC 3966).
    pub fn href(&self) -> String {
        // The zero in brackets is dialled within the country only.
        let number = self.0.replace("(0)", "");
        let digits: String =
            number.chars().filter_map(|c| if c == '+' { Some(c) } else { digit(c) }).collect();
        format!("tel:{digits}")
    }
}

fn phone(text: &str) -> Checked {
    let written = visible(text);
    let text = &*written.chars().map(|c| digit(c).unwrap_or(c)).collect::<String>();
    let is_plain = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit() || b" -()".contains(&byte));
    let is_number = text.strip_prefix('+').is_some_and(is_plain);
    if let Some((prefix, intended)) = without_trunk_prefix(text).filter(|_| is_number) {
        let reason =
            format!("has the {prefix} behind its country code that is dialled within the country only");
        return Err(Misread::of(text, &reason).certainly(intended));
    }
    if is_number && (7..=15).contains(&digits(text)) {
        return Ok(written.into());
    }
    let misread = Misread::of(text, "is not a phone number");
    let misread = match text.trim_start_matches('(').strip_prefix('0') {
        Some(rest) if !rest.starts_with('0') => {
            misread.help("put + and the country's code in the place of the first 0")
        }
        None if text.starts_with(|c: char| c.is_ascii_digit()) => {
            misread.help("put + and the country's code before it")
        }
        _ => misread,
    };
    // `00254 700...`, `+254.700...`, `tel:+254...`: any other may be a number as it is dialled within the country.
    let plain = plain_number(text);
    let intended = match plain.strip_prefix("00") {
        Some(rest) => format!("+{}", rest.trim_start()),
        None => plain,
    };
    Err(if is_international(&intended) { misread.certainly(intended) } else { misread })
}

/// `+254 0700 000 000` as `+254 700 000 000`, with the `0`: for countries whose numbers begin so at home and nowhere else.
fn without_trunk_prefix(text: &str) -> Option<(String, String)> {
    let number = PhoneNumber::parse(text).filter(|_| !text.contains("(0)"))?;
    let written: String = text.chars().filter(char::is_ascii_digit).collect();
    let behind = written.strip_prefix(&number.country_code().to_string())?;
    let prefix = behind.strip_suffix(number.national_number()).filter(|prefix| !prefix.is_empty())?;
    Some((prefix.to_owned(), from_abroad(text, &number)?))
}

/// The number as it is dialled from abroad, in the groups in which it is written.
fn from_abroad(written: &str, number: &PhoneNumber) -> Option<String> {
    let last = number.national_number().len().checked_sub(1)?;
    let (start, _) = written.rmatch_indices(|c: char| c.is_ascii_digit()).nth(last)?;
    let groups = written.get(start..)?.replace(['(', ')'], "");
    Some(format!("+{} {groups}", number.country().prefix))
}

fn is_international(number: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_digit() || b" -()".contains(&byte);
    number.strip_prefix('+').is_some_and(|rest| rest.bytes().all(is_sign))
        && (9..=15).contains(&digits(number))
}

/// A number as it is dialled within the country, with the code that `example`, a number of that country, begins with.
/// Without one, the country is that of the first number with a code in `text`.
pub(in crate::decode) fn with_country_code(national: &str, example: &str, text: &str) -> Option<String> {
    let example = Some(example).filter(|example| *example != PHONE.example);
    let code = example.and_then(|example| country_code(example.trim_matches('"')));
    let code = code.or_else(|| text.split(['"', '\'']).find_map(country_code))?;
    let country = phonelib::countries_by_calling_code(code).into_iter().next()?;
    let plain = plain_number(national);
    if plain.starts_with('+') || plain.starts_with("00") {
        return None;
    }
    from_abroad(&plain, &PhoneNumber::parse_with_country(&plain, country.code)?)
}

/// The 48 of `+48 12 345 67 89`.
fn country_code(number: &str) -> Option<u32> {
    let (code, rest) = number.strip_prefix('+')?.split_once(' ')?;
    code.parse().ok().filter(|_| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// What stands before a number in addresses, and what it means: links of WhatsApp have the country's code without the +.
const BEFORE_NUMBER: [(&str, &str); 4] =
    [("tel:", ""), ("https://wa.me/", "+"), ("wa.me/", "+"), ("https://api.whatsapp.com/send?phone=", "+")];

/// A number without what stands before it, and with blanks in the place of other separators.
fn plain_number(text: &str) -> String {
    let stripped = BEFORE_NUMBER.iter().find_map(|(before, sign)| Some((*sign, text.strip_prefix(before)?)));
    let (sign, bare) = stripped.unwrap_or(("", text));
    let is_separator = |c: char| matches!(c, '.' | '/' | '_' | '\u{A0}' | '\u{2011}');
    let number = sign.chars().chain(bare.trim().chars());
    number.map(|c| if is_separator(c) { ' ' } else { digit(c).unwrap_or(c) }).collect()
}
