//! Positions of the protocol, which count lines and units of an encoding, and the bytes of a text that they mean.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind, Range as LspRange, TextDocumentContentChangeEvent};

/// What columns count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

impl Encoding {
    /// UTF-8 if the client offers it, or else what every client knows.
    pub fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Self {
        let has_utf8 = offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
        if has_utf8 { Self::Utf8 } else { Self::Utf16 }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn length(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
        }
    }
}

/// A text by its lines.
pub(super) struct Lines<'t> {
    text: &'t str,
    /// Where each line begins.
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    pub fn new(text: &'t str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes)
            .filter(|end| bytes.get(*end) == Some(&b'\n') || bytes.get(end + 1) != Some(&b'\n'));
        let starts = [0].into_iter().chain(ends.map(|end| end + 1)).collect();
        Self { text, starts, encoding }
    }

    /// The byte at a position. One beyond the end of its line is the end of the line, one within a character its start.
    pub fn offset(&self, position: Position) -> usize {
        let Some(start) = usize::try_from(position.line).ok().and_then(|line| self.starts.get(line)) else {
            return self.text.len();
        };
        let line = self.text.get(*start..).unwrap_or_default();
        let line = line.split(['\n', '\r']).next().unwrap_or_default();
        let mut left = usize::try_from(position.character).unwrap_or(usize::MAX);
        let before = line.chars().take_while(|c| {
            let length = self.encoding.length(*c);
            let is_before = length <= left;
            left = if is_before { left - length } else { 0 };
            is_before
        });
        start + before.map(char::len_utf8).sum::<usize>()
    }

    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = self.text.get(start..offset).unwrap_or_default();
        let character: usize = before.chars().map(|c| self.encoding.length(c)).sum();
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position::new(narrow(line), narrow(character))
    }

    pub fn range(&self, range: Range<usize>) -> LspRange {
        LspRange::new(self.position(range.start), self.position(range.end))
    }

    pub fn bytes(&self, range: LspRange) -> Range<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start.min(end)..start.max(end)
    }
}

/// The text after the changes, each of which is about the text that the one before it left.
pub(super) fn changed(
    text: &str,
    changes: Vec<TextDocumentContentChangeEvent>,
    encoding: Encoding,
) -> String {
    changes.into_iter().fold(text.to_owned(), |mut text, change| {
        let Some(range) = change.range else { return change.text };
        let range = Lines::new(&text, encoding).bytes(range);
        text.replace_range(range, &change.text);
        text
    })
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

    use super::{Encoding, Lines, changed};

    const TEXT: &str = "a\r\n\u{1F3CB}é!\n\nlast";

    #[test]
    fn positions_count_units_of_the_encoding() {
        for (encoding, columns) in [(Encoding::Utf16, [2, 3, 4]), (Encoding::Utf8, [4, 6, 7])] {
            let lines = Lines::new(TEXT, encoding);
            for (column, offset) in columns.into_iter().zip([7, 9, 10]) {
                assert_eq!(lines.position(offset), Position::new(1, column));
                assert_eq!(lines.offset(Position::new(1, column)), offset);
            }
            assert_eq!(lines.position(TEXT.len()), Position::new(3, 4));
        }
    }

    #[test]
    fn what_is_beyond_an_end_is_the_end() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        let offsets = [(0, 99), (1, 1), (2, 7), (3, 99), (99, 0)]
            .map(|(line, column)| lines.offset(Position::new(line, column)));
        assert_eq!(offsets, [1, 3, 11, TEXT.len(), TEXT.len()]);
    }

    #[test]
    fn changes_are_made_one_after_the_other() {
        let change = |start: (u32, u32), end: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(start.0, start.1), Position::new(end.0, end.1))),
            range_length: None,
            text: text.to_owned(),
        };
        let whole =
            TextDocumentContentChangeEvent { range: None, range_length: None, text: "new".to_owned() };
        let edits =
            vec![change((1, 2), (1, 3), "e"), change((3, 9), (1, 4), "?\n"), change((2, 0), (2, 0), "x")];
        assert_eq!(changed(TEXT, edits, Encoding::Utf16), "a\r\n\u{1F3CB}e!?\nx");
        assert_eq!(changed(TEXT, vec![change((0, 0), (0, 1), ""), whole], Encoding::Utf8), "new");
    }
}
