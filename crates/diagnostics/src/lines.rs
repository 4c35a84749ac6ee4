//! Lines and columns as editors count them: from 0, columns in units of an encoding.

/// The unit of columns.
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
pub struct LineIndex<'t> {
    text: &'t str,
    /// The byte at which each line begins.
    starts: Vec<usize>,
    unit: Unit,
}

impl<'t> LineIndex<'t> {
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
