//! The site that comes with gympress: sound, and its schemas up to date.

#![expect(clippy::panic, reason = "a test that can't set itself up has nothing to say")]

use std::{fs, path::Path, process::Command};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn gympress(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap_or_else(|error| panic!("gympress can't be started: {error}"));
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn has_neither_errors_nor_warnings() {
    let (sound, report) = gympress(&["check", "--deny-warnings", "--now", "2026-11-20T12:00:00+03:00"]);
    assert!(sound, "{report}");
}

#[test]
fn has_its_schemas_up_to_date() {
    let fresh = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (written, report) = gympress(&["schema", "--out", &fresh.path().to_string_lossy()]);
    assert!(written, "{report}");
    for entry in fs::read_dir(fresh.path()).unwrap() {
        let path = entry.unwrap().path();
        let kept = root().join("content/.schema").join(path.file_name().unwrap());
        let same = fs::read(&kept).ok() == fs::read(&path).ok();
        assert!(same, "{} is out of date; run `cargo run -- schema`", kept.display());
    }
}

#[test]
fn points_each_content_file_at_its_schema() {
    let content = root().join("content");
    for entry in walkdir::WalkDir::new(&content).into_iter().filter_map(Result::ok) {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let schema = text.lines().next().and_then(|line| line.strip_prefix("#:schema "));
        let schema = schema.unwrap_or_else(|| panic!("{} names no schema", path.display()));
        assert!(path.parent().unwrap().join(schema).is_file(), "{}: {schema} is not there", path.display());
    }
}
