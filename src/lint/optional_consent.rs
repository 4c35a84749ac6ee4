//! A box to agree that may stay empty.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "optional-consent",
        severity: Severity::Warning,
        summary: "a form is sent although nobody agreed",
        text: "A box to agree that may stay empty agrees to nothing: require it, or allow the warning, such as \
            for a newsletter.",
        wrong: &[Example::new(
            "content/forms/contact.toml",
            r#"
[[field]]
id = "consent"
kind = "consent"
label = "You may keep this to answer me."
"#,
        )],
        right: &[Example::new(
            "content/forms/contact.toml",
            r#"
[[field]]
id = "consent"
kind = "consent"
label = "You may keep this to answer me."
required = true
"#,
        )],
    },
);

fn check(LintedSite { site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let fields = site.collections.forms.values().flat_map(|form| &form.entry.fields);
    for field in fields.filter(|field| *field.kind.value == *"consent" && !field.required) {
        report!(warnings, LINT.code, field.kind.span, "the form is sent although nobody agreed";
            help: "add required = true to the field");
    }
}
