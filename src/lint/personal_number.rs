//! The number of a person where a business has one of its own.

use super::prelude::*;
use crate::{content::PayKind, site::is_cpf};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "personal-number",
        severity: Severity::Warning,
        summary: "a Pix key is the tax number of a person, which everybody sees then",
        text: "With a CPF others can do more than pay. Banks make a random key at once, and a business has a CNPJ.",
        wrong: &[Example::new(
            "content/site.toml",
            r#"
[[pay]]
kind = "pix"
number = "529.982.247-25"
"#,
        )],
        right: &[Example::new(
            "content/site.toml",
            r#"
[[pay]]
kind = "pix"
number = "7d9f0335-8dcc-4054-9bf9-0dbd61d36906"
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for way in content.gym.value.pay.iter().filter(|way| way.kind == PayKind::Pix) {
        if way.number.span.is_somewhere() && is_cpf(&way.number()) {
            report!(warnings, LINT.code, way.number.span, "this is the CPF of a person, and everybody sees it";
                label: "a personal tax number";
                help: "use a random key of the bank, an email address, or the CNPJ of the gym");
        }
    }
}
