//! Lines and columns as editors count them: from 0, columns in units of an encoding.

/// What columns count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16, as the Language Server Protocol has them unless something else was agreed on.
    #[default]
    Utf16,
}

impl Unit {
    fn length(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
        }
    }
}

/// A text by its lines, which end as editors know it: with LF, CR LF or CR.
#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t str,
    /// Where each line begins.
    starts: Vec<usize>,
    unit: Unit,
}

impl<'t> Lines<'t> {
    /// The lines of a text.
    pub fn new(text: &'t str, unit: Unit) -> Self {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes)
            .filter(|end| bytes.get(*end) == Some(&b'\n') || bytes.get(end + 1) != Some(&b'\n'));
        let starts = [0].into_iter().chain(ends.map(|end| end + 1)).collect();
        Self { text, starts, unit }
    }

    /// The byte at a line and a column. One beyond the end of its line is the end of the line, one within a character its
    /// start.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let Some(start) = self.starts.get(line) else { return self.text.len() };
        let line = self.text.get(*start..).unwrap_or_default();
        let line = line.split(['\n', '\r']).next().unwrap_or_default();
        let mut left = column;
        let before = line.chars().take_while(|c| {
            let length = self.unit.length(*c);
            let is_before = length <= left;
            left = if is_before { left - length } else { 0 };
            is_before
        });
        start + before.map(char::len_utf8).sum::<usize>()
    }

    /// The line and the column of a byte.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = self.text.get(start..offset).unwrap_or_default();
        (line, before.chars().map(|c| self.unit.length(c)).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Unit};

    const TEXT: &str = "a\r\n\u{1F3CB}é!\n\nlast";

    #[test]
    fn positions_count_units_of_the_encoding() {
        for (unit, columns) in [(Unit::Utf16, [2, 3, 4]), (Unit::Utf8, [4, 6, 7])] {
            let lines = Lines::new(TEXT, unit);
            for (column, offset) in columns.into_iter().zip([7, 9, 10]) {
                assert_eq!(lines.position(offset), (1, column));
                assert_eq!(lines.offset(1, column), offset);
            }
            assert_eq!(lines.position(TEXT.len()), (3, 4));
        }
    }

    #[test]
    fn what_is_beyond_an_end_is_the_end() {
        let lines = Lines::new(TEXT, Unit::Utf16);
        let offsets =
            [(0, 99), (1, 1), (2, 7), (3, 99), (99, 0)].map(|(line, column)| lines.offset(line, column));
        assert_eq!(offsets, [1, 3, 11, TEXT.len(), TEXT.len()]);
    }
}
