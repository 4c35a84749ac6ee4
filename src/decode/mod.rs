//! TOML to typed values: the machinery that every kind of content uses.
//!
//! A kind implements [`Record`] once; decoding and the JSON Schema for editors both come from it.

mod allowance;
mod excerpt;
mod fields;
mod item;
mod mention;
mod report;
pub mod schema;
mod syntax;
mod table;
pub mod value;

pub use allowance::Allowance;
pub use excerpt::Excerpt;
pub use fields::Fields;
pub use item::Item;
pub use mention::Mention;
pub use report::Report;
pub use value::{Spanned, Value};

use std::sync::Arc;

use toml::de::DeTable;

use crate::{
    diagnostic::{Code, Diagnostic, FileId, Span},
    source::SourceText,
};

/// A table with known keys.
pub trait Record: Sized {
    /// Asks `fields` for every key, and builds the value from the answers. There is always an answer:
    /// where the author's was wrong, which is reported, something harmless stands in for it, so that
    /// everything else can be checked all the same. Such a value is never published.
    fn read(fields: &mut Fields<'_, '_>) -> Self;
}

/// What came of one file.
#[derive(Clone, Debug)]
pub struct Decoded<T> {
    /// The entry.
    pub value: T,
    /// True if nothing could be read of it, so that it only stands in.
    pub lost: bool,
    /// What is wrong in the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings that the file allows, with the places where it allows them.
    pub allowances: Vec<Allowance>,
    /// What the file needs of the rest of the site, with the places where it says so.
    pub mentions: Vec<(Mention, Span)>,
}

impl<T> Decoded<T> {
    /// The same of another type.
    pub fn map<U>(self, into: impl FnOnce(T) -> U) -> Decoded<U> {
        let Self { value, lost, diagnostics, allowances, mentions } = self;
        Decoded { value: into(value), lost, diagnostics, allowances, mentions }
    }
}

/// Decodes the file `file`, gathering all its mistakes. What stands in for a file that can't be read
/// has none: that was reported.
pub fn file<R: Record>(file: FileId, source: &Arc<SourceText>) -> Decoded<R> {
    let mut report = Report::new(file, source);
    let value = match DeTable::parse(&source.text) {
        _ if !source.sound && source.text.is_empty() => None,
        Ok(table) => Some(Fields::decode_root::<R>(table.get_ref(), &mut report)),
        Err(_) => mended::<R>(&source.text, &mut report),
    };
    let Report { diagnostics, allowances, mut mentions, .. } = report;
    mentions.shrink_to_fit();
    let lost = value.is_none();
    Decoded { value: value.unwrap_or_else(stand_in), lost, diagnostics, allowances, mentions }
}

/// What stands in for an entry that could not be decoded.
pub fn stand_in<R: Record>() -> R {
    Fields::stand_in()
}

/// What a text that isn't TOML says, once its slips are mended; nothing if there are too many.
fn mended<R: Record>(text: &str, report: &mut Report<'_>) -> Option<R> {
    if let Some(at) = tower(text) {
        let span = Span::new(report.file, at..at + 1);
        report.push(
            Diagnostic::new(Code::Syntax, span, "there are far too many opening brackets here")
                .expected("one [ for a list, or two for a list of lists")
                .help("remove the brackets that nothing closes"),
        );
        return None;
    }
    let (mended, patch) = syntax::mend(text, report)?;
    let (table, left) = DeTable::parse_recoverable(&mended);
    syntax::tell_rest(&left, &patch, text, report);
    report.patch = Some(patch);
    Some(Fields::decode_root::<R>(table.get_ref(), report))
}

/// More opening brackets in a row than any list needs. Mending them one by one would take very long.
const TOWER: usize = 64;

/// Where a tower of opening brackets begins, if the text has one.
fn tower(text: &str) -> Option<usize> {
    let mut begins = None;
    let mut height = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' => {
                height += 1;
                let start = *begins.get_or_insert(at);
                if height > TOWER {
                    return Some(start);
                }
            }
            c if c.is_whitespace() => {}
            _ => (begins, height) = (None, 0),
        }
    }
    None
}

/// The place where a file without the key it should have is underlined: its first line that says something.
fn first_statement(file: FileId, text: &str) -> Span {
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
