//! The table of scalars: all that decoders, messages and editors know of each.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use toml::de::DeValue;

use super::{address, currency, date, language, markdown, price, text, time, weekday};
use crate::{
    decode::{ExpectedType, Item, Reference, Report},
    diagnostic::{Applicability, Code, code, report},
    schema::{Data, Scalar},
};

/// A type of single values.
pub struct ScalarRule {
    /// By which type files name it.
    pub name: &'static str,
    /// What belongs there, for people, with an example: `a time, such as "09:00"`.
    pub expected: &'static str,
    /// What several of them are called.
    pub plural: &'static str,
    /// As TOML writes it.
    pub example: &'static str,
    /// How it is decoded.
    pub form: Form,
    /// The JSON Schema (draft-07) of what is taken.
    pub json: fn() -> Json,
}

/// How a scalar is decoded.
pub enum Form {
    /// A text, which `check` returns as it is kept.
    Text {
        /// The text as it is kept, or why it is none of this type.
        check: fn(&str) -> Result<Arc<str>, ScalarError>,
        /// A harmless text for where none can be read.
        fallback: &'static str,
        /// What it needs elsewhere.
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

/// Why a text isn't what belongs there, and what was probably intended.
#[derive(Debug)]
pub struct ScalarError {
    /// What is wrong.
    pub message: String,
    /// True for a file that visitors don't have: the application says where such a file belongs.
    pub(crate) is_local: bool,
    /// What to do, if not only to write what was intended.
    pub help: Option<String>,
    /// What was probably intended, and how sure that is.
    pub intended: Option<(String, Applicability)>,
    /// The kind of mistake.
    pub code: Code,
}

impl ScalarError {
    /// A text that isn't what its key says.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_local: false, help: None, intended: None, code: code::MALFORMED }
    }

    /// With what to do.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// With the text that was intended.
    #[must_use]
    pub fn certainly(self, intended: impl Into<String>) -> Self {
        self.intended(Some((intended.into(), Applicability::Certain)))
    }

    /// With a text that may have been intended.
    #[must_use]
    pub fn probably(self, intended: impl Into<String>) -> Self {
        self.intended(Some((intended.into(), Applicability::Proposed)))
    }

    pub(super) fn intended(self, intended: Option<(String, Applicability)>) -> Self {
        Self { intended: intended.or(self.intended), ..self }
    }

    /// What to do.
    pub(super) fn advice(&self, report: &Report<'_>) -> Option<String> {
        let help = match (self.is_local, report.options.help_if_local) {
            (true, "") => Some("publish the file, and link to it by its address".to_owned()),
            (true, help) => Some(help.to_owned()),
            (false, _) => self.help.clone(),
        };
        help.or_else(|| Some(format!("write \"{}\"", self.intended.as_ref()?.0)))
    }

    /// Reports it of a value.
    pub(crate) fn report(self, item: &Item<'_>, expected: &str, report: &mut Report<'_>) {
        let help = self.advice(report);
        report!(report, self.code, item.span, "{}", self.message; expected; help);
        if let Some((intended, applicability)) = self.intended {
            report.correct_text(item.span, &intended, applicability);
        }
    }
}

/// Of a text that needs nothing elsewhere.
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
    /// A day of the week, by its English name.
    pub const WEEKDAY: Self = Self(&weekday::WEEKDAY);
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
    /// A link: to a page, a file, a place within a page, an address, a number.
    pub const LINK: Self = Self(&address::LINK);
    /// An id of lower-case letters, digits and hyphens.
    pub const SLUG: Self = Self(&text::SLUG);
    /// A word of a choice, which type files give by its words and not by a name.
    pub const WORD: Self = Self(&text::WORD);

    /// All that type files name, in the order in which documentation lists them.
    pub const ALL: [Self; 20] = [
        Self::TEXT,
        Self::MARKDOWN,
        Self::BOOL,
        Self::INTEGER,
        Self::NUMBER,
        Self::PRICE,
        Self::DATE,
        Self::DATETIME,
        Self::TIME,
        Self::WEEKDAY,
        Self::LANGUAGE,
        Self::CURRENCY,
        Self::ZONE,
        Self::COLOUR,
        Self::EMAIL,
        Self::PHONE,
        Self::URL,
        Self::LINK,
        Self::SLUG,
        Self::LITERAL,
    ];
}

const BOOL: ScalarRule = ScalarRule {
    name: "bool",
    expected: "true or false",
    plural: "true or false",
    example: "true",
    form: Form::Value { decode: bool, fallback: || Data::Bool(false) },
    json: || json!({ "type": "boolean" }),
};

const INTEGER: ScalarRule = ScalarRule {
    name: "integer",
    expected: "a whole number without quotes and without commas, such as 2500",
    plural: "whole numbers",
    example: "4",
    form: Form::Value {
        decode: |item, expected, report| item.as_whole(expected, report).map(Data::Integer),
        fallback: || Data::Integer(1),
    },
    json: || json!({ "type": "integer" }),
};

const NUMBER: ScalarRule = ScalarRule {
    name: "number",
    expected: "a number without quotes, with a point for decimals, such as 18.5",
    plural: "numbers",
    example: "18.5",
    form: Form::Value {
        decode: |item, expected, report| item.as_number(expected, report).map(Data::Number),
        fallback: || Data::Number(1.0),
    },
    json: || json!({ "type": "number" }),
};

fn bool(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    if let DeValue::Boolean(value) = item.value {
        return Some(Data::Bool(*value));
    }
    item.wrong_type(ExpectedType::Value, expected, report);
    None
}
