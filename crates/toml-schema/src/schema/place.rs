//! The type of the table at a place of a text.

use std::sync::Arc;

use super::{Field, Kind, Schema, Variants, picture};
use crate::decode::EnclosingTable;

/// The type of a table at a place, as far as its keys say which type it is.
#[derive(Clone, Debug)]
pub struct TableType {
    /// Its fields; `None` if the word that selects them isn't there or isn't known.
    pub schema: Option<Arc<Schema>>,
    /// The variants among which it was chosen.
    pub variants: Option<Arc<Variants>>,
}

impl TableType {
    /// The type of the innermost of these tables, the first of which is a file of the type `file`.
    pub fn new(file: &Arc<Schema>, tables: &[EnclosingTable]) -> Option<Self> {
        let mut found = Self { schema: Some(file.clone()), variants: None };
        for EnclosingTable { key, entries } in tables.iter().skip(1) {
            found = match &found.schema?.field(key)?.kind {
                Kind::Table(schema) | Kind::Plural(schema) => {
                    Self { schema: Some(schema.clone()), variants: None }
                }
                Kind::Picture(file) => Self { schema: Some(picture::schema(*file)), variants: None },
                Kind::Variants(variants) => {
                    let word = entries.iter().find(|(key, _)| **key == *variants.by).map(|(_, word)| word);
                    let tables = variants.tables.iter();
                    let chosen = tables.clone().find(|(name, _)| word.is_some_and(|word| **name == **word));
                    Self {
                        schema: chosen.map(|(_, schema)| schema.clone()),
                        variants: Some(variants.clone()),
                    }
                }
                Kind::Scalar(_) | Kind::Choice(_) | Kind::Ref(_) => return None,
            };
        }
        Some(found)
    }

    /// Returns `None` if no table of the place has this key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.schema.as_ref()?.field(key)
    }
}
