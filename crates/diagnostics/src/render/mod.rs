//! The forms in which diagnostics are shown: two for people, two for programs.
//!
//! People read from the prompt upwards: for them notes come first and errors last. Programs get the order of the list.

mod human;

use std::fmt::Write as _;

use serde::Serialize;

pub use human::{counted, human};

use crate::{Diagnostic, Diagnostics, Edit, Files, Position, Severity, Span};

/// One line each: `content/site.toml:3:9: error[malformed]: ...`.
pub fn short(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let mut out = String::new();
    for diagnostic in errors_last(diagnostics) {
        let ShownPlace { file, line, column, .. } = ShownPlace::new(diagnostic.primary.span, files);
        let (severity, code) = (diagnostic.severity.name(), diagnostic.code.name());
        let _ =
            write!(out, "{file}:{line}:{column}: {severity}[{code}]: {}", on_one_line(&diagnostic.message));
        if let Some(advice) = diagnostic.advice(files) {
            let _ = write!(out, "; {}", on_one_line(&advice));
        }
        out.push('\n');
    }
    out
}

/// A text without its line ends: advice may hold lines to be pasted.
fn on_one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// The diagnostics in the order in which people read them: notes first, errors last.
fn errors_last(diagnostics: &Diagnostics) -> Vec<&Diagnostic> {
    let mut all: Vec<&Diagnostic> = diagnostics.iter().collect();
    all.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
    all
}

/// Workflow commands of GitHub: each diagnostic becomes an annotation of its line in the pull request. `folder` is where the
/// files are in their repository: empty, or with a slash at its end.
pub fn github(diagnostics: &Diagnostics, files: &dyn Files, folder: &str) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let ShownPlace { file, line, column, end_line, end_column } =
            ShownPlace::new(diagnostic.primary.span, files);
        let mut message = diagnostic.message.clone();
        if let Some(advice) = diagnostic.advice(files) {
            let _ = write!(message, "\n{advice}");
        }
        let (file, title) = (property(&[folder, file].concat()), property(diagnostic.code.name()));
        let _ = writeln!(
            out,
            "::{command} file={file},line={line},col={column},endLine={end_line},endColumn={end_column},title={title}::{}",
            data(&message),
        );
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A JSON object a line. Its fields are stable, as other people's scripts read them.
pub fn json(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        // Texts and numbers: serializing them can't fail.
        out.push_str(&serde_json::to_string(&ShownLine::new(diagnostic, files)).unwrap_or_default());
        out.push('\n');
    }
    out
}

#[derive(Serialize)]
struct ShownLine<'a> {
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: ShownPlace<'a>,
    help: Option<String>,
    related: Vec<Related<'a>>,
    fixes: Vec<Correction<'a>>,
}

/// Lines and columns count from 1, columns in Unicode scalar values.
#[derive(Serialize)]
struct ShownPlace<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    #[serde(flatten)]
    place: ShownPlace<'a>,
}

impl<'a> Related<'a> {
    fn new(span: Span, message: &'a str, files: &'a dyn Files) -> Self {
        Self { message, place: ShownPlace::new(span, files) }
    }
}

#[derive(Serialize)]
struct Correction<'a> {
    applicability: &'a str,
    edits: Vec<Replacement<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    creates: Option<CreatedFile<'a>>,
}

/// A file that a correction makes.
#[derive(Serialize)]
struct CreatedFile<'a> {
    path: &'a str,
    text: &'a str,
}

/// `start` and `end` are bytes of the text in UTF-8, without a byte order mark.
#[derive(Serialize)]
struct Replacement<'a> {
    #[serde(flatten)]
    place: ShownPlace<'a>,
    start: u32,
    end: u32,
    replacement: &'a str,
}

impl<'a> Replacement<'a> {
    fn new(edit: &'a Edit, files: &'a dyn Files) -> Self {
        Self {
            place: ShownPlace::new(edit.span, files),
            start: edit.span.start,
            end: edit.span.end,
            replacement: &edit.replacement,
        }
    }
}

impl<'a> ShownPlace<'a> {
    fn new(span: Span, files: &'a dyn Files) -> Self {
        let text = files.text(span.file);
        let [start, end] = [span.start, span.end].map(|offset| Position::at(text, offset as usize));
        Self {
            file: files.path(span.file),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

impl<'a> ShownLine<'a> {
    fn new(diagnostic: &'a Diagnostic, files: &'a dyn Files) -> Self {
        let alike = diagnostic.alike.iter().map(|span| Related::new(*span, "and here", files));
        let others = diagnostic.related.iter().map(|label| Related::new(label.span, &label.message, files));
        let fixes = diagnostic.fixes.iter().map(|fix| Correction {
            applicability: fix.applicability.name(),
            edits: fix.edits.iter().map(|edit| Replacement::new(edit, files)).collect(),
            creates: fix.creates.as_ref().map(|new| CreatedFile { path: &new.path, text: &new.text }),
        });
        Self {
            severity: diagnostic.severity.name(),
            code: diagnostic.code.name(),
            message: &diagnostic.message,
            place: ShownPlace::new(diagnostic.primary.span, files),
            help: diagnostic.advice(files),
            related: alike.chain(others).collect(),
            fixes: fixes.collect(),
        }
    }
}
