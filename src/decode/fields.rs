//! The keys of a table: asked for one by one, each answer typed, each mistake noted.
//!
//! The same questions are asked for four ends: to decode a table, to learn which keys it may have, to
//! describe it in a JSON Schema, and to make something that stands in for what could not be decoded.

use toml::de::DeTable;

use super::{
    Item, Record, Report, Value, first_statement,
    schema::{self, Description, Property},
    table::{Table, list_of},
};
use crate::diagnostic::{Diagnostic, Span};

/// A table that is being asked for its keys.
pub struct Fields<'a, 'r>(Mode<'a, 'r>);

enum Mode<'a, 'r> {
    /// Answers are what the table holds; where that is wrong, what stands in for it.
    Decode(Table<'a, 'r>),
    /// Only the names of the keys matter.
    Name(Vec<&'static str>),
    /// Only what is known of the keys matters.
    Describe(&'a mut Description<'r>),
    /// Only the answers matter: each stands in for a value.
    StandIn,
}

impl<'a, 'r> Fields<'a, 'r> {
    pub(super) fn decode_root<R: Record>(table: &'a DeTable<'a>, report: &'a mut Report<'r>) -> R {
        let span = first_statement(report.file, report.text);
        let extent = Span::new(report.file, 0..report.text.len());
        Self::decode(table, span, extent, false, report)
    }

    pub(super) fn decode<R: Record>(
        table: &'a DeTable<'a>,
        span: Span,
        extent: Span,
        surplus: bool,
        report: &'a mut Report<'r>,
    ) -> R {
        let mut table = Table::new(table, span, &Self::names::<R>(), report);
        if surplus {
            table = table.surplus();
        }
        table.read_allowances(extent);
        let mut fields = Self(Mode::Decode(table));
        let value = R::read(&mut fields);
        if let Mode::Decode(table) = fields.0 {
            table.finish();
        }
        value
    }

    /// Something harmless of type `R`, for where a mistake was reported: with it, everything else can
    /// be checked as if there were no mistake. It is never published.
    pub(super) fn stand_in<R: Record>() -> R {
        R::read(&mut Fields(Mode::StandIn))
    }

    fn names<R: Record>() -> Vec<&'static str> {
        let mut fields = Fields(Mode::Name(vec!["allow"]));
        R::read(&mut fields);
        match fields.0 {
            Mode::Name(names) => names,
            _ => Vec::new(),
        }
    }

    pub(super) fn describe<R: Record>(description: &'a mut Description<'r>) {
        R::read(&mut Self(Mode::Describe(description)));
    }

    /// The value of `key`. `doc` tells an editor what it is for.
    pub fn required<V: Value>(&mut self, key: &'static str, doc: &'static str) -> V {
        match self.ask(Question { key, doc, required: true, schema: V::schema }) {
            Answer::Item(table, item) => decode_or_stand_in(&item, table),
            Answer::Missing(table) => {
                table.miss(key, V::EXPECTED.to_owned(), format!("add the line: {key} = {}", V::EXAMPLE));
                V::stand_in(None)
            }
            Answer::StandIn => V::stand_in(None),
        }
    }

    /// The value of `key`, if the table has it and it's right.
    pub fn optional<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<V> {
        match self.ask(Question { key, doc, required: false, schema: V::schema }) {
            Answer::Item(table, item) => V::decode(&item, table.report),
            Answer::Missing(_) | Answer::StandIn => None,
        }
    }

    /// The list under `key`, which has at least one element.
    pub fn list<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Vec<V> {
        match self.ask(Question { key, doc, required: true, schema: <Vec<V>>::schema }) {
            Answer::Item(table, item) => decode_or_stand_in(&item, table),
            Answer::Missing(table) => {
                table.miss(key, list_of(V::EXPECTED), format!("add the line: {key} = [{}]", V::EXAMPLE));
                Vec::new()
            }
            Answer::StandIn => Vec::new(),
        }
    }

