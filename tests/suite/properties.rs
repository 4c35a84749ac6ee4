//! Whatever stands in a content file: decoding it never panics, and what is said of it points into it.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::Command,
    sync::{Arc, LazyLock},
};

use gympress::{
    context::BuildContext,
    decode::value::DateOrder,
    diagnostic::{Diagnostic, Diagnostics, FileId, Severity, splice},
    fix,
    schema::{self, Schema},
    site::Settings,
    source::{SourceText, Sources},
};
use proptest::{prelude::*, test_runner::RngSeed};

/// The types of shipped files, each with the text of one of them; every page, as each has other sections.
static SHIPPED: LazyLock<Vec<(Arc<Schema>, String, String)>> = LazyLock::new(|| {
    let mut found = Diagnostics::default();
    let sources = Sources::load(Path::new(env!("CARGO_MANIFEST_DIR")), &mut found).unwrap();
    let types = schema::load(&sources, &mut found);
    let texts = sources.texts_below("content/").map(|(_, source)| source);
    let mut known = BTreeSet::new();
    let shipped = texts.filter_map(|source| {
        let (of, _) = types.file_type(&source.path)?;
        let is_new = known.insert(of.schema().name.clone());
        (is_new || *of.schema().name == *"page")
            .then(|| (of.schema().clone(), source.path.to_string(), source.text.to_string()))
    });
    shipped.collect()
});

/// A slip of the keyboard, at a place between 0 and 1 of the text.
#[derive(Clone, Debug)]
enum Slip {
    Insert(f64, String),
    Delete(f64, usize),
    Double(f64, usize),
}

fn slip() -> impl Strategy<Value = Slip> {
    let odd = prop::sample::select(vec![
        "\"", "'", "]", "[", "{", "}", "=", "\n", ",", "“", "’", "\u{a0}", "\u{200b}", "é", "#", "'''", "\\",
        ".", "\r\n", "[[",
    ]);
    prop_oneof![
        (0.0..1.0, odd).prop_map(|(at, text)| Slip::Insert(at, text.to_owned())),
        (0.0..1.0, "\\PC{0,6}").prop_map(|(at, text)| Slip::Insert(at, text)),
        (0.0..1.0, 1_usize..40).prop_map(|(at, length)| Slip::Delete(at, length)),
        (0.0..1.0, 1_usize..200).prop_map(|(at, length)| Slip::Double(at, length)),
    ]
}

fn apply(text: &str, slip: &Slip) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let place = |at: f64| ((chars.len() as f64) * at) as usize;
    match slip {
        Slip::Insert(at, inserted) => {
            let at = place(*at);
            chars.splice(at..at, inserted.chars());
        }
        Slip::Delete(at, length) => {
            let at = place(*at);
            let end = (at + length).min(chars.len());
            chars.drain(at..end);
        }
        Slip::Double(at, length) => {
            let at = place(*at);
            let end = (at + length).min(chars.len());
            let copy = chars[at..end].to_vec();
            chars.splice(at..at, copy);
        }
    }
    chars.into_iter().collect()
}

/// Decodes `text` as a file of this type, and looks at each place that is pointed to.
fn decode(schema: &Arc<Schema>, text: &str) -> Result<(), TestCaseError> {
    let source = Arc::new(SourceText::whole("content/some.toml", text));
    let decoded = schema::file(FileId(0), &source, schema, DateOrder::default());
    for diagnostic in &decoded.diagnostics {
        let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.related);
        for span in places.map(|label| label.span) {
            let inside = text.get(span.range());
            prop_assert!(inside.is_some(), "{span:?} is not within the text: {}", diagnostic.message);
        }
        prop_assert!(!diagnostic.message.contains('\n'), "a headline is one line: {}", diagnostic.message);
    }
    fixes(&source, decoded.diagnostics)
}

/// Looks at each correction: its edits are within the text, and no two of them meet. That it makes no new mistakes is
/// tested where it is made, as mistakes hide others.
fn fixes(source: &SourceText, reported: Vec<Diagnostic>) -> Result<(), TestCaseError> {
    for fix in reported.iter().flat_map(|reported| &reported.fixes) {
        let apart = fix.edits.windows(2).all(|pair| pair[0].span.end < pair[1].span.start);
        prop_assert!(apart, "edits meet: {fix:?}");
        prop_assert!(splice(&source.text, &fix.edits).is_some(), "not within the text: {fix:?}");
    }
    Ok(())
}

