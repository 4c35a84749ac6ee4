//! Where the site is served from, and which of its files an address means.

use std::borrow::Cow;

use super::percent;
use crate::output::OutputPath;

/// The address below which the site is served: `https://example.org/gym/`, or only `/gym/` where
/// the host isn't known; then every absolute address counts as somebody else's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Scheme and host without a `/` at the end; empty where the host isn't known.
    origin: String,
    /// Decoded, with `/` at both ends.
    path: String,
}

/// What an address on a page leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target<'w> {
    /// Another site, a mail program, a telephone.
    Elsewhere,
    /// Code in an address.
    Script,
    /// A place on the site's host that is outside of the site.
    Outside,
    /// The file that a host would serve.
    File {
        /// Relative to the output folder.
        path: String,
        /// What follows `#`, as written.
        fragment: Option<&'w str>,
    },
}

impl Base {
    /// The base, or nothing if `url` is neither an `http` or `https` URL with a host nor a path from `/`.
    pub fn new(url: &str) -> Option<Self> {
        let (origin, path) = match url.split_once("://") {
            Some((scheme, rest)) => {
                let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
                let known = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
                if !known || host.is_empty() {
                    return None;
                }
                url.split_at(scheme.len() + "://".len() + host.len())
            }
            None => url.starts_with('/').then_some(("", url))?,
        };
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let path = percent::decode(path.trim_matches('/')).into_owned();
        let path = if path.is_empty() { "/".to_owned() } else { format!("/{path}/") };
        Some(Self { origin: origin.to_owned(), path })
    }

    /// The path part: `/` or `/gym/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole address, where the host is known.
    pub(super) fn url(&self) -> Option<String> {
        (!self.origin.is_empty()).then(|| format!("{}{}", self.origin, self.path))
    }

    /// True for an absolute address of the site.
    pub(super) fn owns(&self, address: &str) -> bool {
        strip_prefix_ignoring_case(address, &self.origin).is_some()
    }

    /// `written` without what comes before the site's root: `/about/` for `/gym/about/`. Nothing
    /// if it isn't written with the base, or if there is nothing to take away.
    pub(super) fn without<'w>(&self, written: &'w str) -> Option<&'w str> {
        let at_host = strip_prefix_ignoring_case(written, &self.origin).unwrap_or(written);
        let base = self.path.strip_suffix('/').unwrap_or_default();
        let rest = at_host.strip_prefix(base).filter(|rest| rest.starts_with('/'))?;
        (rest.len() < written.len()).then_some(rest)
    }

    /// What `written` means wherever it stands; only for what [`is_relative`] denies.
    pub(super) fn resolve_absolute<'w>(&self, written: &'w str) -> Target<'w> {
        self.resolve_from(written, "")
    }

    /// What `written` means on the page or stylesheet `from`.
    pub(super) fn resolve<'w>(&self, written: &'w str, from: &OutputPath) -> Target<'w> {
        self.resolve_from(written, from.as_str())
    }

    fn resolve_from<'w>(&self, written: &'w str, from: &str) -> Target<'w> {
        let (address, fragment) = match written.split_once('#') {
            Some((address, fragment)) => (address, Some(fragment)),
            None => (written, None),
        };
        let address = address.split('?').next().unwrap_or_default();
        let address = without_blanks(address);
        if address.is_empty() {
            return Target::File { path: from.to_owned(), fragment };
        }
        if let Some(scheme) = scheme(&address) {
            if scheme.eq_ignore_ascii_case("javascript") {
                return Target::Script;
            }
            return match strip_prefix_ignoring_case(&address, &self.origin) {
                Some(path) => self.absolute(path, fragment),
                None => Target::Elsewhere,
            };
        }
        if address.starts_with("//") {
            let host = self.origin.split_once(':').map_or("", |(_, host)| host);
            return match strip_prefix_ignoring_case(&address, host) {
                Some(path) => self.absolute(path, fragment),
                None => Target::Elsewhere,
            };
        }
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let full = match (address.starts_with('/'), folder) {
            (true, _) => address.into_owned(),
            (false, "") => format!("{}{address}", self.path),
            (false, folder) => format!("{}{folder}/{address}", self.path),
        };
        self.file(&full).map_or(Target::Outside, |path| Target::File { path, fragment })
    }

    /// The target of an absolute address, of which `path` follows the host.
    fn absolute<'w>(&self, path: &str, fragment: Option<&'w str>) -> Target<'w> {
        let path = if path.is_empty() { "/" } else { path };
        // Beside the site's own folder a host may well serve other sites.
        match path.starts_with('/').then(|| self.file(path)).flatten() {
            Some(path) => Target::File { path, fragment },
            None => Target::Elsewhere,
        }
    }

    /// The file that a host serves for the path `full`, if it is below the base.
    fn file(&self, full: &str) -> Option<String> {
        let full = normal(&percent::decode(full));
        let path = full.strip_prefix(&self.path)?;
        let index = if path.is_empty() || path.ends_with('/') { "index.html" } else { "" };
        Some(format!("{path}{index}"))
    }
}

