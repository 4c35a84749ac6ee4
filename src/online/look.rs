//! A look at the published site as visitors have it, since a host can show something else than the folder: an old page of a cache,
//! another file, nothing at all.

use std::{collections::BTreeMap, time::Duration};

use memchr::memmem;
use url::Url;

use super::{
    LocalFile, Roots,
    http::{HttpClient, WebRequest, WebResponse},
    new_secret,
    remote::{Trouble, TroubleKind},
};
use crate::{
    feeds::HASHED_FOLDERS,
    hosts::{Headers, Host, TakenSite},
    output::OutputPath,
};

const MOST: usize = 2 << 20;
/// The headers by which caches show that they answered.
const OF_CACHES: [&str; 6] =
    ["age", "x-cache", "cf-cache-status", "x-litespeed-cache", "x-proxy-cache", "x-nginx-cache"];
/// The headers of pages that every host which sends some sends.
const OF_PAGES: [&str; 2] = ["x-content-type-options", "referrer-policy"];
/// The advice to whoever sees an old page.
const CACHED: &str = "visitors see the old page for a while: empty the cache (cPanel: Cache Manager or LiteSpeed; Cloudflare: \
    Caching, Purge)";

/// A site to look at.
pub struct SiteLook<'l> {
    pub base: &'l Url,
    pub files: &'l BTreeMap<OutputPath, LocalFile>,
    pub host: &'static Host,
    /// The first old address that the host is to redirect, and the new one.
    pub redirect: Option<ForwardedAddress>,
    /// The folder that was published, in words.
    pub folder: String,
    pub roots: &'l Roots,
}

/// An old address, below that of the site, and the whole address to which it leads.
#[derive(Clone, Debug)]
pub struct ForwardedAddress {
    pub from: String,
    pub to: String,
}

/// The site as visitors see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub front: FrontPage,
    /// Everything that isn't as it should be, with what to do.
    pub notes: Vec<String>,
}

/// The front page as visitors have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrontPage {
    #[default]
    Right,
    /// The host may not read the files.
    Forbidden,
    /// The host fails, as it does for a line of `.htaccess` that it forbids.
    Failing,
    Wrong,
}

/// The answers so far.
struct Looking<'l> {
    look: &'l SiteLook<'l>,
    client: HttpClient,
    seen: Seen,
    /// The server's name for itself, in lower case.
    server: String,
    /// True if something isn't as the host's own file says.
    ignores_rules: bool,
}

impl SiteLook<'_> {
    /// Asks for the front page, a stylesheet, an old address, one that doesn't exist, and by HTTP without S.
    ///
    /// # Errors
    /// If this machine fails.
    pub fn look(&self) -> Result<Seen, Trouble> {
        let client = HttpClient::new(self.roots, Duration::from_secs(10))?;
        let mut looking = Looking {
            look: self,
            client,
            seen: Seen::default(),
            server: String::new(),
            ignores_rules: false,
        };
        let front = match looking.get(self.base) {
            Ok(front) => front,
            Err(trouble) => {
                looking.seen.front = FrontPage::Wrong;
                looking.note(unreachable(self.base, &trouble));
                return Ok(looking.seen);
            }
        };
        looking.server = front.header("server").unwrap_or_default().to_ascii_lowercase();
        looking.front_page(&front)?;
        if looking.seen.front == FrontPage::Right {
            looking.rules(&front)?;
            looking.encryption()?;
            looking.leftovers();
        }
        Ok(looking.seen)
    }

    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        Some(self.files.get(path)?.from.read().ok()?.into_owned())
    }

    /// The path of a stylesheet that the front page names.
    fn stylesheet(&self, front: &[u8]) -> Option<&str> {
        let sheets = self.files.keys().map(OutputPath::as_str);
        let mut sheets = sheets.filter(|path| path.starts_with(HASHED_FOLDERS[0]) && path.ends_with(".css"));
        sheets.find(|path| memmem::find(front, path.as_bytes()).is_some())
    }
}

