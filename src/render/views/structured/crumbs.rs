//! The way from the home page to a page, in the words of the menu.

use serde_json::{Value as Json, json};

use crate::{
    decode::value::Link,
    render::views::heading,
    routes::{Page, PageNumber},
    site::Site,
};

/// Nothing for the home page and for what is no page of its own.
pub(super) fn list(page: &Page, site: &Site) -> Option<Json> {
    if matches!(page, Page::Home | Page::Gallery | Page::NotFound | Page::Moved(_) | Page::Data(_)) {
        return None;
    }
    let mut crumbs = vec![crumb(&Page::Home, site)];
    crumbs.extend(parent(page).map(|parent| crumb(&parent, site)));
    crumbs.push(crumb(page, site));
    let elements = crumbs.into_iter().enumerate().map(|(index, (name, address))| {
        json!({ "@type": "ListItem", "position": index + 1, "name": name, "item": address })
    });
    Some(json!({ "@type": "BreadcrumbList", "itemListElement": elements.collect::<Vec<_>>() }))
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

fn crumb(page: &Page, site: &Site) -> (String, String) {
    let leads = |link: &Link| matches!(link, Link::Internal { path, .. } if is_entry(page, path));
    let entry = site.links.iter().find(|entry| leads(&entry.to));
    let name = entry.map_or_else(|| heading(page, site).0, |entry| entry.title.as_str().to_owned());
    (name, site.base.absolute(&page.path()))
}

/// True if the menu's entry that leads to `path` stands for `page`.
fn is_entry(page: &Page, path: &str) -> bool {
    match page {
        // The menu leads to a day; the week is above all days.
        Page::Week => path.starts_with("/schedule/"),
        page => page.path() == path,
    }
}
