//! Names that templates ask of values in vain, with those that the values have: what an undefined name may have meant.

use std::{cell::RefCell, collections::VecDeque, sync::Arc};

use crate::schema::Schema;

/// How many are remembered: an expression may ask for several names before the engine stops at one of them.
const REMEMBERED: usize = 8;

/// The names that a value has.
#[derive(Clone, Debug)]
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

thread_local! {
    /// The latest ones of this thread, which renders a page at a time, the newest last.
    static LATEST: RefCell<VecDeque<(String, Known)>> = const { RefCell::new(VecDeque::new()) };
}

/// Remembers that a value which has `known` was asked for `name` in vain.
pub(super) fn note(name: &str, known: Known) {
    LATEST.with_borrow_mut(|latest| {
        if latest.len() >= REMEMBERED {
            latest.pop_front();
        }
        latest.push_back((name.to_owned(), known));
    });
}

/// What the value has that was asked for `name` last.
pub(super) fn latest(name: &str) -> Option<Known> {
    LATEST.with_borrow(|latest| {
        latest.iter().rev().find(|(missed, _)| missed == name).map(|(_, known)| known.clone())
    })
}

/// Forgets all of them: a page begins.
pub(super) fn forget() {
    LATEST.with_borrow_mut(VecDeque::clear);
}
