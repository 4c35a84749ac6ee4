//! Progress of long steps, on a terminal.

use std::{sync::mpsc, thread};

use super::{ProcessContext, Streams};
use crate::{
    assets::{OnProgress, Progress},
    build::BuiltSite,
    diagnostic::Failure,
};

/// Characters of the bar.
const WIDTH: usize = 30;

/// Back to the start of the line, and clear it.
const CLEAR: &str = "\r\x1b[K";

/// Makes what takes long and is new (pictures, cards), showing how far that is, and says how many files that were.
pub(super) fn encode(
    made: &BuiltSite,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<usize, Failure> {
    show(process, streams, |on_progress| made.encode(on_progress))
}

/// Shows the progress that `work` reports.
pub(super) fn show<R: Send>(
    process: &ProcessContext,
    streams: &mut Streams<'_>,
    work: impl FnOnce(&OnProgress<'_>) -> Result<R, Failure> + Send,
) -> Result<R, Failure> {
    if !process.terminal {
        return work(&|_| {});
    }
    let (sender, receiver) = mpsc::channel();
    let result = thread::scope(|scope| {
        let encoding = scope.spawn(move || {
            // The receiver is closed only when this is over.
            work(&|progress| sender.send(progress).unwrap_or_default())
        });
        for progress in receiver {
            let _ = write!(streams.err, "{CLEAR}{}", line(progress));
            let _ = streams.err.flush();
        }
        encoding.join()
    });
    let _ = write!(streams.err, "{CLEAR}");
    let _ = streams.err.flush();
    result.unwrap_or_else(|_| Err(Failure::new("encoding stopped short")))
}

/// `[######------] encoded 130 of 260 files`
fn line(Progress { done, all }: Progress) -> String {
    let full = (done * WIDTH).checked_div(all).unwrap_or_default().min(WIDTH);
    format!("[{}{}] encoded {done} of {all} files", "#".repeat(full), "-".repeat(WIDTH - full))
}
