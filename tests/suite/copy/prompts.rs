//! The program run within a test, with answers to its prompts.

use std::{ffi::OsString, path::PathBuf};

use gympress::cli::{self, ProcessContext, Status};

/// Runs the program, at a terminal if it is `interactive`: its status, standard output and standard error.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    answers: &str,
    interactive: bool,
) -> (Status, String, String) {
    run_with(vec![env!("CARGO_MANIFEST_DIR").into()], arguments, answers, interactive)
}

/// The same with these folders to look for packages in.
pub fn run_with(
    packages: Vec<PathBuf>,
    arguments: impl IntoIterator<Item = OsString>,
    answers: &str,
    interactive: bool,
) -> (Status, String, String) {
    let now = || "2026-11-20T09:00:00Z".parse().unwrap();
    let process = ProcessContext {
        changed: None,
        now: now(),
        clock: now,
        packages,
        forwarded_hosts: Vec::new(),
        terminal: interactive,
        interactive,
        color: false,
    };
    let arguments = [OsString::from("gympress")].into_iter().chain(arguments);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = cli::run(arguments, &process, &mut answers.as_bytes(), &mut out, &mut err);
    (status, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}
