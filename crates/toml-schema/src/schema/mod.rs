//! Declared types: which fields a table has, of which type each is, and which rules hold between them.
//!
//! A [`Schema`] is data, and the only description of a type: decoding and JSON Schemas read it.

mod application;
mod bounds;
mod candidate;
mod choice;
mod collection;
mod data;
pub mod decode;
pub mod fallback;
mod json;
pub mod picture;
mod place;
pub mod plural;
mod rules;
mod scalar;
pub mod slots;
pub mod table;
mod translation;
mod view;

use std::sync::Arc;

use toml::de::DeValue;

pub use application::{Application, MeantHeader, NewEntry};
pub use bounds::{Bounds, whole};
pub use candidate::{Candidate, CandidateKind, candidates};
pub use collection::{Collection, ListedIn, with_article};
pub use data::{Data, EntryRef, FocusPoint, OwnValue, PictureRef, Table, compare};
pub use decode::{Decoded, Elsewhere, Options, Typesetter, file};
pub use json::{Ids, document};
pub use picture::ALT_PLACEHOLDER;
pub use place::TableType;
pub use plural::{COUNT, Plural};
pub use scalar::Scalar;
pub use toml_schema_derive::{Choice, View};
pub use translation::Translation;
pub use view::{FromData, Need, View, ViewField, ViewKind, read_choice, read_text};

use crate::{diagnostic::Span, edit::toml_key};

/// A short name that many values share: of a type, a field, a collection.
pub type Name = Arc<str>;

/// The fields of a table, and the rules between them.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The name of the type; for a nested table, the key behind which it stands.
    pub name: Name,
    /// The name for people who see no keys, if not its own.
    pub label: Option<Arc<str>>,
    /// The purpose of the table, for people.
    pub help: Arc<str>,
    /// Its fields, in the order of their declaration.
    pub fields: Vec<Field>,
    /// The rules between fields.
    pub rules: Vec<Rule>,
    /// True if a mistake in its declaration may hide fields, so that content can't be blamed for their keys.
    pub is_partial: bool,
    /// The type of the tables among which its fields choose, each by one of several values.
    pub chooses: Option<Name>,
    /// Keys that people write here and that are none, each with what to do in its place.
    pub hints: Vec<Hint>,
    /// The place of its declaration.
    pub span: Span,
}

/// Advice in the place of a key that is none.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The key that people write.
    pub key: Name,
    /// The help; `{value}` is the text that stands behind the key.
    pub help: Arc<str>,
}

/// A field of a table.
#[derive(Clone, Debug)]
pub struct Field {
    /// The key in TOML.
    pub key: Name,
    /// The name for people who see no keys, if not its key.
    pub label: Option<Arc<str>>,
    /// The purpose of the field, for people.
    pub help: Arc<str>,
    /// The type of its value, or of each element of a list.
    pub kind: Kind,
    /// For a list, how many elements it may have.
    pub list: Option<Bounds>,
    /// Whether the key has to be there.
    pub presence: Presence,
    /// Bounds of the value: of a text its length, of a number itself.
    pub bounds: Bounds,
    /// An example as it would be written in TOML, where that of the type makes no sense.
    pub example: Option<Arc<str>>,
    /// The name by which the application is told that the default is used; it isn't told of a default without a name.
    pub default_name: Option<Name>,
    /// The names in braces for which something is filled in, in each text of the value; none if any text may stand there.
    pub slots: Vec<Name>,
    /// Keys under which people look for it; `booking.url` for one of a table in whose place it came.
    pub also: Vec<Name>,
    /// True for a text by which tables can be chosen, as by any reference and any word of a list.
    pub filter: bool,
    /// Other words that people use for those of a choice, or for true and false, each before the one that they mean.
    pub synonyms: Vec<(Name, Name)>,
    /// Whether the value is said anew in each language; without it, as its kind is.
    pub translate: Option<Translation>,
    /// Keys that people write with `true` in the place of the field, each with the value that they mean, as TOML writes it.
    pub flags: Vec<(Name, Arc<str>)>,
    /// The list of tables in which further values of the field stand, which people write under its name.
    pub several: Option<Name>,
    /// True for a picture that is always cropped, as it fills its place.
    pub is_cropped: bool,
    /// True for a list of texts in which an empty one keeps its place, such as the cells of a row.
    pub has_gaps: bool,
    /// True for what is written once and rarely changed: forms fold it.
    pub is_rare: bool,
    /// The place of its declaration.
    pub span: Span,
}

/// The type of a value.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A single value.
    Scalar(Scalar),
    /// A word of a list.
    Choice(Arc<[Name]>),
    /// The id of an entry.
    Ref(Arc<Collection>),
    /// A picture with its description; the scalar is the name of its file.
    Picture(Scalar),
    /// A text with a number in it, in these forms.
    Plural(Arc<Schema>),
    /// A table.
    Table(Arc<Schema>),
    /// One of several tables, selected by the value of the key `by`.
    Variants(Arc<Variants>),
}

