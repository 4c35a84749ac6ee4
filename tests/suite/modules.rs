//! The order of the modules: each imports only from modules above it in `src/lib.rs`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use crate::project::repository;

fn src() -> PathBuf {
    repository().join("src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The modules in the order of `src/lib.rs`, which is that of the pipeline.
fn modules() -> Vec<String> {
    let lib = read(&src().join("lib.rs"));
    let names = lib
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    names.map(str::to_owned).collect()
}

/// Every file of `src/` with the module that it belongs to.
fn files() -> Vec<(PathBuf, String)> {
    rust_files(&src())
        .map(|path| {
            let first = path.strip_prefix(src()).unwrap().components().next().unwrap();
            let module = first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned();
            (path, module)
        })
        .collect()
}

/// Every Rust file below `folder`.
fn rust_files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let paths = WalkDir::new(folder).into_iter().filter_map(Result::ok).map(walkdir::DirEntry::into_path);
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
}

/// The names that stand behind `crate::`, alone or at the top of a list in braces.
fn imports(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let mut depth = 0;
        for part in rest.split_inclusive(['{', ',', '}']) {
            let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
            let name: String = part.trim_start().chars().take_while(is_word).collect();
            if depth < 2 && !name.is_empty() {
                names.push(name);
            }
            if depth == 0 && part != "{" {
                break;
            }
            depth += i32::from(part.ends_with('{')) - i32::from(part.ends_with('}'));
        }
    }
    names
}

#[test]
fn imports_point_upwards() {
    let modules = modules();
    let place = |module: &str| modules.iter().position(|other| other == module);
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (path, module) in files() {
        let Some(own) = place(&module) else { continue };
        let text = read(&path);
        if module != "preview" && text.contains("gympress_accounts::") {
            wrong.push(format!("{} knows the account service, which only the preview does", path.display()));
        }
        for import in imports(&text) {
            count += 1;
            if place(&import).is_some_and(|other| other > own) {
                wrong.push(format!("{} imports from {import}, which is below {module}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty() && count > 500, "{count} imports\n{}", wrong.join("\n"));
}

/// What the account service keeps and takes is known to the preview and its own script alone.
#[test]
fn no_component_knows_the_account_service() {
    for entry in WalkDir::new(repository().join("components")) {
        let path = entry.unwrap().into_path();
        let text = if path.is_file() { read(&path) } else { String::new() };
        let known = ["/.gympress/", "Emulator"].into_iter().find(|word| text.contains(word));
        assert_eq!(known, None, "{}", path.display());
    }
}

#[test]
fn documents_name_files_that_exist() {
    let root = repository();
    let documents = ["README.md", "components/README.md"].map(|path| root.join(path));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    // The examples of messages are files of a project, and are tried in one.
    let docs = docs.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    let docs = docs.filter(|path| !path.ends_with("messages.md"));
    let mut missing = Vec::new();
    for document in documents.into_iter().chain(docs) {
        let text = read(&document);
        // Every second piece between backquotes is code.
        for named in text.split('`').skip(1).step_by(2) {
            let folder = named.split('/').next().unwrap_or_default();
            let is_path = ["src", "tests", "components", "templates", "docs"].contains(&folder)
                && named.contains('/')
                && !named.contains(['<', '*', ' ', '\n', ':']);
            // Recipes name the files that their reader is about to write.
            let to_be_made = ["event", "/Name.", "/name.", "templates/icons/", "templates/.theme/"]
                .iter()
                .any(|example| named.contains(example));
            if is_path && !to_be_made && !root.join(named).exists() {
                missing.push(format!("{} names {named}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The name of a heading in addresses, as sites of repositories give it.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().to_lowercase();
    let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn links_of_documents_lead_to_headings() {
    let docs = repository().join("docs");
    let (mut wrong, mut count) = (Vec::new(), 0);
    for document in fs::read_dir(&docs).unwrap().map(|entry| entry.unwrap().path()) {
        // The examples of messages are files of a project.
        if document.extension().is_none_or(|kind| kind != "md") || document.ends_with("messages.md") {
            continue;
        }
        let text = read(&document);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
            if target.contains("://")
                || target.starts_with('/')
                || !(file.is_empty() || file.ends_with(".md"))
            {
                continue;
            }
            count += 1;
            let path = if file.is_empty() { document.clone() } else { docs.join(file) };
            let there = fs::read_to_string(&path).unwrap_or_default();
            let mut headings = there.lines().filter(|line| line.starts_with('#'));
            let is_there = headings.any(|line| anchor(line.trim_start_matches('#')) == fragment);
            if there.is_empty() || !fragment.is_empty() && !is_there {
                wrong.push(format!("{} leads to {target}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty() && count > 100, "{count} links\n{}", wrong.join("\n"));
}

/// Whoever edits a site finds each step in a document, and each document from there.
#[test]
fn editing_leads_to_each_document_for_editors() {
    let editing = read(&repository().join("docs/editing.md"));
    for document in
        ["booking", "events", "fields", "forms", "hours", "languages", "pages", "pictures", "theme"]
    {
        assert!(
            editing.contains(&format!("({document}.md")),
            "docs/editing.md doesn't lead to {document}.md"
        );
    }
}
