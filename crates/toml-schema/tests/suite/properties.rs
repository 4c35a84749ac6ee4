//! Whatever stands in a file: reading it never panics, what is said of it points into it, its edits apply and make no new
//! mistakes, and what is valid is read as `toml` reads it.

use fastrand::Rng;
use toml_schema::{
    Data,
    diagnostic::{Diagnostic, Severity, splice},
};

use super::{
    random::{cases, list, one_of, text},
    schema,
};

fn read(text: &str) -> (toml_schema::Decoded, Vec<Diagnostic>) {
    let decoded = schema::read("server", text);
    let found = decoded.diagnostics.clone();
    (decoded, found)
}

const VALID: &str = r#"# A server.
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
    let (_, found) = read(text);
    for diagnostic in found.iter() {
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

#[test]
fn mistakes_are_survived() {
    cases(2_000, |random| {
        let mut text = VALID.to_owned();
        for _ in 0..random.usize(1..5) {
            text = with_mistake(random, &text);
        }
        check(&text);
    });
}

#[test]
fn any_text_is_survived() {
    cases(2_000, |random| check(&list(random, 0..8, |random| text(random, 0..30)).join("\n")));
}

#[test]
fn the_certain_fix_of_one_mistake_makes_no_new_ones() {
    cases(2_000, |random| {
        let text = with_mistake(random, VALID);
        let (_, found) = read(&text);
        if let [only] = found.as_slice()
            && let Some(fix) = only.fixes.first().filter(|fix| fix.is_certain())
        {
            let fixed = splice(&text, &fix.edits).unwrap();
            assert!(errors(&read(&fixed).1) <= errors(&found), "{text}\n=====\n{fixed}");
        }
    });
}

#[test]
fn what_is_valid_is_read_as_toml_reads_it() {
    let (decoded, found) = read(VALID);
    assert!(found.is_empty(), "{found:?}");
    let by_toml: toml::Table = toml::from_str(VALID).unwrap();
    assert_eq!(decoded.table.text("name"), by_toml["name"].as_str());
    assert_eq!(decoded.table.list("hosts").len(), by_toml["hosts"].as_array().unwrap().len());
    assert_eq!(decoded.table.tables("route").count(), 2);
    assert!(matches!(decoded.table.get("port").unwrap().value, Data::Integer(8080)));
    assert!(decoded.table.is("verbose"));
    let span = decoded.table.get("since").unwrap().span.range();
    assert_eq!(&VALID[span], "2026-12-31");
}

#[test]
fn one_bracket_too_many_or_too_few_is_a_guess() {
    for wrong in ["[limi]]", "[[limi]"] {
        let (_, found) = read(&VALID.replacen("[limits]", wrong, 1));
        let fixes: Vec<_> = found.iter().filter_map(|found| found.fixes.first()).collect();
        assert!(!fixes.is_empty() && fixes.iter().all(|fix| !fix.is_certain()), "{wrong}: {fixes:?}");
    }
}
