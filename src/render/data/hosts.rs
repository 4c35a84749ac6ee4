//! Files that hosts, browsers and search engines read. Netlify and Cloudflare Pages read the same forms of `_headers` and
//! `_redirects`, Apache and LiteSpeed `.htaccess`.

use std::{borrow::Cow, collections::BTreeSet};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};

use super::{dates::moment, xml::Xml};
use crate::{
    assets::{
        IconKind,
        styles::{self, Surface},
    },
    cache, check,
    content::Host,
    output::Artifact,
    render::{search::SearchIndex, site::RenderSite},
    routes::{OFFLINE, Routes, SITEMAP, SPECULATION_RULES, folders, queries},
    site::Site,
    widgets::frame_ancestors,
};

/// What no page of a gym needs.
const NOT_NEEDED: &str = "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()";

/// What is said with each file on all hosts.
fn common_headers(site: &Site) -> Vec<(&'static str, String)> {
    let services = site.gym.services.as_ref();
    let has_widgets =
        services.is_some_and(|services| !services.frames.is_empty() || !services.scripts.is_empty());
    // Those who book pay in the frame, or in a window that it opens.
    let (not_needed, opener) = if has_widgets {
        (NOT_NEEDED.replace("payment=(), ", ""), "same-origin-allow-popups")
    } else {
        (NOT_NEEDED.to_owned(), "same-origin")
    };
    let mut headers = vec![
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Referrer-Policy", "strict-origin-when-cross-origin".to_owned()),
        ("Permissions-Policy", not_needed),
        ("Cross-Origin-Opener-Policy", opener.to_owned()),
        ("Speculation-Rules", format!("\"{}\"", site.base.href(SPECULATION_RULES))),
    ];
    // It can't name sites, which the policy does.
    if site.gym.framed_by().is_empty() {
        headers.push(("X-Frame-Options", "DENY".to_owned()));
    }
    if let Some(hsts) = site.gym.hsts().filter(|_| site.base.url().scheme() == "https") {
        headers.push(("Strict-Transport-Security", hsts.to_owned()));
    }
    headers
}

/// How long files with a hash in their names are kept, and all others.
const CACHED_FOR_EVER: &str = "public, max-age=31536000, immutable";
const CACHED_AND_CHECKED: &str = "no-cache";

const SPECULATION_TYPE: &str = "application/speculationrules+json";

/// `_headers`: what the host says with each file. Hosts join the values of all rules that match, so no two rules here give
/// the same header to a path.
pub(super) fn headers(site: &Site, routes: &Routes) -> Vec<u8> {
    let base = &site.base;
    let mut all = vec![("Content-Security-Policy", site.policy_header())];
    all.extend(common_headers(site));
    let mut out = String::new();
    let mut rule = |pattern: &str, headers: &[(&str, String)]| {
        out.push_str(&format!("{}\n", encoded(&base.href(pattern))));
        for (name, value) in headers {
            out.push_str(&format!("  {name}: {value}\n"));
        }
    };
    rule("/*", &all);
    for folder in LASTING {
        rule(&format!("/{folder}/*"), &[("Cache-Control", CACHED_FOR_EVER.to_owned())]);
    }
    // Patterns that together match every page once.
    let pages = routes.pages().map(|page| match page.path.trim_start_matches('/').split_once('/') {
        Some((first, _)) => format!("/{first}/*"),
        None => page.path.to_string(),
    });
    for pattern in pages.collect::<BTreeSet<_>>() {
        rule(&pattern, &[("Cache-Control", CACHED_AND_CHECKED.to_owned())]);
    }
    rule(SPECULATION_RULES, &[("Content-Type", SPECULATION_TYPE.to_owned())]);
    out.into_bytes()
}

/// What separates the parts of a line.
const SPACES: &AsciiSet = &CONTROLS.add(b' ');

/// `_redirects`: what leads on.
pub(super) fn redirects(site: &Site, routes: &Routes) -> Vec<u8> {
    // A file at the same address would win over a redirect that isn't forced.
    let status = if site.gym.host() == Host::Netlify { "301!" } else { "301" };
    let mut out = String::new();
    // Netlify alone looks at what stands behind a question mark. The first line that fits wins, and one without parameters
    // fits whatever stands there.
    for old in queries(site).filter(|_| site.gym.host() == Host::Netlify) {
        let path = encoded(&site.base.href(old.redirect.old_path()));
        let parameters: Vec<String> =
            old.redirect.query().unwrap_or_default().split('&').map(encoded).collect();
        let to = encoded(&old.target(&site.base));
        out.push_str(&format!("{path} {} {to} {status}\n", parameters.join(" ")));
    }
    for old in routes.old_addresses() {
        let (from, to) = (encoded(&site.base.href(&old.path)), encoded(&old.target(&site.base)));
        out.push_str(&format!("{from} {to} {status}\n"));
        if let Some(bare) = from.strip_suffix('/') {
            out.push_str(&format!("{bare} {to} {status}\n"));
        }
    }
    // The last resort: what stands above wins, and at Netlify a page does.
    for old in folders(site) {
        let (from, to) = (encoded(&site.base.href(&old.path)), encoded(&old.target(&site.base)));
        if let Some(bare) = from.strip_suffix("/*").filter(|bare| !bare.is_empty()) {
            out.push_str(&format!("{bare} {to} 301\n"));
        }
        out.push_str(&format!("{from} {to} 301\n"));
    }
    out.into_bytes()
}

