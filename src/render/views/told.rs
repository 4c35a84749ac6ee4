//! What the template of a page is told. What it doesn't ask for isn't put together.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use minijinja::{
    Value,
    value::{Enumerator, Object},
};

use super::{Shared, canonical, feeds, heading, islands, kind, share, structured, value};
use crate::{routes::Page, site::Site};

/// What is told of every page, besides what only its kind is told and what its section has in common.
const NAMES: [&str; 4] = ["page", "policy", "structured", "words"];

/// The names in `page`.
const FIELDS: [&str; 9] =
    ["kind", "title", "description", "url", "canonical", "section", "share", "icons", "feeds"];

/// All that is told of a page.
#[derive(Debug)]
pub(in crate::render) struct Told {
    page: Value,
    of: Arc<PageView>,
    /// The other values, of which each name has one: what only this kind of page is told, its islands, what the pages of
    /// its section have in common, and what it is rendered with.
    others: [Value; 4],
}

/// What a page says of itself.
pub(super) struct PageView {
    page: Page,
    path: String,
    site: Arc<Site>,
    shared: Arc<Shared>,
    /// Title and description.
    heading: OnceLock<[Value; 2]>,
    share: OnceLock<Value>,
}

impl Told {
    /// What the page at `path` is told, `besides` what is placed in it.
    pub fn of(page: &Page, path: &str, site: &Arc<Site>, shared: &Arc<Shared>, besides: Value) -> Value {
        let of_section = shared.sections.get(page.section()).cloned().unwrap_or_default();
        let others = [shared.own(page, site), islands::of_page(page, site), of_section, besides];
        let view = PageView {
            page: page.clone(),
            path: path.to_owned(),
            site: site.clone(),
            shared: shared.clone(),
            heading: OnceLock::new(),
            share: OnceLock::new(),
        };
        let view = Arc::new(view);
        Value::from_object(Self { page: Value::from_dyn_object(view.clone()), of: view, others })
    }
}

impl Object for Told {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let PageView { page, path, site, shared, .. } = &*self.of;
        Some(match key {
            "page" => self.page.clone(),
            "policy" => shared.policy.clone(),
            "words" => shared.words.get(kind(page)).cloned().unwrap_or_default(),
            "structured" => structured::script(page, path, site, &shared.pictures),
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

impl PageView {
    fn heading(&self) -> &[Value; 2] {
        self.heading.get_or_init(|| {
            let (title, description) = heading(&self.page, &self.site);
            [title.into(), description.into()]
        })
    }

    fn share(&self) -> &Value {
        let Shared { cards, pictures, .. } = &*self.shared;
        self.share.get_or_init(|| value(share::view(&self.page, &self.site, cards.as_ref(), pictures)))
    }
}

impl Object for PageView {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let Self { page, path, site, shared, .. } = &**self;
        Some(match key {
            "kind" => kind(page).into(),
            "title" => self.heading()[0].clone(),
            "description" => self.heading()[1].clone(),
            "url" => site.base.href(path).into(),
            "canonical" => site.base.absolute(canonical(page).as_deref().unwrap_or(path)).into(),
            "section" => page.section().into(),
            "share" => self.share().clone(),
            "icons" => shared.icons.clone(),
            "feeds" => value(feeds(page, site)),
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

impl fmt::Debug for PageView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PageView({})", self.path)
    }
}
