//! The addresses and ids of a file, kept without its text.

use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

use super::{
    addresses::AddressTable,
    base::Base,
    rules::Violation,
    tags::{Attribute, start_tags, unescaped},
};
use crate::{
    assets::styles::sheet,
    output::{
        Artifact, Bytes, Origin, OutputPath,
        html::{Fragment, FragmentScan, Html, Texts},
    },
    site::BaseUrl,
};

/// The result of scanning a file.
#[derive(Debug)]
pub struct Scan {
    pub(super) path: OutputPath,
    pub(super) origin: Origin,
    /// The numbers of the addresses of its own, without those of other sites.
    pub(super) addresses: Box<[u32]>,
    ids: Texts,
    names: Texts,
    /// The scans of the fragments that the page shares with others.
    pub(super) fragments: Vec<Arc<FragmentScan>>,
    pub(super) violations: Vec<Violation>,
}

/// The addresses and ids of a file, as they stand in it.
#[derive(Default)]
pub(super) struct ScannedParts {
    pub(super) own: FragmentScan,
    fragments: Vec<Arc<FragmentScan>>,
}

impl ScannedParts {
    /// Reads a file of a site at `base`.
    pub(super) fn read(artifact: &Artifact, base: &Base) -> Self {
        match &artifact.bytes {
            Bytes::Page(html) => Self::read_page(html, base),
            Bytes::Ready(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                let own = FragmentScan::from_file(artifact.path.extension(), &text, base);
                Self { own, fragments: Vec::new() }
            }
            // Deferred files refer to no others.
            Bytes::Deferred(_) => Self::default(),
        }
    }

    fn read_page(html: &Html, base: &Base) -> Self {
        let mut own = FragmentScan { is_whole: true, ..FragmentScan::default() };
        for part in html.own() {
            own.read_html(part, base);
        }
        let mut fragments = Vec::new();
        for fragment in html.fragments() {
            let scan = scan_of(fragment, base);
            if fragment.is_passing {
                own.extend(scan);
            } else {
                fragments.push(scan.clone());
            }
        }
        if own.is_whole && fragments.iter().all(|fragment| fragment.is_whole) {
            return Self { own, fragments };
        }
        // A fragment stands within a tag.
        Self { own: FragmentScan::from_html(&html.join(), base), fragments: Vec::new() }
    }
}

fn scan_of<'f>(fragment: &'f Fragment, base: &Base) -> &'f Arc<FragmentScan> {
    fragment.scan.get_or_init(|| Arc::new(FragmentScan::from_html(&fragment.html, base)))
}

impl Scan {
    /// The path of the file.
    pub fn path(&self) -> &OutputPath {
        &self.path
    }

    /// The scan of a file on a site at `base`, of which these parts were read.
    pub(super) fn new(artifact: &Artifact, parts: ScannedParts, base: &Base, table: &AddressTable) -> Self {
        let FragmentScan { links, ids, names, .. } = parts.own;
        Self {
            path: artifact.path.clone(),
            origin: artifact.origin,
            addresses: table.numbers(links.iter().filter(|address| !base.is_other_host(address))),
            ids,
            names,
            fragments: parts.fragments,
            violations: Vec::new(),
        }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().chain(self.fragments.iter().flat_map(|part| part.ids.iter()))
    }

    /// The places of the page to which fragments of addresses lead besides ids.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().chain(self.fragments.iter().flat_map(|part| part.names.iter()))
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

/// The addresses in a file of a site at `base`, as they are written.
pub fn addresses(artifact: &Artifact, base: &BaseUrl) -> BTreeSet<String> {
    let ScannedParts { own, fragments } = ScannedParts::read(artifact, &Base::new(base));
    let shared = fragments.iter().flat_map(|part| part.links.iter());
    own.links.iter().chain(shared).map(str::to_owned).collect()
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
        let tag = &*in_lower_case(tag);
        for (name, value) in attributes {
            match &*in_lower_case(name) {
                "id" if !value.is_empty() => self.ids.push(&unescaped(value)),
                "href" | "xlink:href" | "poster" | "formaction" => self.links.push(&unescaped(value)),
                "src" if !value.trim().is_empty() => self.links.push(&unescaped(value)),
                "srcset" | "imagesrcset" => srcset(&unescaped(value), |address| self.links.push(address)),
                "data" if tag == "object" => self.links.push(&unescaped(value)),
                "name" if tag == "a" => self.names.push(&unescaped(value)),
                _ => {}
            }
        }
        let value = |name: &str| {
            attributes.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
        };
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

/// The name of a tag or attribute as rules have it: few are written with capitals.
fn in_lower_case(name: &str) -> Cow<'_, str> {
    let has_capitals = name.bytes().any(|byte| byte.is_ascii_uppercase());
    if has_capitals { name.to_ascii_lowercase().into() } else { name.into() }
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
