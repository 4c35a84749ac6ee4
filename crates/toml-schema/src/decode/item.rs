//! One value as it stands in a file.

use toml::{Spanned as TomlSpanned, de::DeValue};

use super::{Report, is_placeholder, value::noun};
use crate::diagnostic::{Applicability, Span, code, diagnostic, is_blank, is_invisible, report};

/// A value of a TOML file, with its place.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The key behind which it stands, if perhaps in a list.
    pub key: &'a str,
    /// The value.
    pub value: &'a DeValue<'a>,
    /// The place of the value.
    pub span: Span,
}

/// The expected type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedType {
    /// Anything but a table.
    Value,
    /// A single table.
    Table,
    /// A list of tables.
    Tables,
}

/// The first control character of a text, line ends and tabs apart.
fn control(text: &str) -> Option<char> {
    // Most texts have no byte with which a control character begins, and need not be decoded.
    // Without an early return, many bytes are compared at once.
    let has_suspect = text.bytes().fold(false, |found, byte| found | is_suspect(byte));
    has_suspect.then(|| text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))).flatten()
}

/// True for a byte with which a control character may begin.
fn is_suspect(byte: u8) -> bool {
    (byte < b' ' && !matches!(byte, b'\n' | b'\r' | b'\t')) || matches!(byte, 0x7F | 0xC2)
}

impl<'a> Item<'a> {
    /// The value that stands behind `key`.
    pub fn new(key: &'a str, value: &'a TomlSpanned<DeValue<'a>>, report: &Report<'_>) -> Self {
        Self { key, value: value.get_ref(), span: report.span(value.span()) }
    }

