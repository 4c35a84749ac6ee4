//! Typed views of decoded tables, for what Rust reasons about. `#[derive(View)]` makes them.

use std::sync::Arc;

use jiff::{civil::Date, tz::TimeZone};

use super::{Data, EntryRef, Name, Picture, Table};
use crate::{
    diagnostic::Span,
    schema::decode::{
        Spanned,
        value::{
            Colour, ImageFile, Language, Link, Markdown, Phone, Price, PublicationDate, Text, Time, WebUrl,
            Weekday, time_zone,
        },
    },
};

/// A struct with fields of a declared type.
pub trait View: Sized {
    fn view(table: &Table) -> Self;
}

/// A value that can be read from a field.
pub trait FromData: Sized {
    /// The value; a harmless one where `data` is another or absent, as for a table that is a fallback.
    fn from_data(data: Option<&Spanned<Data>>) -> Self;
}

impl<V: View> FromData for V {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.and_then(|data| data.value.as_table()) {
            Some(table) => V::view(table),
            None => V::view(&Table::empty()),
        }
    }
}

/// Reads the values of a scalar, or else the fallback.
macro_rules! values {
    ($($type:ty: $variant:ident, $fallback:expr;)*) => {$(
        impl FromData for $type {
            fn from_data(data: Option<&Spanned<Data>>) -> Self {
                match data.map(|data| &data.value) {
                    Some(Data::$variant(value)) => value.clone(),
                    _ => $fallback,
                }
            }
        }
    )*};
}

values! {
    Markdown: Markdown, Markdown::fallback();
    bool: Bool, false;
    i64: Integer, 1;
    f64: Number, 1.0;
    Price: Price, Price::fallback();
    Date: Date, Date::constant(2000, 1, 1);
    PublicationDate: Datetime, PublicationDate::fallback();
    Time: Time, Time::fallback();
    Weekday: Weekday, Weekday::Monday;
    Picture: Picture, Picture::fallback();
    EntryRef: Ref, EntryRef::nowhere();
}

/// Reads texts that were checked by their scalars.
macro_rules! texts {
    ($($type:ty: $read:expr;)*) => {$(
        impl FromData for $type {
            fn from_data(data: Option<&Spanned<Data>>) -> Self {
                let text = match data.map(|data| &data.value) {
                    Some(Data::Str(_, text)) => text,
                    _ => "",
                };
                $read(text)
            }
        }
    )*};
}

texts! {
    Language: Language::new;
    TimeZone: time_zone;
    Phone: Phone::new;
    WebUrl: WebUrl::new;
    Link: Link::new;
    Colour: |text| Colour::new(text).unwrap_or_else(|| Colour::from_rgb([0; 3]));
    Name: Name::from;
    ImageFile: |name| ImageFile::new(name).unwrap_or_else(ImageFile::fallback);
}

impl FromData for Text {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.map(|data| &data.value) {
            Some(Data::Str(_, text)) => text.clone().into(),
            _ => Self::fallback(),
        }
    }
}

impl FromData for u32 {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        Self::try_from(i64::from_data(data)).unwrap_or(1)
    }
}

impl<T: FromData> FromData for Option<T> {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        data.map(|data| T::from_data(Some(data)))
    }
}

impl<T: FromData> FromData for Arc<T> {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        Self::new(T::from_data(data))
    }
}

impl<T: FromData> FromData for Vec<T> {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.map(|data| &data.value) {
            Some(Data::List(elements)) => {
                elements.iter().map(|element| T::from_data(Some(element))).collect()
            }
            _ => Self::new(),
        }
    }
}

impl<T: FromData> FromData for Spanned<T> {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        let span = data.map_or(Span::NOWHERE, |data| data.span);
        Self { value: T::from_data(data), span }
    }
}

/// Reads a choice as the variant of this enum that serde finds by its word, or as the default.
macro_rules! choice_view {
    ($type:ty) => {
        impl $crate::schema::FromData for $type {
            fn from_data(data: Option<&$crate::schema::decode::Spanned<$crate::schema::Data>>) -> Self {
                let word = $crate::schema::Name::from_data(data);
                let word = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(&word);
                serde::Deserialize::deserialize(word).unwrap_or_default()
            }
        }
    };
}

pub(crate) use choice_view;
