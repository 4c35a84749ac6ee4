//! HTTP headers of a site: permissions of its pages, and how long browsers keep its files.

use std::collections::BTreeSet;

use serde_json::json;

use super::{HostFile, HostSite};

/// Permissions that no page of a gym needs.
const NOT_NEEDED: &str = "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()";

/// Caching of files with a hash in their names, and of all others.
pub(super) const CACHED_FOR_EVER: &str = "public, max-age=31536000, immutable";
pub(super) const CACHED_AND_CHECKED: &str = "no-cache";

pub(super) const SPECULATION_TYPE: &str = "application/speculationrules+json";

/// The rules by which a browser prefetches a page when the visitor points at its link. A header names this file.
pub(super) const SPECULATION_RULES: HostFile =
    HostFile { path: "/speculation-rules.json", write: speculation_rules, yields_to_static: false };

/// A header, by its name and value.
pub(super) struct HttpHeader {
    pub name: &'static str,
    pub value: String,
}

impl HttpHeader {
    fn new(name: &'static str, value: impl Into<String>) -> Self {
        Self { name, value: value.into() }
    }

    /// A line of `_headers`.
    pub fn line(&self) -> String {
        format!("  {}: {}\n", self.name, self.value)
    }
}

/// The headers of the files whose paths fit a pattern: `/blog/*`.
pub(super) struct HeaderRule {
    pub pattern: String,
    pub headers: Vec<HttpHeader>,
}

impl HeaderRule {
    /// Makes a rule with one header for the files whose paths within the site fit `pattern`.
    fn new(site: &HostSite<'_>, pattern: &str, header: HttpHeader) -> Self {
        Self { pattern: site.href(pattern), headers: vec![header] }
    }
}

/// The headers of each file on all hosts.
pub(super) fn common(site: &HostSite<'_>) -> Vec<HttpHeader> {
    // Visitors who book pay in a frame of the service, or in a window that it opens.
    let (not_needed, opener) = if site.has_widgets {
        (NOT_NEEDED.replace("payment=(), ", ""), "same-origin-allow-popups")
    } else {
        (NOT_NEEDED.to_owned(), "same-origin")
    };
    let mut headers = vec![
        HttpHeader::new("X-Content-Type-Options", "nosniff"),
        HttpHeader::new("Referrer-Policy", "strict-origin-when-cross-origin"),
        HttpHeader::new("Permissions-Policy", not_needed),
        HttpHeader::new("Cross-Origin-Opener-Policy", opener),
        HttpHeader::new("Speculation-Rules", format!("\"{}\"", site.href(SPECULATION_RULES.path))),
    ];
    // X-Frame-Options can't name single sites; the policy does.
    if site.frame_ancestors.is_none() {
        headers.push(HttpHeader::new("X-Frame-Options", "DENY"));
    }
    headers.extend(site.hsts.map(|hsts| HttpHeader::new("Strict-Transport-Security", hsts)));
    headers
}

/// All rules. Hosts join the values of every rule that fits a path, so no two rules set the same header for one path.
pub(super) fn rules(site: &HostSite<'_>) -> Vec<HeaderRule> {
    let mut all = vec![HttpHeader::new("Content-Security-Policy", &*site.policy)];
    all.extend(common(site));
    let mut rules = vec![HeaderRule { pattern: site.href("/*"), headers: all }];
    for folder in site.hashed_folders {
        let header = HttpHeader::new("Cache-Control", CACHED_FOR_EVER);
        rules.push(HeaderRule::new(site, &format!("/{folder}/*"), header));
    }
    for pattern in page_patterns(site) {
        let header = HttpHeader::new("Cache-Control", CACHED_AND_CHECKED);
        rules.push(HeaderRule::new(site, &pattern, header));
    }
    let header = HttpHeader::new("Content-Type", SPECULATION_TYPE);
    rules.push(HeaderRule::new(site, SPECULATION_RULES.path, header));
    rules
}

/// Patterns, of which exactly one fits each page.
fn page_patterns(site: &HostSite<'_>) -> BTreeSet<String> {
    let patterns = site.pages.iter().map(|path| match path.trim_start_matches('/').split_once('/') {
        Some((first, _)) => format!("/{first}/*"),
        None => path.to_string(),
    });
    patterns.collect()
}

/// `_headers`, which Netlify and Cloudflare Pages read: a pattern on a line, its headers indented below it.
pub(super) fn list(site: &HostSite<'_>) -> Vec<u8> {
    let mut out = String::new();
    for rule in rules(site) {
        out.push_str(&format!("{}\n", rule.pattern));
        rule.headers.iter().for_each(|header| out.push_str(&header.line()));
    }
    out.into_bytes()
}

fn speculation_rules(site: &HostSite<'_>) -> Vec<u8> {
    let own = json!({ "href_matches": site.href("/*") });
    // Files to download aren't worth fetching ahead.
    let files = json!({ "not": { "href_matches": site.href("/*.(ics|xml|json|txt)") } });
    let rules = json!({ "prefetch": [{ "where": { "and": [own, files] }, "eagerness": "moderate" }] });
    rules.to_string().into_bytes()
}
