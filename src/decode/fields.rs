//! The keys of a table: asked for one by one, each answer typed, each mistake noted.

use toml::de::{DeTable, DeValue};

use super::{
    Allowance, Item, Record, Report, Value, allowance, first_statement,
    schema::{Description, Property},
};
use crate::diagnostic::{Code, Diagnostic, Span, nearest};

/// A table that is being decoded, or the description of one that is being made.
pub struct Fields<'a, 'r>(Mode<'a, 'r>);

enum Mode<'a, 'r> {
    Decode(Table<'a, 'r>),
    Describe(&'a mut Description<'r>),
}

struct Table<'a, 'r> {
    table: &'a DeTable<'a>,
    /// The header, or the whole of an inline table: what is underlined when a key is missing.
    span: Span,
    /// From the first to the last byte that belongs to the table.
    extent: Span,
    report: &'a mut Report<'r>,
    asked: Vec<&'static str>,
    missing: Vec<Missing>,
}

struct Missing {
    key: &'static str,
    expected: String,
    help: String,
}

impl<'a, 'r> Fields<'a, 'r> {
    pub(super) fn decode_root<R: Record>(table: &'a DeTable<'a>, report: &'a mut Report<'r>) -> Option<R> {
        let span = first_statement(report.file, report.text);
        let extent = Span::new(report.file, 0..report.text.len());
        Self::decode(table, span, extent, report)
    }

    fn decode<R: Record>(
        table: &'a DeTable<'a>,
        span: Span,
        extent: Span,
        report: &'a mut Report<'r>,
    ) -> Option<R> {
        let mut fields =
            Self(Mode::Decode(Table { table, span, extent, report, asked: Vec::new(), missing: Vec::new() }));
        fields.read_allowances();
        let value = R::read(&mut fields);
        fields.finish();
        value
    }

    pub(super) fn describe<R: Record>(description: &'a mut Description<'r>) {
        let mut fields = Self(Mode::Describe(description));
        // The answers are all "nothing": only the questions matter here.
        let _ = R::read(&mut fields);
    }

    /// The value of `key`. `doc` tells an editor what it is for.
    pub fn required<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<V> {
        match &mut self.0 {
            Mode::Describe(description) => {
                let schema = V::schema(description.ids);
                description.property(Property { key, doc, schema, required: true })
            }
            Mode::Decode(table) => match table.ask(key) {
                Some(item) => table.sound(item).and_then(|item| V::decode(&item, table.report)),
                None => {
                    table.miss(key, V::EXPECTED.to_owned(), format!("add the line: {key} = {}", V::EXAMPLE))
                }
            },
        }
    }

    /// The value of `key`, if the table has it.
    pub fn optional<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<V> {
        match &mut self.0 {
            Mode::Describe(description) => {
                let schema = V::schema(description.ids);
                description.property(Property { key, doc, schema, required: false })
            }
            Mode::Decode(table) => {
                let item = table.ask(key)?;
                table.sound(item).and_then(|item| V::decode(&item, table.report))
            }
        }
    }

    /// The list under `key`, which has at least one element.
    pub fn list<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<Vec<V>> {
        match &mut self.0 {
            Mode::Describe(description) => {
                let schema = serde_json::json!({ "type": "array", "items": V::schema(description.ids), "minItems": 1 });
                description.property(Property { key, doc, schema, required: true })
            }
            Mode::Decode(table) => match table.ask(key) {
                Some(item) => table.sound(item).and_then(|item| item.elements(table.report, V::decode)),
                None => table.miss(
                    key,
                    format!("a list of {}s", plain(V::EXPECTED)),
                    format!("add the line: {key} = [{}]", V::EXAMPLE),
                ),
            },
        }
    }

    /// The list under `key`; nothing at all if the table has none.
    pub fn optional_list<V: Value>(&mut self, key: &'static str, doc: &'static str) -> Option<Vec<V>> {
        match &mut self.0 {
            Mode::Describe(description) => {
                let schema = serde_json::json!({ "type": "array", "items": V::schema(description.ids), "minItems": 1 });
                description.property(Property { key, doc, schema, required: false })
            }
            Mode::Decode(table) => match table.ask(key) {
                Some(item) => table.sound(item).and_then(|item| item.elements(table.report, V::decode)),
                None => Some(Vec::new()),
            },
        }
    }

