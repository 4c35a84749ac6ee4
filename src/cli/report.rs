//! Output that all commands share: diagnostics, and their counts.

use std::{collections::BTreeMap, path::Path};

use super::{ProcessContext, Status, Streams};
use crate::{
    diagnostic::{
        Applicability, Diagnostic, Diagnostics, Failure, Files, Position, ReportFormat, Severity, Span, code,
        counted, line_at,
    },
    edit::fix,
    source::{SITE, paths},
};

/// The way in which diagnostics are shown.
#[derive(Clone, Copy)]
pub(super) struct Show {
    pub format: ReportFormat,
    /// True to show people each placeholder. Otherwise they see the number and the first file, as a new project has
    /// dozens.
    pub each_placeholder: bool,
}

impl From<ReportFormat> for Show {
    fn from(format: ReportFormat) -> Self {
        Self { format, each_placeholder: false }
    }
}

/// Writes diagnostics, which are sorted, to standard error for people, and to standard output for programs.
pub(super) fn print(
    diagnostics: &Diagnostics,
    files: &dyn Files,
    show: impl Into<Show>,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) {
    let Show { format, each_placeholder } = show.into();
    if format.is_machine() {
        let _ = write!(streams.out, "{}", format.render(diagnostics, files, process.color));
        return;
    }
    let counts_placeholders = format == ReportFormat::Human && !each_placeholder;
    if !counts_placeholders || placeholders(diagnostics) <= SINGLE_PLACEHOLDERS {
        let _ = write!(streams.err, "{}", format.render(diagnostics, files, process.color));
        return;
    }
    let mut others = diagnostics.clone();
    let placeholders = others.take(is_placeholder);
    let _ = write!(streams.err, "{}", counted_placeholders(&placeholders, files));
    let _ = write!(streams.err, "{}", format.render(&others, files, process.color));
}

/// The status of a command that the machine made fail, after its diagnostics were written. Mistakes in content come
/// first, since an editor can correct them.
pub(super) fn failed(
    failure: Failure,
    diagnostics: &Diagnostics,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let reason = if failure.lacks_bundler {
        ": components can't be bundled here, and so no page was built"
    } else {
        ""
    };
    let _ = writeln!(streams.err, "not everything was checked{reason}");
    if !diagnostics.has_errors() {
        return Err(failure);
    }
    Ok(streams.refuse(Status::Mistakes, failure))
}

/// Like [`print`], with paths from the top of the repository for services that show diagnostics beside its files.
pub(super) fn print_project(
    diagnostics: &Diagnostics,
    files: &dyn Files,
    root: &Path,
    show: impl Into<Show>,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) {
    let show = show.into();
    if show.format == ReportFormat::Github {
        let folder = folder_in_repository(root).unwrap_or_default();
        let _ = write!(streams.out, "{}", diagnostics::render::github(diagnostics, files, &folder));
        return;
    }
    print(diagnostics, files, show, process, streams);
}

/// The path of `root` from the top of its repository, ending in a slash. Returns `None` at the top, or outside of a
/// repository.
fn folder_in_repository(root: &Path) -> Option<String> {
    let root = dunce::canonicalize(root).ok()?;
    let top = root.ancestors().find(|folder| folder.join(".git").exists())?;
    let folder = paths::relative(top, &root);
    (!folder.is_empty()).then(|| format!("{folder}/"))
}

/// The most placeholders that are shown one by one.
const SINGLE_PLACEHOLDERS: usize = 3;
/// The most keys of placeholders that are listed.
const NAMED_PLACEHOLDERS: usize = 8;

fn is_placeholder(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == code::PLACEHOLDER
}

/// The number of placeholders.
pub(super) fn placeholders(diagnostics: &Diagnostics) -> usize {
    diagnostics.iter().filter(|diagnostic| is_placeholder(diagnostic)).count()
}

