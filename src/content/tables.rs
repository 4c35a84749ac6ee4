//! The decoded tables of all files, as checks of single values walk them.

use std::sync::Arc;

use super::Content;
use crate::schema::{Scalar, Table};

impl Content {
    /// The tables of all files except collections whose type has no field of this scalar, so that ten thousand posts
    /// aren't walked for prices that they can't have. Rows of a single are there twice, as its own and as entries.
    pub fn tables_with(&self, scalar: Scalar) -> impl Iterator<Item = &Arc<Table>> {
        let collections = self
            .collections
            .values()
            .filter(move |entries| entries.first().is_some_and(|entry| entry.table.schema.may_hold(scalar)));
        let entries = collections.flat_map(|entries| entries.iter().map(|entry| &entry.table));
        entries.chain(self.singles.values()).chain(self.pages.iter().map(|page| &page.table))
    }
}
