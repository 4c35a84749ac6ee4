//! A class that is neither in the week nor on a single date.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::{
    content::{ClassFields, Content},
    schema::{EntryRef, Role, decode::Spanned},
    site::EntryIndex,
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "class-never-scheduled",
        severity: Severity::Warning,
        summary: "a class is on no day of the schedule",
        text: "Add it to the schedule, or remove it.",
        wrong: &[Example::new(
            "content/classes/karate.toml",
            r#"
title = "Karate"
trainer = "sam-taylor"
image = { file = "class-boxing.jpg", decorative = true }
summary = "Kicks, blocks and a bow."
"#,
        )],
        right: &[
            Example::new(
                "content/classes/karate.toml",
                r#"
title = "Karate"
trainer = "sam-taylor"
image = { file = "class-boxing.jpg", decorative = true }
summary = "Kicks, blocks and a bow."
"#,
            ),
            Example::new(
                "content/schedule.toml",
                r#"
[[saturday]]
class = "karate"
trainer = "sam-taylor"
start = "09:00"
end = "10:00"
"#,
            ),
        ],
    },
)
.allowed_ahead()
.follows_bad_name();

fn check(LintedSite { content, index, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    if !content.schedule.file.is_some_and(|file| content.knows(file)) {
        return;
    }
    let Some(file) = content.project.types.file_of(Role::Schedule) else { return };
    let schedule = &content.schedule.value;
    let rows = schedule.week.rows().map(|(_, row)| row);
    let extra = schedule.extra.iter().map(|extra| &extra.row.class);
    for (id, class) in not_among(content, index, rows.map(|row| &row.class).chain(extra)) {
        report!(warnings, LINT.code, class.title.span, "the class \"{id}\" is on no day of the schedule";
            help: "add a row with it to {file}");
    }
}

/// The classes to which none of `references` refers. Empty if one of them can't be read, as it may refer to any class.
fn not_among<'c, 'r>(
    content: &'c Content,
    index: &'r EntryIndex,
    references: impl Iterator<Item = &'r Spanned<EntryRef>>,
) -> Vec<(&'c str, &'c ClassFields)> {
    let references: Vec<&Spanned<EntryRef>> = references.collect();
    if references.iter().any(|reference| !reference.span.is_somewhere()) {
        return Vec::new();
    }
    let intended: BTreeSet<&str> =
        references.into_iter().filter_map(|reference| index.intended(&reference.value)).collect();
    let classes = content.classes.iter().filter(|(id, _)| !intended.contains(&***id));
    classes.map(|(id, class)| (&**id, &*class.entry)).collect()
}
