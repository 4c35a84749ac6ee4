//! Lookups of templates that found nothing, with the names that the value has: what an undefined name may have meant.
//! They are recorded only while a page that failed is rendered once more, as every call of a function is such a lookup.

use std::{cell::RefCell, sync::Arc};

use crate::schema::Schema;

/// The names that a value has.
#[derive(Debug)]
pub(super) enum Known {
    /// Declared fields, and others.
    Fields(Arc<Schema>, &'static [&'static str]),
    /// No others than these.
    Names(Vec<&'static str>),
}

impl Known {
    pub(super) fn names(&self) -> Vec<&str> {
        match self {
            Self::Fields(schema, others) => {
                let declared = schema.fields.iter().map(|field| &*field.key);
                let mut names: Vec<&str> = others.iter().copied().chain(declared).collect();
                names.retain(|name| *name != "hidden");
                names
            }
            Self::Names(names) => names.clone(),
        }
    }

    /// True if a mistake in a type, which was reported, may hide the name.
    pub(super) fn is_partial(&self) -> bool {
        match self {
            Self::Fields(schema, _) => schema.is_partial,
            Self::Names(_) => false,
        }
    }
}

/// The lookups that failed while a page was rendered, the latest last.
#[derive(Debug, Default)]
pub(super) struct FailedLookups {
    failed: Vec<(String, Known)>,
    has_fallback: bool,
}

impl FailedLookups {
    /// Those of `render`, which renders on this thread.
    pub(super) fn recorded_in(render: impl FnOnce()) -> Self {
        RECORDED.set(Some(Self::default()));
        render();
        RECORDED.take().unwrap_or_default()
    }

    /// The names of the value in which `name` was looked up last.
    pub(super) fn latest(&self, name: &str) -> Option<&Known> {
        self.failed.iter().rev().find(|(failed, _)| failed == name).map(|(_, known)| known)
    }

    /// True if a reference of the page leads nowhere, which was reported: what is computed of an entry that isn't there
    /// may stop any template.
    pub(super) fn has_fallback(&self) -> bool {
        self.has_fallback
    }
}

thread_local! {
    /// The lookups of this thread, which renders a page at a time; `None` unless they are recorded.
    static RECORDED: RefCell<Option<FailedLookups>> = const { RefCell::new(None) };
}

/// Records that `name` was looked up in a value that has `known`, if lookups are recorded.
pub(super) fn failed(name: &str, known: impl FnOnce() -> Known) {
    RECORDED.with_borrow_mut(|recorded| {
        if let Some(lookups) = recorded {
            lookups.failed.push((name.to_owned(), known()));
        }
    });
}

/// Records that an entry which isn't there was replaced by a fallback, if lookups are recorded.
pub(super) fn replaced() {
    RECORDED.with_borrow_mut(|recorded| {
        if let Some(lookups) = recorded {
            lookups.has_fallback = true;
        }
    });
}
