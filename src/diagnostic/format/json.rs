//! One JSON object a line, for scripts.

use serde::Serialize;

use super::Place;
use crate::diagnostic::{Diagnostics, Files};

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
}

#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
}

pub(super) fn render(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        let place = Place::of(diagnostic.primary.span, files);
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
                    let place = Place::of(label.span, files);
                    Related {
                        message: &label.message,
                        file: place.file,
                        line: place.start.line,
                        column: place.start.column,
                    }
                })
                .collect(),
        };
        if let Ok(json) = serde_json::to_string(&line) {
            out.push_str(&json);
            out.push('\n');
        }
    }
    out
}
