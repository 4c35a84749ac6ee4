//! Entries that the sections which show them leave out.

use std::collections::BTreeSet;

use super::Context;
use crate::{
    diagnostic::{Diagnostic, Lint},
    schema::EntryRef,
    site::{PageFile, Section, Site},
};

/// A collection, the sections that show it, and their list of what they show.
struct ListedCollection {
    collection: &'static str,
    section: &'static str,
    key: &'static str,
    lint: Lint,
}

const LISTED: [ListedCollection; 3] = [
    ListedCollection {
        collection: "classes",
        section: "classes",
        key: "classes",
        lint: Lint::ClassNotListed,
    },
    ListedCollection { collection: "plans", section: "prices", key: "plans", lint: Lint::PlanNotListed },
    ListedCollection {
        collection: "trainers",
        section: "people",
        key: "trainers",
        lint: Lint::TrainerNotListed,
    },
];

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Context { content, index, site } = context;
    for ListedCollection { collection, section, key, lint } in LISTED {
        let Some((page, references)) = lists(section, key, site) else { continue };
        let listed: BTreeSet<&str> =
            references.iter().filter_map(|reference| index.intended(reference)).collect();
        let noun = content
            .types
            .collections
            .get(collection)
            .map(|collection_type| &*collection_type.collection.nouns[0]);
        let noun = noun.unwrap_or("entry");
        for entry in content.entries(collection).iter().filter(|entry| !listed.contains(&*entry.id)) {
            let title = entry.table.get("title").or_else(|| entry.table.get("name"));
            let message = format!("the {noun} \"{}\" is on no page that lists {collection}", entry.id);
            diagnostics.push(
                Diagnostic::new(lint, title.map_or(entry.span, |title| title.span), message)
                    .help(format!("add it to the list {key} in content/pages/{}.toml", page.name)),
            );
        }
    }
}

/// What the sections of one type list, and the first of their pages. `None` without such a section, if one of them
/// shows all, or if what one lists can't be read, as it may mean any.
fn lists<'s>(kind: &str, key: &str, site: &'s Site) -> Option<(&'s PageFile, Vec<EntryRef>)> {
    let sections =
        site.pages.iter().flat_map(|page| page.sections.iter().map(move |section| (page, section)));
    // Pictures of a few are no list.
    let is_list = |section: &Section| &*section.kind == kind && section.layout() != Some("pictures");
    let sections: Vec<_> = sections.filter(|(_, section)| is_list(section)).collect();
    let (page, _) = sections.first()?;
    let mut references = Vec::new();
    for (_, section) in &sections {
        let list = section.table.list(key);
        if list.is_empty() {
            return None;
        }
        for element in list {
            let reference = element.value.as_reference().filter(|_| element.span.is_somewhere())?;
            references.push(reference.clone());
        }
    }
    Some((page, references))
}