/// A part of a line, which can have neither spaces nor letters beyond ASCII.
fn encoded(part: &str) -> String {
    utf8_percent_encode(part, SPACES).to_string()
}

/// What `.htaccess` says of files, whatever is in the site. Old servers don't know the types of new formats.
const APACHE: &str = "\
AddDefaultCharset utf-8
<IfModule mod_dir.c>
  DirectoryIndex index.html
</IfModule>
<IfModule mod_mime.c>
  AddCharset utf-8 .css .ics .js .json .webmanifest .xml
  AddType application/manifest+json .webmanifest
  AddType font/woff2 .woff2
  AddType image/avif .avif
  AddType image/webp .webp
  AddType text/calendar .ics
</IfModule>
<IfModule mod_deflate.c>
  <IfModule mod_filter.c>
    AddOutputFilterByType DEFLATE application/javascript application/json application/manifest+json application/xml
    AddOutputFilterByType DEFLATE image/svg+xml text/calendar text/css text/html text/javascript text/plain text/xml
  </IfModule>
</IfModule>
";

/// `.htaccess`: what Apache does with the files of this folder and of those in it. It uses no module without asking for it:
/// the host would answer each request with an error. Whether all of the domain has HTTPS, its owner knows.
pub(super) fn htaccess(site: &Site, routes: &Routes) -> Vec<u8> {
    let base = &site.base;
    let mut out = format!("ErrorDocument 404 {}\n{APACHE}", encoded(&base.href("/404.html")));
    let name = SPECULATION_RULES.trim_start_matches('/');
    out.push_str(&format!("<Files \"{name}\">\n  ForceType {SPECULATION_TYPE}\n</Files>\n"));
    out.push_str("<IfModule mod_headers.c>\n");
    for (name, value) in common_headers(site) {
        out.push_str(&format!("  Header set {name} \"{}\"\n", value.replace('"', "\\\"")));
    }
    if !site.gym.framed_by().is_empty() {
        // Beside the policy in each page, where browsers ignore this.
        let ancestors = frame_ancestors(&site.gym);
        out.push_str(&format!("  Header set Content-Security-Policy \"{ancestors}\"\n"));
    }
    let lasting = format!("^/{}({})/", literal(&decoded(base.path())), LASTING.join("|"));
    out.push_str(&format!(
        "  <IfModule mod_setenvif.c>\n    \
         SetEnvIf Request_URI \"{lasting}\" lasting\n    \
         Header set Cache-Control \"{CACHED_AND_CHECKED}\" env=!lasting\n    \
         Header set Cache-Control \"{CACHED_FOR_EVER}\" env=lasting\n  \
         </IfModule>\n</IfModule>\n<IfModule mod_rewrite.c>\n  RewriteEngine On\n"
    ));
    let mut rule = |conditions: &[String], pattern: &str, to: &str, flags: &str| {
        conditions.iter().for_each(|condition| out.push_str(&format!("  RewriteCond {condition}\n")));
        // A percent sign and a dollar before a digit stand for what a pattern found.
        let to = encoded(to).replace('%', "\\%").replace('$', "\\$");
        out.push_str(&format!("  RewriteRule \"^{pattern}\" \"{to}\" [R=301,L,NE{flags}]\n"));
    };
    for old in queries(site) {
        let parameters = old.redirect.query().unwrap_or_default().split('&');
        let condition =
            |parameter| format!("%{{QUERY_STRING}} \"(^|&){}(&|$)\"", literal(&encoded(parameter)));
        let conditions: Vec<String> = parameters.map(condition).collect();
        rule(&conditions, &whole(old.redirect.old_path()), &old.target(base), ",QSD");
    }
    for old in routes.old_addresses() {
        rule(&[], &whole(&old.path), &old.target(base), "");
    }
    // The last resort: a file or a folder of the site wins.
    let nothing = ["!-f", "!-d"].map(|is| format!("%{{REQUEST_FILENAME}} {is}"));
    for old in folders(site) {
        let folder = old.redirect.folder().unwrap_or_default();
        let pattern = match decoded(folder).strip_suffix('/') {
            Some(bare) => format!("{}(/|$)", literal(bare)),
            None => String::new(),
        };
        rule(&nothing, &pattern, &old.target(base), "");
    }
    out.push_str("</IfModule>\n");
    out.into_bytes()
}

/// The pattern of an address, with or without the slash at its end.
fn whole(path: &str) -> String {
    let path = decoded(path);
    match path.strip_suffix('/') {
        Some(page) => format!("{}/?$", literal(page)),
        None => format!("{}$", literal(&path)),
    }
}

/// A path as Apache compares it: from the folder of `.htaccess` on.
fn decoded(path: &str) -> Cow<'_, str> {
    percent_decode_str(path.trim_start_matches('/')).decode_utf8_lossy()
}

