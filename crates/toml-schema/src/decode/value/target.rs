//! What is wrong with the address of a link: in Markdown, and behind a key.

use url::{Host, Url};

use super::contact::is_email;
use crate::diagnostic::{Applicability, nearest};

/// Why an address leads nowhere, and what was probably meant.
pub(super) struct InvalidTarget {
    /// What is wrong, behind the address in quotes.
    pub reason: &'static str,
    /// What to do.
    pub help: Option<String>,
    /// The address that was probably meant.
    pub right: Option<(String, Applicability)>,
}

impl InvalidTarget {
    fn new(reason: &'static str) -> Self {
        Self { reason, help: None, right: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With the address that was meant.
    fn meant(mut self, right: Option<(String, Applicability)>) -> Self {
        if let Some((right, _)) = &right {
            self.help = Some(format!("write \"{right}\""));
        }
        self.right = right;
        self
    }
}

/// What is wrong with an address that doesn't begin with a slash. Returns `None` for what may lead somewhere: other pages of
/// the site are looked up later.
pub(super) fn check(text: &str) -> Option<InvalidTarget> {
    use Applicability::{Certain, Proposed};
    if matches!(text, "" | "#") {
        return Some(
            InvalidTarget::new("leads nowhere")
                .help("write where it leads, such as /contact/ or https://example.org/"),
        );
    }
    if let Some(rest) = text.strip_prefix("//") {
        let right = match is_host(rest) {
            true => format!("https://{rest}"),
            false => format!("/{}", rest.trim_start_matches('/')),
        };
        return Some(InvalidTarget::new("is not a link").meant(Some((right, Proposed))));
    }
    let Some((scheme, rest)) = scheme(text) else { return without_scheme(text) };
    match &*scheme {
        "http" | "https" => web(text, &scheme, rest),
        "mailto" => mail(rest),
        "tel" => phone(rest),
        "blob" | "data" | "javascript" | "vbscript" | "ftp" => {
            Some(InvalidTarget::new("is no address that visitors can open"))
        }
        "file" => Some(on_disk()),
        _ if scheme.len() == 1 => Some(on_disk()),
        _ if rest.is_empty() => {
            Some(InvalidTarget::new("leads nowhere").help("write what belongs behind the colon"))
        }
        _ if scheme.contains('.') && rest.starts_with(|c: char| c.is_ascii_digit() || c == '/') => Some(
            InvalidTarget::new("is not a web address").meant(Some((format!("https://{text}"), Proposed))),
        ),
        _ => {
            let near = nearest(&scheme, ["https", "http", "mailto", "tel"]).filter(|near| *near != scheme)?;
            // Short schemes such as `tg:` and `sms:` are like many others.
            let is_web = matches!(near, "http" | "https") && rest.starts_with('/');
            if !is_web && near != "mailto" {
                return None;
            }
            let right = match is_web {
                true => format!("{near}://{}", rest.trim_start_matches('/')),
                false => format!("{near}:{}", rest.trim_start_matches('/')),
            };
            let is_sound = check(&right).is_none();
            Some(
                InvalidTarget::new("is no address that visitors can open")
                    .meant(is_sound.then_some((right, Certain))),
            )
        }
    }
}

fn on_disk() -> InvalidTarget {
    InvalidTarget::new("is a file on one computer, which visitors don't have")
        .help("put the file into content/static/, and link to it by its path there, such as /price-list.pdf")
}

/// The scheme in lower case, and what stands behind its colon.
fn scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_sound = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_sound.then(|| (scheme.to_ascii_lowercase(), rest))
}

fn without_scheme(text: &str) -> Option<InvalidTarget> {
    use Applicability::{Certain, Proposed};
    if is_email(text) {
        return Some(InvalidTarget::new("is not a link").meant(Some((format!("mailto:{text}"), Certain))));
    }
    if text.starts_with('+') && dialled(text).is_some() {
        return Some(
            InvalidTarget::new("is not a link")
                .meant(dialled(text).map(|number| (format!("tel:{number}"), Certain))),
        );
    }
    if text.starts_with('\\') {
        let right = text.replace('\\', "/");
        return Some(InvalidTarget::new("is not a link").meant(Some((right, Proposed))));
    }
    if let Some((scheme, rest)) = text.split_once("//") {
        let near = nearest(scheme.trim_end_matches(';'), ["https", "http"])?;
        return Some(
            InvalidTarget::new("is not a web address").meant(Some((format!("{near}://{rest}"), Certain))),
        );
    }
    if is_host(text) {
        return Some(
            InvalidTarget::new("is not a web address").meant(Some((format!("https://{text}"), Proposed))),
        );
    }
    None
}

/// True for what begins with the name of a host, such as `www.google.com/maps`.
pub fn is_host(text: &str) -> bool {
    /// Endings of names of hosts that gyms link to, none of which is that of a file.
    const ENDINGS: [&str; 12] =
        ["com", "org", "net", "ke", "tz", "ug", "uk", "de", "fr", "eu", "app", "example"];
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, ending) = host.rsplit_once('.').unwrap_or_default();
    host.starts_with("www.") || !name.is_empty() && ENDINGS.contains(&ending)
}

