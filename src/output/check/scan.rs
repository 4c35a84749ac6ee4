//! The result of scanning a file: its links, its ids and its violations, without its text.

use std::sync::Arc;

use super::{
    Check,
    base::Base,
    fragment::{self, SharedFragment},
    listing,
    page::PageTags,
    policy::{Load, Policy},
    table::{LinkId, LinkTable},
    violation::Violation,
};
use crate::output::{Artifact, Origin, OutputPath};

/// The result of scanning a file.
#[derive(Debug)]
pub struct Scan {
    pub(super) path: OutputPath,
    pub(super) origin: Origin,
    /// Distinct, without the shared ones.
    pub(super) links: Box<[LinkId]>,
    pub(super) shared: Box<[SharedLinks]>,
    pub(super) ids: Ids,
    pub(super) violations: Vec<Violation>,
}

/// The links of a fragment that other pages have, too.
pub(super) type SharedLinks = Arc<[LinkId]>;

/// The ids of a page, to which fragments lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ids(pub(super) Arc<str>);

impl Ids {
    /// What stands after each id; the tokenizer lets none through.
    pub(super) const END: char = '\0';

    /// In the order of the page.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(Self::END)
    }
}

impl Scan {
    fn new(artifact: &Artifact, mut read: PageScan) -> Self {
        read.links.sort_unstable();
        read.links.dedup();
        if artifact.origin.template.is_none() {
            read.violations.retain(|violation| !violation.is_of_templates());
        }
        Self {
            path: artifact.path.clone(),
            origin: artifact.origin,
            links: read.links.into(),
            shared: read.shared.into(),
            ids: read.ids,
            violations: read.violations,
        }
    }
}

impl Check {
    /// Reads a file. Its bytes aren't needed any more then. Files can be read by several threads at once.
    pub fn scan(&self, artifact: &Artifact) -> Scan {
        Scan::new(
            artifact,
            read(&artifact.path, artifact.bytes.ready(), (&self.base, &self.table, &self.policy)),
        )
    }

    /// Reads a file that is published as it is: its links and ids, whatever else may be wrong with it.
    pub fn scan_links(&self, artifact: &Artifact) -> Scan {
        let read = read(&artifact.path, artifact.bytes.ready(), (&self.base, &self.table, &self.policy));
        Scan::new(artifact, PageScan { violations: Vec::new(), ..read })
    }

    /// Reads a page of which other pages have `fragments`, too: in the order of the page, none within another.
    pub fn scan_page(&self, page: &Artifact, fragments: &[SharedFragment]) -> Scan {
        let bytes = page.bytes.ready();
        let read =
            || fragment::read(bytes, fragments, &self.partials, (&self.base, &self.table, &self.policy));
        let read = if fragments.is_empty() { None } else { read() };
        read.map_or_else(|| self.scan(page), |read| Scan::new(page, read))
    }
}

/// What a file's text says. The same link may be there several times.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PageScan {
    pub(super) links: Vec<LinkId>,
    pub(super) shared: Vec<SharedLinks>,
    pub(super) ids: Ids,
    pub(super) violations: Vec<Violation>,
}

/// Reads a file by the kind according to its extension.
pub(super) fn read(
    path: &OutputPath,
    bytes: &[u8],
    (base, table, policy): (&Base, &LinkTable, &Policy),
) -> PageScan {
    match path.extension() {
        "html" => page(bytes, (base, table, policy), true),
        // A drawing is no page: no policy forbids its styles when an `img` shows it.
        "svg" => page(bytes, (base, table, policy), false),
        "css" => {
            let mut links = Vec::new();
            let mut violations = Vec::new();
            gympress_markup::css::addresses(&String::from_utf8_lossy(bytes), &mut |address| {
                links.push(table.id(address));
                if !policy.allows(Load::Font, address, base.root()) {
                    violations.push(Violation::Blocked(Load::Font, address.into()));
                }
            });
            PageScan { links, violations, ..PageScan::default() }
        }
        "webmanifest" => {
            let mut links = Vec::new();
            listing::paths(&String::from_utf8_lossy(bytes), |path| links.push(table.id(path)));
            PageScan { links, ..PageScan::default() }
        }
        "xml" | "txt" | "json" => {
            let mut links = Vec::new();
            listing::addresses(&String::from_utf8_lossy(bytes), base, |address| {
                links.push(table.id(address))
            });
            PageScan { links, ..PageScan::default() }
        }
        _ => PageScan::default(),
    }
}

fn page(bytes: &[u8], (base, table, policy): (&Base, &LinkTable, &Policy), laws: bool) -> PageScan {
    let mut tags = PageTags::new(base, table, policy, laws);
    gympress_markup::read(&[bytes], &mut tags);
    tags.finish().into_scan()
}
