//! The command line: what can be asked, and one file for each answer.

mod arguments;
mod build;
mod check;
mod completions;
mod new;
mod progress;
mod project;
mod report;
mod routes;
mod schema;
mod serve;
mod stats;

use std::{ffi::OsString, io::Write, path::PathBuf, process::ExitCode};

use clap::Parser;
use jiff::Timestamp;

use self::arguments::{Arguments, Command};
use crate::failure::Failure;

/// What a command may know of the machine that it runs on.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The moment of the call.
    pub now: Timestamp,
    /// The clock.
    pub clock: fn() -> Timestamp,
    /// The command that starts somebody's editor.
    pub editor: Option<String>,
    /// Folders in which to look for installed packages after the project's own.
    pub packages: Vec<PathBuf>,
    /// True if standard error is a terminal.
    pub terminal: bool,
    /// True if standard error is a terminal that wants colour.
    pub color: bool,
}

/// How a run ended. The numbers are fixed: scripts rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// 0
    Done,
    /// 1: the content has errors, or warnings that are denied.
    Mistakes,
    /// 2: no such command, or options that make no sense.
    Usage,
    /// 3: disk, permission, missing tool.
    MachineFailed,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Done => 0,
            Status::Mistakes => 1,
            Status::Usage => 2,
            Status::MachineFailed => 3,
        })
    }
}

/// Where a command writes.
pub(crate) struct Streams<'a> {
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
}

/// Runs the command that `arguments` name, the program's own name first.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    surroundings: &Surroundings,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Status {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(told) => return usage(&told, surroundings, out, err),
    };
    let mut streams = Streams { out, err };
    let result = match &arguments.command {
        Command::Build(options) => build::run(options, surroundings, &mut streams),
        Command::Serve(options) => serve::run(options, surroundings, &mut streams),
        Command::Check(options) => check::run(options, surroundings, &mut streams),
        Command::New(options) => new::run(options, surroundings, &mut streams),
        Command::Schema(options) => schema::run(options, &mut streams),
        Command::Routes(options) => routes::run(options, surroundings, &mut streams),
        Command::Stats(options) => stats::run(options, surroundings, &mut streams),
        Command::Completions(options) => completions::run(options, &mut streams),
    };
    result.unwrap_or_else(|failure: Failure| {
        let _ = writeln!(streams.err, "gympress: {failure}");
        Status::MachineFailed
    })
}

/// Help and version are answers; everything else is a mistake in the call.
fn usage(
    told: &clap::Error,
    surroundings: &Surroundings,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Status {
    let text = told.render();
    if told.use_stderr() {
        let _ = if surroundings.color { write!(err, "{}", text.ansi()) } else { write!(err, "{text}") };
        return Status::Usage;
    }
    let _ = write!(out, "{text}");
    Status::Done
}
