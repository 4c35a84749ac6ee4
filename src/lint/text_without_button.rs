//! Words for a button that there isn't.

use super::prelude::*;
use crate::{
    content::Content,
    schema::{Data, FromData, Role, Table, decode::value::Destination},
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "text-without-button",
        severity: Severity::Warning,
        summary: "`book_text` says what a button says, and there is no button",
        text: "An event has a button once `book` says where it is booked. A class or a plan with `book = \"none\"` has none.",
        wrong: &[Example::new(
            "content/plans/day.toml",
            r#"
book = "none"
book_text = "Start"
"#,
        )],
        right: &[Example::new(
            "content/plans/day.toml",
            r#"
book = "https://shop.example/day"
book_text = "Start"
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for table in content.tables().filter(|table| table.has_tables()) {
        // Rows of the week stand in lists of their file.
        table.walk(&mut |_, value| {
            if let Data::Table(row) = &value.value {
                warnings.extend(without_button(row, content, false));
            }
        });
    }
    for (name, declared) in &content.project.types.collections {
        if declared.schema.field("book_text").is_none() {
            continue;
        }
        let needs_own = declared.calendar.is_some();
        let entries = content.entries(name).iter();
        warnings.extend(entries.filter_map(|entry| without_button(&entry.table, content, needs_own)));
    }
}

/// The words for a button that a class, a row, a plan or an event doesn't have. Only what `needs_own` has none where nothing is said.
fn without_button(table: &Table, content: &Content, needs_own: bool) -> Option<Diagnostic> {
    let text = table.get("book_text").filter(|text| text.span.is_somewhere())?;
    let class = table.get("class").and_then(|class| class.value.as_reference());
    let class = class.and_then(|class| {
        content.entries_of(Role::Class).iter().find(|entry| entry.id == class.id).map(|entry| &entry.table)
    });
    let joined = [Some(table), class.map(|class| &**class)].into_iter().flatten();
    let is_joined = joined
        .clone()
        .all(|table| !matches!(table.get("join").map(|join| &join.value), Some(Data::Bool(false))));
    let own =
        joined.clone().find_map(|table| table.get("book")).map(|book| Destination::from_data(Some(book)));
    let target = own.or_else(|| content.gym.value.book.clone().filter(|_| !needs_own));
    let has_button = is_joined && target.map_or(!needs_own, |target| target != Destination::Nowhere);
    (!has_button).then(|| {
        diagnostic!(LINT.code, text.span, "there is no button that says this";
            label: "the words of no button";
            help: "say with book = \"...\" where it leads, or remove the line")
    })
}
