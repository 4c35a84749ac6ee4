//! Warnings: what is allowed, but probably not meant.

mod bands;
mod gym;
mod schedule;
mod taxonomy;
mod titles;

use super::{OpeningHours, Site};
use crate::{
    content::Content,
    decode::Allowance,
    diagnostic::{Code, Diagnostic, Diagnostics, Lint},
};

/// Looks for everything that deserves a warning. `sound` says that nothing was wrong before: only
/// then can an `allow` be called unused.
pub(super) fn check(
    content: &Content,
    hours: Option<&OpeningHours>,
    site: Option<&Site>,
    sound: bool,
    diagnostics: &mut Diagnostics,
) {
    let mut found = Vec::new();
    bands::check(content, &mut found);
    gym::check(content, &mut found);
    schedule::check(content, hours, &mut found);
    titles::check(content, &mut found);
    if let Some(site) = site {
        taxonomy::check(content, site, &mut found);
    }
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
    if sound && site.is_some() {
        let unused =
            content.allowances.iter().zip(used).filter(|(_, used)| !used).map(|(allowance, _)| allowance);
        diagnostics.extend(unused.map(unused_allowance));
    }
}

fn allowance(allowances: &[Allowance], warning: &Diagnostic) -> Option<usize> {
    let Code::Lint(lint) = warning.code else { return None };
    allowances.iter().position(|allowance| allowance.covers(lint, warning.primary.span))
}

fn unused_allowance(allowance: &Allowance) -> Diagnostic {
    let message = format!("\"{}\" is allowed here, but nothing here needs it", allowance.lint.name());
    Diagnostic::new(Lint::UnusedAllow, allowance.at, message)
        .help("remove it, so that the warning shows when it is needed")
}
