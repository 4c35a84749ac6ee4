//! The log on standard error: the program's decisions, with reasons (`-v`, `-vv`).

use std::io::{self, Write as _};

use log::{LevelFilter, Log, Metadata, Record};

/// Writes the messages of gympress to standard error, and none of its libraries.
struct StandardError;

impl Log for StandardError {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with(env!("CARGO_CRATE_NAME"))
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            // A closed standard error is no reason to stop.
            let _ = writeln!(io::stderr(), "{:>5} {}", record.level(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Starts the log. It shows failures that stop nothing; with `verbose` 1 also decisions, with 2 those about each page
/// and each file of the cache.
pub(super) fn start(verbose: u8) {
    let level = match verbose {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    // A second call in one process, as in a test, keeps the first log.
    if log::set_logger(&StandardError).is_ok() {
        log::set_max_level(level);
    }
}
