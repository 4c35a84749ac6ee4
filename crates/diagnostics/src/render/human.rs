//! Reports in the manner of rustc: the source underlined, and its correction.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet, renderer::DecorStyle,
};

use super::errors_last;
use crate::{Diagnostic, Diagnostics, FileId, Files, Fix, Position, Severity, Span, line_at, next_line};

/// Long lines are cut to this many columns around what is underlined, so that reports look the same in a file and on a
/// terminal.
const WIDTH: usize = 120;

/// Bytes behind the underlined range after which nothing more of the line is shown.
const LONGEST_REST: usize = 16 * WIDTH;

/// Places of one mistake that are shown; the others are counted.
const PLACES: usize = 3;

/// Lines of a correction that are shown.
const PATCHED_LINES: usize = 6;

/// All `diagnostics`, notes first and errors last. Those that differ in their place alone are one report with a count.
///
/// `color` adds the styling of terminals.
pub fn human(diagnostics: &Diagnostics, files: &dyn Files, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(WIDTH);
    let mut out = String::new();
    for report in reports(diagnostics) {
        if report.first.severity == Severity::Note {
            let title = format!("{}: {}", files.path(report.first.primary.span.file), report.first.message);
            let title = Level::NOTE.primary_title(title).id(report.first.code.name());
            out.push_str(&renderer.render(&[Group::with_title(title)]));
            out.push('\n');
        } else {
            out.push_str(&renderer.render(&report.groups(files)));
            out.push_str("\n\n");
        }
    }
    out
}

/// Diagnostics that differ in their place only.
struct HumanReport<'a> {
    first: &'a Diagnostic,
    places: Vec<Span>,
    count: usize,
}

fn reports(diagnostics: &Diagnostics) -> Vec<HumanReport<'_>> {
    let mut reports: Vec<HumanReport<'_>> = Vec::new();
    let mut known = HashMap::new();
    for diagnostic in errors_last(diagnostics) {
        let key = (diagnostic.severity, diagnostic.code, &diagnostic.message, &diagnostic.primary.message);
        let key = (key, &diagnostic.expected, &diagnostic.help);
        let index = *known.entry(key).or_insert(reports.len());
        match reports.get_mut(index) {
            Some(report) if diagnostic.related.is_empty() && report.first.related.is_empty() => {
                report.places.extend(diagnostic.places());
                report.count += 1;
            }
            _ => reports.push(HumanReport {
                first: diagnostic,
                places: diagnostic.places().collect(),
                count: 1,
            }),
        }
    }
    reports
}

impl<'a> HumanReport<'a> {
    fn groups(&self, files: &'a dyn Files) -> Vec<Group<'a>> {
        let first = self.first;
        let level = match first.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut group = Group::with_title(level.primary_title(&first.message).id(first.code.name()));
        let labels = self.labels();
        let mut shown: Vec<FileId> = Vec::new();
        for label in &labels {
            let file = label.span.file;
            if !shown.contains(&file) {
                shown.push(file);
                group = group.element(snippet(file, &labels, files));
            }
        }
        if self.places.len() > PLACES {
            let rest = self.places.get(PLACES..).unwrap_or_default();
            let files: BTreeSet<FileId> = rest.iter().map(|place| place.file).collect();
            let places = counted(rest.len(), "more place");
            group = group
                .element(Level::NOTE.message(format!("and {places} in {}", counted(files.len(), "file"))));
        }
        let Some(advice) = first.advice(files) else { return vec![group] };
        let fix = first.fixes.first().filter(|_| self.count == 1);
        match fix.and_then(|fix| patch(fix, files)) {
            Some(patch) => vec![group, Level::HELP.secondary_title(advice).element(patch)],
            None => vec![group.element(Level::HELP.message(advice))],
        }
    }

    /// The underlined places: the first ones of the mistake, and the related ones.
    fn labels(&self) -> Vec<Underlined<'a>> {
        let first = Underlined {
            span: self.first.primary.span,
            message: &self.first.primary.message,
            kind: AnnotationKind::Primary,
        };
        let alike = self.places.iter().skip(1).take(PLACES - 1);
        let alike = alike.map(|span| Underlined { span: *span, message: "", kind: AnnotationKind::Primary });
        let related = self.first.related.iter().map(|label| Underlined {
            span: label.span,
            message: &label.message,
            kind: AnnotationKind::Context,
        });
        std::iter::once(first).chain(alike).chain(related).collect()
    }
}

/// A number and its noun: `1 error`, `2 errors`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

struct Underlined<'a> {
    span: Span,
    message: &'a str,
    kind: AnnotationKind,
}

/// All labels that are in one file.
fn snippet<'a>(file: FileId, labels: &[Underlined<'a>], files: &'a dyn Files) -> Snippet<'a, Annotation<'a>> {
    let text = files.text(file);
    let labels: Vec<&Underlined<'a>> = labels.iter().filter(|label| label.span.file == file).collect();
    let source = around(labels.iter().map(|label| visible(label.span, text)), text);
    let annotations = labels.iter().map(|label| {
        let Range { start, end } = visible(label.span, text);
        let annotation = label.kind.span(start - source.start..end - source.start);
        if label.message.is_empty() { annotation } else { annotation.label(label.message) }
    });
    Snippet::source(text.get(source.clone()).unwrap_or_default())
        .line_start(Position::at(text, source.start).line)
        .path(files.path(file))
        .fold(true)
        .annotations(annotations)
}

/// The lines of these places and all between them, the last one not further than it is shown. The renderer looks at each
/// character of a text, which takes long where one has thousands of mistakes.
fn around(places: impl Iterator<Item = Range<usize>>, text: &str) -> Range<usize> {
    let whole = places.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end));
    let Range { start, end } = whole.unwrap_or(0..0);
    let line_end = next_line(text, end).min(text.ceil_char_boundary(end + LONGEST_REST));
    line_at(text, start).start..line_end
}

/// The part of a span that is worth underlining: inside the text, on character boundaries, and of a long range only the
/// first line.
fn visible(span: Span, text: &str) -> Range<usize> {
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.floor_char_boundary(span.end as usize);
    let shown = text.get(start..end).unwrap_or_default();
    let first_line = shown.find('\n').map_or(end, |newline| start + newline);
    start..first_line
}

/// The lines of a correction before and after. Returns `None` for one that is long, invisible, or in several files.
fn patch<'a>(fix: &'a Fix, files: &'a dyn Files) -> Option<Snippet<'a, Patch<'a>>> {
    let (first, last) = (fix.edits.first()?, fix.edits.last()?);
    let file = first.span.file;
    let text = files.text(file);
    for edit in &fix.edits {
        let old = text.get(edit.span.range()).filter(|_| edit.span.file == file)?;
        if old == edit.replacement {
            return None;
        }
    }
    let start = line_at(text, first.span.range().start).start;
    let end = next_line(text, last.span.range().end);
    let source = text.get(start..end)?;
    let added = fix.edits.iter().map(|edit| edit.replacement.matches('\n').count());
    if source.lines().count() + added.sum::<usize>() > PATCHED_LINES || source.len() > LONGEST_REST {
        return None;
    }
    let patches = fix.edits.iter().map(|edit| {
        let Range { start: from, end: to } = edit.span.range();
        Patch::new(from - start..to - start, &edit.replacement)
    });
    let snippet = Snippet::source(source).line_start(Position::at(text, start).line).fold(true);
    Some(patches.fold(snippet, Snippet::patch))
}