fn web(text: &str, scheme: &str, rest: &str) -> Option<InvalidTarget> {
    use Applicability::{Certain, Proposed};
    // `https://https://example.org`
    if let Some(at) = text.rfind("http").filter(|at| *at > 0)
        && matches!(
            rest.trim_start_matches('/').split("//").next(),
            Some("http:" | "https:" | "http" | "https")
        )
    {
        let right =
            text.get(at..).filter(|right| check(right).is_none()).map(|right| (right.to_owned(), Certain));
        return Some(InvalidTarget::new("has its beginning twice").meant(right));
    }
    let behind = rest.trim_start_matches('/');
    if behind.is_empty() {
        return Some(
            InvalidTarget::new("leads nowhere").help("write the whole address, such as https://example.org/"),
        );
    }
    if text.contains('\\') {
        let right = text.replace('\\', "/");
        return Some(InvalidTarget::new("has a backslash in it").meant(Some((right, Proposed))));
    }
    if !rest.starts_with("//") || rest.starts_with("///") {
        let right = format!("{scheme}://{behind}");
        let is_sound = check(&right).is_none();
        return Some(InvalidTarget::new("is not a web address").meant(is_sound.then_some((right, Certain))));
    }
    let Ok(url) = Url::parse(text) else { return Some(InvalidTarget::new("is not a web address")) };
    match url.host() {
        Some(Host::Domain("localhost")) => Some(own_computer()),
        Some(Host::Ipv4(address)) if address.is_loopback() => Some(own_computer()),
        Some(Host::Domain(name)) if !is_domain(name) => {
            let right = text.trim_end_matches([',', ';', '.', ')', '>']);
            let right = (right != text && check(right).is_none()).then(|| (right.to_owned(), Certain));
            Some(
                InvalidTarget::new("is not a web address")
                    .help("the name of a site has a dot in it, such as example.org")
                    .meant(right),
            )
        }
        Some(_) => None,
        None => Some(InvalidTarget::new("is not a web address")),
    }
}

fn own_computer() -> InvalidTarget {
    InvalidTarget::new("leads to the visitor's own computer")
        .help("write the address at which everybody finds it")
}

/// True for the name of a site: at least two words with a dot between them.
fn is_domain(name: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    name.contains('.') && name.split('.').all(is_label)
}

fn mail(rest: &str) -> Option<InvalidTarget> {
    let end = rest.find('?').unwrap_or(rest.len());
    let (addresses, query) = rest.split_at(end);
    // Without an address, the letter is for whom its writer likes: `mailto:?subject=...` shares a page.
    if addresses.is_empty() && query.len() > 1 {
        return None;
    }
    if addresses.trim_matches('/').is_empty() {
        return Some(
            InvalidTarget::new("has no address in it")
                .help("write it behind the colon: mailto:hello@example.org"),
        );
    }
    let is_one = |address: &str| is_email(&address.replace("%2B", "+").replace("%2b", "+"));
    if !addresses.starts_with('/') && addresses.split(',').all(is_one) && !rest.contains(char::is_whitespace)
    {
        return None;
    }
    let joined: String = addresses.trim_start_matches('/').split_whitespace().collect();
    let right = joined
        .split(',')
        .all(is_one)
        .then(|| (format!("mailto:{joined}{}", query.replace(' ', "%20")), Applicability::Certain));
    let target = InvalidTarget::new("has no email address in it");
    Some(target.help("write a whole one behind the colon: mailto:hello@example.org").meant(right))
}

fn phone(rest: &str) -> Option<InvalidTarget> {
    let is_sound = |c: char| c.is_ascii_digit() || "-.()".contains(c);
    let number = rest.split(';').next().unwrap_or_default();
    let bare = number.strip_prefix('+').unwrap_or(number);
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    if bare.chars().all(is_sound) && (3..=15).contains(&digits) {
        return None;
    }
    let right =
        dialled(rest.trim_start_matches('/')).map(|number| (format!("tel:{number}"), Applicability::Certain));
    let target = InvalidTarget::new("has no phone number in it");
    Some(
        target
            .help("write the number behind the colon, with its country code: tel:+254700000000")
            .meant(right),
    )
}

/// A number as phones dial it: `+254 700-000 000` as `+254700000000`.
fn dialled(text: &str) -> Option<String> {
    let is_filler = |c: char| c.is_whitespace() || "-.()\u{a0}".contains(c);
    let bare: String = text.chars().filter(|c| !is_filler(*c)).collect();
    let digits = bare.strip_prefix('+').unwrap_or(&bare);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && (3..=15).contains(&digits.len());
    is_number.then_some(bare)
}
