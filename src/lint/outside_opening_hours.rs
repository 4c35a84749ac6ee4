//! A class before the gym, or its branch, opens on that day, or after it closes.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "outside-opening-hours",
        severity: Severity::Warning,
        summary: "a class before the gym opens or after it closes",
        text: "Correct the time of the class, or the opening hours in `content/site.toml`.",
        wrong: &[Example::new(
            "content/schedule.toml",
            r#"
[[saturday]]
class = "yoga"
trainer = "alex-morgan"
start = "05:00"
end = "06:00"
"#,
        )],
        right: &[Example::new(
            "content/schedule.toml",
            r#"
[[saturday]]
class = "yoga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
"#,
        )],
    },
);

fn check(linted: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for closed in linted.classes_outside_hours().filter(|closed| !closed.open.is_empty()) {
        let open = closed.open.iter().map(|span| span.display()).collect::<Vec<_>>().join(" and ");
        // The message of a class of every week leaves out the day, so that days with the same hours are reported
        // together: the hours may be wrong.
        let of_day = if closed.is_weekly { String::new() } else { format!(" of {}", closed.day) };
        report!(warnings, LINT.code, closed.at, "a class outside of the opening hours{of_day}, which are {open}";
            label: "the gym is closed then";
            help: "move the class, or change the hours in {}", closed.file);
    }
}
