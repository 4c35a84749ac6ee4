//! A table of a file: answers questions for its keys, and reports what is missing, unknown or wrong.

use toml::de::{DeTable, DeValue};

use super::{Allowance, Fields, Item, Record, Report, Value, allowance, first_statement};
use crate::diagnostic::{Code, Diagnostic, Span, nearest};

/// A table that is being decoded.
pub(super) struct Table<'a, 'r> {
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

impl<'a, 'r> Table<'a, 'r> {
    /// A file as a whole.
    pub(super) fn root(table: &'a DeTable<'a>, report: &'a mut Report<'r>) -> Self {
        let span = first_statement(report.file, report.text);
        let extent = Span::new(report.file, 0..report.text.len());
        Self { table, span, extent, report, asked: Vec::new(), missing: Vec::new() }
    }

    pub(super) fn span(&self) -> Span {
        self.span
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.report.push(diagnostic);
    }

    pub(super) fn required<V: Value>(&mut self, key: &'static str) -> Option<V> {
        let Some(item) = self.ask(key) else {
            self.miss(key, V::EXPECTED.to_owned(), format!("add the line: {key} = {}", V::EXAMPLE));
            return V::stand_in(self.span);
        };
        let value = if self.is_sound(&item) { V::decode(&item, self.report) } else { None };
        value.or_else(|| V::stand_in(item.span))
    }

    pub(super) fn optional<V: Value>(&mut self, key: &'static str) -> Option<V> {
        let item = self.ask(key)?;
        if self.is_sound(&item) { V::decode(&item, self.report) } else { None }
    }

    pub(super) fn list<V: Value>(&mut self, key: &'static str) -> Option<Vec<V>> {
        let Some(item) = self.ask(key) else {
            let expected = format!("a list of {}s", plain(V::EXPECTED));
            self.miss(key, expected, format!("add the line: {key} = [{}]", V::EXAMPLE));
            return Some(Vec::new());
        };
        Some(item.elements(self.report, V::decode).unwrap_or_default())
    }

    pub(super) fn optional_list<V: Value>(&mut self, key: &'static str) -> Option<Vec<V>> {
        match self.ask(key) {
            Some(item) => Some(item.elements(self.report, V::decode).unwrap_or_default()),
            None => Some(Vec::new()),
        }
    }

    pub(super) fn table<R: Record>(&mut self, key: &'static str, doc: &str) -> Option<R> {
        let Some(item) = self.ask(key) else {
            let help = format!("add a table [{key}], or on one line {key} = {{ ... }}: {}", lower_first(doc));
            self.miss(key, format!("a table [{key}]"), help);
            return Fields::stand_in(self.span);
        };
        self.record(item)
    }

    pub(super) fn optional_table<R: Record>(&mut self, key: &'static str) -> Option<R> {
        let item = self.ask(key)?;
        self.record(item)
    }

    pub(super) fn tables<R: Record>(&mut self, key: &'static str, doc: &str) -> Option<Vec<R>> {
        let Some(item) = self.ask(key) else {
            let help = format!("add one [[{key}]] for each: {}", lower_first(doc));
            self.miss(key, format!("tables [[{key}]]"), help);
            return Some(Vec::new());
        };
        self.records(item)
    }

    pub(super) fn optional_tables<R: Record>(&mut self, key: &'static str) -> Option<Vec<R>> {
        match self.ask(key) {
            Some(item) => self.records(item),
            None => Some(Vec::new()),
        }
    }

    pub(super) fn read_allowances(&mut self) {
        let Some(item) = self.ask("allow") else { return };
        let scope = self.extent;
        let lint =
            |item: &Item<'_>, report: &mut Report<'_>| Some((allowance::lint(item, report)?, item.span));
        let lints = item.elements(self.report, lint).unwrap_or_default();
        let allowances = lints.into_iter().map(|(lint, at)| Allowance { lint, at, scope });
        self.report.allowances.extend(allowances);
    }

