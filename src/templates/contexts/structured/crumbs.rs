//! The breadcrumbs from the home page to a page, in the words of the menu.

use serde::Serialize;

use crate::{routes::Page, schema::decode::value::Link, templates::site::RenderSite};

/// Breadcrumbs in schema.org's words: a type, as nearly each page has them.
#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
pub(super) struct BreadcrumbList<'s> {
    item_list_element: Vec<Crumb<'s>>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "ListItem")]
struct Crumb<'s> {
    position: usize,
    name: &'s str,
    item: String,
}

/// The breadcrumbs of the page at `address`, which is absolute. Returns `None` for the home page, and for pages without
/// a place below it.
pub(super) fn list<'s>(page: &'s Page, address: &str, site: &'s RenderSite) -> Option<BreadcrumbList<'s>> {
    if !page.meta.is_listed || page.is_home() {
        return None;
    }
    let above = [site.page_at("/"), page.place.parent.as_ref()].into_iter().flatten();
    let above = above.map(|page| {
        let path = page.first_path();
        (name(&path, page.title.as_str(), site), site.address.base.absolute(&path))
    });
    let own = name(&page.address.path, &page.meta.title, site);
    let way = above.chain([(own, address.to_owned())]).zip(1..);
    let crumbs = way.map(|((name, item), position)| Crumb { position, name, item });
    Some(BreadcrumbList { item_list_element: crumbs.collect() })
}

/// The menu's name for the page at `path`, else the page's own title.
fn name<'a>(path: &str, title: &'a str, site: &'a RenderSite) -> &'a str {
    // The menu may link to a day, while the page of the week is above all days.
    let is_above_days = site.daily_page().is_some_and(|daily| daily.part() == path);
    for (named, to) in site.gym.navigation.menu() {
        if let Link::Internal { path: to, .. } = to
            && (**to == *path || is_above_days && to.starts_with(path))
        {
            return named.as_str();
        }
    }
    title
}
