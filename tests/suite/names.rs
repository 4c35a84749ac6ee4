//! Names in the program's own source: none is of the theme, as other themes have others.

use std::{collections::BTreeSet, fs, path::PathBuf, str::FromStr};

use proc_macro2::{TokenStream, TokenTree};
use walkdir::WalkDir;

use crate::project::repository;

/// Words that are names of the theme, and mean something else in the program.
const ALLOWED: [(&str, &[&str]); 6] = [
    ("the key of the sections of a page", &["section"]),
    ("the file by which a project is recognised, and its name in templates", &["site"]),
    ("types of fields, and the kind of a text in Atom", &["table", "text"]),
    ("documented names in templates", &["classes", "contact", "hours", "navigation", "posts", "timetable"]),
    (
        "keys of data for scripts, and the identity of published calendars",
        &["branches", "schedule", "search"],
    ),
    ("elements of HTML", &["embed", "map", "section", "video"]),
];

/// Files in which names of the theme belong: the table of roles.
const TABLE: &str = "src/schema/roles.rs";

fn rust_files() -> impl Iterator<Item = PathBuf> {
    let paths = WalkDir::new(repository().join("src")).into_iter().map(|entry| entry.unwrap().into_path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
}

/// Adds the string literals of a source, without those of comments and attributes.
fn literals(tokens: TokenStream, found: &mut Vec<String>) {
    let mut is_attribute = false;
    for token in tokens {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                is_attribute = true;
                continue;
            }
            TokenTree::Punct(sign) if sign.as_char() == '!' && is_attribute => continue,
            TokenTree::Group(group) if !is_attribute => literals(group.stream(), found),
            TokenTree::Literal(literal) => {
                let written = literal.to_string();
                found.extend(
                    written.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map(str::to_owned),
                );
            }
            _ => {}
        }
        is_attribute = false;
    }
}

/// The sections, collections and singles of the theme, its stylesheets, and the classes of its sections.
fn theme_names() -> BTreeSet<String> {
    let templates = repository().join("templates");
    let mut names = BTreeSet::new();
    for folder in ["sections", "collections", "singles"] {
        for entry in fs::read_dir(templates.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            names.insert(name.trim_end_matches(".toml").to_owned());
        }
    }
    let styles = fs::read_to_string(templates.join("design.toml")).unwrap();
    names.extend(styles.split('"').skip(1).step_by(2).map(str::to_owned));
    names
}

#[test]
fn no_name_of_the_theme_stands_in_the_program() {
    let names = theme_names();
    let (mut used, mut wrong) = (BTreeSet::new(), Vec::new());
    for path in rust_files().filter(|path| !path.ends_with(TABLE)) {
        let mut found = Vec::new();
        literals(TokenStream::from_str(&fs::read_to_string(&path).unwrap()).unwrap(), &mut found);
        for literal in found.into_iter().filter(|literal| names.contains(literal)) {
            if !ALLOWED.iter().any(|(_, words)| words.contains(&&*literal)) {
                wrong.push(format!("{}: \"{literal}\"", path.display()));
            }
            used.insert(literal);
        }
    }
    assert!(wrong.is_empty(), "ask for the role in their place:\n{}", wrong.join("\n"));
    let allowed = ALLOWED.iter().flat_map(|(_, words)| *words);
    let unused: Vec<_> = allowed.filter(|word| !used.contains(**word)).collect();
    assert!(unused.is_empty(), "nothing says {unused:?} any more");
}
