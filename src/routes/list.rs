//! Which routes a site has.

use std::sync::Arc;

use super::{
    CalendarOf, DataFile, DataKind, EntryId, FeedOf, Route, WEEK_CALENDAR, blog_feed, class_calendar,
    file::FIXED, page, redirects,
};
use crate::{
    diagnostic::{FileId, Span},
    schema::{CollectionType, Name, Role},
    site::Site,
    source::STATIC,
};

/// All routes of a site.
pub(super) fn routes(site: &Site) -> Vec<Route> {
    let mut pages: Vec<_> = site.pages.iter().flat_map(|page| page::for_file(page, site)).collect();
    pages.extend(page::offline(site));
    for (name, collection) in &site.types.collections {
        pages.extend(page::for_entries(name, collection, site));
    }
    if site.has_blog() {
        pages.extend(page::for_terms(&site.posts.categories, site));
        pages.extend(page::for_terms(&site.posts.tags, site));
        pages.extend(page::for_posts(site));
    }
    let parts: Vec<_> = pages.iter().map(|page| page.menu_link(&pages, site).unwrap_or_default()).collect();
    pages.iter_mut().zip(parts).for_each(|(page, part)| page.part = part);
    let mut routes: Vec<Route> = pages.into_iter().map(|page| Route::Page(Arc::new(page))).collect();
    routes.extend(redirects::old_addresses(site).map(Route::Redirect));
    routes.extend(files(site).into_iter().map(Route::File));
    routes
}

fn files(site: &Site) -> Vec<DataFile> {
    let file = |path: &str, kind| {
        let (file, declared_at) = (site.gym_file, Span::NOWHERE);
        DataFile { path: path.into(), file, declared_at, entry: None, kind }
    };
    let class_entry = |id: &Arc<str>| {
        let classes = site.types.with_role(Role::Class)?;
        Some(EntryId { collection: classes.clone(), id: id.clone() })
    };
    let blog_file = |path: &str, kind| {
        let list = site.blog_page().map_or(site.gym_file, |page| page.file);
        DataFile { file: list, ..file(path, kind) }
    };
    let fixed = FIXED.iter().filter(|fixed| (fixed.is_in)(site));
    let mut files: Vec<DataFile> = fixed.map(|fixed| file(fixed.path, DataKind::Fixed(fixed))).collect();
    if !site.week.is_empty() {
        files.push(file(WEEK_CALENDAR, DataKind::Calendar(CalendarOf::Week)));
        files.extend(site.scheduled().map(|class| DataFile {
            entry: class_entry(&class.id),
            ..file(&class_calendar(&class.id), DataKind::Calendar(CalendarOf::Class(class.id.clone())))
        }));
    }
    for (name, collection) in &site.types.collections {
        files.extend(entry_files(name, collection, site));
    }
    let of_host = site.gym.host().files.iter();
    files.extend(of_host.map(|of_host| file(of_host.path, DataKind::Host(of_host))));
    if site.has_blog() {
        files.push(blog_file(&blog_feed(&site.types), DataKind::Feed(FeedOf::Blog)));
        files.extend(site.posts.categories.iter().filter_map(|category| {
            let feed = page::category_feed(category)?;
            let collection = Name::from(category.taxonomy.collection());
            let entry = Some(EntryId { collection, id: category.id.clone() });
            Some(DataFile { entry, ..blog_file(&feed.path, DataKind::Feed(feed.subject)) })
        }));
    }
    files.retain(|file| !file.kind.yields_to_static() || !is_static(&file.path, site));
    files
}

/// True if the project has a file of its own for this path.
fn is_static(path: &str, site: &Site) -> bool {
    site.sources.binary_at(&format!("{STATIC}{}", path.trim_start_matches('/'))).is_some()
}

/// The files that the type of a collection declares.
fn entry_files(name: &Name, collection: &CollectionType, site: &Site) -> Vec<DataFile> {
    let Some(first) = site.collections.get(name).and_then(|entries| entries.first()) else {
        return Vec::new();
    };
    let file: FileId = first.file;
    let feed = collection.feed.iter().map(|feed| (feed, DataKind::Feed(FeedOf::Entries(name.clone()))));
    let calendar =
        collection.calendar.iter().map(|file| (file, DataKind::Calendar(CalendarOf::Entries(name.clone()))));
    let files = feed.chain(calendar);
    files
        .map(|(declared, kind)| DataFile {
            path: declared.path.clone(),
            file,
            declared_at: declared.span,
            entry: None,
            kind,
        })
        .collect()
}
