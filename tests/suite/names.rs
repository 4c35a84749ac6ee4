//! Names in the program's own source: none is of the theme, as other themes have others, and no two types have one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    str::FromStr,
};

use proc_macro2::{TokenStream, TokenTree};
use walkdir::WalkDir;

use crate::project::{files_below, repository};

/// Words and files that have names of the theme, and why the program has them.
const ALLOWED: [(&str, &[&str]); 7] = [
    ("the key of the sections of a page", &["section"]),
    ("the file by which a project is recognised, and its name in templates", &["site"]),
    ("types of fields, and the kind of a text in Atom", &["table", "text"]),
    (
        "documented names in templates",
        &["classes", "contact", "hours", "navigation", "notice", "posts", "seasons", "timetable"],
    ),
    (
        "keys of data for scripts, and the identity of published calendars",
        &["branches", "schedule", "search"],
    ),
    ("elements of HTML", &["embed", "form", "map", "section", "video"]),
    (
        "the files of any theme that gympress itself reads, which docs/theme.md lists",
        &[
            "card.svg",
            "design.toml",
            "icon.svg",
            "layout.html",
            "offline.html",
            "page.html",
            "partials/languages.html",
            "partials/widget.html",
            "styles/design/paper-a4.css",
            "styles/design/paper-letter.css",
            "styles/fonts/card.ttf",
            "styles/languages.css",
            "styles/print.css",
            "styles/site.css",
        ],
    ),
];

/// Where names of the theme belong: the table of roles, and the examples of documents.
const TABLES: [&str; 2] = ["src/schema/roles.rs", "src/diagnostic/code/"];

/// The struct of a code with its examples for documents.
const EXAMPLES: &str = "CodeRow";

/// The Rust files below a folder, without those of tests.
fn rust_files(folder: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let paths = WalkDir::new(repository().join(folder)).into_iter().map(|entry| entry.unwrap().into_path());
    paths.filter(|path| {
        path.extension().is_some_and(|extension| extension == "rs")
            && !path.iter().any(|part| part == "tests")
    })
}

fn tokens(path: &PathBuf) -> TokenStream {
    TokenStream::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The names of the types that a module declares, those within functions apart.
fn types(module: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = String::new();
    for token in module {
        let TokenTree::Ident(word) = token else {
            before.clear();
            continue;
        };
        if ["struct", "enum", "union", "trait", "type"].contains(&&*before) {
            found.push(word.to_string());
        }
        before = word.to_string();
    }
    found
}

/// Adds the string literals of a source, without those of comments, attributes and examples.
fn literals(tokens: TokenStream, found: &mut Vec<String>) {
    let mut is_skipped = false;
    for token in tokens {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                is_skipped = true;
                continue;
            }
            TokenTree::Punct(sign) if sign.as_char() == '!' && is_skipped => continue,
            TokenTree::Ident(word) if word == EXAMPLES => {
                is_skipped = true;
                continue;
            }
            TokenTree::Group(group) if !is_skipped => literals(group.stream(), found),
            TokenTree::Literal(literal) => {
                let written = literal.to_string();
                found.extend(
                    written.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map(str::to_owned),
                );
            }
            _ => {}
        }
        is_skipped = false;
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

/// The files of the theme, as templates name them.
fn theme_files() -> BTreeSet<String> {
    files_below(&repository().join("templates")).into_keys().collect()
}

/// The names of the theme in a literal: the literal itself, and those in paths of content and of templates within a text.
fn named(literal: &str, names: &BTreeSet<String>, files: &BTreeSet<String>) -> Vec<String> {
    let mut found: Vec<String> = names.get(literal).cloned().into_iter().collect();
    let is_of_path = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    for path in literal.split(|c| !is_of_path(c)) {
        found.extend(files.get(path.trim_start_matches("templates/")).cloned());
        let content = path.strip_prefix("content/").and_then(|path| path.split(['/', '.']).next());
        found.extend(content.and_then(|name| names.get(name)).cloned());
    }
    found
}

#[test]
fn no_name_of_the_theme_stands_in_the_program() {
    let (names, files) = (theme_names(), theme_files());
    let (mut used, mut wrong) = (BTreeSet::new(), Vec::new());
    let is_table = |path: &Path| TABLES.iter().any(|table| path.starts_with(repository().join(table)));
    for path in rust_files("src").filter(|path| !is_table(path)) {
        let mut found = Vec::new();
        literals(tokens(&path), &mut found);
        for name in found.iter().flat_map(|literal| named(literal, &names, &files)) {
            if !ALLOWED.iter().any(|(_, words)| words.contains(&&*name)) {
                wrong.push(format!("{}: \"{name}\"", path.display()));
            }
            used.insert(name);
        }
    }
    assert!(wrong.is_empty(), "ask for the role in their place:\n{}", wrong.join("\n"));
    let allowed = ALLOWED.iter().flat_map(|(_, words)| *words);
    let unused: Vec<_> = allowed.filter(|word| !used.contains(**word)).collect();
    assert!(unused.is_empty(), "nothing says {unused:?} any more");
    let document = fs::read_to_string(repository().join("docs/theme.md")).unwrap();
    let unlisted = used.intersection(&files).filter(|file| !document.contains(&format!("`{file}`")));
    assert_eq!(
        unlisted.collect::<Vec<_>>(),
        [""; 0],
        "docs/theme.md lists the files that gympress itself reads"
    );
}

#[test]
fn no_two_types_have_one_name() {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in rust_files("src").chain(rust_files("crates")) {
        for name in types(tokens(&path)) {
            places.entry(name).or_default().push(path.clone());
        }
    }
    assert!(places.len() > 500, "{} types", places.len());
    places.retain(|_, paths| paths.len() > 1);
    assert!(places.is_empty(), "call one of them otherwise: {places:#?}");
}
