//! JSON Schemas (draft-07) of declared types, for editors that complete and check while typing.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::{Bounds, Collection, Data, Field, Kind, Name, Presence, Rule, Scalar, Schema, Variants};
use crate::diagnostic::Code;

/// The ids and files that exist right now, so that an editor offers them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    /// The ids of each collection.
    pub entries: BTreeMap<Name, Vec<String>>,
    /// All texts that there are of a scalar, such as the names of files, by its name.
    pub texts: BTreeMap<&'static str, Vec<String>>,
}

/// The JSON Schema (draft-07) of a file of this type, by which editors complete and check while one types. `lints` are the
/// warnings that `allow` can name.
pub fn document(title: &str, schema: &Schema, ids: &Ids, lints: &[Code]) -> Json {
    let mut writer = Writer { ids, lints, definitions: Map::new() };
    let table = writer.table(schema, &[]);
    let mut document = json!({ "$schema": "http://json-schema.org/draft-07/schema#", "title": title });
    if let (Some(document), Json::Object(table)) = (document.as_object_mut(), table) {
        document.extend(table);
        document.insert("definitions".to_owned(), Json::Object(writer.definitions));
    }
    document
}

/// Writes the schemas of tables and fields. A part that several of them contain is defined once: otherwise the names of all
/// warnings and files would stand in a document a hundred times.
struct Writer<'a> {
    ids: &'a Ids,
    lints: &'a [Code],
    definitions: Map<String, Json>,
}

impl Writer<'_> {
    /// A reference to the definition `name`, which is added if the document has none.
    fn defined(&mut self, name: &str, definition: impl FnOnce(&mut Self) -> Json) -> Json {
        if !self.definitions.contains_key(name) {
            let definition = definition(self);
            self.definitions.insert(name.to_owned(), definition);
        }
        json!({ "$ref": format!("#/definitions/{name}") })
    }

    /// The schema of a table, which may have `extra` keys besides its fields.
    fn table(&mut self, schema: &Schema, extra: &[&str]) -> Json {
        let mut properties = self.properties(schema);
        for key in extra {
            properties.insert((*key).to_owned(), json!({ "type": "string" }));
        }
        properties.insert("allow".to_owned(), self.allow());
        let mut described = json!({
            "type": "object",
            "properties": properties,
            "required": required(schema),
            "additionalProperties": schema.is_partial,
        });
        if !schema.help.is_empty() {
            set(&mut described, "description", json!(schema.help));
        }
        let mut all: Vec<Json> = schema.rules.iter().filter_map(|rule| self::rule(rule, schema)).collect();
        all.extend(schema.fields.iter().filter_map(|field| condition(field, schema)));
        if !all.is_empty() {
            set(&mut described, "allOf", Json::Array(all));
        }
        described
    }

    fn properties(&mut self, schema: &Schema) -> Map<String, Json> {
        schema.fields.iter().map(|field| (field.key.to_string(), self.field(field))).collect()
    }

    fn field(&mut self, field: &Field) -> Json {
        let one =
            if field.has_gaps { json!({ "type": "string" }) } else { self.kind(&field.kind, field.bounds) };
        let mut described = match field.list {
            None => one,
            Some(bounds) => {
                // A list without elements is always a mistake.
                let least = bounds.least_count().unwrap_or_default().max(1);
                let mut list = json!({ "type": "array", "items": one.clone(), "minItems": least });
                if let Some(most) = bounds.most_count() {
                    set(&mut list, "maxItems", json!(most));
                }
                if field.kind.is_unique() {
                    set(&mut list, "uniqueItems", json!(true));
                }
                if field.takes_one() { json!({ "anyOf": [one, list] }) } else { list }
            }
        };
        if !field.help.is_empty() {
            set(&mut described, "description", json!(field.help));
        }
        if let Some(default) = default(field) {
            set(&mut described, "default", default);
        }
        described
    }

    fn kind(&mut self, kind: &Kind, bounds: Bounds) -> Json {
        match kind {
            Kind::Scalar(scalar) => match self.ids.texts.get(scalar.name()) {
                Some(texts) => self.defined(&format!("{}-name", scalar.name()), |_| one_of(texts)),
                None => scalar.json(bounds),
            },
            Kind::Choice(words) => json!({ "enum": words }),
            Kind::Ref(collection) => self.reference(collection),
            Kind::Picture(file) => self.defined("picture", |writer| {
                let mut picture = Schema::clone(&super::picture::schema(*file));
                picture.rules = super::picture::rules();
                writer.table(&picture, &[])
            }),
            Kind::Table(schema) | Kind::Plural(schema) => self.table(schema, &[]),
            Kind::Variants(variants) => self.variants(variants),
        }
    }

    fn reference(&mut self, collection: &Collection) -> Json {
        self.defined(&format!("{}-id", collection.name), |writer| {
            let known = writer.ids.entries.get(&collection.name).map_or(&[][..], Vec::as_slice);
            if collection.is_numbered() {
                one_of(&known.iter().filter_map(|id| id.parse::<i64>().ok()).collect::<Vec<_>>())
            } else {
                one_of(known)
            }
        })
    }

    /// All keys of all variants, from which editors complete, and a condition for each variant, by which they check. With
    /// `oneOf` in its place, editors underline the whole table and not what is wrong in it.
    fn variants(&mut self, variants: &Variants) -> Json {
        let by = &*variants.by;
        let words: Vec<&Name> = variants.tables.iter().map(|(word, _)| word).collect();
        let mut helps: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (word, schema) in &variants.tables {
            for field in &schema.fields {
                helps.entry(&*field.key).or_default().push(format!("{word}: {}", field.help));
            }
        }
        let mut union = Map::new();
        for (key, helps) in helps {
            union.insert(key.to_owned(), json!({ "description": helps.join("; ") }));
        }
        union.insert(
            by.to_owned(),
            json!({ "enum": words, "description": format!("Which {} it is", variants.noun_alone()) }),
        );
        union.insert("allow".to_owned(), self.allow());
        let mut conditions = Vec::new();
        for (word, schema) in &variants.tables {
            let is = json!({ "properties": { by: { "const": word } }, "required": [by] });
            conditions.push(json!({ "if": is, "then": self.table(schema, &[by]) }));
        }
        json!({ "type": "object", "properties": union, "required": [by], "allOf": conditions })
    }

    fn allow(&mut self) -> Json {
        self.defined("allow", |writer| {
            let lints: Vec<&str> = writer.lints.iter().map(|lint| lint.name()).collect();
            json!({
                "type": "array", "items": { "enum": lints }, "minItems": 1,
                "description": "Warnings that are intentional here, by name",
            })
        })
    }
}

