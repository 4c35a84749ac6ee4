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
    let weekly = schedule.week.rows().map(|(_, row)| &row.class);
    let extra = schedule.extra.iter().map(|extra| &extra.row.class);
    for (id, class) in unreferenced(content, index, weekly.chain(extra)) {
        report!(warnings, LINT.code, class.title.span, "the class \"{id}\" is on no day of the schedule";
            help: "add a row with it to {file}");
    }
}

/// The classes to which none of `references` leads. None if one of the references can't be read, as it may lead to any
/// class.
fn unreferenced<'c, 'r>(
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
