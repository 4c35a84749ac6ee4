//! Harmless values for where none could be read, so that all the rest can be checked.

use std::sync::Arc;

use super::{Data, EntryRef, Field, Kind, Name, PictureRef, Plural, Presence, Scalar, Schema, Table};
use crate::{
    decode::{Item, Spanned},
    diagnostic::Span,
};

/// A harmless value for a field.
pub fn field_fallback(field: &Field, written: Option<&Item<'_>>) -> Data {
    match field.list {
        Some(_) => Data::List(Vec::new()),
        None => kind_fallback(&field.kind, written),
    }
}

/// A harmless value of this kind, where `written` stands and isn't right.
pub fn kind_fallback(kind: &Kind, written: Option<&Item<'_>>) -> Data {
    match kind {
        Kind::Scalar(scalar) => scalar.fallback(written),
        Kind::Choice(words) => {
            let first = words.first().map_or_else(|| "".into(), Name::clone);
            Data::Str(Scalar::WORD, first)
        }
        Kind::Ref(collection) => Data::Ref(EntryRef { collection: collection.clone(), id: "".into() }),
        Kind::Picture(_) => Data::Picture(Box::new(PictureRef::fallback())),
        Kind::Plural(_) => Data::Plural(Box::new(Plural::fallback())),
        Kind::Table(schema) => Data::Table(table_fallback(schema)),
        Kind::Variants(variants) => match variants.tables.first() {
            Some((_, schema)) => Data::Table(table_fallback(schema)),
            None => Data::List(Vec::new()),
        },
    }
}

/// A table in which nothing could be read.
pub fn table_fallback(schema: &Arc<Schema>) -> Arc<Table> {
    let mut fields = Vec::new();
    for field in &schema.fields {
        let value = match &field.presence {
            Presence::Required => field_fallback(field, None),
            Presence::Default(value) => value.clone(),
            Presence::Optional | Presence::When { .. } => continue,
        };
        fields.push((field.key.clone(), Spanned { value, span: Span::NOWHERE }));
    }
    Arc::new(Table::new(schema.clone(), fields, Span::NOWHERE))
}
