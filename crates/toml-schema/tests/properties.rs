//! Whatever stands in a file: reading it never panics, what is said of it points into it, its edits apply and make no new
//! mistakes, and what is valid is read as `toml` reads it.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that can't set itself up has nothing to say"
)]

use std::sync::{Arc, LazyLock};

use proptest::{prelude::*, test_runner::RngSeed};
use toml_schema::{
    Bounds, Data, Decoded, Field, Kind, Options, Scalar, Schema, decode,
    diagnostic::{Diagnostics, FileId, Files, Severity, splice},
    file,
};

static SERVER: LazyLock<Arc<Schema>> = LazyLock::new(|| {
    let scalar = |key, scalar, help| Field::new(key, Kind::Scalar(scalar), help);
    let limits = Schema::new(
        "limits",
        "Limits",
        vec![
            scalar("requests", Scalar::Integer, "How many at once").optional(),
            scalar("wait", Scalar::Number, "Seconds").optional(),
        ],
    );
    let port = Field {
        bounds: Bounds::between(1.0, 65535.0),
        ..scalar("port", Scalar::Integer, "Where it listens")
    };
    let route = Schema::new(
        "route",
        "A route",
        vec![
            scalar("path", Scalar::Text, "Its path"),
            scalar("open", Scalar::Time, "From when on").optional(),
        ],
    );
    Arc::new(Schema::new(
        "server",
        "A server",
        vec![
            port,
            scalar("name", Scalar::Text, "What it is called"),
            scalar("hosts", Scalar::Text, "For whom it answers").list(),
            scalar("since", Scalar::Date, "The first day").optional(),
            scalar("verbose", Scalar::Bool, "Whether it says more").optional(),
            scalar("text", Scalar::Text, "A longer text").optional(),
            Field::new("limits", Kind::Table(Arc::new(limits)), "Limits").optional(),
            Field::new("route", Kind::Table(Arc::new(route)), "Routes").list(),
        ],
    ))
});

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

struct OneFile<'t>(&'t str);

impl Files for OneFile<'_> {
    fn path(&self, _: FileId) -> &str {
        "server.toml"
    }

    fn text(&self, _: FileId) -> &str {
        self.0
    }
}

fn read(text: &str) -> (Decoded, Diagnostics) {
    let decoded = file(FileId(0), &text.into(), &SERVER, Options::default());
    let mut found = Diagnostics::default();
    found.extend(decoded.diagnostics.iter().cloned());
    decode::complete(&mut found, &OneFile(text));
    (decoded, found)
}

fn errors(found: &Diagnostics) -> usize {
    found.iter().filter(|found| found.severity == Severity::Error).count()
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let (_, found) = read(text);
    for diagnostic in found.iter() {
        let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.related);
        for label in places.filter(|label| label.span.is_somewhere()) {
            prop_assert!(text.get(label.span.range()).is_some(), "{diagnostic:?} is not within the text");
        }
        for fix in &diagnostic.fixes {
            let fixed = splice(text, &fix.edits);
            prop_assert!(fixed.is_some(), "{fix:?} doesn't apply to {text:?}");
        }
    }
    Ok(())
}

fn mistake() -> impl Strategy<Value = (f64, usize, String)> {
    let odd = prop::sample::select(vec![
        "", "\"", "'", "]", "[", "{", "}", "=", "\n", ",", "“", "’", "\u{a0}", "\u{200b}", "é", "#", "'''",
        "\\", ".", "\r\n", "[[",
    ]);
    (0.0..1.0, 0_usize..12, odd).prop_map(|(at, deleted, inserted)| (at, deleted, inserted.to_owned()))
}

fn with_mistake(text: &str, (at, deleted, inserted): &(f64, usize, String)) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = ((chars.len() as f64) * at) as usize;
    let end = (at + deleted).min(chars.len());
    chars.splice(at..end, inserted.chars());
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(20_261_125),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn mistakes_are_survived(mistakes in prop::collection::vec(mistake(), 1..5)) {
        check(&mistakes.iter().fold(VALID.to_owned(), |text, mistake| with_mistake(&text, mistake)))?;
    }

    #[test]
    fn any_text_is_survived(text in "(\\PC|\n){0,200}") {
        check(&text)?;
    }

    #[test]
    fn the_certain_fix_of_one_mistake_makes_no_new_ones(mistake in mistake()) {
        let text = with_mistake(VALID, &mistake);
        let (_, found) = read(&text);
        if let [only] = found.iter().collect::<Vec<_>>().as_slice()
            && let Some(fix) = only.fixes.first().filter(|fix| fix.is_certain())
        {
            let fixed = splice(&text, &fix.edits).unwrap();
            prop_assert!(errors(&read(&fixed).1) <= errors(&found), "{text}\n=====\n{fixed}");
        }
    }
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
fn each_mistake_is_corrected_to_the_byte() {
    for (right, wrong) in [
        ("name = \"One, two\"", "name = “One, two”"),
        ("name = \"One, two\"", "name: \"One, two\""),
        ("name = \"One, two\"", "nmae = \"One, two\""),
        ("port = 8080", "port = \"8080\""),
        ("port = 8080", "port = 8,080"),
        ("verbose = true", "verbose = yes"),
        ("since = 2026-12-31", "since = 31.12.2026"),
        ("hosts = [\"a.example\", \"b.example\"]", "hosts = [\"a.example\" \"b.example\"]"),
        ("hosts = [\"a.example\", \"b.example\"]", "hosts = [\"a.example\", \"b.example\""),
        ("open = \"09:30\"", "open = 9.30am"),
        ("[limits]", "[limits"),
        ("[[route]]\npath = \"/two\"", "[[route]\npath = \"/two\""),
    ] {
        let text = VALID.replacen(right, wrong, 1);
        let (_, found) = read(&text);
        let fixes: Vec<_> = found.iter().filter_map(|found| found.fixes.first()).collect();
        assert_eq!(found.iter().count(), 1, "{wrong}: {found:?}");
        let fixed = splice(&text, fixes.iter().flat_map(|fix| &fix.edits));
        assert_eq!(fixed.as_deref(), Some(VALID), "{wrong}");
    }
}

#[test]
fn one_bracket_too_many_or_too_few_is_a_guess() {
    for wrong in ["[limi]]", "[[limi]"] {
        let (_, found) = read(&VALID.replacen("[limits]", wrong, 1));
        let fixes: Vec<_> = found.iter().filter_map(|found| found.fixes.first()).collect();
        assert!(!fixes.is_empty() && fixes.iter().all(|fix| !fix.is_certain()), "{wrong}: {fixes:?}");
    }
}