    /// The list under `key`; empty if the table has none.
    pub fn optional_list<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Vec<V> {
        match self.ask(Question { key, doc, required: false, schema: <Vec<V>>::schema }) {
            Answer::Item(table, item) => decode_or_stand_in(&item, table),
            Answer::Missing(_) | Answer::StandIn => Vec::new(),
        }
    }

    /// The table under `key`.
    pub fn table<R: Record>(&mut self, key: &'static str, doc: &'static str) -> R {
        match self.ask(Question { key, doc, required: true, schema: schema::table::<R> }) {
            Answer::Item(table, item) => table.record(item),
            Answer::Missing(table) => {
                let help =
                    format!("add a table [{key}], or on one line {key} = {{ ... }}: {}", lower_first(doc));
                table.miss(key, format!("a table [{key}]"), help);
                Fields::stand_in()
            }
            Answer::StandIn => Fields::stand_in(),
        }
    }

    /// The table under `key`, if there is one.
    pub fn optional_table<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<R> {
        match self.ask(Question { key, doc, required: false, schema: schema::table::<R> }) {
            Answer::Item(table, item) => Some(table.record(item)),
            Answer::Missing(_) | Answer::StandIn => None,
        }
    }

    /// The tables under `key`, written as `[[key]]`; at least one.
    pub fn tables<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Vec<R> {
        match self.ask(Question { key, doc, required: true, schema: schema::tables::<R> }) {
            Answer::Item(table, item) => table.records(item),
            Answer::Missing(table) => {
                let help = format!("add one [[{key}]] for each: {}", lower_first(doc));
                table.miss(key, format!("tables [[{key}]]"), help);
                Vec::new()
            }
            Answer::StandIn => Vec::new(),
        }
    }

    /// The tables under `key`, written as `[[key]]`; there may be none.
    pub fn optional_tables<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Vec<R> {
        match self.ask(Question { key, doc, required: false, schema: schema::tables::<R> }) {
            Answer::Item(table, item) => table.records(item),
            Answer::Missing(_) | Answer::StandIn => Vec::new(),
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
    pub fn span(&self) -> Span {
        match &self.0 {
            Mode::Decode(table) => table.span,
            _ => Span::NOWHERE,
        }
    }

    /// True if the table has `key`.
    pub fn has(&self, key: &str) -> bool {
        matches!(&self.0, Mode::Decode(table) if table.has(key))
    }

    /// Notes a mistake that only the kind can see, such as an end before its start.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if let Mode::Decode(table) = &mut self.0 {
            table.report.push(diagnostic);
        }
    }

    fn ask(&mut self, question: Question) -> Answer<'_, 'a, 'r> {
        let Question { key, doc, required, schema } = question;
        match &mut self.0 {
            Mode::Decode(table) => match table.item(key) {
                Some(item) => Answer::Item(table, item),
                None => Answer::Missing(table),
            },
            Mode::StandIn => Answer::StandIn,
            Mode::Name(names) => {
                names.push(key);
                Answer::StandIn
            }
            Mode::Describe(description) => {
                let schema = schema(description.ids);
                description.property(Property { key, doc, schema, required });
                Answer::StandIn
            }
        }
    }
}

fn decode_or_stand_in<V: Value>(item: &Item<'_>, table: &mut Table<'_, '_>) -> V {
    V::decode(item, table.report).unwrap_or_else(|| V::stand_in(Some(item)))
}

/// What is asked for.
struct Question {
    key: &'static str,
    doc: &'static str,
    required: bool,
    schema: fn(&schema::Ids) -> serde_json::Value,
}

/// What there is.
enum Answer<'f, 'a, 'r> {
    Item(&'f mut Table<'a, 'r>, Item<'a>),
    Missing(&'f mut Table<'a, 'r>),
    StandIn,
}

fn lower_first(doc: &str) -> String {
    let mut chars = doc.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
