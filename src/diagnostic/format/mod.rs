//! The forms in which diagnostics are shown: two for people, three for programs.

mod github;
mod human;
mod json;
mod sarif;
mod short;

use clap::ValueEnum;

use super::{Diagnostics, Files, Position, Span};

/// A form of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The source underlined
    #[default]
    Human,
    /// A line each
    Short,
    /// A JSON object a line
    Json,
    /// Workflow commands of GitHub, which annotate a pull request
    Github,
    /// SARIF 2.1.0, one document
    Sarif,
}

impl Format {
    /// True for the forms that programs read, which go to standard output with nothing beside them.
    pub fn is_machine(self) -> bool {
        matches!(self, Self::Json | Self::Github | Self::Sarif)
    }
}

/// Everything in `diagnostics`, with a line end after the last line, or nothing at all.
///
/// `color` adds terminal styling to the human forms.
pub fn render(diagnostics: &Diagnostics, files: &dyn Files, format: Format, color: bool) -> String {
    match format {
        Format::Human => human::render(diagnostics, files, color),
        Format::Short => short::render(diagnostics, files),
        Format::Json => json::render(diagnostics, files),
        Format::Github => github::render(diagnostics, files),
        Format::Sarif => sarif::render(diagnostics, files),
    }
}

/// A span as the machine forms give it.
struct Location<'a> {
    file: &'a str,
    start: Position,
    end: Position,
}

impl<'a> Location<'a> {
    fn new(span: Span, files: &'a dyn Files) -> Self {
        let text = files.text(span.file);
        Self {
            file: files.path(span.file),
            start: Position::at(text, span.start as usize),
            end: Position::at(text, span.end as usize),
        }
    }
}
