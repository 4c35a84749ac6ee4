//! The props of an island as JSON, in the order of the template, without values that JSON can't represent. Texts in another
//! language keep their marks: the markup of the island says their language.

use minijinja::{Value, value::ValueKind};
use serde::Serialize;

use super::{
    contexts::{entries, formatted_text},
    marks::Marks,
};

/// The reason for an undefined value.
pub(super) const UNDEFINED: &str = "undefined";

/// A value in props that isn't data.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoData {
    /// The path of the value, as in `bands[2].title`; empty for the props themselves.
    pub field: String,
    /// A noun for the value.
    pub why: String,
}

/// The JSON of props, in which texts have marks if there are such.
pub(super) fn json(props: &Value, marks: Option<&Marks>) -> Result<String, NoData> {
    match props.kind() {
        ValueKind::None => return Err(NoData::new("none")),
        ValueKind::Bool | ValueKind::Number | ValueKind::String => return Err(NoData::new("a single value")),
        ValueKind::Seq => return Err(NoData::new("a list")),
        _ => {}
    }
    let mut json = String::with_capacity(1024);
    write(props, marks, false, &mut json)?;
    Ok(json)
}

/// Writes a value; `in_entry` is true for a value within an entry.
fn write(value: &Value, marks: Option<&Marks>, in_entry: bool, json: &mut String) -> Result<(), NoData> {
    match value.kind() {
        ValueKind::Undefined => return Err(NoData::new(UNDEFINED)),
        ValueKind::Bytes => return Err(NoData::new("bytes, which are neither text nor a number")),
        ValueKind::Number => {
            let number = f64::try_from(value.clone()).ok().filter(|number| !number.is_finite());
            if let Some(number) = number {
                return Err(NoData::new(&format!("{number}, which JSON can't represent")));
            }
            write_plain(value, json)?;
        }
        ValueKind::None | ValueKind::Bool => write_plain(value, json)?,
        ValueKind::String => write_text(value, value.as_str().unwrap_or_default(), marks, json)?,
        ValueKind::Seq => {
            json.push('[');
            for (index, element) in value.try_iter().into_iter().flatten().enumerate() {
                separate(json, index);
                write(&element, marks, in_entry, json)
                    .map_err(|wrong| wrong.within(&format!("[{index}]")))?;
            }
            json.push(']');
        }
        ValueKind::Map => {
            let is_entry = entries::identity(value).is_some();
            let keys = value.try_iter().into_iter().flatten();
            let is_reference = is_entry && in_entry;
            json.push('{');
            for (index, key) in keys.filter(|key| !is_reference || is_of_reference(key)).enumerate() {
                separate(json, index);
                let name = key.to_string();
                write_plain(&name, json)?;
                json.push(':');
                let member = value.get_item(&key).unwrap_or_default();
                write(&member, marks, in_entry || is_entry, json).map_err(|wrong| wrong.within(&name))?;
            }
            json.push('}');
        }
        ValueKind::Plain if let Some(text) = formatted_text(value) => write_text(value, &text, marks, json)?,
        _ => return Err(NoData::new("a function or an object of the generator, which is no data")),
    }
    Ok(())
}

fn is_of_reference(key: &Value) -> bool {
    key.as_str().is_some_and(|key| entries::REFERENCE.contains(&key))
}

fn separate(json: &mut String, index: usize) {
    if index > 0 {
        json.push(',');
    }
}

fn write_text(value: &Value, text: &str, marks: Option<&Marks>, json: &mut String) -> Result<(), NoData> {
    match marks {
        Some(marks) => write_plain(&marks.marked(value, text), json),
        None => write_plain(&text, json),
    }
}

fn write_plain(value: &impl Serialize, json: &mut String) -> Result<(), NoData> {
    let written = serde_json::to_string(value).map_err(|error| NoData::new(&error.to_string()))?;
    json.push_str(&written);
    Ok(())
}

impl NoData {
    fn new(why: &str) -> Self {
        Self { field: String::new(), why: why.to_owned() }
    }

    /// The same mistake, with the path from the containing value.
    fn within(self, name: &str) -> Self {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        Self { field: format!("{name}{dot}{}", self.field), ..self }
    }
}
