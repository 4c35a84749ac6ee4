//! TOML to typed values: the machinery that every kind of content uses.
//!
//! A kind implements [`Record`] once; decoding and the JSON Schema for editors both come from it.

mod allowance;
mod fields;
mod item;
mod mention;
mod report;
pub mod schema;
mod syntax;
pub mod value;

pub use allowance::Allowance;
pub use fields::Fields;
pub use item::Item;
pub use mention::Mention;
pub use report::Report;
pub use value::{Spanned, Value};

use toml::de::DeTable;

use crate::{
    diagnostic::{Diagnostic, FileId, Span},
    source::SourceText,
};

/// A table with known keys.
pub trait Record: Sized {
    /// Asks `fields` for every key, then builds the value from the answers.
    ///
    /// Every key must be asked for before the first `?`, as [`schema`] learns the keys from the
    /// questions, and an editor wants to hear of all missing keys at once.
    fn read(fields: &mut Fields<'_, '_>) -> Option<Self>;
}

/// What came of one file.
#[derive(Clone, Debug)]
pub struct Decoded<T> {
    /// The entry; nothing if mistakes left too little of it.
    pub value: Option<T>,
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
        let Self { value, diagnostics, allowances, mentions } = self;
        Decoded { value: value.map(into), diagnostics, allowances, mentions }
    }
}

/// Decodes the file `file`, gathering all its mistakes.
pub fn file<R: Record>(file: FileId, source: &SourceText) -> Decoded<R> {
    if !source.sound {
        return Decoded {
            value: None,
            diagnostics: Vec::new(),
            allowances: Vec::new(),
            mentions: Vec::new(),
        };
    }
    let mut report = Report::new(file, &source.text);
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let value = if errors.is_empty() {
        Fields::decode_root::<R>(table.get_ref(), &mut report)
    } else {
        let patched = syntax::explain(&source.text, &errors, &mut report);
        let (table, _) = DeTable::parse_recoverable(&patched);
        Fields::decode_root::<R>(table.get_ref(), &mut report)
    };
    let Report { diagnostics, allowances, mentions, .. } = report;
    Decoded { value, diagnostics, allowances, mentions }
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
