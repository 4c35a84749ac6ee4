//! TOML to single values: what stands in a file, with places, and what is wrong with it.

mod allow;
mod corrections;
mod excerpt;
mod front_matter;
mod item;
mod line_ends;
mod reference;
mod report;
mod syntax;
pub mod value;

pub use allow::{Allow, lint_named};
pub use corrections::{
    complete, escaped, in_quotes, is_placeholder, note_placeholders, offer, placeholder_edit, unknown_key,
};
pub use excerpt::Excerpt;
pub use front_matter::FrontMatter;
pub use item::Item;
pub use line_ends::line_end;
pub use reference::{MissingWord, Reference};
pub use report::Report;
pub use syntax::ListedTables;
pub use value::{Spanned, Value};

use toml::de::DeTable;

use crate::{
    diagnostic::{Code, Diagnostic, FileId, Span},
    source::SourceText,
};

/// What `read` makes of the text's root table. Returns `None` if nothing could be read of it, which was reported.
pub fn with_root<'r, T>(
    source: &SourceText,
    report: &mut Report<'r>,
    read: impl FnOnce(&DeTable<'_>, &mut Report<'r>) -> T,
) -> Option<T> {
    if !source.sound && (source.text.is_empty() || source.has_conflict()) {
        return None;
    }
    with_toml(&source.text, report, read)
}

/// The same for TOML that is a part of a file, each character of it at the place that it has in the file.
pub fn with_toml<'r, T>(
    text: &str,
    report: &mut Report<'r>,
    read: impl FnOnce(&DeTable<'_>, &mut Report<'r>) -> T,
) -> Option<T> {
    match DeTable::parse(text) {
        Ok(table) if report.lost_headers.is_empty() => Some(read(table.get_ref(), report)),
        Ok(_) | Err(_) => with_mended(text, report, read),
    }
}

/// The same for a text that isn't TOML, once its mistakes are repaired. Returns `None` if there are too many.
fn with_mended<'r, T>(
    text: &str,
    report: &mut Report<'r>,
    read: impl FnOnce(&DeTable<'_>, &mut Report<'r>) -> T,
) -> Option<T> {
    let lines = line_ends::right(text, report);
    let text = lines.as_deref().unwrap_or(text);
    if lines.is_some() {
        // Their places are those of the text as it was.
        report.lost_headers.clear();
    }
    if lines.is_some()
        && let Ok(table) = DeTable::parse(text)
    {
        return Some(read(table.get_ref(), report));
    }
    if let Some(at) = excessive_brackets(text) {
        let span = Span::new(report.file, at..at + 1);
        report.push(
            Diagnostic::new(Code::Syntax, span, "there are far too many opening brackets here")
                .expected("one [ for a list, or two for a list of lists")
                .help("remove the brackets that nothing closes"),
        );
        return None;
    }
    let (repaired, patch) = syntax::repair(text, report)?;
    let (table, left) = DeTable::parse_recoverable(&repaired);
    syntax::report_rest(&left, &patch, text, report);
    report.patch = Some(patch);
    Some(read(table.get_ref(), report))
}

/// More opening brackets in a row than any list needs. Repairing them one by one would take very long.
const MAX_BRACKETS: usize = 64;

/// Where a row of opening brackets begins, if the text has one.
fn excessive_brackets(text: &str) -> Option<usize> {
    let mut begins = None;
    let mut count = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' => {
                count += 1;
                let start = *begins.get_or_insert(at);
                if count > MAX_BRACKETS {
                    return Some(start);
                }
            }
            c if c.is_whitespace() => {}
            _ => (begins, count) = (None, 0),
        }
    }
    None
}

/// The place where a file without the key it should have is underlined: its first line that says something.
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
