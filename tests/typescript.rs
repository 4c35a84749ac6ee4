//! What is written from the declared types is current: the TypeScript of what islands are given, and the reference.

#![expect(clippy::unwrap_used, reason = "a test that can't set itself up has nothing to say")]

use std::{fs, path::Path, process::Command};

#[track_caller]
fn is_current(path: &str, flag: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["schema", flag, "--root"])
        .arg(root)
        .output()
        .unwrap();
    let written = String::from_utf8(output.stdout).unwrap();
    let known = fs::read_to_string(root.join(path)).unwrap();
    assert!(known == written, "{path} is out of date: cargo run -- schema {flag} > {path}");
}

#[test]
fn components_have_the_types_that_are_declared() {
    is_current("components/types.ts", "--typescript");
}

#[test]
fn the_reference_has_the_types_that_are_declared() {
    is_current("docs/reference.md", "--docs");
}
