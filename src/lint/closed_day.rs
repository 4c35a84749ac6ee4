//! A class on a day when the gym, or its branch, is closed.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "closed-day",
        severity: Severity::Warning,
        summary: "a class on a day when the gym is closed",
        text: "Move the class, or correct the opening hours.",
        wrong: &[
            Example::new(
                "content/site.toml",
                r#"
[[closure]]
date = 2026-12-25
note = "Christmas"
"#,
            ),
            Example::new(
                "content/schedule.toml",
                r#"
[[extra]]
date = 2026-12-25
class = "yoga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
"#,
            ),
        ],
        right: &[
            Example::new(
                "content/site.toml",
                r#"
[[closure]]
date = 2026-12-25
note = "Christmas"
"#,
            ),
            Example::new(
                "content/schedule.toml",
                r#"
[[extra]]
date = 2026-12-26
class = "yoga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
"#,
            ),
        ],
    },
);

fn check(linted: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for closed in linted.classes_outside_hours().filter(|closed| closed.open.is_empty()) {
        report!(warnings, LINT.code, closed.at, "a class on {}, when the gym is closed", closed.day;
            label: "the gym is closed then";
            help: "move the class, or change the hours in {}", closed.file);
    }
}
