//! Completion: the keys, headers of tables and values that can be written at a place of a text.

use std::sync::Arc;

use super::{Condition, Field, Kind, Presence, Schema, TableType};
use crate::{
    decode::{CursorPlace, EnclosingTable, Part, in_quotes},
    edit::toml_key,
};

/// Something that can be written.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The kind of thing that it stands for.
    pub kind: CandidateKind,
    /// The name that people see.
    pub label: String,
    /// The text to insert.
    pub text: String,
    /// The places in the text at which something is still to be written, in order.
    pub stops: Vec<usize>,
    /// A description in a line.
    pub detail: String,
    /// The documentation, in Markdown.
    pub help: String,
}

/// The kind of a candidate, by which editors choose its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateKind {
    /// A key of a table.
    Key,
    /// A table, or its header.
    Table,
    /// A word of a list.
    Word,
    /// The id of an entry.
    Reference,
    /// The name of a file.
    File,
    /// An example of a value.
    Example,
}

impl Candidate {
    /// A word, written as it is.
    pub fn new(kind: CandidateKind, label: impl Into<String>, detail: impl Into<String>) -> Self {
        let label = label.into();
        Self {
            kind,
            text: label.clone(),
            label,
            stops: Vec::new(),
            detail: detail.into(),
            help: String::new(),
        }
    }

    /// A word between quotes.
    pub fn quoted(kind: CandidateKind, label: impl Into<String>, detail: impl Into<String>) -> Self {
        let candidate = Self::new(kind, label, detail);
        Self { text: in_quotes(&candidate.text), ..candidate }
    }

    /// One of the words of a field.
    fn word(word: &str) -> Self {
        Self::quoted(CandidateKind::Word, word, "")
    }

    /// A word as TOML writes it, perhaps in quotes.
    fn written(word: &str) -> Self {
        let label = word.trim_matches('"');
        Self { text: word.to_owned(), ..Self::new(CandidateKind::Word, label, "") }
    }

    /// Adds documentation, in Markdown.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// The same with another text; each `|` stands for something that is still to be written.
    fn template(self, template: &str) -> Self {
        let stops = template.match_indices('|').enumerate().map(|(before, (at, _))| at - before);
        Self { text: template.replace('|', ""), stops: stops.collect(), ..self }
    }

    /// The same with a text that is written as it is, and a template behind it.
    fn behind(self, text: &str, template: &str) -> Self {
        let candidate = self.template(template);
        let stops = candidate.stops.into_iter().map(|stop| text.len() + stop).collect();
        Self { text: format!("{text}{}", candidate.text), stops, ..candidate }
    }

    /// The same between brackets.
    fn in_brackets(self) -> Self {
        let stops = self.stops.into_iter().map(|stop| stop + 1).collect();
        Self { text: format!("[{}]", self.text), stops, ..self }
    }
}

impl Field {
    /// The documentation of the field, in Markdown.
    pub fn explained(&self) -> String {
        let needed = if self.is_required() { "required: " } else { "" };
        let (expected, example) = (self.expected(), self.example());
        let key = toml_key(&self.key);
        format!("{}\n\n{needed}{expected}\n\n```toml\n{key} = {example}\n```", self.help)
    }

    /// The beginning of a value; each `|` stands for something that is still to be written.
    fn template(&self) -> String {
        let example = self.example();
        let value = match &self.kind {
            _ if self.list.is_some() => "[|]",
            Kind::Picture(_) => "{ file = \"|\", alt = \"|\" }",
            Kind::Table(schema) => match schema.required_lines(&[]).as_slice() {
                [] => "{ | }",
                lines => return format!("{{ {} }}", lines.join(", ")),
            },
            Kind::Variants(variants) => return format!("{{ {} = \"|\" }}", template_key(&variants.by)),
            Kind::Plural(_) => "{ | }",
            _ if example.starts_with("'''") => "'''\n|\n'''",
            _ if example.starts_with('"') => "\"|\"",
            _ => "|",
        };
        value.to_owned()
    }

