//! A class that is missing in the sections that list classes.

use super::{listed::not_listed, prelude::*};
use crate::schema::Role;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "class-not-listed",
        severity: Severity::Warning,
        summary: "a class is missing in the section `classes` that names its classes",
        text: "Add it to the list, or leave the list out to show all classes.",
        wrong: &[Example::new(
            "content/pages/classes.toml",
            r#"
[[section]]
type = "classes"
heading = "Our classes"
classes = ["fitness", "boxing", "yoga"]
"#,
        )],
        right: &[Example::new(
            "content/pages/classes.toml",
            r#"
[[section]]
type = "classes"
heading = "Our classes"
classes = ["fitness", "boxing", "yoga", "cycling"]
"#,
        )],
    },
)
.follows_bad_name()
.follows_pages();

fn check(linted: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    not_listed(linted, Role::Class, LINT.code, warnings);
}
