//! The file of the site that an address refers to.

use percent_encoding::percent_decode_str;
use url::{Position, Url};

use crate::{
    output::{OutputPath, file_at},
    site::BaseUrl,
};

/// The base URL of the site, against which links are resolved.
#[derive(Clone, Debug)]
pub(super) struct Base {
    root: Url,
    /// The root's path, decoded, with `/` at both ends.
    path: String,
}

/// The target of an address on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target<'w> {
    /// Another site, a mail program, a telephone.
    Elsewhere,
    /// Code: `javascript:...`.
    Script,
    /// A place on the site's host that is outside of the site.
    Outside,
    /// The file that a host would serve.
    File {
        /// Relative to the output folder.
        path: String,
        /// The part behind `#`, as written.
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

    /// True for an absolute address on the site's host.
    pub(super) fn is_host_of(&self, address: &str) -> bool {
        address.starts_with(self.host())
    }

    /// True for an address of another site that needs no rules to be known as one, as most such addresses are.
    pub(super) fn is_other_host(&self, address: &str) -> bool {
        plain_host(address).is_some_and(|host| host != self.host())
    }

    fn host(&self) -> &str {
        &self.root[..Position::BeforePath]
    }

    /// `written` without the host and the base path: `/about/` for `/gym/about/`. Returns `None` if it isn't below the
    /// base path, or if nothing is left out.
    pub(super) fn without<'w>(&self, written: &'w str) -> Option<&'w str> {
        let at_host = written.strip_prefix(self.host()).unwrap_or(written);
        let base = self.path.strip_suffix('/').unwrap_or_default();
        let rest = at_host.strip_prefix(base).filter(|rest| rest.starts_with('/'))?;
        (rest.len() < written.len()).then_some(rest)
    }

    /// Resolves the address `written` on the page or stylesheet `from`.
    pub(super) fn resolve<'w>(&self, written: &'w str, from: &OutputPath) -> Target<'w> {
        let fragment = fragment(written);
        // Most relative addresses are mere fragments.
        if written.is_empty() || written.starts_with(['#', '?']) {
            return Target::File { path: from.as_str().to_owned(), fragment };
        }
        let mut page = self.root.clone();
        page.set_path(&format!("{}{from}", self.root.path()));
        self.resolve_against(&page, written)
    }

    /// Splits a simple address into the path below the site's root and the fragment, without the rules of URLs. Returns
    /// `None` unless each character of the path stands for itself.
    pub(super) fn plain<'w>(&self, written: &'w str) -> Option<(&'w str, Option<&'w str>)> {
        let path = written.strip_prefix(self.host()).unwrap_or(written);
        let end =
            path.find(|c: char| !c.is_ascii_alphanumeric() && !"/-_.".contains(c)).unwrap_or(path.len());
        let (path, rest) = path.split_at_checked(end)?;
        let fragment = rest.strip_prefix('#');
        let is_certain = fragment.is_some() || rest.is_empty();
        if !is_certain || path.starts_with("//") || path.contains("/.") {
            return None;
        }
        Some((path.strip_prefix(&self.path)?, fragment))
    }

    fn resolve_against<'w>(&self, page: &Url, written: &'w str) -> Target<'w> {
        if let Some((address, fragment)) = self.plain(written) {
            return Target::File { path: file_at(address), fragment };
        }
        if self.is_other_host(written) {
            return Target::Elsewhere;
        }
        // A text that isn't a URL refers to no file of the site.
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
            // A full address beside the base path is probably another site on the same host.
            None if Url::parse(written).is_ok() || written.starts_with("//") => Target::Elsewhere,
            None => Target::Outside,
        }
    }
}

/// True for an address that is resolved against the file in which it stands.
pub(super) fn is_relative(written: &str) -> bool {
    !written.trim_start().starts_with(['/', '\\'])
        && plain_host(written).is_none()
        && Url::parse(written) == Err(url::ParseError::RelativeUrlWithoutBase)
}

/// The origin of a simple address, such as `https://wa.me`, without the rules of URLs: each character of the name
/// stands for itself.
fn plain_host(written: &str) -> Option<&str> {
    let rest = written.strip_prefix("https://")?;
    let name = rest.split(['/', '?', '#']).next()?;
    let end = written.len() - rest.len() + name.len();
    written.get(..end).filter(|_| name.split('.').all(is_plain_label))
}

fn is_plain_label(label: &str) -> bool {
    label.starts_with(|first: char| first.is_ascii_lowercase())
        && !label.starts_with("xn--")
        && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn fragment(written: &str) -> Option<&str> {
    written.split_once('#').map(|(_, fragment)| fragment)
}

/// Decodes `%41` and the like. Returns `text` unchanged if the result isn't UTF-8.
pub(super) fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Into::into)
}
