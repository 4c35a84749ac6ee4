//! The template context of a page. Its values are computed when a template reads them.

use std::{ops::Range, sync::Arc};

use minijinja::{Value, context};

use super::{
    PartContext, Shared, canonical, entries, feeds,
    fields::{ContextFields, ContextValue, Record},
    language_list::LanguageList,
    pager, section, share, structured, values,
};
use crate::{
    cache::content_hash,
    content::{Entry, EntryId},
    routes::{NOT_FOUND, Page, Subject},
    schema::{Name, Role, decode::value::Weekday},
    templates::{placements::CONTEXT_NAME, site::RenderSite},
};

/// The template context of a page.
#[derive(Debug)]
pub(in crate::templates) struct PageContext {
    /// The values of this page, by name.
    own: ContextFields,
    /// The values that pages share.
    part: PartContext,
}

impl PageContext {
    /// The context of a page with this content security policy and its `placements`.
    pub fn for_page(page: &Page, shared: &Arc<Shared>, policy: Option<Arc<str>>, placements: Value) -> Value {
        let mut own = vec![
            ("page", Record::value(ContextFields(fields(page, shared)))),
            ("structured", structured::script(page, shared)),
            ("policy", policy.into()),
            (CONTEXT_NAME, placements),
        ];
        own.extend(subject_fields(page, shared));
        let part = PartContext { part: page.place.part.clone(), shared: shared.clone() };
        Record::value(Self { own: ContextFields(own), part })
    }
}

/// `page` in templates.
fn fields(page: &Page, shared: &Shared) -> Vec<(&'static str, Value)> {
    let site = &shared.site;
    vec![
        ("name", page.kind.name.clone().into()),
        ("title", page.meta.title.clone().into()),
        ("full_title", full_title(page, site).into()),
        ("description", page.meta.description.clone().into()),
        ("url", site.address.base.href(&page.address.path).into()),
        ("canonical", canonical(&page.address.path, site)),
        ("listed", page.meta.is_listed.into()),
        ("needs_title", page.needs_title().into()),
        ("number", page.number().into()),
        ("day", page.place.day.map(Weekday::name).into()),
        ("pager", page.place.list.as_ref().map(|list| pager::pager(list, site)).into()),
        ("notices", notices(page, site)),
        ("languages", LanguageList::of(page, shared)),
        ("alternates", alternates(page, shared)),
        ("not_found", not_found(page, shared)),
        ("share", share::view(page, site, shared.cards.as_ref())),
        ("feeds", feeds(page, shared)),
    ]
}

/// The other languages of the page for addresses that don't exist, if the host shows the main language's for all of them; empty
/// on any other page.
fn not_found(page: &Page, shared: &Shared) -> Value {
    let (site, languages) = (&shared.site, &shared.languages);
    let is_for_all = site.original.is_none() && !site.gym.settings.host().serves_page_of_folder;
    if &*page.address.path != NOT_FOUND || !is_for_all {
        return Value::from(Vec::<Value>::new());
    }
    let others = languages.further().iter().filter_map(|edition| {
        let page = edition.routes.get(NOT_FOUND)?.page()?;
        let home = edition.site.pages.iter().find(|page| page.is_home())?;
        let language = &edition.site.gym.settings.language;
        Some(context! {
            lang => language.as_str(),
            direction => if language.is_right_to_left() { "rtl" } else { "ltr" },
            title => page.meta.title.clone(),
            text => page.meta.description.clone(),
            home => context! { title => home.title.as_str(), url => edition.site.address.base.href("/") },
        })
    });
    others.collect()
}

/// The versions of the page for search engines.
fn alternates(page: &Page, shared: &Shared) -> Value {
    if !shared.site.address.has_base_url {
        return Value::from(Vec::<Value>::new());
    }
    let alternates = shared.languages.alternates(page, &shared.site).into_iter();
    alternates.map(|(hreflang, url)| context! { hreflang, url }).collect()
}

/// The notices above the page, each with the hash by which a browser remembers that it was closed.
fn notices(page: &Page, site: &Arc<RenderSite>) -> Value {
    let notices = site.notices_on(&page.address.path).map(|notice| {
        let hash = content_hash(notice.text.value.as_str().as_bytes());
        context! { hash, ..values::table(&notice.table, site) }
    });
    notices.collect()
}

