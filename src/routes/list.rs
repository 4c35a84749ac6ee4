//! Which pages a site has.

use std::sync::Arc;

use super::{
    CalendarOf, Data, EntryFile, EntryPlace, FeedOf, FilePlace, Page, PageNumber, PostPlace, TermPlace,
    page_numbers, redirects,
};
use crate::{
    content,
    decode::value::Weekday,
    schema::{CollectionType, DataFile, Name},
    site::{Class, PageFile, Site, Taxonomy, Term},
};

/// Posts whose cards have their own titles. With thousands of posts, drawing a card for each would take longer
/// than all else: the ones before have the blog's title on their own pictures.
const OWN_CARDS: usize = 500;

/// All pages but the parts of the sitemap, which are made of the others.
pub(super) fn pages(site: &Site) -> Vec<Page> {
    let mut pages: Vec<Page> = site.pages.iter().flat_map(|page| of_file(page, site)).collect();
    let data = [Data::ServiceWorker, Data::Robots, Data::Manifest];
    pages.extend(data.map(Page::Data));
    // It has full addresses only.
    pages.extend(site.is_placed.then_some(Page::Data(Data::Sitemap)));
    pages.extend(site.gym.offline.is_some().then_some(Page::Offline));
    if !site.week.is_empty() {
        pages.push(Page::Data(Data::Calendar(CalendarOf::Week)));
        let calendar = |class: &Class| Page::Data(Data::Calendar(CalendarOf::Class(class.id.clone())));
        pages.extend(site.scheduled().map(calendar));
    }
    pages.extend(site.types.collections.iter().flat_map(|(name, found)| of_entries(name, found, site)));
    pages.extend(Data::of_host(site.gym.host()).iter().cloned().map(Page::Data));
    pages.extend(redirects::pages(site));
    if site.has_blog() {
        pages.extend(of_posts(site));
    }
    pages.extend(site.has_search().then_some(Page::Data(Data::Search)));
    pages
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

/// The pages of a collection's entries, and the files for programs that are made of them.
fn of_entries(name: &Name, found: &CollectionType, site: &Site) -> Vec<Page> {
    let entries = site.collections.get(name).map(Vec::as_slice).unwrap_or_default();
    let page = |entry: &content::Entry| {
        let path = found.path(&entry.id)?.into();
        let template = format!("collections/{name}/entry.html").into();
        Some(Page::Entry(EntryPlace { collection: name.clone(), entry: entry.clone(), path, template }))
    };
    let mut pages: Vec<Page> = entries.iter().filter_map(page).collect();
    if !entries.is_empty() {
        let of = |file: &DataFile| EntryFile { collection: name.clone(), path: file.path.clone() };
        pages.extend(found.feed.as_ref().map(|file| Page::Data(Data::EntryFeed(of(file)))));
        pages.extend(found.calendar.as_ref().map(|file| Page::Data(Data::EntryCalendar(of(file)))));
    }
    pages
}

/// The pages of posts and of what they are sorted by, with feeds.
fn of_posts(site: &Site) -> Vec<Page> {
    let mut pages = vec![Page::Data(Data::Feed(FeedOf::blog(&site.types)))];
    let per_page = site.blog.per_page as usize;
    pages.extend(terms(Taxonomy::Category, &site.posts.categories, per_page));
    pages.extend(terms(Taxonomy::Tag, &site.posts.tags, per_page));
    // In the order in which pages are sorted in the end.
    pages.extend(site.posts.by_address.iter().filter_map(|index| post(*index, site)));
    pages.extend(
        used(&site.posts.categories)
            .map(|(_, category)| Page::Data(Data::Feed(FeedOf::of_category(&category.id, &category.path)))),
    );
    pages
}

/// The page of the post that has this place among the newest.
fn post(index: usize, site: &Site) -> Option<Page> {
    let at = |index| site.posts.shown.get(index).cloned();
    let (post, previous, next) = (at(index)?, at(index + 1), index.checked_sub(1).and_then(at));
    Some(Page::Post(Box::new(PostPlace { post, previous, next, has_own_card: index < OWN_CARDS })))
}

/// The terms that have posts.
fn used(terms: &[Term]) -> impl Iterator<Item = (usize, &Term)> {
    terms.iter().enumerate().filter(|(_, term)| !term.posts.is_empty())
}

fn terms(taxonomy: Taxonomy, terms: &[Term], per_page: usize) -> impl Iterator<Item = Page> {
    used(terms).flat_map(move |(index, term)| {
        page_numbers(term.posts.len(), per_page).map(move |number| {
            Page::Term(TermPlace { taxonomy, index, id: term.id.clone(), first: term.path.clone(), number })
        })
    })
}
