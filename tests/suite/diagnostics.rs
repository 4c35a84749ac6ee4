//! What an editor sees for each kind of mistake: a fixture is the shipped site with a slip or two in it,
//! its snapshot all that `gympress check` says of it.

#[cfg(unix)]
use std::os::unix::fs::symlink as link_to_file;
#[cfg(windows)]
use std::os::windows::fs::symlink_file as link_to_file;
use std::{
    collections::BTreeSet,
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
    process::Command,
};

use gympress::diagnostic::{Code, Lint};
use rayon::prelude::*;
use serde::Deserialize;

use crate::copy::pool::Pool;

/// A fixture's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixture {
    edit: Vec<Edit>,
    /// The exit status; 1 unless the mistakes are only warnings.
    status: Option<i32>,
}

/// A change of the shipped site. One of the keys beside `file` says which.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    /// Replaced once by `replace`.
    find: Option<String>,
    replace: Option<String>,
    append: Option<String>,
    write: Option<String>,
    /// Appended as they are, for what is no text.
    bytes: Option<Vec<u8>>,
    /// A link to a file that isn't there, for what can't be read.
    dangling: Option<bool>,
    remove: Option<bool>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn fixtures() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("tests/diagnostics")).unwrap().map(|entry| entry.unwrap().path());
    let mut fixtures: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect();
    fixtures.sort();
    fixtures
}

/// The fixtures whose names begin with what is in the environment as `FIXTURES`; all of them without it.
fn asked_for() -> Vec<PathBuf> {
    let wanted = std::env::var("FIXTURES").unwrap_or_default();
    let wanted: Vec<&str> = wanted.split(',').collect();
    let is_wanted = |path: &PathBuf| wanted.iter().any(|beginning| name(path).starts_with(beginning));
    fixtures().into_iter().filter(is_wanted).collect()
}

fn name(fixture: &Path) -> String {
    fixture.file_stem().unwrap().to_string_lossy().into_owned()
}

fn apply(edit: &Edit, site: &Path) {
    let path = site.join(&edit.file);
    if let Some(find) = &edit.find {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(find.as_str()), "{} does not contain {find}", edit.file);
        fs::write(&path, text.replacen(find.as_str(), edit.replace.as_deref().unwrap_or_default(), 1))
            .unwrap();
    }
    if let Some(append) = &edit.append {
        fs::write(&path, fs::read_to_string(&path).unwrap() + append).unwrap();
    }
    if let Some(write) = &edit.write {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, write).unwrap();
    }
    if let Some(bytes) = &edit.bytes {
        let mut whole = fs::read(&path).unwrap_or_default();
        whole.extend(bytes);
        // Of a picture there is a link only.
        if path.exists() {
            fs::remove_file(&path).unwrap();
        }
        fs::write(&path, whole).unwrap();
    }
    if edit.dangling == Some(true) {
        fs::remove_file(&path).unwrap();
        link_to_file("nowhere", &path).unwrap();
    }
    if edit.remove == Some(true) {
        fs::remove_file(&path).unwrap();
    }
}

/// The exit status and all that stands on standard error.
fn check(pool: &Pool, fixture: &Fixture, form: &str) -> (Option<i32>, String) {
    let files: Vec<&str> = fixture.edit.iter().map(|edit| &*edit.file).collect();
    pool.with(&files, |folder| check_in(folder, fixture, form))
}

fn check_in(folder: &Path, fixture: &Fixture, form: &str) -> (Option<i32>, String) {
    for edit in &fixture.edit {
        apply(edit, folder);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["check", "--now", "2026-11-20T12:00:00+03:00", "--format", form, "--root"])
        .arg(folder)
        .output()
        .unwrap();
    let reported = if form == "human" || form == "short" { &output.stderr } else { &output.stdout };
    // Services that know the repository get paths from its top.
    let below = folder.strip_prefix(root()).unwrap_or(folder);
    let reported = String::from_utf8(reported.clone()).unwrap().replace(&format!("{}/", below.display()), "");
    (output.status.code(), reported)
}

fn read(path: &Path) -> Fixture {
    let text = fs::read_to_string(path).unwrap();
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_mistake_is_reported_as_its_snapshot_says() {
    let pool = Pool::default();
    let reported: Vec<_> = asked_for()
        .into_par_iter()
        .map(|path| {
            let fixture = read(&path);
            let (status, text) = check(&pool, &fixture, "human");
            assert_eq!(status, Some(fixture.status.unwrap_or(1)), "{}:\n{text}", path.display());
            let name = name(&path);
            let code = name.split("--").next().filter(|code| *code != "several-at-once");
            let named = code.is_none_or(|code| text.contains(&format!("[{code}]")));
            assert!(named, "{name} is not reported as what it is:\n{text}");
            (name, text)
        })
        .collect();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("tests/diagnostics/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let differ = |(name, text): &(String, String)| {
            catch_unwind(|| insta::assert_snapshot!(name.as_str(), normalized(text))).is_err()
        };
        let differing: Vec<&str> =
            reported.iter().filter(|case| differ(case)).map(|(name, _)| name.as_str()).collect();
        assert!(differing.is_empty(), "{} snapshots differ: {}", differing.len(), differing.join(", "));
    });
}

/// `text` without the count of what is allowed in content.
fn without_allowed(text: &str) -> String {
    let Some(end) = text.find(" allowed in content)") else { return text.to_owned() };
    let start = text[..end].rfind(" (").unwrap();
    format!("{}{}", &text[..start], &text[end + " allowed in content)".len()..])
}

/// The text without what isn't about the mistake: weights and hashed names of files, how many other pages have it, and how
/// much is allowed in content.
fn normalized(text: &str) -> String {
    let text = without_allowed(text);
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    let shown = words.iter().enumerate().map(|(at, word)| {
        let next = |counted: &str| words.get(at + 1).is_some_and(|next| next.starts_with(counted));
        let counts = next("bytes")
            || (next("other ") && words.get(at + 2).is_some_and(|word| word.starts_with("pages")));
        match word.trim_end().parse::<usize>() {
            Ok(_) if counts => "N ".to_owned(),
            _ => without_hash(word),
        }
    });
    shown.collect()
}

/// `boot-1234abcd.js` as `boot-HASH.js`.
fn without_hash(word: &str) -> String {
    let Some((stem, rest)) = word.rsplit_once('-') else { return word.to_owned() };
    match rest.split_once('.') {
        Some((hash, ending)) if hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            format!("{stem}-HASH.{ending}")
        }
        _ => word.to_owned(),
    }
}

#[test]
fn the_forms_for_programs_say_the_same() {
    let pool = Pool::default();
    let fixture = read(&root().join("tests/diagnostics/several-at-once.toml"));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("tests/diagnostics/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for form in ["short", "json", "github"] {
            let (status, text) = check(&pool, &fixture, form);
            assert_eq!(status, Some(1));
            insta::assert_snapshot!(format!("form-{form}"), normalized(&text));
        }
    });
}

#[test]
fn every_kind_of_mistake_has_a_fixture() {
    let names: BTreeSet<String> =
        fixtures().iter().map(|path| name(path).split("--").next().unwrap().to_owned()).collect();
    let codes = Code::ALL.iter().map(|code| code.name());
    let missing: Vec<&str> =
        codes.chain(Lint::ALL.iter().map(|lint| lint.name())).filter(|code| !names.contains(*code)).collect();
    assert!(missing.is_empty(), "no fixture for {}", missing.join(", "));
}