    /// Reports the keys that nobody asked for and the ones that were asked for in vain. A missing
    /// key that is there under a slightly wrong name is reported once.
    pub(super) fn finish(mut self) {
        if self.report.displaced {
            return;
        }
        let mut keys: Vec<_> =
            self.table.keys().filter(|key| !self.asked.contains(&&**key.get_ref())).collect();
        keys.sort_by_key(|key| key.span().start);
        for key in keys {
            if !self.report.is_unsound(&key.span()) {
                self.unknown_key(key.get_ref(), Span::new(self.report.file, key.span()));
            }
        }
        for missing in self.missing {
            let message = format!("the key \"{}\" is missing", missing.key);
            let diagnostic = Diagnostic::new(Code::MissingKey, self.span, message)
                .label(format!("\"{}\" is missing here", missing.key))
                .expected(missing.expected)
                .help(missing.help);
            self.report.push(diagnostic);
        }
    }

    fn unknown_key(&mut self, written: &str, span: Span) {
        let unused = self.asked.iter().copied().filter(|asked| !self.table.contains_key(*asked));
        let meant = nearest(written, unused).or_else(|| nearest(written, self.asked.iter().copied()));
        self.missing.retain(|missing| Some(missing.key) != meant);
        let help = match meant {
            Some(meant) => format!("did you mean \"{meant}\"?"),
            None => "remove the line, or correct the key's name".to_owned(),
        };
        let diagnostic =
            Diagnostic::new(Code::UnknownKey, span, format!("there is no key \"{written}\" here"))
                .label("unknown key")
                .expected(format!("one of {}", self.asked.join(", ")))
                .help(help);
        self.report.push(diagnostic);
    }

    fn ask(&mut self, key: &'static str) -> Option<Item<'a>> {
        self.asked.push(key);
        let table: &'a DeTable<'a> = self.table;
        Some(Item::new(table.get(key)?, self.report))
    }

    /// False if the item's text has a syntax error, which says all there is to say of it.
    fn is_sound(&self, item: &Item<'_>) -> bool {
        let inside = matches!(item.value, DeValue::Table(_) | DeValue::Array(_));
        inside || !self.report.is_unsound(&item.span.range())
    }

    fn miss(&mut self, key: &'static str, expected: String, help: String) {
        self.missing.push(Missing { key, expected, help });
    }

    fn record<R: Record>(&mut self, item: Item<'a>) -> Option<R> {
        let DeValue::Table(table) = item.value else {
            if self.is_sound(&item) {
                item.wrong_type("a table, such as { key = \"value\" }", self.report);
            }
            return Fields::stand_in(item.span);
        };
        let extent = extent(item.span, table, self.report);
        let (span, report) = (item.span, &mut *self.report);
        Fields::decode(Table { table, span, extent, report, asked: Vec::new(), missing: Vec::new() })
    }

    fn records<R: Record>(&mut self, item: Item<'a>) -> Option<Vec<R>> {
        let DeValue::Array(array) = item.value else {
            if self.is_sound(&item) {
                item.wrong_type("a list of tables, each under its own line in double brackets", self.report);
            }
            return Some(Vec::new());
        };
        if array.is_empty() {
            item.empty_list(self.report);
        }
        let elements: Vec<Item<'_>> = array.iter().map(|element| Item::new(element, self.report)).collect();
        Some(elements.into_iter().filter_map(|element| self.record(element)).collect())
    }
}

/// From a table's header to the end of its last value.
fn extent(span: Span, table: &DeTable<'_>, report: &Report<'_>) -> Span {
    table.iter().fold(span, |whole, (key, value)| {
        let key = Span::new(report.file, key.span());
        join(join(whole, key), extent_of_value(value, report))
    })
}

fn extent_of_value(value: &toml::Spanned<DeValue<'_>>, report: &Report<'_>) -> Span {
    let span = Span::new(report.file, value.span());
    match value.get_ref() {
        DeValue::Table(table) => extent(span, table, report),
        DeValue::Array(array) => {
            array.iter().fold(span, |whole, element| join(whole, extent_of_value(element, report)))
        }
        _ => span,
    }
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
