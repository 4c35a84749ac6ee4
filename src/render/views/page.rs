//! The template context of a page. Its values are computed when a template reads them.

use std::sync::Arc;

use minijinja::{Value, context};

use super::{
    PartContext, Shared, canonical, entries, feeds,
    fields::{Fields, Named, Record},
    pager,
    post::PostValue,
    section, share, structured, values,
};
use crate::{
    assets::styles,
    render::{placements::CONTEXT_NAME, site::RenderSite},
    routes::{Page, Subject},
    schema::decode::value::Weekday,
    site::Post,
};

/// The template context of a page.
#[derive(Debug)]
pub(in crate::render) struct PageContext {
    /// What only this page has, by name.
    own: Named,
    /// What the pages of its part of the site share.
    part: PartContext,
}

impl PageContext {
    /// The context of the page, on which `placements` are.
    pub fn for_page(page: &Page, shared: &Arc<Shared>, placements: Value) -> Value {
        let mut own = vec![
            ("page", Record::value(Named(fields(page, shared)))),
            ("structured", structured::script(page, shared)),
            ("style_set", styles::set_key(&page.styles).into()),
            (CONTEXT_NAME, placements),
        ];
        own.extend(subject_fields(page, shared));
        let part = PartContext { part: page.part.clone(), shared: shared.clone() };
        Record::value(Self { own: Named(own), part })
    }
}

/// `page` in templates.
fn fields(page: &Page, shared: &Shared) -> Vec<(&'static str, Value)> {
    let site = &shared.site;
    vec![
        ("name", page.name.clone().into()),
        ("title", page.title.clone().into()),
        ("full_title", full_title(page, site).into()),
        ("description", page.description.clone().into()),
        ("url", site.base.href(&page.path).into()),
        ("canonical", canonical(&page.path, site)),
        ("listed", page.is_listed.into()),
        ("needs_title", page.needs_title.into()),
        ("number", page.number().into()),
        ("day", page.day.map(Weekday::name).into()),
        ("pager", page.list.as_ref().map(|list| pager::pager(list, site)).into()),
        ("share", share::view(page, site, shared.cards.as_ref())),
        ("feeds", feeds(page, shared)),
    ]
}

/// Search engines cut longer titles.
const LONGEST_TITLE: usize = 70;

/// The title with the gym's name, as tabs and search engines show it. A front page called as the menu calls it, such as
/// "Home", says who the gym is instead.
fn full_title(page: &Page, site: &RenderSite) -> String {
    let (gym, title) = (site.gym.name.as_str(), &*page.title);
    let in_menu = site.navigation.links.iter().find(|link| link.to.as_written() == *page.path);
    if page.is_home() && in_menu.is_some_and(|link| link.title.as_str() == title) {
        let colon = site.formats.colon();
        let tagline = site.gym.tagline.as_ref().map(|tagline| format!("{gym}{colon}{}", tagline.as_str()));
        return tagline.unwrap_or_else(|| gym.to_owned());
    }
    let full = format!("{title} | {gym}");
    let is_named = title.contains(gym);
    if is_named || full.chars().count() > LONGEST_TITLE { title.to_owned() } else { full }
}

/// What only this kind of page has.
fn subject_fields(page: &Page, shared: &Arc<Shared>) -> Vec<(&'static str, Value)> {
    let site = &shared.site;
    match &page.subject {
        Subject::Sections { page, window } => vec![("sections", section::sections(page, window, site))],
        Subject::Post { post, previous, next } => {
            let neighbour =
                |post: &Option<Arc<Post>>| post.as_ref().map(|post| PostValue::value(post, site)).into();
            vec![
                ("post", PostValue::value(post, site)),
                ("previous", neighbour(previous)),
                ("next", neighbour(next)),
            ]
        }
        Subject::Term { taxonomy, id, posts } => {
            let term = entries::term_value(*taxonomy, id, site).unwrap_or_default();
            let posts = posts.iter().map(|post| PostValue::value(post, site));
            let title = term.get_attr("title").unwrap_or_default();
            vec![("term", context! { kind => taxonomy.name(), title }), ("posts", posts.collect::<Value>())]
        }
        Subject::Entry { collection, entry } => {
            vec![("entry", entries::find(collection, &entry.id, site).into())]
        }
        Subject::Offline => {
            let offline = site.site_field("offline").map(|offline| values::value(offline, site));
            vec![("offline", offline.into())]
        }
    }
}

impl Fields for PageContext {
    fn get(&self, name: &str) -> Option<Value> {
        self.own.get(name).or_else(|| self.part.get(name))
    }

    fn names(&self) -> Vec<Value> {
        let mut names = self.own.names();
        names.retain(|name| name.as_str() != Some(CONTEXT_NAME));
        names.extend(self.part.names());
        names
    }
}
