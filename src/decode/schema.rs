//! JSON Schemas (draft-07) of the content, for editors that complete and check while typing.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::{
    Fields, Record,
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
    pub(super) ids: &'r Ids,
    properties: Map<String, Json>,
    required: Vec<&'static str>,
    alternatives: Vec<&'static [&'static str]>,
    companions: Vec<&'static [&'static str]>,
}

pub(super) struct Property {
    pub key: &'static str,
    pub doc: &'static str,
    pub schema: Json,
    pub required: bool,
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

    /// Notes a key.
    pub(super) fn property(&mut self, property: Property) {
        let mut schema = property.schema;
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("description".to_owned(), json!(property.doc));
        }
        self.properties.insert(property.key.to_owned(), schema);
        if property.required {
            self.required.push(property.key);
        }
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

/// The schema of tables under one key, at least one.
pub(super) fn tables<R: Record>(ids: &Ids) -> Json {
    json!({ "type": "array", "items": table::<R>(ids), "minItems": 1 })
}

/// The schema of a table, without the document's own frame.
pub(super) fn table<R: Record>(ids: &Ids) -> Json {
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
