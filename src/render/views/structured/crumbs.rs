//! The way from the home page to a page, in the words of the menu.

use serde::Serialize;

use crate::{
    decode::value::Link,
    render::views::heading,
    routes::{Page, PageNumber},
    site::Site,
};

/// The way to a page.
#[derive(Serialize)]
pub(super) struct Crumbs {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "itemListElement")]
    elements: Vec<Crumb>,
}

#[derive(Serialize)]
struct Crumb {
    #[serde(rename = "@type")]
    kind: &'static str,
    position: usize,
    name: String,
    item: String,
}

/// The way to the page at `address`, a full one. Nothing for the home page and for what is no page of its own.
pub(super) fn list(page: &Page, address: &str, site: &Site) -> Option<Crumbs> {
    let is_none = matches!(page, Page::Home | Page::Gallery | Page::Moved(_) | Page::Data(_));
    if is_none || matches!(page, Page::NotFound | Page::Offline) {
        return None;
    }
    let above = [Some(Page::Home), parent(page)].into_iter().flatten();
    let above = above.map(|page| (name(&page, site), site.base.absolute(&page.path())));
    let way = above.chain([(name(page, site), address.to_owned())]);
    let crumb = |((name, item), position)| Crumb { kind: "ListItem", position, name, item };
    let elements = way.zip(1..).map(crumb).collect();
    Some(Crumbs { kind: "BreadcrumbList", elements })
}

/// The page between the home page and this one.
fn parent(page: &Page) -> Option<Page> {
    match page {
        Page::Day(_) => Some(Page::Week),
        Page::GalleryPage(number) if number.get() > 1 => Some(Page::GalleryPage(PageNumber::MIN)),
        Page::Blog(number) if number.get() == 1 => None,
        Page::Blog(_) | Page::Post(_) | Page::Term(_) => Some(Page::Blog(PageNumber::MIN)),
        _ => None,
    }
}

/// What the menu calls the page, or else the page itself.
fn name(page: &Page, site: &Site) -> String {
    let path = page.path();
    // The menu leads to a day; the week is above all days.
    let is_entry = |entry: &str| match page {
        Page::Week => entry.starts_with("/schedule/"),
        _ => entry == path,
    };
    let leads = |link: &Link| matches!(link, Link::Internal { path, .. } if is_entry(path));
    let entry = site.links.iter().find(|entry| leads(&entry.to));
    entry.map_or_else(|| heading(page, site).0, |entry| entry.title.as_str().to_owned())
}
