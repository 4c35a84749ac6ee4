//! Closures of which the year is probably wrong.

use jiff::ToSpan;

use super::Context;
use crate::{
    content::Closure,
    diagnostic::{Diagnostic, Lint},
    site::Site,
};

/// Those of the gym and of its branches.
pub(super) fn all(site: &Site) -> impl Iterator<Item = Closure> {
    let of_branches = site.branches.values().flat_map(|branch| branch.entry.closures());
    site.gym.closures().into_iter().chain(of_branches)
}

pub(super) fn check(Context { site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // Closures of the last month need not be removed yet.
    let Ok(long_ago) = site.today.date().checked_sub(1.month()) else { return };
    for closure in all(site).filter(|closure| closure.last < long_ago) {
        let message = format!("this closure ended on {}", closure.last);
        diagnostics.push(
            Diagnostic::new(Lint::PastClosure, closure.span, message)
                .label("visitors don't see it any more")
                .help("correct its year, or remove it"),
        );
    }
}
