//! The way from the home page to a page, in the words of the menu.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    decode::value::Link,
    render::{
        reads::{PageLink, PageQuery, Reader},
        views::heading,
    },
    routes::Page,
    site::part_of,
};

/// The way to a page.
#[derive(Serialize)]
pub(super) struct Crumbs<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "itemListElement")]
    elements: Vec<Crumb<'a>>,
}

#[derive(Serialize)]
struct Crumb<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    position: usize,
    name: Cow<'a, str>,
    item: String,
}

/// The way to the page at `address`, a full one. Nothing for the home page and for what is no page of its own.
pub(super) fn list<'a>(page: &'a Page, address: &str, reader: &'a Reader) -> Option<Crumbs<'a>> {
    let is_page = match page {
        Page::File(place) => place.page.is_listed && place.page.first_path() != "/",
        Page::Post(_) | Page::Entry(_) | Page::Term(_) => true,
        Page::Offline(_) => false,
    };
    if !is_page {
        return None;
    }
    let base = reader.base();
    let home = reader.page(PageQuery::At("/")).map(link);
    let above = [home, parent(page, reader)].into_iter().flatten();
    let above = above.map(|(path, title)| (name(&path, title, reader), base.absolute(&path)));
    let own = name(&page.path(), heading(page, reader).0.into(), reader);
    let way = above.chain([(own, address.to_owned())]);
    let crumb = |((name, item), position)| Crumb { kind: "ListItem", position, name, item };
    let elements = way.zip(1..).map(crumb).collect();
    Some(Crumbs { kind: "BreadcrumbList", elements })
}

/// Path and title of the first page of a file.
fn link(page: PageLink<'_>) -> (Cow<'_, str>, Cow<'_, str>) {
    (page.first_path(), page.title().as_str().into())
}

/// Path and title of the page between the home page and this one.
fn parent<'a>(page: &'a Page, reader: &'a Reader) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
    match page {
        Page::File(place) if place.number.get() > 1 => {
            Some((place.page.first_path(), place.page.title.as_str().into()))
        }
        Page::File(place) => {
            let part = place.page.part();
            let is_own = place.page.first_path() == part;
            let above = (!is_own && place.day.is_some()).then(|| reader.page(PageQuery::At(part)))?;
            above.map(link)
        }
        Page::Post(_) | Page::Term(_) => reader.page(PageQuery::Paged("posts")).map(link),
        Page::Entry(place) => reader.page(PageQuery::At(part_of(&place.path))).map(link),
        Page::Offline(_) => None,
    }
}

/// What the menu calls the page at `path`, or else its own title.
fn name<'a>(path: &str, title: Cow<'a, str>, reader: &'a Reader) -> Cow<'a, str> {
    // The menu may lead to a day; the week is above all days.
    let is_above_days = reader.page(PageQuery::Daily).is_some_and(|daily| daily.part() == path);
    let is_entry = |entry: &str| if is_above_days { entry.starts_with(path) } else { entry == path };
    let leads = |link: &Link| matches!(link, Link::Internal { path, .. } if is_entry(path));
    let entry = reader.navigation().links.iter().find(|entry| leads(&entry.to));
    entry.map_or(title, |entry| entry.title.as_str().into())
}
