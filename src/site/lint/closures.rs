//! Closures of which the year is probably wrong.

use jiff::ToSpan;

use crate::{
    diagnostic::{Diagnostic, Lint},
    site::Site,
};

pub(super) fn check(site: &Site, found: &mut Vec<Diagnostic>) {
    // Nobody has to remove a holiday on the day after.
    let Ok(long_ago) = site.today.date().checked_sub(1.month()) else { return };
    for closure in site.gym.closures().iter().filter(|closure| closure.last < long_ago) {
        let message = format!("this closure was over on {}", closure.last);
        found.push(
            Diagnostic::new(Lint::PastClosure, closure.span, message)
                .label("visitors don't see it any more")
                .help("correct its year, or remove it"),
        );
    }
}
