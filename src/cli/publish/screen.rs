//! The progress of a publication, as people and programs see it.

use std::{
    io::{self, Write as _},
    sync::Mutex,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    diagnostic::ReportFormat,
    lock,
    online::{Listener, RunEvent, RunProgress, RunState},
};

/// The progress of a run, on standard error or as JSON on standard output.
pub(super) struct Screen {
    format: ReportFormat,
    is_terminal: bool,
    shown: Mutex<Shown>,
}

struct Shown {
    state: RunState,
    began: Instant,
    last: Instant,
}

impl Screen {
    pub fn new(format: ReportFormat, is_terminal: bool) -> Self {
        let now = Instant::now();
        Self {
            format,
            is_terminal,
            shown: Mutex::new(Shown { state: RunState::Connecting, began: now, last: now }),
        }
    }

    /// Clears the line of the progress.
    pub fn end(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn show_progress(&self, progress: RunProgress) {
        let mut shown = lock(&self.shown);
        let is_often = self.is_terminal || self.format == ReportFormat::Json;
        let pause = if is_often { Duration::from_millis(100) } else { Duration::from_secs(10) };
        if shown.last.elapsed() < pause {
            return;
        }
        shown.last = Instant::now();
        let RunProgress { files, all_files, bytes, all_bytes } = progress;
        if self.format == ReportFormat::Json {
            let event =
                json!({"event": "progress", "files": [files, all_files], "bytes": [bytes, all_bytes]});
            say_event(&event);
            return;
        }
        let elapsed = shown.began.elapsed().as_secs();
        let left = (elapsed * all_bytes.saturating_sub(bytes)).checked_div(bytes).filter(|left| *left > 4);
        let left = left.map(|left| format!(", {left} s left")).unwrap_or_default();
        let line = format!(
            "Sending: {files} of {all_files} files, {} of {}{left}",
            megabytes(bytes).trim_end_matches(" MB"),
            megabytes(all_bytes)
        );
        let _ = if self.is_terminal {
            write!(io::stderr(), "\r\x1b[K{line}")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }
}

impl Listener for Screen {
    fn hear(&self, event: &RunEvent<'_>) {
        match event {
            RunEvent::Progress(progress) => self.show_progress(*progress),
            RunEvent::State(state) => {
                let word = match state {
                    RunState::Connecting => "Connecting",
                    RunState::Comparing => "Comparing",
                    RunState::Sending => "Sending",
                    RunState::Placing => "Putting files into place",
                    RunState::Looking => "Looking at the site",
                };
                let mut shown = lock(&self.shown);
                if *state == RunState::Sending {
                    shown.began = Instant::now();
                }
                shown.state = *state;
                if self.format == ReportFormat::Json {
                    say_event(&json!({"event": "state", "state": state}));
                } else if self.is_terminal {
                    let _ = write!(io::stderr(), "\r\x1b[K{word}...");
                }
            }
            RunEvent::Note(note) if self.format == ReportFormat::Json => {
                say_event(&json!({"event": "note", "words": note}));
            }
            RunEvent::Note(note) => {
                self.end();
                let _ = writeln!(io::stderr(), "note: {note}");
            }
        }
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

/// Writes an event on a line of standard output.
pub(super) fn say_event(event: &serde_json::Value) {
    // Whoever closed it wants no news.
    let _ = writeln!(io::stdout(), "{event}");
}

/// "1.4 MB".
pub(super) fn megabytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}
