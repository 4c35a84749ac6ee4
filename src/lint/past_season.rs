//! Seasons that ended long ago.

use jiff::{ToSpan as _, civil::Date};

use super::prelude::*;
use crate::diagnostic::{Applicability, Edit, Fix};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "past-season",
        severity: Severity::Warning,
        summary: "a season was over more than a month ago: perhaps its year is wrong",
        text: "Correct the year, or remove the file.",
        wrong: &[Example::new(
            "content/seasons/winter.toml",
            r#"
title = "Winter"
from = 2025-12-01
until = 2026-02-27
"#,
        )],
        right: &[Example::new(
            "content/seasons/winter.toml",
            r#"
title = "Winter"
from = 2026-12-01
until = 2027-02-27
"#,
        )],
    },
);

fn check(LintedSite { content, site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let today = site.clock.today.date();
    let Ok(long_ago) = today.checked_sub(1.month()) else { return };
    for season in content.seasons.values().map(|season| &season.entry) {
        let last = season.until.value;
        if !season.is_known() || last >= long_ago {
            continue;
        }
        let edits = season.dates().map(|date| Edit::new(date.span, in_coming_year(date.value, last, today)));
        let fix = Fix::new(edits.collect(), Applicability::Proposed);
        report!(warnings, LINT.code, season.until.span, "this season ended on {last}";
            label: "visitors don't see it any more";
            help: "correct the year of its first and its last day, or remove the file";
            fix);
    }
}

/// The date so many years later that the season with this last day isn't over.
fn in_coming_year(date: Date, last: Date, today: Date) -> String {
    let years = i64::from(today.year() - last.year());
    let is_over = last.saturating_add(years.years()) < today;
    date.saturating_add((years + i64::from(is_over)).years()).to_string()
}
