//! Changes and terms that ended long ago.

use jiff::ToSpan as _;

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "past-change",
        severity: Severity::Warning,
        summary: "a change of the week, or the term of a class, ended more than a month ago: perhaps its \
            year is wrong",
        text: "Correct the year, or remove it.",
        wrong: &[Example::new(
            "content/schedule.toml",
            r#"
[[cancelled]]
date = 2025-12-12
class = "fitness"
"#,
        )],
        right: &[Example::new(
            "content/schedule.toml",
            r#"
[[cancelled]]
date = 2026-12-11
class = "fitness"
"#,
        )],
    },
);

fn check(LintedSite { content, site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let schedule = &content.schedule.value;
    let Ok(long_ago) = site.clock.today.date().checked_sub(1.month()) else { return };
    let substitutes = schedule.substitutes.iter().map(|substitute| &substitute.occurrence);
    let weekly = schedule.cancelled.iter().chain(substitutes).map(|change| (change.last(), change.span));
    let extra = schedule.extra.iter().map(|extra| (extra.date, extra.row.span));
    let rows = schedule.week.rows().map(|(_, row)| row);
    let terms = rows.filter_map(|row| row.weeks.until).map(|until| (until, until.span));
    for (date, span) in weekly.chain(extra).chain(terms) {
        if date.span.is_somewhere() && date.value < long_ago {
            report!(warnings, LINT.code, span, "this ended on {}", date.value;
                label: "visitors don't see it any more";
                help: "correct its year, or remove it");
        }
    }
}
