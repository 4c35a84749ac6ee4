//! The table of scalars: everything about a scalar that decoders, messages and editors use.

use std::{cmp::Ordering, sync::Arc};

use serde_json::{Value as Json, json};
use toml::de::DeValue;

use super::{address, currency, date, language, markdown, price, text, time};
use crate::{
    decode::{ExpectedType, Item, Reference, Report},
    diagnostic::{Applicability, Code, code, report},
    schema::{Data, Scalar, Translation, compare},
};

/// A type of single values.
pub struct ScalarRule {
    /// The name in type files.
    pub name: &'static str,
    /// The expected value, for people, with an example: `a time, such as "09:00"`.
    pub expected: &'static str,
    /// Several of them, for people: `texts in Markdown`.
    pub plural: &'static str,
    /// An example, as TOML writes it.
    pub example: &'static str,
    /// The way to decode a value.
    pub decoder: ScalarDecoder,
    /// The JSON Schema (draft-07) of right values.
    pub json: fn() -> Json,
    /// Compares two values. `None` if they have no order, so that no rule of a type can ask for one.
    pub order: Option<fn(&Data, &Data) -> Ordering>,
    /// The quantity that bounds limit.
    pub measure: Measure,
    /// All values as TOML writes them, if they are a few words.
    pub words: &'static [&'static str],
    /// True if a list of one may be written without brackets.
    pub stands_alone: bool,
    /// True if a list has each value at most once.
    pub is_unique: bool,
    /// The list, as TOML writes it, that one text stands for: `Mon-Fri`.
    pub list_of: fn(&str) -> Option<String>,
    /// Reads a text that is right only where the example says so: a phone number as it is dialled within the example's country.
    pub at_home: Option<AtHome>,
    /// Completes a value, as TOML writes it, by a part that it lacks and the example has: a phone number gets the example's
    /// country code.
    pub completed: fn(&str, &Item<'_>, &str) -> Option<(String, Applicability)>,
    /// The value that a new file begins with.
    pub draft: DraftValue,
    /// Whether a text is said anew in each language.
    pub translation: Translation,
}

impl ScalarRule {
    /// A text of any letters, as a row to begin with.
    pub const PLAIN: Self = Self {
        name: "word",
        expected: "a word in quotes",
        plural: "words in quotes",
        example: "\"...\"",
        decoder: ScalarDecoder::Text { check: |text| Ok(text.into()), fallback: "", reference: no_reference },
        json: || json!({ "type": "string" }),
        order: None,
        measure: Measure::Nothing,
        words: &[],
        stands_alone: false,
        is_unique: false,
        list_of: |_| None,
        at_home: None,
        completed: |_, _, _| None,
        draft: DraftValue::Example,
        translation: Translation::Never,
    };
}

/// Reads a text beside an example, and returns it as it is kept.
pub type AtHome = fn(&Item<'_>, &str) -> Option<Arc<str>>;

/// The quantity that the bounds of a scalar limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nothing: it has no bounds.
    Nothing,
    /// The value.
    Value,
    /// The number of characters.
    Length,
}

/// The value that a new file begins with where one is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftValue {
    /// The example, which stands in for the right one.
    Example,
    /// The example, which is right until somebody changes it.
    Usual,
    /// The id of the file.
    Id,
    /// A day.
    Day,
    /// A day, with a time where it is the beginning or the end of something.
    Moment,
    /// A time of day.
    Time,
    /// The name of a file that there is.
    File,
}

/// The way to decode a scalar.
pub enum ScalarDecoder {
    /// A text, which `check` returns as it is kept.
    Text {
        /// The text as it is kept, or why it is none of this type.
        check: fn(&str) -> Result<Arc<str>, ScalarError>,
        /// A harmless text for where none can be read.
        fallback: &'static str,
        /// The thing that the text needs elsewhere, if any.
        reference: fn(&Arc<str>) -> Option<Reference>,
    },
    /// A value of its own.
    Value {
        /// The value, or `None` after reporting that something else is expected.
        decode: fn(&Item<'_>, &str, &mut Report<'_>) -> Option<Data>,
        /// A harmless value for where none can be read.
        fallback: fn() -> Data,
    },
}

/// The mistake in a text, and the text that was probably intended.
#[derive(Debug)]
pub struct ScalarError {
    /// The message.
    pub message: String,
    /// True for a file on one computer: the application says where such a file belongs.
    pub is_local: bool,
    /// The help, if there is more to do than to write what was intended.
    pub help: Option<String>,
    /// The text that was probably intended.
    pub intended: Option<Intended>,
    /// The kind of mistake.
    pub code: Code,
}

/// A text in the place of one with a mistake.
#[derive(Debug)]
pub struct Intended {
    /// The text.
    pub text: String,
    /// Its certainty.
    pub applicability: Applicability,
}

