//! The source underlined, in the manner of rustc.

use std::{
    iter::{once, repeat},
    ops::Range,
};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};

use crate::diagnostic::{
    Diagnostic, Diagnostics, FileId, Files, Label, Position, Severity, Span, line_start_before,
};

/// Long lines are cut to this many columns around what is underlined, so that reports look the
/// same in a file and on a terminal.
const WIDTH: usize = 120;

/// Bytes behind what is underlined of which none is shown.
const LONGEST_REST: usize = 16 * WIDTH;

pub(super) fn render(diagnostics: &Diagnostics, files: &dyn Files, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(WIDTH);
    let mut out = String::new();
    let (notes, others): (Vec<_>, Vec<_>) =
        diagnostics.iter().partition(|diagnostic| diagnostic.severity == Severity::Note);
    for repeated in others.chunk_by(|one, next| is_repeated(one, next)) {
        out.extend(group(repeated, files).map(|group| renderer.render(&[group]) + "\n\n"));
    }
    for note in notes {
        let title = format!("{}: {}", files.path(note.primary.span.file), note.message);
        let title = Level::NOTE.primary_title(title).id(note.code.name());
        out.push_str(&renderer.render(&[Group::with_title(title)]));
        out.push('\n');
    }
    out
}

/// True if the two differ in nothing but their place, so that one headline does for both: a new project has dozens of
/// placeholders.
fn is_repeated(one: &Diagnostic, next: &Diagnostic) -> bool {
    one.related.is_empty()
        && next.related.is_empty()
        && (one.severity, one.code) == (next.severity, next.code)
        && (&one.message, &one.primary.message) == (&next.message, &next.primary.message)
        && (&one.expected, &one.help) == (&next.expected, &next.help)
}

/// What is shown of diagnostics that differ in their place only. Returns `None` if there are none.
fn group<'a>(repeated: &[&'a Diagnostic], files: &'a dyn Files) -> Option<Group<'a>> {
    let diagnostic = *repeated.first()?;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code.name()));
    let mut seen = Vec::new();
    for file in repeated.iter().flat_map(|diagnostic| diagnostic.labels()).map(|label| label.span.file) {
        if !seen.contains(&file) {
            seen.push(file);
            group = group.element(snippet(file, repeated, files));
        }
    }
    if let Some(expected) = &diagnostic.expected {
        group = group.element(Level::NOTE.message(format!("expected {expected}")));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    Some(group)
}

/// All labels of these diagnostics that are in one file.
fn snippet<'a>(
    file: FileId,
    diagnostics: &[&'a Diagnostic],
    files: &'a dyn Files,
) -> Snippet<'a, Annotation<'a>> {
    let text = files.text(file);
    let labels = |diagnostic: &'a Diagnostic| {
        let kinds = once(AnnotationKind::Primary).chain(repeat(AnnotationKind::Context));
        diagnostic.labels().zip(kinds).filter(move |(label, _)| label.span.file == file)
    };
    let places = diagnostics.iter().flat_map(|diagnostic| labels(diagnostic));
    let source = around(places.map(|(label, _)| visible(label.span, text)), text);
    let annotation = |(label, kind): (&'a Label, AnnotationKind)| {
        let Range { start, end } = visible(label.span, text);
        let annotation = kind.span(start - source.start..end - source.start);
        if label.message.is_empty() { annotation } else { annotation.label(&label.message) }
    };
    let snippet = Snippet::source(text.get(source.clone()).unwrap_or_default())
        .line_start(Position::at(text, source.start).line)
        .path(files.path(file))
        .fold(true);
    diagnostics
        .iter()
        .fold(snippet, |snippet, diagnostic| snippet.annotations(labels(diagnostic).map(annotation)))
}

/// The lines of these places and all between them, the last one not further than it is shown. The renderer looks at each
/// character of a text, which takes long where one has thousands of mistakes.
fn around(places: impl Iterator<Item = Range<usize>>, text: &str) -> Range<usize> {
    let whole = places.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end));
    let Range { start, end } = whole.unwrap_or(0..0);
    let line_end = text.get(end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| end + at + 1);
    line_start_before(text, start)..line_end.min(text.ceil_char_boundary(end + LONGEST_REST))
}

/// The part of a span that is worth underlining: inside the text, on character boundaries, and of a
/// long range only the first line.
fn visible(span: Span, text: &str) -> Range<usize> {
    let inside = |offset: u32| text.floor_char_boundary(offset as usize);
    let (start, end) = (inside(span.start), inside(span.end));
    let shown = text.get(start..end).unwrap_or_default();
    let first_line = shown.find('\n').map_or(end, |newline| start + newline);
    start..first_line
}
