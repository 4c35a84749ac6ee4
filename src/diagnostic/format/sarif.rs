//! SARIF 2.1.0 (OASIS), for code scanning services.

use serde_json::{Value, json};

use super::Location;
use crate::diagnostic::{Diagnostics, FileId, Files, Fix, Label, Span};

pub(super) fn render(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let mut rules: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| {
            let advice = diagnostic.advice().map_or_else(String::new, |advice| format!("\n{advice}"));
            let mut result = json!({
                "ruleId": diagnostic.code.name(),
                "level": diagnostic.severity.name(),
                "message": { "text": format!("{}{advice}", diagnostic.message) },
                "locations": [location(&diagnostic.primary, files)],
                "relatedLocations": diagnostic.related.iter().map(|label| location(label, files)).collect::<Vec<_>>(),
            });
            if !diagnostic.fixes.is_empty() {
                let fixes = diagnostic.fixes.iter().map(|fix| correction(fix, files));
                set(&mut result, "fixes", fixes.collect());
            }
            result
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "gympress",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| json!({ "id": rule })).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn location(label: &Label, files: &dyn Files) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": percent_encoded(files.path(label.span.file)) },
            "region": region(label.span, files),
        },
    });
    if !label.message.is_empty() {
        set(&mut location, "message", json!({ "text": label.message }));
    }
    location
}

fn region(span: Span, files: &dyn Files) -> Value {
    let Location { start, end, .. } = Location::new(span, files);
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// Sets a member of an object.
fn set(object: &mut Value, key: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(key.to_owned(), value);
    }
}

/// A `fix` object (section 3.55): the changes of each file together.
fn correction(fix: &Fix, files: &dyn Files) -> Value {
    let mut changes: Vec<(FileId, Vec<Value>)> = Vec::new();
    for edit in &fix.edits {
        let mut replacement = json!({ "deletedRegion": region(edit.span, files) });
        if !edit.replacement.is_empty() {
            set(&mut replacement, "insertedContent", json!({ "text": edit.replacement }));
        }
        match changes.iter_mut().find(|(file, _)| *file == edit.span.file) {
            Some((_, replacements)) => replacements.push(replacement),
            None => changes.push((edit.span.file, vec![replacement])),
        }
    }
    let change = |(file, replacements): (FileId, Vec<Value>)| {
        json!({
            "artifactLocation": { "uri": percent_encoded(files.path(file)) },
            "replacements": replacements,
        })
    };
    json!({
        "description": { "text": fix.describe(files) },
        "artifactChanges": changes.into_iter().map(change).collect::<Vec<_>>(),
        "properties": { "applicability": fix.applicability.name() },
    })
}

/// A path as a relative URI reference (RFC 3986, section 4.2).
fn percent_encoded(path: &str) -> String {
    path.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
