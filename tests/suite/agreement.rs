//! What the decoder says of the shipped files, and of each of them broken at every place in every way that a JSON Schema
//! can see. `tests/validators/agreement.test.js` reads it, and asks a validator of JSON Schema whether the schemas that
//! editors check with agree.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use gympress::{
    build,
    content::{self, DecodedTexts},
    diagnostic::{Diagnostic, Diagnostics, FileId, Severity, code},
    lint,
    schema::{self, Ids, Name, Reading, Schema, Types, decode::Reference},
    site::EntryIndex,
    source::{SourceText, Sources},
};
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use toml::{Table, Value, value::Datetime};

use crate::project::repository;

/// A type that uses what no shipped file shows, and the files with sections of it.
const DECLARED: &str = "offer";

/// The types of the theme and that one, and the ids of the shipped site.
struct KnownNames {
    types: Arc<Types>,
    ids: Ids,
}

static KNOWN: LazyLock<KnownNames> = LazyLock::new(|| {
    let mut found = Diagnostics::default();
    let declared = fs::read_to_string(repository().join("tests/agreement/offer.toml")).unwrap();
    let sources = Sources::load(repository(), &mut found).unwrap();
    let sources = Arc::new(sources.with_unsaved([("templates/sections/offer/type.toml", &*declared)]));
    let types = build::load_types(&sources, &mut found);
    let content = content::decode(&sources, &types, &DecodedTexts::default(), &mut found);
    let mut ids = EntryIndex::build(&content, &mut found).for_schemas(&sources);
    // Samples from elsewhere refer to what the shipped site may not have.
    for (schema, path) in samples(&types) {
        let source = Arc::new(SourceText::whole("content/some.toml", fs::read_to_string(path).unwrap()));
        for (mention, _) in schema::file(FileId(0), &source, &schema, &reading()).references {
            match mention {
                Reference::Entry { collection, id } => {
                    ids.entries.entry(Name::from(collection)).or_default().push(id.to_string());
                }
                Reference::File(file) => ids.texts.entry("image").or_default().push(file.as_str().to_owned()),
                Reference::Path(_)
                | Reference::Link { .. }
                | Reference::Placeholder
                | Reference::Default(_) => {}
            }
        }
    }
    let lists = ids.entries.values_mut().chain(ids.texts.values_mut());
    for list in lists {
        list.sort();
        list.dedup();
    }
    KnownNames { ids, types }
});

/// A type of files with sound files of it.
struct Kind {
    name: String,
    schema: Arc<Schema>,
    files: Vec<Table>,
}

/// Every type of files, with the sound files that there are of it: of the shipped site, of the example, of what neither
/// has, such as branches, the examples of sections, and of the declared type.
fn samples(types: &Types) -> Vec<(Arc<Schema>, PathBuf)> {
    let gyms =
        ["content", "examples/ngome/content", "tests/agreement/content"].map(|path| repository().join(path));
    let files = gyms.iter().flat_map(|content| {
        below(content).into_iter().filter_map(move |path| {
            let within = format!("content/{}", path.strip_prefix(content).unwrap().to_str().unwrap());
            let (of, _) = types.file_type(&within)?;
            Some((of.schema().clone(), path))
        })
    });
    let examples = below(&repository().join("tests/sections")).into_iter();
    let examples = examples.chain([repository().join("tests/agreement/offers.toml")]);
    let examples = examples.map(|path| (types.page.clone(), path));
    files.chain(examples).collect()
}

fn kinds() -> Vec<Kind> {
    let types = &KNOWN.types;
    let mut kinds: Vec<Kind> = Vec::new();
    for (schema, path) in samples(types) {
        let mut file: Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        if *schema.name == *"page" {
            // An example has nothing but its section.
            file.entry("title").or_insert("Example".into());
            file.entry("description").or_insert("An example.".into());
        }
        match kinds.iter_mut().find(|kind| kind.schema.span == schema.span && kind.name == *schema.name) {
            Some(kind) => kind.files.push(file),
            None => kinds.push(Kind { name: schema.name.to_string(), schema, files: vec![file] }),
        }
    }
    kinds
}

/// The TOML files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let paths = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = paths.map(|entry| entry.unwrap().into_path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect()
}

impl Kind {
    /// Tables that stand for all: of entries, which are much alike, one; of pages, one for each section, and each of the
    /// declared type, as they differ.
    fn examples(&self) -> Vec<(String, Table)> {
        if self.name != "page" {
            let file = self.files.first().map(|file| self.shortened(file));
            return file.map(|file| (self.name.clone(), file)).into_iter().collect();
        }
        let mut known = BTreeSet::new();
        let mut examples = Vec::new();
        for page in &self.files {
            for section in page["section"].as_array().unwrap() {
                let name = section["type"].as_str().unwrap();
                let is_new = known.insert(name.to_owned()) || name == DECLARED;
                if KNOWN.types.section(name).is_some() && is_new {
                    let mut page = page.clone();
                    page.insert("section".to_owned(), Value::Array(vec![section.clone()]));
                    examples.push((name.to_owned(), self.shortened(&page)));
                }
            }
        }
        examples
    }

