//! Entries that visitors can't distinguish.

use std::{hash::BuildHasher, sync::Arc};

use foldhash::{HashMap, fast::FixedState};
use rayon::prelude::*;

use super::Context;
use crate::{
    content::Entry,
    decode::Spanned,
    diagnostic::{Diagnostic, Lint, Span},
    schema::{CollectionType, Data, Kind, Scalar, Table},
};

/// What an entry is called, and where it says so.
#[derive(Clone, Copy)]
pub(in crate::site) struct Title<'t> {
    pub text: &'t str,
    pub span: Span,
}

/// Compares the entries of all collections but posts, which are compared while they are resolved.
pub(super) fn check(Context { content, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // The titles of pages for each day have the day in them.
    let pages = content.pages.iter().filter(|page| page.table.get("each").is_none());
    found.extend(distinct("pages", pages.filter_map(|page| title_of(&page.table, "title"))));
    let menu = || content.navigation.table.tables("link");
    found.extend(distinct("entries of the menu", menu().filter_map(|link| title_of(link, "title"))));
    found.extend(same_targets(menu()));
    for (name, of) in content.types.collections.iter().filter(|(name, _)| ***name != *"posts") {
        let Some(key) = title_key(of) else { continue };
        let entries = content.entries(name);
        found.extend(distinct(
            &of.collection.nouns[1],
            entries.iter().filter_map(|entry| title(entry, key, of)),
        ));
    }
}

/// The title in the field `key` of what is at no time.
fn title_of<'t>(table: &'t Table, key: &str) -> Option<(Title<'t>, Option<String>)> {
    let value = table.get(key).filter(|value| value.span.is_somewhere())?;
    Some((Title { text: value.value.as_text()?.as_str(), span: value.span }, None))
}

/// Entries of a menu that lead to where an earlier one does.
fn same_targets<'l>(links: impl Iterator<Item = &'l Arc<Table>>) -> Vec<Diagnostic> {
    let mut seen: HashMap<String, Span> = HashMap::default();
    let mut found = Vec::new();
    for link in links {
        let Some(Spanned { value: Data::Link(target), span }) = link.get("to") else { continue };
        let target = target.as_written();
        match seen.get(&target).filter(|_| span.is_somewhere()) {
            Some(first) => found.push(
                Diagnostic::new(Lint::DuplicateTitle, *span, format!("the menu leads to {target} twice"))
                    .related(*first, "the first entry")
                    .help("correct one of the two addresses, or remove an entry"),
            ),
            None => drop(seen.insert(target, *span)),
        }
    }
    found
}

/// The field by which visitors know an entry.
fn title_key(of: &CollectionType) -> Option<&'static str> {
    let is_text = |key: &&str| {
        let field = of.schema.field(key).filter(|field| field.list.is_none());
        field.is_some_and(|field| matches!(field.kind, Kind::Scalar(Scalar::Text)))
    };
    ["title", "name"].into_iter().find(is_text)
}

/// The title, and when it is: events that are repeated at another time can be distinguished.
fn title<'e>(entry: &'e Entry, key: &str, of: &CollectionType) -> Option<(Title<'e>, Option<String>)> {
    let value = entry.table.get(key).filter(|value| value.span.is_somewhere())?;
    let Data::Text(text) = &value.value else { return None };
    let start = of.calendar.as_ref().and_then(|calendar| entry.table.get(calendar.field("start")?));
    let start = start.map(|start| format!("{:?}", start.value));
    Some((Title { text: text.as_str(), span: value.span }, start))
}

/// The entries of one kind that have the same title, and are at the same time if they are at one.
pub(in crate::site) fn distinct<'a>(
    noun: &str,
    titles: impl Iterator<Item = (Title<'a>, Option<String>)>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let titles: Vec<_> = titles.collect();
    let hasher = FixedState::default();
    let folded =
        |(title, start): &(Title<'_>, Option<String>)| hasher.hash_one((title.text.to_lowercase(), start));
    let folded: Vec<u64> = titles.par_iter().map(folded).collect();
    let mut seen: HashMap<u64, Span> = HashMap::default();
    for ((title, _), folded) in titles.into_iter().zip(folded) {
        if let Some(first) = seen.get(&folded) {
            found.push(
                Diagnostic::new(
                    Lint::DuplicateTitle,
                    title.span,
                    format!("two {noun} are called \"{}\"", title.text),
                )
                .related(*first, "the other one")
                .help("give one of the two another title, so that visitors can tell them apart"),
            );
        } else {
            seen.insert(folded, title.span);
        }
    }
    found
}
