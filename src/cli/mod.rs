//! The command line: its arguments, and a file for each command.

mod arguments;
mod build;
mod check;
mod completions;
mod explain;
mod fix;
mod init;
mod licences;
mod log;
mod lsp;
mod new;
mod project;
mod publish;
mod rename;
mod report;
mod schema;
mod serve;
mod theme;
mod translate;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt::Display,
    io::{BufRead, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{
    Parser,
    error::{ContextKind, ContextValue},
};
use jiff::Timestamp;

use self::arguments::{Arguments, Command};
use crate::diagnostic::Failure;
pub use crate::online::{ASKPASS, VARIABLES, askpass};

/// The facts about the machine and the call that commands may depend on.
#[derive(Clone, Debug)]
pub struct ProcessContext {
    /// The moment of the call.
    pub now: Timestamp,
    /// The time of the project's last change, if the caller gives it: the variable `SOURCE_DATE_EPOCH`, in seconds since 1970.
    pub source_date_epoch: Option<String>,
    /// The current time, for commands that keep running.
    pub clock: fn() -> Timestamp,
    /// Folders in which to look for installed packages after the project's own.
    pub packages: Vec<PathBuf>,
    /// Host names by which a service forwards browsers to a preview. `{port}` in a name is replaced by the port.
    pub forwarded_hosts: Vec<String>,
    /// The path of this program, which `ssh` starts to ask for passwords.
    pub program: PathBuf,
    /// Those of [`VARIABLES`] that the environment has.
    pub variables: BTreeMap<&'static str, OsString>,
    /// True if standard error is a terminal.
    pub terminal: bool,
    /// True if the user can be prompted: standard input and standard error are terminals.
    pub interactive: bool,
    /// True if standard error is a terminal with colour.
    pub color: bool,
}

impl ProcessContext {
    /// The time of the project's last change. Returns `None` if the variable is missing or can't be read.
    fn changed(&self) -> Option<Timestamp> {
        let seconds = self.source_date_epoch.as_ref()?.trim().parse::<u64>().ok()?;
        Timestamp::from_second(seconds.try_into().ok()?).ok()
    }
}

/// The exit status of a run. The numbers are fixed: scripts rely on them.
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

/// The streams that a command writes to and reads from.
pub(crate) struct Streams<'a> {
    pub out: &'a mut (dyn Write + Send),
    pub err: &'a mut dyn Write,
    /// The source of the answers to prompts.
    pub answers: &'a mut dyn BufRead,
}

impl Streams<'_> {
    /// Reports why a command does nothing, and returns the status.
    fn refuse(&mut self, status: Status, why: impl Display) -> Status {
        let _ = writeln!(self.err, "gympress: {why}");
        status
    }
}

/// Runs the command in `arguments`, which start with the program's name. Answers to prompts are read from `answers`.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    process: &ProcessContext,
    answers: &mut dyn BufRead,
    out: &mut (dyn Write + Send),
    err: &mut dyn Write,
) -> Status {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error, process, out, err),
    };
    log::start(arguments.verbose);
    let mut streams = Streams { out, err, answers };
    let result = match &arguments.command {
        Command::Init(options) => init::run(options, process, &mut streams),
        Command::Build(options) => build::run(options, process, &mut streams),
        Command::Publish(options) => publish::run(options, process, &mut streams),
        Command::Serve(options) => serve::run(options, process, &mut streams),
        Command::Check(options) => check::run(options, process, &mut streams),
        Command::Fix(options) => fix::run(options, process, &mut streams),
        Command::Rename(options) => rename::run(options, process, &mut streams),
        Command::New(options) => new::run(options, process, &mut streams),
        Command::Translate(options) => translate::run(options, process, &mut streams),
        Command::Schema(options) => schema::run(options, &mut streams),
        Command::Theme(options) => theme::run(options, &mut streams),
        Command::Lsp(options) => lsp::run(options, process, &mut streams),
        Command::Explain(options) => explain::run(options, &mut streams),
        Command::Licences => licences::run(&mut streams),
        Command::Completions(options) => completions::run(options, &mut streams),
    };
    result.unwrap_or_else(|failure: Failure| streams.refuse(Status::MachineFailed, failure))
}

/// Prints help or the version if the call asked for it; anything else is a mistake in the call.
fn usage(error: &clap::Error, process: &ProcessContext, out: &mut dyn Write, err: &mut dyn Write) -> Status {
    let text = error.render();
    if error.use_stderr() {
        let _ = if process.color { write!(err, "{}", text.ansi()) } else { write!(err, "{text}") };
        // A folder without its option, as in `gympress serve my-gym`.
        if let Some(ContextValue::String(folder)) = error.get(ContextKind::InvalidArg)
            && Path::new(folder).join("content").is_dir()
        {
            let _ = writeln!(err, "\n  help: write --root {folder}");
        }
        return Status::Usage;
    }
    let _ = write!(out, "{text}");
    Status::Done
}
