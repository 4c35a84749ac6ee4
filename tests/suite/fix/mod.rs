//! `gympress fix` and `rename` on files: prompts, failures of the machine, and that nothing else changes.

mod answers;
mod files;
mod rename;

use std::{
    path::Path,
    process::{Command, Output},
};

fn gympress(site: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(arguments)
        .args(["--now", "2026-11-20T12:00:00+03:00", "--root"])
        .arg(site)
        .output()
        .unwrap()
}
