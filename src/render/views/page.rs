//! The template context of a page. Its values are computed when a template reads them.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{Arc, OnceLock},
};

use minijinja::{
    Value, context,
    value::{Enumerator, Object},
};

use super::{
    PartContext, Shared, canonical, entries, feeds, heading, name, old_address, own_feed, pager,
    post::PostValue, section, share, structured, values,
};
use crate::{
    assets::styles,
    decode::value::Weekday,
    render::{
        lookups::{self, Known},
        reads::{PageLink, PageQuery, Reader},
    },
    routes::{OldAddress, Page},
    site::{Post, part_of},
};

/// The names that every page has, besides those of its own and those that its part of the site shares.
const NAMES: [&str; 4] = ["page", "policy", "structured", "style_set"];

/// The names in `page`.
pub(super) const FIELDS: [&str; 12] = [
    "name",
    "title",
    "description",
    "url",
    "canonical",
    "listed",
    "number",
    "day",
    "pager",
    "share",
    "icons",
    "feeds",
];

/// The template context of a page.
#[derive(Debug)]
pub(in crate::render) struct PageContext {
    page: Value,
    policy: Value,
    style_set: String,
    structured: Structured,
    /// The other values, of which each name has one: what only this kind of page has, what the pages of its part of
    /// the site share, and what it is rendered with.
    others: [Value; 3],
}

/// Whether a page has structured data.
#[derive(Debug)]
enum Structured {
    /// It is computed when the template reads it
    Of(Arc<PageValue>),
    /// There is none
    None,
}

/// `page` in templates.
pub(super) struct PageValue {
    page: Page,
    path: String,
    shared: Arc<Shared>,
    /// Title and description.
    heading: OnceLock<[Value; 2]>,
    share: OnceLock<Value>,
}

impl PageContext {
    /// The context of the page at `path`; `besides` is what it is rendered with.
    pub fn of_page(page: &Page, path: &str, shared: &Arc<Shared>, besides: Value) -> Value {
        let part = Value::from_dyn_object(PartContext::new(part(page, &shared.reader), shared));
        let others = [own(page, shared), part, besides];
        let style_set = styles::set_key(&page.styles());
        let view = Arc::new(PageValue {
            page: page.clone(),
            path: path.to_owned(),
            shared: shared.clone(),
            heading: OnceLock::new(),
            share: OnceLock::new(),
        });
        let page = Value::from_dyn_object(view.clone());
        let (policy, structured) = (shared.policy.clone(), Structured::Of(view));
        Value::from_object(Self { page, policy, style_set, structured, others })
    }

    /// The context of the page at an old address; `besides` is what it is rendered with.
    pub fn of_old_address(old: &OldAddress, shared: &Arc<Shared>, besides: Value) -> Value {
        let part = Value::from_dyn_object(PartContext::new("", shared));
        let text = old.redirect.text.as_ref().map(|text| text.as_str());
        let own = context! { to => old.target(shared.reader.base()), text };
        Value::from_object(Self {
            page: Value::from_object(old_address::OldAddressValue::new(old, shared)),
            policy: shared.policy.clone(),
            style_set: styles::set_key(&BTreeSet::new()),
            structured: Structured::None,
            others: [own, part, besides],
        })
    }
}

/// The part of the site to which the page belongs: how its path starts, up to the second slash.
pub(in crate::render) fn part<'r>(page: &'r Page, reader: &'r Reader) -> &'r str {
    match page {
        Page::File(place) if place.page.is_listed => place.page.part(),
        Page::Post(_) | Page::Term(_) => {
            reader.page(PageQuery::Paged("posts".into())).map_or("/blog/", PageLink::part)
        }
        Page::Entry(place) => part_of(&place.path),
        Page::File(_) | Page::Offline => "",
    }
}

/// What only this kind of page has.
fn own(page: &Page, shared: &Arc<Shared>) -> Value {
    let reader = &shared.reader;
    match page {
        Page::File(place) => context! { sections => section::sections(place, reader) },
        Page::Post(place) => {
            let neighbour =
                |post: &Option<Arc<Post>>| post.as_ref().map(|post| PostValue::value(post, reader));
            context! {
                post => PostValue::value(&place.post, reader),
                previous => neighbour(&place.previous),
                next => neighbour(&place.next),
            }
        }
        Page::Term(place) => {
            let term = entries::term_value(place.taxonomy, &place.id, reader).unwrap_or_default();
            let posts = reader.posts_of(place).iter().map(|post| PostValue::value(post, reader));
            context! {
                term => context! { kind => place.taxonomy.segment(), title => term.get_attr("title").unwrap_or_default() },
                posts => posts.collect::<Value>(),
            }
        }
        Page::Entry(place) => {
            context! { entry => entries::find(&place.collection, &place.entry.id, reader) }
        }
        Page::Offline => {
            context! { offline => reader.site_field("offline").map(|offline| values::value(offline, reader)) }
        }
    }
}

impl Object for PageContext {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        Some(match key {
            "page" => self.page.clone(),
            "policy" => self.policy.clone(),
            "style_set" => self.style_set.as_str().into(),
            "structured" => match &self.structured {
                Structured::Of(view) => structured::script(&view.page, &view.path, &view.shared.reader),
                Structured::None => Value::from_safe_string(String::new()),
            },
            _ => {
                let known = self.others.iter().filter_map(|values| values.get_attr(key).ok());
                return known.into_iter().find(|value| !value.is_undefined());
            }
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let others = self.others.iter().filter_map(|values| values.try_iter().ok()).flatten();
        Enumerator::Values(NAMES.into_iter().map(Value::from).chain(others).collect())
    }
}

impl PageValue {
    fn heading(&self) -> &[Value; 2] {
        self.heading.get_or_init(|| {
            let (title, description) = heading(&self.page, &self.shared.reader);
            [title.into(), description.into()]
        })
    }

    fn share(&self) -> &Value {
        let Shared { cards, reader, .. } = &*self.shared;
        self.share.get_or_init(|| share::view(&self.page, reader, cards.as_ref()))
    }

    fn is_listed(&self) -> bool {
        match &self.page {
            Page::File(place) => place.page.is_listed,
            Page::Post(_) | Page::Entry(_) | Page::Term(_) => true,
            Page::Offline => false,
        }
    }
}

impl Object for PageValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let Self { page, path, shared, .. } = &**self;
        let reader = &shared.reader;
        let place = match page {
            Page::File(place) => Some(place),
            Page::Post(_) | Page::Entry(_) | Page::Term(_) | Page::Offline => None,
        };
        Some(match key {
            "name" => name(page).into(),
            "title" => self.heading()[0].clone(),
            "description" => self.heading()[1].clone(),
            "url" => reader.base().href(path).into(),
            "canonical" => canonical(path, reader),
            "listed" => self.is_listed().into(),
            "number" => place.map_or(1, |place| place.number.get()).into(),
            "day" => place.and_then(|place| place.day).map(Weekday::name).into(),
            "pager" => pager::pager(page, reader),
            "share" => self.share().clone(),
            "icons" => shared.icons.clone(),
            "feeds" => feeds(own_feed(page), reader),
            _ => {
                lookups::failed(key, || Known::Names(FIELDS.to_vec()));
                return None;
            }
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
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
pub(super) fn blog_word(reader: &Reader, key: &str) -> Option<String> {
    let words = reader.single("blog")?.get("words")?.value.as_table()?;
    words.text(key).map(str::to_owned)
}
