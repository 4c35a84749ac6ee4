//! Whatever is wrong in content: corrections make no new mistakes, and come to an end. That no text makes the decoder panic is
//! tested in its crate.

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use fastrand::Rng;
use gympress::{
    build::BuildContext,
    diagnostic::{Diagnostics, FileId, Severity},
    edit::fix,
    schema::{self, Schema, decode::value::DateOrder},
    source::{SourceText, Sources},
};

use crate::{
    project::{Project, settings},
    random::{self, cases, one_of},
};

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

/// The text with a slip of the keyboard at some place: characters deleted or doubled, and a text inserted.
fn with_slip(random: &mut Rng, text: &str) -> String {
    let odd = [
        "\"", "'", "]", "[", "{", "}", "=", "\n", ",", "“", "’", "\u{a0}", "\u{200b}", "é", "#", "'''", "\\",
        ".", "\r\n", "[[", "",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.usize(..=chars.len());
    let length = if random.u8(..4) == 0 { random.usize(1..100) } else { 0 };
    let end = (at + length).min(chars.len());
    let mut inserted = if random.bool() { chars[at..end].repeat(2) } else { Vec::new() };
    let more = if random.bool() { one_of(random, &odd).to_owned() } else { random::text(random, 0..7) };
    inserted.extend(more.chars());
    chars.splice(at..end, inserted);
    chars.into_iter().collect()
}

fn errors(schema: &Arc<Schema>, path: &str, text: &str) -> usize {
    let source = Arc::new(SourceText::whole(path, text));
    let decoded = schema::file(FileId(0), &source, schema, DateOrder::default());
    decoded.diagnostics.iter().filter(|reported| reported.severity == Severity::Error).count()
}

#[test]
fn random_slips_are_corrected_without_new_mistakes_and_to_an_end() {
    cases(32, |random| {
        let (schema, path, text) = &FILES[random.usize(..FILES.len())];
        let mut text = text.clone();
        for _ in 0..random.usize(1..4) {
            text = with_slip(random, &text);
        }
        let all = random.bool();
        let sources = Sources::load(gym(), &mut Diagnostics::default()).unwrap();
        let broken = Arc::new(sources.with_unsaved([(&**path, &*text)]));
        let settings = settings();
        let context = BuildContext::new(gym(), Vec::new());
        let inputs = (&settings, &context);
        let once = fix::correct(&broken, inputs, &mut |_, _, _| all).unwrap();
        let fixed = once.sources.text_at(path).unwrap().1.text.clone();
        // What was hopeless before may have more to tell once it isn't any more.
        let before = errors(schema, path, &text);
        assert!(before >= 100 || errors(schema, path, &fixed) <= before, "{text}\n=====\n{fixed}");
        let twice = fix::correct(&once.sources, inputs, &mut |_, _, _| all).unwrap();
        assert!(twice.corrections.is_empty(), "{:?}\n{text}\n=====\n{fixed}", twice.corrections);
    });
}

#[test]
fn what_cannot_be_mended_in_good_time_is_refused() {
    let project = Project::minimal();
    let open = format!("name = {}", "[".repeat(100_000));
    let line = format!("name = [{}", "[1], \"a\" ".repeat(20_000));
    let lines = "name = [\"a\", [1 2}, \n".repeat(2_000);
    let key = format!("{} = 1\n", vec!["a"; 5_000].join("."));
    for text in [open, line, lines, key] {
        project.write("content/site.toml", text);
        project.run(&["check", "--format", "json"]).exits(1);
    }
}
