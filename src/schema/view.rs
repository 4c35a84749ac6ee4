//! Typed views of decoded tables, for what Rust reasons about. `#[derive(View)]` makes them.

use super::{Data, EntryRef, Field, Kind, Name, Picture, Scalar, Schema, Table};
use crate::{
    decode::{
        Spanned,
        value::{
            CalendarDay, Colour, CurrencyCode, Email, FontFile, ImageFile, Language, Link, Markdown, OldPath,
            Phone, Price, PublicationDate, RedirectTarget, Slug, Text, Time, Value, WebUrl, Weekday,
            ZoneName,
        },
    },
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
};

/// A struct with fields of a declared type.
pub trait View: Sized {
    /// The view of a table.
    fn view(table: &Table) -> Self;

    /// The fields that it reads, and whether a declared one is what it expects.
    fn fields() -> Vec<ViewField>;

    /// Reports every field that the type lacks, or declares otherwise than the view reads it.
    fn check(schema: &Schema, what: &str, diagnostics: &mut Diagnostics) {
        for ViewField { key, declared, accepts, may_be_absent, check } in Self::fields() {
            let declaration = || format!("{key} = {{ {}, ... }}", declared());
            diagnostics.push(match schema.field(key) {
                None if may_be_absent() || schema.is_partial => continue,
                None => Diagnostic::new(
                    Code::Type,
                    schema.span,
                    format!("gympress needs the field \"{key}\" of {what}, which is not declared"),
                )
                .expected(declaration())
                .help("declare it, and whatever else you like"),
                Some(field) if !accepts(field) => Diagnostic::new(
                    Code::Type,
                    field.span,
                    format!("gympress reads \"{key}\" of {what} as a value of another type"),
                )
                .expected(declaration())
                .help("declare it so; for something else, declare a field of another name"),
                Some(field) if !may_be_absent() && !field.is_always_there() => Diagnostic::new(
                    Code::Type,
                    field.span,
                    format!("gympress needs \"{key}\" of {what}, so that it can't be left out"),
                )
                .expected("a field that has to be there, or has a default")
                .help("remove \"optional\" or \"when\", or add a default"),
                Some(field) => {
                    if let Kind::Table(inner) = &field.kind {
                        check(inner, &format!("\"{key}\" of {what}"), diagnostics);
                    }
                    continue;
                }
            });
        }
    }
}

/// A field that a view reads.
pub struct ViewField {
    /// Its key.
    pub key: &'static str,
    /// How it has to be declared, as type files write it.
    pub declared: fn() -> String,
    /// Whether a declared field is what the view expects.
    pub accepts: fn(&Field) -> bool,
    /// Whether the type may lack it.
    pub may_be_absent: fn() -> bool,
    /// Checks the type of a nested table.
    pub check: fn(&Schema, &str, &mut Diagnostics),
}

/// A value that can be read from a field.
pub trait FromData: Sized {
    /// The value; a harmless one where `data` is another or absent, as for a table that is a fallback.
    fn from_data(data: Option<&Spanned<Data>>) -> Self;

    /// How a field that holds such values is declared.
    fn declared() -> String;

    /// Whether a declared field holds such values.
    fn accepts(field: &Field) -> bool;

    /// True if there is a value without the field.
    fn may_be_absent() -> bool {
        false
    }

    /// Checks the type of a nested table.
    fn check(_: &Schema, _: &str, _: &mut Diagnostics) {}
}

impl<V: View> FromData for V {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.map(|data| &data.value) {
            Some(Data::Table(table)) => V::view(table),
            _ => V::view(&Table::empty()),
        }
    }

    fn declared() -> String {
        "type = \"table\"".to_owned()
    }

    fn accepts(field: &Field) -> bool {
        matches!(field.kind, Kind::Table(_)) && field.list.is_none()
    }

    fn may_be_absent() -> bool {
        V::fields().iter().all(|field| (field.may_be_absent)())
    }

    fn check(schema: &Schema, what: &str, diagnostics: &mut Diagnostics) {
        <V as View>::check(schema, what, diagnostics);
    }
}

/// Reads the scalars of a type.
macro_rules! scalars {
    ($($type:ty: $($variant:ident)|+, $fallback:expr;)*) => {$(
        impl FromData for $type {
            fn from_data(data: Option<&Spanned<Data>>) -> Self {
                match data.map(|data| &data.value) {
                    $(Some(Data::$variant(value)) => value.clone(),)+
                    _ => $fallback,
                }
            }

            fn declared() -> String {
                // Several are read alike, and the first is the usual one.
                let [first, ..] = [$(Scalar::$variant),+];
                format!("type = \"{}\"", first.name())
            }

            fn accepts(field: &Field) -> bool {
                matches!(field.kind, $(Kind::Scalar(Scalar::$variant))|+) && field.list.is_none()
            }
        }
    )*};
}

