//! `gympress`: passes the arguments on and exits with the status. Only this file asks the machine for its clock,
//! environment and terminal.

use std::{
    env,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

use gympress::cli::{self, ProcessContext};
use mimalloc::MiMalloc;

/// Rendering makes thousands of short strings on all cores, which takes longer with the system's allocator:
/// `docs/performance.md`.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // `ssh` starts the program to ask for a password, or whether the key of a server is right.
    if let Some(run) = variable(cli::ASKPASS) {
        // The path of a key in it may be in any encoding.
        let question = env::args_os().nth(1).unwrap_or_default();
        let answer = cli::askpass(&run, &question.to_string_lossy());
        println!("{}", answer.as_deref().unwrap_or_default());
        return if answer.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let process = ProcessContext {
        now: jiff::Timestamp::now(),
        source_date_epoch: env::var_os("SOURCE_DATE_EPOCH")
            .map(|seconds| seconds.to_string_lossy().into_owned()),
        clock: jiff::Timestamp::now,
        packages: repository().into_iter().collect(),
        forwarded_hosts: forwarded_hosts(),
        program: env::current_exe().unwrap_or_default(),
        variables: cli::VARIABLES.iter().filter_map(|name| Some((*name, env::var_os(name)?))).collect(),
        terminal: io::stderr().is_terminal(),
        interactive: io::stdin().is_terminal() && io::stderr().is_terminal(),
        color: !plain && io::stderr().is_terminal(),
    };
    // The streams aren't locked, so that a panicking thread of the preview can write its message.
    let mut stdout = io::BufWriter::new(StandardOutput { stdout: io::stdout(), failure: None });
    let mut stderr = io::BufWriter::new(io::stderr());
    let status = cli::run(env::args_os(), &process, &mut io::stdin().lock(), &mut stdout, &mut stderr);
    // The output remembers a failure.
    let _ = stdout.flush();
    let status = match &stdout.get_ref().failure {
        Some(failure) => {
            let _ = writeln!(stderr, "gympress: can't write what is printed: {failure}");
            cli::Status::MachineFailed
        }
        None => status,
    };
    let _ = stderr.flush();
    status.into()
}

/// The standard output, which commands write to without a look at what becomes of it: a full disk keeps part of a report.
struct StandardOutput {
    stdout: io::Stdout,
    failure: Option<String>,
}

impl StandardOutput {
    fn noted<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        // A closed pipe, as behind `head`, is no failure.
        if let Err(error) = &result
            && !matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::Interrupted)
        {
            self.failure = Some(error.to_string());
        }
        result
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stdout.write(bytes);
        self.noted(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stdout.flush();
        self.noted(flushed)
    }
}

/// The repository in which the program was compiled, which has esbuild. Returns `None` for an installed gympress:
/// programs beside it are never run.
fn repository() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let target = program.ancestors().find(|folder| folder.ends_with("target"))?;
    target.parent().map(PathBuf::from)
}

/// The host names by which GitHub Codespaces and Gitpod forward browsers to a port of this machine.
fn forwarded_hosts() -> Vec<String> {
    let mut hosts = Vec::new();
    if let (Some(name), Some(domain)) =
        (variable("CODESPACE_NAME"), variable("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN"))
    {
        hosts.push(format!("{name}-{{port}}.{domain}"));
    }
    if let Some(url) = variable("GITPOD_WORKSPACE_URL")
        && let Some(host) = url.trim_end_matches('/').strip_prefix("https://")
    {
        hosts.push(format!("{{port}}-{host}"));
    }
    hosts
}

/// A variable of the environment that isn't empty.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
