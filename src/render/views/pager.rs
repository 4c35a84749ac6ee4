//! The way through a list of pages.

use std::collections::BTreeSet;

use minijinja::Value;
use serde::Serialize;

use super::{numbered_url, value};
use crate::{
    routes::{Page, PageNumber, page_numbers},
    site::Site,
};

#[derive(Serialize)]
struct PagerView {
    current: usize,
    pages: Vec<PagerLink>,
    previous: Option<String>,
    next: Option<String>,
}

#[derive(Serialize)]
struct PagerLink {
    number: usize,
    url: String,
    current: bool,
}

/// Of a list of `count` posts that begins at `first`.
pub(super) fn posts(site: &Site, first: &str, count: usize, current: PageNumber) -> Value {
    let last = page_numbers(count, site.blog.per_page.get() as usize).next_back();
    view(last.unwrap_or(current), current, |number| numbered_url(site, first, number))
}

/// Of the gallery.
pub(super) fn gallery(site: &Site, current: PageNumber) -> Value {
    let last = page_numbers(site.gallery.len(), site.gallery_per_page).next_back();
    view(last.unwrap_or(current), current, |number| site.base.href(&Page::GalleryPage(number).path()))
}

/// Links to the first and last page and to the neighbours of the current one: a thousand pages
/// don't need a thousand links each.
fn view(last: PageNumber, current: PageNumber, url: impl Fn(PageNumber) -> String) -> Value {
    let near = current.get().saturating_sub(2)..=current.get() + 2;
    let numbers: BTreeSet<PageNumber> = near
        .filter_map(PageNumber::new)
        .filter(|number| *number <= last)
        .chain([PageNumber::MIN, last])
        .collect();
    let pages = numbers.iter().map(|number| PagerLink {
        number: number.get(),
        url: url(*number),
        current: *number == current,
    });
    let neighbour = |number: usize| PageNumber::new(number).filter(|number| *number <= last).map(&url);
    value(PagerView {
        current: current.get(),
        pages: pages.collect(),
        previous: neighbour(current.get() - 1),
        next: neighbour(current.get() + 1),
    })
}
