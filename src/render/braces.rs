//! Names in single braces, which templates leave as they are written.

use crate::{
    diagnostic::{Code, Diagnostic, FileId, Span},
    source::{SourceText, delimited},
};

/// What stands between these is the template's own.
const TAGS: [(&str, &str); 3] = [("{{", "}}"), ("{%", "%}"), ("{#", "#}")];

/// The reports of fields such as `{ section.title }` in a template: visitors would see them as they are written.
pub(super) fn single(file: FileId, source: &SourceText) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if !source.path.ends_with(".html") {
        return found;
    }
    let text = &*source.text;
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(brace) = rest.find('{') else { break };
        let (start, rest) = (at + brace, rest.get(brace..).unwrap_or_default());
        let tag = TAGS.iter().find(|(open, _)| rest.starts_with(open));
        if let Some((open, close)) = tag {
            at = start + delimited::length(open, close, rest).unwrap_or(open.len());
            continue;
        }
        let inner = rest.get(1..).and_then(|rest| rest.split('}').next()).unwrap_or_default();
        at = start + 1;
        if is_field(inner.trim()) && rest.len() > inner.len() + 1 {
            let name = inner.trim();
            let span = Span::new(file, start..start + inner.len() + 2);
            let message = format!("visitors would see {{{inner}}} as it is written");
            found.push(
                Diagnostic::new(Code::Template, span, message)
                    .label("only one brace on a side")
                    .help(format!("write {{{{ {name} }}}}")),
            );
        }
    }
    found
}

/// True for names with points between them.
fn is_field(text: &str) -> bool {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    text.contains('.') && text.split('.').all(is_name)
}
