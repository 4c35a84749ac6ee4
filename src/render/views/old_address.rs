//! `page` in the template of a page at an old address, which leads on.

use std::{fmt, sync::Arc};

use minijinja::{
    Value,
    value::{Enumerator, Object},
};

use super::{Shared, canonical, feeds, page::FIELDS};
use crate::{decode::value::Link, routes::OldAddress};

/// `page` in templates. It has the fields of any page, most of them without a value.
pub(super) struct OldAddressValue {
    old: OldAddress,
    shared: Arc<Shared>,
}

impl OldAddressValue {
    pub(super) fn new(old: &OldAddress, shared: &Arc<Shared>) -> Self {
        Self { old: old.clone(), shared: shared.clone() }
    }

    /// The page that search engines should take instead; its own path if it leads away from the site.
    fn canonical_path(&self) -> &str {
        match &self.old.redirect.to.value {
            Link::Internal { path, .. } => path,
            Link::External(_) => self.old.path(),
        }
    }
}

impl Object for OldAddressValue {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let site = &self.shared.site;
        Some(match key {
            "name" => "moved".into(),
            "title" | "description" => self.old.path().into(),
            "url" => site.base.href(self.old.path()).into(),
            "canonical" => canonical(self.canonical_path(), site),
            "listed" => false.into(),
            "number" => 1.into(),
            "day" | "pager" | "share" => Value::from(()),
            "feeds" => feeds(None, &self.shared),
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

impl fmt::Debug for OldAddressValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "OldAddressValue({})", self.old.path())
    }
}
