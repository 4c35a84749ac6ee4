//! `gympress`: arguments in, exit status out. The only place that asks the machine for its clock, its
//! environment and its terminal.

use std::{
    env,
    io::{self, IsTerminal, Write},
    path::PathBuf,
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
        source_date_epoch: env::var_os("SOURCE_DATE_EPOCH")
            .map(|seconds| seconds.to_string_lossy().into_owned()),
        clock: jiff::Timestamp::now,
        packages: repository().into_iter().collect(),
        forwarded_hosts: forwarded_hosts(),
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

/// The repository in which the program was compiled, if it still lies there: it has esbuild. What lies near an installed
/// program is not run.
fn repository() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let target = program.ancestors().find(|folder| folder.ends_with("target"))?;
    target.parent().map(PathBuf::from)
}

/// The host names under which GitHub Codespaces and Gitpod show what listens at a port of this machine.
fn forwarded_hosts() -> Vec<String> {
    let named = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let codespace = named("CODESPACE_NAME").zip(named("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN"));
    let gitpod = named("GITPOD_WORKSPACE_URL");
    let gitpod = gitpod.as_deref().and_then(|url| url.trim_end_matches('/').strip_prefix("https://"));
    codespace
        .map(|(name, domain)| format!("{name}-{{port}}.{domain}"))
        .into_iter()
        .chain(gitpod.map(|host| format!("{{port}}-{host}")))
        .collect()
}
