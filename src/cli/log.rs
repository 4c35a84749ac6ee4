//! The log, on standard error: what the program decides and why (`-v`, `-vv`).

use std::io::{self, Write as _};

use log::{LevelFilter, Log, Metadata, Record};

/// Writes what gympress itself logs.
struct StandardError;

impl Log for StandardError {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with(env!("CARGO_CRATE_NAME"))
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            // Where nobody can read it, nothing is lost.
            let _ = writeln!(io::stderr(), "{:>5} {}", record.level(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Starts the log. It has what went wrong without consequences; with `verbose` 1 what was decided, with 2 for each page
/// and each look into a cache.
pub(super) fn start(verbose: u8) {
    let level = match verbose {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    // A second call in one process, as from a test, goes on with the first log.
    if log::set_logger(&StandardError).is_ok() {
        log::set_max_level(level);
    }
}
