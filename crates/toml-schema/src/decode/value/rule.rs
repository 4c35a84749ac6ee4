//! The table of scalars: all that decoders, messages and editors know of each.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use toml::de::DeValue;

use super::{address, currency, date, language, markdown, price, text, time, weekday};
use crate::{
    decode::{Item, Reference, Report, Type},
    diagnostic::{Applicability, Code, Diagnostic},
    schema::Data,
};

/// A type of single values.
pub(crate) struct ScalarRule {
    /// By which type files name it.
    pub name: &'static str,
    /// What belongs there, for people, with an example: `a time, such as "09:00"`.
    pub expected: &'static str,
    /// What several of them are called.
    pub plural: &'static str,
    /// As TOML writes it.
    pub example: &'static str,
    pub form: Form,
    /// The JSON Schema (draft-07) of what is taken.
    pub json: fn() -> Json,
}

/// How a scalar is decoded.
pub(crate) enum Form {
    /// A text, which `check` returns as it is kept.
    Text {
        check: fn(&str) -> Result<Arc<str>, Misread>,
        /// A harmless text for where none can be read.
        fallback: &'static str,
        /// What it needs elsewhere.
        reference: fn(&Arc<str>) -> Option<Reference>,
    },
    /// A value of its own.
    Value { decode: fn(&Item<'_>, &str, &mut Report<'_>) -> Option<Data>, fallback: fn() -> Data },
}

/// Why a text isn't what belongs there, and what was probably intended.
#[derive(Debug)]
pub(crate) struct Misread {
    pub message: String,
    pub help: Option<String>,
    pub intended: Option<(String, Applicability)>,
    pub code: Code,
}

impl Misread {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, intended: None, code: Code::Malformed }
    }

    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// With the text that was probably intended.
    pub fn certainly(self, intended: impl Into<String>) -> Self {
        self.intended(Some((intended.into(), Applicability::Certain)))
    }

    pub fn probably(self, intended: impl Into<String>) -> Self {
        self.intended(Some((intended.into(), Applicability::Proposed)))
    }

    pub fn intended(self, intended: Option<(String, Applicability)>) -> Self {
        Self { intended: intended.or(self.intended), ..self }
    }

    /// Reports it of a value.
    pub fn report(self, item: &Item<'_>, expected: &str, report: &mut Report<'_>) {
        let help = self.help.or_else(|| Some(format!("write \"{}\"", self.intended.as_ref()?.0)));
        report.push(Diagnostic::new(self.code, item.span, self.message).expected(expected).help(help));
        if let Some((intended, applicability)) = self.intended {
            report.correct_text(item.span, &intended, applicability);
        }
    }
}

pub(super) fn no_reference(_: &Arc<str>) -> Option<Reference> {
    None
}

/// All scalars, in the order in which documentation lists them.
pub(crate) static SCALARS: [ScalarRule; 24] = [
    text::TEXT,
    markdown::MARKDOWN,
    ScalarRule {
        name: "bool",
        expected: "true or false",
        plural: "true or false",
        example: "true",
        form: Form::Value { decode: bool, fallback: || Data::Bool(false) },
        json: || json!({ "type": "boolean" }),
    },
    ScalarRule {
        name: "integer",
        expected: "a whole number without quotes and without commas, such as 2500",
        plural: "whole numbers",
        example: "4",
        form: Form::Value {
            decode: |item, expected, report| item.as_whole(expected, report).map(Data::Integer),
            fallback: || Data::Integer(1),
        },
        json: || json!({ "type": "integer" }),
    },
    ScalarRule {
        name: "number",
        expected: "a number without quotes, with a point for decimals, such as 18.5",
        plural: "numbers",
        example: "18.5",
        form: Form::Value {
            decode: |item, expected, report| item.as_number(expected, report).map(Data::Number),
            fallback: || Data::Number(1.0),
        },
        json: || json!({ "type": "number" }),
    },
    price::PRICE,
    date::DATE,
    date::DATETIME,
    time::TIME,
    weekday::WEEKDAY,
    language::LANGUAGE,
    currency::CURRENCY,
    time::ZONE,
    text::COLOUR,
    address::EMAIL,
    address::PHONE,
    address::URL,
    address::LINK,
    text::SLUG,
    text::ICON,
    text::IMAGE,
    text::FONT,
    address::REDIRECT,
    address::OLD_PATH,
];

fn bool(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    if let DeValue::Boolean(value) = item.value {
        return Some(Data::Bool(*value));
    }
    item.wrong_type(Type::Bool, expected, report);
    None
}