    /// The table under `key`.
    pub fn table<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<R> {
        match &mut self.0 {
            Mode::Describe(description) => {
                let schema = description.nested::<R>();
                description.property(Property { key, doc, schema, required: true })
            }
            Mode::Decode(table) => match table.ask(key) {
                Some(item) => table.sound(item).and_then(|item| table.record(item)),
                None => {
                    let help = format!(
                        "add a table [{key}], or on one line {key} = {{ ... }}: {}",
                        lower_first(doc)
                    );
                    table.miss(key, format!("a table [{key}]"), help)
                }
            },
        }
    }

    /// The table under `key`, if there is one.
    pub fn optional_table<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<R> {
        match &mut self.0 {
            Mode::Describe(description) => {
                let schema = description.nested::<R>();
                description.property(Property { key, doc, schema, required: false })
            }
            Mode::Decode(table) => {
                let item = table.ask(key)?;
                table.sound(item).and_then(|item| table.record(item))
            }
        }
    }

    /// The tables under `key`, written as `[[key]]`; at least one.
    pub fn tables<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<Vec<R>> {
        match &mut self.0 {
            Mode::Describe(description) => {
                let schema =
                    serde_json::json!({ "type": "array", "items": description.nested::<R>(), "minItems": 1 });
                description.property(Property { key, doc, schema, required: true })
            }
            Mode::Decode(table) => match table.ask(key) {
                Some(item) => table.sound(item).and_then(|item| table.records(item)),
                None => {
                    let help = format!("add one [[{key}]] for each: {}", lower_first(doc));
                    table.miss(key, format!("tables [[{key}]]"), help)
                }
            },
        }
    }

    /// The tables under `key`, written as `[[key]]`; there may be none.
    pub fn optional_tables<R: Record>(&mut self, key: &'static str, doc: &'static str) -> Option<Vec<R>> {
        match &mut self.0 {
            Mode::Describe(description) => {
                let schema =
                    serde_json::json!({ "type": "array", "items": description.nested::<R>(), "minItems": 1 });
                description.property(Property { key, doc, schema, required: false })
            }
            Mode::Decode(table) => match table.ask(key) {
                Some(item) => table.sound(item).and_then(|item| table.records(item)),
                None => Some(Vec::new()),
            },
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
            Mode::Decode(table) => Some(table.span),
            Mode::Describe(_) => None,
        }
    }

    /// True if the table has `key`, asked for or not.
    pub fn has(&self, key: &str) -> bool {
        matches!(&self.0, Mode::Decode(table) if table.table.contains_key(key))
    }

    /// Notes a mistake that only the kind can see, such as an end before its start.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if let Mode::Decode(table) = &mut self.0 {
            table.report.push(diagnostic);
        }
    }

    fn read_allowances(&mut self) {
        let Mode::Decode(table) = &mut self.0 else { return };
        let Some(item) = table.ask("allow") else { return };
        let Some(item) = table.sound(item) else { return };
        let scope = table.extent;
        let lints =
            item.elements(table.report, |item, report| Some((allowance::lint(item, report)?, item.span)));
        let allowances =
            lints.unwrap_or_default().into_iter().map(|(lint, at)| Allowance { lint, at, scope });
        table.report.allowances.extend(allowances);
    }

    /// Reports the keys that nobody asked for and the ones that were asked for in vain. A missing
    /// key that is there under a slightly wrong name is reported once.
    fn finish(self) {
        let Mode::Decode(mut table) = self.0 else { return };
        if table.report.displaced {
            return;
        }
        let mut keys: Vec<_> =
            table.table.keys().filter(|key| !table.asked.contains(&&**key.get_ref())).collect();
        keys.sort_by_key(|key| key.span().start);
        for key in keys {
            if table.report.is_unsound(&key.span()) {
                continue;
            }
            let written: &str = key.get_ref();
            let unused: Vec<&str> =
                table.asked.iter().copied().filter(|asked| !table.table.contains_key(*asked)).collect();
            let meant = nearest(written, unused).or_else(|| nearest(written, table.asked.iter().copied()));
            table.missing.retain(|missing| Some(missing.key) != meant);
            let mut diagnostic = Diagnostic::new(
                Code::UnknownKey,
                Span::new(table.report.file, key.span()),
                format!("there is no key \"{written}\" here"),
            )
            .expected(format!("one of {}", table.asked.join(", ")));
            diagnostic = match meant {
                Some(meant) => diagnostic.label("unknown key").help(format!("did you mean \"{meant}\"?")),
                None => diagnostic.label("unknown key").help("remove the line, or correct the key's name"),
            };
            table.report.push(diagnostic);
        }
        for missing in std::mem::take(&mut table.missing) {
            let diagnostic = Diagnostic::new(
                Code::MissingKey,
                table.span,
                format!("the key \"{}\" is missing", missing.key),
            )
            .label(format!("\"{}\" is missing here", missing.key))
            .expected(missing.expected)
            .help(missing.help);
            table.report.push(diagnostic);
        }
    }
}

