//! A table that is being decoded: which keys it has, which it should have, and what it holds.

use toml::de::{DeTable, DeValue};

use super::{Allowance, Fields, Item, Record, Report, allowance, value::noun};
use crate::diagnostic::{Code, Diagnostic, Span, nearest};

pub(super) struct Table<'a, 'r> {
    table: &'a DeTable<'a>,
    /// The header, or the whole of an inline table: what is underlined when a key is missing.
    pub(super) span: Span,
    pub(super) report: &'a mut Report<'r>,
    /// Keys that are there under a slightly wrong name, with that name.
    misspelt: Vec<(&'static str, &'a str)>,
    missing: Vec<Missing>,
    /// True for a table that is there once too often: that it lacks keys is no mistake of its own.
    surplus: bool,
}

struct Missing {
    key: &'static str,
    expected: String,
    help: String,
}

impl<'a, 'r> Table<'a, 'r> {
    /// The table with its keys looked over. `known` are the keys that it may have.
    pub(super) fn new(
        table: &'a DeTable<'a>,
        span: Span,
        known: &[&'static str],
        report: &'a mut Report<'r>,
    ) -> Self {
        let mut table =
            Self { table, span, report, misspelt: Vec::new(), missing: Vec::new(), surplus: false };
        table.report_unknown_keys(known);
        table
    }

    /// The same for a table that is there once too often.
    pub(super) fn surplus(mut self) -> Self {
        self.surplus = true;
        self
    }

    /// Reports the keys that no question will ask for. The value of a misspelt one is read under the
    /// right name, so that one slip doesn't become two.
    fn report_unknown_keys(&mut self, known: &[&'static str]) {
        let table: &'a DeTable<'a> = self.table;
        let mut unknown: Vec<_> = table.keys().filter(|key| !known.contains(&&**key.get_ref())).collect();
        unknown.sort_by_key(|key| key.span().start);
        for key in unknown {
            let written: &'a str = key.get_ref();
            let free = known.iter().copied().filter(|known| !self.has(known));
            let meant = nearest(written, free);
            if let Some(meant) = meant {
                let right = known.iter().copied().find(|known| *known == meant);
                self.misspelt.extend(right.map(|right| (right, written)));
            }
            let span = self.report.span(key.span());
            if self.report.is_reshaped(span) {
                continue;
            }
            let help = match meant.or_else(|| nearest(written, known.iter().copied())) {
                Some(meant) => format!("did you mean \"{meant}\"?"),
                None => "remove the line, or correct the key's name".to_owned(),
            };
            self.report.push(
                Diagnostic::new(Code::UnknownKey, span, format!("there is no key \"{written}\" here"))
                    .label("unknown key")
                    .expected(format!("one of {}", known.join(", ")))
                    .help(help),
            );
        }
    }

    /// True if the table has `key`, if perhaps under a slightly wrong name.
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key) || self.misspelt.iter().any(|(right, _)| *right == key)
    }

