//! The keys of a table: asked for one by one. Who asks doesn't know whether the answer comes from a
//! file, or stands in for one that was reported, or is never given because a schema is being made.

use super::{
    Record, Value,
    schema::{Description, Presence},
    table::Table,
};
use crate::diagnostic::{Diagnostic, Span};

/// A table that is being decoded, or described, or stood in for.
pub struct Fields<'a, 'r>(Mode<'a, 'r>);

enum Mode<'a, 'r> {
    Decode(Table<'a, 'r>),
    Describe(&'a mut Description<'r>),
    /// Every answer is a stand-in: the table was reported.
    StandIn(Span),
}

impl<'a, 'r> Fields<'a, 'r> {
    /// Reads a table, which reports what is wrong with it. Only a kind that can't be stood in for
    /// gives nothing.
    pub(super) fn decode<R: Record>(mut table: Table<'a, 'r>) -> Option<R> {
        table.read_allowances();
        let span = table.span();
        let mut fields = Self(Mode::Decode(table));
        let value = R::read(&mut fields);
        if let Mode::Decode(table) = fields.0 {
            table.finish();
        }
        value.or_else(|| Self::stand_in(span))
    }

    /// A table of which every value is a stand-in.
    pub(super) fn stand_in<R: Record>(span: Span) -> Option<R> {
        R::read(&mut Fields(Mode::StandIn(span)))
    }

    pub(super) fn describe<R: Record>(description: &'a mut Description<'r>) {
        // The answers are all "nothing": only the questions matter here.
        let _ = R::read(&mut Self(Mode::Describe(description)));
    }

    /// The value of `key`. `doc` tells an editor what it is for.
    pub fn required<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<V> {
        match &mut self.0 {
            Mode::Decode(table) => table.required(key),
            Mode::Describe(description) => description.value::<V, _>(key, doc, Presence::Required),
            Mode::StandIn(span) => V::stand_in(*span),
        }
    }

    /// The value of `key`, if the table has it.
    pub fn optional<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<V> {
        match &mut self.0 {
            Mode::Decode(table) => table.optional(key),
            Mode::Describe(description) => description.value::<V, _>(key, doc, Presence::Optional),
            Mode::StandIn(_) => None,
        }
    }

    /// The list under `key`, which has at least one element.
    pub fn list<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<Vec<V>> {
        match &mut self.0 {
            Mode::Decode(table) => table.list(key),
            Mode::Describe(description) => description.list::<V, _>(key, doc, Presence::Required),
            Mode::StandIn(_) => Some(Vec::new()),
        }
    }

    /// The list under `key`; empty if the table has none.
    pub fn optional_list<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<Vec<V>> {
        match &mut self.0 {
            Mode::Decode(table) => table.optional_list(key),
            Mode::Describe(description) => description.list::<V, _>(key, doc, Presence::Optional),
            Mode::StandIn(_) => Some(Vec::new()),
        }
    }

    /// The table under `key`.
    pub fn table<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<R> {
        match &mut self.0 {
            Mode::Decode(table) => table.table(key, doc),
            Mode::Describe(description) => description.table::<R, _>(key, doc, Presence::Required),
            Mode::StandIn(span) => Self::stand_in(*span),
        }
    }

    /// The table under `key`, if there is one.
    pub fn optional_table<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<R> {
        match &mut self.0 {
            Mode::Decode(table) => table.optional_table(key),
            Mode::Describe(description) => description.table::<R, _>(key, doc, Presence::Optional),
            Mode::StandIn(_) => None,
        }
    }

    /// The tables under `key`, written as `[[key]]`; at least one.
    pub fn tables<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<Vec<R>> {
        match &mut self.0 {
            Mode::Decode(table) => table.tables(key, doc),
            Mode::Describe(description) => description.tables::<R, _>(key, doc, Presence::Required),
            Mode::StandIn(_) => Some(Vec::new()),
        }
    }

    /// The tables under `key`, written as `[[key]]`; there may be none.
    pub fn optional_tables<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<Vec<R>> {
        match &mut self.0 {
            Mode::Decode(table) => table.optional_tables(key),
            Mode::Describe(description) => description.tables::<R, _>(key, doc, Presence::Optional),
            Mode::StandIn(_) => Some(Vec::new()),
        }
    }

    /// Says that a table has exactly one of these keys; the kind itself reports when it doesn't.
    pub fn exactly_one(&mut self, keys: &'static [&'static str]) {
        if let Mode::Describe(description) = &mut self.0 {
            description.exactly_one(keys);
        }
    }

    /// Says that these keys come together or not at all; the kind itself reports when they don't.
    pub fn together(&mut self, keys: &'static [&'static str]) {
        if let Mode::Describe(description) = &mut self.0 {
            description.together(keys);
        }
    }

    /// Where the table stands: its header, or the whole of an inline table.
    pub fn span(&self) -> Option<Span> {
        match &self.0 {
            Mode::Decode(table) => Some(table.span()),
            Mode::Describe(_) => None,
            Mode::StandIn(span) => Some(*span),
        }
    }

    /// True if the table has `key`, asked for or not.
    pub fn has(&self, key: &str) -> bool {
        matches!(&self.0, Mode::Decode(table) if table.has(key))
    }

    /// Notes a mistake that only the kind can see, such as an end before its start.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if let Mode::Decode(table) = &mut self.0 {
            table.report(diagnostic);
        }
    }
}
