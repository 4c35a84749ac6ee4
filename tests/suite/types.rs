//! Tests of declared types, from the text of type files to decoded values.

use std::{fs, path::Path, sync::Arc};

use serde_json::json;

use gympress::{
    diagnostic::{Diagnostics, FileId},
    schema::{
        Bounds, Ids, Presence, Rule, Schema, Table, Types, decode::value::DateOrder, document, file,
        interfaces, load, reference,
    },
    source::{SourceText, Sources},
};

/// A type with a bit of everything.
const OFFER: &str = r#"
help = "An offer"

[field]
title = { type = "text", length = [1, 20], help = "What it is" }
layout = { type = "choice", of = ["row", "picture"], default = "row", help = "How it looks" }
image = { type = "image", when = { layout = "picture" }, help = "The picture" }
from = { type = "date", optional = true, help = "The first day" }
until = { type = "date", optional = true, help = "The last day" }
always = { type = "bool", optional = true, help = "true if it never ends" }

[field.part]
type = "table"
by = "kind"
list = true
count = [1, 2]
help = "What is in it"
[field.part.one.price]
[field.part.one.price.field]
price = { type = "price", range = [1, 100], help = "The price" }
[field.part.one.text]
[field.part.one.text.field]
text = { type = "text", help = "Words" }

[[rule]]
exactly_one = ["always", "from"]

[[rule]]
together = ["from", "until"]

[[rule]]
not_after = ["from", "until"]
"#;

/// The types of a project with these type files, and what is wrong with them.
fn types(files: &[(&str, &str)]) -> (Arc<Types>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).unwrap();
        fs::write(path, text).unwrap();
    };
    write("content/site.toml", "");
    for (path, text) in files {
        write(&format!("templates/{path}"), text);
    }
    let sources = Sources::load(folder.path(), &mut Diagnostics::default()).unwrap();
    let mut found = Diagnostics::default();
    let types = load(&sources, &mut found);
    (types, found.iter().map(|diagnostic| diagnostic.message.clone()).collect())
}

fn offer() -> Arc<Schema> {
    let (types, wrong) = types(&[("sections/offer/type.toml", OFFER)]);
    assert_eq!(wrong, Vec::<String>::new());
    types.section("offer").unwrap().schema.clone()
}

/// What comes of a table, and what is wrong with it.
fn decode(text: &str) -> (Arc<Table>, Vec<String>) {
    let source = Arc::new(SourceText::whole("content/offer.toml", text));
    let decoded = file(FileId(0), &source, &offer(), DateOrder::default());
    let wrong = decoded.diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
    (decoded.table, wrong)
}

fn wrong(text: &str) -> Vec<String> {
    decode(text).1
}

const SOUND: &str = "title = \"A\"\nalways = true\npart = [{ kind = \"price\", price = 5 }]\n";

#[test]
fn a_type_is_read_as_it_is_declared() {
    let offer = offer();
    let field = |key: &str| offer.field(key).unwrap();
    assert_eq!(field("title").bounds, Bounds::between(1.0, 20.0));
    assert!(matches!(field("layout").presence, Presence::Default(_)));
    assert!(matches!(field("image").presence, Presence::When { optional: false, .. }));
    assert_eq!(field("part").list, Some(Bounds::between(1.0, 2.0)));
    assert!(matches!(offer.rules.as_slice(), [Rule::ExactlyOne(_), Rule::Together(_), Rule::NotAfter(..)]));
    // What every section has.
    assert!(offer.field("id").is_some() && offer.field("hidden").is_some());
}

#[test]
fn defaults_stand_for_what_is_left_out() {
    let (table, wrong) = decode(SOUND);
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(table.text("layout"), Some("row"));
    assert_eq!(table.get("image").map(|_| ()), None);
    assert_eq!(table.tables("part").next().unwrap().text("kind"), Some("price"));
}

#[test]
fn conditions_say_what_belongs_and_what_is_missing() {
    assert_eq!(wrong(&format!("{SOUND}image = \"a.jpg\"\n")), ["\"image\" belongs to layout = \"picture\""]);
    assert_eq!(wrong(&format!("{SOUND}layout = \"picture\"\n")), ["the key \"image\" is missing"]);
    // Which fields belong to a word that can't be decoded isn't known.
    for image in ["", "image = \"a.jpg\"\n"] {
        assert_eq!(wrong(&format!("{SOUND}layout = \"pile\"\n{image}")), ["\"layout\" can't be \"pile\""]);
    }
}

#[test]
fn each_broken_rule_is_reported_once() {
    let dated = |dates: &str| wrong(&SOUND.replace("always = true\n", dates));
    assert_eq!(dated(""), ["none of \"always\" and \"from\" is here"]);
    assert_eq!(dated("always = false\n"), ["none of \"always\" and \"from\" is here"]);
    assert_eq!(dated("from = 2026-01-02\n"), ["the key \"until\" is missing"]);
    assert_eq!(dated("until = 2026-01-02\n"), ["the key \"from\" is missing"]);
    assert_eq!(
        dated("always = true\nuntil = 2026-01-02\n"),
        ["\"always\" and \"until\" can't be used together"]
    );
    assert_eq!(dated("always = false\nfrom = 2026-01-02\nuntil = 2026-01-02\n"), Vec::<String>::new());
    assert_eq!(dated("from = 2026-01-02\nuntil = 2026-01-01\n"), ["2026-01-01 is before 2026-01-02"]);
    // One date that can't be read is one mistake.
    assert_eq!(dated("from = 2026-01-02\nuntil = \"soon\"\n").len(), 1);
}

