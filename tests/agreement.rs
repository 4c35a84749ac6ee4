//! The schemas that editors check with and the decoder agree: over the shipped files, and over every
//! one of them broken at every place in every way that a schema can see.

#![expect(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::{Arc, LazyLock},
};

use gympress::{
    content::{self, Category, Class, GalleryImage, Kind, Place, Plan, Tag, Trainer},
    decode::{Mention, schema::Ids, value::Target},
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Severity},
    site::{self, Catalogue},
    source::{SourceText, Sources},
};
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use toml::{Table, Value, value::Datetime};

/// The ids of the shipped site.
struct Known {
    ids: Ids,
    /// By noun and id.
    entries: BTreeSet<(&'static str, String)>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let mut found = Diagnostics::default();
    let sources = Sources::load(root(), &mut found).unwrap();
    let content = content::decode(&sources, &mut found);
    let catalogue = Catalogue::of(&content, &mut found);
    let mut entries = BTreeSet::new();
    insert::<Class>(&catalogue, &mut entries);
    insert::<Trainer>(&catalogue, &mut entries);
    insert::<Plan>(&catalogue, &mut entries);
    insert::<Category>(&catalogue, &mut entries);
    insert::<Tag>(&catalogue, &mut entries);
    insert::<GalleryImage>(&catalogue, &mut entries);
    Known { ids: site::ids(&content, &sources), entries }
});

fn insert<T: Target>(catalogue: &Catalogue, entries: &mut BTreeSet<(&'static str, String)>) {
    entries.extend(catalogue.ids_of::<T>().map(|id| (T::TARGET.noun, id.to_owned())));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The shipped files of a kind.
fn shipped(kind: Kind) -> Vec<Table> {
    let paths: Vec<_> = match kind.place() {
        Place::File(path) => vec![root().join(path)],
        Place::Folder { path, .. } => {
            fs::read_dir(root().join(path)).unwrap().map(|file| file.unwrap().path()).collect()
        }
    };
    paths.iter().map(|path| fs::read_to_string(path).unwrap().parse().unwrap()).collect()
}

/// True for what a schema can't see: how values of several keys go together, and that a date stands
/// without quotes where a text belongs, as language servers show dates to a schema as texts.
fn is_beyond_schemas(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, Code::EndBeforeStart)
        || diagnostic.message.contains(" is a date, where a")
        || diagnostic.message.contains("is closed on") && diagnostic.message.ends_with("already")
}

/// A mistake, and whether a schema could see it.
struct Mistake {
    message: String,
    beyond_schemas: bool,
}

/// What the decoder says of a text, and what the site would say of its references.
fn mistakes(kind: Kind, text: &str) -> Vec<Mistake> {
    let source = Arc::new(SourceText::whole("content/some.toml", text));
    let decoded = kind.decode(FileId(0), &source);
    let errors = decoded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let missing = decoded.mentions.iter().filter(|(mention, _)| match mention {
        Mention::Entry { kind, id } => !KNOWN.entries.contains(&(kind.noun, id.to_string())),
        Mention::Image(file) => !root().join("content/images").join(file.as_str()).is_file(),
        Mention::Page(_) => false,
    });
    let told = errors.map(|diagnostic| Mistake {
        message: diagnostic.message.clone(),
        beyond_schemas: is_beyond_schemas(diagnostic),
    });
    let dangling =
        missing.map(|(mention, _)| Mistake { message: format!("{mention:?}"), beyond_schemas: false });
    told.chain(dangling).collect()
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
        ["", "  ", "x", "No such thing", "09:75", "https://", "/", "0712 345", "a@b", "#12", "2026-13-01"];
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

/// `value` broken at one place, in each way; `place` tells where.
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
                for (told, inner) in broken(inner, &place) {
                    let mut changed = table.clone();
                    changed.insert(key.clone(), inner);
                    all.push((told, Value::Table(changed)));
                }
            }
        }
        // The first elements stand for all.
        Value::Array(values) => {
            for (index, inner) in values.iter().enumerate().take(2) {
                for (told, inner) in broken(inner, &format!("{place}[{index}]")) {
                    let mut changed = values.clone();
                    if let Some(element) = changed.get_mut(index) {
                        *element = inner;
                    }
                    all.push((told, Value::Array(changed)));
                }
            }
        }
        _ => {}
    }
    all
}

#[test]
fn shipped_files_are_valid_for_both() {
    for kind in Kind::ALL {
        let schema = jsonschema::validator_for(&kind.schema(&KNOWN.ids)).unwrap();
        for table in shipped(kind) {
            let text = table.to_string();
            let told: Vec<String> =
                mistakes(kind, &text).into_iter().map(|mistake| mistake.message).collect();
            assert_eq!(told, Vec::<String>::new(), "{text}");
            let table = json(&Value::Table(table));
            let told: Vec<String> = schema.iter_errors(&table).map(|error| error.to_string()).collect();
            assert_eq!(told, Vec::<String>::new(), "{}", kind.schema_name());
        }
    }
}

#[test]
fn broken_files_are_broken_for_both() {
    // Known before any worker asks, as it takes workers to know it.
    LazyLock::force(&KNOWN);
    let disagreements: Vec<String> = Kind::ALL.par_iter().flat_map(|kind| disagreements(*kind)).collect();
    assert!(disagreements.is_empty(), "{} in all:\n{}", disagreements.len(), disagreements.join("\n"));
}

fn disagreements(kind: Kind) -> Vec<String> {
    let schema = jsonschema::validator_for(&kind.schema(&KNOWN.ids)).unwrap();
    let Some(table) = shipped(kind).into_iter().next() else { return Vec::new() };
    let variants = broken(&Value::Table(table), &kind.schema_name()).into_iter();
    let variants = variants.filter_map(|(told, value)| Some((told, value.as_table()?.clone())));
    variants
        .filter_map(|(told, table)| {
            let mistakes = mistakes(kind, &table.to_string());
            let valid = schema.is_valid(&json(&Value::Table(table)));
            let visible = mistakes.iter().find(|mistake| !mistake.beyond_schemas);
            match (valid, visible) {
                (true, Some(mistake)) => Some(format!("{told}: only the decoder minds: {}", mistake.message)),
                (false, None) if mistakes.is_empty() => Some(format!("{told}: only the schema minds")),
                _ => None,
            }
        })
        .collect()
}
