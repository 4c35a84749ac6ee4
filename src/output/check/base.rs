//! Which file of the site an address means.

use percent_encoding::percent_decode_str;
use url::{Position, Url};

use crate::{
    output::{OutputPath, file_at},
    site::BaseUrl,
};

/// The address of the site's root, as links are read against it.
#[derive(Clone, Debug)]
pub(super) struct Base {
    root: Url,
    /// The root's path, decoded, with `/` at both ends.
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
    pub(super) fn new(base: &BaseUrl) -> Self {
        Self { root: base.url().clone(), path: decoded(base.path()) }
    }

    /// The path part: `/` or `/gym/`.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The root.
    pub(super) fn root(&self) -> &Url {
        &self.root
    }

    /// The whole address.
    pub(super) fn url(&self) -> &str {
        self.root.as_str()
    }

    /// True for an absolute address on the site's host.
    pub(super) fn is_host_of(&self, address: &str) -> bool {
        address.starts_with(self.host())
    }

    fn host(&self) -> &str {
        &self.root[..Position::BeforePath]
    }

    /// `written` without what comes before the site's root: `/about/` for `/gym/about/`. Nothing
    /// if it isn't written with the base, or if there is nothing to take away.
    pub(super) fn without<'w>(&self, written: &'w str) -> Option<&'w str> {
        let at_host = written.strip_prefix(self.host()).unwrap_or(written);
        let base = self.path.strip_suffix('/').unwrap_or_default();
        let rest = at_host.strip_prefix(base).filter(|rest| rest.starts_with('/'))?;
        (rest.len() < written.len()).then_some(rest)
    }

    /// What `written` means on the page or stylesheet `from`.
    pub(super) fn resolve<'w>(&self, written: &'w str, from: &OutputPath) -> Target<'w> {
        let fragment = fragment(written);
        // Most addresses that depend on their page are fragments.
        if written.is_empty() || written.starts_with(['#', '?']) {
            return Target::File { path: from.as_str().to_owned(), fragment };
        }
        let mut page = self.root.clone();
        page.set_path(&format!("{}{from}", self.root.path()));
        self.resolve_against(&page, written)
    }

    /// The address below the site's root and the fragment, if that needs no rules: a path of the site in which each
    /// character stands for itself.
    pub(super) fn plain<'w>(&self, written: &'w str) -> Option<(&'w str, Option<&'w str>)> {
        let path = written.strip_prefix(self.host()).unwrap_or(written);
        let (path, fragment) = path.split_once('#').map_or((path, None), |(path, rest)| (path, Some(rest)));
        let is_plain = path.starts_with('/')
            && path.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'_' | b'.'))
            && !path.contains("/.")
            && !path.starts_with("//");
        Some((path.strip_prefix(&self.path).filter(|_| is_plain)?, fragment))
    }

    fn resolve_against<'w>(&self, page: &Url, written: &'w str) -> Target<'w> {
        if let Some((address, fragment)) = self.plain(written) {
            return Target::File { path: file_at(address), fragment };
        }
        if plain_host(written).is_some_and(|host| host != self.host()) {
            return Target::Elsewhere;
        }
        // What isn't even an address leads to no file of ours.
        let Ok(url) = page.join(written) else { return Target::Elsewhere };
        if url.scheme() == "javascript" {
            return Target::Script;
        }
        if url[..Position::BeforePath] != *self.host() {
            return Target::Elsewhere;
        }
        let path = decoded(url.path());
        match path.strip_prefix(&self.path) {
            Some(path) => Target::File { path: file_at(path), fragment: fragment(written) },
            // Beside the site's own folder the host may well serve other sites, which are named in full.
            None if Url::parse(written).is_ok() || written.starts_with("//") => Target::Elsewhere,
            None => Target::Outside,
        }
    }
}

/// True for an address whose meaning depends on the file it stands in.
pub(super) fn is_relative(written: &str) -> bool {
    !written.trim_start().starts_with(['/', '\\'])
        && plain_host(written).is_none()
        && Url::parse(written) == Err(url::ParseError::RelativeUrlWithoutBase)
}