/// True for an address whose meaning depends on the file it stands in.
pub(super) fn is_relative(written: &str) -> bool {
    let address = without_blanks(written);
    !address.starts_with('/') && scheme(&address).is_none()
}

fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    named.then_some(scheme)
}

/// An address as browsers read it: blanks around it and line breaks within it don't count.
fn without_blanks(address: &str) -> Cow<'_, str> {
    let trimmed = address.trim_matches(|c: char| c <= ' ');
    if trimmed.contains(['\t', '\n', '\r']) {
        Cow::Owned(trimmed.replace(['\t', '\n', '\r'], ""))
    } else {
        Cow::Borrowed(trimmed)
    }
}

fn strip_prefix_ignoring_case<'w>(text: &'w str, prefix: &str) -> Option<&'w str> {
    let head = text.get(..prefix.len()).filter(|_| !prefix.is_empty())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// `path` without `.` and `..`.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut at_folder = true;
    for part in path.split('/').skip(1) {
        at_folder = matches!(part, "" | "." | "..");
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let end = if at_folder && !parts.is_empty() { "/" } else { "" };
    format!("/{}{end}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{Base, Target, is_relative};
    use crate::output::OutputPath;

    fn resolve(base: &str, from: &str, written: &str) -> String {
        let (Some(base), Some(from)) = (Base::new(base), OutputPath::new(from)) else {
            return "unsound".to_owned();
        };
        match base.resolve(written, &from) {
            Target::File { path, fragment: Some(fragment) } => format!("{path} at {fragment}"),
            Target::File { path, fragment: None } => path,
            other => format!("{other:?}").to_lowercase(),
        }
    }

    #[test]
    fn finds_the_file_that_a_host_would_serve() {
        let base = "https://example.org/gym/";
        for (from, written, file) in [
            ("index.html", "/gym/", "index.html"),
            ("index.html", "/gym/about/?a=b#team", "about/index.html at team"),
            ("index.html", "/gym/about", "about"),
            ("index.html", "about/", "about/index.html"),
            ("blog/a/index.html", "../b/", "blog/b/index.html"),
            ("blog/a/index.html", "#top", "blog/a/index.html at top"),
            ("blog/a/index.html", "", "blog/a/index.html"),
            ("blog/a/index.html", "?page=2", "blog/a/index.html"),
            ("assets/site.css", "../fonts/a%20b.woff2", "fonts/a b.woff2"),
            ("index.html", "https://example.org/gym/feed.xml", "feed.xml"),
            ("index.html", "HTTPS://EXAMPLE.org/gym/", "index.html"),
            ("index.html", "//example.org/gym/about/", "about/index.html"),
            ("index.html", "https://example.org/other/", "elsewhere"),
            ("index.html", "https://example.org.evil.net/gym/", "elsewhere"),
            ("index.html", "//cdn.net/x.js", "elsewhere"),
            ("index.html", "mailto:a@b.c", "elsewhere"),
            ("index.html", "tel:+254700000000", "elsewhere"),
            ("index.html", "/about/", "outside"),
            ("index.html", "../../about/", "outside"),
            ("index.html", " java\nscript:alert(1)", "script"),
        ] {
            assert_eq!(resolve(base, from, written), file, "{written} on {from}");
        }
        assert_eq!(resolve("/", "index.html", "https://example.org/"), "elsewhere");
        assert_eq!(resolve("https://example.org", "a/index.html", "https://example.org"), "index.html");
    }

    #[test]
    fn takes_only_addresses_of_sites() {
        for unsound in ["", "gym/", "ftp://example.org/", "https:///gym/", "mailto:a@b.c"] {
            assert_eq!(Base::new(unsound), None, "{unsound}");
        }
        assert_eq!(Base::new("https://example.org/gym").map(|base| base.path().to_owned()).as_deref(), Some("/gym/"));
    }

    #[test]
    fn takes_the_base_away() {
        let base = Base::new("https://example.org/gym/");
        let without = |written| base.as_ref().and_then(|base| base.without(written));
        assert_eq!(without("/gym/about/"), Some("/about/"));
        assert_eq!(without("https://example.org/gym/about/"), Some("/about/"));
        assert_eq!(without("/gymnastics/"), None);
    }

    #[test]
    fn tells_what_depends_on_the_page() {
        assert!(["#a", "", "a/b", "../x", "?q"].into_iter().all(is_relative));
        assert!(!["/a", "//host/a", "https://a.b/", "mailto:x"].into_iter().any(is_relative));
    }
}