impl ScalarError {
    /// A text that isn't what its key says.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_local: false, help: None, intended: None, code: code::MALFORMED }
    }

    /// Adds help.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Adds the text that was certainly intended.
    #[must_use]
    pub fn certainly(self, intended: impl Into<String>) -> Self {
        self.intended(intended, Applicability::Certain)
    }

    /// Adds a text that was probably intended.
    #[must_use]
    pub fn probably(self, intended: impl Into<String>) -> Self {
        self.intended(intended, Applicability::Proposed)
    }

    /// Adds a text that was intended with this certainty.
    pub(super) fn intended(self, text: impl Into<String>, applicability: Applicability) -> Self {
        Self { intended: Some(Intended { text: text.into(), applicability }), ..self }
    }

    /// The help, or else what to write.
    pub(super) fn advice(&self, report: &Report<'_>) -> Option<String> {
        let help = if self.is_local {
            Some(report.options.application.help_if_local().to_owned())
        } else {
            self.help.clone()
        };
        help.or_else(|| Some(format!("write \"{}\"", self.intended.as_ref()?.text)))
    }

    /// Reports it at a value.
    pub fn report(self, item: &Item<'_>, expected: &str, report: &mut Report<'_>) {
        let help = self.advice(report);
        report!(report, self.code, item.span, "{}", self.message; expected; help);
        if let Some(Intended { text, applicability }) = self.intended {
            report.correct_text(item.span, &text, applicability);
        }
    }
}

/// No reference: the text needs nothing elsewhere.
pub fn no_reference(_: &Arc<str>) -> Option<Reference> {
    None
}

/// The scalars of this crate.
impl Scalar {
    /// A text with at least one letter or sign in it.
    pub const TEXT: Self = Self(&text::TEXT);
    /// A text for programs, such as a key or a password: it stays as it is written.
    pub const LITERAL: Self = Self(&text::LITERAL);
    /// A text in Markdown.
    pub const MARKDOWN: Self = Self(&markdown::MARKDOWN);
    /// `true` or `false`.
    pub const BOOL: Self = Self(&BOOL);
    /// A whole number.
    pub const INTEGER: Self = Self(&INTEGER);
    /// A number, with or without decimals.
    pub const NUMBER: Self = Self(&NUMBER);
    /// An amount of money, without its currency.
    pub const PRICE: Self = Self(&price::PRICE);
    /// A day.
    pub const DATE: Self = Self(&date::DATE);
    /// A day, with or without a time.
    pub const DATETIME: Self = Self(&date::DATETIME);
    /// A time of day, such as `"09:00"`.
    pub const TIME: Self = Self(&time::TIME);
    /// A language tag, such as `"sw-KE"`.
    pub const LANGUAGE: Self = Self(&language::LANGUAGE);
    /// The code of a currency.
    pub const CURRENCY: Self = Self(&currency::CURRENCY);
    /// The name of a time zone.
    pub const ZONE: Self = Self(&time::ZONE);
    /// A colour of six hexadecimal digits.
    pub const COLOUR: Self = Self(&text::COLOUR);
    /// An email address.
    pub const EMAIL: Self = Self(&address::EMAIL);
    /// A phone number with its country code.
    pub const PHONE: Self = Self(&address::PHONE);
    /// A full address on the web.
    pub const URL: Self = Self(&address::URL);
    /// An id of lower-case letters, digits and hyphens.
    pub const SLUG: Self = Self(&text::SLUG);
    /// A word of a choice, which type files give by its words and not by a name.
    pub const WORD: Self = Self(&ScalarRule::PLAIN);

    /// All that type files name, in the order in which documentation lists them.
    pub const ALL: [Self; 18] = [
        Self::TEXT,
        Self::MARKDOWN,
        Self::BOOL,
        Self::INTEGER,
        Self::NUMBER,
        Self::PRICE,
        Self::DATE,
        Self::DATETIME,
        Self::TIME,
        Self::LANGUAGE,
        Self::CURRENCY,
        Self::ZONE,
        Self::COLOUR,
        Self::EMAIL,
        Self::PHONE,
        Self::URL,
        Self::SLUG,
        Self::LITERAL,
    ];
}

const BOOL: ScalarRule = ScalarRule {
    name: "bool",
    expected: "true or false",
    plural: "true or false",
    example: "true",
    decoder: ScalarDecoder::Value { decode: bool, fallback: || Data::Bool(false) },
    json: || json!({ "type": "boolean" }),
    words: &["true", "false"],
    draft: DraftValue::Usual,
    ..ScalarRule::PLAIN
};

const INTEGER: ScalarRule = ScalarRule {
    name: "integer",
    expected: "a whole number without quotes and without commas, such as 2500",
    plural: "whole numbers",
    example: "4",
    decoder: ScalarDecoder::Value {
        decode: |item, expected, report| item.as_whole(expected, report).map(Data::Integer),
        fallback: || Data::Integer(1),
    },
    json: || json!({ "type": "integer" }),
    order: Some(compare),
    measure: Measure::Value,
    stands_alone: true,
    ..ScalarRule::PLAIN
};

const NUMBER: ScalarRule = ScalarRule {
    name: "number",
    expected: "a number without quotes, with a point for decimals, such as 18.5",
    plural: "numbers",
    example: "18.5",
    decoder: ScalarDecoder::Value {
        decode: |item, expected, report| item.as_number(expected, report).map(Data::Number),
        fallback: || Data::Number(1.0),
    },
    json: || json!({ "type": "number" }),
    order: Some(compare),
    measure: Measure::Value,
    ..ScalarRule::PLAIN
};

fn bool(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    if let DeValue::Boolean(value) = item.value {
        return Some(Data::Bool(*value));
    }
    item.wrong_type(ExpectedType::Value, expected, report);
    None
}
