//! Classes with a time that is probably wrong.

use super::prelude::*;
use crate::{content::ClassSlot, schema::decode::value::Weekday};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "odd-duration",
        severity: Severity::Warning,
        summary: "a class takes less than ten minutes or more than six hours",
        text: "Times are of 24 hours: seven in the evening is `19:00`.",
        wrong: &[Example::new(
            "content/schedule.toml",
            r#"
[[monday]]
class = "yoga"
trainer = "alex-morgan"
start = "07:00"
end = "19:00"
"#,
        )],
        right: &[Example::new(
            "content/schedule.toml",
            r#"
[[monday]]
class = "yoga"
trainer = "alex-morgan"
start = "18:00"
end = "19:00"
"#,
        )],
    },
);

/// The usual duration of a class, in minutes.
const USUAL: std::ops::RangeInclusive<u16> = 10..=6 * 60;

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let rows = content.schedule.value.week.rows().filter(|(_, row)| row.time().span.is_somewhere());
    warnings.extend(rows.filter_map(|(day, row)| unusual(day, row)));
}

fn unusual(day: Weekday, row: &ClassSlot) -> Option<Diagnostic> {
    let time = row.time().value;
    let (first, end) = time.minutes();
    let minutes = end.saturating_sub(first);
    if USUAL.contains(&minutes) {
        return None;
    }
    let (from, to) = (time.start.display(), time.end.display());
    Some(diagnostic!(LINT.code, row.time().span,
        "this class takes {minutes} min: from {from} to {to} on {}", day.title();
        label: "is one of the times right?";
        help: "times are of 24 hours: seven in the evening is \"19:00\""))
}
