//! The whole-output check: every link of every page leads somewhere, and every page follows the rules.
//!
//! Files are read one by one as they are made, by as many threads as there are, and of each only a
//! [`Scan`] is kept: its links as numbers, its ids, its violations. When all are there, links are followed
//! from scan to scan. A site of ten thousand pages needs about ten megabytes for that.
//!
//! What is checked: addresses in HTML and SVG (`href`, `src`, `srcset`, `poster`, `data`,
//! `formaction`, `action` of forms that don't post, the target of a refreshing `meta`, absolute
//! addresses of the site in any other `meta`), `url()` and `@import` in stylesheets, and the site's
//! absolute addresses in XML, JSON and plain text. Queries, other sites, structured data, and
//! addresses that scripts compute at run time are not checked.

mod attribute;
mod attribute_names;
mod base;
mod collision;
mod elements;
mod broken_link;
mod finding;
mod listing;
mod named;
mod page;
mod author_location;
mod policy;
mod picked;
mod quotes;
mod references;
mod comments;
mod delimiters;
mod route;
mod scan;
mod fragment;
mod violation;
mod srcset;
mod suggest;
mod subject;
mod summary;
mod table;
mod templated;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rayon::prelude::*;

use self::{
    base::Base,
    finding::{Finding, PicturePlaces, Report},
    references::Targets,
    route::Routes,
    table::LinkTable,
    violation::Violation,
};
pub use self::{
    fragment::{PartialId, SharedFragment},
    references::References,
    scan::Scan,
};
use super::Artifact;
use crate::{
    diagnostic::{Diagnostics, FileId},
    site::BaseUrl,
    source::Sources,
};

/// A check that is under way.
#[derive(Debug)]
pub struct Check {
    base: Base,
    table: LinkTable,
    policy: policy::Policy,
    partials: fragment::Partials,
}

/// What the check of a site found.
#[derive(Debug)]
pub struct Checked {
    /// Every mistake.
    pub diagnostics: Diagnostics,
    /// Which file refers to which.
    pub references: References,
}

impl Check {
    /// The check of a site that will be served from `base`, whose pages may do what `policy` says.
    pub fn new(base: &BaseUrl, policy: &str) -> Self {
        Self {
            base: Base::new(base),
            table: LinkTable::default(),
            policy: policy::Policy::new(policy),
            partials: fragment::Partials::default(),
        }
    }

    /// Follows every link of every file that was read. The places of mistakes are searched in `sources`.
    /// `pictures` says where content names the picture of a file; `broken` are the templates with mistakes.
    pub fn finish(
        self,
        scans: &[Scan],
        sources: &Sources,
        pictures: &PicturePlaces<'_>,
        broken: &BTreeSet<FileId>,
    ) -> Checked {
        let mut diagnostics = Diagnostics::default();
        let texts = self.table.into_texts();
        let (collisions, routes) =
            rayon::join(|| collision::find(scans), || Routes::new(&self.base, scans, &texts));
        diagnostics.extend(collisions);
        let followed: Vec<_> = scans.par_iter().map(|scan| routes.follow(scan)).collect();

        let mut findings: BTreeMap<Finding<'_>, Vec<&Scan>> = BTreeMap::new();
        for (scan, followed) in scans.iter().zip(&followed) {
            let links = followed.broken.iter().map(|&(written, cause)| Finding::Link { written, cause });
            for finding in links.chain(scan.violations.iter().map(Finding::Violation)) {
                findings.entry(finding).or_default().push(scan);
            }
        }
        leave_out_missing_images(&mut findings);
        diagnostics.extend(quotes::take(&mut findings, sources));
        if !findings.is_empty() {
            let mut report = Report::new(&self.base, &routes, sources, pictures, broken);
            let mut findings: Vec<_> = findings.into_iter().collect();
            findings.sort_by_key(|(_, files)| !files.iter().any(|file| file.path.is_html()));
            diagnostics.extend(
                findings
                    .iter()
                    .flat_map(|(finding, pages)| report.diagnostics(*finding, pages))
                    .collect::<Vec<_>>(),
            );
        }

        let paths = scans.iter().map(|scan| scan.path.clone()).collect();
        let targets = followed.into_iter().map(|one| Targets { own: one.targets, shared: one.shared });
        let references = References::new(self.base.clone(), paths, targets.collect());
        Checked { diagnostics, references }
    }
}

/// Leaves out what images lack of which the file is missing: once it is there, they may well be written in another way.
fn leave_out_missing_images(findings: &mut BTreeMap<Finding<'_>, Vec<&Scan>>) {
    let missing: HashSet<&str> = findings.keys().filter_map(Finding::broken_link).collect();
    findings.retain(|finding, _| {
        let Finding::Violation(Violation::ImageWithoutAlt(source) | Violation::ImageWithoutSize(source)) =
            finding
        else {
            return true;
        };
        !missing.contains(&**source)
    });
}

/// Checks a site that is in memory as a whole, without a policy.
pub fn check(artifacts: &[Artifact], base: &BaseUrl, sources: &Sources) -> Checked {
    let check = Check::new(base, "");
    let scans: Vec<Scan> = artifacts.par_iter().map(|artifact| check.scan(artifact)).collect();
    check.finish(&scans, sources, &|_, _| None, &BTreeSet::new())
}