    /// The text, where the value is one.
    pub fn text(&self) -> Option<&'a str> {
        if let DeValue::String(text) = self.value { Some(text) } else { None }
    }

    /// The text, or a report that `expected` should stand here.
    pub fn as_text(&self, expected: &str, report: &mut Report<'_>) -> Option<&'a str> {
        let Some(text) = self.text() else {
            self.wrong_type(ExpectedType::Value, expected, report);
            return None;
        };
        // TOML has escapes for them. They are invisible, and rendering uses two of them as markers.
        if let Some(control) = control(text) {
            let code = u32::from(control);
            let message = format!("\"{}\" contains a control character", self.key);
            let help = format!("remove the character U+{code:04X}");
            report.malformed(self.span, message, expected, Some(help));
            return None;
        }
        Some(text)
    }

    /// The text without space around it, or a report that it's no text or has no letter.
    pub fn as_filled_text(&self, expected: &str, report: &mut Report<'_>) -> Option<&'a str> {
        let filled = self.filled_text();
        if filled.is_none() && self.as_text(expected, report).is_some() {
            report!(report, code::EMPTY_TEXT, self.span, "\"{}\" is empty", self.key;
                expected;
                help: "write the text; if the key is optional, it may also be left out";
                unwritten);
        }
        filled
    }

    /// The same without a report.
    pub fn filled_text(&self) -> Option<&'a str> {
        let text = self.text().filter(|text| control(text).is_none())?;
        // Contacts and chats put marks of direction around what is copied.
        let text = text.trim_matches(|c: char| c.is_whitespace() || is_invisible(c));
        (!text.chars().all(is_blank)).then_some(text)
    }

    /// True for a value that says nothing, as web editors write each field of a form that nobody filled in: an empty text, a list
    /// or table of nothing. A header without keys was begun by somebody, and so was a placeholder.
    pub fn is_empty(&self, report: &Report<'_>) -> bool {
        let range = self.span.range();
        if report.is_invalid(self.span) {
            return false;
        }
        match self.value {
            DeValue::String(text) => text.chars().all(is_blank),
            DeValue::Array(elements) => {
                elements.iter().all(|element| Item::new(self.key, element, report).is_empty(report))
                    && !is_placeholder(report.text, range.end)
            }
            DeValue::Table(table) if table.is_empty() => {
                let is_inline = report.text.get(range.clone()).is_some_and(|raw| raw.starts_with('{'));
                is_inline && !is_placeholder(report.text, range.end)
            }
            // A form of a content editor leaves `false` for a box that nobody ticked: the rest has to be empty, too.
            DeValue::Table(table) => {
                let said =
                    table.iter().filter(|(_, value)| !matches!(value.get_ref(), DeValue::Boolean(false)));
                let mut said = said.peekable();
                said.peek().is_some()
                    && said.all(|(key, value)| Item::new(key.get_ref(), value, report).is_empty(report))
            }
            _ => false,
        }
    }

    /// The whole number, or a report that `expected` should stand here.
    pub fn as_whole(&self, expected: &str, report: &mut Report<'_>) -> Option<i64> {
        if let DeValue::Integer(integer) = self.value {
            if let Ok(number) = i64::from_str_radix(integer.as_str(), integer.radix()) {
                return Some(number);
            }
            report!(report, code::OUT_OF_RANGE, self.span, "the number \"{}\" is too large", self.key;
                expected);
            return None;
        }
        self.wrong_type(ExpectedType::Value, expected, report);
        None
    }

    /// The number, whole or not, or a report that `expected` should stand here.
    pub fn as_number(&self, expected: &str, report: &mut Report<'_>) -> Option<f64> {
        let written = match self.value {
            DeValue::Float(float) => float.as_str().replace('_', ""),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().replace('_', ""),
            _ => {
                self.wrong_type(ExpectedType::Value, expected, report);
                return None;
            }
        };
        let number = written.parse::<f64>().ok().filter(|number| number.is_finite());
        if number.is_none() {
            report!(report, code::OUT_OF_RANGE, self.span, "\"{}\" is not a finite number", self.key;
                expected);
        }
        number
    }

    /// The text in a list that holds nothing else.
    pub fn only_text(&self) -> Option<&'a str> {
        let DeValue::Array(array) = self.value else { return None };
        array.first().filter(|_| array.len() == 1)?.get_ref().as_str()
    }

    /// The elements of a list, each decoded. Returns `None` if it's no list. Nothing comes of an element for which
    /// `decode` has no answer, nor of an empty one, unless the list `has_gaps`.
    pub fn elements<T>(
        &self,
        has_gaps: bool,
        report: &mut Report<'_>,
        mut decode: impl FnMut(&Item<'_>, &mut Report<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let DeValue::Array(array) = self.value else {
            self.wrong_type(ExpectedType::Value, "a list in brackets, such as [\"one\", \"two\"]", report);
            if self.text().is_some() {
                let raw = report.text.get(self.span.range()).unwrap_or_default();
                report.correct(self.span, format!("[{raw}]"), Applicability::Certain);
            }
            return None;
        };
        let all = array.iter().map(|element| Item::new(self.key, element, report));
        let elements: Vec<Item<'_>> = all.filter(|element| has_gaps || !element.is_empty(report)).collect();
        if elements.iter().all(|element| element.is_empty(report)) {
            self.empty_list(report);
            return None;
        }
        Some(elements.iter().filter_map(|element| decode(element, report)).collect())
    }

    /// Reports a list without elements.
    pub fn empty_list(&self, report: &mut Report<'_>) {
        report!(report, code::OUT_OF_RANGE, self.span, "the list \"{}\" is empty", self.key;
            expected: "at least one element";
            help: "add an element");
        // Only lists of tables have a description of what is to be written.
        report.offer_placeholder(self.span, "[{}]");
    }

    /// Reports that something of another type should stand here.
    pub fn wrong_type(&self, wanted: ExpectedType, expected: &str, report: &mut Report<'_>) {
        let diagnostic = diagnostic!(code::WRONG_TYPE, self.span,
            "\"{}\" is {}, where {} belongs", self.key, self.kind(), noun(expected);
            label: "this is {}", self.kind());
        report.push(diagnostic.expected(expected));
        match (self.as_table(wanted == ExpectedType::Tables, report), wanted) {
            (Some(written), _) => report.correct(self.span, written, Applicability::Certain),
            (None, ExpectedType::Tables) => report.offer_placeholder(self.span, "[{}]"),
            (None, ExpectedType::Table) => report.offer_placeholder(self.span, "{}"),
            (None, ExpectedType::Value) => {}
        }
    }

    /// This value as a list of tables, or a list of one as its only table.
    fn as_table(&self, several: bool, report: &Report<'_>) -> Option<String> {
        let raw = report.text.get(self.span.range())?;
        if let DeValue::Array(array) = self.value {
            let inner = raw.strip_prefix("[[").and_then(|raw| raw.strip_suffix("]]"));
            return inner.filter(|_| !several && array.len() == 1).map(|name| format!("[{name}]"));
        }
        let single = raw.starts_with('{') || raw.starts_with('[') && !raw.starts_with("[[");
        (several && single && matches!(self.value, DeValue::Table(_))).then(|| format!("[{raw}]"))
    }

    /// The kind of the value, for people.
    pub fn kind(&self) -> &'static str {
        match self.value {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with decimals",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(datetime) if datetime.date.is_some() => "a date",
            DeValue::Datetime(_) => "a time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }
}
