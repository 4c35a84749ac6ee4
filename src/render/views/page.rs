//! The template context of a page. Its values are put together when a template asks for them.

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
    decode::value::Word,
    render::reads::{PageLink, PageQuery, Reader},
    routes::Page,
    schema::Data,
    site::{Post, part_of},
};

/// The names that every page has, besides those of its own and those that its part of the site shares.
const NAMES: [&str; 4] = ["page", "policy", "structured", "style_set"];

/// The names in `page`.
const FIELDS: [&str; 12] = [
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
    view: Arc<PageValue>,
    /// The other values, of which each name has one: what only this kind of page has, what the pages of its part of
    /// the site share, and what it is rendered with.
    others: [Value; 3],
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
    pub fn of(page: &Page, path: &str, shared: &Arc<Shared>, besides: Value) -> Value {
        let part = Value::from_dyn_object(PartContext::new(part(page, &shared.reader), shared));
        let others = [own(page, shared), part, besides];
        let view = Arc::new(PageValue {
            page: page.clone(),
            path: path.to_owned(),
            shared: shared.clone(),
            heading: OnceLock::new(),
            share: OnceLock::new(),
        });
        Value::from_object(Self { page: Value::from_dyn_object(view.clone()), view, others })
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
        Page::File(_) | Page::Offline | Page::Moved(_) | Page::Data(_) => "",
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
        Page::Moved(moved) => {
            let text = moved.redirect.text.as_ref().map(|text| text.as_str());
            context! { to => moved.target(reader.base()), text }
        }
        Page::Data(_) => Value::from(()),
    }
}

impl Object for PageContext {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let PageValue { page, path, shared, .. } = &*self.view;
        Some(match key {
            "page" => self.page.clone(),
            "policy" => shared.policy.clone(),
            "style_set" => styles::set_key(&page.styles()).into(),
            "structured" => structured::script(page, path, &shared.reader),
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
            Page::Offline | Page::Moved(_) | Page::Data(_) => false,
        }
    }
}

impl Object for PageValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let Self { page, path, shared, .. } = &**self;
        let reader = &shared.reader;
        let place = match page {
            Page::File(place) => Some(place),
            _ => None,
        };
        Some(match key {
            "name" => name(page).into(),
            "title" => self.heading()[0].clone(),
            "description" => self.heading()[1].clone(),
            "url" => reader.base().href(path).into(),
            "canonical" => {
                let address = || reader.base().absolute(canonical(page).as_deref().unwrap_or(path));
                reader.is_placed().then(address).into()
            }
            "listed" => self.is_listed().into(),
            "number" => place.map_or(1, |place| place.number.get()).into(),
            "day" => place.and_then(|place| place.day).map(Word::word).into(),
            "pager" => pager::pager(page, reader),
            "share" => self.share().clone(),
            "icons" => shared.icons.clone(),
            "feeds" => feeds(page, &shared.reader),
            _ => return None,
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
    match &reader.single("blog")?.get("words")?.value {
        Data::Table(words) => words.text(key).map(str::to_owned),
        _ => None,
    }
}