    /// The table with the first elements of its lists, if that is as sound: only those are broken.
    fn shortened(&self, table: &Table) -> Table {
        let Value::Table(short) = first_elements(&Value::Table(table.clone())) else { return table.clone() };
        if mistakes(&self.schema, &short.to_string()).is_empty() { short } else { table.clone() }
    }

    /// Its sound files but for those with sections that the theme hasn't, as the example has some.
    fn sound(&self) -> impl Iterator<Item = &Table> {
        let sections = |page: &Table| page.get("section").and_then(Value::as_array).cloned();
        let is_known = |section: &Value| KNOWN.types.section(section["type"].as_str().unwrap()).is_some();
        let is_page = self.name == "page";
        self.files.iter().filter(move |file| !is_page || sections(file).iter().flatten().all(is_known))
    }
}

/// A JSON Schema, and values with what the decoder says of them, for a validator.
struct Samples {
    file: PathBuf,
    schema: Json,
    values: Vec<Json>,
}

impl Samples {
    fn new(number: usize, title: &str, schema: &Schema, ids: &Ids) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement");
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{number}.json"));
        Self { file, schema: schema::document(title, schema, ids, &lint::codes()), values: Vec::new() }
    }

    fn push(&mut self, place: &str, value: &Value, mistakes: &[Mistake]) {
        let visible = mistakes.iter().find(|mistake| !mistake.beyond_schemas);
        self.values.push(json!({
            "place": place,
            "value": json(value),
            "valid": mistakes.is_empty(),
            "visible": visible.map(|mistake| &mistake.message),
        }));
    }

    fn write(self) {
        let samples = json!({ "schema": self.schema, "values": self.values });
        fs::write(self.file, samples.to_string()).unwrap();
    }
}

/// True for what a schema can't see: how values of several keys go together, and that a date stands
/// without quotes where a text belongs, as language servers show dates to a schema as texts.
fn is_beyond_schemas(diagnostic: &Diagnostic) -> bool {
    let compares_lengths =
        diagnostic.code == code::OUT_OF_RANGE && diagnostic.message.starts_with("the list \"");
    diagnostic.code == code::END_BEFORE_START
        || compares_lengths
        || diagnostic.message.contains(" is a date, where ")
}

/// A mistake, and whether a schema could see it.
struct Mistake {
    message: String,
    beyond_schemas: bool,
}

/// What the decoder says of a text, and what the site would say of its references.
fn mistakes(schema: &Arc<Schema>, text: &str) -> Vec<Mistake> {
    let source = Arc::new(SourceText::whole("content/some.toml", text));
    let decoded = schema::file(FileId(0), &source, schema, &reading());
    let errors = decoded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let missing = decoded.references.iter().filter(|(mention, _)| match mention {
        Reference::Entry { collection, id } => {
            !KNOWN.ids.entries.get(&**collection).is_some_and(|ids| ids.iter().any(|known| **known == **id))
        }
        Reference::File(file) => !KNOWN.ids.texts["image"].iter().any(|known| known == file.as_str()),
        Reference::Default(_) => true,
        Reference::Path(_) | Reference::Link { .. } | Reference::Placeholder => false,
    });
    let reported = errors.map(|diagnostic| Mistake {
        message: diagnostic.message.clone(),
        beyond_schemas: is_beyond_schemas(diagnostic),
    });
    let dangling =
        missing.map(|(mention, _)| Mistake { message: format!("{mention:?}"), beyond_schemas: false });
    reported.chain(dangling).collect()
}

/// A file as language servers hand it to a schema: dates are texts.
fn json(value: &Value) -> Json {
    match value {
        Value::String(text) => json!(text),
        Value::Integer(number) => json!(number),
        Value::Float(number) => json!(number),
        Value::Boolean(truth) => json!(truth),
        Value::Datetime(moment) => json!(moment.to_string()),
        Value::Array(values) => values.iter().map(json).collect(),
        Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), json(value))).collect(),
    }
}

