//! TOML to single values, with their places and their mistakes.

mod corrections;
mod front_matter;
mod item;
mod noted;
mod outline;
mod recover;
mod report;
pub mod value;

pub use corrections::{
    TomlDocument, comments, confirm, escaped, in_quotes, is_element, is_placeholder, is_unwritten,
    note_placeholders, offer, placeholder_edit,
};
pub(crate) use corrections::{push_escaped, quoted_like};
pub use front_matter::FrontMatter;
pub use item::{ExpectedType, Item};
pub use noted::{Allow, Reference, lint_named};
pub use outline::{Block, CursorPlace, EnclosingTable, Outline, Part};
pub(crate) use recover::is_bare_key;
pub use report::{Findings, Report};
pub use value::Spanned;

use std::borrow::Cow;

use toml::de::DeTable;

use crate::{
    diagnostic::{FileId, Span, code, report},
    schema::Options,
};

/// Reads the root table of a text, each character of which stands at the place that it has in the file. Returns
/// `None` if nothing could be read of it, which was reported.
pub fn with_toml<'r, T>(
    text: &str,
    report: &mut Report<'r>,
    read: impl FnOnce(&DeTable<'_>, &mut Report<'r>) -> T,
) -> Option<T> {
    match DeTable::parse(text) {
        Ok(table) => match recover::without_header(text, table.get_ref(), report) {
            Some((recovered, patch)) => {
                let (table, _) = DeTable::parse_recoverable(&recovered);
                report.patch = Some(patch);
                Some(read(table.get_ref(), report))
            }
            None => Some(read(table.get_ref(), report)),
        },
        Err(_) => with_recovered(text, report, read),
    }
}

/// The text if it is TOML, or else what of it is once its mistakes are recovered from.
pub fn readable(file: FileId, text: &str) -> Cow<'_, str> {
    if DeTable::parse(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let mut report = Report::new(file, text, Options::default());
    recover::recover(text, &mut report).map_or(Cow::Borrowed(text), |(recovered, _)| Cow::Owned(recovered))
}

/// The same for a text that isn't TOML, once its mistakes are recovered from. Returns `None` if there are too many.
fn with_recovered<'r, T>(
    text: &str,
    report: &mut Report<'r>,
    read: impl FnOnce(&DeTable<'_>, &mut Report<'r>) -> T,
) -> Option<T> {
    if let Some((at, _)) = text.match_indices('\r').find(|(at, _)| !is_line_end(text, *at)) {
        report!(report, code::SYNTAX, Span::new(report.file, at..at + 1),
            "this line ends in a carriage return alone";
            label: "no line end that TOML knows";
            help: "save the file with the line ends of Unix (LF) or Windows (CR LF)");
        return None;
    }
    let (recovered, patch) = recover::recover(text, report)?;
    let (table, left) = DeTable::parse_recoverable(&recovered);
    recover::report_rest(&left, &patch, text, report);
    report.patch = Some(patch);
    Some(read(table.get_ref(), report))
}

/// The line end of a text.
pub fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

fn is_line_end(text: &str, carriage_return: usize) -> bool {
    text.as_bytes().get(carriage_return + 1) == Some(&b'\n')
}

/// The place that is underlined if a file lacks a key: its first line that isn't empty or a comment.
pub fn first_statement(file: FileId, text: &str) -> Span {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let statement = line.trim();
        if !statement.is_empty() && !statement.starts_with('#') {
            let indent = line.len() - line.trim_start().len();
            return Span::new(file, start + indent..start + indent + statement.len());
        }
        start += line.len();
    }
    Span::whole(file)
}