scalars! {
    Text: Text | Icon, Text::fallback(None);
    Markdown: Markdown, Markdown::fallback(None);
    bool: Bool, false;
    i64: Integer, 1;
    Price: Price, Price::fallback(None);
    f64: Number, 1.0;
    CalendarDay: Date, CalendarDay::fallback(None);
    PublicationDate: Datetime, PublicationDate::fallback(None);
    Time: Time, Time::fallback(None);
    Weekday: Weekday, Weekday::fallback(None);
    Language: Language, Language::fallback(None);
    CurrencyCode: Currency, CurrencyCode::fallback(None);
    ZoneName: Zone, ZoneName::fallback(None);
    Colour: Colour, Colour::fallback(None);
    Email: Email, Email::fallback(None);
    Phone: Phone, Phone::fallback(None);
    WebUrl: Url, WebUrl::fallback(None);
    Link: Link, Link::fallback(None);
    RedirectTarget: Redirect, RedirectTarget::fallback(None);
    OldPath: OldPath, OldPath::fallback(None);
    Slug: Slug, Slug::fallback(None);
    ImageFile: Image, ImageFile::fallback(None);
    FontFile: Font, FontFile::fallback(None);
}

impl FromData for u32 {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        u32::try_from(i64::from_data(data)).unwrap_or(1)
    }

    fn declared() -> String {
        i64::declared()
    }

    fn accepts(field: &Field) -> bool {
        i64::accepts(field)
    }
}

impl FromData for Name {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.map(|data| &data.value) {
            Some(Data::Choice(word)) => word.clone(),
            _ => Name::from(""),
        }
    }

    fn declared() -> String {
        "type = \"choice\"".to_owned()
    }

    fn accepts(field: &Field) -> bool {
        matches!(field.kind, Kind::Choice(_)) && field.list.is_none()
    }
}

/// Reads a choice as the variant of this enum that has the word as its name, or as the default.
macro_rules! choice_view {
    ($type:ty) => {
        impl $crate::schema::FromData for $type {
            fn from_data(data: Option<&$crate::decode::Spanned<$crate::schema::Data>>) -> Self {
                let name = $crate::schema::Name::from_data(data);
                Self::ALL.into_iter().find(|variant| variant.name() == &*name).unwrap_or_default()
            }

            fn declared() -> String {
                $crate::schema::Name::declared()
            }

            fn accepts(field: &$crate::schema::Field) -> bool {
                $crate::schema::Name::accepts(field)
            }
        }
    };
}

pub(crate) use choice_view;

impl FromData for Picture {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.map(|data| &data.value) {
            Some(Data::Picture(picture)) => picture.clone(),
            _ => Picture { file: ImageFile::fallback(None), alt: String::new(), focus: None },
        }
    }

    fn declared() -> String {
        "type = \"picture\"".to_owned()
    }

    fn accepts(field: &Field) -> bool {
        matches!(field.kind, Kind::Picture) && field.list.is_none()
    }
}

/// An id as it is written, and where.
impl FromData for Spanned<EntryRef> {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data {
            Some(Spanned { value: Data::Ref(reference), span }) => {
                Spanned { value: reference.clone(), span: *span }
            }
            _ => Spanned { value: EntryRef::nowhere(), span: Span::NOWHERE },
        }
    }

    fn declared() -> String {
        "type = \"ref\"".to_owned()
    }

    fn accepts(field: &Field) -> bool {
        matches!(field.kind, Kind::Ref(_)) && field.list.is_none()
    }
}

impl<T: FromData> FromData for Option<T> {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        data.map(|data| T::from_data(Some(data)))
    }

    fn declared() -> String {
        T::declared()
    }

    fn accepts(field: &Field) -> bool {
        T::accepts(field)
    }

    fn may_be_absent() -> bool {
        true
    }

    fn check(schema: &Schema, what: &str, diagnostics: &mut Diagnostics) {
        T::check(schema, what, diagnostics);
    }
}

impl<T: FromData> FromData for std::sync::Arc<T> {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        Self::new(T::from_data(data))
    }

    fn declared() -> String {
        T::declared()
    }

    fn accepts(field: &Field) -> bool {
        T::accepts(field)
    }

    fn may_be_absent() -> bool {
        T::may_be_absent()
    }

    fn check(schema: &Schema, what: &str, diagnostics: &mut Diagnostics) {
        T::check(schema, what, diagnostics);
    }
}

impl<T: FromData> FromData for Vec<T> {
    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        match data.map(|data| &data.value) {
            Some(Data::List(elements)) => {
                elements.iter().map(|element| T::from_data(Some(element))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn declared() -> String {
        format!("{}, list = true", T::declared())
    }

    fn accepts(field: &Field) -> bool {
        field.list.is_some() && T::accepts(&Field { list: None, ..field.clone() })
    }

    fn may_be_absent() -> bool {
        true
    }

    fn check(schema: &Schema, what: &str, diagnostics: &mut Diagnostics) {
        T::check(schema, what, diagnostics);
    }
}

/// Reads values together with their places.
macro_rules! spanned {
    ($($type:ty),*) => {$(
        impl FromData for Spanned<$type> {
            fn from_data(data: Option<&Spanned<Data>>) -> Self {
                let span = data.map_or(Span::NOWHERE, |data| data.span);
                Spanned { value: <$type>::from_data(data), span }
            }

            fn declared() -> String {
                <$type>::declared()
            }

            fn accepts(field: &Field) -> bool {
                <$type>::accepts(field)
            }
        }
    )*};
}

spanned!(
    Text,
    bool,
    u32,
    i64,
    f64,
    CalendarDay,
    PublicationDate,
    Time,
    Weekday,
    WebUrl,
    Slug,
    ImageFile,
    FontFile,
    Colour,
    OldPath,
    RedirectTarget
);
