//! Files in which nothing is written yet.

use super::{Field, Schema};
use crate::diagnostic::{Code, Diagnostic, Span};

/// What there is to say of a file without a key: that all of them are missing is one mistake. `help` says what to do.
pub(super) fn file(diagnostics: Vec<Diagnostic>, schema: &Schema, span: Span, help: &str) -> Vec<Diagnostic> {
    let is_missing = |diagnostic: &Diagnostic| diagnostic.code == Code::MissingKey;
    let required: Vec<&Field> = schema.fields.iter().filter(|field| field.is_required()).collect();
    if required.len() < 2 {
        return diagnostics;
    }
    let keys: Vec<&str> = required.iter().map(|field| &*field.key).collect();
    let (missing, mut others): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(is_missing);
    // The words of the language may be what is missing, which is reported of the language; what isn't TOML may say all of
    // them.
    if missing.is_empty() || others.iter().any(|diagnostic| diagnostic.code == Code::Syntax) {
        return others;
    }
    others.push(
        Diagnostic::new(Code::MissingKey, span, "this file has no keys")
            .expected(format!("the keys {}", keys.join(", ")))
            .help(if help.is_empty() { "write them, or remove the file" } else { help })
            .fix(missing.into_iter().next().and_then(|first| first.fixes.into_iter().next())),
    );
    others
}
