//! `gympress`: arguments in, exit status out. The only place that asks the machine for its clock, its
//! environment and its terminal.

use std::{
    env,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use gympress::cli::{self, ProcessContext};
use mimalloc::MiMalloc;

/// Pages are thousands of small texts that come and go on all cores, with which the system's own allocator takes
/// longer: `docs/performance.md`.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let process = ProcessContext {
        now: jiff::Timestamp::now(),
        clock: jiff::Timestamp::now,
        packages: env::current_exe()
            .map(|path| path.ancestors().skip(1).map(Into::into).collect())
            .unwrap_or_default(),
        terminal: io::stderr().is_terminal(),
        interactive: io::stdin().is_terminal() && io::stderr().is_terminal(),
        color: !plain && io::stderr().is_terminal(),
    };
    // Not locked: what a thread of the preview has to say before it dies must not wait for us.
    let mut stdout = io::BufWriter::new(io::stdout());
    let mut stderr = io::BufWriter::new(io::stderr());
    let status = cli::run(env::args_os(), &process, &mut io::stdin().lock(), &mut stdout, &mut stderr);
    // A reader that has closed the pipe, such as `head`, is no failure.
    let _ = stdout.flush();
    let _ = stderr.flush();
    status.into()
}
