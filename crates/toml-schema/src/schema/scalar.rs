//! The types of single values. Each is a row of a table, this crate's or the application's.

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use serde_json::{Value as Json, json};

use super::{Bounds, Data, bounds};
use crate::{
    decode::{
        Item, Reference, Report,
        value::{Measure, ScalarDecoder, ScalarError, ScalarRule},
    },
    diagnostic::{code, counted, report},
};

/// The type of a single value: a row of a table. Two are the same if their names are.
#[derive(Clone, Copy)]
pub struct Scalar(pub &'static ScalarRule);

impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Scalar {}

impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.name)
    }
}

impl Scalar {
    /// The scalar that type files call so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// The name in type files.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The expected value, for people, with an example.
    pub fn expected(self) -> &'static str {
        self.0.expected
    }

    /// The plural, for people.
    pub fn plural(self) -> &'static str {
        self.0.plural
    }

    /// An example as TOML writes it.
    pub fn example(self) -> &'static str {
        self.0.example
    }

    /// A harmless value in the place of a missing or a wrong one, which is `written`.
    pub fn fallback(self, written: Option<&Item<'_>>) -> Data {
        let (check, fallback) = match &self.0.decoder {
            ScalarDecoder::Value { fallback, .. } => return fallback(),
            ScalarDecoder::Text { check, fallback, .. } => (check, fallback),
        };
        // References name the id as it was intended.
        let text = written.filter(|_| self == Self::SLUG).and_then(Item::text);
        let intended = text.and_then(|text| check(text).err()?.intended);
        Data::Str(self, intended.map_or((*fallback).into(), |intended| intended.text.into()))
    }

    /// The text as it is kept, and what it needs elsewhere.
    ///
    /// # Errors
    /// If it is none of this type: what is wrong with it.
    pub(crate) fn check(self, text: &str) -> Result<(Arc<str>, Option<Reference>), ScalarError> {
        match &self.0.decoder {
            ScalarDecoder::Text { check, reference, .. } => {
                check(text).map(|text| (text.clone(), reference(&text)))
            }
            ScalarDecoder::Value { .. } => Ok((text.into(), None)),
        }
    }

    /// The value, or `None` after reporting why not.
    pub fn decode(self, item: &Item<'_>, bounds: Bounds, report: &mut Report<'_>) -> Option<Data> {
        let rule = self.0;
        let data = match &rule.decoder {
            ScalarDecoder::Value { decode, .. } => decode(item, rule.expected, report)?,
            ScalarDecoder::Text { .. } => match self.check(item.as_filled_text(rule.expected, report)?) {
                Ok((text, reference)) => {
                    reference.into_iter().for_each(|reference| report.reference(reference, item.span));
                    Data::Str(self, text)
                }
                Err(misread) => {
                    misread.report(item, rule.expected, report);
                    return None;
                }
            },
        };
        let is_within = self.check_bounds(&data, item, bounds, report);
        let data = match (data, report.options.typesetter) {
            (Data::Str(_, text), Some(typesetter)) if self == Self::TEXT => {
                Data::Str(self, typesetter.set(text))
            }
            (data, _) => data,
        };
        is_within.then_some(data)
    }

    /// Reports a value beyond its bounds.
    fn check_bounds(self, data: &Data, item: &Item<'_>, bounds: Bounds, report: &mut Report<'_>) -> bool {
        let measured = match (self.0.measure, data) {
            (Measure::Length, Data::Str(_, text)) => u32::try_from(text.chars().count()).ok().map(f64::from),
            (Measure::Value, data) => data.written().parse().ok(),
            _ => None,
        };
        let Some(measured) = measured.filter(|measured| !bounds.contain(*measured)) else { return true };
        let is_short = bounds.least.is_some_and(|least| measured < least);
        let (message, expected, help) = if let (Measure::Length, Data::Str(_, text)) = (self.0.measure, data)
        {
            let message = format!("\"{}\" has {}", item.key, counted(text.chars().count(), "character"));
            let help = if is_short { "write more" } else { "shorten it" };
            (message, bounds.describe_count("character"), Some(help))
        } else {
            // Measured, a large whole number is a rounded one.
            let (number, written) = if self == Self::INTEGER {
                ("a whole number", data.written())
            } else {
                ("a number", measured.to_string())
            };
            (format!("{written} is out of range"), format!("{number} {}", bounds.describe()), None)
        };
        report!(report, code::OUT_OF_RANGE, item.span, "{message}"; expected; help);
        false
    }

    /// The JSON Schema (draft-07) of what [`Scalar::decode`] takes, without the names of the files that exist.
    pub fn json(self, bounds: Bounds) -> Json {
        let mut schema = (self.0.json)();
        let (least, most) = if self.0.measure == Measure::Length {
            ("minLength", "maxLength")
        } else {
            ("minimum", "maximum")
        };
        if let Some(schema) = schema.as_object_mut() {
            let bound = |value: f64| bounds::whole(value).map_or(json!(value), |whole| json!(whole));
            schema.extend(bounds.least.map(|value| (least.to_owned(), bound(value))));
            schema.extend(bounds.most.map(|value| (most.to_owned(), bound(value))));
        }
        schema
    }
}
