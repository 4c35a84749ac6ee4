//! The whole-output check: every link of every page leads somewhere, and every page follows the rules.
//!
//! Files are scanned one by one as they are made, by as many threads as there are, and of each only a [`Scan`] is kept:
//! its addresses and its ids. When all are there, links are followed from scan to scan.
//!
//! Checked are addresses in HTML and SVG (`href`, `src`, `srcset`, `poster`, `data`, `formaction`, `action` of forms
//! that don't post, the target of a refreshing `meta`, absolute addresses of the site in any other `meta`), `url()` and
//! `@import` in stylesheets, and the site's absolute addresses in XML, JSON and plain text. Queries, other sites,
//! structured data, and addresses that scripts compute at run time are not checked.

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
    base::Base,
    links::BuiltFiles,
    policy::{Load, Policy, is_foreign},
    report::{CheckReport, Finding},
    rules::Violation,
};
use crate::{
    diagnostic::{Diagnostics, FileId},
    output::{Artifact, Bytes, OutputPath},
    site::BaseUrl,
    source::Sources,
    widgets::CODE_FILE,
};

/// A check that is under way.
#[derive(Debug)]
pub struct SiteCheck {
    base: Base,
    policy: Policy,
    asks: bool,
}

/// The result of the check of a site.
#[derive(Debug)]
pub struct CheckedSite {
    /// Every mistake.
    pub diagnostics: Diagnostics,
    /// The files to which others refer.
    pub referenced: HashSet<OutputPath>,
}

impl SiteCheck {
    /// The check of a site that will be served from `base`, whose pages may do what `policy` says. `asks` is true if
    /// visitors are asked before anything of other services loads.
    pub fn new(base: &BaseUrl, policy: &str, asks: bool) -> Self {
        Self { base: Base::new(base), policy: Policy::new(policy), asks }
    }

    /// Scans a file. Its bytes aren't needed any more then. Files can be scanned by several threads at once.
    pub fn scan(&self, artifact: &Artifact) -> Scan {
        Scan::new(artifact, &self.base)
    }

    /// Scans a page, and checks its markup.
    pub fn scan_with_rules(&self, artifact: &Artifact) -> Scan {
        let mut scan = self.scan(artifact);
        scan.violations = match &artifact.bytes {
            Bytes::Page(html) => rules::check(&html.join(), (&self.policy, self.asks), self.base.root()),
            Bytes::Ready(_) if artifact.path.extension() == "css" => self.loads(&scan),
            Bytes::Ready(_) | Bytes::Deferred(_) => Vec::new(),
        };
        scan
    }

    /// The addresses that a stylesheet must not load: blocked by the policy, or before visitors are asked.
    fn loads(&self, sheet: &Scan) -> Vec<Violation> {
        let root = self.base.root();
        // The styles of a code come with it.
        let asks = self.asks && !sheet.path.as_str().contains(CODE_FILE);
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

    /// Follows every link of the files that were scanned. What pages have that couldn't be rendered is unknown. The places of
    /// mistakes are searched in `sources`, in which some templates may have other ones.
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
        let followed = files.follow();
        let repeated: Vec<Vec<&str>> = scans.par_iter().map(Scan::repeated_ids).collect();

        let mut findings: BTreeMap<Finding<'_>, Vec<&Scan>> = BTreeMap::new();
        for ((scan, followed), repeated) in scans.iter().zip(&followed).zip(repeated) {
            let links = followed.broken.iter().map(|&(written, cause)| Finding::Link { written, cause });
            let violations = scan.violations.iter().map(Finding::Violation);
            let found: BTreeSet<_> =
                links.chain(violations).chain(repeated.into_iter().map(Finding::RepeatedId)).collect();
            found.into_iter().for_each(|finding| findings.entry(finding).or_default().push(scan));
        }
        if !findings.is_empty() {
            let mut report = CheckReport::new(&self.base, &files, sources, broken_templates);
            let mut findings: Vec<_> = findings.into_iter().collect();
            findings.sort_by_key(|(_, files)| !files.iter().any(|file| file.path.is_html()));
            for (finding, pages) in &findings {
                diagnostics.extend(report.diagnostics(*finding, pages));
            }
        }
        let targets = followed.iter().flat_map(|followed| &followed.targets);
        let targets: HashSet<u32> = targets.copied().collect();
        let targets = targets.into_iter().filter_map(|place| scans.get(place as usize));
        CheckedSite { diagnostics, referenced: targets.map(|scan| scan.path.clone()).collect() }
    }
}
