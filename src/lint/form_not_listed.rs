//! A form that no page shows.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "form-not-listed",
        severity: Severity::Warning,
        summary: "no page shows a form",
        text: "Name the form in a section, or remove its file.",
        wrong: &[Example::new(
            "content/forms/trial.toml",
            r#"
[[field]]
id = "phone"
kind = "phone"
label = "Your phone"
"#,
        )],
        right: &[
            Example::new(
                "content/forms/trial.toml",
                r#"
[[field]]
id = "phone"
kind = "phone"
label = "Your phone"
"#,
            ),
            Example::new(
                "content/pages/trial.toml",
                r#"
title = "Try a class"
description = "Your first class is free."

[[section]]
type = "form"
form = "trial"
heading = "Your first class"
"#,
            ),
        ],
    },
)
.follows_bad_name()
.follows_pages();

fn check(LintedSite { site, content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    if !content.unreadable.is_empty() {
        return;
    }
    for (id, form) in site.collections.forms.iter().filter(|(id, _)| site.form_path(id, None).is_none()) {
        report!(warnings, LINT.code, form.entry.span, "no page shows the form \"{id}\"";
            help: "add a [[section]] with form = \"{id}\" to a page, or remove the file");
    }
}
