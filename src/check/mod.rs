//! The check of the whole output: every link of every page leads somewhere, and every page follows the rules.
//!
//! Files are scanned as they are made, on all threads, and only a [`Scan`] of each is kept: its addresses and its ids.
//! Once all files are scanned, links are followed from scan to scan.
//!
//! Addresses are read in HTML and SVG (`href`, `src`, `srcset`, `poster`, `data`, `formaction`, `action` of forms that
//! don't post, the target of a refreshing `meta`, absolute addresses of the site in any other `meta`), in stylesheets
//! (`url()`, `@import`), and in XML, JSON and plain text (absolute addresses of the site). Not checked are queries,
//! other sites, structured data, and addresses that scripts compute at run time.

mod addresses;
mod base;
mod collision;
mod links;
mod policy;
mod report;
mod rules;
mod scan;
mod tags;

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashSet;
use rayon::prelude::*;

pub use self::scan::{Scan, addresses};
use self::{
    addresses::AddressTable,
    base::Base,
    links::{BrokenLink, BuiltFiles},
    policy::{Load, Policy, is_foreign},
    report::{CheckReport, Finding},
    rules::Violation,
    scan::ScannedParts,
};
use crate::{
    diagnostic::{Diagnostics, FileId},
    output::{Artifact, Bytes, OutputPath},
    site::BaseUrl,
    source::Sources,
    widgets::CODE_FILE,
};

/// The settings of a check.
#[derive(Debug)]
pub struct SiteCheck {
    base: Base,
    policy: Policy,
    /// True if visitors are asked before anything of other services loads.
    asks: bool,
    addresses: AddressTable,
}

/// The result of the check of a site.
#[derive(Debug)]
pub struct CheckedSite {
    /// Every mistake.
    pub diagnostics: Diagnostics,
    /// The files to which other files refer.
    pub referenced: HashSet<OutputPath>,
}

impl SiteCheck {
    /// Makes the check of a site that will be served from `base`, with the content security policy `policy`. `asks` is
    /// true if visitors are asked before anything of other services loads.
    pub fn new(base: &BaseUrl, policy: &str, asks: bool) -> Self {
        Self { base: Base::new(base), policy: Policy::new(policy), asks, addresses: AddressTable::default() }
    }

    /// Scans a file, whose bytes aren't needed any more then. Several threads can scan files at once.
    pub fn scan(&self, artifact: &Artifact) -> Scan {
        Scan::new(artifact, ScannedParts::read(artifact, &self.base), &self.base, &self.addresses)
    }

    /// Scans a page, and checks its markup.
    pub fn scan_with_rules(&self, artifact: &Artifact) -> Scan {
        let parts = ScannedParts::read(artifact, &self.base);
        let violations = match &artifact.bytes {
            Bytes::Page(html) => rules::check(&html.join(), &self.policy, self.asks, self.base.root()),
            Bytes::Ready(_) if artifact.path.extension() == "css" => {
                self.check_stylesheet(&artifact.path, &parts)
            }
            Bytes::Ready(_) | Bytes::Deferred(_) => Vec::new(),
        };
        let mut scan = Scan::new(artifact, parts, &self.base, &self.addresses);
        scan.violations = violations;
        scan
    }

    /// The addresses that a stylesheet must not load: blocked by the policy, or loaded before visitors are asked.
    fn check_stylesheet(&self, path: &OutputPath, sheet: &ScannedParts) -> Vec<Violation> {
        let root = self.base.root();
        // The styles of a pasted code load after visitors were asked about it.
        let asks = self.asks && !path.as_str().contains(CODE_FILE);
        let mut violations = Vec::new();
        for address in sheet.own.links.iter() {
            if !self.policy.allows(Load::Font, address, root) {
                violations.push(Violation::blocked(Load::Font, address));
            } else if asks && is_foreign(address, root) {
                violations.push(Violation::unasked(Load::Font, address));
            }
        }
        violations
    }

    /// Follows every link of the scanned files, and reports the mistakes at their places in `sources`. Links to pages
    /// in `not_rendered` count as right, and so do fragments on pages of `broken_templates`.
    pub fn finish(
        &self,
        scans: &[Scan],
        not_rendered: &[OutputPath],
        broken_templates: &BTreeSet<FileId>,
        sources: &Sources,
    ) -> CheckedSite {
        let mut diagnostics = Diagnostics::default();
        let (collisions, files) =
            rayon::join(|| collision::find(scans), || BuiltFiles::new(&self.base, scans, not_rendered));
        diagnostics.extend(collisions);
        let addresses = self.addresses.all();
        let followed = files.follow(&addresses);
        let findings = gather(scans, &followed.broken);
        if !findings.is_empty() {
            let mut report = CheckReport::new(&self.base, &files, sources, broken_templates);
            let mut findings: Vec<_> = findings.into_iter().collect();
            // Those of pages come first: feeds repeat the links of pages, and a link that was reported isn't reported again.
            findings.sort_by_key(|(_, files)| !files.iter().any(|file| file.path.is_html()));
            for (finding, pages) in &findings {
                diagnostics.extend(report.diagnostics(*finding, pages));
            }
        }
        let targets = followed.targets.into_iter().filter_map(|place| scans.get(place as usize));
        CheckedSite { diagnostics, referenced: targets.map(|scan| scan.path.clone()).collect() }
    }
}

/// The mistakes of all files, each with the files that have it.
fn gather<'s>(scans: &'s [Scan], broken: &[Vec<BrokenLink<'s>>]) -> BTreeMap<Finding<'s>, Vec<&'s Scan>> {
    let repeated: Vec<Vec<&str>> = scans.par_iter().map(Scan::repeated_ids).collect();
    let mut findings: BTreeMap<Finding<'_>, Vec<&Scan>> = BTreeMap::new();
    for ((scan, broken), repeated) in scans.iter().zip(broken).zip(repeated) {
        let links = broken.iter().map(|&(written, cause)| Finding::Link { written, cause });
        let violations = scan.violations.iter().map(Finding::Violation);
        let ids = repeated.into_iter().map(Finding::RepeatedId);
        for finding in links.chain(violations).chain(ids).collect::<BTreeSet<_>>() {
            findings.entry(finding).or_default().push(scan);
        }
    }
    findings
}
