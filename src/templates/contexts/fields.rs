//! Values with named fields, made when a template reads them.

use std::{fmt, sync::Arc};

use minijinja::{
    Value,
    value::{Enumerator, Object, ObjectRepr},
};

use crate::templates::lookups::{self, KnownNames};

/// A value with named fields.
pub(super) trait ContextValue: fmt::Debug + Send + Sync + 'static {
    /// True for a value that prints as text and has other forms.
    const IS_TEXT: bool = false;

    /// The field with this name. Returns `None` if there is none.
    fn get(&self, name: &str) -> Option<Value>;

    /// The names to compare a misspelled one with. `None` if names may come from elsewhere.
    fn known(&self) -> Option<KnownNames> {
        None
    }

    /// The fields that islands get.
    fn names(&self) -> Vec<Value> {
        Vec::new()
    }

    /// The text of a value that prints as text.
    fn text(&self) -> String {
        String::new()
    }
}

/// A value as the engine sees it. It is always true: to test it, the engine would list its names.
#[derive(Debug)]
pub(super) struct Record<F>(pub F);

impl<F: ContextValue> Record<F> {
    pub fn value(fields: F) -> Value {
        Value::from_object(Self(fields))
    }
}

impl<F: ContextValue> Object for Record<F> {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        if F::IS_TEXT { ObjectRepr::Plain } else { ObjectRepr::Map }
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let value = self.0.get(key);
        if value.is_none()
            && let Some(known) = self.0.known()
        {
            lookups::failed(key, known);
        }
        value
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        if F::IS_TEXT { Enumerator::NonEnumerable } else { Enumerator::Values(self.0.names()) }
    }

    fn render(self: &Arc<Self>, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if F::IS_TEXT {
            out.write_str(&self.0.text())
        } else {
            let mut map = out.debug_map();
            for name in self.0.names() {
                map.entry(&name, &self.get_value(&name).unwrap_or_default());
            }
            map.finish()
        }
    }
}

/// A computed field: its name and its function.
pub(super) type Computed<V, R = Value> = (&'static str, fn(&V) -> R);

/// Computes the field with this name from `value`. Returns `None` if it isn't among `fields`.
pub(super) fn computed<V, R>(fields: &[Computed<V, R>], name: &str, value: &V) -> Option<R> {
    let (_, compute) = fields.iter().find(|(other, _)| *other == name)?;
    Some(compute(value))
}

/// The names of `fields`.
pub(super) fn names_of<V, R>(fields: &[Computed<V, R>]) -> impl Iterator<Item = &'static str> {
    fields.iter().map(|(name, _)| *name)
}

/// Values by name.
#[derive(Debug)]
pub(super) struct ContextFields(pub Vec<(&'static str, Value)>);

impl ContextValue for ContextFields {
    fn get(&self, name: &str) -> Option<Value> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value.clone())
    }

    fn known(&self) -> Option<KnownNames> {
        Some(KnownNames::new(self.0.iter().map(|(name, _)| *name)))
    }

    fn names(&self) -> Vec<Value> {
        self.0.iter().map(|(name, _)| Value::from(*name)).collect()
    }
}
