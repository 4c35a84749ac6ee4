//! The address at which the site is published: an origin and a base path.

use url::Url;

/// The address of the site's root. Its path ends in `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// The root of a site. Returns `None` unless `url` is an `https:` or `http:` address without query, fragment and user, and
    /// with single slashes in its path.
    pub fn new(url: &Url) -> Option<Self> {
        let plain = matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.query().is_none()
            && url.fragment().is_none()
            && !url.path().contains("//")
            && url.username().is_empty()
            && url.password().is_none();
        let mut url = url.clone();
        if !url.path().ends_with('/') {
            let path = format!("{}/", url.path());
            url.set_path(&path);
        }
        plain.then_some(Self(url))
    }

    /// The address used in place of one with a mistake.
    pub(super) fn fallback() -> Option<Self> {
        Url::parse("https://example.org/").ok().map(Self)
    }

    pub fn url(&self) -> &Url {
        &self.0
    }

    /// The path of the root, below which all pages are: `/` or `/gym/`.
    pub fn path(&self) -> &str {
        self.0.path()
    }

    /// The address of the root, ending in a slash.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The root of what is in a folder of the site.
    pub fn below(&self, folder: &str) -> Self {
        let mut url = self.0.clone();
        url.set_path(&format!("{}{folder}/", self.path()));
        Self(url)
    }

    /// The absolute address of a path that has the base path already.
    pub fn with_path(&self, href: &str) -> String {
        self.0.join(href).map_or_else(|_| href.to_owned(), String::from)
    }

    /// Adds the base path to a path within the site: `/gym/contact/` for `/contact/`.
    pub fn href(&self, within: &str) -> String {
        [self.path(), within.trim_start_matches('/')].concat()
    }

    /// The absolute address of a path within the site.
    pub fn absolute(&self, within: &str) -> String {
        [self.as_str(), within.trim_start_matches('/')].concat()
    }
}
