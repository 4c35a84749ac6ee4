//! Whatever is wrong in content: corrections make no new mistakes, and come to an end. That no text makes the decoder panic is
//! tested in its crate.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use fastrand::Rng;
use gympress::{
    build::{self, BuildContext},
    diagnostic::{Diagnostic, Diagnostics, FileId, Files, Fix, Severity, code, splice, suggest},
    edit::{
        fix::{self, FileChange},
        rename::{self, EditionAddresses, RenameRequest},
    },
    lint,
    schema::{self, Kind, Reading, Schema, Types},
    source::{SourceText, Sources},
};

use rayon::prelude::*;

use crate::{
    project::{Project, repository, settings},
    random::{self, cases, one_of},
};

fn gym() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/gym"))
}

/// The content files of the gym of the tests, each with its type.
static FILES: LazyLock<Vec<(Arc<Schema>, String, String)>> = LazyLock::new(|| {
    let mut found = Diagnostics::default();
    let sources = Sources::load(gym(), &mut found).unwrap();
    let types = build::load_types(&sources, &mut found);
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
    let decoded =
        schema::file(FileId(0), &source, schema, &Reading { lints: lint::codes(), ..Reading::default() });
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
    let deep = format!("name = {}1{}", "{a = ".repeat(1_000), "}".repeat(1_000));
    let text = format!("name = '''\n{}", "A \" ' b.\n".repeat(20_000));
    for text in [open, line, lines, key, deep, text] {
        project.write("content/site.toml", text);
        project.run(&["check", "--format", "json"]).exits(1);
    }
}

/// Files of all types: those of the gym of the tests, and a page with each section.
struct Samples {
    types: Arc<Types>,
    /// By path.
    texts: Vec<(String, String)>,
    /// What stands in the project, and the words of its types: letters and digits alone.
    written: String,
}

static SAMPLES: LazyLock<Samples> = LazyLock::new(|| {
    let mut found = Diagnostics::default();
    let sources = Sources::load(gym(), &mut found).unwrap();
    let types = build::load_types(&sources, &mut found);
    let mut texts: Vec<(String, String)> =
        FILES.iter().map(|(_, path, text)| (path.clone(), text.clone())).collect();
    for entry in walkdir::WalkDir::new(repository().join("tests/sections")).sort_by_file_name() {
        let entry = entry.unwrap();
        if let Ok(text) = fs::read_to_string(entry.path()) {
            let name = entry.file_name().to_str().unwrap();
            let top = "title = \"Example\"\ndescription = \"An example.\"\n\n";
            let top = if text.starts_with("title") { "" } else { top };
            texts.push((format!("content/pages/{name}"), format!("{top}{text}")));
        }
    }
    let mut words: BTreeSet<String> = texts.iter().map(|(_, text)| text.clone()).collect();
    for schema in schemas(&types) {
        words_of(&schema, &mut words);
    }
    let written = words.iter().map(|text| plain(text)).collect::<Vec<_>>().join(" ");
    Samples { types, texts, written }
});

fn schemas(types: &Types) -> Vec<Arc<Schema>> {
    let entries = types.collections.values().map(|found| found.schema.clone());
    let sections = types.sections.values().map(|section| section.schema.clone());
    types.singles.values().cloned().chain(entries).chain(sections).chain([types.page.clone()]).collect()
}

/// The keys of a type and the words of its choices: names, which say nothing of a gym.
fn words_of(schema: &Schema, words: &mut BTreeSet<String>) {
    for field in &schema.fields {
        words.insert(field.key.to_string());
        match &field.kind {
            Kind::Choice(choice) => words.extend(choice.iter().map(ToString::to_string)),
            Kind::Table(inner) => words_of(inner, words),
            Kind::Variants(variants) => {
                words.insert(variants.by.to_string());
                for (word, inner) in &variants.tables {
                    if words.insert(word.to_string()) {
                        words_of(inner, words);
                    }
                }
            }
            _ => {}
        }
    }
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The facts of a text: its numbers, and what stands in quotes.
fn facts(text: &str) -> Vec<String> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() > 1);
    let quoted = text.split('"').skip(1).step_by(2);
    numbers.chain(quoted).map(plain).filter(|fact| !fact.is_empty()).collect()
}

fn diagnostics_of(path: &str, text: &str) -> Vec<Diagnostic> {
    let source = Arc::new(SourceText::whole(path, text));
    SAMPLES.types.decode(FileId(0), &source).map(|decoded| decoded.diagnostics).unwrap_or_default()
}

