//! Cascades: leaves out diagnostics that follow from others which are reported already.

use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Severity, Span, code};

/// Keeps the diagnostics of `later` that don't follow from reported errors. If content or types have errors, these are
/// the links in content at unreported places; generated links break together with their target. All pages need the
/// values in `gym_file`.
pub(super) fn without_cascading(
    reported: &Diagnostics,
    mut later: Diagnostics,
    gym_file: FileId,
) -> Diagnostics {
    let errors: Vec<&Diagnostic> =
        reported.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
    // The check knows which pages couldn't be rendered.
    if errors.iter().all(|error| error.code == code::TEMPLATE || error.code == code::ISLAND) {
        return later;
    }
    // If a file that all pages need is missing, or has lost keys, pages lack much that isn't their own mistake.
    let lacks_file = reported.iter().any(|d| d.code == code::MISSING_FILE || loses_keys(d, gym_file));
    let known: Vec<Span> = errors.into_iter().flat_map(Diagnostic::places).collect();
    later.retain(|diagnostic| {
        let place = diagnostic.primary.span;
        let is_link =
            diagnostic.code == code::BROKEN_LINK || diagnostic.code == code::BROKEN_FRAGMENT && !lacks_file;
        is_link && place.start < place.end && !known.iter().any(|other| touches(*other, place))
    });
    later
}

/// True for a mistake by which keys of a file are lost.
fn loses_keys(diagnostic: &Diagnostic, file: FileId) -> bool {
    let is_key = diagnostic.code == code::SYNTAX || diagnostic.code == code::UNKNOWN_KEY;
    is_key && diagnostic.primary.span.file == file
}

fn touches(one: Span, other: Span) -> bool {
    one.file == other.file && one.start <= other.end && other.start <= one.end
}

/// Keeps the diagnostics of rendering that don't follow from mistakes in types, on which templates rely. `is_type` is
/// true for files that declare a type.
pub(super) fn beyond_types(
    reported: &Diagnostics,
    mut later: Diagnostics,
    is_type: impl Fn(FileId) -> bool,
) -> Diagnostics {
    let has_wrong_type = reported.iter().any(|diagnostic| {
        // A type without its template still declares all that templates rely on.
        let is_error = diagnostic.severity == Severity::Error && diagnostic.code != code::TEMPLATE;
        diagnostic.code == code::TYPE || is_error && is_type(diagnostic.primary.span.file)
    });
    if has_wrong_type {
        later.retain(|d| d.code != code::TEMPLATE && d.code != code::ISLAND);
    }
    later
}
