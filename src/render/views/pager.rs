//! The way through a list of pages.

use std::collections::BTreeSet;

use minijinja::{Value, context};

use crate::{
    render::site::RenderSite,
    routes::{FilePlace, Page, PageNumber, TermPlace, page_numbers},
};

/// The pager of a page that shows a part of a list; none for other pages.
pub(super) fn pager(page: &Page, site: &RenderSite) -> Value {
    match page {
        Page::File(place) => of_file(place, site),
        Page::Term(place) => of_term(place, site),
        Page::Post(_) | Page::Entry(_) | Page::Offline(_) => Value::from(()),
    }
}

fn of_file(place: &FilePlace, site: &RenderSite) -> Value {
    let Some((collection, size)) = &place.page.paged else { return Value::from(()) };
    let last = page_numbers(site.count_of(collection), *size).next_back();
    view(last.unwrap_or(place.number), place.number, |number| site.base.href(&place.numbered(number)))
}

fn of_term(place: &TermPlace, site: &RenderSite) -> Value {
    let count = site.term(place.taxonomy, &place.id).map_or(0, |term| term.posts.len());
    let last = page_numbers(count, site.blog.per_page as usize).next_back();
    view(last.unwrap_or(place.number), place.number, |number| site.base.href(&place.numbered(number)))
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
    let link = |number: &PageNumber| {
        context! { number => number.get(), url => url(*number), current => *number == current }
    };
    let neighbour = |number: usize| PageNumber::new(number).filter(|number| *number <= last).map(&url);
    context! {
        current => current.get(),
        pages => numbers.iter().map(link).collect::<Value>(),
        previous => neighbour(current.get() - 1),
        next => neighbour(current.get() + 1),
    }
}
