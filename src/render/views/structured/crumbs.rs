//! The way from the home page to a page, in the words of the menu.

use std::{borrow::Cow, sync::Arc};

use serde::Serialize;

use crate::{
    decode::value::Link,
    render::{site::RenderSite, views::heading},
    routes::Page,
    site::{PageFile, part_of},
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
pub(super) fn list<'a>(page: &'a Page, address: &str, site: &'a RenderSite) -> Option<Crumbs<'a>> {
    if !page.is_listed() || page.path() == "/" {
        return None;
    }
    let base = &site.base;
    let home = site.page_at("/").map(link);
    let above = [home, parent(page, site)].into_iter().flatten();
    let above = above.map(|(path, title)| (name(&path, title, site), base.absolute(&path)));
    let own = name(&page.path(), heading(page, site).0.into(), site);
    let way = above.chain([(own, address.to_owned())]);
    let crumb = |((name, item), position)| Crumb { kind: "ListItem", position, name, item };
    let elements = way.zip(1..).map(crumb).collect();
    Some(Crumbs { kind: "BreadcrumbList", elements })
}

/// Path and title of the first page of a file.
fn link(page: &Arc<PageFile>) -> (Cow<'_, str>, Cow<'_, str>) {
    (page.first_path(), page.title.as_str().into())
}

/// Path and title of the page between the home page and this one.
fn parent<'a>(page: &'a Page, site: &'a RenderSite) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
    match page {
        Page::File(place) if place.number.get() > 1 => {
            Some((place.page.first_path(), place.page.title.as_str().into()))
        }
        Page::File(place) => {
            let part = place.page.part();
            let is_own = place.page.first_path() == part;
            let above = (!is_own && place.day.is_some()).then(|| site.page_at(part))?;
            above.map(link)
        }
        Page::Post(_) | Page::Term(_) => site.paged("posts").map(link),
        Page::Entry(place) => site.page_at(part_of(&place.path)).map(link),
        Page::Offline(_) => None,
    }
}

/// What the menu calls the page at `path`, or else its own title.
fn name<'a>(path: &str, title: Cow<'a, str>, site: &'a RenderSite) -> Cow<'a, str> {
    // The menu may lead to a day; the week is above all days.
    let is_above_days = site.daily_page().is_some_and(|daily| daily.part() == path);
    let is_entry = |entry: &str| if is_above_days { entry.starts_with(path) } else { entry == path };
    let leads = |link: &Link| matches!(link, Link::Internal { path, .. } if is_entry(path));
    let entry = site.navigation.links.iter().find(|entry| leads(&entry.to));
    entry.map_or(title, |entry| entry.title.as_str().into())
}