/// Variants: tables selected by the value of one of their keys.
#[derive(Clone, Debug)]
pub struct Variants {
    /// The noun for one of them, with its article: "a section".
    pub noun: Arc<str>,
    /// The key that says which of them a table is.
    pub by: Name,
    /// The tables by the word that stands behind that key.
    pub tables: Vec<(Name, Arc<Schema>)>,
}

impl Variants {
    /// The noun without its article.
    pub(crate) fn noun_alone(&self) -> &str {
        self.noun.split_once(' ').map_or(&*self.noun, |(_, noun)| noun)
    }
}

/// Whether a key has to be there.
#[derive(Clone, Debug)]
pub enum Presence {
    /// It has to.
    Required,
    /// It may be left out.
    Optional,
    /// Without it, this is its value.
    Default(Data),
    /// It belongs to certain values of another field, and has to be there then unless it is `optional`.
    When {
        /// When it belongs there.
        condition: Condition,
        /// It may be left out even then.
        optional: bool,
    },
}

/// A comparison of a sibling with literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The sibling's key.
    pub field: Name,
    /// The values for which it holds; `None` if the key only has to be there.
    pub is: Option<Vec<Arc<str>>>,
}

/// A rule between the fields of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One of the keys is there, and no other of them.
    ExactlyOne(Vec<Name>),
    /// One of the keys is there at most.
    AtMostOne(Vec<Name>),
    /// All of the keys are there, or none.
    Together(Vec<Name>),
    /// The value of the first key comes before that of the second.
    Before(Name, Name),
    /// The value of the first key comes before that of the second, or is the same.
    NotAfter(Name, Name),
}

impl Schema {
    /// A type of these fields, without rules between them.
    pub fn new(name: &str, help: &str, fields: Vec<Field>) -> Self {
        Self {
            name: name.into(),
            label: None,
            help: help.into(),
            fields,
            rules: Vec::new(),
            is_partial: false,
            chooses: None,
            hints: Vec::new(),
            span: Span::NOWHERE,
        }
    }

    /// The field with this key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| &*field.key == key)
    }
}

impl Field {
    /// The keys under which a table, in whose place it came, had its value.
    pub(crate) fn keys_before<'f>(&'f self, table: &'f str) -> impl Iterator<Item = &'f str> {
        self.also.iter().filter_map(move |also| also.strip_prefix(table)?.strip_prefix('.'))
    }

    /// A required field without further rules.
    pub fn new(key: &str, kind: Kind, help: &str) -> Self {
        Self {
            key: key.into(),
            label: None,
            help: help.into(),
            kind,
            list: None,
            presence: Presence::Required,
            bounds: Bounds::NONE,
            example: None,
            default_name: None,
            slots: Vec::new(),
            also: Vec::new(),
            filter: false,
            synonyms: Vec::new(),
            translate: None,
            flags: Vec::new(),
            several: None,
            is_cropped: false,
            has_gaps: false,
            is_rare: false,
            span: Span::NOWHERE,
        }
    }

    /// Makes the field optional.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { presence: Presence::Optional, ..self }
    }

    /// The values by which tables with this field are chosen, of which one is enough.
    #[must_use]
    pub fn as_filter(self) -> Self {
        let list = Some(Bounds::at_least(1));
        Self { list, presence: Presence::Optional, bounds: Bounds::NONE, filter: true, ..self }
    }

    /// Sets bounds of the value: of a text its length, of a number itself.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// Makes the field a list of one element or more.
    #[must_use]
    pub fn list(self) -> Self {
        Self { list: Some(Bounds::at_least(1)), ..self }
    }

    /// True for a list that may be written as a single value, without brackets. A text in its place may be several with
    /// commas between them, or a range.
    pub fn takes_one(&self) -> bool {
        let stands_alone = match &self.kind {
            Kind::Ref(_) => true,
            Kind::Scalar(scalar) => scalar.0.stands_alone,
            _ => false,
        };
        self.list.is_some() && (stands_alone || self.filter)
    }

    /// True for a choice among tables by this field of theirs.
    pub(crate) fn chooses_by(&self, key: &str) -> bool {
        matches!(&self.kind, Kind::Table(schema) if schema.chooses.is_some() && schema.field(key).is_some())
    }

    /// True for a list of tables, each of which has a header of its own.
    pub fn is_several_tables(&self) -> bool {
        self.list.is_some() && matches!(self.kind, Kind::Table(_) | Kind::Variants(_))
    }

    /// The names of the defaults that are used where content has nothing for the field.
    pub fn default_names(&self) -> Vec<Name> {
        match (&self.presence, &self.kind) {
            (Presence::Default(_), Kind::Table(inner)) if self.list.is_none() => {
                inner.fields.iter().flat_map(Self::default_names).collect()
            }
            _ => self.default_name.iter().cloned().collect(),
        }
    }

    /// True if a table without the key is wrong, whatever else it holds.
    pub fn is_required(&self) -> bool {
        matches!(self.presence, Presence::Required)
    }

    /// True if a value that says nothing is none: of a field that may be left out, unless it is a table that may be empty.
    pub(crate) fn may_stand_empty(&self, value: &DeValue<'_>) -> bool {
        let may_be_empty = match &self.kind {
            Kind::Table(schema) => schema.rules.is_empty() && !schema.fields.iter().any(Self::is_required),
            _ => false,
        };
        !(self.is_required() || value.is_table() && may_be_empty)
    }

    /// True if each valid table has a value for it, though it may be a default or an empty list.
    pub fn is_always_there(&self) -> bool {
        self.is_required() || matches!(self.presence, Presence::Default(_)) || self.list.is_some()
    }

    /// The expected value behind the key, for people.
    pub fn expected(&self) -> String {
        match (&self.list, &self.kind) {
            (None, kind) => kind.expected(),
            (Some(_), Kind::Table(_) | Kind::Variants(_)) => format!("tables [[{}]]", self.key),
            (Some(_), kind) => format!("a list of {}", kind.plural()),
        }
    }

    /// A value as TOML writes it.
    pub fn example(&self) -> String {
        let one = self.example.as_ref().map_or_else(|| self.kind.example(), |example| example.to_string());
        if self.list.is_some() && !self.filter && !one.starts_with('[') { format!("[{one}]") } else { one }
    }
}

