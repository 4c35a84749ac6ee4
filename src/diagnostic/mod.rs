//! The codes of gympress. Everything else about diagnostics is in the crate of that name.

pub mod code;
mod failure;

use clap::ValueEnum;
pub use diagnostics::{
    Applicability, Code, CodeRow, Diagnostic, Diagnostics, Edit, Example, FileId, Files, Fix, Label,
    LineIndex, NewFile, Position, Severity, Span, Unit, diagnostic, line_at, line_start, nearest, next_line,
    renamed, render::counted, report, same_beginning, splice, suggest,
};
pub use failure::{Failure, log_leftover};
pub use toml_schema::diagnostic::digit;

/// A form of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// The source underlined
    #[default]
    Human,
    /// A line each
    Short,
    /// A JSON object a line
    Json,
    /// Workflow commands of GitHub, which annotate a pull request
    Github,
}

impl ReportFormat {
    /// True for the forms that programs read: standard output has nothing else then.
    pub fn is_machine(self) -> bool {
        matches!(self, Self::Json | Self::Github)
    }

    /// Everything in `diagnostics`, with a line end after the last line, or nothing at all. `color` is for terminals.
    pub fn render(self, diagnostics: &Diagnostics, files: &dyn Files, color: bool) -> String {
        match self {
            Self::Human => diagnostics::render::human(diagnostics, files, color),
            Self::Short => diagnostics::render::short(diagnostics, files),
            Self::Json => diagnostics::render::json(diagnostics, files),
            Self::Github => diagnostics::render::github(diagnostics, files, ""),
        }
    }
}

/// `word` quoted for a shell, as an argument that isn't taken for an option.
pub fn shell_argument(word: &str) -> String {
    let end_of_options = if word.starts_with('-') { "-- " } else { "" };
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '+'));
    if !word.is_empty() && is_plain && end_of_options.is_empty() {
        return word.to_owned();
    }
    // Shells of Windows know double quotes only.
    if word.contains(['"', '$', '`', '\\', '!']) {
        format!("{end_of_options}'{}'", word.replace('\'', "'\\''"))
    } else {
        format!("{end_of_options}\"{word}\"")
    }
}