impl Looking<'_> {
    fn note(&mut self, words: impl Into<String>) {
        self.seen.notes.push(words.into());
    }

    fn get(&self, url: &Url) -> Result<WebResponse, Trouble> {
        self.client.send(&WebRequest { method: "GET", url, head: "", body: &[], most: MOST })
    }

    /// The answer below the address of the site; `None` if there is none.
    fn below(&self, path: &str) -> Option<WebResponse> {
        self.get(&self.look.base.join(path.trim_start_matches('/')).ok()?).ok()
    }

    /// True for the front page that was built.
    fn is_built(&self, page: &WebResponse) -> bool {
        page.status == 200 && self.look.bytes("index.html").is_none_or(|built| built == page.body)
    }

    /// True for the page that was built, as a service such as Cloudflare changes it on its way: scripts are added, and addresses of
    /// mail hidden, but it says the same.
    fn is_changed(&self, page: &WebResponse) -> bool {
        let built = self.look.bytes("index.html").unwrap_or_default();
        page.status == 200
            && self.names_sheet(page)
            && texts(&built).all(|text| memmem::find(&page.body, text).is_some())
    }

    /// True if it names the stylesheet of the page that was built.
    fn names_sheet(&self, page: &WebResponse) -> bool {
        let built = self.look.bytes("index.html").unwrap_or_default();
        let sheet = self.look.stylesheet(&built);
        sheet.is_some_and(|sheet| memmem::find(&page.body, sheet.as_bytes()).is_some())
    }

    fn front_page(&mut self, front: &WebResponse) -> Result<(), Trouble> {
        if self.is_built(front) {
            return Ok(());
        }
        let base = self.look.base;
        // No cache has an address that nobody has asked for.
        let mut fresh = base.clone();
        fresh.set_query(Some(&format!("now={}", new_secret()?)));
        let is_cached = self.get(&fresh).is_ok_and(|page| self.is_built(&page));
        if !is_cached && self.is_changed(front) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&front.body);
        let is_php =
            front.header("x-powered-by").is_some_and(|by| by.contains("PHP")) || text.contains("wp-content");
        self.seen.front = match front.status {
            403 => FrontPage::Forbidden,
            500 => FrontPage::Failing,
            _ => FrontPage::Wrong,
        };
        let cache = OF_CACHES.iter().find_map(|name| Some(format!("{name}: {}", front.header(name)?)));
        let words = match front.status {
            403 => format!("{base} is forbidden: the host may not read the files"),
            500.. => {
                format!("{base} fails with {}: the host can't read .htaccess, or is broken", front.status)
            }
            301..=399 => format!(
                "{base} leads on to {}: write that address as base_url, or let the host lead there no more",
                front.header("location").unwrap_or("another address")
            ),
            _ if is_cached => {
                format!("{CACHED} ({})", cache.as_deref().unwrap_or("it doesn't say which"))
            }
            _ if is_php => format!(
                "{base} shows an old index.php instead of index.html: rename it in the host's file manager"
            ),
            _ if self.names_sheet(front) => format!(
                "{base} still shows an older publication: {} isn't the folder that it shows, or something keeps the old page",
                self.look.folder
            ),
            _ => {
                let built = self.look.bytes("index.html").unwrap_or_default();
                let sheet = self.look.stylesheet(&built).map(str::to_owned);
                let sheet = sheet.and_then(|sheet| self.below(&sheet));
                if sheet.is_some_and(|sheet| sheet.status == 200) {
                    format!(
                        "{base} shows another file than index.html, although the others are there: remove it at the host"
                    )
                } else {
                    format!(
                        "{} isn't the folder that {base} shows, which is often public_html, httpdocs or htdocs, or the domain leads elsewhere: look at the document root in the host's control panel",
                        self.look.folder
                    )
                }
            }
        };
        self.note(words);
        Ok(())
    }

    /// Compares with what the host's own file says.
    fn rules(&mut self, front: &WebResponse) -> Result<(), Trouble> {
        let look = self.look;
        let sends = look.host.headers != Headers::None;
        let missing: Vec<&str> =
            OF_PAGES.into_iter().filter(|name| sends && front.header(name).is_none()).collect();
        let built = look.bytes("index.html").unwrap_or_default();
        if let Some(sheet) = look.stylesheet(&built) {
            match self.below(sheet) {
                Some(answer) if answer.status == 200 => {
                    if look.bytes(sheet).is_some_and(|bytes| bytes != answer.body) {
                        self.note(format!("{sheet} is changed on its way: switch off what rewrites stylesheets at the host or Cloudflare"));
                    }
                }
                _ => self.note(format!("{sheet} isn't there for visitors: pages have no style")),
            }
        }
        let mut wrong = Vec::new();
        if let Some(ForwardedAddress { from, to }) = look.redirect.as_ref().filter(|_| look.host.redirects())
        {
            let answer = self.below(from).unwrap_or_default();
            let leads = answer.header("location").and_then(|location| look.base.join(location).ok());
            if !(301..=308).contains(&answer.status) || leads.is_none_or(|url| url.as_str() != to) {
                wrong.push(format!("{from} doesn't lead to {to}"));
            }
        }
        let nowhere = format!("gympress-{}/", new_secret()?.get(..12).unwrap_or_default());
        let answer = self.below(&nowhere).unwrap_or_default();
        let has_page = look.bytes("404.html").is_none_or(|page| page.len().min(200) <= answer.body.len());
        if answer.status == 200 {
            self.note("an address where nothing is answers as if it were a page (200): search engines take missing pages for pages");
        } else if look.host.redirects() && !has_page {
            wrong.push("missing pages aren't shown as yours".to_owned());
        }
        self.ignores_rules = !missing.is_empty() || !wrong.is_empty();
        if !missing.is_empty() {
            wrong.push(format!("pages come without {}", missing.join(", ")));
        }
        if self.ignores_rules {
            let advice = if !look.host.reads_htaccess() {
                "look at what docs/hosts.md says of this host"
            } else if self.server.contains("nginx") {
                "the server is nginx, which doesn't read .htaccess: set host = \"plain\" in [publish], and redirects become pages"
            } else {
                ".htaccess isn't read: ask your host for `AllowOverride All`, or set host = \"plain\" in [publish]"
            };
            self.note(format!("{}: {advice}", wrong.join("; ")));
        }
        Ok(())
    }

    /// Sees whether visitors without HTTPS are led to it.
    fn encryption(&mut self) -> Result<(), Trouble> {
        let mut plain = self.look.base.clone();
        if plain.scheme() != "https" || plain.set_scheme("http").is_err() || plain.set_port(None).is_err() {
            return Ok(());
        }
        let Ok(answer) = self.get(&plain) else { return Ok(()) };
        if !answer.header("location").is_some_and(|location| location.starts_with("https:")) {
            self.note(format!(
                "{plain} doesn't lead to https: switch on Force HTTPS (cPanel: Domains; Plesk: Hosting settings; Strato, IONOS: SSL), or ask your host to"
            ));
        }
        Ok(())
    }

    /// Looks for what stands beside the site.
    fn leftovers(&mut self) {
        let is_apache = ["apache", "litespeed"].iter().any(|name| self.server.contains(name));
        if is_apache && self.look.host.takes == TakenSite::Folder && !self.look.host.reads_htaccess() {
            self.note(
                "the server reads .htaccess: host = \"apache\" in [publish] gives real redirects and caching",
            );
        }
        if self
            .below("wp-login.php")
            .is_some_and(|answer| answer.status == 200 && memmem::find(&answer.body, b"wp-").is_some())
        {
            self.note("an old WordPress is still there, and nobody updates it: remove it at the host");
        }
    }
}

/// The texts of a page between its tags, without those that services change: scripts, styles, addresses of mail.
fn texts(page: &[u8]) -> impl Iterator<Item = &[u8]> {
    let pieces = page.split(|byte| *byte == b'<').skip(1);
    pieces.filter_map(|piece| {
        let end = memchr::memchr(b'>', piece)?;
        let (tag, text) = (piece.get(..end)?, piece.get(end + 1..)?.trim_ascii());
        let is_code = [&b"script"[..], b"style"].iter().any(|name| tag.starts_with(name));
        (!is_code && !text.is_empty() && !text.contains(&b'@')).then_some(text)
    })
}

fn unreachable(base: &Url, trouble: &Trouble) -> String {
    let said = &trouble.said;
    match trouble.kind {
        TroubleKind::UnknownHost => {
            format!(
                "{base} has no address yet ({said}): point the domain to the host, which takes up to a day to be seen"
            )
        }
        TroubleKind::Certificate => {
            format!(
                "the certificate of {base} isn't right, {said}: switch on SSL for the domain in the host's control panel"
            )
        }
        _ => format!("{base} doesn't answer: {said}"),
    }
}