impl Kind {
    /// True if a list has each at most once: entries and dates.
    pub(crate) fn is_unique(&self) -> bool {
        match self {
            Self::Ref(_) => true,
            Self::Scalar(scalar) => scalar.0.is_unique,
            _ => false,
        }
    }

    /// The scalar of a single value; `None` for a choice, a reference, a table.
    pub fn scalar(&self) -> Option<Scalar> {
        if let Self::Scalar(scalar) = self { Some(*scalar) } else { None }
    }

    /// True for a value of one of these scalars.
    pub fn is_one_of(&self, scalars: &[Scalar]) -> bool {
        matches!(self, Self::Scalar(scalar) if scalars.contains(scalar))
    }

    /// The expected value, for people, with an example.
    pub fn expected(&self) -> String {
        match self {
            Self::Scalar(scalar) => scalar.expected().to_owned(),
            Self::Choice(words) => one_of(words.iter().map(|word| &**word)),
            Self::Ref(collection) => collection.expected(),
            Self::Picture(file) => picture::expected(file.example()),
            Self::Plural(_) => plural::EXPECTED.to_owned(),
            Self::Table(schema) if schema.chooses.is_some() => format!("a table, such as {}", self.example()),
            Self::Table(_) | Self::Variants(_) => "a table, such as { key = \"value\" }".to_owned(),
        }
    }

    /// The plural, for people.
    pub fn plural(&self) -> String {
        match self {
            Self::Scalar(scalar) => scalar.plural().to_owned(),
            Self::Choice(words) => {
                format!("words, each {}", one_of(words.iter().map(|word| &**word)))
            }
            Self::Ref(collection) => format!("ids of {}", collection.nouns[1]),
            Self::Picture(_) => "pictures".to_owned(),
            Self::Plural(_) => "texts, each in the forms of its language".to_owned(),
            Self::Table(_) | Self::Variants(_) => "tables".to_owned(),
        }
    }

    /// A value as TOML writes it.
    pub fn example(&self) -> String {
        match self {
            Self::Scalar(scalar) => scalar.example().to_owned(),
            Self::Choice(words) => {
                format!("\"{}\"", words.first().map(ToString::to_string).unwrap_or_default())
            }
            Self::Ref(collection) => collection.example(),
            Self::Picture(file) => format!("{{ file = {}, alt = \"...\" }}", file.example()),
            Self::Plural(forms) => {
                let forms = forms.fields.iter().map(|form| format!("{} = \"...\"", form.key));
                format!("{{ {} }}", forms.collect::<Vec<_>>().join(", "))
            }
            Self::Table(schema) => {
                let required = schema.fields.iter().filter(|field| field.is_required());
                let chosen = schema.fields.first().filter(|_| schema.chooses.is_some());
                let pairs = chosen
                    .into_iter()
                    .chain(required)
                    .map(|field| format!("{} = {}", toml_key(&field.key), field.example()));
                let pairs = pairs.collect::<Vec<_>>().join(", ");
                if pairs.is_empty() { "{ }".to_owned() } else { format!("{{ {pairs} }}") }
            }
            Self::Variants(variants) => format!("{{ {} = \"...\" }}", variants.by),
        }
    }
}

/// The literal of a condition as TOML writes it.
pub fn written(literal: &str) -> String {
    match literal {
        "true" | "false" => literal.to_owned(),
        _ if literal.parse::<i64>().is_ok() => literal.to_owned(),
        _ => format!("\"{literal}\""),
    }
}

/// The words in quotes, with `last` before the last of them.
pub fn listed<'a>(words: impl Iterator<Item = &'a str>, last: &str) -> String {
    let mut words: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
    match words.pop() {
        Some(end) if words.is_empty() => end,
        Some(end) => format!("{} {last} {end}", words.join(", ")),
        None => String::new(),
    }
}

/// The expected value where one of these words belongs.
pub fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    let all = quoted(words.iter().copied());
    if words.len() == 1 { all } else { format!("one of {all}") }
}

/// The words in quotes, with commas between them.
pub fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}
