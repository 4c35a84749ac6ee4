//! JSON Schemas (draft-07) of the content, for editors that complete and check while typing.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::{
    Fields, Record, Value,
    value::{Target, TargetKind},
};

/// The ids that exist right now, so that an editor offers them.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    by_noun: BTreeMap<&'static str, Vec<String>>,
    image_files: Vec<String>,
}

impl Ids {
    /// Adds the ids of one kind.
    pub fn insert<T: Target>(&mut self, ids: impl IntoIterator<Item = String>) {
        self.by_noun.insert(T::TARGET.noun, ids.into_iter().collect());
    }

    /// Sets the names of the pictures that exist.
    pub fn set_image_files(&mut self, files: impl IntoIterator<Item = String>) {
        self.image_files = files.into_iter().collect();
    }

    pub(super) fn schema(&self, kind: &TargetKind) -> Json {
        let ids = self.by_noun.get(kind.noun).map_or(&[][..], Vec::as_slice);
        if kind.numbered {
            return json!({ "enum": ids.iter().filter_map(|id| id.parse::<i64>().ok()).collect::<Vec<_>>() });
        }
        json!({ "enum": ids })
    }

    pub(super) fn image_files_schema(&self) -> Json {
        json!({ "enum": self.image_files })
    }
}

/// A table's keys as they are being gathered.
pub struct Description<'r> {
    ids: &'r Ids,
    properties: Map<String, Json>,
    required: Vec<String>,
    alternatives: Vec<&'static [&'static str]>,
    companions: Vec<&'static [&'static str]>,
}

/// Whether a table must have a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Required,
    Optional,
}

impl<'r> Description<'r> {
    fn new(ids: &'r Ids) -> Self {
        Self {
            ids,
            properties: Map::new(),
            required: Vec::new(),
            alternatives: Vec::new(),
            companions: Vec::new(),
        }
    }

    /// Notes a key with a single value. The answer is always "nothing", as there's no value to give;
    /// so it is of the other questions.
    pub(super) fn value<V: Value, T>(&mut self, key: &str, doc: &str, presence: Presence) -> Option<T> {
        let schema = V::schema(self.ids);
        self.property(key.to_owned(), doc, schema, presence)
    }

    /// Notes a key with a list.
    pub(super) fn list<V: Value, T>(&mut self, key: &str, doc: &str, presence: Presence) -> Option<T> {
        let schema = json!({ "type": "array", "items": V::schema(self.ids), "minItems": 1 });
        self.property(key.to_owned(), doc, schema, presence)
    }

    /// Notes a key with a table.
    pub(super) fn table<R: Record, T>(&mut self, key: &str, doc: &str, presence: Presence) -> Option<T> {
        let schema = table::<R>(self.ids);
        self.property(key.to_owned(), doc, schema, presence)
    }

    /// Notes a key with several tables.
    pub(super) fn tables<R: Record, T>(&mut self, key: &str, doc: &str, presence: Presence) -> Option<T> {
        let schema = json!({ "type": "array", "items": table::<R>(self.ids), "minItems": 1 });
        self.property(key.to_owned(), doc, schema, presence)
    }

    fn property<T>(&mut self, key: String, doc: &str, mut schema: Json, presence: Presence) -> Option<T> {
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("description".to_owned(), json!(doc));
        }
        if presence == Presence::Required {
            self.required.push(key.clone());
        }
        self.properties.insert(key, schema);
        None
    }

    pub(super) fn exactly_one(&mut self, keys: &'static [&'static str]) {
        self.alternatives.push(keys);
    }

    pub(super) fn together(&mut self, keys: &'static [&'static str]) {
        self.companions.push(keys);
    }

    fn into_schema(mut self) -> Json {
        let lints: Vec<&str> = crate::diagnostic::Lint::ALL.iter().map(|lint| lint.name()).collect();
        self.properties.insert(
            "allow".to_owned(),
            json!({
                "type": "array", "items": { "enum": lints }, "minItems": 1,
                "description": "Warnings which are seen and meant here, by name",
            }),
        );
        let mut schema = json!({
            "type": "object",
            "properties": self.properties,
            "required": self.required,
            "additionalProperties": false,
        });
        let alternatives: Vec<Json> = self
            .alternatives
            .iter()
            .map(|keys| json!({ "oneOf": keys.iter().map(|key| json!({ "required": [key] })).collect::<Vec<_>>() }))
            .collect();
        if !self.companions.is_empty() {
            let pairs = self
                .companions
                .iter()
                .flat_map(|keys| keys.iter().map(move |key| ((*key).to_owned(), json!(keys))));
            schema["dependencies"] = Json::Object(pairs.collect());
        }
        if !alternatives.is_empty() {
            schema["allOf"] = Json::Array(alternatives);
        }
        schema
    }
}

/// The schema of a table, without the document's own frame.
fn table<R: Record>(ids: &Ids) -> Json {
    let mut description = Description::new(ids);
    Fields::describe::<R>(&mut description);
    description.into_schema()
}

/// The schema of a file of kind `R`, as a document.
pub fn document<R: Record>(title: &str, ids: &Ids) -> Json {
    let mut schema = json!({ "$schema": "http://json-schema.org/draft-07/schema#", "title": title });
    if let (Some(schema), Json::Object(table)) = (schema.as_object_mut(), table::<R>(ids)) {
        schema.extend(table);
    }
    schema
}
