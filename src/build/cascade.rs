//! Cascades: diagnostics that follow from mistakes which are reported already are left out.

use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Severity, Span, code};

/// Keeps the diagnostics of `later` that don't follow from the errors reported so far: where content or types have errors, links in
/// content that weren't reported. Generated links are broken when their target is. All pages need what is in `gym_file`.
pub(super) fn without_cascading(
    reported: &Diagnostics,
    mut later: Diagnostics,
    gym_file: FileId,
) -> Diagnostics {
    let errors = || reported.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    // The check knows that a page which can't be rendered has no file.
    if errors().all(|error| error.code == code::TEMPLATE || error.code == code::ISLAND) {
        return later;
    }
    // Without a file that all pages need, or with keys of it lost, they lack much that isn't a mistake of theirs.
    let is_key = |d: &Diagnostic| d.code == code::SYNTAX || d.code == code::UNKNOWN_KEY;
    let is_lost = |d: &Diagnostic| is_key(d) && d.primary.span.file == gym_file;
    let lacks_file = reported.iter().any(|d| d.code == code::MISSING_FILE || is_lost(d));
    let is_link =
        |d: &Diagnostic| d.code == code::BROKEN_LINK || d.code == code::BROKEN_FRAGMENT && !lacks_file;
    let is_reported = |span: Span| {
        errors()
            .flat_map(Diagnostic::places)
            .any(|other| other.file == span.file && other.start <= span.end && span.start <= other.end)
    };
    let stands_there =
        |d: &Diagnostic| d.primary.span.start < d.primary.span.end && !is_reported(d.primary.span);
    later.retain(|d| is_link(d) && stands_there(d));
    later
}

/// Keeps the diagnostics of rendering that don't follow from mistakes in types: templates rely on what types declare.
/// `is_type` says which files declare one.
pub(super) fn beyond_types(
    reported: &Diagnostics,
    mut later: Diagnostics,
    is_type: impl Fn(FileId) -> bool,
) -> Diagnostics {
    // A type without its template says all that others rely on.
    let is_of_type = |diagnostic: &Diagnostic| {
        let is_error = diagnostic.severity == Severity::Error && diagnostic.code != code::TEMPLATE;
        diagnostic.code == code::TYPE || is_error && is_type(diagnostic.primary.span.file)
    };
    if reported.iter().any(is_of_type) {
        later.retain(|d| d.code != code::TEMPLATE && d.code != code::ISLAND);
    }
    later
}
