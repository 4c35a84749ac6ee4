//! The source underlined, in the manner of rustc.

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
    for diagnostic in others {
        out.push_str(&renderer.render(&[group(diagnostic, files)]));
        out.push_str("\n\n");
    }
    for note in notes {
        let title = format!("{}: {}", files.path(note.primary.span.file), note.message);
        let title = Level::NOTE.primary_title(title).id(note.code.name());
        out.push_str(&renderer.render(&[Group::with_title(title)]));
        out.push('\n');
    }
    out
}

fn group<'a>(diagnostic: &'a Diagnostic, files: &'a dyn Files) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code.name()));
    let primary = diagnostic.primary.span.file;
    group = group.element(snippet(primary, diagnostic, files));
    let mut seen = vec![primary];
    for label in &diagnostic.related {
        if !seen.contains(&label.span.file) {
            seen.push(label.span.file);
            group = group.element(snippet(label.span.file, diagnostic, files));
        }
    }
    if let Some(expected) = &diagnostic.expected {
        group = group.element(Level::NOTE.message(format!("expected {expected}")));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    group
}

/// All remarks of a diagnostic that are in one file.
fn snippet<'a>(
    file: FileId,
    diagnostic: &'a Diagnostic,
    files: &'a dyn Files,
) -> Snippet<'a, Annotation<'a>> {
    let text = files.text(file);
    let annotation = |kind: AnnotationKind, label: &'a Label| {
        let annotation = kind.span(visible(label.span, text));
        if label.message.is_empty() { annotation } else { annotation.label(&label.message) }
    };
    let mut snippet = Snippet::source(text).path(files.path(file)).fold(true);
    if diagnostic.primary.span.file == file {
        snippet = snippet.annotation(annotation(AnnotationKind::Primary, &diagnostic.primary));
    }
    for label in diagnostic.related.iter().filter(|label| label.span.file == file) {
        snippet = snippet.annotation(annotation(AnnotationKind::Context, label));
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
