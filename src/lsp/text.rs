//! Positions of the protocol, and the bytes of a text that they mean.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind, Range as LspRange, TextDocumentContentChangeEvent};

use crate::diagnostic::{Lines, Unit};

/// What columns count: bytes of UTF-8 if the client offers that, or else what every client knows.
pub(super) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> (Unit, PositionEncodingKind) {
    if offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
        (Unit::Utf8, PositionEncodingKind::UTF8)
    } else {
        (Unit::Utf16, PositionEncodingKind::UTF16)
    }
}

pub(super) fn offset(lines: &Lines<'_>, position: Position) -> usize {
    let wide = |number| usize::try_from(number).unwrap_or(usize::MAX);
    lines.offset(wide(position.line), wide(position.character))
}

pub(super) fn range(lines: &Lines<'_>, bytes: Range<usize>) -> LspRange {
    let narrow = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let position = |offset| {
        let (line, column) = lines.position(offset);
        Position::new(narrow(line), narrow(column))
    };
    LspRange::new(position(bytes.start), position(bytes.end))
}

pub(super) fn bytes(lines: &Lines<'_>, range: LspRange) -> Range<usize> {
    let (start, end) = (offset(lines, range.start), offset(lines, range.end));
    start.min(end)..start.max(end)
}

/// The text after the changes, each of which is about the text that the one before it left.
pub(super) fn changed(text: &str, changes: Vec<TextDocumentContentChangeEvent>, unit: Unit) -> String {
    changes.into_iter().fold(text.to_owned(), |mut text, change| {
        let Some(range) = change.range else { return change.text };
        let range = bytes(&Lines::new(&text, unit), range);
        text.replace_range(range, &change.text);
        text
    })
}
