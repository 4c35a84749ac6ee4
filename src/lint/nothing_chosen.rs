//! A choice of a section that no entry, or no row of the week, fits.

use std::sync::Arc;

use super::prelude::*;
use crate::{
    content::Content,
    diagnostic::{Applicability, Fix, nearest},
    schema::{
        Data, Table,
        decode::{Spanned, in_quotes},
    },
    site::{EXCEPT, EntryFilter, ONLY, compared, words_of},
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "nothing-chosen",
        severity: Severity::Warning,
        summary: "a section chooses by something that nothing has",
        text: "`only` and `except` name what entries have: a category, a kind, a level. No entry has this one, or \
            none is left of those that are chosen.",
        wrong: &[Example::new(
            "content/pages/beginners.toml",
            r#"
title = "For beginners"
description = "Hours for those who are new."

[[section]]
type = "timetable"
only = { class = "yoga", trainer = "sam-taylor" }
"#,
        )],
        right: &[Example::new(
            "content/pages/beginners.toml",
            r#"
title = "For beginners"
description = "Hours for those who are new."

[[section]]
type = "timetable"
only = { class = "yoga", trainer = "alex-morgan" }
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for section in content.sections() {
        let Some(candidates) = candidates(section, content) else { continue };
        if filters(section).any(|filter| names_missing_entry(filter, content)) {
            continue;
        }
        let before = warnings.len();
        for filter in filters(section) {
            warnings.extend(filter.iter().flat_map(|(key, values)| unknown_values(key, values, &candidates)));
        }
        let filter = EntryFilter::of(section);
        if warnings.len() == before && !candidates.iter().any(|entry| filter.contains(entry)) {
            let place = [ONLY, EXCEPT].into_iter().find_map(|key| section.get(key));
            report!(warnings, LINT.code, place.map_or(section.span, |place| place.span), "nothing is left of what is chosen here";
                label: "nothing fits all of it";
                help: "choose by less, or remove the section");
        }
    }
}

/// The choice of a section, and the entries that it leaves out.
fn filters(section: &Table) -> impl Iterator<Item = &Arc<Table>> {
    [ONLY, EXCEPT].into_iter().filter_map(|key| section.get(key)?.value.as_table())
}

/// True if the filter names an entry that isn't there, which is reported elsewhere.
fn names_missing_entry(filter: &Table, content: &Content) -> bool {
    let mut is_missing = false;
    filter.walk(&mut |_, value| {
        let Some(one) = value.value.as_reference() else { return };
        is_missing |= !content.entries(&one.collection.name).iter().any(|entry| entry.id == one.id);
    });
    is_missing
}

/// The tables among which a section chooses: the entries of a collection, the rows of a single, or those of the week. Returns
/// `None` if it doesn't choose, or some can't be read.
fn candidates<'c>(section: &Table, content: &'c Content) -> Option<Vec<&'c Arc<Table>>> {
    // The name of the collection, or of the type of the rows.
    let name = filters(section).next()?.schema.chooses.as_ref()?;
    if let Some(entries) = content.collections.get(name) {
        let is_known = entries.iter().all(|entry| content.knows(entry.file));
        return is_known.then(|| entries.iter().map(|entry| &entry.table).collect());
    }
    let listed = content.singles.values().flat_map(|single| single.iter()).filter_map(|(_, value)| {
        let Data::List(tables) = &value.value else { return None };
        let tables: Vec<_> = tables.iter().filter_map(|table| table.value.as_table()).collect();
        tables.first().is_some_and(|first| first.schema.name == *name).then_some(tables)
    });
    let listed: Vec<_> = listed.flatten().collect();
    // The rows of the week are listed as well, but those of several days and classes on single dates belong to them.
    let schedule = &content.schedule.value;
    let is_of_week = schedule.week.rows().any(|(_, row)| row.table.schema.name == *name);
    if !listed.is_empty() && !is_of_week {
        return content.unreadable.is_empty().then_some(listed);
    }
    let rows = schedule.week.rows().map(|(_, row)| &row.table);
    let extra = schedule.extra.iter().map(|extra| &extra.row.table);
    content.knows(content.schedule.file?).then(|| rows.chain(extra).collect())
}

/// Reports values that none of the entries has.
fn unknown_values(key: &str, values: &Spanned<Data>, entries: &[&Arc<Table>]) -> Vec<Diagnostic> {
    let Data::List(values) = &values.value else { return Vec::new() };
    let known: Vec<String> = entries.iter().flat_map(|entry| words_of(entry, key)).collect();
    let unknown =
        values.iter().filter(|value| value.span.is_somewhere() && !known.contains(&compared(&value.value)));
    unknown.map(|value| unknown_value(key, value, entries)).collect()
}

fn unknown_value(key: &str, value: &Spanned<Data>, entries: &[&Arc<Table>]) -> Diagnostic {
    let written = value.value.as_reference().map_or_else(|| value.value.written(), |one| one.id.to_string());
    let near = nearest(&written, entries.iter().filter_map(|entry| entry.text(key)));
    let help = near.map_or_else(
        || "correct it, or remove it until something has it".to_owned(),
        |near| format!("did you mean \"{near}\"?"),
    );
    let fix = near.and_then(|near| Fix::replace(value.span, in_quotes(near), Applicability::Proposed));
    diagnostic!(LINT.code, value.span, "nothing has the {key} \"{written}\""; help; fix)
}
