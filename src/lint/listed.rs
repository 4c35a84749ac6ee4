//! Entries that are missing in the sections that list their collection.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::{
    diagnostic::Code,
    schema::{EntryRef, Name, Role},
    site::{PageFile, Site},
};

/// Reports the entries of the collection with this role that no list of a section names.
pub fn not_listed(linted: &LintedSite<'_>, role: Role, code: Code, warnings: &mut Vec<Diagnostic>) {
    let LintedSite { content, index, site, .. } = linted;
    let Some(declared) = content.project.types.collection_of(role) else { return };
    let collection = &declared.collection;
    let Some(Choices { page, key, references }) = Choices::of(&collection.name, site) else { return };
    let listed: BTreeSet<&str> =
        references.iter().filter_map(|reference| index.intended(reference)).collect();
    let entries = content.entries(&collection.name).iter();
    for entry in entries.filter(|entry| !listed.contains(&*entry.id)) {
        let title = entry.table.get("title").or_else(|| entry.table.get("name"));
        let [noun, _] = &collection.nouns;
        report!(warnings, code, title.map_or(entry.span, |title| title.span),
            "the {noun} \"{}\" is on no page that lists {}", entry.id, collection.name;
            help: "add it to the list {key} in content/pages/{}.toml", page.name);
    }
}

/// The entries of a collection that sections list by name.
struct Choices<'s> {
    /// The first page with such a section, and the key of its list.
    page: &'s PageFile,
    key: &'s Name,
    references: Vec<EntryRef>,
}

impl<'s> Choices<'s> {
    /// Returns `None` if there is no such section, if one shows all entries, or if a list can't be read and so may name
    /// any entry.
    fn of(collection: &Name, site: &'s Site) -> Option<Self> {
        let mut choices: Option<Self> = None;
        let sections =
            site.pages.iter().flat_map(|page| page.sections.iter().map(move |section| (page, section)));
        for (page, section) in sections {
            let choice =
                site.project.types.section(&section.kind).and_then(|found| found.choice_in(&section.table));
            let Some(choice) = choice.filter(|choice| choice.collection == *collection) else { continue };
            let listed = section.table.list(&choice.key);
            if listed.is_empty() {
                return None;
            }
            let choices =
                choices.get_or_insert_with(|| Self { page, key: &choice.key, references: Vec::new() });
            for element in listed {
                let reference = element.value.as_reference().filter(|_| element.span.is_somewhere())?;
                choices.references.push(reference.clone());
            }
        }
        choices
    }
}
