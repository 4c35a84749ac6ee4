//! The schema of files of words: the texts of all types that can have a default.

use std::{collections::BTreeMap, sync::Arc};

use super::addresses;
use crate::schema::{Field, Kind, Name, Presence, Scalar, Schema, Types, decode::value::Language, plural};

/// The tables of words for sections and for entries, which may have the names of singles.
pub(super) const SECTION: &str = "section";
pub(super) const COLLECTION: &str = "collection";
/// The table of addresses in the words of a collection.
pub(super) const ADDRESSES: &str = "addresses";

/// The type of files of words in any language.
pub fn words_schema(types: &Types) -> Arc<Schema> {
    shape(types, None)
}

/// The type of files of words in a language; in any, without its tag.
pub(super) fn shape(types: &Types, tag: Option<&str>) -> Arc<Schema> {
    let language = tag.and_then(|tag| Language::parse(tag).ok());
    let forms = &plural::forms(language.as_ref());
    let sections: BTreeMap<&Name, &Schema> =
        types.sections.iter().map(|(name, section)| (name, &*section.schema)).collect();
    let collections = types.collections.iter().filter(|(_, found)| found.collection.listed.is_none());
    let collections = collections.map(|(name, found)| (name, &*found.schema)).collect();
    let singles = types.singles.iter().map(|(name, schema)| (name, &**schema)).collect();
    let mut fields = tables(&singles, forms);
    fields.extend(group(SECTION, "The words of sections, by their types", &sections, forms));
    let help = "The words of entries, by their collections, and their addresses";
    fields.extend(collections_with_addresses(types, tables(&collections, forms), help));
    schema("words", "Words of the interface in one language", fields, false)
}

fn schema(name: &str, help: &str, fields: Vec<Field>, is_partial: bool) -> Arc<Schema> {
    Arc::new(Schema { is_partial, ..Schema::new(name, help, fields) })
}

/// The words of collections, with those of their addresses.
fn collections_with_addresses(types: &Types, mut words: Vec<Field>, help: &str) -> Option<Field> {
    for (name, declared) in &types.collections {
        let fields: Vec<Field> = addresses::keys(declared).map(address).collect();
        if fields.is_empty() {
            continue;
        }
        let table = schema(ADDRESSES, "Where its pages and files are", fields, false);
        let field = Field::new(ADDRESSES, Kind::Table(table), "Where its pages and files are").optional();
        match words.iter_mut().find(|words| words.key == *name) {
            Some(Field { kind: Kind::Table(inner), .. }) => Arc::make_mut(inner).fields.push(field),
            _ => {
                let inner = schema(name, &declared.schema.help, vec![field], declared.schema.is_partial);
                words.push(Field::new(name, Kind::Table(inner), &declared.schema.help).optional());
            }
        }
    }
    let inner = schema(COLLECTION, help, words, false);
    (!inner.fields.is_empty()).then(|| Field::new(COLLECTION, Kind::Table(inner), help).optional())
}

/// The field for the address of one kind of pages or files.
fn address(key: &str) -> Field {
    let kind = Kind::Scalar(Scalar::LITERAL);
    Field::new(key, kind, "The address in this language; {id} stands for the entry").optional()
}

fn group(key: &str, help: &str, schemas: &BTreeMap<&Name, &Schema>, forms: &Arc<Schema>) -> Option<Field> {
    let fields = tables(schemas, forms);
    let inner = schema(key, help, fields, false);
    (!inner.fields.is_empty()).then(|| Field::new(key, Kind::Table(inner), help).optional())
}

fn tables(schemas: &BTreeMap<&Name, &Schema>, forms: &Arc<Schema>) -> Vec<Field> {
    let mut tables = Vec::new();
    for (name, schema) in schemas {
        if let Some(inner) = words_of(schema, forms) {
            tables.push(Field::new(name, Kind::Table(inner), &schema.help).optional());
        }
    }
    tables
}

/// The words that a table of this type may have. Returns `None` if it has no texts for which they could stand.
fn words_of(texts: &Schema, forms: &Arc<Schema>) -> Option<Arc<Schema>> {
    let fields: Vec<Field> = texts.fields.iter().filter_map(|field| word(field, forms)).collect();
    let is_empty = fields.is_empty() && !texts.is_partial;
    (!is_empty).then(|| schema(&texts.name, &texts.help, fields, texts.is_partial))
}

fn word(field: &Field, forms: &Arc<Schema>) -> Option<Field> {
    let kind = match &field.kind {
        Kind::Scalar(scalar) if takes_word(field) => Kind::Scalar(*scalar),
        Kind::Plural(_) if takes_word(field) => Kind::Plural(forms.clone()),
        Kind::Table(inner) => Kind::Table(words_of(inner, forms)?),
        Kind::Variants(variants) => {
            let schemas = variants.tables.iter().map(|(word, schema)| (word, &**schema)).collect();
            let fields = tables(&schemas, forms);
            Kind::Table((!fields.is_empty()).then(|| schema(&field.key, &field.help, fields, false))?)
        }
        _ => return None,
    };
    Some(Field { kind, list: None, example: None, slots: Vec::new(), ..field.clone() }.optional())
}

/// True for a required text. Leaving out an optional one has a meaning, which a default would undo.
pub(super) fn takes_word(field: &Field) -> bool {
    let is_always_there = match &field.presence {
        Presence::Required => true,
        Presence::Default(default) => super::is_word(default),
        Presence::Optional | Presence::When { .. } => false,
    };
    is_text(field) && is_always_there
}

/// True if words of the interface can stand for its values.
pub fn is_text(field: &Field) -> bool {
    (field.kind.is_one_of(&[Scalar::TEXT]) || matches!(field.kind, Kind::Plural(_))) && field.list.is_none()
}
