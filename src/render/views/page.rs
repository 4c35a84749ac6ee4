//! The template context of a page. Its values are computed when a template reads them.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use minijinja::{
    Value, context,
    value::{Enumerator, Object},
};

use super::{
    PartContext, Shared, canonical, entries, feeds, heading, name, pager, post::PostValue, section, share,
    structured, values,
};
use crate::{
    assets::styles,
    decode::value::Weekday,
    render::{
        lookups::{self, Known},
        placements::CONTEXT_NAME,
        site::RenderSite,
    },
    routes::Page,
    site::{Post, blog_root, part_of},
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
    page: Arc<PageValue>,
    style_set: String,
    /// What is placed on the page: the value of [`CONTEXT_NAME`].
    placements: Value,
    /// What only this kind of page has.
    own: Vec<(&'static str, Value)>,
    /// What the pages of its part of the site share.
    part: Arc<PartContext>,
}

/// `page` in templates.
struct PageValue {
    page: Page,
    path: String,
    shared: Arc<Shared>,
    /// What was read, in the order of [`FIELDS`]: templates read most of it several times.
    values: [OnceLock<Value>; FIELDS.len()],
    /// Title and description.
    heading: OnceLock<[Value; 2]>,
}

impl PageContext {
    /// The context of the page at `path`, on which `placements` are.
    pub fn of_page(page: &Page, path: &str, shared: &Arc<Shared>, placements: Value) -> Value {
        let part = PartContext::new(part(page, &shared.site), shared);
        let own = own(page, shared);
        let style_set = styles::set_key(&page.styles());
        let page = Arc::new(PageValue {
            page: page.clone(),
            path: path.to_owned(),
            shared: shared.clone(),
            values: Default::default(),
            heading: OnceLock::new(),
        });
        Value::from_object(Self { page, style_set, placements, own, part })
    }
}

/// The part of the site to which the page belongs: how its path starts, up to the second slash.
pub(in crate::render) fn part<'r>(page: &'r Page, site: &'r RenderSite) -> &'r str {
    match page {
        Page::File(place) if place.page.is_listed => place.page.part(),
        Page::Post(_) | Page::Term(_) => {
            let list = site.paged("posts");
            list.map_or_else(|| part_of(blog_root(&site.types)), |page| page.part())
        }
        Page::Entry(place) => part_of(&place.path),
        Page::File(_) | Page::Offline(_) => "",
    }
}

/// What only this kind of page has.
fn own(page: &Page, shared: &Arc<Shared>) -> Vec<(&'static str, Value)> {
    let site = &shared.site;
    match page {
        Page::File(place) => vec![("sections", section::sections(place, site))],
        Page::Post(place) => {
            let neighbour =
                |post: &Option<Arc<Post>>| post.as_ref().map(|post| PostValue::value(post, site)).into();
            vec![
                ("post", PostValue::value(&place.post, site)),
                ("previous", neighbour(&place.previous)),
                ("next", neighbour(&place.next)),
            ]
        }
        Page::Term(place) => {
            let term = entries::term_value(place.taxonomy, &place.id, site).unwrap_or_default();
            let posts = place.posts(site).iter().map(|post| PostValue::value(post, site));
            let title = term.get_attr("title").unwrap_or_default();
            vec![
                ("term", context! { kind => place.taxonomy.name(), title }),
                ("posts", posts.collect::<Value>()),
            ]
        }
        Page::Entry(place) => {
            vec![("entry", entries::find(&place.collection, &place.entry.id, site).into())]
        }
        Page::Offline(_) => {
            let offline = site.site_field("offline").map(|offline| values::value(offline, site));
            vec![("offline", offline.into())]
        }
    }
}

impl Object for PageContext {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        Some(match key {
            "page" => Value::from_dyn_object(self.page.clone()),
            "style_set" => self.style_set.as_str().into(),
            "structured" => structured::script(&self.page.page, &self.page.path, &self.page.shared),
            CONTEXT_NAME => self.placements.clone(),
            _ => {
                let own = self.own.iter().find(|(name, _)| *name == key);
                return own.map(|(_, value)| value.clone()).or_else(|| self.part.get_value_by_str(key));
            }
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let own = self.own.iter().map(|(name, _)| *name);
        let names = NAMES.into_iter().chain(own).chain(self.part.names());
        Enumerator::Values(names.map(Value::from).collect())
    }
}

impl PageValue {
    fn heading(&self) -> &[Value; 2] {
        self.heading.get_or_init(|| {
            let (title, description) = heading(&self.page, &self.shared.site);
            [title.into(), description.into()]
        })
    }

    /// The value of one of [`FIELDS`].
    fn field(&self, key: &str) -> Value {
        let Self { page, path, shared, .. } = self;
        let site = &shared.site;
        match key {
            "name" => name(page).into(),
            "title" => self.heading()[0].clone(),
            "description" => self.heading()[1].clone(),
            "url" => site.base.href(path).into(),
            "canonical" => canonical(path, site),
            "listed" => page.is_listed().into(),
            "needs_title" => page.needs_title().into(),
            "number" => page.number().get().into(),
            "day" => page.day().map(Weekday::name).into(),
            "pager" => pager::pager(page, site),
            "share" => share::view(page, site, shared.cards.as_ref()),
            "feeds" => feeds(page, shared),
            _ => Value::UNDEFINED,
        }
    }
}

impl Object for PageValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let Some(at) = FIELDS.iter().position(|field| *field == key) else {
            lookups::failed(key, || Known::Names(FIELDS.to_vec()));
            return None;
        };
        Some(self.values.get(at)?.get_or_init(|| self.field(key)).clone())
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&FIELDS)
    }
}

impl fmt::Debug for PageValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PageValue({})", self.path)
    }
}

/// A text of the blog's words, which a site without a blog doesn't have.
pub(super) fn blog_word(site: &RenderSite, key: &str) -> Option<String> {
    let words = site.single("blog")?.get("words")?.value.as_table()?;
    words.text(key).map(str::to_owned)
}
