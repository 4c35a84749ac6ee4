//! The types of single values: text, times, links, references, ...

mod contact;
mod currency;
pub(super) mod date;
mod day;
mod decorative;
mod language;
mod link;
pub(super) mod loose;
mod markdown;
mod number;
mod redirect;
mod reference;
mod text;
pub(super) mod time;
mod word;

pub use contact::{Email, Phone, WebUrl};
pub use currency::CurrencyCode;
pub use date::PublicationDate;
pub use day::CalendarDay;
pub use decorative::Decorative;
pub use language::{Language, Tongue};
pub use link::Link;
pub use markdown::Markdown;
pub use number::{Count, Decimal, Latitude, Longitude, Price, Whole};
pub use redirect::{OldPath, RedirectTarget};
pub use reference::{Reference, Target, TargetKind};
pub use text::{Colour, ImageFile, Slug, Text, is_kebab_case, kebab_case};
pub use time::{Time, TimeRange, ZoneName, end_before_start};
pub use word::{Weekday, Word};

use serde_json::{Value as Json, json};

use super::{Item, Report, schema::Ids};
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
    fn stand_in(found: Option<&Item<'_>>) -> Self;

    /// The JSON Schema (draft-07) of what [`Value::decode`] takes.
    fn schema(ids: &Ids) -> Json;
}

/// What belongs there, in a few words: what stands before the first comma.
pub(super) fn noun(expected: &str) -> &str {
    expected.split([',', '(']).next().unwrap_or(expected).trim_end()
}

/// A value that remembers where it was written, for mistakes that only show later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T: Value> Value for Spanned<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const EXAMPLE: &'static str = T::EXAMPLE;

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        Some(Self { value: T::decode(item, report)?, span: item.span })
    }

    fn stand_in(found: Option<&Item<'_>>) -> Self {
        Self { value: T::stand_in(found), span: Span::NOWHERE }
    }

    fn schema(ids: &Ids) -> Json {
        T::schema(ids)
    }
}

/// A list of lists, such as rows of cards.
impl<T: Value> Value for Vec<T> {
    const EXPECTED: &'static str = "a list in brackets";
    const EXAMPLE: &'static str = "[\"one\", \"two\"]";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        item.elements(report, |element, report| {
            Some(T::decode(element, report).unwrap_or_else(|| T::stand_in(Some(element))))
        })
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self::new()
    }

    fn schema(ids: &Ids) -> Json {
        json!({ "type": "array", "items": T::schema(ids), "minItems": 1 })
    }
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

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        false
    }

    fn schema(_: &Ids) -> Json {
        json!({ "type": "boolean" })
    }
}