/// Sets a member of an object. A reference is wrapped, as what stands beside `$ref` is ignored.
fn set(object: &mut Json, key: &str, value: Json) {
    if object.get("$ref").is_some() {
        *object = json!({ "allOf": [object.take()] });
    }
    if let Some(object) = object.as_object_mut() {
        object.insert(key.to_owned(), value);
    }
}

fn required(schema: &Schema) -> Vec<&str> {
    let fields = schema.fields.iter().filter(|field| field.is_required());
    fields.map(|field| &*field.key).collect()
}

/// The default of a single value, as JSON.
fn default(field: &Field) -> Option<Json> {
    let Presence::Default(value) = &field.presence else { return None };
    match value {
        Data::Str(scalar, text) if [Scalar::TEXT, Scalar::WORD].contains(scalar) => Some(json!(text)),
        Data::Bool(value) => Some(json!(value)),
        Data::Integer(number) => Some(json!(number)),
        Data::Price(price) => price.machine().parse::<f64>().ok().map(|price| json!(price)),
        Data::Number(number) => Some(json!(number)),
        Data::Own(..) => Some(json!(value.written())),
        _ => None,
    }
}

fn rule(rule: &Rule, schema: &Schema) -> Option<Json> {
    match rule {
        Rule::ExactlyOne(keys) => {
            let one_of: Vec<Json> = keys.iter().map(|key| needs(key, schema)).collect();
            Some(json!({ "oneOf": one_of }))
        }
        Rule::AtMostOne(keys) => {
            let none =
                json!({ "not": { "anyOf": keys.iter().map(|key| needs(key, schema)).collect::<Vec<_>>() } });
            let one_of: Vec<Json> = keys.iter().map(|key| needs(key, schema)).chain([none]).collect();
            Some(json!({ "oneOf": one_of }))
        }
        Rule::Together(keys) => {
            let pairs = keys.iter().map(|key| (key.to_string(), json!(keys)));
            Some(json!({ "dependencies": pairs.collect::<Map<_, _>>() }))
        }
        // JSON Schema can't compare values.
        Rule::Before(..) | Rule::NotAfter(..) => None,
    }
}

/// The schema of a table that has the key. A key that says `false` says the same as no key.
fn needs(key: &Name, schema: &Schema) -> Json {
    if schema.field(key).is_some_and(|field| field.kind.is_one_of(&[Scalar::BOOL])) {
        return json!({ "required": [key], "properties": { (&**key): { "not": { "const": false } } } });
    }
    json!({ "required": [key] })
}

/// The rule by which a field belongs to certain values of another one.
fn condition(field: &Field, schema: &Schema) -> Option<Json> {
    let Presence::When { condition, optional } = &field.presence else { return None };
    let sibling = schema.field(&condition.field)?;
    let is_there = json!({ "required": [sibling.key] });
    let holds = match &condition.is {
        Some(values) => {
            let values: Vec<Json> = values.iter().map(|value| literal(value, &sibling.kind)).collect();
            json!({ "properties": { (&*sibling.key): { "enum": values } }, "required": [sibling.key] })
        }
        None => is_there.clone(),
    };
    let holds = match &sibling.presence {
        Presence::Default(default) if condition.holds_for(default) => {
            json!({ "anyOf": [holds, { "not": is_there }] })
        }
        _ => holds,
    };
    let then = if *optional { json!({}) } else { json!({ "required": [field.key] }) };
    Some(json!({ "if": holds, "then": then, "else": { "properties": { (&*field.key): false } } }))
}

/// The literal of a condition.
fn literal(value: &str, kind: &Kind) -> Json {
    if kind.is_one_of(&[Scalar::BOOL]) {
        return json!(value == "true");
    }
    let number = value.parse::<i64>().ok().filter(|_| kind.is_one_of(&[Scalar::INTEGER]));
    number.map_or_else(|| json!(value), |number| json!(number))
}

/// One of these values. An empty `enum` is no valid JSON Schema.
fn one_of<T: Serialize>(values: &[T]) -> Json {
    if values.is_empty() { json!({ "not": {} }) } else { json!({ "enum": values }) }
}
