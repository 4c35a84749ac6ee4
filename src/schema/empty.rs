//! Files in which nothing is written yet.

use super::{Schema, types::PAGE};
use crate::diagnostic::{Code, Diagnostic, Span};

/// What there is to say of a file without a key: that all of them are missing is one mistake.
pub(super) fn file(found: Vec<Diagnostic>, schema: &Schema, span: Span) -> Vec<Diagnostic> {
    let (missing, others): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|diagnostic| diagnostic.code == Code::MissingKey);
    let is_toml = !others.iter().any(|diagnostic| diagnostic.code == Code::Syntax);
    match missing.as_slice() {
        _ if !is_toml => others,
        [first, _, ..] => {
            let lines: Vec<&str> =
                missing.iter().filter_map(|diagnostic| diagnostic.message.split('"').nth(1)).collect();
            let nothing = Diagnostic::new(Code::MissingKey, span, "nothing is written in this file")
                .expected(format!("the keys {}", lines.join(", ")))
                .help(help(schema))
                .remedy(first.remedies.clone());
            others.into_iter().chain([nothing]).collect()
        }
        _ => others.into_iter().chain(missing).collect(),
    }
}

fn help(schema: &Schema) -> &'static str {
    // Pages are made by hand, as each has other sections.
    if *schema.name == *PAGE {
        "write them, or remove the file; the smallest page is title = \"...\", description = \"...\", [[section]], \
         type = \"text\" and body = \"...\", each on a line of its own"
    } else {
        "write them, or remove the file; `gympress new` begins a file with all of them"
    }
}
