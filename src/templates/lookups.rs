//! Lookups of templates that found nothing, with the names that the value has: what an undefined name may have meant.

use std::{cell::RefCell, collections::VecDeque};

use crate::schema::Schema;

/// The names that a value has.
#[derive(Debug)]
pub(super) struct KnownNames {
    pub names: Vec<String>,
    /// True if a mistake in a type, which was reported, may hide one.
    pub is_partial: bool,
}

impl KnownNames {
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        Self { names: names.map(str::to_owned).collect(), is_partial: false }
    }

    /// Declared fields, and others.
    pub(super) fn declared<'n>(schema: &Schema, others: impl Iterator<Item = &'n str>) -> Self {
        let mut known = Self { is_partial: schema.is_partial, ..Self::new(others) };
        let declared = schema.fields.iter().filter(|field| *field.key != *"hidden");
        known.names.extend(declared.map(|field| field.key.to_string()));
        known
    }
}

/// The last lookups of a page that failed. Templates look up few names that aren't there, and miss one soon after.
const KEPT: usize = 16;

/// The lookups that failed while a page was rendered, the latest last.
#[derive(Debug, Default)]
pub(super) struct FailedLookups {
    failed: VecDeque<(String, KnownNames)>,
    /// True if a reference of the page leads nowhere, which was reported: what is computed of an entry that isn't there
    /// may stop any template.
    pub has_fallback: bool,
}

impl FailedLookups {
    /// Forgets the lookups of the page before: a thread renders one page at a time.
    pub(super) fn forget() {
        LOOKUPS.take();
    }

    /// Takes the lookups of the page that was rendered on this thread.
    pub(super) fn take() -> Self {
        LOOKUPS.take()
    }

    /// The names of the value in which `name` was looked up last.
    pub(super) fn latest(&self, name: &str) -> Option<&KnownNames> {
        self.failed.iter().rev().find(|(failed, _)| failed == name).map(|(_, known)| known)
    }

    /// The name that was looked up last, with those of the value.
    pub(super) fn last(&self) -> Option<&(String, KnownNames)> {
        self.failed.back()
    }
}

thread_local! {
    static LOOKUPS: RefCell<FailedLookups> = RefCell::default();
}

/// Records that `name` was looked up in a value that has `known`.
pub(super) fn failed(name: &str, known: KnownNames) {
    LOOKUPS.with_borrow_mut(|lookups| {
        if lookups.failed.len() == KEPT {
            lookups.failed.pop_front();
        }
        lookups.failed.push_back((name.to_owned(), known));
    });
}

/// Records that an entry which isn't there was replaced by a fallback.
pub(super) fn replaced() {
    LOOKUPS.with_borrow_mut(|lookups| lookups.has_fallback = true);
}
