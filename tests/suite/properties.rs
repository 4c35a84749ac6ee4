//! Whatever is wrong in content: corrections make no new mistakes, and come to an end. That no text makes the decoder panic is
//! tested in its crate.

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use gympress::{
    build::BuildContext,
    diagnostic::{Diagnostics, FileId, Severity},
    edit::fix,
    schema::{self, Schema, decode::value::DateOrder},
    site::Settings,
    source::{SourceText, Sources},
};
use proptest::{prelude::*, test_runner::RngSeed};

use crate::project::{NOW, Project};

fn gym() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/gym"))
}

/// The content files of the gym of the tests, each with its type.
static FILES: LazyLock<Vec<(Arc<Schema>, String, String)>> = LazyLock::new(|| {
    let mut found = Diagnostics::default();
    let sources = Sources::load(gym(), &mut found).unwrap();
    let types = schema::load(&sources, &mut found);
    let texts = sources.texts_below("content/").map(|(_, source)| source);
    let typed = texts.filter_map(|source| {
        let (of, _) = types.file_type(&source.path)?;
        Some((of.schema().clone(), source.path.to_string(), source.text.to_string()))
    });
    typed.collect()
});

/// Slips of the keyboard, each at a place between 0 and 1 of the text: so many signs deleted, or doubled, and a text inserted.
fn slip() -> impl Strategy<Value = (f64, usize, bool, String)> {
    let odd = prop::sample::select(vec![
        "\"", "'", "]", "[", "{", "}", "=", "\n", ",", "“", "’", "\u{a0}", "\u{200b}", "é", "#", "'''", "\\",
        ".", "\r\n", "[[", "",
    ]);
    let inserted = prop_oneof![odd.prop_map(str::to_owned), "\\PC{0,6}"];
    (0.0..1.0, prop_oneof![3 => Just(0_usize), 1 => 1..100_usize], any::<bool>(), inserted)
}

fn apply(text: String, (at, length, doubles, inserted): &(f64, usize, bool, String)) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = (chars.len() as f64 * at) as usize;
    let end = (at + length).min(chars.len());
    let copy = if *doubles { [&chars[at..end], &chars[at..end]].concat() } else { Vec::new() };
    chars.splice(at..end, copy.into_iter().chain(inserted.chars()));
    chars.into_iter().collect()
}

fn errors(schema: &Arc<Schema>, path: &str, text: &str) -> usize {
    let source = Arc::new(SourceText::whole(path, text));
    let decoded = schema::file(FileId(0), &source, schema, DateOrder::default());
    decoded.diagnostics.iter().filter(|reported| reported.severity == Severity::Error).count()
}

/// Cases from a fixed seed, or from that of `PROPTEST_RNG_SEED`; in number as `SLIP_CASES` says. One that fails takes a
/// second, so that looking for a shorter one could take an hour.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    let rng_seed = if config.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { config.rng_seed };
    let cases = std::env::var("SLIP_CASES").map_or(32, |cases| cases.parse().unwrap());
    ProptestConfig { cases, rng_seed, failure_persistence: None, max_shrink_time: 60_000, ..config }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn corrections_of_any_slips_make_no_new_mistakes_and_come_to_an_end(
        (schema, path, text) in prop::sample::select(FILES.as_slice()),
        slips in prop::collection::vec(slip(), 1..4),
        all in any::<bool>(),
    ) {
        let text = slips.iter().fold(text, apply);
        let sources = Sources::load(gym(), &mut Diagnostics::default()).unwrap();
        let broken = Arc::new(sources.with_overlay(&path, &text));
        let settings = Settings { now: NOW.parse().unwrap(), drafts: false, changed: None, base_url: None, has_own_services: false };
        let context = BuildContext::new(gym(), Vec::new());
        let inputs = (&settings, &context);
        let once = fix::correct(&broken, inputs, &mut |_, _, _| all).unwrap();
        let fixed = once.sources.text_at(&path).unwrap().1.text.clone();
        // What was hopeless before may have more to tell once it isn't any more.
        let before = errors(&schema, &path, &text);
        prop_assert!(before >= 100 || errors(&schema, &path, &fixed) <= before, "{text}\n=====\n{fixed}");
        let twice = fix::correct(&once.sources, inputs, &mut |_, _, _| all).unwrap();
        prop_assert!(twice.corrections.is_empty(), "{:?}\n{text}\n=====\n{fixed}", twice.corrections);
    }
}

#[test]
fn what_cannot_be_mended_in_good_time_is_refused() {
    let project = Project::minimal();
    let open = format!("name = {}", "[".repeat(100_000));
    let line = format!("name = [{}", "[1], \"a\" ".repeat(20_000));
    let lines = "name = [\"a\", [1 2}, \n".repeat(2_000);
    for text in [open, line, lines] {
        project.write("content/site.toml", text);
        project.run(&["check", "--format", "json"]).exits(1);
    }
    let key = vec!["a"; 5_000].join(".");
    project.write("content/site.toml", format!("name = \"Iron\"\n{key} = 1\ntagline = \"Strong\"\n"));
    let told = "error[syntax]: this key has far too many parts\n --> content/site.toml:2:1\n";
    let printed = project.run(&["check"]).exits(1).err;
    assert!(printed.contains(told) && printed.matches("error[").count() == 1, "{printed}");
    project.run(&["fix", "--all"]).exits(0);
    let site = project.read("content/site.toml");
    assert_eq!(site, format!("name = \"Iron\"\n# {key} = 1\ntagline = \"Strong\"\n"));
}
