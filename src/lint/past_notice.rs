//! Notices that are over.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "past-notice",
        severity: Severity::Warning,
        summary: "a notice has been over for a day",
        text: "Remove it, or correct its last day.",
        wrong: &[Example::new(
            "content/notice.toml",
            r#"
[[notice]]
text = "We move to Studio 2."
until = 2025-12-05
"#,
        )],
        right: &[Example::new(
            "content/notice.toml",
            r#"
[[notice]]
text = "We move to Studio 2."
until = 2026-12-05
"#,
        )],
    },
);

fn check(LintedSite { content, site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let Ok(yesterday) = site.clock.today.date().yesterday() else { return };
    for notice in content.notices.value.notice.iter().filter(|notice| notice.period.is_over(yesterday)) {
        let Some(until) = &notice.period.until else { continue };
        report!(warnings, LINT.code, until.span, "this notice was over on {}", until.value.civil().date();
            label: "visitors don't see it any more";
            help: "remove it, or correct its year");
    }
}
