//! Decoded values, typed, each with its place.

use std::{any::Any, cmp::Ordering, fmt, sync::Arc};

use jiff::civil::Date;

use super::{Collection, Name, Plural, Scalar, Schema};
use crate::{
    decode::{
        Spanned,
        value::{FileName, Markdown, Price, PublicationDate, Time},
    },
    diagnostic::Span,
};

/// A value.
#[derive(Clone, Debug)]
pub enum Data {
    /// A text in Markdown.
    Markdown(Markdown),
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// An amount of money.
    Price(Price),
    /// A day.
    Date(Date),
    /// A day, with or without a time.
    Datetime(PublicationDate),
    /// A time of day.
    Time(Time),
    /// A value of a scalar of the application.
    Own(Scalar, Arc<dyn OwnValue>),
    /// A text of any other scalar, as its check keeps it, or the word of a choice.
    Str(Scalar, Arc<str>),
    /// An entry of a collection, by its id.
    Ref(EntryRef),
    /// A picture with its description, in a box: all values take as much memory as the largest.
    Picture(Box<PictureRef>),
    /// A text for each number.
    Plural(Box<Plural>),
    /// A table.
    Table(Arc<Table>),
    /// A list of values of one type.
    List(Vec<Spanned<Data>>),
}

/// An id as it is written in the file.
#[derive(Clone, Debug)]
pub struct EntryRef {
    /// The collection that should have it.
    pub collection: Arc<Collection>,
    /// The id.
    pub id: Arc<str>,
}

impl Data {
    /// The value as the id of an entry. Returns `None` if it can't be one.
    pub fn as_id(&self) -> Option<String> {
        match self {
            Self::Integer(number) => Some(number.to_string()),
            Self::Str(scalar, id) if [Scalar::SLUG, Scalar::LITERAL, Scalar::TEXT].contains(scalar) => {
                Some(id.to_string())
            }
            _ => None,
        }
    }

    /// The text that readers see. Returns `None` if it is something else, such as an address.
    pub fn as_text(&self) -> Option<&Arc<str>> {
        match self {
            Self::Str(scalar, text) if *scalar == Scalar::TEXT => Some(text),
            _ => None,
        }
    }

    /// The word of a choice. Returns `None` if it is something else.
    pub fn as_word(&self) -> Option<&Arc<str>> {
        match self {
            Self::Str(scalar, word) if *scalar == Scalar::WORD => Some(word),
            _ => None,
        }
    }

    /// The table. Returns `None` if it is something else.
    pub fn as_table(&self) -> Option<&Arc<Table>> {
        if let Self::Table(table) = self { Some(table) } else { None }
    }

    /// The reference to an entry. Returns `None` if it is something else.
    pub fn as_reference(&self) -> Option<&EntryRef> {
        if let Self::Ref(reference) = self { Some(reference) } else { None }
    }

    /// The picture. Returns `None` if it is something else.
    pub fn as_picture(&self) -> Option<&PictureRef> {
        if let Self::Picture(picture) = self { Some(picture) } else { None }
    }

    /// The value of one of the application's scalars. Returns `None` if it is something else.
    pub fn own<T: OwnValue>(&self) -> Option<&T> {
        let Self::Own(_, value) = self else { return None };
        let value: &dyn Any = &**value;
        value.downcast_ref()
    }

    /// A single value as content writes it, without quotes; empty for anything else.
    pub fn written(&self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Integer(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Price(price) => price.machine(),
            Self::Date(day) => day.to_string(),
            Self::Datetime(date) => date.civil().to_string(),
            Self::Time(time) => time.machine(),
            Self::Own(_, value) => value.written(),
            Self::Str(_, text) => text.to_string(),
            _ => String::new(),
        }
    }

    /// The type of a single value.
    fn scalar(&self) -> Option<Scalar> {
        Some(match self {
            Self::Integer(_) => Scalar::INTEGER,
            Self::Number(_) => Scalar::NUMBER,
            Self::Price(_) => Scalar::PRICE,
            Self::Date(_) => Scalar::DATE,
            Self::Datetime(_) => Scalar::DATETIME,
            Self::Time(_) => Scalar::TIME,
            Self::Own(scalar, _) | Self::Str(scalar, _) => *scalar,
            _ => return None,
        })
    }