/// What people write where something else belongs.
fn oddities() -> Vec<Value> {
    let texts =
        ["", "  ", "x", "No such thing", "09:75", "https://", "/", "0712", "a@b", "#12", "2026-13-01"];
    let mut oddities: Vec<Value> = texts.iter().map(|text| Value::from(*text)).collect();
    oddities.extend([-1_i64, 0, 3, 1_000_000_000_000].map(Value::from));
    oddities.extend([-0.5, 7.25, 1e9].map(Value::from));
    oddities.extend([true, false].map(Value::from));
    oddities.push(Value::Array(Vec::new()));
    oddities.push(Value::Array(vec![Value::from(3)]));
    oddities.push(Value::Array(vec![Value::from("x")]));
    oddities.push(Value::Table(Table::new()));
    oddities.push(Value::Datetime("2026-02-28".parse::<Datetime>().unwrap()));
    oddities.push(Value::Datetime("2026-02-28T09:30:00Z".parse::<Datetime>().unwrap()));
    oddities
}

/// How many elements of a list stand for all.
const FIRST: usize = 2;

/// The same with the first elements of each list.
fn first_elements(value: &Value) -> Value {
    match value {
        Value::Array(values) => Value::Array(values.iter().take(FIRST).map(first_elements).collect()),
        Value::Table(table) => {
            table.iter().map(|(key, value)| (key.clone(), first_elements(value))).collect::<Table>().into()
        }
        other => other.clone(),
    }
}

/// `value` broken at one place, in each way; `place` is where.
fn broken(value: &Value, place: &str) -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> =
        oddities().into_iter().map(|odd| (format!("{place} is {odd}"), odd)).collect();
    match value {
        Value::Table(table) => {
            let mut more = table.clone();
            more.insert("frobnicate".to_owned(), Value::from(1));
            all.push((format!("{place} has a key too many"), Value::Table(more)));
            for (key, inner) in table {
                let place = format!("{place}.{key}");
                let mut less = table.clone();
                less.remove(key);
                all.push((format!("{place} is missing"), Value::Table(less)));
                for (reported, inner) in broken(inner, &place) {
                    let mut changed = table.clone();
                    changed.insert(key.clone(), inner);
                    all.push((reported, Value::Table(changed)));
                }
            }
        }
        Value::Array(values) => {
            for (index, inner) in values.iter().enumerate().take(FIRST) {
                for (reported, inner) in broken(inner, &format!("{place}[{index}]")) {
                    let mut changed = values.clone();
                    if let Some(element) = changed.get_mut(index) {
                        *element = inner;
                    }
                    all.push((reported, Value::Array(changed)));
                }
            }
        }
        _ => {}
    }
    all
}

#[test]
fn every_type_has_a_sample() {
    let kinds = kinds();
    let pages = kinds.iter().find(|kind| kind.name == "page").unwrap();
    let shown: BTreeSet<String> = pages.examples().into_iter().map(|(name, _)| name).collect();
    let sections = KNOWN.types.sections.keys().filter(|name| !shown.contains(&***name));
    let known = |name: &&Name| !kinds.iter().any(|kind| *kind.name == ***name);
    let files = KNOWN.types.collections.values().filter(|found| found.collection.listed.is_none());
    let files = files.map(|found| &found.collection.name).chain(KNOWN.types.singles.keys()).filter(known);
    let missing: Vec<&str> = sections.chain(files).map(|name| &**name).collect();
    assert!(
        missing.is_empty(),
        "tests/sections or tests/agreement/content lack a sample of {}",
        missing.join(", ")
    );
}

#[test]
fn sound_and_broken_files_are_samples_for_a_validator() {
    // Known before any worker asks, as it takes workers to know it.
    LazyLock::force(&KNOWN);
    kinds().par_iter().enumerate().for_each(|(number, kind)| {
        let mut samples = Samples::new(number, &kind.name, &kind.schema, &KNOWN.ids);
        for table in kind.sound() {
            let reported = mistakes(&kind.schema, &table.to_string());
            let reported: Vec<String> = reported.into_iter().map(|mistake| mistake.message).collect();
            assert_eq!(reported, Vec::<String>::new(), "{table}");
            samples.push("as it is", &Value::Table(table.clone()), &[]);
        }
        for (example, (name, table)) in kind.examples().into_iter().enumerate() {
            // Around its section, each page is like the first.
            let is_new = |place: &str| example == 0 || place.contains(".section[");
            let broken = broken(&Value::Table(table), &name).into_iter();
            for (place, value) in broken.filter(|(place, _)| is_new(place)) {
                let Some(table) = value.as_table() else { continue };
                let found = mistakes(&kind.schema, &table.to_string());
                // What a form left empty is passed over; who types is asked for a value.
                let is_empty =
                    [" is \"\"", " is \"  \"", " is []", " is {}"].iter().any(|end| place.ends_with(end));
                if !is_empty || !found.is_empty() {
                    samples.push(&place, &value, &found);
                }
            }
        }
        samples.write();
    });
}

/// How files are read that need nothing of the rest of the site.
fn reading() -> Reading {
    Reading { lints: lint::codes(), ..Reading::default() }
}
