//! The addresses and ids of a file, kept without its text.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    base::Base,
    rules::Violation,
    tags::{Attribute, start_tags, unescaped},
};
use crate::{
    assets::styles::sheet,
    output::{
        Artifact, Bytes, Origin, OutputPath,
        html::{Fragment, FragmentScan},
    },
    site::BaseUrl,
};

/// The result of scanning a file.
#[derive(Debug)]
pub struct Scan {
    pub(super) path: OutputPath,
    pub(super) origin: Origin,
    pub(super) own: FragmentScan,
    /// The fragments that the page shares with others.
    pub(super) fragments: Vec<Arc<Fragment>>,
    pub(super) violations: Vec<Violation>,
}

impl Scan {
    /// The path of the file.
    pub fn path(&self) -> &OutputPath {
        &self.path
    }

    /// The scan of a file on a site at `base`.
    pub(super) fn new(artifact: &Artifact, base: &Base) -> Self {
        let (own, fragments) = match &artifact.bytes {
            Bytes::Page(html) => {
                let mut own = FragmentScan { is_whole: true, ..FragmentScan::default() };
                for part in html.own() {
                    own.read_html(part, base);
                }
                let fragments: Vec<_> = html.fragments().cloned().collect();
                if own.is_whole && fragments.iter().all(|fragment| is_whole(fragment, base)) {
                    (own, fragments)
                } else {
                    (FragmentScan::from_html(&html.join(), base), Vec::new())
                }
            }
            Bytes::Ready(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                (FragmentScan::from_file(artifact.path.extension(), &text, base), Vec::new())
            }
            // Deferred files refer to no others.
            Bytes::Deferred(_) => Default::default(),
        };
        let own = FragmentScan { links: own.links.distinct(), ..own };
        Self { path: artifact.path.clone(), origin: artifact.origin, own, fragments, violations: Vec::new() }
    }

    /// The parts of the page, its own first.
    pub(super) fn parts(&self) -> impl Iterator<Item = &FragmentScan> {
        std::iter::once(&self.own).chain(self.fragments.iter().filter_map(|fragment| fragment.scan.get()))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.parts().flat_map(|part| part.ids.iter())
    }

    /// Ids that stand on the page more than once.
    pub(super) fn repeated_ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self.ids().collect();
        ids.sort_unstable();
        let mut repeated = Vec::new();
        for (id, next) in ids.iter().zip(ids.iter().skip(1)) {
            if id == next {
                repeated.push(*id);
            }
        }
        repeated.dedup();
        repeated
    }
}

/// False for a fragment that ends within a tag.
fn is_whole(fragment: &Fragment, base: &Base) -> bool {
    fragment.scan.get_or_init(|| FragmentScan::from_html(&fragment.html, base)).is_whole
}

/// The addresses in a file of a site at `base`, as they are written.
pub fn addresses(artifact: &Artifact, base: &BaseUrl) -> BTreeSet<String> {
    let scan = Scan::new(artifact, &Base::new(base));
    scan.parts().flat_map(|part| part.links.iter()).map(str::to_owned).collect()
}

impl FragmentScan {
    fn from_html(html: &str, base: &Base) -> Self {
        let mut scan = Self { is_whole: true, ..Self::default() };
        scan.read_html(html, base);
        scan
    }

    /// The scan of a file with this extension.
    fn from_file(extension: &str, text: &str, base: &Base) -> Self {
        let mut scan = Self::default();
        match extension {
            "html" | "svg" => scan.read_html(text, base),
            "css" => sheet::addresses(text, |address| scan.links.push(address)),
            // A manifest names paths of the site without the host.
            "webmanifest" => {
                for path in text.split('"').filter(|part| part.starts_with('/')) {
                    scan.links.push(path);
                }
            }
            "xml" | "txt" | "json" => listed_addresses(text, base, |address| scan.links.push(address)),
            _ => {}
        }
        scan
    }

    fn read_html(&mut self, html: &str, base: &Base) {
        let is_whole = start_tags(html, |tag, attributes| self.read_tag(tag, attributes, base));
        self.is_whole &= is_whole;
    }

    fn read_tag(&mut self, tag: &str, attributes: &[Attribute<'_>], base: &Base) {
        for (name, value) in attributes {
            match *name {
                "id" if !value.is_empty() => self.ids.push(&unescaped(value)),
                "href" | "xlink:href" | "poster" | "formaction" => self.links.push(&unescaped(value)),
                "src" if !value.trim().is_empty() => self.links.push(&unescaped(value)),
                "srcset" | "imagesrcset" => srcset(&unescaped(value), |address| self.links.push(address)),
                "data" if tag == "object" => self.links.push(&unescaped(value)),
                "name" if tag == "a" => self.names.push(&unescaped(value)),
                _ => {}
            }
        }
        let value = |name: &str| attributes.iter().find(|(given, _)| *given == name).map(|(_, value)| *value);
        match tag {
            // Posted forms are answered by a server, not by a file.
            "form" if !value("method").is_some_and(|method| method.eq_ignore_ascii_case("post")) => {
                if let Some(action) = value("action") {
                    self.links.push(&unescaped(action));
                }
            }
            "meta" => {
                let content = unescaped(value("content").unwrap_or_default());
                if value("http-equiv").is_some_and(|name| name.eq_ignore_ascii_case("refresh")) {
                    let at = content.to_ascii_lowercase().find("url=");
                    if let Some(address) = at.and_then(|at| content.get(at + "url=".len()..)) {
                        self.links.push(address.trim_matches([' ', '\t', '\n', '\x0c', '\r', '\'', '"']));
                    }
                } else if base.is_host_of(&content) {
                    self.links.push(&content);
                }
            }
            _ => {}
        }
    }
}

/// The characters that end an address in XML, JSON or plain text.
const END: [char; 13] = [' ', '\t', '\r', '\n', '"', '\'', '<', '>', '&', ')', ']', '\\', '`'];

/// Calls `visit` with each address in `text` that starts with the base.
fn listed_addresses(text: &str, base: &Base, mut visit: impl FnMut(&str)) {
    for (at, _) in text.match_indices(base.root().as_str()) {
        let address = text.get(at..).unwrap_or_default();
        let address = address.split(END).next().unwrap_or_default();
        // A full stop or comma behind an address belongs to the sentence.
        visit(address.trim_end_matches(['.', ',', ';', ':', '!', '?']));
    }
}

/// Calls `visit` with each address in a `srcset`.
pub(super) fn srcset(srcset: &str, mut visit: impl FnMut(&str)) {
    let mut rest = srcset;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        if end == 0 {
            return;
        }
        let (address, after) = rest.split_at(end);
        let alone = address.trim_end_matches(',');
        visit(alone);
        // An address without a comma right behind it has a width or density, which ends with a comma.
        rest = if alone.len() < address.len() {
            after
        } else {
            after.split_once(',').map_or("", |(_, next)| next)
        };
    }
}
