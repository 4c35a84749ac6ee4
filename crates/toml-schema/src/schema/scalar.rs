//! The types of single values: a closed list, each a row of what people, decoders and editors need of it.

use gympress_derive::{Named, Variants};
use serde_json::{Value as Json, json};

use super::{Bounds, Data, bounds};
use crate::{
    decode::{
        Item, Report,
        value::{
            CalendarDay, Colour, CurrencyCode, Email, FontFile, ImageFile, Language, Link, Markdown, OldPath,
            Phone, Price, PublicationDate, RedirectTarget, Slug, Text, Time, Value, WebUrl, Weekday,
            ZoneName,
        },
    },
    diagnostic::{Code, Diagnostic},
};

/// The type of a single value, by its name in type files. In the order in which documentation lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Named, Variants)]
pub enum Scalar {
    Text,
    Markdown,
    Bool,
    Integer,
    Number,
    Price,
    Date,
    Datetime,
    Time,
    Weekday,
    Language,
    Currency,
    Zone,
    Colour,
    Email,
    Phone,
    Url,
    Link,
    Slug,
    Icon,
    Image,
    Font,
    #[named("redirect-target")]
    Redirect,
    OldPath,
}

const INTEGER: &str = "a whole number without quotes and without commas, such as 2500";
const NUMBER: &str = "a number without quotes, with a point for decimals, such as 18.5";

/// A type of single values.
struct Row {
    expected: &'static str,
    plural: &'static str,
    example: &'static str,
    decode: fn(&Item<'_>, &mut Report<'_>) -> Option<Data>,
    fallback: fn(Option<&Item<'_>>) -> Data,
    schema: fn() -> Json,
}

/// The row of the variant of [`Data`] that holds this [`Value`], with what several of them are called.
macro_rules! row {
    ($variant:ident($value:ty), $plural:literal) => {
        Row {
            expected: <$value as Value>::EXPECTED,
            plural: $plural,
            example: <$value as Value>::EXAMPLE,
            decode: |item, report| Some(Data::$variant(<$value as Value>::decode(item, report)?)),
            fallback: |found| Data::$variant(<$value as Value>::fallback(found)),
            schema: <$value as Value>::schema,
        }
    };
}

impl Scalar {
    /// The scalar that type files call so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// What belongs there, for people, with an example.
    pub fn expected(self) -> &'static str {
        self.row().expected
    }

    /// What several of them are called.
    pub fn plural(self) -> &'static str {
        self.row().plural
    }

    /// An example as TOML writes it.
    pub fn example(self) -> &'static str {
        self.row().example
    }

    /// A harmless value for where there is none, or where `found` stands and isn't right.
    pub fn fallback(self, found: Option<&Item<'_>>) -> Data {
        (self.row().fallback)(found)
    }

    /// The value, or `None` after reporting why not.
    pub fn decode(self, item: &Item<'_>, bounds: Bounds, report: &mut Report<'_>) -> Option<Data> {
        let data = (self.row().decode)(item, report)?;
        self.check_bounds(&data, item, bounds, report).then_some(data)
    }

    fn row(self) -> Row {
        match self {
            Self::Text => row!(Text(Text), "texts in quotes"),
            Self::Markdown => row!(Markdown(Markdown), "texts in Markdown"),
            Self::Bool => row!(Bool(bool), "true or false"),
            Self::Integer => Row {
                expected: INTEGER,
                plural: "whole numbers",
                example: "4",
                decode: |item, report| Some(Data::Integer(item.as_whole(INTEGER, report)?)),
                fallback: |_| Data::Integer(1),
                schema: || json!({ "type": "integer" }),
            },
            Self::Number => Row {
                expected: NUMBER,
                plural: "numbers",
                example: "18.5",
                decode: |item, report| Some(Data::Number(item.as_number(NUMBER, report)?)),
                fallback: |_| Data::Number(1.0),
                schema: || json!({ "type": "number" }),
            },
            Self::Price => row!(Price(Price), "prices"),
            Self::Date => row!(Date(CalendarDay), "days"),
            Self::Datetime => row!(Datetime(PublicationDate), "dates"),
            Self::Time => row!(Time(Time), "times"),
            Self::Weekday => row!(Weekday(Weekday), "days of the week"),
            Self::Language => row!(Language(Language), "language tags"),
            Self::Currency => row!(Currency(CurrencyCode), "currency codes"),
            Self::Zone => row!(Zone(ZoneName), "time zones"),
            Self::Colour => row!(Colour(Colour), "colours"),
            Self::Email => row!(Email(Email), "email addresses"),
            Self::Phone => row!(Phone(Phone), "phone numbers"),
            Self::Url => row!(Url(WebUrl), "web addresses"),
            Self::Link => row!(Link(Link), "links"),
            Self::Slug => row!(Slug(Slug), "ids"),
            Self::Icon => Row {
                expected: "the name of an icon in quotes, such as \"clock\"",
                example: "\"clock\"",
                ..row!(Icon(Text), "names of icons")
            },
            Self::Image => row!(Image(ImageFile), "names of pictures"),
            Self::Font => row!(Font(FontFile), "names of fonts"),
            Self::Redirect => row!(Redirect(RedirectTarget), "links"),
            Self::OldPath => row!(OldPath(OldPath), "paths of the site"),
        }
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
        let help = help.map(str::to_owned);
        report.push(Diagnostic::new(Code::OutOfRange, item.span, message).expected(expected).help(help));
        false
    }

    /// The JSON Schema (draft-07) of what [`Scalar::decode`] takes, without the names of the files that exist.
    pub fn json(self, bounds: Bounds) -> Json {
        let mut schema = (self.row().schema)();
        let (least, most) = match self == Self::Text {
            true => ("minLength", "maxLength"),
            false => ("minimum", "maximum"),
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
            Self::Text
            | Self::Markdown
            | Self::Price
            | Self::Date
            | Self::Datetime
            | Self::Time
            | Self::Weekday
            | Self::Language
            | Self::Currency
            | Self::Zone
            | Self::Colour
            | Self::Email
            | Self::Phone
            | Self::Url
            | Self::Link
            | Self::Slug
            | Self::Icon
            | Self::Image
            | Self::Font
            | Self::Redirect
            | Self::OldPath => "string",
        }
    }
}