/// A file alone.
struct One<'t>(&'t str);

impl Files for One<'_> {
    fn path(&self, _: FileId) -> &str {
        ""
    }

    fn text(&self, _: FileId) -> &str {
        self.0
    }
}

/// What a fix writes that stands nowhere and isn't marked.
fn invented(text: &str, fix: &Fix) -> Vec<String> {
    let fixed = splice(text, &fix.edits).unwrap();
    let marked: BTreeSet<&str> = fixed.lines().filter(|line| line.contains("# placeholder: ")).collect();
    let known = |fact: &String| SAMPLES.written.contains(&**fact) || plain(text).contains(&**fact);
    let is_marked = |fact: &String| marked.iter().any(|line| plain(line).contains(&**fact));
    let written = fix.edits.iter().flat_map(|edit| facts(&edit.replacement));
    written.filter(|fact| !known(fact) && !is_marked(fact)).collect()
}

/// A line of each key of each table of each type: the file and the number of the line.
fn places() -> Vec<(String, String, usize)> {
    let mut known = BTreeSet::new();
    let mut places = Vec::new();
    for (path, text) in &SAMPLES.texts {
        let (mut header, mut kind) = ("", path.rsplit_once('/').unwrap().0);
        for (at, line) in text.lines().enumerate() {
            if line.starts_with('[') {
                header = line;
            }
            let Some((key, value)) = line.split_once(" = ").filter(|(key, _)| !key.starts_with('#')) else {
                continue;
            };
            if key == "type" {
                kind = value;
            }
            if known.insert((kind, header, key)) {
                places.push((path.clone(), text.clone(), at));
            }
        }
    }
    places
}

#[test]
fn what_is_proposed_stands_somewhere_or_is_marked_as_a_placeholder() {
    /// What people and web editors write in the place of a value.
    const VALUES: [&str; 14] = [
        "\"\"",
        "\"  \"",
        "[]",
        "[\"\"]",
        "{}",
        "",
        "0",
        "-7",
        "true",
        "\"zzz\"",
        "[\"zzz\"]",
        "\"8 zzz\"",
        "2031-02-03T04:05:06Z",
        "{ zzz = \"\" }",
    ];
    LazyLock::force(&SAMPLES);
    let places = places();
    let broken = places.par_iter().flat_map_iter(|(path, text, at)| {
        let lines: Vec<&str> = text.lines().collect();
        let (key, value) = lines[*at].split_once(" = ").unwrap();
        let with = |line: Option<String>| {
            let all = lines.iter().enumerate().filter_map(|(index, other)| match index == *at {
                true => line.clone(),
                false => Some((*other).to_owned()),
            });
            (path.clone(), all.collect::<Vec<_>>().join("\n") + "\n")
        };
        let values: Vec<_> = VALUES.iter().map(|value| with(Some(format!("{key} = {value}")))).collect();
        let slips = [format!("{key}x = {value}"), format!("x{key} = {value}")].map(|line| with(Some(line)));
        values.into_iter().chain(slips).chain([with(None)]).collect::<Vec<_>>()
    });
    let tried = &AtomicUsize::new(0);
    let wrong = broken.flat_map_iter(|(path, text)| {
        let found = diagnostics_of(&path, &text);
        found.into_iter().filter_map(move |diagnostic| {
            tried.fetch_add(diagnostic.fixes.len(), Ordering::Relaxed);
            let invented = diagnostic.fixes.iter().flat_map(|fix| invented(&text, fix)).next();
            // An example says that it is one.
            let advice = diagnostic.help.is_some().then(|| diagnostic.advice(&One(&text))).flatten();
            let advice = advice.unwrap_or_default();
            let said = advice.split("such as").next().unwrap();
            let mut values = said.split(" = ").skip(1).flat_map(facts);
            let unknown = |fact: &String| !SAMPLES.written.contains(&**fact) && !text.contains(&**fact);
            let fact = invented.or(values.find(unknown))?;
            Some(format!("{path}: {fact} in {:?} of {}: {advice}", diagnostic.fixes, diagnostic.message))
        })
    });
    let wrong: BTreeSet<String> = wrong.collect();
    let tried = tried.load(Ordering::Relaxed);
    assert!(tried > 100, "{tried} corrections were looked at");
    assert!(wrong.is_empty(), "{}", wrong.into_iter().take(20).collect::<Vec<_>>().join("\n"));
}

