//! A form after which nobody can be answered.

use super::prelude::*;
use crate::content::FormFields;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "no-answer",
        severity: Severity::Warning,
        summary: "a form asks for neither an email address nor a phone number, or services don't find the \
            address in it",
        text: "Add a field of the kind `email` or `phone`, or allow the warning for a form that is meant to be \
            without names. Services of forms answer to the field with the id `email`.",
        wrong: &[Example::new(
            "content/forms/trial.toml",
            r#"
[[field]]
id = "name"
label = "Your name"
"#,
        )],
        right: &[Example::new(
            "content/forms/trial.toml",
            r#"
[[field]]
id = "name"
label = "Your name"

[[field]]
id = "email"
kind = "email"
label = "Your email address"
required = true
"#,
        )],
    },
);

fn check(LintedSite { site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for form in site.collections.forms.values() {
        warnings.extend(unanswered(&form.entry));
    }
}

fn unanswered(form: &FormFields) -> Option<Diagnostic> {
    let other = form.fields.iter().find(|field| {
        field.id.value.as_str() == "email" && field.id.span.is_somewhere() && *field.kind.value != *"email"
    });
    if let Some(field) = other {
        return Some(
            diagnostic!(LINT.code, field.id.span, "services answer to \"email\", and this field takes any text";
            help: "write kind = \"email\" in it, or give it another id"),
        );
    }
    if form.asks_for("email") || form.asks_for("phone") {
        return None;
    }
    let first = form.fields.first().filter(|field| field.span.is_somewhere())?;
    Some(diagnostic!(LINT.code, first.span, "the form asks for neither an email address nor a phone number";
        label: "you can't answer";
        help: "add [[field]] with kind = \"email\" or kind = \"phone\""))
}
