//! Whatever stands in a file: reading it never panics, what is said of it points into it, its edits apply and make no new
//! mistakes, and what is valid is read as `toml` reads it.

use std::{collections::BTreeSet, ops::Range};

use fastrand::Rng;
use pulldown_cmark::Event;
use toml::Value;
use toml_schema::{
    Data,
    decode::value::Markdown,
    diagnostic::{Diagnostic, Severity, splice},
};

use super::{
    random::{cases, list, one_of, text},
    schema,
};

/// The mistakes that are found in a text by the schema of this name.
fn found(schema: &str, text: &str) -> Vec<Diagnostic> {
    schema::read(schema, text).diagnostics
}

/// A valid text of each schema.
const VALID: [(&str, &str); 2] = [("server", SERVER), ("all", ALL)];

const ALL: &str = r##"text = "One"
markdown = """
# A heading

Some *words* and [a link](https://a.example/), -12 more.
"""
bool = true
integer = 12
number = 2.5
price = 1250
datetime = 2026-12-31T09:30:00
time = "09:30"
language = "sw-KE"
currency = "KES"
zone = "Africa/Nairobi"
colour = "#ffcc00"
email = "a@example.org"
phone = "+254 722 000 000"
url = "https://a.example/"
slug = "a-slug"
size = "small"
dates = [2026-12-31, 2027-01-01]

[[store]]
kind = "disk"
folder = "/tmp"

[[store]]
kind = "net"
address = "https://a.example/"
retries = 3
"##;

const SERVER: &str = r#"# A server.
port = 8080
name = "One, two" # why
hosts = ["a.example", "b.example"]
since = 2026-12-31
verbose = true
text = '''
A longer text
= of two lines
'''

[limits]
requests = 10
wait = 2.5

[[route]]
path = "/"
open = "09:30"

[[route]]
path = "/two"
"#;

fn errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|found| found.severity == Severity::Error).count()
}

fn check(text: &str) {
    for (schema, _) in VALID {
        for diagnostic in found(schema, text) {
            let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.related);
            for label in places.filter(|label| label.span.is_somewhere()) {
                assert!(text.get(label.span.range()).is_some(), "{diagnostic:?} is not within the text");
            }
            for fix in &diagnostic.fixes {
                let fixed = splice(text, &fix.edits);
                assert!(fixed.is_some(), "{fix:?} doesn't apply to {text:?}");
            }
        }
    }
}

