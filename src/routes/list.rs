//! Which routes a site has.

use std::sync::Arc;

use super::{
    CalendarOf, DataFile, EntryFile, EntryPlace, FeedOf, FilePlace, Page, PageNumber, PostPlace, Route,
    TermPlace, page_numbers, redirects,
};
use crate::{
    content,
    decode::value::Weekday,
    schema::{CollectionType, DeclaredFile, Name},
    site::{PageFile, Site, Taxonomy, Term},
    source::layout::{TypeFolder, template_name},
};

/// Posts whose cards have their own titles. With thousands of posts, drawing a card for each would take longer
/// than all else: the ones before have the blog's title on their own pictures.
const OWN_CARDS: usize = 500;

/// All routes but the parts of the sitemap, which are generated from the others.
pub(super) fn routes(site: &Site) -> Vec<Route> {
    let pages = site.pages.iter().flat_map(|page| of_file(page, site));
    let mut routes: Vec<Route> = pages.map(Route::Page).collect();
    let data = [DataFile::ServiceWorker, DataFile::Robots, DataFile::Manifest];
    routes.extend(data.map(Route::Data));
    // It has full addresses only.
    routes.extend(site.is_placed.then_some(Route::Data(DataFile::Sitemap)));
    let offline = || Route::Page(Page::Offline(site.gym.addresses().offline()));
    routes.extend(site.gym.offline.is_some().then(offline));
    if !site.week.is_empty() {
        let addresses = site.gym.addresses();
        let classes = site.scheduled().map(|class| CalendarOf::of_class(&class.id, addresses));
        let calendars = [CalendarOf::week(addresses)].into_iter().chain(classes);
        routes.extend(calendars.map(|of| Route::Data(DataFile::Calendar(of))));
    }
    routes.extend(site.types.collections.iter().flat_map(|(name, found)| of_entries(name, found, site)));
    routes.extend(DataFile::of_host(site.gym.host()).iter().cloned().map(Route::Data));
    routes.extend(redirects::old_addresses(site).map(Route::Redirect));
    if site.has_blog() {
        routes.extend(of_posts(site));
    }
    routes.extend(site.has_search().then_some(Route::Data(DataFile::Search)));
    routes
}

/// The pages of a file: one, or one for each day, or as many as a collection takes.
fn of_file(page: &Arc<PageFile>, site: &Site) -> Vec<Page> {
    let place = |number, day| Page::File(FilePlace { page: page.clone(), number, day });
    match (&page.paged, page.is_daily) {
        (_, true) => Weekday::ALL.map(|day| place(PageNumber::MIN, Some(day))).into(),
        (Some((collection, size)), false) => {
            let count = site.count_of(collection);
            page_numbers(count, *size).map(|number| place(number, None)).collect()
        }
        (None, false) => vec![place(PageNumber::MIN, None)],
    }
}

/// The pages of a collection's entries, and the files for programs that are generated from them.
fn of_entries(name: &Name, found: &CollectionType, site: &Site) -> Vec<Route> {
    let entries = site.collections.get(name).map(Vec::as_slice).unwrap_or_default();
    let page = |entry: &content::Entry| {
        let path = found.path(&entry.id)?.into();
        let template = template_name(TypeFolder::Collections, name).into();
        let place = EntryPlace { collection: name.clone(), entry: entry.clone(), path, template };
        Some(Route::Page(Page::Entry(place)))
    };
    let mut routes: Vec<Route> = entries.iter().filter_map(page).collect();
    if !entries.is_empty() {
        let of = |file: &DeclaredFile| EntryFile { collection: name.clone(), path: file.path.clone() };
        routes.extend(found.feed.as_ref().map(|file| Route::Data(DataFile::EntryFeed(of(file)))));
        routes.extend(found.calendar.as_ref().map(|file| Route::Data(DataFile::EntryCalendar(of(file)))));
    }
    routes
}

/// The pages of posts and of what they are sorted by, with feeds.
fn of_posts(site: &Site) -> Vec<Route> {
    let mut routes = vec![Route::Data(DataFile::Feed(FeedOf::blog(&site.types)))];
    routes.extend(terms(Taxonomy::Category, &site.posts.categories, site).map(Route::Page));
    routes.extend(terms(Taxonomy::Tag, &site.posts.tags, site).map(Route::Page));
    // In the order in which pages are sorted in the end.
    routes.extend(site.posts.by_slug.values().filter_map(|index| post(*index, site)).map(Route::Page));
    routes.extend(
        used(&site.posts.categories)
            .map(|(_, category, path)| Route::Data(DataFile::Feed(FeedOf::of_category(&category.id, path)))),
    );
    routes
}

/// The page of the post that has this place among the newest.
fn post(index: usize, site: &Site) -> Option<Page> {
    let at = |index| site.posts.shown.get(index).cloned();
    let (post, previous, next) = (at(index)?, at(index + 1), index.checked_sub(1).and_then(at));
    Some(Page::Post(Box::new(PostPlace { post, previous, next, has_own_card: index < OWN_CARDS })))
}

/// The terms that have posts, each with the address of its first page.
fn used(terms: &[Term]) -> impl Iterator<Item = (usize, &Term, &Arc<str>)> {
    let with_posts = terms.iter().enumerate().filter(|(_, term)| !term.posts.is_empty());
    with_posts.filter_map(|(index, term)| Some((index, term, term.path.as_ref()?)))
}

fn terms(taxonomy: Taxonomy, terms: &[Term], site: &Site) -> impl Iterator<Item = Page> {
    let (per_page, word) = (site.blog.per_page as usize, site.gym.addresses().page());
    used(terms).flat_map(move |(index, term, first)| {
        let place = TermPlace {
            taxonomy,
            index,
            id: term.id.clone(),
            first: first.clone(),
            word: word.clone(),
            number: PageNumber::MIN,
        };
        page_numbers(term.posts.len(), per_page)
            .map(move |number| Page::Term(TermPlace { number, ..place.clone() }))
    })
}
