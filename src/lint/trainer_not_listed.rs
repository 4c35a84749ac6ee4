//! A trainer that is missing in the sections that list trainers.

use super::{listed::not_listed, prelude::*};
use crate::schema::Role;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "trainer-not-listed",
        severity: Severity::Warning,
        summary: "a trainer is missing in the section `people` that names its trainers",
        text: "Add the trainer to the list, or leave the list out to show all.",
        wrong: &[Example::new(
            "content/pages/index.toml",
            r#"
[[section]]
type = "people"
heading = "Our coaches"
trainers = ["sam-taylor"]
"#,
        )],
        right: &[Example::new(
            "content/pages/index.toml",
            r#"
[[section]]
type = "people"
heading = "Our coaches"
trainers = ["sam-taylor", "alex-morgan"]
"#,
        )],
    },
)
.follows_bad_name()
.follows_pages();

fn check(linted: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    not_listed(linted, Role::Trainer, LINT.code, warnings);
}
