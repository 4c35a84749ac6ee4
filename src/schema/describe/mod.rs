//! All types of a project for people and for programs: a reference in Markdown, and TypeScript for islands.

mod forms;

use std::sync::Arc;

use minijinja::{Environment, syntax::SyntaxConfig, value::Serde};
use serde_json::{Value as Json, json};

pub use forms::{form_key, form_of, forms};

use super::{Collection, Field, Kind, Presence, Role, Scalar, Schema, Types};

/// The reference of a project's files: the keys of pages, sections, collections and singles, and of the tables
/// that several of them use.
pub fn reference(types: &Types) -> String {
    render(include_str!("reference.md.jinja"), types)
}

/// An interface for each section, each single and each type of entries, under the names that components import. What an
/// entry refers to is a `Reference`, as entries may refer to each other in circles.
pub fn interfaces(types: &Types) -> String {
    render(include_str!("interfaces.ts.jinja"), types)
}

fn render(template: &str, types: &Types) -> String {
    let mut environment = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    // Only delimiters can be wrong, and they are the usual ones.
    if let Ok(syntax) = syntax {
        environment.set_syntax(syntax);
    }
    environment.add_filter("pascal", pascal);
    environment.add_filter("property", property);
    // The template is one of this program's own, so that an error shows in tests.
    environment.render_str(template, Serde(described(types))).unwrap_or_else(|error| error.to_string())
}

/// `opening-hours` as `OpeningHours`.
fn pascal(name: &str) -> String {
    name.split(['-', '_', ' ']).map(capitalized).collect()
}

/// A key as TypeScript has it: in quotes, unless it is an identifier.
fn property(key: &str) -> String {
    let is_word = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_word && !key.starts_with(|c: char| c.is_ascii_digit()) {
        key.to_owned()
    } else {
        format!("{key:?}")
    }
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn described(types: &Types) -> Json {
    json!({
        "page": table(types, &types.page),
        "sections": types.sections.values().map(|section| table(types, &section.schema)).collect::<Vec<_>>(),
        "collections": types.collections.values().map(|found| {
            json!({ "entries": described_entries(types, &found.collection), "table": table(types, &found.schema) })
        }).collect::<Vec<_>>(),
        "singles": types.singles.values().map(|schema| table(types, schema)).collect::<Vec<_>>(),
        "tables": types.tables.values().map(|schema| table(types, schema)).collect::<Vec<_>>(),
    })
}

fn described_entries(types: &Types, collection: &Collection) -> Json {
    json!({
        "name": collection.name,
        "noun": collection.nouns[0],
        "is_numbered": collection.is_numbered(),
        "are_classes": types.has_role(&collection.name, Role::Class),
    })
}

fn table(types: &Types, schema: &Schema) -> Json {
    let fields: Vec<Json> = schema.fields.iter().map(|field| self::field(types, field)).collect();
    json!({ "name": schema.name, "help": schema.help.trim_end_matches('.'), "fields": fields })
}

fn field(types: &Types, field: &Field) -> Json {
    json!({
        "key": field.key,
        "help": field.help,
        "example": field.example().replace('\n', " "),
        "is_required": field.is_required(),
        "is_list": field.list.is_some(),
        // An absent list is an empty one.
        "is_nullable": field.list.is_none()
            && matches!(field.presence, Presence::Optional | Presence::When { .. }),
        "value": value(types, &field.kind),
    })
}

fn value(types: &Types, kind: &Kind) -> Json {
    match kind {
        kind if kind.is_one_of(&[Scalar::BOOL]) => json!({ "type": "boolean" }),
        kind if kind.is_one_of(&[Scalar::INTEGER, Scalar::NUMBER]) => json!({ "type": "number" }),
        // Among them are prices, which are numbers in content, and texts on pages.
        Kind::Scalar(_) => json!({ "type": "string" }),
        Kind::Choice(words) => json!({ "words": words }),
        Kind::Ref(collection) => json!({ "noun": collection.nouns[0] }),
        Kind::Picture(_) => json!({ "type": "Picture" }),
        // A text for each number, from 0 on.
        Kind::Plural(_) => json!({ "type": "string[]" }),
        Kind::Table(schema) => {
            let named = types.tables.get(&schema.name).filter(|named| Arc::ptr_eq(named, schema));
            json!({ "table": table(types, schema), "named": named.map(|named| &named.name) })
        }
        Kind::Variants(variants) => {
            json!({ "variants": variants.tables.iter().map(|(_, schema)| table(types, schema)).collect::<Vec<_>>() })
        }
    }
}
