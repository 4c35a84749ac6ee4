//! A mention of another entry by its id.

use std::{
    fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
    sync::Arc,
};

use serde_json::Value as Json;
use toml::de::DeValue;

use super::Value;
use crate::{
    decode::{Item, Mention, Report, schema::Ids},
    diagnostic::Span,
};

/// Something that other entries can mention.
pub trait Target {
    /// How it is mentioned.
    const TARGET: &'static TargetKind;
}

/// How entries of a kind are mentioned by others.
#[derive(Clone, Copy, Debug)]
pub struct TargetKind {
    /// What it is, in a word: "class". Unique among kinds.
    pub noun: &'static str,
    /// Where its ids are defined: "content/classes, a file each".
    pub defined_in: &'static str,
    /// What belongs where it's mentioned, with an example.
    pub expected: &'static str,
    /// A mention as written in TOML.
    pub example: &'static str,
    /// True if its ids are numbers.
    pub numbered: bool,
}

impl PartialEq for TargetKind {
    fn eq(&self, other: &Self) -> bool {
        self.noun == other.noun
    }
}

impl Eq for TargetKind {}

impl Hash for TargetKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.noun.hash(state);
    }
}

impl TargetKind {
    /// An id as TOML writes it.
    pub fn quoted(&self, id: &str) -> String {
        if self.numbered { id.to_owned() } else { format!("\"{id}\"") }
    }
}

/// An id as somebody wrote it. What it stands for is looked up once, when the site is put together.
pub struct Reference<T> {
    /// The id.
    pub id: Arc<str>,
    /// Where it's written.
    pub span: Span,
    target: PhantomData<fn() -> T>,
}

impl<T> Reference<T> {
    /// The mention of `id` at `span`.
    pub fn new(id: Arc<str>, span: Span) -> Self {
        Self { id, span, target: PhantomData }
    }
}

impl<T> Clone for Reference<T> {
    fn clone(&self) -> Self {
        Self::new(self.id.clone(), self.span)
    }
}

impl<T> fmt::Debug for Reference<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Reference({:?})", self.id)
    }
}

impl<T: Target> Value for Reference<T> {
    const EXPECTED: &'static str = T::TARGET.expected;
    const EXAMPLE: &'static str = T::TARGET.example;

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let id: Arc<str> = match item.value {
            DeValue::Integer(_) if T::TARGET.numbered => {
                item.as_whole(Self::EXPECTED, report)?.to_string().into()
            }
            _ if T::TARGET.numbered => {
                item.wrong_type(Self::EXPECTED, report);
                return None;
            }
            _ => item.as_filled_text(Self::EXPECTED, report)?.into(),
        };
        report.mention(Mention::Entry { kind: T::TARGET, id: id.clone() }, item.span);
        Some(Self::new(id, item.span))
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self::new("".into(), Span::NOWHERE)
    }

    fn schema(ids: &Ids) -> Json {
        ids.schema(T::TARGET)
    }
}
