//! The types of single values: a closed list, each a row of what people, decoders and editors need of it.

use serde_json::{Value as Json, json};

use super::{Bounds, Data, Ids, bounds};
use crate::{
    decode::{
        Item, Report,
        value::{
            CalendarDay, Colour, CurrencyCode, Email, ImageFile, Language, Link, Markdown, Phone, Price,
            PublicationDate, Slug, Text, Time, Value, WebUrl, Weekday, ZoneName,
        },
    },
    diagnostic::{Code, Diagnostic, Remedy},
};

/// The type of a single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is called in type files by its name in lower case")]
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
    Redirect,
    OldPath,
}

impl Scalar {
    /// All of them, in the order in which documentation lists them.
    pub const ALL: [Self; 23] = [
        Self::Text,
        Self::Markdown,
        Self::Bool,
        Self::Integer,
        Self::Number,
        Self::Price,
        Self::Date,
        Self::Datetime,
        Self::Time,
        Self::Weekday,
        Self::Language,
        Self::Currency,
        Self::Zone,
        Self::Colour,
        Self::Email,
        Self::Phone,
        Self::Url,
        Self::Link,
        Self::Slug,
        Self::Icon,
        Self::Image,
        Self::Redirect,
        Self::OldPath,
    ];

    /// The name by which type files call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Bool => "bool",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Price => "price",
            Self::Date => "date",
            Self::Datetime => "datetime",
            Self::Time => "time",
            Self::Weekday => "weekday",
            Self::Language => "language",
            Self::Currency => "currency",
            Self::Zone => "zone",
            Self::Colour => "colour",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Url => "url",
            Self::Link => "link",
            Self::Slug => "slug",
            Self::Icon => "icon",
            Self::Image => "image",
            Self::Redirect => "redirect-target",
            Self::OldPath => "old-path",
        }
    }

    /// The scalar that type files call so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// What belongs there, for people, with an example.
    pub fn expected(self) -> &'static str {
        match self {
            Self::Text => Text::EXPECTED,
            Self::Markdown => Markdown::EXPECTED,
            Self::Bool => bool::EXPECTED,
            Self::Integer => "a whole number without quotes and without commas, such as 2500",
            Self::Price => Price::EXPECTED,
            Self::Number => "a number without quotes, with a point for decimals, such as 18.5",
            Self::Date => CalendarDay::EXPECTED,
            Self::Datetime => PublicationDate::EXPECTED,
            Self::Time => Time::EXPECTED,
            Self::Weekday => <Weekday as Value>::EXPECTED,
            Self::Language => Language::EXPECTED,
            Self::Currency => CurrencyCode::EXPECTED,
            Self::Zone => ZoneName::EXPECTED,
            Self::Colour => Colour::EXPECTED,
            Self::Email => Email::EXPECTED,
            Self::Phone => Phone::EXPECTED,
            Self::Url => WebUrl::EXPECTED,
            Self::Link | Self::Redirect => Link::EXPECTED,
            Self::Slug => Slug::EXPECTED,
            Self::Icon => "the name of an icon in quotes, such as \"clock\"",
            Self::Image => ImageFile::EXPECTED,
            Self::OldPath => crate::decode::value::OldPath::EXPECTED,
        }
    }

    /// What several of them are called.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Text => "texts in quotes",
            Self::Markdown => "texts in Markdown",
            Self::Bool => "true or false",
            Self::Integer => "whole numbers",
            Self::Number => "numbers",
            Self::Price => "prices",
            Self::Date => "days",
            Self::Datetime => "dates",
            Self::Time => "times",
            Self::Weekday => "days of the week",
            Self::Language => "language tags",
            Self::Currency => "currency codes",
            Self::Zone => "time zones",
            Self::Colour => "colours",
            Self::Email => "email addresses",
            Self::Phone => "phone numbers",
            Self::Url => "web addresses",
            Self::Link | Self::Redirect => "links",
            Self::Slug => "ids",
            Self::Icon => "names of icons",
            Self::Image => "names of pictures",
            Self::OldPath => "paths of the site",
        }
    }

    /// An example as TOML writes it.
    pub fn example(self) -> &'static str {
        match self {
            Self::Text => Text::EXAMPLE,
            Self::Markdown => Markdown::EXAMPLE,
            Self::Bool => bool::EXAMPLE,
            Self::Integer => "4",
            Self::Price => "2500",
            Self::Number => "18.5",
            Self::Date => CalendarDay::EXAMPLE,
            Self::Datetime => PublicationDate::EXAMPLE,
            Self::Time => Time::EXAMPLE,
            Self::Weekday => <Weekday as Value>::EXAMPLE,
            Self::Language => Language::EXAMPLE,
            Self::Currency => CurrencyCode::EXAMPLE,
            Self::Zone => ZoneName::EXAMPLE,
            Self::Colour => Colour::EXAMPLE,
            Self::Email => Email::EXAMPLE,
            Self::Phone => Phone::EXAMPLE,
            Self::Url => WebUrl::EXAMPLE,
            Self::Link | Self::Redirect => Link::EXAMPLE,
            Self::Slug => Slug::EXAMPLE,
            Self::Icon => "\"clock\"",
            Self::Image => ImageFile::EXAMPLE,
            Self::OldPath => crate::decode::value::OldPath::EXAMPLE,
        }
    }

    /// The value, or `None` after reporting why not.
    pub fn decode(self, item: &Item<'_>, bounds: Bounds, report: &mut Report<'_>) -> Option<Data> {
        let data = match self {
            Self::Text => Data::Text(Text::decode(item, report)?),
            Self::Markdown => Data::Markdown(Markdown::decode(item, report)?),
            Self::Bool => Data::Bool(bool::decode(item, report)?),
            Self::Integer => Data::Integer(item.as_whole(self.expected(), report)?),
            Self::Price => Data::Price(Price::decode(item, report)?),
            Self::Number => Data::Number(item.as_number(self.expected(), report)?),
            Self::Date => Data::Date(CalendarDay::decode(item, report)?),
            Self::Datetime => Data::Datetime(PublicationDate::decode(item, report)?),
            Self::Time => Data::Time(Time::decode(item, report)?),
            Self::Weekday => Data::Weekday(Weekday::decode(item, report)?),
            Self::Language => Data::Language(Language::decode(item, report)?),
            Self::Currency => Data::Currency(CurrencyCode::decode(item, report)?),
            Self::Zone => Data::Zone(ZoneName::decode(item, report)?),
            Self::Colour => Data::Colour(Colour::decode(item, report)?),
            Self::Email => Data::Email(Email::decode(item, report)?),
            Self::Phone => Data::Phone(Phone::decode(item, report)?),
            Self::Url => Data::Url(WebUrl::decode(item, report)?),
            Self::Link => Data::Link(Link::decode(item, report)?),
            Self::Redirect => Data::Redirect(crate::decode::value::RedirectTarget::decode(item, report)?),
            Self::OldPath => Data::OldPath(crate::decode::value::OldPath::decode(item, report)?),
            Self::Slug => Data::Slug(Slug::decode(item, report)?),
            Self::Icon => Data::Icon(Text::decode(item, report)?),
            Self::Image => Data::Image(ImageFile::decode(item, report)?),
        };
        self.check_bounds(&data, item, bounds, report).then_some(data)
    }

    /// Reports a value beyond its bounds.
    #[expect(clippy::wildcard_enum_match_arm, reason = "values of other types have no bounds")]
    fn check_bounds(self, data: &Data, item: &Item<'_>, bounds: Bounds, report: &mut Report<'_>) -> bool {
        let measured = match data {
            Data::Integer(number) => number.to_string().parse().ok(),
            Data::Price(price) => price.machine().parse().ok(),
            Data::Number(number) => Some(*number),
            Data::Text(text) => u32::try_from(text.as_str().chars().count()).ok().map(f64::from),
            _ => None,
        };
        let Some(measured) = measured.filter(|measured| !bounds.contain(*measured)) else { return true };
        // For a text of another length there is no example.
        let example = (self != Self::Text).then(|| bounds.nearest_to(4.0).to_string());
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
        report.push(
            Diagnostic::new(Code::OutOfRange, item.span, message)
                .expected(expected)
                .maybe_help(help)
                .remedy(example.map(Remedy::placeholder)),
        );
        false
    }

    /// A harmless value for where there is none, or where `found` stands and isn't right.
    pub fn fallback(self, found: Option<&Item<'_>>) -> Data {
        match self {
            Self::Text => Data::Text(Text::fallback(found)),
            Self::Markdown => Data::Markdown(Markdown::fallback(found)),
            Self::Bool => Data::Bool(false),
            Self::Integer => Data::Integer(1),
            Self::Price => Data::Price(Price::fallback(found)),
            Self::Number => Data::Number(1.0),
            Self::Date => Data::Date(CalendarDay::fallback(found)),
            Self::Datetime => Data::Datetime(PublicationDate::fallback(found)),
            Self::Time => Data::Time(Time::fallback(found)),
            Self::Weekday => Data::Weekday(Weekday::fallback(found)),
            Self::Language => Data::Language(Language::fallback(found)),
            Self::Currency => Data::Currency(CurrencyCode::fallback(found)),
            Self::Zone => Data::Zone(ZoneName::fallback(found)),
            Self::Colour => Data::Colour(Colour::fallback(found)),
            Self::Email => Data::Email(Email::fallback(found)),
            Self::Phone => Data::Phone(Phone::fallback(found)),
            Self::Url => Data::Url(WebUrl::fallback(found)),
            Self::Link => Data::Link(Link::fallback(found)),
            Self::Redirect => Data::Redirect(crate::decode::value::RedirectTarget::fallback(found)),
            Self::OldPath => Data::OldPath(crate::decode::value::OldPath::fallback(found)),
            Self::Slug => Data::Slug(Slug::fallback(found)),
            Self::Icon => Data::Icon(Text::fallback(found)),
            Self::Image => Data::Image(ImageFile::fallback(found)),
        }
    }

    /// The JSON Schema (draft-07) of what [`Scalar::decode`] takes.
    pub fn json(self, bounds: Bounds, ids: &Ids) -> Json {
        let mut schema = match self {
            Self::Text | Self::Icon => Text::schema(),
            Self::Markdown => Markdown::schema(),
            Self::Bool => bool::schema(),
            Self::Integer => json!({ "type": "integer" }),
            Self::Price => Price::schema(),
            Self::Number => json!({ "type": "number" }),
            Self::Date => CalendarDay::schema(),
            Self::Datetime => PublicationDate::schema(),
            Self::Time => Time::schema(),
            Self::Weekday => <Weekday as Value>::schema(),
            Self::Language => Language::schema(),
            Self::Currency => CurrencyCode::schema(),
            Self::Zone => ZoneName::schema(),
            Self::Colour => Colour::schema(),
            Self::Email => Email::schema(),
            Self::Phone => Phone::schema(),
            Self::Url => WebUrl::schema(),
            Self::Link | Self::Redirect => Link::schema(),
            Self::OldPath => crate::decode::value::OldPath::schema(),
            Self::Slug => Slug::schema(),
            Self::Image => json!({ "enum": ids.images }),
        };
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
            | Self::Redirect
            | Self::OldPath => "string",
        }
    }
}
