//! What is made of declared types besides decoded content: TypeScript for islands, a reference for editors. What is said of
//! content of such a type is in `tests/cases/types.txt`.

use std::{fs, sync::Arc};

use gympress::{
    build,
    diagnostic::Diagnostics,
    schema::{Role, Types, interfaces, reference},
    source::Sources,
};

use crate::project::repository;

/// A section of a project.
const OFFER: &str = r#"
help = "An offer"

[field]
title = { type = "text", length = [1, 20], help = "What it is" }
layout = { type = "choice", of = ["row", "picture"], default = "row", help = "How it looks" }
image = { type = "image", when = { layout = "picture" }, help = "The picture" }
always = { type = "bool", optional = true, help = "true if it never ends" }
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
fn every_role_is_documented() {
    let document = fs::read_to_string(repository().join("docs/types.md")).unwrap();
    for role in Role::ALL {
        let folder = role.folder().path().trim_start_matches("templates/").trim_end_matches('/');
        let row = format!("| `{}` | {folder} |", role.name());
        assert!(document.contains(&row), "docs/types.md lacks the row {row}");
    }
}
