//! What every command says in the same way: diagnostics, and their counts.

use std::{collections::BTreeMap, path::Path};

use super::{ProcessContext, Status, Streams, located::Located};
use crate::{
    diagnostic::{Applicability, Diagnostic, Diagnostics, Files, Format, Lint, Position, Severity},
    failure::Failure,
    fix,
    source::{SITE, Sources},
};

/// Writes all that was found, each form where it belongs.
pub(super) fn diagnostics(
    found: &Diagnostics,
    files: &dyn Files,
    form: Format,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) {
    let text = form.render(found, files, process.color);
    let _ = if form.is_machine() { write!(streams.out, "{text}") } else { write!(streams.err, "{text}") };
}

/// Writes the mistakes for which a command can't do its work, with their counts.
pub(super) fn mistakes(
    found: &mut Diagnostics,
    sources: &Sources,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Status {
    found.sort(sources);
    diagnostics(found, sources, Format::Human, process, streams);
    let _ = writeln!(streams.err, "{}", counts(found));
    Status::Mistakes
}

/// The status of a command whose machine failed after `found` was written: what an editor can correct comes first.
///
/// # Errors
/// With the failure, if there is nothing to correct.
pub(super) fn failed(
    failure: Failure,
    found: &Diagnostics,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let what = match failure.lacks_bundler {
        true => ": pages, components and stylesheets can't be made here",
        false => "",
    };
    let _ = writeln!(streams.err, "not all was looked at{what}");
    if !found.has_errors() {
        return Err(failure);
    }
    let _ = writeln!(streams.err, "gympress: {failure}");
    Ok(Status::Mistakes)
}

/// Like [`diagnostics`], for a project: services that show diagnostics beside the files of a repository need paths from its top.
pub(super) fn of_project(
    found: &Diagnostics,
    files: &dyn Files,
    root: &Path,
    form: Format,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) {
    match form {
        Format::Github => {
            diagnostics(found, &Located::new(root, found, files), form, process, streams);
        }
        Format::Human | Format::Short | Format::Json => diagnostics(found, files, form, process, streams),
    }
}

/// Like [`of_project`], with one report of all placeholders for people, of which a new project has dozens.
pub(super) fn with_placeholders_counted(
    found: &Diagnostics,
    files: &dyn Files,
    root: &Path,
    form: Format,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) {
    let mut found = found.clone();
    if !form.is_machine() && found.iter().filter(|found| is_placeholder(found)).count() > SINGLE_PLACEHOLDERS
    {
        let placeholders = found.take(is_placeholder);
        let _ = write!(streams.err, "{}", counted_placeholders(&placeholders, files));
    }
    of_project(&found, files, root, form, process, streams);
}

/// So many placeholders are shown one by one.
const SINGLE_PLACEHOLDERS: usize = 3;

fn is_placeholder(found: &Diagnostic) -> bool {
    found.code == Lint::Placeholder
}

/// How many placeholders there are, where to begin, and how to see all.
fn counted_placeholders(placeholders: &Diagnostics, files: &dyn Files) -> String {
    let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for span in placeholders.iter().map(|found| found.primary.span) {
        let line = Position::at(files.text(span.file), span.start as usize).line;
        by_file.entry(files.path(span.file)).or_default().push(line);
    }
    let total = placeholders.iter().count();
    let first = by_file.get_key_value(SITE).or_else(|| by_file.iter().next());
    let Some((path, lines)) = first else { return String::new() };
    let shown: Vec<String> = lines.iter().take(5).map(usize::to_string).collect();
    let rest = if lines.len() > shown.len() { ", ..." } else { "" };
    let mut text = format!(
        "warning[{}]: {total} values are still placeholders\n --> {path}, lines {}{rest}\n",
        Lint::Placeholder.name(),
        shown.join(", ")
    );
    if by_file.len() > 1 {
        let others = by_file.len() - 1;
        text.push_str(&format!(
            "  = note: {} more in {}\n",
            total - lines.len(),
            count(others, "other file")
        ));
    }
    text.push_str(&format!(
        "  = help: begin with {path}; `gympress check --placeholders` shows every one\n\n"
    ));
    text
}

/// The counts, and what to do next.
pub(super) fn closing(found: &Diagnostics, files: &dyn Files) -> String {
    let counts = counts(found);
    match fixable(found, files) {
        (0, 0) if found.has_errors() => {
            format!("{counts}; nothing is published before the errors are corrected")
        }
        (0, 0) => format!("{counts}; `gympress build` publishes the site"),
        (certain, 0) => format!("{counts}; `gympress fix` can correct {certain} of them"),
        (0, proposed) => format!("{counts}; `gympress fix` can propose a correction for {proposed} of them"),
        (certain, proposed) => {
            format!(
                "{counts}; `gympress fix` can correct {certain} of them, and propose a correction for {proposed}"
            )
        }
    }
}

/// How many mistakes of content have a certain correction first, and how many a proposed one.
pub(super) fn fixable(found: &Diagnostics, files: &dyn Files) -> (usize, usize) {
    let mut counts = (0, 0);
    for diagnostic in found.iter() {
        if !diagnostic.places().any(|place| fix::is_corrected(place.file, files)) {
            continue;
        }
        match diagnostic.fixes.first().map(|fix| fix.applicability) {
            Some(Applicability::Certain) => counts.0 += 1,
            Some(Applicability::Proposed) => counts.1 += 1,
            None => {}
        }
    }
    counts
}

/// "2 errors".
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// "2 errors, 1 warning (3 allowed in content)".
pub(super) fn counts(found: &Diagnostics) -> String {
    let mut counts = format!(
        "{}, {}",
        count(found.count(Severity::Error), "error"),
        count(found.count(Severity::Warning), "warning")
    );
    let allowed = found.allowed();
    if !allowed.is_empty() {
        counts.push_str(&format!(" ({} allowed in content)", allowed.len()));
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::{Diagnostics, Failure, Streams, failed};

    #[test]
    fn only_a_missing_bundler_is_blamed_for_what_was_not_looked_at() {
        for (failure, said) in [
            (Failure::new("can't write dist: no space left"), "not all was looked at\n"),
            (
                Failure::no_bundler("esbuild isn't installed"),
                "not all was looked at: pages, components and stylesheets can't be made here\n",
            ),
        ] {
            let mut err = Vec::new();
            let mut streams = Streams { out: &mut Vec::new(), err: &mut err, answers: &mut std::io::empty() };
            assert_eq!(failed(failure.clone(), &Diagnostics::default(), &mut streams), Err(failure));
            assert_eq!(String::from_utf8(err).as_deref(), Ok(said));
        }
    }
}