    /// The lines that a table of this field needs below its header, besides the entries `written`. A `|` stands for each
    /// value that is still to be written.
    fn header_template(&self, written: &[(String, String)]) -> String {
        let lines = match &self.kind {
            Kind::Table(schema) => schema.required_lines(written),
            Kind::Variants(variants) => text_lines(&[&*variants.by], written),
            Kind::Picture(_) if value_of("decorative", written) == Some("true") => {
                text_lines(&["file"], written)
            }
            Kind::Picture(_) => text_lines(&["file", "alt"], written),
            _ => Vec::new(),
        };
        lines.iter().map(|line| format!("\n{line}")).collect()
    }

    fn is_table(&self) -> bool {
        matches!(self.kind, Kind::Table(_) | Kind::Variants(_) | Kind::Picture(_) | Kind::Plural(_))
    }
}

impl Schema {
    /// The keys that a table always needs, besides those that are written.
    fn required_lines(&self, written: &[(String, String)]) -> Vec<String> {
        let mut lines = Vec::new();
        for field in &self.fields {
            if field.is_required() && value_of(&field.key, written).is_none() {
                lines.push(format!("{} = {}", template_key(&field.key), field.template()));
            }
        }
        lines
    }
}

/// A line for each of these keys of texts that isn't written. A `|` stands for each text.
fn text_lines(keys: &[&str], written: &[(String, String)]) -> Vec<String> {
    let missing = keys.iter().filter(|key| value_of(key, written).is_none());
    missing.map(|key| format!("{} = \"|\"", template_key(key))).collect()
}

/// A key as TOML writes it, without a `|`, which stands for something else in a template.
fn template_key(key: &str) -> String {
    toml_key(key).replace('|', "\\u007C")
}

/// The candidates at a place of a file of this type; for keys that have their value already, only the key. `known` gives the
/// values of a field that only the application knows, such as ids.
pub fn candidates(
    file: &Arc<Schema>,
    place: &CursorPlace,
    has_value: bool,
    known: &dyn Fn(&Field) -> Option<Vec<Candidate>>,
) -> Vec<Candidate> {
    let table = TableType::new(file, &place.tables);
    match &place.part {
        Part::Header => headers(file, place),
        Part::Value { key, is_element } => {
            table.map(|table| values(&table, key, *is_element, known)).unwrap_or_default()
        }
        Part::Key => {
            let mut candidates = table.map(|table| keys(&table, place, has_value)).unwrap_or_default();
            if has_value {
                candidates.iter_mut().for_each(|candidate| {
                    (candidate.text, candidate.stops) = (toml_key(&candidate.label), Vec::new())
                });
            } else if !place.is_inline {
                candidates.extend(headers(file, place));
            }
            candidates
        }
    }
}

/// The keys that a table may have and lacks, those that it needs first.
fn keys(table: &TableType, place: &CursorPlace, has_value: bool) -> Vec<Candidate> {
    let written = innermost_entries(&place.tables);
    let mut candidates = Vec::new();
    if let Some(variants) =
        table.variants.as_ref().filter(|variants| value_of(&variants.by, written).is_none())
    {
        let detail = format!("required: says which of several {} is", variants.noun);
        let candidate = Candidate::new(CandidateKind::Key, &*variants.by, detail);
        candidates.push(candidate.behind(&format!("{} = ", toml_key(&variants.by)), "\"|\""));
    }
    // Several tables have headers of their own.
    let fields = table.schema.iter().flat_map(|schema| &schema.fields);
    let fields = fields.filter(|field| place.is_inline || has_value || !field.is_several_tables());
    let mut missing = Vec::new();
    for field in fields.filter(|field| value_of(&field.key, written).is_none()) {
        match &field.presence {
            Presence::When { condition, .. } if !holds(condition, table, written) => {}
            Presence::When { optional, .. } => missing.push((*optional, field)),
            _ => missing.push((!field.is_required(), field)),
        }
    }
    missing.sort_by_key(|(is_optional, _)| *is_optional);
    candidates.extend(missing.into_iter().map(|(is_optional, field)| {
        let detail = format!("{}{}", if is_optional { "" } else { "required: " }, field.expected());
        let candidate = Candidate::new(CandidateKind::Key, &*field.key, detail).help(field.explained());
        candidate.behind(&format!("{} = ", toml_key(&field.key)), &field.template())
    }));
    candidates
}