/// The length at which search engines cut titles.
const LONGEST_TITLE: usize = 70;

/// The title with the gym's name, for tabs and search engines. If the front page has the title of its menu item, such
/// as "Home", the tagline of the gym replaces it.
fn full_title(page: &Page, site: &RenderSite) -> String {
    let (gym, title) = (site.gym.settings.name.as_str(), &*page.meta.title);
    let in_menu = site.gym.navigation.menu().find(|(_, to)| to.as_written() == *page.address.path);
    if page.is_home() && in_menu.is_some_and(|(named, _)| named.as_str() == title) {
        let colon = site.gym.formats.colon();
        let tagline =
            site.gym.settings.tagline.as_ref().map(|tagline| format!("{gym}{colon}{}", tagline.as_str()));
        return tagline.unwrap_or_else(|| gym.to_owned());
    }
    let full = format!("{title} | {gym}");
    if is_named(gym, title) || full.chars().count() > LONGEST_TITLE { title.to_owned() } else { full }
}

/// True if a title has the name of the gym: "Fitness" hasn't got "Fit". Scripts without capitals may write it together with
/// other words.
fn is_named(gym: &str, title: &str) -> bool {
    let goes_on = |letter: char| letter.is_lowercase() || letter.is_uppercase() || letter.is_numeric();
    title.match_indices(gym).any(|(at, found)| {
        let (before, rest) = title.split_at(at);
        let after = rest.strip_prefix(found).unwrap_or_default();
        !before.ends_with(goes_on) && !after.starts_with(goes_on)
    })
}

/// The values of this kind of page.
fn subject_fields(page: &Page, shared: &Arc<Shared>) -> Vec<(&'static str, Value)> {
    let site = &shared.site;
    match &page.subject {
        Subject::Sections { page, window } => vec![("sections", section::sections(page, window, site))],
        Subject::Entry { collection, entry } => entry_fields(collection, entry, site),
        Subject::Term { term, window } => term_fields(term, window, site),
        Subject::Offline => {
            let offline = site.site_field("offline").map(|offline| values::value(offline, site));
            vec![("offline", offline.into())]
        }
    }
}

/// The entry, with the ones before and after it if entries are dated.
fn entry_fields(collection: &Name, source: &Entry, site: &Arc<RenderSite>) -> Vec<(&'static str, Value)> {
    let entry = Value::from(entries::find(collection, &source.id, site));
    let sections = section::of_entry(collection, source, site);
    let mut fields = vec![("entry", entry.clone()), ("sections", sections)];
    if site.project.types.has_role(collection, Role::Blog) {
        fields.push(("post", entry));
    }
    let is_dated =
        site.project.types.collections.get(collection).is_some_and(|declared| declared.dated.is_some());
    if let Some(list) = site.list(collection).filter(|_| is_dated) {
        let [previous, next] =
            list.neighbours(&source.id).map(|entry| Some(entries::entry_value(collection, entry?, site)));
        fields.extend([("previous", previous.into()), ("next", next.into())]);
    }
    fields
}

/// A term, and its entries on this page.
fn term_fields(
    EntryId { collection, id }: &EntryId,
    window: &Range<usize>,
    site: &Arc<RenderSite>,
) -> Vec<(&'static str, Value)> {
    let title = entries::find(collection, id, site).and_then(|term| term.get_attr("title").ok());
    let noun = site.project.types.collections.get(collection).map(|declared| &*declared.collection.nouns[0]);
    let mut fields = vec![("term", context! { kind => noun, title })];
    if let Some(term) = site.term(collection, id) {
        let listed = site.entries_of_term(term, window.clone());
        let listed: Value = listed.map(|entry| entries::entry_value(&term.lists, entry, site)).collect();
        if site.project.types.has_role(&term.lists, Role::Blog) {
            fields.push(("posts", listed.clone()));
        }
        fields.push(("entries", listed));
    }
    fields
}

impl ContextValue for PageContext {
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