/// The words of a text, each without case.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The text with a slip in each of its ids and addresses that has this number among those of the file.
fn with_broken_reference(text: &str, number: usize, slip: &str) -> Option<String> {
    let is_reference = |value: &str| {
        let inner = value.trim_matches(|c: char| "\"[]{} ".contains(c));
        !inner.is_empty()
            && value.contains('"')
            && inner.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-/#.".contains(c))
    };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut references = lines.iter_mut().filter(|line| {
        line.split_once(" = ")
            .is_some_and(|(key, value)| key != "type" && key != "layout" && is_reference(value))
    });
    let line = references.nth(number)?;
    let at = line.rfind(|c: char| c.is_ascii_alphanumeric())?;
    let end = if slip.is_empty() { at + 1 } else { at };
    line.replace_range(at..end, slip);
    Some(lines.join("\n") + "\n")
}

/// All that is known of a project whose ids, links and old addresses have slips, those that only its pages show among it. An editor's
/// quick fixes are the corrections of these reports.
#[test]
fn what_is_proposed_between_files_stands_somewhere() {
    const ROUNDS: usize = 4;
    LazyLock::force(&SAMPLES);
    let known: BTreeSet<String> =
        SAMPLES.texts.iter().flat_map(|(path, text)| [path.as_str(), text]).flat_map(words).collect();
    let redirects = "\n[[redirect]]\nfrom = \"/old/\"\nto = \"/clases/\"\n\n[[redirect]]\nfrom = \"/classes/\"\nto = \"/old\"\n";
    let rounds: Vec<(usize, &str)> =
        (0..ROUNDS).flat_map(|round| ["", "x", "zzz"].map(|slip| (round, slip))).collect();
    let proposed: Vec<String> = rounds
        .par_iter()
        .flat_map_iter(|(round, slip)| {
            let broken = FILES.iter().filter_map(|(_, path, text)| {
                let text = with_broken_reference(text, *round, slip)?;
                let text = text.replace("](/", "](/x").replace("/pricing/", "/price/");
                Some((path.as_str(), if path.ends_with("/site.toml") { text + redirects } else { text }))
            });
            let broken: Vec<(&str, String)> = broken.collect();
            let sources = Sources::load(gym(), &mut Diagnostics::default()).unwrap();
            let sources = Arc::new(sources.with_unsaved(broken.iter().map(|(path, text)| (*path, &**text))));
            let (settings, context) = (settings(), BuildContext::new(gym(), Vec::new()));
            let mut proposed = Vec::new();
            let mut note = |_: &Diagnostic, fix: &Fix, _: &Sources| {
                proposed.extend(fix.edits.iter().map(|edit| edit.replacement.clone()));
                false
            };
            let corrected = fix::correct(&sources, (&settings, &context), &mut note).unwrap();
            let left = corrected.diagnostics.iter().flat_map(|found| &found.fixes);
            proposed.extend(left.flat_map(|fix| &fix.edits).map(|edit| edit.replacement.clone()));
            // Certain ones were written.
            for change in &corrected.changes {
                let (before, after) = (&change.before.text, &change.after.text);
                let edits = fix::line_edits(FileId(0), before, after);
                proposed.extend(edits.into_iter().map(|edit| edit.replacement));
            }
            proposed
        })
        .collect();
    let is_own = |line: &&str| !line.contains("# placeholder: ");
    let lines = proposed.iter().flat_map(|text| text.lines().filter(is_own));
    let slips = ["x", "zzz", "clases", "price", "old"];
    let is_known = |word: &String| known.contains(word) || slips.iter().any(|slip| word.contains(slip));
    let invented: BTreeSet<String> = lines.flat_map(words).filter(|word| !is_known(word)).collect();
    assert!(proposed.len() > 100, "{} edits were looked at", proposed.len());
    assert!(invented.is_empty(), "{invented:?}");
}

