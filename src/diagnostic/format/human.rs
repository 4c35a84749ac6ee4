//! The source underlined, in the manner of rustc.

use std::iter::{once, repeat};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};

use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Files, Label, Severity, Span};

/// Long lines are cut to this many columns around what is underlined, so that reports look the
/// same in a file and on a terminal.
const WIDTH: usize = 120;

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
    let annotation = |kind: AnnotationKind, label: &'a Label| {
        let annotation = kind.span(visible(label.span, text));
        if label.message.is_empty() { annotation } else { annotation.label(&label.message) }
    };
    let mut snippet = Snippet::source(text).path(files.path(file)).fold(true);
    for diagnostic in diagnostics {
        let kinds = once(AnnotationKind::Primary).chain(repeat(AnnotationKind::Context));
        let labels = diagnostic.labels().zip(kinds).filter(|(label, _)| label.span.file == file);
        snippet = snippet.annotations(labels.map(|(label, kind)| annotation(kind, label)));
    }
    snippet
}

/// The part of a span that is worth underlining: inside the text, on character boundaries, and of a
/// long range only the first line.
fn visible(span: Span, text: &str) -> std::ops::Range<usize> {
    let inside = |offset: u32| text.floor_char_boundary(offset as usize);
    let (start, end) = (inside(span.start), inside(span.end));
    let shown = text.get(start..end).unwrap_or_default();
    let first_line = shown.find('\n').map_or(end, |newline| start + newline);
    start..first_line
}