impl<'a> Table<'a, '_> {
    fn ask(&mut self, key: &'static str) -> Option<Item<'a>> {
        self.asked.push(key);
        let table: &'a DeTable<'a> = self.table;
        Some(Item::new(table.get(key)?, self.report))
    }

    /// The item, unless its text has a syntax error, which says all there is to say of it.
    fn sound(&self, item: Item<'a>) -> Option<Item<'a>> {
        let inside = matches!(item.value, DeValue::Table(_) | DeValue::Array(_));
        (inside || !self.report.is_unsound(&item.span.range())).then_some(item)
    }

    fn miss<T>(&mut self, key: &'static str, expected: String, help: String) -> Option<T> {
        self.missing.push(Missing { key, expected, help });
        None
    }

    fn record<R: Record>(&mut self, item: Item<'a>) -> Option<R> {
        let DeValue::Table(table) = item.value else {
            item.wrong_type("a table, such as { key = \"value\" }", self.report);
            return None;
        };
        let extent = extent(item.span, table, self.report);
        Fields::decode(table, item.span, extent, self.report)
    }

    fn records<R: Record>(&mut self, item: Item<'a>) -> Option<Vec<R>> {
        let DeValue::Array(array) = item.value else {
            item.wrong_type("a list of tables, each under its own line in double brackets", self.report);
            return None;
        };
        if array.is_empty() {
            item.empty_list(self.report);
            return None;
        }
        let elements: Vec<Item<'_>> = array.iter().map(|element| Item::new(element, self.report)).collect();
        let count = elements.len();
        let decoded: Vec<R> = elements.into_iter().filter_map(|element| self.record(element)).collect();
        (decoded.len() == count).then_some(decoded)
    }
}

/// From a table's header to the end of its last value.
fn extent(span: Span, table: &DeTable<'_>, report: &Report<'_>) -> Span {
    table.iter().fold(span, |whole, (key, value)| {
        let value_span = Span::new(report.file, value.span());
        let inner = match value.get_ref() {
            DeValue::Table(table) => extent(value_span, table, report),
            DeValue::Array(array) => array.iter().fold(value_span, |whole, element| {
                let span = Span::new(report.file, element.span());
                let inner = match element.get_ref() {
                    DeValue::Table(table) => extent(span, table, report),
                    _ => span,
                };
                join(whole, inner)
            }),
            _ => value_span,
        };
        join(join(whole, Span::new(report.file, key.span())), inner)
    })
}

fn join(a: Span, b: Span) -> Span {
    Span { file: a.file, start: a.start.min(b.start), end: a.end.max(b.end) }
}

fn plain(expected: &str) -> &str {
    let expected = expected.split([',', '(']).next().unwrap_or(expected);
    expected.trim_start_matches("a ").trim_start_matches("an ").trim_end()
}

fn lower_first(doc: &str) -> String {
    let mut chars = doc.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
