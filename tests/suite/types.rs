//! What is made of declared types besides decoded content: TypeScript for islands, a reference for editors. What is said of
//! content of such a type is in `tests/cases/types.txt`.

use std::{collections::BTreeMap, fs, sync::Arc};

use gympress::{
    build,
    diagnostic::Diagnostics,
    schema::{Role, SectionType, Types, decode::scalars, forms, interfaces, reference},
    source::Sources,
};

use crate::project::{assert_document, files_below, markdown_table, repository, with_table};

/// A section of a project.
const OFFER: &str = r#"
help = "An offer"

[field]
title = { type = "text", length = [1, 20], help = "What it is" }
layout = { type = "choice", of = ["row", "picture"], default = "row", help = "How it looks" }
image = { type = "image", when = { layout = "picture" }, help = "The picture" }
always = { type = "bool", optional = true, help = "true if it never ends" }
2nd-title = { type = "text", optional = true, help = "A line below it" }
3rd = { type = "text", optional = true, help = "Another one" }
"#;

fn types() -> Arc<Types> {
    let folder = tempfile::tempdir().unwrap();
    let section = folder.path().join("templates/sections/offer");
    fs::create_dir_all(folder.path().join("content")).unwrap();
    fs::write(folder.path().join("content/site.toml"), "name = \"A gym\"\n").unwrap();
    fs::create_dir_all(&section).unwrap();
    fs::write(section.join("type.toml"), OFFER).unwrap();
    let mut found = Diagnostics::default();
    let sources = Sources::load(folder.path(), &mut found).unwrap();
    let types = build::load_types(&sources, &mut found);
    assert!(found.is_empty(), "{found:?}");
    types
}

#[test]
fn typescript_says_what_islands_get() {
    let written = interfaces(&types());
    let interface = written.split("export interface OfferSection").nth(1).unwrap();
    for line in [
        "title: string;",
        "layout: \"row\" | \"picture\";",
        "image: string | null;",
        "always: boolean | null;",
        "\"2nd-title\": string | null;",
        "\"3rd\": string | null;",
    ] {
        assert!(interface.contains(line), "no {line} in {interface}");
    }
}

#[test]
fn the_reference_lists_each_key_with_its_help() {
    let written = reference(&types());
    let offer = written.split("### Section offer\n").nth(1).unwrap();
    assert!(offer.starts_with("\nAn offer.\n\n| key |"), "{offer}");
    assert!(offer.contains("| `title` | required | What it is | `\"...\"` |\n"), "{offer}");
    assert!(offer.contains("| `always` |  | true if it never ends | `true` |\n"), "{offer}");
    assert!(written.contains("\n### Collection events\n") && written.contains("\n### Table timetable-row\n"));
}

#[test]
fn a_form_knows_all_fields_of_a_file_and_each_table_once() {
    let written = forms(&types());
    let tables = written["tables"].as_array().unwrap();
    let offer = tables.iter().filter(|table| table["help"] == "An offer").collect::<Vec<_>>();
    let [offer] = offer[..] else { panic!("{} of them", offer.len()) };
    let image = offer["fields"].as_array().unwrap().iter().find(|field| field["key"] == "image").unwrap();
    assert_eq!(image["when"]["is"][0], "picture");
    assert_eq!(image["help"], "The picture");
    for (key, kind) in [("pages/", "page"), ("site.toml", "single"), ("classes/", "entry")] {
        assert_eq!(written["files"][key]["kind"], kind);
    }
    assert!(written.to_string().len() < 600_000, "{} bytes", written.to_string().len());
}

#[test]
fn every_role_is_documented() {
    let document = fs::read_to_string(repository().join("docs/types.md")).unwrap();
    for role in Role::ALL {
        let folder = role.folder().path().trim_start_matches("templates/").trim_end_matches('/');
        let row = format!("| `{}` | {folder} |", role.name());
        assert!(document.contains(&row), "docs/types.md lacks the row {row}");
    }
}

#[test]
fn every_scalar_is_documented() {
    let document = fs::read_to_string(repository().join("docs/types.md")).unwrap();
    for scalar in scalars() {
        let row = format!("\n| `{}` | ", scalar.name());
        assert!(document.contains(&row), "docs/types.md lacks a row for the scalar {}", scalar.name());
    }
}

/// The samples of each type of section: the one that is called after it first.
fn samples() -> BTreeMap<String, Vec<String>> {
    let mut samples: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in files_below(&repository().join("tests/sections")) {
        let sample = path.trim_end_matches(".toml").to_owned();
        let table: toml::Table = toml::from_str(&String::from_utf8(text).unwrap()).unwrap();
        let section = table["section"][0]["type"].as_str().unwrap();
        let others = samples.entry(section.to_owned()).or_default();
        let place = if sample == section { 0 } else { others.len() };
        others.insert(place, sample);
    }
    samples
}

/// The row of a type of section in the table of all.
fn row_of_section(name: &str, section: &SectionType, samples: &[String]) -> Vec<String> {
    let layout = section.schema.field("layout").map_or("", |layout| &layout.help);
    let pictures = samples.iter().map(|sample| {
        let picture = format!("images/sections/{sample}.jpg");
        let is_there = repository().join("docs").join(&picture).is_file();
        assert!(is_there, "docs/{picture} is missing: `npm run pictures` takes it");
        format!("<img src=\"{picture}\" alt=\"{sample}\" width=\"240\">")
    });
    vec![
        format!("[`{name}`](fields.md#section-{name})"),
        section.schema.help.trim_end_matches('.').to_owned(),
        layout.trim_end_matches('.').to_owned(),
        pictures.collect::<Vec<_>>().join(" "),
    ]
}

/// The order of the sections is that of the document.
#[test]
fn the_table_of_sections_in_the_document_is_made_from_their_types() {
    let document = fs::read_to_string(repository().join("docs/pages.md")).unwrap();
    let (types, samples) = (types(), samples());
    let place = |name: &str| document.find(&format!("(fields.md#section-{name})")).unwrap_or(usize::MAX);
    let mut sections: Vec<_> = types.sections.iter().filter(|(name, _)| ***name != *"offer").collect();
    sections.sort_by_key(|(name, _)| place(name));
    let head = ["type", "shows", "`layout`", "looks like"].map(str::to_owned).to_vec();
    let rows = sections.into_iter().map(|(name, section)| {
        let samples = samples.get(&**name).unwrap_or_else(|| panic!("tests/sections/{name}.toml is missing"));
        row_of_section(name, section, samples)
    });
    let table = markdown_table([head].into_iter().chain(rows));
    assert_document("docs/pages.md", &with_table(&document, &table));
}
