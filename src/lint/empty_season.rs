//! A season that changes nothing.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "empty-season",
        severity: Severity::Warning,
        summary: "a season has neither classes nor hours",
        text: "A season takes the place of the week, of the opening hours, or of both: write its rows, its `[[hours]]`, or remove the file.",
        wrong: &[Example::new(
            "content/seasons/winter.toml",
            r#"
title = "Winter"
from = 2027-01-04
until = 2027-03-26
"#,
        )],
        right: &[Example::new(
            "content/seasons/winter.toml",
            r#"
title = "Winter"
from = 2027-01-04
until = 2027-03-26

[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
opens = "08:00"
closes = "20:00"
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for season in content.seasons.values().map(|season| &season.entry) {
        if !season.has_week() && season.hours.is_empty() && content.knows(season.span.file) {
            report!(warnings, LINT.code, season.span, "this season has neither classes nor hours";
                label: "it changes nothing";
                help: "write its week, such as with [[weekly]], or its [[hours]], or remove the file");
        }
    }
}