#[test]
fn bounds_hold_for_texts_numbers_and_lists() {
    assert_eq!(
        wrong(&SOUND.replace("\"A\"", "\"A title that goes on and on\"")),
        ["\"title\" has 27 characters"]
    );
    assert_eq!(wrong(&SOUND.replace("= 5", "= 101")), ["101 is out of range"]);
    let three = "part = [{ kind = \"text\", text = \"a\" }, { kind = \"text\", text = \"b\" }, { kind = \"text\", text = \"c\" }]";
    let many = SOUND.replace("part = [{ kind = \"price\", price = 5 }]", three);
    assert_eq!(wrong(&many), ["the list \"part\" has 3 elements"]);
    assert_eq!(Bounds::between(1.0, 2.0).describe(), "from 1 to 2");
    assert_eq!(Bounds::at_least(1).describe(), "at least 1");
}

#[test]
fn variants_are_distinguished_by_their_word_or_what_is_near_it() {
    let part = |part: &str| wrong(&SOUND.replace("{ kind = \"price\", price = 5 }", part));
    assert_eq!(
        part("{ kind = \"prise\", price = 500 }"),
        ["there is no part \"prise\"", "500 is out of range"]
    );
    assert_eq!(part("{ knd = \"price\", price = 5 }"), ["there is no key \"knd\" here"]);
    assert_eq!(part("{ price = 5 }"), ["the key \"kind\" is missing"]);
    assert_eq!(part("{ kind = \"text\", price = 5 }").len(), 2);
}

#[test]
fn a_mistake_in_a_type_is_none_of_content() {
    let (types, wrong) = types(&[(
        "sections/offer/type.toml",
        "help = \"An offer\"\n[field]\ntitle = { type = \"txt\", help = \"x\" }\n",
    )]);
    assert!(wrong.iter().any(|message| message == "there is no type \"txt\""), "{wrong:?}");
    let source = Arc::new(SourceText::whole("content/offer.toml", "title = 3\nlead = \"a\"\nmore = 1\n"));
    let decoded = file(FileId(0), &source, &types.section("offer").unwrap().schema, DateOrder::default());
    let messages: Vec<_> = decoded.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
    assert!(messages.is_empty(), "{messages:?}");
}

#[test]
fn types_that_contain_each_other_are_reported_once() {
    let table = |other: &str| {
        format!("help = \"A table\"\n[field]\nother = {{ type = \"{other}\", help = \"Another\" }}\n")
    };
    let (_, wrong) = types(&[("types/one.toml", &table("two")), ("types/two.toml", &table("one"))]);
    assert_eq!(wrong, ["the type \"one\" contains itself"]);
}

#[test]
fn a_json_schema_checks_by_conditions() {
    let (types, _) =
        types(&[("sections/a-offer/type.toml", OFFER), ("sections/a-rule/type.toml", "help = \"A line\"\n")]);
    let schema = document("page", &types.page, &Ids::default());
    let section = &schema["properties"]["section"]["items"];
    let words = section["properties"]["type"]["enum"].as_array().unwrap();
    // Those of the theme come behind.
    assert_eq!(words[..2], [json!("a-offer"), json!("a-rule")]);
    // All keys, from which editors complete.
    assert!(section["properties"]["title"].is_object() && section["properties"]["layout"].is_object());
    let conditions = section["allOf"].as_array().unwrap();
    assert_eq!(conditions[0]["if"]["properties"]["type"]["const"], json!("a-offer"));
    assert_eq!(conditions[0]["then"]["additionalProperties"], json!(false));
    assert_eq!(conditions[1]["if"]["properties"]["type"]["const"], json!("a-rule"));
}

#[test]
fn typescript_says_what_islands_get() {
    let (types, _) = types(&[("sections/offer/type.toml", OFFER)]);
    let written = interfaces(&types);
    let interface = written.split("export interface OfferSection").nth(1).unwrap();
    for line in [
        "title: string;",
        "layout: \"row\" | \"picture\";",
        "image: string | null;",
        "always: boolean | null;",
    ] {
        assert!(interface.contains(line), "no {line} in {interface}");
    }
}

#[test]
fn the_reference_lists_each_key_with_its_help() {
    let (types, _) = types(&[("sections/offer/type.toml", OFFER)]);
    let written = reference(&types);
    let offer = written.split("### Section offer\n").nth(1).unwrap();
    assert!(offer.starts_with("\nAn offer.\n\n| key |"), "{offer}");
    assert!(offer.contains("| `title` | required | What it is | `\"...\"` |\n"), "{offer}");
    assert!(offer.contains("| `always` |  | true if it never ends | `true` |\n"), "{offer}");
    assert!(written.contains("\n### Collection events\n") && written.contains("\n### Table timetable-row\n"));
}