/// Counts the placeholders, and tells where to begin and which command shows all.
fn counted_placeholders(placeholders: &Diagnostics, files: &dyn Files) -> String {
    let mut by_file: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    for span in placeholders.iter().map(|placeholder| placeholder.primary.span) {
        by_file.entry(files.path(span.file)).or_default().push(span);
    }
    let total = placeholders.iter().count();
    let Some((path, spans)) = by_file.get_key_value(SITE).or_else(|| by_file.iter().next()) else {
        return String::new();
    };
    let line = spans.first().map_or(1, |span| Position::at(files.text(span.file), span.range().start).line);
    let mut keys: Vec<&str> = spans.iter().filter_map(|span| key(*span, files)).collect();
    keys.dedup();
    let rest = if keys.len() > NAMED_PLACEHOLDERS { ", ..." } else { "" };
    keys.truncate(NAMED_PLACEHOLDERS);
    let others = match by_file.len() - 1 {
        0 => String::new(),
        others => format!(", {} in {}", total - spans.len(), counted(others, "other file")),
    };
    format!(
        "warning[{}]: {} values are still placeholders: {} in {path}{others}\n \
         --> {path}:{line}: {}{rest}\n  \
         = help: begin with these; `gympress check --placeholders` shows every one\n\n",
        code::PLACEHOLDER.name(),
        total,
        spans.len(),
        keys.join(", "),
    )
}

/// The key of the value at this place, if both are on one line.
fn key(value: Span, files: &dyn Files) -> Option<&str> {
    let text = files.text(value.file);
    let (key, _) = text.get(line_at(text, value.range().start))?.split_once('=')?;
    Some(key.trim())
}

/// The counts, and advice on what to do next.
pub(super) fn closing(diagnostics: &Diagnostics, files: &dyn Files) -> String {
    let Fixable { certain, proposed } = fixable(diagnostics, files);
    let next = match (certain, proposed) {
        (0, 0) if diagnostics.has_errors() => {
            "nothing is published until the errors are corrected".to_owned()
        }
        (0, 0) if diagnostics.iter().any(is_placeholder) => {
            "replace the placeholders before `gympress build` publishes the site".to_owned()
        }
        (0, 0) => "`gympress build` publishes the site".to_owned(),
        (certain, 0) => format!("`gympress fix` can correct {certain} of them"),
        (0, proposed) => format!("`gympress fix` can propose a correction for {proposed} of them"),
        (certain, proposed) => {
            format!("`gympress fix` can correct {certain} of them, and propose a correction for {proposed}")
        }
    };
    format!("{}; {next}", counts(diagnostics))
}

/// The numbers of mistakes in content that have a fix.
#[derive(Default)]
pub(super) struct Fixable {
    /// Mistakes whose first possible fix is certain.
    pub certain: usize,
    /// Mistakes whose first possible fix is a proposal.
    pub proposed: usize,
}

/// Counts the mistakes in content that `gympress fix` can correct.
pub(super) fn fixable(diagnostics: &Diagnostics, files: &dyn Files) -> Fixable {
    let mut fixable = Fixable::default();
    for diagnostic in diagnostics.iter() {
        if !diagnostic.places().any(|place| fix::is_corrected(place.file, files)) {
            continue;
        }
        match diagnostic.fixes.iter().find(|fix| fix.is_possible(files)).map(|fix| fix.applicability) {
            Some(Applicability::Certain) => fixable.certain += 1,
            Some(Applicability::Proposed) => fixable.proposed += 1,
            None => {}
        }
    }
    fixable
}

/// "2 errors, 1 warning (3 allowed in content)".
pub(super) fn counts(diagnostics: &Diagnostics) -> String {
    let mut counts = format!(
        "{}, {}",
        counted(diagnostics.count(Severity::Error), "error"),
        counted(diagnostics.count(Severity::Warning), "warning")
    );
    let allowed = diagnostics.allowed();
    if !allowed.is_empty() {
        counts.push_str(&format!(" ({} allowed in content)", allowed.len()));
    }
    counts
}
