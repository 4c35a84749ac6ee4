//! Which routes a site has.

use std::sync::Arc;

use super::{
    CalendarOf, DataFile, DataKind, EntryId, FeedOf, Route, WEEK_CALENDAR, blog_feed, class_calendar,
    file::{DUE, SEARCH, SERVICE_WORKER, SITEMAP, SPECULATION_RULES},
    page, redirects,
};
use crate::{
    content::Host,
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
    let mut files = vec![
        file(SERVICE_WORKER, DataKind::ServiceWorker),
        file("/robots.txt", DataKind::Robots),
        file("/site.webmanifest", DataKind::Manifest),
    ];
    // It has full addresses only.
    files.extend(site.has_base_url.then(|| file(SITEMAP, DataKind::Sitemap)));
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
    match site.gym.host() {
        Host::Netlify | Host::Cloudflare => files.extend([
            file("/_headers", DataKind::Headers),
            file("/_redirects", DataKind::Redirects),
            file(SPECULATION_RULES, DataKind::SpeculationRules),
        ]),
        Host::Apache => files.extend([
            file("/.htaccess", DataKind::Htaccess),
            file(SPECULATION_RULES, DataKind::SpeculationRules),
        ]),
        Host::Github => files.push(file("/.nojekyll", DataKind::NoJekyll)),
        Host::Plain => {}
    }
    if site.gym.host() == Host::Netlify {
        files.push(file(DUE, DataKind::Due));
    }
    if site.has_blog() {
        files.push(blog_file(&blog_feed(&site.types), DataKind::Feed(FeedOf::Blog)));
        files.extend(site.posts.categories.iter().filter_map(|category| {
            let feed = page::category_feed(category)?;
            let collection = Name::from(category.taxonomy.collection());
            let entry = Some(EntryId { collection, id: category.id.clone() });
            Some(DataFile { entry, ..blog_file(&feed.path, DataKind::Feed(feed.subject)) })
        }));
    }
    files.extend(site.has_search().then(|| blog_file(SEARCH, DataKind::Search)));
    // What robots may read is the gym's to say.
    let is_own =
        |path: &str| site.sources.binary_at(&format!("{STATIC}{}", path.trim_start_matches('/'))).is_some();
    files.retain(|file| !matches!(file.kind, DataKind::Robots | DataKind::NoJekyll) || !is_own(&file.path));
    files
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
