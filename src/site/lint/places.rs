//! Entries of calendars that don't say where they are.

use crate::{
    content::{Content, Entry},
    diagnostic::{Diagnostic, Lint, Span},
    schema::{CollectionType, DeclaredFile},
};

/// Looks at all calendars of a gym that has no address of its own: it has several branches, or says nothing at all.
pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    let has_address = content.gym.table.get("address").is_some();
    let is_known = content.gym.file.is_none_or(|file| content.knows(file));
    if has_address || !is_known || content.branches.len() == 1 {
        return;
    }
    for (name, of_type) in &content.types.collections {
        let Some(calendar) = &of_type.calendar else { continue };
        let entries = content.entries(name).iter().filter(|entry| content.knows(entry.file));
        found.extend(entries.filter_map(|entry| without_place(entry, of_type, calendar, content)));
    }
}

fn without_place(
    entry: &Entry,
    of_type: &CollectionType,
    calendar: &DeclaredFile,
    content: &Content,
) -> Option<Diagnostic> {
    let (place, branch) = (calendar.field("place"), calendar.field("branch"));
    let says = |field: &str| entry.table.get(field).is_some();
    if place.into_iter().chain(branch).any(says) {
        return None;
    }
    let title = calendar.field("title").and_then(|field| entry.table.get(field));
    let span = title.map(|title| title.span).filter(|span| span.is_somewhere());
    let message = format!("this {} doesn't say where it is", of_type.collection.nouns[0]);
    let elsewhere = place.map(|field| format!(", or where it is: {field} = \"...\"")).unwrap_or_default();
    let help = match (content.branches.keys().next(), branch) {
        (Some(id), Some(field)) => {
            format!("name a file of content/branches, such as {field} = \"{id}\"{elsewhere}")
        }
        (Some(_), None) | (None, _) => {
            format!("write the gym's address as [address] in content/site.toml{elsewhere}")
        }
    };
    Some(
        Diagnostic::new(Lint::NoPlace, span.unwrap_or(Span::whole(entry.file)), message)
            .label("calendars and search engines name no place")
            .help(help),
    )
}
