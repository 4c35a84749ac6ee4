//! All routes of a site.

use std::sync::Arc;

use super::{
    CalendarOf, DataFile, DataKind, FeedOf, Route, Routes, WEEK_CALENDAR, class_calendar, file::FIXED,
    languages, page, redirects,
};
use crate::{
    content::EntryId,
    diagnostic::Span,
    schema::{CollectionType, Name, Role},
    site::Site,
    source::STATIC,
};

/// All routes of a site, of which the `main` ones are those in the main language.
pub(super) fn routes(site: &mut Site, main: Option<&Routes>) -> Vec<Route> {
    let mut pages: Vec<_> = site.pages.iter().flat_map(|page| page::for_file(page, site)).collect();
    pages.extend(page::offline(site));
    for (name, declared) in &site.project.types.collections {
        pages.extend(page::for_entries(name, declared, site));
        pages.extend(page::for_terms(declared, site));
    }
    if let Some(main) = main {
        let own = pages.iter().map(|page| (page.key(), page.address.path.clone()));
        site.counterparts = languages::counterparts(main.iter(), own);
    }
    let site = &*site;
    let menu = page::menu(site);
    let parts: Vec<_> = pages.iter().map(|page| page.menu_link(&menu, &pages).unwrap_or_default()).collect();
    for (page, part) in pages.iter_mut().zip(parts) {
        page.place.part = part;
    }
    let mut routes: Vec<Route> = pages.into_iter().map(|page| Route::Page(Arc::new(page))).collect();
    // Those of all languages are declared for the site as a whole.
    if site.original.is_none() {
        routes.extend(redirects::old_addresses(site).map(Route::Redirect));
    }
    routes.extend(files(site).into_iter().map(|file| Route::File(Box::new(file))));
    routes
}

fn files(site: &Site) -> Vec<DataFile> {
    let is_main = site.original.is_none();
    let fixed = FIXED.iter().filter(|fixed| (fixed.is_in)(site) && (is_main || fixed.is_of_language));
    let mut files: Vec<DataFile> =
        fixed.map(|fixed| file_of_gym(fixed.path, DataKind::Fixed(fixed), site)).collect();
    if !site.schedule.days.is_empty() {
        files.push(file_of_gym(WEEK_CALENDAR, DataKind::Calendar(CalendarOf::Week), site));
        files.extend(site.scheduled().map(|class| calendar_of_class(&class.id, site)));
    }
    for (name, collection) in &site.project.types.collections {
        files.extend(entry_files(name, collection, site));
    }
    let host = site.gym.settings.host();
    let of_host = if is_main { host.files } else { host.files_of_language };
    files.extend(of_host.iter().map(|of_host| file_of_gym(of_host.path, DataKind::Host(of_host), site)));
    files.retain(|file| !file.kind.yields_to_static() || !is_static(&file.path, site));
    files
}

/// A file about the gym as a whole, which comes from `content/site.toml`.
fn file_of_gym(path: &str, kind: DataKind, site: &Site) -> DataFile {
    DataFile { path: path.into(), file: site.gym.file, declared_at: Span::NOWHERE, entry: None, kind }
}

fn calendar_of_class(id: &Arc<str>, site: &Site) -> DataFile {
    let kind = DataKind::Calendar(CalendarOf::Class(id.clone()));
    let classes = site.project.types.with_role(Role::Class).cloned();
    let entry = classes.map(|collection| EntryId { collection, id: id.clone() });
    DataFile { entry, ..file_of_gym(&class_calendar(id), kind, site) }
}

/// True if the project has its own file for this path.
fn is_static(path: &str, site: &Site) -> bool {
    site.original.is_none()
        && site.project.sources.binary_at(&format!("{STATIC}{}", path.trim_start_matches('/'))).is_some()
}

/// The files that the type of a collection declares. Every page links to the feed of the blog, so this feed exists as
/// soon as a page lists posts.
fn entry_files(name: &Name, declared: &CollectionType, site: &Site) -> Vec<DataFile> {
    let first = site.entries(name).first().map(|entry| entry.file);
    let paged = site.paged(name).filter(|_| declared.role == Some(Role::Blog)).map(|page| page.file);
    let Some(first) = first.or(paged) else { return Vec::new() };
    let file = site.listing_page(name).map_or(first, |page| page.file);
    let feed = declared.feed.iter().map(|feed| (feed, DataKind::Feed(FeedOf::Entries(name.clone()))));
    let calendar =
        declared.calendar.iter().map(|file| (file, DataKind::Calendar(CalendarOf::Entries(name.clone()))));
    let files = feed.chain(calendar).map(|(declared, kind)| DataFile {
        path: declared.path.clone(),
        file,
        declared_at: declared.span,
        entry: None,
        kind,
    });
    let terms = site.all_terms(declared).filter_map(|(field, term)| {
        let feed = page::feed_of_term(term, field)?;
        let entry = Some(page::term_entry(term, field));
        let kind = DataKind::Feed(feed.subject);
        Some(DataFile { path: feed.path, file, declared_at: Span::NOWHERE, entry, kind })
    });
    files.chain(terms).collect()
}
