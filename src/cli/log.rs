//! The log, on standard error: what the program decides and why (`-v`, `-vv`).

use std::io;

use tracing::Level;

/// Starts the log. It has what went wrong without consequences; with `verbose` 1 what was decided, with 2 for each page
/// and each look into a cache.
pub(super) fn start(verbose: u8) {
    let level = match verbose {
        0 => Level::WARN,
        1 => Level::INFO,
        _ => Level::DEBUG,
    };
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(false)
        .without_time()
        .with_target(false)
        .finish();
    // A second call in one process, as from a test, goes on with the first log.
    if tracing::subscriber::set_global_default(log).is_err() {
        tracing::debug!("the log was started before");
    }
}
