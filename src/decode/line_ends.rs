//! Lines that end in a carriage return alone, which TOML doesn't take for the end of a line.

use memchr::memchr_iter;

use super::Report;
use crate::diagnostic::{Applicability, Code, Diagnostic, Edit, Fix, Span};

/// What ends the lines of a text.
pub fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The text with line ends that TOML takes, each character at its place, if it has others; these are reported once.
pub(super) fn right(text: &str, report: &mut Report<'_>) -> Option<String> {
    let bytes = text.as_bytes();
    let alone = memchr_iter(b'\r', bytes).filter(|at| bytes.get(at + 1) != Some(&b'\n'));
    let alone: Vec<usize> = alone.collect();
    let first = *alone.first()?;
    let line_end = line_end(text);
    // Before a whole line end, one is just too many.
    let doubled = |at: usize| bytes.get(at + 1..at + 3) == Some(b"\r\n");
    let edits = alone.iter().map(|at| {
        let replacement = if doubled(*at) { "" } else { line_end };
        Edit::at(report.file, *at..*at + 1, replacement)
    });
    // Two that follow each other are one edit.
    let mut joined: Vec<Edit> = Vec::new();
    for edit in edits {
        match joined.last_mut().filter(|last| last.span.end == edit.span.start) {
            Some(last) => {
                last.span.end = edit.span.end;
                last.replacement.push_str(&edit.replacement);
            }
            None => joined.push(edit),
        }
    }
    let shown = Span::new(report.file, first..first + 1);
    report.push(
        Diagnostic::new(Code::Syntax, shown, "this line ends in a carriage return alone")
            .label("no line end that TOML knows")
            .expected("lines that end in a line feed, as all editors write them today")
            .help("save the file with the line ends of Unix (LF) or Windows (CR LF)")
            .fix(Fix::new(joined, Applicability::Certain)),
    );
    let right = text.char_indices().map(|(at, c)| match c {
        '\r' if doubled(at) => ' ',
        '\r' if bytes.get(at + 1) != Some(&b'\n') => '\n',
        c => c,
    });
    Some(right.collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Report, right};
    use crate::{
        diagnostic::{FileId, splice},
        source::SourceText,
    };

    fn fixed(text: &str) -> Option<String> {
        let source = Arc::new(SourceText::whole("a.toml", text));
        let mut report = Report::new(FileId(0), &source);
        let same = right(text, &mut report)?;
        assert_eq!(same.len(), text.len());
        let fix = report.diagnostics.first()?.fixes.first()?.clone();
        splice(text, &fix.edits)
    }

    #[test]
    fn only_what_is_no_line_end_is_made_one() {
        assert_eq!(fixed("a = 1\rb = 2\r\rc = 3\r").as_deref(), Some("a = 1\nb = 2\n\nc = 3\n"));
        assert_eq!(fixed("a = 1\r\r\nb = 2\r\n").as_deref(), Some("a = 1\r\nb = 2\r\n"));
        assert_eq!(fixed("a = 1\r\nb = 2\rc = 3").as_deref(), Some("a = 1\r\nb = 2\r\nc = 3"));
        assert_eq!(fixed("a = 1\r\n"), None);
    }
}
