//! Apache and LiteSpeed, which most shared hosts run and which read `.htaccess`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::{
    HTACCESS_BEGIN, HTACCESS_END, Headers, Host, HostFile, HostLimits, HostSite, Recipe, Redirects,
    SPECULATION_RULES, TakenSite, encoded,
    headers::{CACHED_AND_CHECKED, CACHED_FOR_EVER, SPECULATION_TYPE, common},
};

pub(super) static APACHE: Host = Host {
    name: "apache",
    title: "Apache",
    place: "on Apache",
    headers: Headers::AllButPolicy,
    redirects: Redirects::Rules,
    reads_queries: true,
    hides_pages_in_folders: false,
    receives_forms: false,
    serves_page_of_folder: true,
    takes: TakenSite::Folder,
    files: &[HostFile { path: "/.htaccess", write: htaccess, yields_to_static: false }, SPECULATION_RULES],
    files_of_language: &[HostFile {
        path: "/.htaccess",
        write: htaccess_of_language,
        yields_to_static: false,
    }],
    limits: HostLimits::NONE,
    recipe: Recipe {
        option: "apache",
        help: "Shared hosting, such as with cPanel: Apache or LiteSpeed",
        heading: "Shared hosting",
        next_step: "run gympress build, zip all that is in dist, and unpack it in public_html with the host's file manager",
        built_by: "any machine",
        on_change: "by hand or by cron",
        nightly: "by cron",
    },
};

/// Directives that are the same for each site. Old servers don't know the types of new formats.
const FILES: &str = "\
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

/// `.htaccess`: Apache's rules for this folder and those below it. Each module is asked for first, as a missing one
/// would turn every request into an error. No rule redirects to HTTPS: not every domain has a certificate.
fn htaccess(site: &HostSite<'_>) -> Vec<u8> {
    let mut out = format!("{HTACCESS_BEGIN}\n{}{FILES}", not_found(site));
    let name = SPECULATION_RULES.path.trim_start_matches('/');
    out += &format!("<Files \"{name}\">\n  ForceType {SPECULATION_TYPE}\n</Files>\n");
    out += "<IfModule mod_headers.c>\n";
    for header in common(site) {
        out += &header_line(header.name, &header.value);
    }
    if let Some(ancestors) = &site.frame_ancestors {
        // Sent beside the policy in each page, where browsers ignore `frame-ancestors`.
        out += &header_line("Content-Security-Policy", ancestors);
    }
    let lasting = format!("^/{}({})/", literal(&decoded(site.base_path)), site.hashed_folders.join("|"));
    out += &format!(
        "  <IfModule mod_setenvif.c>\n    \
         SetEnvIf Request_URI \"{lasting}\" lasting\n    \
         Header set Cache-Control \"{CACHED_AND_CHECKED}\" env=!lasting\n    \
         Header set Cache-Control \"{CACHED_FOR_EVER}\" env=lasting\n  \
         </IfModule>\n</IfModule>\n<IfModule mod_rewrite.c>\n  RewriteEngine On\n"
    );
    for rule in rewrite_rules(site) {
        rule.conditions.iter().for_each(|condition| out += &format!("  RewriteCond {condition}\n"));
        // A percent sign or dollar before a digit would refer to a group of the pattern.
        let to = encoded(rule.to).replace('%', "\\%").replace('$', "\\$");
        out += &format!("  RewriteRule \"^{}\" \"{to}\" [R=301,L,NE{}]\n", rule.pattern, rule.flags);
    }
    out += &format!("</IfModule>\n{HTACCESS_END}\n");
    out.into_bytes()
}

/// The directive that sends a header. A percent sign would begin a value that Apache fills in: an unknown one turns every
/// request into an error.
fn header_line(name: &str, value: &str) -> String {
    format!("  Header set {name} \"{}\"\n", value.replace('%', "%%").replace('"', "\\\""))
}

/// `.htaccess` in the folder of a language, which has a page of its own for addresses where nothing is.
fn htaccess_of_language(site: &HostSite<'_>) -> Vec<u8> {
    not_found(site).into_bytes()
}

fn not_found(site: &HostSite<'_>) -> String {
    format!("ErrorDocument 404 {}\n", site.href("/404.html"))
}

/// A redirect in the words of `mod_rewrite`.
struct RewriteRule<'s> {
    conditions: Vec<String>,
    /// The end of a regular expression for the old path.
    pattern: String,
    to: &'s str,
    flags: &'static str,
}

/// All redirects: those with parameters first, those of folders last and only where the site has neither file nor
/// folder.
fn rewrite_rules<'s>(site: &'s HostSite<'_>) -> Vec<RewriteRule<'s>> {
    let mut rules = Vec::new();
    for old in &site.queries {
        let parameters = old.query.as_deref().unwrap_or_default().split('&');
        let conditions = parameters
            .map(|parameter| format!("%{{QUERY_STRING}} \"(^|&){}(&|$)\"", literal(&encoded(parameter))))
            .collect();
        rules.push(RewriteRule { conditions, pattern: whole(&old.from), to: &old.to, flags: ",QSD" });
    }
    for old in &site.old_addresses {
        rules.push(RewriteRule { conditions: Vec::new(), pattern: whole(&old.from), to: &old.to, flags: "" });
    }
    for old in &site.folders {
        let conditions = ["!-f", "!-d"].map(|is| format!("%{{REQUEST_FILENAME}} {is}")).into();
        let folder = decoded(old.from.strip_suffix('*').unwrap_or(&old.from));
        let pattern = folder.strip_suffix('/').map(|bare| format!("{}(/|$)", literal(bare)));
        rules.push(RewriteRule { conditions, pattern: pattern.unwrap_or_default(), to: &old.to, flags: "" });
    }
    rules
}

/// The pattern of a whole address, with or without a slash at its end.
fn whole(path: &str) -> String {
    let path = decoded(path);
    match path.strip_suffix('/') {
        Some(page) => format!("{}/?$", literal(page)),
        None => format!("{}$", literal(&path)),
    }
}

/// A path as Apache matches it: decoded, relative to the folder of `.htaccess`.
fn decoded(path: &str) -> Cow<'_, str> {
    percent_decode_str(path.trim_start_matches('/')).decode_utf8_lossy()
}

/// Escapes a text for a regular expression between quotes.
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
