//! Placeholders: example values that are to be replaced. A comment behind them marks them, and they are warned about
//! until it is removed.

use std::ops::Range;

use toml_parser::{Source, lexer::TokenKind};

use super::super::{Reference, Report};
use crate::diagnostic::{Applicability, Edit, FileId, Fix, Span, code, line_at, report};

/// The beginning of the comment that marks a placeholder.
const COMMENT: &str = "# placeholder";

/// Marks what a correction puts in the place of a value that is missing: it stays a mistake.
pub(super) const UNWRITTEN: &str = "# placeholder: not written yet";

/// `example` in the place of the value at `span`, with the comment behind it. Returns `None` if that would look like a
/// real value.
pub(super) fn fix(text: &str, span: Span, example: &str) -> Option<Fix> {
    let comment = comment_behind(text, span.end as usize)?;
    // A key without any value.
    let joined = span.start == span.end && text.get(..span.range().start)?.ends_with('=');
    let example = &format!("{}{example}", if joined { " " } else { "" });
    let mut edits = vec![Edit::new(span, example)];
    match comment {
        // At the end of the line, right behind the value.
        Some((at, comment)) if at == span.end as usize => {
            edits = vec![Edit::new(span, format!("{example}{comment}"))];
        }
        Some((at, comment)) => edits.push(Edit::at(span.file, at..at, comment)),
        None => {}
    }
    Fix::new(edits, Applicability::Proposed)
}

/// The place for the comment of a value that ends at `end`, and the text to write there; nothing to write if
/// it is there. Nothing at all if the line goes on in a text of several lines.
pub(super) fn comment_behind(text: &str, end: usize) -> Option<Option<(usize, String)>> {
    for token in Source::new(text.get(end..)?).lex() {
        let at = end + token.span().start();
        match token.kind() {
            TokenKind::MlBasicString | TokenKind::MlLiteralString => return None,
            TokenKind::Comment if text.get(at..)?.starts_with(COMMENT) => return Some(None),
            TokenKind::Comment => {
                let is_spaced = text.get(..at)?.ends_with([' ', '\t']);
                return Some(Some((at, format!("{}{UNWRITTEN} ", if is_spaced { "" } else { " " }))));
            }
            TokenKind::Newline | TokenKind::Eof => {
                let is_spaced = at > end && text.get(..at)?.ends_with([' ', '\t']);
                return Some(Some((at, format!("{}{UNWRITTEN}", if is_spaced { "" } else { " " }))));
            }
            _ => {}
        }
    }
    None
}

/// True for a correction that puts in a value which somebody has to write all the same.
pub fn is_unwritten(fix: &Fix) -> bool {
    fix.edits.iter().any(|edit| edit.replacement.contains(UNWRITTEN))
}

/// True if the comment stands behind the value that ends at `end`.
pub fn is_placeholder(text: &str, end: usize) -> bool {
    matches!(comment_behind(text, end), Some(None))
}

/// Marks the value that ends at `end` as a placeholder. Returns `None` if it is marked, or no comment can stand there.
pub fn placeholder_edit(file: FileId, text: &str, end: usize) -> Option<Edit> {
    let (at, comment) = comment_behind(text, end)??;
    Some(Edit::at(file, at..at, comment))
}

/// The comments of a text in TOML.
pub fn comments(text: &str) -> impl Iterator<Item = Range<usize>> {
    let tokens = Source::new(text).lex().filter(|token| token.kind() == TokenKind::Comment);
    tokens.map(|token| token.span().start()..token.span().end())
}

/// Notes each value of `text`, the TOML of the file, that a comment marks as a placeholder.
pub fn note_placeholders(text: &str, report: &mut Report<'_>) {
    if memchr::memmem::find(text.as_bytes(), COMMENT.as_bytes()).is_none() {
        return;
    }
    for Range { start, end } in comments(text) {
        if text.get(start..end).is_some_and(|comment| comment.starts_with(COMMENT)) {
            let line = line_at(text, start);
            let before = text.get(line.start..start).unwrap_or_default();
            let from = line.start + (before.len() - before.trim_start().len());
            let to = line.start + before.trim_end().len();
            // A comment that stands alone is about the whole of its line.
            let span = Span::new(report.file, if from < to { from..to } else { start..end });
            if text.get(start..end).is_some_and(|comment| comment.starts_with(UNWRITTEN)) {
                report!(report, code::MISSING_KEY, span,
                    "this placeholder stands for a value that isn't written yet";
                    label: "a placeholder";
                    help: "write what belongs here, and remove the comment";
                    unwritten)
            } else {
                report.reference(Reference::Placeholder, span)
            }
        }
    }
}