/// A text that stands for itself in a regular expression between quotes.
fn literal(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '/' | '-' | '_' | '&' | '=' | '%') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// `robots.txt`: everything may be read, and the sitemap lists what there is.
pub(super) fn robots(site: &Site) -> Vec<u8> {
    let mut text = String::from("User-agent: *\nAllow: /\n");
    if site.has_base_url {
        let sitemap = site.base.absolute(SITEMAP);
        text.push_str(&format!("\nSitemap: {sitemap}\n"));
    }
    text.into_bytes()
}

/// The sitemap (<https://www.sitemaps.org/protocol.html>).
pub(super) fn sitemap(site: &RenderSite, routes: &Routes) -> Vec<u8> {
    Xml::document("urlset", &[("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9")], |xml| {
        for page in routes.pages().filter(|page| page.is_listed) {
            xml.element("url", &[], |xml| {
                xml.text("loc", &[], &site.base.absolute(&page.path));
                // For other pages there is no date of the last change.
                if let Some(post) = page.post() {
                    xml.text("lastmod", &[], &moment(post.modified(), site));
                }
            });
        }
    })
}

/// Which pages a browser may prefetch: those at whose link a visitor points.
pub(super) fn speculation_rules(site: &Site) -> Vec<u8> {
    let own = json!({ "href_matches": site.base.href("/*") });
    // Files to download are none to fetch ahead.
    let files = json!({ "not": { "href_matches": site.base.href("/*.(ics|xml|json|txt)") } });
    let rules = json!({ "prefetch": [{ "where": { "and": [own, files] }, "eagerness": "moderate" }] });
    rules.to_string().into_bytes()
}

/// The web manifest, with which a visitor can put the site among their apps. `drawing` is the path of the design's own
/// icon, for a gym that names none.
pub(super) fn manifest(site: &RenderSite, drawing: Option<&str>, surface: &Surface) -> Vec<u8> {
    let gym = &site.gym;
    let mut icons: Vec<Value> = [IconKind::Large, IconKind::Maskable]
        .into_iter()
        .filter_map(|purpose| {
            let (size, path) = (purpose.size(), site.pictures.icon(purpose)?);
            let masked = if purpose == IconKind::Maskable { "maskable" } else { "any" };
            let sizes = format!("{size}x{size}");
            Some(json!({ "src": site.base.href(&path), "type": "image/png", "sizes": sizes, "purpose": masked }))
        })
        .collect();
    if let Some(path) = drawing.filter(|_| icons.is_empty()) {
        icons.push(json!({ "src": site.base.href(path), "type": "image/svg+xml", "sizes": "any" }));
    }
    let name = match &gym.tagline {
        Some(tagline) => format!("{}{}{}", gym.name.as_str(), site.formats.colon(), tagline.as_str()),
        None => gym.name.as_str().to_owned(),
    };
    let colour = surface.colours.first().map(|(colour, _)| colour.as_str());
    let manifest = json!({
        "name": name,
        "short_name": gym.name.as_str(),
        "description": gym.summary(),
        "lang": gym.language.as_str(),
        "id": site.base.path(),
        "start_url": site.base.path(),
        "scope": site.base.path(),
        "display": "minimal-ui",
        "background_color": colour,
        "theme_color": colour,
        "icons": icons,
    });
    manifest.to_string().into_bytes()
}

const ON: &str = include_str!("worker/on.js");
const OFF: &str = include_str!("worker/off.js");

/// The folders whose files have a hash in their names.
const LASTING: [&str; 2] = [styles::FOLDER, "images"];

/// `sw.js`, the service worker: the site without a network. Where content doesn't enable it, it's a worker that takes away
/// itself and all that an earlier one has cached; it has to be there for as long as a browser may have that.
/// `page` is shown in place of those that aren't cached.
pub(super) fn worker(site: &Site, page: Option<&Artifact>) -> Vec<u8> {
    let base = site.base.path();
    let Some(page) = page else {
        let settings = json!({ "base": base });
        return format!("const SITE = {settings};\n{OFF}").into_bytes();
    };
    let lasting = LASTING.map(|folder| site.base.href(&format!("/{folder}/")));
    let search = site.base.href(&format!("/{}/", SearchIndex::START));
    // The page names all its files by their hashes, so its own hash changes with any of them.
    let version = cache::short(&blake3::hash(&[ON.as_bytes(), &page.bytes.ready()].concat()), 16);
    let mut needed: Vec<String> = check::addresses(page, &site.base).into_iter().collect();
    // What the page loads by itself: styles, scripts, fonts.
    needed.retain(|link| {
        lasting.iter().any(|folder| link.starts_with(folder))
            && [".css", ".js", ".woff2"].iter().any(|end| link.ends_with(end))
    });
    needed.insert(0, site.base.href(OFFLINE));
    let settings =
        json!({ "base": base, "version": version, "lasting": lasting, "search": search, "offline": needed });
    format!("const SITE = {settings};\n{ON}").into_bytes()
}
