//! Cascades: diagnostics that follow from mistakes which are reported already are left out.

use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Severity, Span, code};

/// Keeps the diagnostics of `later` that don't follow from the errors reported so far: where content or types have errors, links in
/// content that weren't reported. Generated links are broken when their target is. All pages need what is in `gym_file`.
pub(super) fn without_cascading(
    reported: &Diagnostics,
    mut later: Diagnostics,
    gym_file: FileId,
) -> Diagnostics {
    let errors: Vec<&Diagnostic> =
        reported.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
    // The check knows that a page which can't be rendered has no file.
    if errors.iter().all(|error| error.code == code::TEMPLATE || error.code == code::ISLAND) {
        return later;
    }
    // Without a file that all pages need, or with keys of it lost, they lack much that isn't a mistake of theirs.
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

/// True for a mistake that makes keys of a file unreadable.
fn loses_keys(diagnostic: &Diagnostic, file: FileId) -> bool {
    let is_key = diagnostic.code == code::SYNTAX || diagnostic.code == code::UNKNOWN_KEY;
    is_key && diagnostic.primary.span.file == file
}

fn touches(one: Span, other: Span) -> bool {
    one.file == other.file && one.start <= other.end && other.start <= one.end
}

/// Keeps the diagnostics of rendering that don't follow from mistakes in types: templates rely on what types declare.
/// `is_type` says which files declare one.
pub(super) fn beyond_types(
    reported: &Diagnostics,
    mut later: Diagnostics,
    is_type: impl Fn(FileId) -> bool,
) -> Diagnostics {
    let has_wrong_type = reported.iter().any(|diagnostic| {
        // A type without its template says all that others rely on.
        let is_error = diagnostic.severity == Severity::Error && diagnostic.code != code::TEMPLATE;
        diagnostic.code == code::TYPE || is_error && is_type(diagnostic.primary.span.file)
    });
    if has_wrong_type {
        later.retain(|d| d.code != code::TEMPLATE && d.code != code::ISLAND);
    }
    later
}