    /// The bits of the scalars of the value and of those within it.
    fn scalar_bits(&self) -> u64 {
        match self {
            Self::Table(table) => table.scalars,
            Self::List(elements) => {
                elements.iter().fold(0, |bits, element| bits | element.value.scalar_bits())
            }
            value => value.scalar().map_or(0, |scalar| bit(scalar.name())),
        }
    }

    /// True for a table, and for a list with one.
    fn has_table(&self) -> bool {
        match self {
            Self::Table(_) => true,
            Self::List(elements) => elements.iter().any(|element| element.value.has_table()),
            _ => false,
        }
    }

    /// The order of two values of one type; values without an order are equal.
    pub fn order(&self, other: &Self) -> Ordering {
        match self.scalar().and_then(|scalar| scalar.0.order) {
            Some(order) => order(self, other),
            None => Ordering::Equal,
        }
    }
}

/// One of 64 bits by which a set of names is kept in a number. Few names share one, so that a set without the bit of a name
/// certainly lacks it, and one with it probably has it.
fn bit(name: &str) -> u64 {
    // Spreads the keys and scalars of this repository over more bits than other factors that were tried.
    const FACTOR: u32 = 0x9E37_79B1;
    let hash = name.bytes().fold(0_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(FACTOR));
    1 << (hash >> (u32::BITS - u64::BITS.ilog2()))
}

/// The order of two values of one scalar of this crate.
pub fn compare(a: &Data, b: &Data) -> Ordering {
    match (a, b) {
        (Data::Str(_, a), Data::Str(_, b)) => a.to_lowercase().cmp(&b.to_lowercase()),
        (Data::Integer(a), Data::Integer(b)) => a.cmp(b),
        (Data::Price(a), Data::Price(b)) => a.thousandths().cmp(&b.thousandths()),
        (Data::Number(a), Data::Number(b)) => a.total_cmp(b),
        (Data::Date(a), Data::Date(b)) => a.cmp(b),
        (Data::Datetime(a), Data::Datetime(b)) => a.civil().cmp(&b.civil()),
        (Data::Time(a), Data::Time(b)) => a.cmp(b),
        _ => Ordering::Equal,
    }
}

/// A value of a scalar that an application declares.
pub trait OwnValue: Any + fmt::Debug + Send + Sync {
    /// The value as content writes it, without quotes.
    fn written(&self) -> String;
}

impl EntryRef {
    /// A reference to nothing, where a mistake was reported.
    pub fn nowhere() -> Self {
        let collection = Collection {
            name: Name::from(""),
            nouns: ["".into(), "".into()],
            example: "".into(),
            listed: None,
        };
        Self { collection: Arc::new(collection), id: "".into() }
    }
}

impl Spanned<Data> {
    /// Calls `visit` with the value, which stands behind `key`, and with those within it.
    pub fn walk(&self, key: &Name, visit: &mut impl FnMut(&Name, &Self)) {
        visit(key, self);
        match &self.value {
            Data::Table(table) => table.walk(visit),
            Data::List(elements) => elements.iter().for_each(|element| element.walk(key, visit)),
            _ => {}
        }
    }
}

/// A picture with its description.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct PictureRef {
    /// The file.
    pub file: FileName,
    /// The description for people who don't see it; empty if it only decorates.
    pub alt: String,
    /// The point that stays in view where the picture is cropped, if content names one.
    pub focus: Option<FocusPoint>,
    /// False for a picture that is never mirrored, as one of words.
    pub mirror: bool,
    /// True for a picture that is never cropped, such as a poster.
    pub whole: bool,
}

impl PictureRef {
    /// The harmless value in place of one that can't be read.
    pub fn fallback() -> Self {
        Self { file: FileName::fallback(), alt: String::new(), focus: None, mirror: true, whole: false }
    }
}

/// A point of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct FocusPoint {
    /// The distance from the left, in hundredths of the width.
    pub x: u8,
    /// The distance from the top, in hundredths of the height.
    pub y: u8,
}

/// A table with the values of its fields, in the order of their declaration. A required field has a value even
/// where a mistake was reported; such a table is never published.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its type.
    pub schema: Arc<Schema>,
    fields: Box<[(Name, Spanned<Data>)]>,
    /// The bits of its keys.
    keys: u64,
    /// The bits of the scalars of its values, and of those within them.
    scalars: u64,
    /// True if a value is a table, or a list with one.
    has_tables: bool,
    /// The header, or the whole of an inline table, or the first statement of a file.
    pub span: Span,
}

