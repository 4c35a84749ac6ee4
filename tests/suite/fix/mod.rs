//! `gympress fix`: what it does with each kind of mistake, as a transcript, and that it does nothing else.

mod answers;
mod files;
mod rename;

use std::{
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use rayon::prelude::*;
use serde::Deserialize;

use crate::copy::pool::Pool;

/// A fixture's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixture {
    edit: Vec<Edit>,
}

/// A change of the gym of the tests.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    /// Replaced once by `replace`.
    find: Option<String>,
    /// The first line that gives this key a value, replaced by `replace`.
    line: Option<String>,
    replace: Option<String>,
    append: Option<String>,
    /// Left out where it stands last.
    cut: Option<String>,
    /// Appended as they are, for what is no text.
    bytes: Option<Vec<u8>>,
    /// `cr` or `crlf`.
    line_ends: Option<String>,
    /// `utf-16`, or `mark` for a byte order mark.
    encoding: Option<String>,
}

impl Edit {
    fn apply(&self, site: &Path) {
        let path = site.join(&self.file);
        // A file that isn't there is a new one.
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut text = fs::read_to_string(&path).unwrap_or_default();
        if let Some(key) = &self.line {
            let is_it = |line: &&str| line.split(' ').next() == Some(key);
            let line = text.split_inclusive('\n').find(is_it).unwrap().to_owned();
            let end = if self.replace.as_deref() == Some("") { "" } else { "\n" };
            text = text.replacen(&line, &format!("{}{end}", self.replace.as_deref().unwrap()), 1);
        }
        if let Some(find) = &self.find {
            assert!(text.contains(find.as_str()), "{} does not contain {find}", self.file);
            text = text.replacen(find.as_str(), self.replace.as_deref().unwrap(), 1);
        }
        if let Some(cut) = &self.cut {
            let at = text.rfind(cut.as_str()).unwrap();
            text.replace_range(at..at + cut.len(), "");
        }
        text.push_str(self.append.as_deref().unwrap_or_default());
        text = match self.line_ends.as_deref() {
            None => text,
            Some("cr") => text.replace('\n', "\r"),
            Some("crlf") => text.replace('\n', "\r\n"),
            Some(other) => panic!("no line end {other}"),
        };
        let mut bytes = match self.encoding.as_deref() {
            None => text.into_bytes(),
            Some("mark") => format!("\u{FEFF}{text}").into_bytes(),
            Some("utf-16") => format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Some(other) => panic!("no encoding {other}"),
        };
        bytes.extend(self.bytes.iter().flatten());
        fs::write(&path, bytes).unwrap();
    }
}

fn gympress(site: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(arguments)
        .args(["--now", "2026-11-20T12:00:00+03:00", "--root"])
        .arg(site)
        .output()
        .unwrap()
}

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fix");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut fixtures: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect();
    fixtures.sort();
    fixtures
}

/// `text` without the count of what is allowed in content.
fn without_allowed(text: &str) -> String {
    let Some(end) = text.find(" allowed in content)") else { return text.to_owned() };
    let start = text[..end].rfind(" (").unwrap();
    format!("{}{}", &text[..start], &text[end + " allowed in content)".len()..])
}

/// What `fix` shows, then what `fix --all` shows if that is something else, each with what is left.
fn transcript(site: &Path) -> String {
    let mut reported = String::new();
    let mut last = String::new();
    for arguments in [&["fix", "--dry-run"][..], &["fix", "--dry-run", "--all"]] {
        let output = gympress(site, arguments);
        let (out, err) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        // Of each mistake that is left, the headline.
        let is_headline = |line: &&str| {
            line.starts_with("error[") || line.starts_with("warning[") || line.contains("left: ")
        };
        let left: Vec<String> = err.lines().filter(is_headline).map(without_allowed).collect();
        let shown = format!("{out}{}\nexit status: {}\n", left.join("\n"), output.status.code().unwrap());
        if shown != last {
            reported.push_str(&format!("$ gympress {}\n{shown}\n", arguments.join(" ")));
        }
        last = shown;
    }
    reported.replace('\r', "\\r")
}

#[test]
fn each_kind_of_mistake_is_corrected_as_its_transcript_says() {
    let pool = Pool::default();
    let reported: Vec<_> = fixtures()
        .into_par_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let fixture: Fixture =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let files: Vec<&str> = fixture.edit.iter().map(|edit| &*edit.file).collect();
            let transcript = pool.with(&files, |folder| {
                fixture.edit.iter().for_each(|edit| edit.apply(folder));
                transcript(folder)
            });
            (path.file_stem().unwrap().to_string_lossy().into_owned(), transcript)
        })
        .collect();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fix/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let differ = |(name, text): &(String, String)| {
            catch_unwind(|| insta::assert_snapshot!(name.as_str(), text.as_str())).is_err()
        };
        let differing: Vec<&str> =
            reported.iter().filter(|case| differ(case)).map(|(name, _)| name.as_str()).collect();
        assert!(differing.is_empty(), "{} snapshots differ: {}", differing.len(), differing.join(", "));
    });
}
