//! Operations on a text, and the reasons why one is refused.

use std::fmt;

use serde::{Deserialize, Serialize};
use toml::Value;

use super::{Path, values::with_line_feeds, write::single};

/// A value as a form has it: `{"text": "…"}`, `{"number": "12.50"}`, `{"date": "2026-12-25"}`, `{"flag": true}`,
/// `{"list": […]}` or `{"table": {…}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NewValue {
    /// A text.
    Text(String),
    /// A number as TOML writes it.
    Number(String),
    /// A date, a time, or both, as TOML writes them.
    Date(String),
    /// True or false.
    Flag(bool),
    /// The elements of a list.
    List(Vec<NewValue>),
    /// The entries of a table, in order.
    #[serde(with = "in_order")]
    Table(Vec<(String, NewValue)>),
}

impl NewValue {
    /// The number, date or flag that TOML reads in a text.
    ///
    /// ```
    /// use toml_schema::edit::NewValue;
    ///
    /// assert_eq!(NewValue::of_toml("4_000"), Some(NewValue::Number("4_000".into())));
    /// assert_eq!(NewValue::of_toml("2026-12-25"), Some(NewValue::Date("2026-12-25".into())));
    /// assert_eq!(NewValue::of_toml("no number"), None);
    /// ```
    pub fn of_toml(written: &str) -> Option<Self> {
        match single(written)? {
            Value::Integer(_) | Value::Float(_) => Some(Self::Number(written.to_owned())),
            Value::Datetime(_) => Some(Self::Date(written.to_owned())),
            Value::Boolean(flag) => Some(Self::Flag(flag)),
            Value::String(_) | Value::Array(_) | Value::Table(_) => None,
        }
    }
}

/// A change of one value, or of the elements of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// Writes a value, whether there is one or not.
    Set {
        /// Its place.
        path: Path,
        /// The value.
        value: NewValue,
    },
    /// Takes out a key.
    Unset {
        /// The place of its value.
        path: Path,
    },
    /// Puts an element into a list.
    Insert {
        /// The place of the list.
        path: Path,
        /// The place of the element in it.
        at: usize,
        /// The element.
        value: NewValue,
    },
    /// Takes out an element, with the comments that are its own.
    Remove {
        /// Its place.
        path: Path,
    },
    /// Moves an element to another place.
    Move {
        /// Its place.
        path: Path,
        /// The place of the list to which it comes; the same list, or one of the same type.
        to: Path,
        /// The place that it has in that list afterwards.
        at: usize,
    },
    /// Writes an element once more behind itself; its `id` becomes one that is free.
    Copy {
        /// Its place.
        path: Path,
    },
    /// Takes off the comment that marks a value as a placeholder: it is right as it stands.
    Keep {
        /// The place of the value.
        path: Path,
    },
}

/// The most steps that lead to a value. TOML is read no deeper, and deeper values than a thread has memory for end the program.
const MOST_STEPS: usize = 64;

impl Operation {
    /// True if it is about a place that no file has.
    pub(super) fn is_too_deep(&self) -> bool {
        match self {
            Self::Move { path, to, .. } => path.len().max(to.len()) > MOST_STEPS,
            Self::Set { path, .. }
            | Self::Unset { path }
            | Self::Insert { path, .. }
            | Self::Remove { path }
            | Self::Copy { path }
            | Self::Keep { path } => path.len() > MOST_STEPS,
        }
    }
}

/// The reason why nothing was done, for the person at the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text isn't TOML.
    NotToml,
    /// Nothing is written at the place.
    NotThere(Path),
    /// It isn't a number as TOML writes it.
    NoNumber(String),
    /// It isn't a date as TOML writes it.
    NoDate(String),
    /// An element was meant where there is no list, or the other way round.
    NoList(Path),
    /// A list would come into one of its own elements.
    IntoItself,
    /// The element can't stand in this list.
    Unfit,
    /// The element stands in several places of the file.
    Torn,
    /// It is written in a way that can't be changed without changing something else.
    Unusual,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotToml => f.write_str("a mistake in this file has to be corrected first; nothing was changed"),
            Self::NotThere(path) => {
                write!(f, "{path} is no longer in this file, as somebody changed it meanwhile; look at the page again")
            }
            Self::NoNumber(written) => write!(f, "\"{written}\" is not a number, such as 1500 or 12.50"),
            Self::NoDate(written) => write!(f, "\"{written}\" is not a date, such as 2026-12-25"),
            Self::NoList(path) => {
                write!(f, "{path} is not a list of rows in this file; change it in the text")
            }
            Self::IntoItself => f.write_str("a row can't be moved into itself; choose another place"),
            Self::Unfit => f.write_str("this can't stand in that list; choose another place"),
            Self::Torn => f.write_str(
                "this row is written in two places of the file, so it can't be moved, copied or removed; change it in the \
                 text",
            ),
            Self::Unusual => f.write_str(
                "this is written in an unusual way, and changing it here could change something else as well; change it in \
                 the text",
            ),
        }
    }
}

impl std::error::Error for Refusal {}

impl NewValue {
    /// The elements of a list of tables that isn't empty.
    pub(super) fn tables(&self) -> Option<impl Iterator<Item = &Vec<(String, Self)>>> {
        let Self::List(list) = self else { return None };
        let tables = list.iter().map_while(|element| match element {
            Self::Table(table) => Some(table),
            _ => None,
        });
        (!list.is_empty() && tables.clone().count() == list.len()).then_some(tables)
    }
}

impl From<&Value> for NewValue {
    fn from(value: &Value) -> Self {
        match value {
            Value::String(text) => Self::Text(with_line_feeds(text)),
            Value::Integer(number) => Self::Number(number.to_string()),
            Value::Float(number) => Self::Number(format!("{number:?}").to_lowercase()),
            Value::Boolean(flag) => Self::Flag(*flag),
            Value::Datetime(date) => Self::Date(date.to_string()),
            Value::Array(list) => Self::List(list.iter().map(Self::from).collect()),
            Value::Table(table) => {
                Self::Table(table.iter().map(|(key, value)| (key.clone(), Self::from(value))).collect())
            }
        }
    }
}

/// Tables whose entries keep their order.
mod in_order {
    use std::fmt;

    use serde::{
        Deserializer, Serializer,
        de::{MapAccess, Visitor},
    };

    use super::NewValue;

    type Entries = Vec<(String, NewValue)>;

    pub(super) fn serialize<S: Serializer>(entries: &Entries, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Entries, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }

    struct EntriesVisitor;

    impl<'de> Visitor<'de> for EntriesVisitor {
        type Value = Entries;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a table of values")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
            let mut entries = Entries::new();
            while let Some(entry) = map.next_entry::<String, NewValue>()? {
                entries.retain(|(key, _)| *key != entry.0);
                entries.push(entry);
            }
            Ok(entries)
        }
    }
}