impl Table {
    /// A table of these fields.
    pub fn new(schema: Arc<Schema>, fields: Vec<(Name, Spanned<Data>)>, span: Span) -> Self {
        let keys = fields.iter().fold(0, |bits, (key, _)| bits | bit(key));
        let values = || fields.iter().map(|(_, value)| &value.value);
        let scalars = values().fold(0, |bits, value| bits | value.scalar_bits());
        let has_tables = values().any(Data::has_table);
        Self { schema, fields: fields.into(), keys, scalars, has_tables, span }
    }

    /// A table of this type in which nothing could be read.
    pub fn fallback(schema: &Arc<Schema>) -> Arc<Self> {
        super::fallback::table_fallback(schema)
    }

    /// A table without fields.
    pub fn empty() -> Self {
        let schema = Schema::new("", "", Vec::new());
        Self::new(Arc::new(schema), Vec::new(), Span::NOWHERE)
    }

    /// The value of a field. Returns `None` if it is optional and absent.
    pub fn get(&self, key: &str) -> Option<&Spanned<Data>> {
        // Most keys that are looked for are absent, which the bits tell without a look at each field.
        if self.keys & bit(key) == 0 {
            return None;
        }
        self.fields.iter().find(|(name, _)| &**name == key).map(|(_, value)| value)
    }

    /// The same table with this value behind a key.
    #[must_use]
    pub fn with(&self, key: &str, value: Spanned<Data>) -> Self {
        let others = self.fields.iter().filter(|(name, _)| &**name != key).cloned();
        let fields = others.chain([(Name::from(key), value)]).collect();
        Self::new(self.schema.clone(), fields, self.span)
    }

    /// True if a value is a table, or a list with one.
    pub fn has_tables(&self) -> bool {
        self.has_tables
    }

    /// Calls `visit` with each value of this scalar, and with those within others. Most tables have none, which they know
    /// without a look at their values.
    pub fn visit_scalar(&self, scalar: Scalar, visit: &mut impl FnMut(&Spanned<Data>)) {
        if self.scalars & bit(scalar.name()) != 0 {
            self.walk(&mut |_, value| {
                if value.value.scalar() == Some(scalar) {
                    visit(value);
                }
            });
        }
    }

    /// Calls `visit` with each value and its key, and with those within it.
    pub fn walk(&self, visit: &mut impl FnMut(&Name, &Spanned<Data>)) {
        self.iter().for_each(|(key, value)| value.walk(key, visit));
    }

    /// All values, in the order of the declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Spanned<Data>)> {
        self.fields.iter().map(|(name, value)| (name, value))
    }

    /// The text behind a key, if it is one.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.shared_text(key).map(|text| &**text)
    }

    /// The same, to be kept without a copy.
    pub fn shared_text(&self, key: &str) -> Option<&Arc<str>> {
        match &self.get(key)?.value {
            Data::Str(_, text) => Some(text),
            _ => None,
        }
    }

    /// The elements of the list behind a key; none if there is no such list.
    pub fn list(&self, key: &str) -> &[Spanned<Data>] {
        match self.get(key).map(|value| &value.value) {
            Some(Data::List(elements)) => elements,
            _ => &[],
        }
    }

    /// The tables of the list behind a key.
    pub fn tables(&self, key: &str) -> impl Iterator<Item = &Arc<Table>> {
        self.list(key).iter().filter_map(|element| element.value.as_table())
    }

    /// The table at a place, among those of all lists.
    pub fn row_at(&self, span: Span) -> Option<&Arc<Table>> {
        self.rows().find(|row| row.span == span)
    }

    /// The table that says the value at a place, among those of all lists.
    pub fn row_with(&self, span: Span) -> Option<&Arc<Table>> {
        self.rows().find(|row| row.iter().any(|(_, value)| value.span == span))
    }

    /// The tables of all lists.
    fn rows(&self) -> impl Iterator<Item = &Arc<Table>> {
        let lists = self.iter().filter_map(|(_, value)| match &value.value {
            Data::List(elements) => Some(elements),
            _ => None,
        });
        lists.flatten().filter_map(|element| element.value.as_table())
    }

    /// True if the key is there and says `true`.
    pub fn is(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Spanned { value: Data::Bool(true), .. }))
    }
}
