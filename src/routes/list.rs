//! Which pages a site has.

use super::{CalendarOf, Data, FeedOf, Page, PostPlace, TermPlace, page_numbers, redirects};
use crate::{
    decode::value::Weekday,
    site::{Class, Site, Taxonomy, Term},
};

/// Posts whose cards have their own titles. With thousands of posts, drawing a card for each would take longer
/// than all else: the ones before have the blog's title on their own pictures.
const OWN_CARDS: usize = 500;

/// The pages which the blog's posts don't decide about, but for the parts of the sitemap, which are made of all others.
pub(super) fn besides_posts(site: &Site) -> Vec<Page> {
    let mut pages = vec![
        Page::Home,
        Page::About,
        Page::Classes,
        Page::Pricing,
        Page::Contact,
        Page::Login,
        Page::Signup,
        Page::Week,
        Page::Gallery,
        Page::NotFound,
        Page::Data(Data::Search),
        Page::Data(Data::ServiceWorker),
        Page::Data(Data::Robots),
        Page::Data(Data::Manifest),
        Page::Data(Data::Sitemap),
        Page::Data(Data::Feed(FeedOf::Blog)),
        Page::Data(Data::Calendar(CalendarOf::Week)),
    ];
    pages.extend(site.gym.offline.is_some().then_some(Page::Offline));
    pages.extend(Weekday::ALL.map(Page::Day));
    pages.extend(page_numbers(site.gallery.len(), site.gallery_per_page).map(Page::GalleryPage));
    let calendar = |class: &Class| Page::Data(Data::Calendar(CalendarOf::Class(class.id.clone())));
    pages.extend(site.scheduled().map(calendar));
    pages.extend(Data::of_host(site.gym.publish.host).iter().cloned().map(Page::Data));
    pages.extend(redirects::pages(site));
    pages
}

/// The pages of posts and of lists of them.
pub(super) fn of_posts(site: &Site) -> Vec<Page> {
    let mut pages = Vec::new();
    let per_page = site.blog.per_page.get() as usize;
    pages.extend(page_numbers(site.posts.shown.len(), per_page).map(Page::Blog));
    pages.extend(terms(Taxonomy::Category, &site.posts.categories, per_page));
    pages.extend(terms(Taxonomy::Tag, &site.posts.tags, per_page));
    // In the order in which pages are sorted in the end.
    pages.extend(site.posts.by_address.iter().filter_map(|index| post(*index, site)));
    pages.extend(used(&site.posts.categories).map(|(index, category)| {
        Page::Data(Data::Feed(FeedOf::Category { index, id: category.id.clone() }))
    }));
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
        page_numbers(term.posts.len(), per_page)
            .map(move |number| Page::Term(TermPlace { taxonomy, index, id: term.id.clone(), number }))
    })
}
