//! Failed lookups of templates, with the names that the value does have: they tell what an undefined name may mean.

use std::{cell::RefCell, collections::VecDeque};

use crate::schema::Schema;

/// The names that a value has.
#[derive(Debug)]
pub(super) struct KnownNames {
    pub names: Vec<String>,
    /// True if a mistake in a type, which was reported, may hide a name.
    pub is_partial: bool,
}

impl KnownNames {
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        Self { names: names.map(str::to_owned).collect(), is_partial: false }
    }

    /// The declared fields of a schema, and other names.
    pub(super) fn declared<'n>(schema: &Schema, others: impl Iterator<Item = &'n str>) -> Self {
        let mut known = Self { is_partial: schema.is_partial, ..Self::new(others) };
        let declared = schema.fields.iter().filter(|field| *field.key != *"hidden");
        known.names.extend(declared.map(|field| field.key.to_string()));
        known
    }
}

/// The number of failed lookups to keep. Templates look up few missing names, and soon fail after one.
const KEPT: usize = 16;

/// The failed lookups of a page, the latest last.
#[derive(Debug, Default)]
pub(super) struct FailedLookups {
    failed: VecDeque<(String, KnownNames)>,
    /// True if a reference of the page leads nowhere, which was reported: values computed for a missing entry can make
    /// any template fail.
    pub has_fallback: bool,
}

impl FailedLookups {
    /// Forgets the lookups of the page before: a thread renders one page at a time.
    pub(super) fn forget() {
        LOOKUPS.take();
    }

    /// Takes the lookups of the page that was just rendered on this thread.
    pub(super) fn take() -> Self {
        LOOKUPS.take()
    }

    /// The names of the value in which `name` was last looked up.
    pub(super) fn latest(&self, name: &str) -> Option<&KnownNames> {
        self.failed.iter().rev().find(|(failed, _)| failed == name).map(|(_, known)| known)
    }

    /// The name that was last looked up, with the names of the value.
    pub(super) fn last(&self) -> Option<&(String, KnownNames)> {
        self.failed.back()
    }
}

thread_local! {
    static LOOKUPS: RefCell<FailedLookups> = RefCell::default();
}

/// Records that `name` was looked up in a value with the names `known`.
pub(super) fn failed(name: &str, known: KnownNames) {
    LOOKUPS.with_borrow_mut(|lookups| {
        if lookups.failed.len() == KEPT {
            lookups.failed.pop_front();
        }
        lookups.failed.push_back((name.to_owned(), known));
    });
}

/// Records that a fallback replaces a missing entry.
pub(super) fn replaced() {
    LOOKUPS.with_borrow_mut(|lookups| lookups.has_fallback = true);
}