/// Cases from a fixed seed, or from that of `PROPTEST_RNG_SEED`.
fn fixed() -> ProptestConfig {
    let config = ProptestConfig::default();
    let rng_seed = if config.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { config.rng_seed };
    ProptestConfig { rng_seed, failure_persistence: None, ..config }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..fixed() })]

    #[test]
    fn slips_in_shipped_files_are_survived(
        (schema, _, text) in prop::sample::select(SHIPPED.as_slice()),
        slips in prop::collection::vec(slip(), 1..6),
    ) {
        let text = slips.iter().fold(text, |text, slip| apply(&text, slip));
        decode(&schema, &text)?;
    }

    #[test]
    fn any_text_is_survived(
        (schema, ..) in prop::sample::select(SHIPPED.as_slice()),
        text in "(\\PC|\n){0,200}",
    ) {
        decode(&schema, &text)?;
    }
}

proptest! {
    // A case takes a second, so that looking for a shorter one that fails, too, could take an hour.
    #![proptest_config(ProptestConfig {
        cases: slip_cases(),
        max_shrink_time: 60_000,
        ..fixed()
    })]

    #[test]
    fn corrections_of_any_slips_make_no_new_mistakes_and_come_to_an_end(
        (schema, path, text) in prop::sample::select(SHIPPED.as_slice()),
        slips in prop::collection::vec(slip(), 1..4),
        all in any::<bool>(),
    ) {
        let text = slips.iter().fold(text, |text, slip| apply(&text, slip));
        corrected(&schema, &path, &text, all)?;
    }
}

/// As many as the environment says in `SLIP_CASES`.
fn slip_cases() -> u32 {
    std::env::var("SLIP_CASES").map_or(16, |cases| cases.parse().unwrap())
}

/// Corrects the shipped site with this text in it, twice.
fn corrected(schema: &Arc<Schema>, path: &str, text: &str, all: bool) -> Result<(), TestCaseError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let whole = Arc::new(Sources::load(root, &mut Diagnostics::default()).unwrap());
    let broken = Arc::new(whole.with_overlay(path, text));
    let now = "2026-11-20T12:00:00+03:00".parse().unwrap();
    let settings = Settings { now, drafts: false, changed: None, base_url: None };
    let context = BuildContext::new(root, Vec::new());
    let inputs = (&settings, &context);
    let errors = |text: &str| {
        let source = Arc::new(SourceText::whole(path, text));
        let decoded = schema::file(FileId(0), &source, schema, DateOrder::default());
        decoded.diagnostics.iter().filter(|reported| reported.severity == Severity::Error).count()
    };
    let once = fix::correct(&broken, inputs, &mut |_, _, _| all).unwrap();
    let fixed = once.sources.text_at(path).unwrap().1.text.clone();
    // What was hopeless before may have more to tell once it isn't any more.
    if errors(text) < 100 {
        prop_assert!(errors(&fixed) <= errors(text), "{text}\n=====\n{fixed}");
    }
    let twice = fix::correct(&once.sources, inputs, &mut |_, _, _| all).unwrap();
    prop_assert!(twice.corrections.is_empty(), "{:?}\n{text}\n=====\n{fixed}", twice.corrections);
    Ok(())
}

#[test]
fn wide_characters_in_place_of_signs_are_survived() {
    for text in ["＝", "：", "a ： 1", "a ＝＝ 1", "a = （1）", "a = ［1， 2］", "［a］", "a = 1 ； b = 2"]
    {
        for (schema, ..) in SHIPPED.iter() {
            decode(schema, text).unwrap();
        }
    }
}

#[test]
fn what_cannot_be_mended_in_good_time_is_refused() {
    let line = format!("name = [{}", "[1], \"a\" ".repeat(20_000));
    let lines = "name = [\"a\", [1 2}, \n".repeat(2_000);
    for text in [format!("name = {}", "[".repeat(100_000)), line, lines] {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        fs::create_dir(folder.path().join("content")).unwrap();
        fs::write(folder.path().join("content/site.toml"), text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(["check", "--format", "json", "--root"])
            .arg(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
