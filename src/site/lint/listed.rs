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

pub(super) fn classes(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let lint = Lint::ClassNotListed;
    check(
        &ListedCollection { collection: "classes", section: "classes", key: "classes", lint },
        context,
        found,
    );
}

pub(super) fn plans(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let lint = Lint::PlanNotListed;
    check(&ListedCollection { collection: "plans", section: "prices", key: "plans", lint }, context, found);
}

pub(super) fn trainers(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let lint = Lint::TrainerNotListed;
    check(
        &ListedCollection { collection: "trainers", section: "people", key: "trainers", lint },
        context,
        found,
    );
}

fn check(shown: &ListedCollection, context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Context { content, index, site } = context;
    let Some((page, references)) = lists(shown, site) else { return };
    let listed: BTreeSet<&str> = references.iter().filter_map(|reference| index.meant(reference)).collect();
    let noun = content.types.collections.get(shown.collection).map(|found| &*found.collection.nouns[0]);
    for entry in content.entries(shown.collection).iter().filter(|entry| !listed.contains(&*entry.id)) {
        let title = entry.table.get("title").or_else(|| entry.table.get("name"));
        let message = format!(
            "the {} \"{}\" is on no page that lists {}",
            noun.unwrap_or("entry"),
            entry.id,
            shown.collection
        );
        found.push(
            Diagnostic::new(shown.lint, title.map_or(entry.span, |title| title.span), message)
                .help(format!("add it to the list {} in content/pages/{}.toml", shown.key, page.name)),
        );
    }
}

/// What the sections of one type list, and the first of their pages. `None` without such a section, if one of them
/// shows all, or if what one lists can't be read, as it may mean any.
fn lists<'s>(shown: &ListedCollection, site: &'s Site) -> Option<(&'s PageFile, Vec<EntryRef>)> {
    let sections =
        site.pages.iter().flat_map(|page| page.sections.iter().map(move |section| (page, section)));
    // Pictures of a few are no list.
    let is_list = |section: &Section| &*section.kind == shown.section && section.layout() != Some("pictures");
    let sections: Vec<_> = sections.filter(|(_, section)| is_list(section)).collect();
    let (page, _) = sections.first()?;
    let mut references = Vec::new();
    for (_, section) in &sections {
        let list = section.table.list(shown.key);
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
