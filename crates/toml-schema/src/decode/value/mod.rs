//! The types of single values: text, times, links, references, ...

mod address;
mod currency;
pub(super) mod date;
mod language;
pub(crate) mod loose;
mod markdown;
mod markdown_events;
mod price;
mod rule;
mod text;
pub(crate) mod time;

pub use address::{
    Phone, URL, WebUrl, ascii_mailto, check_external, encoded_path, is_host, is_own_computer, scheme,
};
pub use currency::decimals;
pub use date::{DateOrder, PublicationDate};
pub use language::Language;
pub use markdown::Markdown;
pub use markdown_events::{KeptIter, MarkdownEvents};
pub use price::Price;
pub use rule::{DraftValue, Intended, Measure, ScalarDecoder, ScalarError, ScalarRule, no_reference};
pub use text::{ALIKE, Colour, FileName, Text, is_accent, is_kebab_case, kebab_case};
pub use time::{MINUTES_OF_DAY, Time, TimeRange, time_zone};

use crate::diagnostic::Span;

/// The expected value in a few words: the part before the first comma.
pub(crate) fn noun(expected: &str) -> &str {
    // The first of several words isn't all that belongs there.
    if expected.starts_with("one of ") {
        return "one of several words";
    }
    expected.split([',', '(']).next().unwrap_or(expected).trim_end()
}

/// A value with its place in the file, for mistakes that are found later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The place of the value.
    pub span: Span,
}
