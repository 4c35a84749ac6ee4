//! Closures that ended long ago.

use jiff::ToSpan as _;

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "past-closure",
        severity: Severity::Warning,
        summary: "a closure was over more than a month ago: perhaps its year is wrong",
        text: "Correct the year, or remove the closure.",
        wrong: &[Example::new(
            "content/site.toml",
            r#"
[[closure]]
date = 2025-12-25
note = "Christmas"
"#,
        )],
        right: &[Example::new(
            "content/site.toml",
            r#"
[[closure]]
date = 2026-12-25
note = "Christmas"
"#,
        )],
    },
);

fn check(LintedSite { site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    // Closures of the last month need not be removed yet.
    let Ok(long_ago) = site.clock.today.date().checked_sub(1.month()) else { return };
    for closure in site.closures().filter(|closure| closure.last < long_ago) {
        report!(warnings, LINT.code, closure.span, "this closure ended on {}", closure.last;
            label: "visitors don't see it any more";
            help: "correct its year, or remove it");
    }
}