/// The text with up to twelve characters at some place replaced by what doesn't belong there.
fn with_mistake(random: &mut Rng, text: &str) -> String {
    let odd = [
        "", "\"", "'", "]", "[", "{", "}", "=", "\n", ",", "“", "’", "\u{a0}", "\u{200b}", "é", "#", "'''",
        "\\", ".", "\r\n", "[[",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.usize(..=chars.len());
    let end = (at + random.usize(..12)).min(chars.len());
    chars.splice(at..end, one_of(random, &odd).chars());
    chars.into_iter().collect()
}

fn with_mistakes(random: &mut Rng, text: &str, most: usize) -> String {
    let mistakes = random.usize(1..=most);
    (0..mistakes).fold(text.to_owned(), |text, _| with_mistake(random, &text))
}

#[test]
fn mistakes_are_survived() {
    cases(1_000, |random| VALID.iter().for_each(|(_, text)| check(&with_mistakes(random, text, 4))));
}

#[test]
fn any_text_is_survived() {
    cases(2_000, |random| check(&list(random, 0..8, |random| text(random, 0..30)).join("\n")));
}

/// Pieces of Markdown, of which some have rarer elements.
const MARKDOWN: [&str; 24] = [
    "words",
    " ",
    "\n",
    "\n\n",
    "# ",
    "## Heading\n",
    "*",
    "**",
    "~~",
    "`",
    "- ",
    "1. ",
    "3. ",
    "> ",
    "[a](/b/)",
    "![c](d.jpg)",
    "[e](https://f.example/ \"g\")",
    "<https://h.example/>",
    "&amp;",
    "\\*",
    "  \n",
    "---\n",
    "| i | j |\n",
    "```\nk\n```\n",
];

#[test]
fn a_text_in_markdown_keeps_what_is_parsed_of_it() {
    cases(3_000, |random| {
        let written = list(random, 0..14, |random| one_of(random, &MARKDOWN)).concat();
        let read = schema::read("all", &format!("markdown = '''\n{written}'''\n"));
        let Some(Data::Markdown(markdown)) = read.table.get("markdown").map(|field| &field.value) else {
            let is_wrong = read.diagnostics.iter().any(|one| one.severity == Severity::Error);
            assert!(is_wrong || written.trim().is_empty(), "{written:?}: {:?}", read.diagnostics);
            return;
        };
        // Only texts are asked for their places.
        let seen = |(event, place): (Event<'_>, Range<usize>)| {
            (format!("{event:?}"), matches!(event, Event::Text(_)).then_some(place))
        };
        let parsed = Markdown::parse(markdown.as_str()).into_offset_iter().map(seen);
        assert_eq!(markdown.events().map(seen).collect::<Vec<_>>(), parsed.collect::<Vec<_>>(), "{written}");
    });
}

#[test]
fn certain_fixes_make_no_new_mistakes_and_come_to_an_end() {
    cases(1_000, |random| {
        for (schema, valid) in VALID {
            let most = random.usize(1..=3);
            let written = with_mistakes(random, valid, most);
            let (mut text, mut left) = (written.clone(), found(schema, &written));
            let mut rounds = 0;
            // One after the other, as each is made of the text that it stands in.
            while let Some(fix) = left.iter().filter_map(|one| one.fixes.first()).find(|fix| fix.is_certain())
            {
                let fixed = splice(&text, &fix.edits).unwrap();
                let after = found(schema, &fixed);
                // Several mistakes can hide each other.
                let is_better = most > 1 || errors(&after) <= errors(&left);
                assert!(is_better && rounds < 60, "{written}\n===== {fix:?}\n{fixed}\n===== {after:#?}");
                rounds += 1;
                (text, left) = (fixed, after);
            }
        }
    });
}

#[test]
fn what_is_valid_is_read_as_toml_reads_it() {
    for (schema, valid) in VALID {
        let decoded = schema::read(schema, valid);
        assert!(decoded.diagnostics.is_empty(), "{:?}", decoded.diagnostics);
        let by_toml: toml::Table = toml::from_str(valid).unwrap();
        let keys: BTreeSet<&str> = by_toml.keys().map(String::as_str).collect();
        assert_eq!(decoded.table.iter().map(|(key, _)| &**key).collect::<BTreeSet<_>>(), keys);
        decoded.table.iter().for_each(|(key, value)| agree(&value.value, &by_toml[&**key]));
    }
}

/// Compares a value with what `toml` reads in its place.
fn agree(data: &Data, value: &Value) {
    match (data, value) {
        (Data::Table(table), Value::Table(values)) => {
            table.iter().for_each(|(key, data)| agree(&data.value, &values[&**key]));
        }
        (Data::List(elements), Value::Array(values)) => {
            assert_eq!(elements.len(), values.len());
            elements.iter().zip(values).for_each(|(data, value)| agree(&data.value, value));
        }
        // Space around a text means nothing.
        (Data::Str(_, text), Value::String(value)) => assert_eq!(&**text, value.trim()),
        (Data::Markdown(text), Value::String(value)) => assert_eq!(text.as_str(), value),
        (Data::Bool(data), Value::Boolean(value)) => assert_eq!(data, value),
        (Data::Integer(data), Value::Integer(value)) => assert_eq!(data, value),
        (Data::Number(data), Value::Float(value)) => assert_eq!(data, value),
        (Data::Price(data), Value::Integer(value)) => assert_eq!(data.machine(), value.to_string()),
        (Data::Date(data), Value::Datetime(value)) => assert_eq!(data.to_string(), value.to_string()),
        (Data::Datetime(data), Value::Datetime(value)) => {
            assert_eq!(data.civil().to_string(), value.to_string());
        }
        (Data::Time(data), Value::String(value)) => assert_eq!(data.machine(), *value),
        (data, value) => assert_eq!(format!("{data:?}"), format!("{value:?}"), "another kind of value"),
    }
}

#[test]
fn one_bracket_too_many_or_too_few_is_a_guess() {
    for wrong in ["[limi]]", "[[limi]"] {
        let found = found("server", &SERVER.replacen("[limits]", wrong, 1));
        let fixes: Vec<_> = found.iter().filter_map(|found| found.fixes.first()).collect();
        assert!(!fixes.is_empty() && fixes.iter().all(|fix| !fix.is_certain()), "{wrong}: {fixes:?}");
    }
}
