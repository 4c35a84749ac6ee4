//! Hours of days on which the gym stays closed all the same.

use super::prelude::*;
use crate::{
    content::{HoursException, days_between},
    site::Opening,
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "idle-closure",
        severity: Severity::Warning,
        summary: "a closure has hours of its own, on days that are all closed in other weeks",
        text: "Hours from `from` until `until` open no day that is closed in other weeks. If the gym opens on these days, write \
            `every_day = true`; if it doesn't, remove `opens` and `closes`.",
        wrong: &[Example::new(
            "content/site.toml",
            r#"
[[hours]]
days = ["saturday", "sunday"]
closed = true
from = 2027-01-04
until = 2027-03-26

[[closure]]
from = 2027-01-09
until = 2027-01-10
opens = "10:00"
closes = "12:00"
note = "Open weekend"
"#,
        )],
        right: &[Example::new(
            "content/site.toml",
            r#"
[[hours]]
days = ["saturday", "sunday"]
closed = true
from = 2027-01-04
until = 2027-03-26

[[closure]]
from = 2027-01-09
until = 2027-01-10
opens = "10:00"
closes = "12:00"
every_day = true
note = "Open weekend"
"#,
        )],
    },
);

fn check(LintedSite { site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    // Visitors don't see the hours of closures that are over.
    let today = site.clock.today.date();
    let to_come = site.closures().filter(|closure| closure.last >= today);
    for closure in to_come.filter(|closure| !closure.open.is_empty() && !closure.opens_closed_days) {
        // A closure of the gym holds for each branch, too, and its hours may open one of them.
        let openings: Vec<&Opening> =
            site.openings().filter(|opening| opening.is_declared && has(opening, closure.span)).collect();
        if !openings.is_empty() && openings.iter().all(|opening| opens_none(&closure, opening)) {
            report!(warnings, LINT.code, closure.span, "the gym is closed in other weeks on all of these days, and its hours open none";
                label: "visitors read hours at which it is closed";
                help: "write every_day = true to open on them; else remove \"opens\" and \"closes\"");
        }
    }
}

/// True if it stays closed on all days of the closure.
fn opens_none(closure: &HoursException, opening: &Opening) -> bool {
    days_between(closure.first, closure.last).all(|day| opening.open_on(day).is_empty())
}

/// True if the closure at this place is one of these.
fn has(opening: &Opening, at: Span) -> bool {
    opening.special.iter().any(|closure| closure.span == at)
}
