//! What is wrong with what was saved last, as pages show it.

use std::path::Path;

use serde::Serialize;

use super::editor::Editor;
use crate::{
    diagnostic::{Diagnostic, Diagnostics, Files, Format, Position, Severity, format},
    source::{Sources, theme},
};

/// Everything that was found, ready for the browser.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Problems(Vec<Problem>);

/// One of them.
#[derive(Clone, Debug, Serialize)]
struct Problem {
    severity: &'static str,
    /// As the terminal shows it.
    text: String,
    /// The file, relative to the root, with line and column.
    place: String,
    /// What opens it in the editor.
    link: Option<String>,
}

impl Problems {
    /// What was found in a project, in the order of `found`.
    pub fn new(found: &Diagnostics, sources: &Sources, root: &Path, editor: Option<&Editor>) -> Self {
        let problem = |diagnostic: &Diagnostic| {
            let one = Diagnostics::from(diagnostic.clone());
            let span = diagnostic.primary.span;
            let file = sources.path(span.file);
            let at = Position::at(sources.text(span.file), span.start as usize);
            Problem {
                severity: diagnostic.severity.name(),
                text: format::render(&one, sources, Format::Human, false).trim_end().to_owned(),
                place: format!("{file}:{}:{}", at.line, at.column),
                // A file of the embedded theme can't be opened in an editor.
                link: editor
                    .filter(|_| !file.starts_with(theme::PREFIX))
                    .map(|editor| editor.link(&root.join(file), at)),
            }
        };
        Self(found.iter().filter(|found| found.severity != Severity::Note).map(problem).collect())
    }

    /// For the browser.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