/// What stands before the path, `https://wa.me`, if that needs no rules: a name in which each character stands for itself.
fn plain_host(written: &str) -> Option<&str> {
    let rest = written.strip_prefix("https://")?;
    let name = rest.split(['/', '?', '#']).next()?;
    let is_plain = |label: &str| {
        label.starts_with(|first: char| first.is_ascii_lowercase())
            && !label.starts_with("xn--")
            && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let end = written.len() - rest.len() + name.len();
    written.get(..end).filter(|_| name.split('.').all(is_plain))
}

fn fragment(written: &str) -> Option<&str> {
    written.split_once('#').map(|(_, fragment)| fragment)
}

/// `text` with each `%41` as the character it stands for; as it is where that would be no text.
pub(super) fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Into::into)
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{Base, Target, is_relative};
    use crate::{output::OutputPath, site::BaseUrl};

    fn base(url: &str) -> Base {
        Base::new(&BaseUrl::new(&Url::parse(url).unwrap()).unwrap())
    }

    fn resolve(base: &Base, from: &str, written: &str) -> String {
        let from = OutputPath::new(from).unwrap();
        match base.resolve(written, &from) {
            Target::File { path, fragment: Some(fragment) } => format!("{path} at {fragment}"),
            Target::File { path, fragment: None } => path,
            other => format!("{other:?}").to_lowercase(),
        }
    }

    #[test]
    fn finds_the_file_that_a_host_would_serve() {
        let base = base("https://example.org/gym/");
        for (from, written, file) in [
            ("index.html", "/gym/", "index.html"),
            ("index.html", "/gym/about/?a=b#team", "about/index.html at team"),
            ("index.html", "/gym/about", "about"),
            ("index.html", "/gym/../gym/./about/", "about/index.html"),
            ("index.html", "about/", "about/index.html"),
            ("blog/a/index.html", "../b/", "blog/b/index.html"),
            ("blog/a/index.html", "#top", "blog/a/index.html at top"),
            ("blog/a/index.html", "", "blog/a/index.html"),
            ("blog/a/index.html", "?page=2", "blog/a/index.html"),
            ("assets/site.css", "../fonts/a%20b.woff2", "fonts/a b.woff2"),
            ("index.html", "https://example.org/gym/feed.xml", "feed.xml"),
            ("index.html", "HTTPS://EXAMPLE.org:443/gym/", "index.html"),
            ("index.html", "//example.org/gym/about/", "about/index.html"),
            ("index.html", "https://example.org/other/", "elsewhere"),
            ("index.html", "https://example.org.evil.net/gym/", "elsewhere"),
            ("index.html", "//cdn.net/x.js", "elsewhere"),
            ("index.html", "https://cdn.net/x.js", "elsewhere"),
            ("index.html", "https://cdn.net?a=b", "elsewhere"),
            ("index.html", "https://example.org\\gym\\feed.xml", "feed.xml"),
            ("index.html", "https://ex\tample.org/gym/feed.xml", "feed.xml"),
            ("index.html", "https://a@example.org/gym/feed.xml", "elsewhere"),
            ("index.html", "mailto:a@b.c", "elsewhere"),
            ("index.html", "tel:+254700000000", "elsewhere"),
            ("index.html", "data:image/png;base64,AA==", "elsewhere"),
            ("index.html", "https://", "elsewhere"),
            ("index.html", "/about/", "outside"),
            ("index.html", "../../about/", "outside"),
            ("index.html", " java\nscript:alert(1)", "script"),
        ] {
            assert_eq!(resolve(&base, from, written), file, "{written} on {from}");
        }
    }

    #[test]
    fn takes_the_base_away() {
        let base = base("https://example.org/gym/");
        assert_eq!(base.without("/gym/about/"), Some("/about/"));
        assert_eq!(base.without("https://example.org/gym/about/"), Some("/about/"));
        assert_eq!(base.without("/gymnastics/"), None);
    }

    #[test]
    fn tells_what_depends_on_the_page() {
        assert!(["#a", "", "a/b", "../x", "?q"].into_iter().all(is_relative));
        assert!(!["/a", "//host/a", "https://a.b/", "mailto:x"].into_iter().any(is_relative));
    }
}
