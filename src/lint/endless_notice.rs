//! Warnings to visitors that nothing takes down.

use super::prelude::*;
use crate::content::NoticeKind;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "endless-notice",
        severity: Severity::Warning,
        summary: "a notice of the kind \"warning\" that doesn't say until when",
        text: "Say until when: it goes by itself then, also if nobody thinks of it.",
        wrong: &[Example::new(
            "content/notice.toml",
            r#"
[[notice]]
text = "The showers are cold: a pump is broken."
kind = "warning"
"#,
        )],
        right: &[Example::new(
            "content/notice.toml",
            r#"
[[notice]]
text = "The showers are cold: a pump is broken."
kind = "warning"
until = 2026-12-05T18:00:00
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let notices = content.notices.value.notice.iter();
    for notice in notices.filter(|notice| notice.kind == NoticeKind::Warning && notice.period.until.is_none())
    {
        report!(warnings, LINT.code, notice.span, "this warning stays until somebody removes it";
            help: "say until when, such as until = 2026-12-05T18:00:00");
    }
}
