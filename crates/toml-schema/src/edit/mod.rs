//! Changes of a text by the values that they mean: everything else stays as it is written.
//!
//! ```
//! use toml_schema::{
//!     Field, Kind, Scalar, Schema,
//!     edit::{NewValue, Operation, apply},
//! };
//!
//! let plan = Schema::new("plan", "A plan", vec![Field::new("price", Kind::Scalar(Scalar::PRICE), "What it costs")]);
//! let raise = Operation::Set { path: ["price".into()].into_iter().collect(), value: NewValue::Number("4500".into()) };
//! assert_eq!(apply("price = 4000 # since March\n", &plan, &raise).unwrap(), "price = 4500 # since March\n");
//! ```

mod blocks;
mod inline;
mod list;
mod operation;
mod path;
mod places;
mod set;
mod values;
mod write;

use std::{borrow::Cow, ops::Range};

use toml::{Table, Value};

use self::values::{same, same_but_empty};
use crate::{
    decode::line_end,
    diagnostic::{Edit, FileId, splice},
    schema::{Field, Schema},
};

pub use operation::{NewValue, Operation, Refusal};
pub use path::{Path, PathStep};
pub use places::{BODY, Places};
pub use write::key as toml_key;

/// The text with the operation done, or the same text if nothing differs. `schema` is the type of the file, which tells the
/// order of keys.
///
/// # Errors
/// If the operation isn't about what this text holds, or can't be done without changing something else.
pub fn apply(text: &str, schema: &Schema, operation: &Operation) -> Result<String, Refusal> {
    if operation.is_too_deep() {
        return Err(Refusal::Unusual);
    }
    let splicer = Splicer::new(text, schema)?;
    if let Some(body) = splicer.set_body(operation) {
        return body;
    }
    if let Operation::Keep { path } = operation {
        return splicer.keep(path);
    }
    let with_brackets = splicer.with_brackets(operation);
    let splicer = match &with_brackets {
        Some(text) => Splicer::new(text, schema)?,
        None => splicer,
    };
    let operation = splicer.settled(operation);
    let mut wanted = splicer.table.clone();
    values::change(&mut wanted, &operation)?;
    if same(&Value::Table(wanted.clone()), &Value::Table(splicer.table.clone())) {
        return Ok(text.to_owned());
    }
    let changed = splicer.perform(&operation)?;
    let new = Splicer::new(&changed, schema).map_err(|_| Refusal::Unusual)?;
    let is_meant = same_but_empty(&new.table, &wanted) && new.body() == splicer.body();
    if is_meant { Ok(changed) } else { Err(Refusal::Unusual) }
}

/// A text with what it means, for changes at places of it.
struct Splicer<'t> {
    text: &'t str,
    schema: &'t Schema,
    places: Places<'t>,
    /// The table that TOML reads in it.
    table: Table,
    line_end: &'static str,
}

impl<'t> Splicer<'t> {
    fn new(text: &'t str, schema: &'t Schema) -> Result<Self, Refusal> {
        let places = Places::new(text).ok_or(Refusal::NotToml)?;
        let table = places.toml.parse().map_err(|_| Refusal::NotToml)?;
        Ok(Self { text, schema, places, table, line_end: line_end(text) })
    }

    /// The text with an operation done, whose values are settled.
    fn perform(&self, operation: &Operation) -> Result<String, Refusal> {
        match operation {
            Operation::Set { path, value } => self.set(path, value),
            Operation::Unset { path } => self.unset(path),
            Operation::Insert { path, at, value } => self.insert(path, *at, value),
            Operation::Remove { path } => self.remove(path),
            Operation::Move { path, to, at } => self.move_to(path, to, *at),
            Operation::Copy { path } => self.copy(path),
            Operation::Keep { path } => self.keep(path),
        }
    }

    /// The text with these operations done, one after the other.
    fn perform_all(&self, operations: &[Operation]) -> Result<String, Refusal> {
        let mut text = self.text.to_owned();
        for operation in operations {
            text = Splicer::new(&text, self.schema)?.perform(operation)?;
        }
        Ok(text)
    }

    fn spliced(&self, mut edits: Vec<Edit>) -> Result<String, Refusal> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        splice(self.text, &edits).ok_or(Refusal::Unusual)
    }

    fn value(&self, path: &[PathStep]) -> Option<&Value> {
        let (first, rest) = path.split_first()?;
        let PathStep::Key(key) = first else { return None };
        values::within(self.table.get(key)?, rest)
    }

    fn body(&self) -> Option<&str> {
        self.text.get(self.places.body.clone()?)
    }

    /// The type of the table at a path.
    fn schema_at(&self, path: &[PathStep]) -> Option<Cow<'_, Schema>> {
        let mut schema = Cow::Borrowed(self.schema);
        for (index, step) in path.iter().enumerate() {
            let PathStep::Key(key) = step else { continue };
            let is_list = matches!(path.get(index + 1), Some(PathStep::At(_)));
            let value = self.value(path.get(..index + 1 + usize::from(is_list))?);
            let word = |by: &str| value?.get(by)?.as_str();
            schema = match schema {
                Cow::Borrowed(schema) => values::schema_of(schema.field(key)?, word)?,
                Cow::Owned(schema) => Cow::Owned(values::schema_of(schema.field(key)?, word)?.into_owned()),
            };
        }
        Some(schema)
    }

    fn field_at(&self, path: &Path) -> Option<Field> {
        let (table, key) = path.entry()?;
        self.schema_at(&table)?.field(key).cloned()
    }
}

/// The elements that come to stand between two places, in order, if the one in the first goes to the second.
fn moved(from: usize, to: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (from.min(to)..=from.max(to)).collect();
    if from < to {
        order.rotate_left(1);
    } else {
        order.rotate_right(1);
    }
    order
}

/// The text `replacement` in the place of these bytes.
fn change(range: Range<usize>, replacement: impl Into<String>) -> Edit {
    Edit::at(FileId(0), range, replacement)
}
