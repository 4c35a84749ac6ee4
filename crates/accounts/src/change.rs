//! Writes to documents, as clients send them, applied to one document.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    documents::Document,
    error::Rejection,
    rules::{Operation, is_allowed},
    token::IdToken,
};

/// One write of a commit.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Write {
    update: Option<DocumentUpdate>,
    delete: Option<String>,
    verify: Option<String>,
    update_mask: Option<Mask>,
    update_transforms: Vec<Transform>,
    current_document: Option<Precondition>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DocumentUpdate {
    name: String,
    fields: Map<String, Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Mask {
    field_paths: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Precondition {
    exists: Option<bool>,
    update_time: Option<jiff::Timestamp>,
}

/// A change that depends on the value of the field.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Transform {
    field_path: String,
    append_missing_elements: Option<List>,
    remove_all_from_array: Option<List>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct List {
    values: Vec<Value>,
}

impl Write {
    /// The full name of the document.
    pub fn name(&self) -> &str {
        let update = self.update.as_ref().map(|document| &document.name);
        update.or(self.delete.as_ref()).or(self.verify.as_ref()).map_or("", String::as_str)
    }
}

/// The document after the write, if the rules allow it and its precondition holds.
pub(super) fn apply(
    write: &Write,
    path: &str,
    before: Option<Document>,
    identity: Option<&IdToken>,
    now: i64,
) -> Result<Document, Rejection> {
    let allowed = |operation: Operation<'_>| {
        if is_allowed(operation, path, identity) { Ok(()) } else { Err(Rejection::permission_denied()) }
    };
    let Some(update) = &write.update else {
        // The rules allow no deletion. What remains is a write that only verifies.
        if write.delete.is_some() {
            return Err(Rejection::permission_denied());
        }
        allowed(Operation::Get)?;
        expect(write, before.as_ref())?;
        return before.ok_or_else(Rejection::not_found);
    };
    let fields = fields(write, update, before.as_ref())?;
    let operation = if before.is_some() { Operation::Update(&fields) } else { Operation::Create(&fields) };
    allowed(operation)?;
    expect(write, before.as_ref())?;
    let (created, last) = before.map_or((now, 0), |before| (before.created, before.updated));
    Ok(Document { fields, created, updated: now.max(last + 1) })
}

fn expect(write: &Write, before: Option<&Document>) -> Result<(), Rejection> {
    let Some(expected) = &write.current_document else { return Ok(()) };
    match (expected.exists, before) {
        (Some(false), Some(_)) => return Err(Rejection::already_exists()),
        (Some(true), None) => return Err(Rejection::not_found()),
        _ => {}
    }
    match expected.update_time {
        Some(time) if before.map(|before| before.updated) != Some(time.as_microsecond()) => {
            Err(Rejection::failed_precondition())
        }
        _ => Ok(()),
    }
}

fn fields(
    write: &Write,
    update: &DocumentUpdate,
    before: Option<&Document>,
) -> Result<Map<String, Value>, Rejection> {
    if !update.fields.values().all(is_value) {
        return Err(Rejection::malformed("a field holds no value"));
    }
    let mut fields = match &write.update_mask {
        None => update.fields.clone(),
        Some(mask) => {
            let mut fields = before.map(|before| before.fields.clone()).unwrap_or_default();
            for name in &mask.field_paths {
                match update.fields.get(name) {
                    Some(value) => fields.insert(name.clone(), value.clone()),
                    None => fields.remove(name),
                };
            }
            fields
        }
    };
    for transform in &write.update_transforms {
        let entry = fields.entry(transform.field_path.clone()).or_insert_with(|| list(Vec::new()));
        let mut values = values(entry);
        match (&transform.append_missing_elements, &transform.remove_all_from_array) {
            (Some(more), None) if more.values.iter().all(is_value) => {
                for value in &more.values {
                    if !values.contains(value) {
                        values.push(value.clone());
                    }
                }
            }
            (None, Some(gone)) => values.retain(|value| !gone.values.contains(value)),
            _ => return Err(Rejection::malformed("only lists can be transformed")),
        }
        *entry = list(values);
    }
    // The hosted service writes an empty list without `values`.
    for value in fields.values_mut().filter(|value| value.get("arrayValue").is_some()) {
        *value = list(values(value));
    }
    Ok(fields)
}

fn values(value: &Value) -> Vec<Value> {
    let values = value.get("arrayValue").and_then(|list| list.get("values")).and_then(Value::as_array);
    values.cloned().unwrap_or_default()
}

fn list(values: Vec<Value>) -> Value {
    let list =
        if values.is_empty() { Map::new() } else { Map::from_iter([("values".to_owned(), values.into())]) };
    Value::Object(Map::from_iter([("arrayValue".to_owned(), list.into())]))
}

/// True for the JSON form of a Firestore value: an object with one key, its type. The parser bounds the depth.
fn is_value(value: &Value) -> bool {
    const PLAIN: [&str; 8] = [
        "nullValue",
        "booleanValue",
        "integerValue",
        "doubleValue",
        "timestampValue",
        "stringValue",
        "bytesValue",
        "referenceValue",
    ];
    let Some((kind, content)) =
        value.as_object().filter(|value| value.len() == 1).and_then(|value| value.iter().next())
    else {
        return false;
    };
    match (kind.as_str(), content) {
        ("arrayValue", Value::Object(list)) => match list.get("values") {
            None => list.is_empty(),
            Some(Value::Array(values)) => list.len() == 1 && values.iter().all(is_value),
            Some(_) => false,
        },
        ("mapValue", Value::Object(map)) => match map.get("fields") {
            None => map.is_empty(),
            Some(Value::Object(fields)) => map.len() == 1 && fields.values().all(is_value),
            Some(_) => false,
        },
        ("geoPointValue", Value::Object(_)) => true,
        (kind, content) => PLAIN.contains(&kind) && !content.is_object() && !content.is_array(),
    }
}
