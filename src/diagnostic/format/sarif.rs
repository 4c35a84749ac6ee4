//! SARIF 2.1.0 (OASIS), for code scanning services.

use serde_json::{Value, json};

use super::Place;
use crate::diagnostic::{Diagnostics, Files, Label};

pub(super) fn render(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let mut rules: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| {
            let advice = diagnostic.advice().map_or_else(String::new, |advice| format!("\n{advice}"));
            json!({
                "ruleId": diagnostic.code.name(),
                "level": diagnostic.severity.name(),
                "message": { "text": format!("{}{advice}", diagnostic.message) },
                "locations": [location(&diagnostic.primary, files)],
                "relatedLocations": diagnostic.related.iter().map(|label| location(label, files)).collect::<Vec<_>>(),
            })
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
    let Place { file, start, end } = Place::of(label.span, files);
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": percent_encoded(file) },
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    });
    if !label.message.is_empty() {
        location["message"] = json!({ "text": label.message });
    }
    location
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
