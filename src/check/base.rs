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

/// The target of an address on a page.
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

    /// Resolves the address `written` on the page or stylesheet `from`.
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
        if plain_host(written).is_some_and(|host| host != self.host()) {
            return Target::Elsewhere;
        }
        // A text that isn't even an address leads to no file of ours.
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

/// The origin, `https://wa.me`, if no rules are needed to read it: a name in which each character stands for itself.
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

/// `text` with each `%41` as the character it stands for; as it is where that would be no text.
pub(super) fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), Into::into)
}
