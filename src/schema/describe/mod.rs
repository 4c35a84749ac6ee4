//! All types of a project as TypeScript, for islands.

use minijinja::{Environment, syntax::SyntaxConfig, value::Serde};
use serde_json::{Value as Json, json};

use super::{Collection, Field, Kind, Presence, Scalar, Schema, Types};

/// An interface for each section, each single and each type of entries, under the names that components import. What an
/// entry refers to is a `Reference`, as entries may refer to each other in circles.
pub fn interfaces(types: &Types) -> String {
    let mut environment = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    if let Ok(syntax) = syntax {
        environment.set_syntax(syntax);
    }
    environment.add_filter("pascal", pascal);
    let template = include_str!("interfaces.ts.jinja");
    environment.render_str(template, Serde(described(types))).unwrap_or_else(|error| error.to_string())
}

/// `opening-hours` as `OpeningHours`.
fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
    };
    name.split(['-', '_', ' ']).map(word).collect()
}

fn described(types: &Types) -> Json {
    let entries = |collection: &Collection| json!({ "name": collection.name, "noun": collection.nouns[0], "is_numbered": collection.is_numbered() });
    json!({
        "sections": types.sections.values().map(|section| table(&section.schema)).collect::<Vec<_>>(),
        "collections": types.collections.values().map(|found| {
            json!({ "entries": entries(&found.collection), "table": table(&found.schema) })
        }).collect::<Vec<_>>(),
        "singles": types.singles.values().map(|schema| table(schema)).collect::<Vec<_>>(),
    })
}

fn table(schema: &Schema) -> Json {
    let fields: Vec<Json> = schema.fields.iter().map(field).collect();
    json!({ "name": schema.name, "help": schema.help.trim_end_matches('.'), "fields": fields })
}

fn field(field: &Field) -> Json {
    json!({
        "key": field.key,
        "help": field.help,
        "is_list": field.list.is_some(),
        // An absent list is an empty one.
        "is_nullable": field.list.is_none()
            && matches!(field.presence, Presence::Optional | Presence::When { .. }),
        "value": value(&field.kind),
    })
}

fn value(kind: &Kind) -> Json {
    match kind {
        kind if kind.is_one_of(&[Scalar::BOOL]) => json!({ "type": "boolean" }),
        kind if kind.is_one_of(&[Scalar::INTEGER, Scalar::NUMBER]) => json!({ "type": "number" }),
        Kind::Scalar(_) => json!({ "type": "string" }),
        Kind::Choice(words) => json!({ "words": words }),
        Kind::Ref(collection) => json!({ "noun": collection.nouns[0] }),
        Kind::Picture(_) => json!({ "type": "Picture" }),
        // A text for each number, from 0 on.
        Kind::Plural(_) => json!({ "type": "string[]" }),
        Kind::Table(schema) => json!({ "table": table(schema) }),
        Kind::Variants(variants) => {
            json!({ "variants": variants.tables.iter().map(|(_, schema)| table(schema)).collect::<Vec<_>>() })
        }
    }
}
