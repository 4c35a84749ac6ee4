//! The types of single values: text, times, links, references, ...

mod contact;
mod currency;
pub(super) mod date;
mod day;
pub(super) mod day_names;
mod font;
mod language;
mod link;
pub(super) mod loose;
mod markdown;
mod price;
mod redirect;
mod target;
mod text;
pub(super) mod time;
mod unread;
mod weekday;

pub(super) use contact::with_country_code;
pub use contact::{Email, Phone, WebUrl, frame_source};
pub use currency::CurrencyCode;
pub use date::{DateOrder, PublicationDate};
pub use day::CalendarDay;
pub use font::FontFile;
pub use language::{Language, NoLanguage};
pub use link::Link;
pub use markdown::Markdown;
pub use price::Price;
pub use redirect::{OldPath, RedirectTarget};
pub use target::is_host;
pub use text::{ALIKE, Colour, ImageFile, Slug, Text, is_kebab_case, kebab_case};
pub use time::{MINUTES_OF_DAY, Time, TimeRange, ZoneName};
pub use weekday::Weekday;

use serde_json::{Value as Json, json};

use super::{Item, Report};
use crate::diagnostic::Span;

/// A value that stands behind one key.
pub trait Value: Sized {
    /// What belongs there, for people, with an example: `a time, such as "09:00"`.
    const EXPECTED: &'static str;
    /// An example as it would be written in TOML.
    const EXAMPLE: &'static str;

    /// The value, or nothing after reporting why not.
    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self>;

    /// A harmless value for where there is none, or where `found` stands and isn't right.
    fn fallback(found: Option<&Item<'_>>) -> Self;

    /// The JSON Schema (draft-07) of what [`Value::decode`] takes.
    fn schema() -> Json;
}

/// What belongs there, in a few words: what stands before the first comma.
pub(super) fn noun(expected: &str) -> &str {
    expected.split([',', '(']).next().unwrap_or(expected).trim_end()
}

/// A value with its place in the file, for mistakes that are found later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl Value for bool {
    const EXPECTED: &'static str = "true or false";
    const EXAMPLE: &'static str = "true";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        if let toml::de::DeValue::Boolean(value) = item.value {
            return Some(*value);
        }
        item.wrong_type(Self::EXPECTED, report);
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        false
    }

    fn schema() -> Json {
        json!({ "type": "boolean" })
    }
}
