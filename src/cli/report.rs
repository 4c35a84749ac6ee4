//! What every command says in the same way: diagnostics, and what was left out.

use super::{Streams, Surroundings};
use crate::{
    diagnostic::{Diagnostics, Files, Format, Severity, format},
    site::Held,
};

/// Writes all that was found, each form where it belongs.
pub(super) fn diagnostics(
    found: &Diagnostics,
    files: &dyn Files,
    form: Format,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) {
    let text = format::render(found, files, form, surroundings.color);
    let _ = if form.is_machine() { write!(streams.out, "{text}") } else { write!(streams.err, "{text}") };
}

/// A line for each post that is left out, with the reason and when it appears.
pub(super) fn held(held: &[Held], files: &dyn Files) -> String {
    let line = |held: &Held| format!("left out: {} ({})\n", files.path(held.file), held.reason.describe());
    held.iter().map(line).collect()
}

/// "2 errors, 1 warning (3 more are acknowledged in content)".
pub(super) fn counts(found: &Diagnostics) -> String {
    let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let mut counts = format!(
        "{}, {}",
        plural(found.count(Severity::Error), "error"),
        plural(found.count(Severity::Warning), "warning")
    );
    let acknowledged = found.acknowledged();
    if !acknowledged.is_empty() {
        let mut names: Vec<&str> = acknowledged.iter().map(|warning| warning.code.name()).collect();
        names.sort_unstable();
        names.dedup();
        counts.push_str(&format!(" ({} acknowledged in content: {})", acknowledged.len(), names.join(", ")));
    }
    counts
}