/// Each entry and each picture under another name: a rename writes that in the place of the old one, leads from the old addresses to
/// the new ones, and says nothing else.
#[test]
fn a_rename_writes_the_new_name_alone() {
    let sources = Arc::new(Sources::load(gym(), &mut Diagnostics::default()).unwrap());
    let (settings, context) = (settings(), BuildContext::new(gym(), vec![repository().to_owned()]));
    let snapshot =
        build::prepare(&sources, &settings, &context, &mut Diagnostics::default()).unwrap().unwrap();
    let content = &snapshot.main.content;
    let mut things: Vec<(String, String, String)> = Vec::new();
    for (name, declared) in &content.project.types.collections {
        for entry in content.entries(name) {
            let new = if entry.id.parse::<u32>().is_ok() { "997" } else { "zzz-zzz" };
            things.push((declared.collection.nouns[0].to_string(), entry.id.to_string(), new.to_owned()));
        }
    }
    for path in sources.binaries_below("content/images/") {
        let (old, extension) = (path.rsplit('/').next().unwrap(), path.rsplit('.').next().unwrap());
        things.push((rename::PICTURE.to_owned(), old.to_owned(), format!("zzz-zzz.{extension}")));
    }
    let mut references = 0;
    for (noun, old, new) in &things {
        let main = &snapshot.main;
        let editions = [EditionAddresses { site: &main.site, routes: &main.routes }];
        let plan = rename::plan(RenameRequest { noun, old, new }, &sources, content, &editions).unwrap();
        references += plan.references;
        for FileChange { before, after } in plan.changes() {
            let known: BTreeSet<&str> = before.text.lines().collect();
            for line in after.text.lines() {
                let before = line.replace(&**new, old);
                let address = ["from = ", "to = "].iter().find_map(|start| before.strip_prefix(start));
                let is_address = address
                    .is_some_and(|address| snapshot.main.routes.get(address.trim_matches('"')).is_some());
                let is_written =
                    known.contains(&*before) || is_address || matches!(line, "" | "[[redirect]]");
                assert!(is_written, "{noun} {old}: {line:?} in {}", after.path);
            }
        }
    }
    assert!(things.len() > 20 && references > 50, "{} names, {references} references", things.len());
}

/// An example of a value of each key, by the key.
fn examples(schema: &Schema, examples: &mut BTreeMap<String, String>) {
    for field in &schema.fields {
        examples.entry(field.key.to_string()).or_insert_with(|| field.example().replace('\n', " "));
        if let Kind::Table(inner) = &field.kind {
            self::examples(inner, examples);
        }
    }
}

#[test]
fn a_key_that_is_right_elsewhere_is_never_taken_for_another_without_a_question() {
    let mut keys = BTreeMap::new();
    schemas(&SAMPLES.types).iter().for_each(|schema| examples(schema, &mut keys));
    let (mut tried, mut known_types) = (0, BTreeSet::new());
    for (path, text) in &SAMPLES.texts {
        let kind = text.lines().find(|line| line.starts_with("type = "));
        let folder = path.rsplit_once('/').unwrap().0;
        if folder != "content" && !known_types.insert((folder, kind)) {
            continue;
        }
        // Below the first header of a section, or at the top of any other file.
        let at = text.find("\ntype = ").map_or(0, |line| line + 1);
        let known: BTreeSet<&str> = text.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        let mut own = BTreeSet::new();
        let (of, _) = SAMPLES.types.file_type(path).unwrap();
        words_of(of.schema(), &mut own);
        for (key, value) in keys.iter().filter(|(key, _)| !known.contains(&***key)) {
            if suggest(key, own.iter().map(|own| &**own).filter(|own| own != key)).is_none() {
                continue;
            }
            let line = format!("{key} = {value}\n");
            let text = format!("{}{line}{}", &text[..at], &text[at..]);
            let found = diagnostics_of(path, &text);
            let about = |found: &&Diagnostic| {
                found.code == code::UNKNOWN_KEY && found.primary.span.range() == (at..at + key.len())
            };
            for diagnostic in found.iter().filter(about) {
                tried += 1;
                let renames = |fix: &&Fix| {
                    fix.is_certain() && fix.edits.iter().all(|edit| !edit.replacement.is_empty())
                };
                let certain = diagnostic.fixes.iter().find(renames);
                assert!(certain.is_none(), "{path}: {line}{certain:?}");
                let help = diagnostic.help.as_deref().unwrap_or_default();
                // The last is of a value by which one chooses.
                let words = [" is a key of ", "remove ", "did you mean ", "write only = { "];
                let is_told = words.iter().any(|told| help.contains(told));
                assert!(is_told, "{path}: {line}{help}");
            }
        }
    }
    assert!(tried > 100, "{tried} keys were tried");
}
