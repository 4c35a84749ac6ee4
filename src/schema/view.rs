//! Typed views of decoded tables, for what Rust reasons about. `#[derive(View)]` makes them.

use std::sync::Arc;

use jiff::{civil::Date, tz::TimeZone};

use super::{Data, EntryRef, Kind, Name, PictureRef, Scalar, Table};
use crate::{
    diagnostic::Span,
    schema::decode::{
        Spanned, TARGET,
        value::{
            Colour, Destination, ImageFile, Language, Link, Markdown, Phone, Price, PublicationDate,
            ScalarDecoder, Text, Time, WebUrl, time_zone,
        },
    },
};

/// A struct with fields of a declared type.
pub trait View: Sized {
    /// The fields that it reads.
    const FIELDS: &'static [ViewField];

    fn view(table: &Arc<Table>) -> Self;
}

/// A field that a view reads.
#[derive(Clone, Copy, Debug)]
pub struct ViewField {
    pub key: &'static str,
    pub kind: ViewKind,
    pub need: Need,
    /// The fields that are read, of a table.
    pub inner: &'static [ViewField],
}

impl ViewField {
    /// The fields of a view of the same table.
    pub const fn flattened(inner: &'static [Self]) -> Self {
        Self { key: "", kind: ViewKind::Flattened, need: Need::Maybe, inner }
    }
}

/// Whether a field has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Always,
    Maybe,
    List,
}

/// The types of fields from which a value can be read.
#[derive(Clone, Copy, Debug)]
pub enum ViewKind {
    /// Any text, a word of a list among them.
    Text,
    Scalar(Scalar),
    Reference,
    Picture,
    Table,
    /// The fields of another view, of the same table.
    Flattened,
}

impl ViewKind {
    /// True if a value of this type can be read.
    pub fn reads(self, kind: &Kind) -> bool {
        match (self, kind) {
            (Self::Text, Kind::Scalar(scalar)) => matches!(scalar.0.decoder, ScalarDecoder::Text { .. }),
            (Self::Text, Kind::Choice(_)) => true,
            (Self::Scalar(read), Kind::Scalar(scalar)) => read == *scalar,
            (Self::Reference, Kind::Ref(_)) => true,
            (Self::Picture, Kind::Picture(_)) => true,
            (Self::Table, Kind::Table(_)) => true,
            _ => false,
        }
    }
}

/// A value that can be read from a field.
pub trait FromData: Sized {
    const KIND: ViewKind;
    const NEED: Need = Need::Always;
    /// The fields that are read, of a table.
    const INNER: &'static [ViewField] = &[];

    /// The value; a harmless one if `data` is absent or of another type, as in the fallback of a table.
    fn from_data(data: Option<&Spanned<Data>>) -> Self;
}

impl<V: View> FromData for V {
    const KIND: ViewKind = ViewKind::Table;
    const INNER: &'static [ViewField] = V::FIELDS;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.and_then(|data| data.value.as_table()) {
            Some(table) => V::view(table),
            None => V::view(&Arc::new(Table::empty())),
        }
    }
}

/// Reads the values of a scalar, or else the fallback.
macro_rules! values {
    ($($type:ty: $variant:ident, $kind:expr, $fallback:expr;)*) => {$(
        impl FromData for $type {
            const KIND: ViewKind = $kind;

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
    Markdown: Markdown, ViewKind::Scalar(Scalar::MARKDOWN), Markdown::fallback();
    bool: Bool, ViewKind::Scalar(Scalar::BOOL), false;
    i64: Integer, ViewKind::Scalar(Scalar::INTEGER), 1;
    f64: Number, ViewKind::Scalar(Scalar::NUMBER), 1.0;
    Price: Price, ViewKind::Scalar(Scalar::PRICE), Price::fallback();
    Date: Date, ViewKind::Scalar(Scalar::DATE), Date::constant(2000, 1, 1);
    PublicationDate: Datetime, ViewKind::Scalar(Scalar::DATETIME), PublicationDate::fallback();
    Time: Time, ViewKind::Scalar(Scalar::TIME), Time::fallback();
    PictureRef: Picture, ViewKind::Picture, PictureRef::fallback();
    EntryRef: Ref, ViewKind::Reference, EntryRef::nowhere();
}

/// Reads texts that were checked by their scalars.
macro_rules! texts {
    ($($type:ty: $kind:expr, $read:expr;)*) => {$(
        impl FromData for $type {
            const KIND: ViewKind = $kind;

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
    Language: ViewKind::Scalar(Scalar::LANGUAGE), Language::new;
    TimeZone: ViewKind::Scalar(Scalar::ZONE), time_zone;
    Phone: ViewKind::Scalar(Scalar::PHONE), Phone::new;
    WebUrl: ViewKind::Text, WebUrl::new;
    Link: ViewKind::Text, Link::new;
    Destination: ViewKind::Scalar(TARGET), Destination::new;
    Colour: ViewKind::Scalar(Scalar::COLOUR), |text| Colour::new(text).unwrap_or_else(|| Colour::from_rgb([0; 3]));
    Name: ViewKind::Text, Name::from;
    ImageFile: ViewKind::Text, |name| ImageFile::new(name).unwrap_or_else(ImageFile::fallback);
}

impl FromData for Text {
    const KIND: ViewKind = ViewKind::Text;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.map(|data| &data.value) {
            Some(Data::Str(_, text)) => text.clone().into(),
            _ => Self::fallback(),
        }
    }
}

impl FromData for u32 {
    const KIND: ViewKind = i64::KIND;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        Self::try_from(i64::from_data(data)).unwrap_or(1)
    }
}

impl<T: FromData> FromData for Option<T> {
    const KIND: ViewKind = T::KIND;
    const NEED: Need = Need::Maybe;
    const INNER: &'static [ViewField] = T::INNER;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        data.map(|data| T::from_data(Some(data)))
    }
}

impl<T: FromData> FromData for Arc<T> {
    const KIND: ViewKind = T::KIND;
    const NEED: Need = T::NEED;
    const INNER: &'static [ViewField] = T::INNER;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        Self::new(T::from_data(data))
    }
}

impl<T: FromData> FromData for Vec<T> {
    const KIND: ViewKind = T::KIND;
    const NEED: Need = Need::List;
    const INNER: &'static [ViewField] = T::INNER;

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
    const KIND: ViewKind = T::KIND;
    const NEED: Need = T::NEED;
    const INNER: &'static [ViewField] = T::INNER;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        let span = data.map_or(Span::NOWHERE, |data| data.span);
        Self { value: T::from_data(data), span }
    }
}

/// Reads a choice as the variant of this enum that serde finds by its word, or as the default.
macro_rules! choice_view {
    ($type:ty) => {
        impl $crate::schema::FromData for $type {
            const KIND: $crate::schema::ViewKind = $crate::schema::ViewKind::Text;

            fn from_data(data: Option<&$crate::schema::decode::Spanned<$crate::schema::Data>>) -> Self {
                let word = $crate::schema::Name::from_data(data);
                let word = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(&word);
                serde::Deserialize::deserialize(word).unwrap_or_default()
            }
        }
    };
}

pub(crate) use choice_view;
