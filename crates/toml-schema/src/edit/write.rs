//! Values as TOML writes them.

use toml::Value;

use super::{NewValue, Refusal};
use crate::decode::{is_bare_key, push_escaped};

/// The quotes between which a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quotes {
    Double,
    Single,
    ThreeSingle,
    ThreeDouble,
}

impl Quotes {
    fn of(written: &str) -> Option<Self> {
        let all = [Self::ThreeSingle, Self::ThreeDouble, Self::Single, Self::Double];
        all.into_iter().find(|quotes| written.starts_with(quotes.sign()))
    }

    const fn sign(self) -> &'static str {
        match self {
            Self::Double => "\"",
            Self::Single => "'",
            Self::ThreeSingle => "'''",
            Self::ThreeDouble => "\"\"\"",
        }
    }

    fn can_hold(self, text: &str) -> bool {
        let is_plain = !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t'));
        match self {
            Self::Double => !text.contains('\n'),
            Self::Single => is_plain && !text.contains(['\'', '\n']),
            Self::ThreeSingle => is_plain && !text.contains("'''") && !text.ends_with('\''),
            Self::ThreeDouble => true,
        }
    }
}

/// A value as TOML writes it, where another one was `written` or nothing was.
pub(super) fn value(value: &NewValue, written: Option<&str>, line_end: &str) -> String {
    match value {
        NewValue::Text(text) => quoted(text, written, line_end),
        NewValue::Number(number) => number.clone(),
        NewValue::Date(date) => date.clone(),
        NewValue::Flag(flag) => flag.to_string(),
        NewValue::List(list) => {
            let elements: Vec<_> = list.iter().map(|element| self::value(element, None, line_end)).collect();
            format!("[{}]", elements.join(", "))
        }
        NewValue::Table(table) if table.is_empty() => "{}".to_owned(),
        NewValue::Table(table) => {
            let entries: Vec<_> = table.iter().map(|(key, value)| entry(key, value, line_end)).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// A key with its value.
pub(super) fn entry(key: &str, value: &NewValue, line_end: &str) -> String {
    format!("{} = {}", self::key(key), self::value(value, None, line_end))
}

/// A key as TOML writes it, in quotes if it needs them.
///
/// ```
/// assert_eq!(toml_schema::edit::toml_key("price"), "price");
/// assert_eq!(toml_schema::edit::toml_key("Open mat"), "\"Open mat\"");
/// ```
pub fn key(key: &str) -> String {
    if is_bare_key(key) { key.to_owned() } else { escaped(key, Quotes::Double, "\n") }
}

/// A text in the quotes that it had, if it can stand there.
fn quoted(text: &str, written: Option<&str>, line_end: &str) -> String {
    let old = written.and_then(Quotes::of);
    let quotes = old.filter(|quotes| quotes.can_hold(text)).unwrap_or({
        if !text.contains('\n') {
            Quotes::Double
        } else if Quotes::ThreeSingle.can_hold(text) {
            Quotes::ThreeSingle
        } else {
            Quotes::ThreeDouble
        }
    });
    let sign = quotes.sign();
    if matches!(quotes, Quotes::Double | Quotes::Single) {
        return escaped(text, quotes, line_end);
    }
    let had_three = old.filter(|old| matches!(old, Quotes::ThreeSingle | Quotes::ThreeDouble));
    let behind = written.filter(|_| had_three.is_some()).and_then(|written| written.get(sign.len()..));
    // A line end behind the opening quotes is no part of the text.
    let opens_line = match behind {
        Some(behind) => behind.starts_with(['\n', '\r']) || text.starts_with('\n'),
        None => true,
    };
    let inner = escaped(text, quotes, line_end);
    format!("{sign}{}{inner}{sign}", if opens_line { line_end } else { "" })
}

/// A text as it stands between these quotes; on a line, with them.
fn escaped(text: &str, quotes: Quotes, line_end: &str) -> String {
    if matches!(quotes, Quotes::Single) {
        return format!("'{text}'");
    }
    if matches!(quotes, Quotes::ThreeSingle) {
        return text.replace('\n', line_end);
    }
    let is_on_lines = quotes == Quotes::ThreeDouble;
    let mut out = String::with_capacity(text.len() + 2);
    let mut run = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // Three quotes in a row, or one before the closing ones, would end it.
        run = if c == '"' { run + 1 } else { 0 };
        match c {
            '"' if is_on_lines && run % 3 != 0 && chars.peek().is_some() => out.push('"'),
            '\n' if is_on_lines => out.push_str(line_end),
            '\t' if is_on_lines => out.push('\t'),
            c => push_escaped(c, &mut out),
        }
    }
    if is_on_lines { out } else { format!("\"{out}\"") }
}

/// The value that TOML reads.
pub(super) fn read(value: &NewValue) -> Result<Value, Refusal> {
    match value {
        NewValue::Text(text) => Ok(Value::String(text.clone())),
        NewValue::Number(number) => match single(number) {
            Some(value @ (Value::Integer(_) | Value::Float(_))) => Ok(value),
            _ => Err(Refusal::NoNumber(number.clone())),
        },
        NewValue::Date(date) => match single(date) {
            Some(value @ Value::Datetime(_)) => Ok(value),
            _ => Err(Refusal::NoDate(date.clone())),
        },
        NewValue::Flag(flag) => Ok(Value::Boolean(*flag)),
        NewValue::List(list) => list.iter().map(read).collect::<Result<_, _>>().map(Value::Array),
        NewValue::Table(table) => {
            let entries = table.iter().map(|(key, value)| Ok((key.clone(), read(value)?)));
            entries.collect::<Result<_, _>>().map(Value::Table)
        }
    }
}

/// A number or date, without anything around it.
pub(super) fn single(written: &str) -> Option<Value> {
    let mut chars = written.chars();
    if !chars.all(|c| c.is_ascii_alphanumeric() || "+-.:_ ".contains(c)) || written.trim() != written {
        return None;
    }
    let table: toml::Table = format!("x = {written}").parse().ok()?;
    table.into_iter().next().map(|(_, value)| value)
}