/// True if the condition of a field holds of the entries, or of the default of the field that it compares.
fn holds(condition: &Condition, table: &TableType, written: &[(String, String)]) -> bool {
    let value = value_of(&condition.field, written).or_else(|| default_word(&condition.field, table));
    let Some(value) = value else { return false };
    condition.is.as_ref().is_none_or(|is| is.iter().any(|word| **word == *value))
}

fn innermost_entries(tables: &[EnclosingTable]) -> &[(String, String)] {
    tables.last().map(|table| table.entries.as_slice()).unwrap_or_default()
}

fn value_of<'w>(key: &str, written: &'w [(String, String)]) -> Option<&'w str> {
    written.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
}

fn default_word<'t>(key: &str, table: &'t TableType) -> Option<&'t str> {
    match &table.field(key)?.presence {
        Presence::Default(value) => value.as_word().map(|word| &**word),
        _ => None,
    }
}

/// The tables that can begin behind the one around the place: those within it, then those of the file.
fn headers(file: &Arc<Schema>, place: &CursorPlace) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    // The innermost table of a header is the one that is still to be chosen, and may have entries already.
    let (around, written) = match place.part {
        Part::Header => (place.tables.len().saturating_sub(1).max(1), innermost_entries(&place.tables)),
        Part::Key | Part::Value { .. } => (place.tables.len(), innermost_entries(&[])),
    };
    for length in (1..=around).rev() {
        let Some(tables) = place.tables.get(..length) else { continue };
        let Some(schema) = TableType::new(file, tables).and_then(|table| table.schema) else { continue };
        let path: String = tables.iter().skip(1).map(|table| format!("{}.", toml_key(&table.key))).collect();
        let entries = innermost_entries(tables);
        for field in schema.fields.iter().filter(|field| field.is_table()) {
            if value_of(&field.key, entries).is_some() {
                continue;
            }
            let (open, close) = if field.list.is_some() { ("[[", "]]") } else { ("[", "]") };
            let label = format!("{open}{path}{}{close}", toml_key(&field.key));
            let template = field.header_template(written);
            let candidate = Candidate::new(CandidateKind::Table, &*label, "").help(&*field.help);
            candidates.push(candidate.behind(&label, &template));
        }
    }
    candidates
}

fn values(
    table: &TableType,
    key: &str,
    is_element: bool,
    known: &dyn Fn(&Field) -> Option<Vec<Candidate>>,
) -> Vec<Candidate> {
    if let Some(variants) = table.variants.as_ref().filter(|variants| *variants.by == *key) {
        let words = variants.tables.iter();
        return words.map(|(name, schema)| Candidate::word(name).help(&*schema.help)).collect();
    }
    let Some(field) = table.field(key) else { return Vec::new() };
    let one = Field { list: None, ..field.clone() };
    let candidates = known(&one).unwrap_or_else(|| match &one.kind {
        Kind::Choice(words) => words.iter().map(|word| Candidate::word(word)).collect(),
        Kind::Scalar(scalar) if !scalar.0.words.is_empty() => {
            scalar.0.words.iter().map(|written| Candidate::written(written)).collect()
        }
        _ if one.is_table() => {
            vec![Candidate::new(CandidateKind::Table, "{ }", one.expected()).template(&one.template())]
        }
        _ => vec![Candidate::new(CandidateKind::Example, one.example(), "an example")],
    });
    if field.list.is_none() || field.takes_one() || is_element {
        return candidates;
    }
    candidates.into_iter().map(Candidate::in_brackets).collect()
}
