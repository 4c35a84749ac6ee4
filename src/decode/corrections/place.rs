//! Where in a text a table stands, and what there is of it.

use std::{borrow::Cow, ops::Range};

use crate::decode::syntax::{
    Kind, ListElement, Statement, bracketed, line_around, parts, split, split_entry, trimmed,
};

/// The statements of a text.
pub(super) struct Layout<'t> {
    pub text: Cow<'t, str>,
    statements: Vec<Statement>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(super) struct KeyValue {
    pub key: Range<usize>,
    /// From the key to the end of the value; between headers, whole lines.
    pub whole: Range<usize>,
    pub value: Range<usize>,
}

/// A table as it's written.
#[derive(Debug)]
pub(super) enum TableSyntax {
    /// Below its header, or at the top of a file.
    Block { header: Option<Range<usize>>, pairs: Vec<KeyValue> },
    /// In braces.
    Inline { inside: Range<usize>, pairs: Vec<KeyValue> },
}

impl TableSyntax {
    pub(super) fn pairs(&self) -> &[KeyValue] {
        match self {
            Self::Block { pairs, .. } | Self::Inline { pairs, .. } => pairs,
        }
    }
}

impl<'t> Layout<'t> {
    pub(super) fn parse(text: Cow<'t, str>) -> Self {
        let statements = split(&text);
        Self { text, statements }
    }

    pub(super) fn at(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The table in braces at `range`.
    pub(super) fn inline(&self, range: Range<usize>) -> Option<TableSyntax> {
        let inside = self.inside(range.start)?;
        let pairs =
            parts(&self.text, inside.clone()).into_iter().filter_map(|part| self.pair(&part)).collect();
        Some(TableSyntax::Inline { inside, pairs })
    }

    /// What is between the brackets of which the first stands at `start`, if they are closed.
    fn inside(&self, start: usize) -> Option<Range<usize>> {
        let end = bracketed(&self.text, start, true);
        Some(start + 1..end.at.checked_sub(1).filter(|_| end.closed)?)
    }

    fn pair(&self, part: &ListElement) -> Option<KeyValue> {
        let (key, _, value) = split_entry(&self.text, part.range.clone())?;
        let value = trimmed(&self.text, value..part.range.end);
        Some(KeyValue { key, whole: part.range.clone(), value })
    }

    /// The table whose header stands at `start`, or with nothing the one at the top of the file.
    pub(super) fn block(&self, start: Option<usize>) -> Option<TableSyntax> {
        let first = match start {
            Some(start) => self.index_at(start).filter(|index| self.is_header(*index))? + 1,
            None => 0,
        };
        let header = start.and_then(|_| Some(self.statements.get(first.checked_sub(1)?)?.range.clone()));
        let pairs =
            self.statements.get(first..)?.iter().take_while(|statement| statement.kind != Kind::Header);
        let pairs = pairs.filter_map(|statement| {
            let Kind::Entry(entry) = &statement.kind else { return None };
            let (key, value) = (entry.key.clone(), entry.value.clone());
            Some(KeyValue { key, whole: statement.range.clone(), value })
        });
        Some(TableSyntax::Block { header, pairs: pairs.collect() })
    }

    /// Where the first header begins, with the comment directly above it. One for programs, such as `#:schema`, is of the
    /// file.
    pub(super) fn first_header(&self) -> Option<usize> {
        let mut start = self.headers().next()?.start;
        loop {
            let line = line_around(&self.text, start.saturating_sub(1));
            let above = self.at(&line).trim_start();
            if line.start >= start || !above.starts_with('#') || above.starts_with("#:") {
                return Some(start);
            }
            start = line.start;
        }
    }

    /// Where the headers stand.
    pub(super) fn headers(&self) -> impl Iterator<Item = Range<usize>> {
        let headers = self.statements.iter().filter(|statement| statement.kind == Kind::Header);
        headers.map(|header| header.range.clone())
    }

    /// Where the header stands below which `offset` is.
    pub(super) fn header_above(&self, offset: usize) -> Option<Range<usize>> {
        self.headers().take_while(|header| header.start <= offset).last()
    }

    /// The statement that holds `offset`, by its place among all.
    fn index_at(&self, offset: usize) -> Option<usize> {
        let index = self.statements.partition_point(|statement| statement.range.end < offset);
        self.statements.get(index).filter(|statement| statement.range.start <= offset).map(|_| index)
    }

    fn is_header(&self, index: usize) -> bool {
        self.statements.get(index).is_some_and(|statement| statement.kind == Kind::Header)
    }

    /// The statement that holds `offset`, with all that stands below it if it is a header, up to the last entry.
    pub(super) fn whole(&self, offset: usize) -> Option<Range<usize>> {
        let index = self.index_at(offset)?;
        let statement = self.statements.get(index)?;
        if statement.kind != Kind::Header {
            return Some(statement.range.clone());
        }
        let below = self.statements.get(index + 1..)?.iter().take_while(|next| next.kind != Kind::Header);
        let last = below.filter(|next| next.kind != Kind::Nothing).last().unwrap_or(statement);
        Some(statement.range.start..last.range.end)
    }

    /// The entry whose key or plain value stands at `offset`: alone on its line, or one of several in braces, with
    /// these.
    pub(super) fn entry(&self, offset: usize) -> Option<(KeyValue, Option<TableSyntax>)> {
        let statement = self.statements.get(self.index_at(offset)?)?;
        let Kind::Entry(entry) = &statement.kind else { return None };
        let simple = !self.at(&entry.value).starts_with(['[', '{']);
        if offset <= entry.key.end || simple {
            let pair = KeyValue {
                key: entry.key.clone(),
                whole: statement.range.clone(),
                value: entry.value.clone(),
            };
            return Some((pair, None));
        }
        self.within(entry.value.clone(), offset)
    }

    /// The element of a list that stands at `offset`, with the comma before it. Returns `None` if it's the only one.
    pub(super) fn element(&self, offset: usize) -> Option<Range<usize>> {
        let statement = self.statements.get(self.index_at(offset)?)?;
        let Kind::Entry(entry) = &statement.kind else { return None };
        if !self.at(&entry.value).starts_with('[') || offset <= entry.key.end {
            return None;
        }
        let parts = parts(&self.text, self.inside(entry.value.start)?);
        let at = parts.iter().position(|part| part.range.contains(&offset))?;
        let (own, next) = (parts.get(at)?, parts.get(at + 1));
        match (at.checked_sub(1).and_then(|before| parts.get(before)), next) {
            (Some(before), _) => Some(before.range.end..own.range.end),
            (None, Some(next)) => Some(own.range.start..next.range.start),
            (None, None) => None,
        }
    }

    /// The innermost entry in braces within `range` that has its key or plain value at `offset`.
    fn within(&self, range: Range<usize>, offset: usize) -> Option<(KeyValue, Option<TableSyntax>)> {
        let opens = self.at(&range).chars().next()?;
        if opens == '[' {
            let inside = self.inside(range.start)?;
            let part = parts(&self.text, inside).into_iter().find(|part| part.range.contains(&offset))?;
            return self.within(part.range, offset);
        }
        let table = self.inline(range).filter(|_| opens == '{')?;
        let pair = table.pairs().iter().find(|pair| pair.whole.contains(&offset))?.clone();
        if offset <= pair.key.end || !self.at(&pair.value).starts_with(['[', '{']) {
            return Some((pair, Some(table)));
        }
        self.within(pair.value, offset)
    }
}
