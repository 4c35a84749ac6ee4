//! Places in files, and their translation to lines and columns.

use std::{ops::Range, sync::Arc};

/// A file, by a number that the program gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The place of what isn't written in a file, such as a fallback for a value with a mistake.
    pub const NOWHERE: Self = Self { file: FileId(u32::MAX), start: 0, end: 0 };

    /// The bytes `range` of `file`.
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { file, start: narrow(range.start), end: narrow(range.end.max(range.start)) }
    }

    /// A file as a whole, shown at its first line.
    pub fn whole(file: FileId) -> Self {
        Self { file, start: 0, end: 0 }
    }

    /// True for all places but [`Span::NOWHERE`].
    pub fn is_somewhere(self) -> bool {
        self.file != Self::NOWHERE.file
    }

    /// The range that holds both; this one if the other is in another file, nowhere if one of the two is nowhere.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        if !self.is_somewhere() || !other.is_somewhere() {
            Self::NOWHERE
        } else if self.file == other.file {
            Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
        } else {
            self
        }
    }

    /// True if all of the other one is in it.
    pub fn holds(self, other: Self) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// A part of it, by its bytes from the start.
    #[must_use]
    pub fn part(self, part: Range<usize>) -> Self {
        let start = self.range().start;
        Self::new(self.file, start + part.start..start + part.end)
    }

    /// As a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The first byte of a line counted from 1. Returns `None` if there is no such line.
pub fn line_start(text: &str, line: usize) -> Option<usize> {
    match line.checked_sub(2) {
        None => Some(0),
        Some(ends_before) => memchr::memchr_iter(b'\n', text.as_bytes()).nth(ends_before).map(|at| at + 1),
    }
}

/// The line that holds byte `offset`, without its end.
pub fn line_at(text: &str, offset: usize) -> Range<usize> {
    let offset = text.floor_char_boundary(offset);
    let start = text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let end = text.get(offset..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| offset + end);
    let line = text.get(start..end).unwrap_or_default();
    start..start + line.strip_suffix('\r').unwrap_or(line).len()
}

/// The beginning of the line behind the one that holds byte `offset`.
pub fn next_line(text: &str, offset: usize) -> usize {
    let offset = text.floor_char_boundary(offset);
    text.get(offset..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| offset + end + 1)
}

/// The files in which spans are places.
pub trait Files {
    /// The path shown to people, relative to the root, with `/` between its parts.
    fn path(&self, file: FileId) -> &str;
    /// The text, or what could be read of it.
    fn text(&self, file: FileId) -> &str;
    /// True if a file is at this path.
    fn has(&self, _path: &str) -> bool {
        false
    }
}

impl<F: Files> Files for Arc<F> {
    fn path(&self, file: FileId) -> &str {
        (**self).path(file)
    }

    fn text(&self, file: FileId) -> &str {
        (**self).text(file)
    }

    fn has(&self, path: &str) -> bool {
        (**self).has(path)
    }
}

/// A line and column, both counted from 1; columns count Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Position {
    /// The position of byte `offset` in `text`; an offset inside a character or beyond the end counts as the place
    /// before it.
    pub fn at(text: &str, offset: usize) -> Self {
        let before = text.get(..text.floor_char_boundary(offset)).unwrap_or(text);
        let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        Self {
            line: memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1,
            column: line.chars().count() + 1,
        }
    }
}
