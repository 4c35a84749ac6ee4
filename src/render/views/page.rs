//! The template context of a page. Its values are computed when a template reads them.

use std::sync::{Arc, OnceLock};

use minijinja::{Value, context};

use super::{
    PartContext, Shared, canonical, entries, feeds,
    fields::{Fields, Record},
    pager,
    post::PostValue,
    section, share, structured, values,
};
use crate::{
    assets::styles,
    decode::value::Weekday,
    render::{lookups::Known, placements::CONTEXT_NAME},
    routes::{Page, Subject},
    site::Post,
};

/// The names that every page has, besides those of its own and those that its part of the site shares.
const NAMES: [&str; 3] = ["page", "structured", "style_set"];

/// The names in `page`.
const FIELDS: [&str; 12] = [
    "name",
    "title",
    "description",
    "url",
    "canonical",
    "listed",
    "needs_title",
    "number",
    "day",
    "pager",
    "share",
    "feeds",
];

/// The template context of a page.
#[derive(Debug)]
pub(in crate::render) struct PageContext {
    page: Arc<Page>,
    /// `page` in templates.
    value: Value,
    style_set: String,
    /// What is placed on the page: the value of [`CONTEXT_NAME`].
    placements: Value,
    /// What only this kind of page has.
    own: Vec<(&'static str, Value)>,
    /// What the pages of its part of the site share.
    part: PartContext,
}

#[derive(Debug)]
struct PageValue {
    page: Arc<Page>,
    shared: Arc<Shared>,
    /// What was read, in the order of [`FIELDS`]: templates read most of it several times.
    values: [OnceLock<Value>; FIELDS.len()],
}

impl PageContext {
    /// The context of the page, on which `placements` are.
    pub fn of_page(page: &Arc<Page>, shared: &Arc<Shared>, placements: Value) -> Value {
        Record::value(Self {
            page: page.clone(),
            value: Record::value(PageValue {
                page: page.clone(),
                shared: shared.clone(),
                values: Default::default(),
            }),
            style_set: styles::set_key(&page.styles),
            placements,
            own: own(page, shared),
            part: PartContext { part: page.part.clone(), shared: shared.clone() },
        })
    }
}

/// What only this kind of page has.
fn own(page: &Page, shared: &Arc<Shared>) -> Vec<(&'static str, Value)> {
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
        Some(match name {
            "page" => self.value.clone(),
            "style_set" => self.style_set.as_str().into(),
            "structured" => structured::script(&self.page, &self.part.shared),
            CONTEXT_NAME => self.placements.clone(),
            _ => {
                let own = self.own.iter().find(|(own, _)| *own == name);
                return own.map(|(_, value)| value.clone()).or_else(|| self.part.get(name));
            }
        })
    }

    fn known(&self) -> Option<Known> {
        None
    }

    fn names(&self) -> Vec<Value> {
        let own = self.own.iter().map(|(name, _)| *name);
        NAMES.into_iter().chain(own).map(Value::from).chain(self.part.names()).collect()
    }
}

impl PageValue {
    /// The value of one of [`FIELDS`].
    fn field(&self, key: &str) -> Value {
        let Self { page, shared, .. } = self;
        let site = &shared.site;
        match key {
            "name" => page.name.clone().into(),
            "title" => page.title.clone().into(),
            "description" => page.description.clone().into(),
            "url" => site.base.href(&page.path).into(),
            "canonical" => canonical(&page.path, site),
            "listed" => page.is_listed.into(),
            "needs_title" => page.needs_title.into(),
            "number" => page.number().into(),
            "day" => page.day.map(Weekday::name).into(),
            "pager" => page.list.as_ref().map(|list| pager::pager(list, site)).into(),
            "share" => share::view(page, site, shared.cards.as_ref()),
            "feeds" => feeds(page, shared),
            _ => Value::UNDEFINED,
        }
    }
}

impl Fields for PageValue {
    fn get(&self, name: &str) -> Option<Value> {
        let at = FIELDS.iter().position(|field| *field == name)?;
        Some(self.values.get(at)?.get_or_init(|| self.field(name)).clone())
    }

    fn known(&self) -> Option<Known> {
        Some(Known::new(&FIELDS))
    }

    fn names(&self) -> Vec<Value> {
        FIELDS.map(Value::from).into()
    }
}
