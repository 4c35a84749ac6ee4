//! Positions in the protocol, and the bytes in a text that they stand for.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind, Range as LspRange, TextDocumentContentChangeEvent};

use crate::diagnostic::{LineIndex, Unit};

/// The unit of columns: bytes of UTF-8 if the client offers that, or else units of UTF-16, which every client knows.
pub(super) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> (Unit, PositionEncodingKind) {
    if offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
        (Unit::Utf8, PositionEncodingKind::UTF8)
    } else {
        (Unit::Utf16, PositionEncodingKind::UTF16)
    }
}

/// The byte at a position.
pub(super) fn offset(lines: &LineIndex<'_>, position: Position) -> usize {
    let wide = |number| usize::try_from(number).unwrap_or(usize::MAX);
    lines.offset(wide(position.line), wide(position.character))
}

/// The range of positions that bytes have.
pub(super) fn range(lines: &LineIndex<'_>, bytes: Range<usize>) -> LspRange {
    LspRange::new(position(lines, bytes.start), position(lines, bytes.end))
}

fn position(lines: &LineIndex<'_>, offset: usize) -> Position {
    let (line, column) = lines.position(offset);
    let narrow = |number| u32::try_from(number).unwrap_or(u32::MAX);
    Position::new(narrow(line), narrow(column))
}

/// The bytes between two positions, in whatever order a client has put them.
pub(super) fn bytes(lines: &LineIndex<'_>, range: LspRange) -> Range<usize> {
    let (start, end) = (offset(lines, range.start), offset(lines, range.end));
    start.min(end)..start.max(end)
}

/// The text after the changes. The positions of each change are in the text after the change before it.
pub(super) fn changed(text: &str, changes: Vec<TextDocumentContentChangeEvent>, unit: Unit) -> String {
    changes.into_iter().fold(text.to_owned(), |mut text, change| {
        let Some(range) = change.range else { return change.text };
        let range = bytes(&LineIndex::new(&text, unit), range);
        text.replace_range(range, &change.text);
        text
    })
}
