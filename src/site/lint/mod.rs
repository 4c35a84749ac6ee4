//! Warnings: what is allowed, but probably not meant.

mod bands;
mod gym;
mod schedule;
mod taxonomy;
pub(super) mod titles;
mod unused;

use super::{Catalogue, Site};
use crate::{
    content::Content,
    decode::Allowance,
    diagnostic::{Code, Diagnostic, Diagnostics},
};

/// Looks for everything that deserves a warning. What mistakes made unreadable deserves none.
pub(super) fn check(content: &Content, catalogue: &Catalogue, site: &Site, diagnostics: &mut Diagnostics) {
    let mut found = site.posts.same_titles.clone();
    titles::check(content, &mut found);
    bands::check(content, &mut found);
    gym::check(content, &mut found);
    schedule::check(content, catalogue, &site.hours, &mut found);
    taxonomy::check(content, site, &mut found);
    let mut used = vec![false; content.allowances.len()];
    for warning in found {
        match allowance(&content.allowances, &warning) {
            Some(index) => {
                used[index] = true;
                diagnostics.acknowledge(warning);
            }
            None => diagnostics.push(warning),
        }
    }
    let unused = content.allowances.iter().zip(used).filter(|(_, used)| !used);
    let unused = unused.filter_map(|(allowance, _)| unused::told(allowance, content, diagnostics));
    let unused: Vec<Diagnostic> = unused.collect();
    diagnostics.extend(unused);
}

fn allowance(allowances: &[Allowance], warning: &Diagnostic) -> Option<usize> {
    let Code::Lint(lint) = warning.code else { return None };
    allowances.iter().position(|allowance| allowance.covers(lint, warning.primary.span))
}
