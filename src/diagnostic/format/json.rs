//! One JSON object a line, for scripts.

use serde::Serialize;

use super::Location;
use crate::diagnostic::{Diagnostics, Edit, Files, Fix};

/// The fields are fixed: other people's scripts read them.
#[derive(Serialize)]
struct Line<'a> {
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    help: Option<String>,
    related: Vec<Related<'a>>,
    fixes: Vec<Correction<'a>>,
}

#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Correction<'a> {
    applicability: &'a str,
    edits: Vec<Replaced<'a>>,
}

/// `start` and `end` are bytes of the text in UTF-8, without a byte order mark.
#[derive(Serialize)]
struct Replaced<'a> {
    file: &'a str,
    start: u32,
    end: u32,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    replacement: &'a str,
}

impl<'a> Correction<'a> {
    fn new(fix: &'a Fix, files: &'a dyn Files) -> Self {
        let edit = |edit: &'a Edit| {
            let place = Location::new(edit.span, files);
            Replaced {
                file: place.file,
                start: edit.span.start,
                end: edit.span.end,
                line: place.start.line,
                column: place.start.column,
                end_line: place.end.line,
                end_column: place.end.column,
                replacement: &edit.replacement,
            }
        };
        Self { applicability: fix.applicability.name(), edits: fix.edits.iter().map(edit).collect() }
    }
}

pub(super) fn render(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        let place = Location::new(diagnostic.primary.span, files);
        let line = Line {
            severity: diagnostic.severity.name(),
            code: diagnostic.code.name(),
            message: &diagnostic.message,
            file: place.file,
            line: place.start.line,
            column: place.start.column,
            end_line: place.end.line,
            end_column: place.end.column,
            help: diagnostic.advice(),
            related: diagnostic
                .related
                .iter()
                .map(|label| {
                    let place = Location::new(label.span, files);
                    Related {
                        message: &label.message,
                        file: place.file,
                        line: place.start.line,
                        column: place.start.column,
                    }
                })
                .collect(),
            fixes: diagnostic.fixes.iter().map(|fix| Correction::new(fix, files)).collect(),
        };
        match serde_json::to_string(&line) {
            Ok(json) => {
                out.push_str(&json);
                out.push('\n');
            }
            Err(error) => tracing::error!("a diagnostic is left out: {error}"),
        }
    }
    out
}
