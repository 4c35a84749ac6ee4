//! The decoded tables of all files, as checks of single values walk them.

use std::sync::Arc;

use super::{Content, Entry};
use crate::schema::{Scalar, Table};

impl Content {
    /// The tables of all files. Rows of a single come twice, as its own and as entries.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.tables_of(|_| true)
    }

    /// The same without collections whose type has no field of this scalar, so that ten thousand posts aren't walked
    /// for prices that they can't have.
    pub fn tables_with(&self, scalar: Scalar) -> impl Iterator<Item = &Arc<Table>> {
        self.tables_of(move |entries| {
            entries.first().is_some_and(|entry| entry.table.schema.may_hold(scalar))
        })
    }

    /// The tables of the collections that `is_wanted` selects by their entries, and of all other files.
    fn tables_of(&self, is_wanted: impl Fn(&[Entry]) -> bool) -> impl Iterator<Item = &Arc<Table>> {
        let collections = self.collections.values().filter(move |entries| is_wanted(entries));
        let entries = collections.flat_map(|entries| entries.iter().map(|entry| &entry.table));
        entries.chain(self.singles.values()).chain(self.pages.iter().map(|page| &page.table))
    }
}
