//! The site that comes with gympress: valid, and each file names its schema.

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
fn points_each_content_file_at_its_schema() {
    let content = root().join("content");
    let written = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (is_written, report) = gympress(&["schema", "--out", &written.path().to_string_lossy()]);
    assert!(is_written, "{report}");
    for entry in walkdir::WalkDir::new(&content).into_iter().filter_map(Result::ok) {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let schema = text.lines().next().and_then(|line| line.strip_prefix("#:schema "));
        let schema = schema.unwrap_or_else(|| panic!("{} names no schema", path.display()));
        let (folder, name) = schema.rsplit_once('/').unwrap();
        let up = path.strip_prefix(&content).unwrap().components().count() - 1;
        let expected = if up == 0 { "./.schema".to_owned() } else { format!("{}.schema", "../".repeat(up)) };
        assert!(
            folder == expected || folder == expected.trim_start_matches("./"),
            "{}: {schema}",
            path.display()
        );
        assert!(written.path().join(name).is_file(), "{}: there is no {name}", path.display());
    }
}
