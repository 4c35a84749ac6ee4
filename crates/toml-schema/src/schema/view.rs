//! Typed views of decoded tables, for what Rust reasons about. `#[derive(View)]` makes them.
//!
//! A schema of content may be data that nobody compiled, while a program knows some of its fields by name. A view says which,
//! once: [`View::FIELDS`] tells what it reads, so that a schema can be held against it before anything is decoded.
//!
//! ```
//! use std::sync::Arc;
//!
//! use serde::Deserialize;
//! use toml_schema::{
//!     Field, Kind, Options, Scalar, Schema, file,
//!     diagnostic::FileId,
//!     schema::{Choice, Need, View},
//! };
//!
//! #[derive(Choice, Debug, Default, Deserialize, PartialEq)]
//! #[serde(rename_all = "lowercase")]
//! enum Mode {
//!     #[default]
//!     Open,
//!     Private,
//! }
//!
//! #[derive(View)]
//! struct Server {
//!     port: i64,
//!     mode: Mode,
//!     #[view(key = "hosts")]
//!     names: Vec<Arc<str>>,
//!     note: Option<Arc<str>>,
//! }
//!
//! let port = Field::new("port", Kind::Scalar(Scalar::INTEGER), "Where it listens");
//! let hosts = Field::new("hosts", Kind::Scalar(Scalar::TEXT), "For whom it answers").list();
//! let mode = Field::new("mode", Kind::Choice(["open".into(), "private".into()].into()), "Who may ask");
//! let schema = Arc::new(Schema::new("server", "A server", vec![port, hosts, mode]));
//! let text: Arc<str> = "port = 80\nhosts = [\"a.example\"]\nmode = \"private\"\n".into();
//! let server = Server::view(&file(FileId(0), &text, &schema, Options::default()).table);
//!
//! assert_eq!((server.port, &*server.names[0], server.note), (80, "a.example", None));
//! assert_eq!(server.mode, Mode::Private);
//! assert_eq!(Server::FIELDS[2].need, Need::List);
//! assert!(Server::FIELDS[0].kind.reads(&Kind::Scalar(Scalar::INTEGER)));
//! ```

use std::sync::Arc;

use jiff::{civil::Date, tz::TimeZone};
use serde::{
    Deserialize,
    de::value::{Error as ValueError, StrDeserializer},
};

use super::{Data, EntryRef, Kind, PictureRef, Scalar, Table};
use crate::{
    decode::{
        Spanned,
        value::{
            Colour, FileName, Language, Markdown, Phone, Price, PublicationDate, ScalarDecoder, Text, Time,
            WebUrl, time_zone,
        },
    },
    diagnostic::Span,
};

/// A struct with fields of a declared type. `#[derive(View)]` implements it: each field is read from the key of its name, or
/// of `#[view(key = "...")]`; `#[view(flatten)]` reads another view from the same table, `#[view(span)]` takes the place of
/// the table, `#[view(table)]` the table itself, and `#[view(default)]` nothing: others fill it.
pub trait View: Sized {
    /// The fields that it reads.
    const FIELDS: &'static [ViewField];

    /// The fields of `table`; harmless values stand for those that are absent.
    fn view(table: &Arc<Table>) -> Self;
}

/// A field that a view reads.
#[derive(Clone, Copy, Debug)]
pub struct ViewField {
    /// Its key; empty for the fields of another view of the same table.
    pub key: &'static str,
    /// The types of fields from which it can be read.
    pub kind: ViewKind,
    /// Whether it has to be there.
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
    /// The view has no value without it.
    Always,
    /// It may be absent.
    Maybe,
    /// Any number of values, none among them.
    List,
}

/// The types of fields from which a value can be read.
#[derive(Clone, Copy, Debug)]
pub enum ViewKind {
    /// Any text, a word of a list among them.
    Text,
    /// A value of one scalar.
    Scalar(Scalar),
    /// An entry of a collection.
    Reference,
    /// A picture with its words.
    Picture,
    /// A table, which a view reads.
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
    /// The types of fields from which it can be read.
    const KIND: ViewKind;
    /// Whether a field has to be there.
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
    EntryRef: Ref, ViewKind::Reference, EntryRef::nowhere();
}

impl FromData for PictureRef {
    const KIND: ViewKind = ViewKind::Picture;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        data.and_then(|data| data.value.as_picture()).cloned().unwrap_or_else(Self::fallback)
    }
}

/// Reads texts that were checked by their scalars.
macro_rules! texts {
    ($($type:ty: $kind:expr, $read:expr;)*) => {$(
        impl FromData for $type {
            const KIND: ViewKind = $kind;

            fn from_data(data: Option<&Spanned<Data>>) -> Self {
                $read(read_text(data))
            }
        }
    )*};
}

texts! {
    Language: ViewKind::Scalar(Scalar::LANGUAGE), Language::new;
    TimeZone: ViewKind::Scalar(Scalar::ZONE), time_zone;
    Phone: ViewKind::Scalar(Scalar::PHONE), Phone::new;
    WebUrl: ViewKind::Text, WebUrl::new;
    Colour: ViewKind::Scalar(Scalar::COLOUR), |text| Colour::new(text).unwrap_or_else(|| Colour::from_rgb([0; 3]));
    Arc<str>: ViewKind::Text, Arc::from;
    FileName: ViewKind::Text, |name| FileName::new(name).unwrap_or_else(FileName::fallback);
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

impl<V: View> View for Arc<V> {
    const FIELDS: &'static [ViewField] = V::FIELDS;

    fn view(table: &Arc<Table>) -> Self {
        Self::new(V::view(table))
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

/// The text of a field that is one, as its scalar's check has kept it; empty if `data` is absent or of another type.
pub fn read_text(data: Option<&Spanned<Data>>) -> &str {
    match data.map(|data| &data.value) {
        Some(Data::Str(_, text)) => text,
        _ => "",
    }
}

/// The variant of an enum that serde finds by the word of a choice, or its default. `#[derive(Choice)]` reads fields so.
pub fn read_choice<'de, T: Deserialize<'de> + Default>(data: Option<&'de Spanned<Data>>) -> T {
    T::deserialize(StrDeserializer::<ValueError>::new(read_text(data))).unwrap_or_default()
}