    /// What stands behind `key`.
    pub(super) fn item(&self, key: &'static str) -> Option<Item<'a>> {
        let table: &'a DeTable<'a> = self.table;
        let written = self.misspelt.iter().find(|(right, _)| *right == key).map(|(_, written)| *written);
        Some(Item::new(key, table.get(written.unwrap_or(key))?, self.report))
    }

    /// Notes that `key` is missing.
    pub(super) fn miss(&mut self, key: &'static str, expected: String, help: String) {
        self.missing.push(Missing { key, expected, help });
    }

    /// The record in the table behind a key; a stand-in if there's no table or it says nonsense.
    pub(super) fn record<R: Record>(&mut self, item: Item<'a>) -> R {
        let Some((first, surplus)) = self.tables_of(&item, "a table, such as { key = \"value\" }", false)
        else {
            return Fields::stand_in();
        };
        let record = self.table_record(first, false);
        for table in surplus {
            let _: R = self.table_record(table, true);
        }
        record
    }

    /// The records in the tables behind a key.
    pub(super) fn records<R: Record>(&mut self, item: Item<'a>) -> Vec<R> {
        if let DeValue::Array(array) = item.value
            && array.is_empty()
        {
            item.empty_list(self.report);
            return Vec::new();
        }
        let expected = "a list of tables, each under its own line [[...]]";
        let Some((first, rest)) = self.tables_of(&item, expected, true) else { return Vec::new() };
        std::iter::once(first).chain(rest).map(|table| self.table_record(table, false)).collect()
    }

    /// The tables behind a key, however many: that there are too few or too many is reported, and no
    /// reason not to read them.
    fn tables_of(
        &mut self,
        item: &Item<'a>,
        expected: &str,
        several: bool,
    ) -> Option<(Item<'a>, Vec<Item<'a>>)> {
        let mended = self.report.is_reshaped(item.span);
        match item.value {
            DeValue::Table(_) => {
                if several && !mended {
                    item.wrong_type(expected, self.report);
                }
                Some((*item, Vec::new()))
            }
            DeValue::Array(array) if array.iter().any(|element| element.get_ref().is_table()) => {
                let elements: Vec<Item<'a>> =
                    array.iter().map(|element| Item::new(item.key, element, self.report)).collect();
                if !several && !mended {
                    let shown = elements.first().map_or(*item, |first| Item { span: first.span, ..*item });
                    shown.wrong_type(expected, self.report);
                }
                let mut elements = elements.into_iter();
                Some((elements.next()?, elements.collect()))
            }
            _ => {
                item.wrong_type(expected, self.report);
                None
            }
        }
    }

    fn table_record<R: Record>(&mut self, item: Item<'a>, surplus: bool) -> R {
        let DeValue::Table(table) = item.value else {
            item.wrong_type("a table, such as { key = \"value\" }", self.report);
            return Fields::stand_in();
        };
        let extent = extent(item.span, table, self.report);
        Fields::decode(table, item.span, extent, surplus, self.report)
    }

    /// The warnings that the table allows, in all of `scope`. One whose name can't be read may be any.
    pub(super) fn read_allowances(&mut self, scope: Span) {
        let Some(item) = self.item("allow") else { return };
        let elements = item.elements(self.report, |item, report| {
            let lint = allowance::lint(item, report);
            Some(Allowance { lint, at: item.span, scope })
        });
        let any = Allowance { lint: None, at: item.span, scope };
        self.report.allowances.extend(elements.filter(|elements| !elements.is_empty()).unwrap_or(vec![any]));
    }

    /// Reports the keys that were asked for in vain.
    pub(super) fn finish(self) {
        if self.surplus {
            return;
        }
        for missing in self.missing {
            self.report.push(
                Diagnostic::new(
                    Code::MissingKey,
                    self.span,
                    format!("the key \"{}\" is missing", missing.key),
                )
                .label(format!("\"{}\" is missing here", missing.key))
                .expected(missing.expected)
                .help(missing.help),
            );
        }
    }
}

/// From a table's header to the end of its last value.
fn extent(span: Span, table: &DeTable<'_>, report: &Report<'_>) -> Span {
    table.iter().fold(span, |whole, (key, value)| {
        let value_span = report.span(value.span());
        let inner = match value.get_ref() {
            DeValue::Table(table) => extent(value_span, table, report),
            DeValue::Array(array) => array.iter().fold(value_span, |whole, element| {
                let span = report.span(element.span());
                let inner = match element.get_ref() {
                    DeValue::Table(table) => extent(span, table, report),
                    _ => span,
                };
                whole.join(inner)
            }),
            _ => value_span,
        };
        whole.join(report.span(key.span())).join(inner)
    })
}

/// What to say is missing where a list of this should be.
pub(super) fn list_of(expected: &str) -> String {
    let noun = noun(expected);
    let noun = noun.trim_start_matches("a ").trim_start_matches("an ").trim_start_matches("the ");
    format!("a list of {noun}s")
}
