//! Diagnostics of islands, at the line of the component that is to blame.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use super::{
    component::{Component, FOLDER},
    mapping::SourcePosition,
    markup::Note,
    render_error::RenderError,
};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Severity, Span, name_at},
    source::Sources,
};

/// The files below `components/`, by path.
pub(super) struct Reporter {
    files: BTreeMap<Arc<str>, (FileId, Arc<str>)>,
}

impl Reporter {
    pub fn new(sources: &Sources) -> Self {
        let files = sources
            .texts_below(FOLDER)
            .map(|(file, source)| (source.path.clone(), (file, source.text.clone())))
            .collect();
        Self { files }
    }

    /// The component can't be rendered.
    pub fn diagnostic(&self, component: &Component, error: &RenderError) -> Diagnostic {
        let name = &*component.name;
        let span = error.place.as_ref().and_then(|place| {
            let span = self.at(place)?;
            let (_, text) = self.files.get(place.path.as_str())?;
            // The engine knows the place of the last call, and a loop need not have one in it.
            Some(error.endless.then(|| loop_behind(text, span)).flatten().unwrap_or(span))
        });
        let message = match error.message.starts_with(name) {
            true => error.message.clone(),
            false => format!("{name} can't be rendered: {}", error.message),
        };
        let mut diagnostic = Diagnostic::new(Code::Island, span.unwrap_or(component.declaration), message);
        // A label of a line makes sense at that line only.
        if span.is_some() || error.place.is_none() && error.label.starts_with("first ") {
            diagnostic = diagnostic.label(error.label.clone());
        }
        diagnostic.help(error.help.clone())
    }

    /// The component wrote to the console.
    pub fn note(&self, component: &Component, note: &Note) -> Diagnostic {
        let span = note.place.as_ref().and_then(|place| self.at(place)).unwrap_or(component.declaration);
        let message =
            format!("{} writes to the console while the site is built: {}", component.name, note.text);
        let mut diagnostic = Diagnostic::new(Code::Island, span, message);
        diagnostic.severity = Severity::Warning;
        diagnostic
    }

    /// The place as a span, up to the end of the word or line.
    fn at(&self, place: &SourcePosition) -> Option<Span> {
        let (file, text) = self.files.get(place.path.as_str())?;
        name_at(*file, text, (place.line as usize, place.column as usize))
    }
}

/// The word with which a loop begins behind `span`, in the same block or in one within it. Returns `None` if there is
/// none, or if one begins before it on its line.
fn loop_behind(text: &str, span: Span) -> Option<Span> {
    let start = span.range().start;
    let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
    if next_loop(text.get(line..start)?).is_some() {
        return None;
    }
    let found = next_loop(text.get(start..)?)?;
    Some(Span::new(span.file, start + found.start..start + found.end))
}

/// The first word with which a loop begins, before the block ends in which `text` begins.
fn next_loop(text: &str) -> Option<Range<usize>> {
    let (mut depth, mut word) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        if c.is_alphanumeric() || matches!(c, '_' | '$' | '.') {
            continue;
        }
        let before = word..at;
        word = at + c.len_utf8();
        let behind = text.get(at..).unwrap_or_default().trim_start();
        let begins = match text.get(before.clone())? {
            "while" | "for" => behind.starts_with('(') || behind.starts_with("await"),
            "do" => behind.starts_with('{'),
            _ => false,
        };
        if begins {
            return Some(before);
        }
        match c {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Where a file declares its component, or else the start of the file.
pub(super) fn declaration(file: FileId, text: &str) -> Span {
    let Some((before, from)) = text.find("export default").and_then(|at| text.split_at_checked(at)) else {
        return Span::whole(file);
    };
    let line = from.split(['(', '\n', '{']).next().unwrap_or_default().trim_end();
    Span::new(file, before.len()..before.len() + line.len())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Reporter, SourcePosition, declaration, loop_behind};
    use crate::diagnostic::{FileId, Span};

    #[test]
    fn places_beyond_the_end_are_clamped() {
        let text = "let ä = 1;\nf(é)\n";
        let files = [(Arc::from("components/A.tsx"), (FileId(3), Arc::from(text)))].into();
        let reporter = Reporter { files };
        let at =
            |line, column| reporter.at(&SourcePosition { path: "components/A.tsx".to_owned(), line, column });
        let marked =
            |line, column| at(line, column).map(|span| &text[span.start as usize..span.end as usize]);
        assert_eq!(marked(1, 5), Some("ä"));
        assert_eq!(marked(2, 1), Some("f"));
        assert_eq!(marked(2, 2), Some("("));
        assert_eq!(marked(2, 3), Some("é"));
        assert_eq!(marked(2, 0), Some("f"));
        assert_eq!(marked(2, 99), Some(""));
        assert_eq!((at(0, 1), at(9, 1)), (None, None));
    }

    #[test]
    fn a_loop_is_looked_for_behind_the_last_call() {
        let looped = |before: &str, behind: &str| {
            let text = format!("{before}{behind}");
            let span = loop_behind(&text, Span::new(FileId(0), before.len()..before.len() + 1))?;
            Some(text[span.range()].to_owned())
        };
        let found = |word: &str| Some(word.to_owned());
        assert_eq!(looped("function ", "A() {\n  let format = 1;\n  while (true) {}\n}"), found("while"));
        assert_eq!(looped("f(", "a);\nfor (;;);\nwhile (b);"), found("for"));
        assert_eq!(looped("", "a();\ndo {} while (b);"), found("do"));
        // Within a loop, the last call is a place of it.
        assert_eq!(looped("while (a) {\n  ", "b();\n}\nfor (;;) {}"), None);
        assert_eq!(looped("while (a) ", "b();\nfor (;;) {}"), None);
    }

    #[test]
    fn a_declaration_ends_before_its_parameters() {
        let text = "import a;\nexport default function A({ b }) {}";
        assert_eq!(declaration(FileId(0), text), Span::new(FileId(0), 10..35));
        assert_eq!(declaration(FileId(0), "export default"), Span::new(FileId(0), 0..14));
        assert_eq!(declaration(FileId(0), "a"), Span::whole(FileId(0)));
    }
}
