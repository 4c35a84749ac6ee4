//! The types of single values. What there is to know of each is a row of a table: that of this crate, or the application's.

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
        value::{Form, Misread, SCALARS, ScalarRule},
    },
    diagnostic::{Code, Diagnostic},
};

macro_rules! scalars {
    ($($name:ident)*) => {
        /// The type of a single value, in the order in which documentation lists them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Scalar {
            $($name,)*
            /// One of the application.
            Own(OwnScalar),
        }

        impl Scalar {
            /// All of this crate.
            pub const ALL: [Self; SCALARS.len()] = [$(Self::$name,)*];
        }
    };
}

/// A row of a table of the application. Two are the same if their names are.
#[derive(Clone, Copy)]
pub struct OwnScalar(pub &'static ScalarRule);

impl PartialEq for OwnScalar {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for OwnScalar {}

impl Hash for OwnScalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Debug for OwnScalar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.name)
    }
}

scalars! {
    Text Markdown Bool Integer Number Price Date Datetime Time Weekday Language Currency Zone Colour Email Phone Url Link
    Slug
}

impl Scalar {
    /// The scalar that type files call so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// By which type files name it.
    pub fn name(self) -> &'static str {
        self.rule().name
    }

    /// What belongs there, for people, with an example.
    pub fn expected(self) -> &'static str {
        self.rule().expected
    }

    /// What several of them are called.
    pub fn plural(self) -> &'static str {
        self.rule().plural
    }

    /// An example as TOML writes it.
    pub fn example(self) -> &'static str {
        self.rule().example
    }

    fn rule(self) -> &'static ScalarRule {
        if let Self::Own(own) = self {
            return own.0;
        }
        let [text, ..] = &SCALARS;
        Self::ALL.iter().zip(&SCALARS).find(|(scalar, _)| **scalar == self).map_or(text, |(_, rule)| rule)
    }

    /// A harmless value for where there is none, or where `written` stands and isn't right.
    pub fn fallback(self, written: Option<&Item<'_>>) -> Data {
        let (check, fallback) = match &self.rule().form {
            Form::Value { fallback, .. } => return fallback(),
            Form::Text { check, fallback, .. } => (check, fallback),
        };
        // What refers to an id refers to it as it was intended.
        let text = written.filter(|_| self == Self::Slug).and_then(Item::text);
        let intended = text.and_then(|text| check(text).err()?.intended);
        Data::Str(self, intended.map_or((*fallback).into(), |(text, _)| text.into()))
    }

    /// The text as it is kept, and what it needs elsewhere.
    ///
    /// # Errors
    /// If it is none of this type: what is wrong with it.
    pub(crate) fn check(self, text: &str) -> Result<(Arc<str>, Option<Reference>), Misread> {
        match &self.rule().form {
            Form::Text { check, reference, .. } => check(text).map(|text| (text.clone(), reference(&text))),
            Form::Value { .. } => Ok((text.into(), None)),
        }
    }

    /// The value, or `None` after reporting why not.
    pub fn decode(self, item: &Item<'_>, bounds: Bounds, report: &mut Report<'_>) -> Option<Data> {
        let rule = self.rule();
        let data = match &rule.form {
            Form::Value { decode, .. } => decode(item, rule.expected, report)?,
            Form::Text { .. } => match self.check(item.as_filled_text(rule.expected, report)?) {
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
        self.check_bounds(&data, item, bounds, report).then_some(data)
    }

    /// Reports a value beyond its bounds.
    fn check_bounds(self, data: &Data, item: &Item<'_>, bounds: Bounds, report: &mut Report<'_>) -> bool {
        let measured = match data {
            Data::Integer(number) => number.to_string().parse().ok(),
            Data::Price(price) => price.machine().parse().ok(),
            Data::Number(number) => Some(*number),
            Data::Text(text) => u32::try_from(text.as_str().chars().count()).ok().map(f64::from),
            _ => None,
        };
        let Some(measured) = measured.filter(|measured| !bounds.contain(*measured)) else { return true };
        let is_short = bounds.least.is_some_and(|least| measured < least);
        let bounds = bounds.describe();
        let (message, expected, help) = match self {
            Self::Text => (
                format!("\"{}\" has {measured} characters", item.key),
                format!("{bounds} characters"),
                Some(if is_short { "write more" } else { "shorten it" }),
            ),
            Self::Number | Self::Price => {
                (format!("{measured} is out of range"), format!("a number {bounds}"), None)
            }
            _ => (format!("{measured} is out of range"), format!("a whole number {bounds}"), None),
        };
        report.push(Diagnostic::new(Code::OutOfRange, item.span, message).expected(expected).help(help));
        false
    }

    /// The JSON Schema (draft-07) of what [`Scalar::decode`] takes, without the names of the files that exist.
    pub fn json(self, bounds: Bounds) -> Json {
        let mut schema = (self.rule().json)();
        let (least, most) = match self {
            Self::Text => ("minLength", "maxLength"),
            _ => ("minimum", "maximum"),
        };
        if let Some(schema) = schema.as_object_mut() {
            let bound = |value: f64| bounds::whole(value).map_or(json!(value), |whole| json!(whole));
            schema.extend(bounds.least.map(|value| (least.to_owned(), bound(value))));
            schema.extend(bounds.most.map(|value| (most.to_owned(), bound(value))));
        }
        schema
    }

    /// The type in TypeScript of what islands get of it.
    pub fn typescript(self) -> &'static str {
        match self {
            Self::Bool => "boolean",
            Self::Integer | Self::Number => "number",
            _ => "string",
        }
    }
}
