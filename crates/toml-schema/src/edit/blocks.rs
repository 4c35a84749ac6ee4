//! Tables below headers, as they stand in a text: the block of each with its comments, and the gaps between them.

use std::ops::Range;

use super::{
    NewValue, Path, PathStep, Refusal, Splicer, change, moved, places::PlacedStatement, set::name, write,
};
use crate::diagnostic::Edit;

/// The statements of a table: the comments directly above its header, and all to the next header that isn't within it.
struct TableBlock {
    statements: Range<usize>,
    /// True if some of it stands behind another table.
    is_torn: bool,
}

impl Splicer<'_> {
    /// The block of the table at a path, without the blank lines and the comments behind it that stand alone.
    fn block_of(&self, table: &Path) -> Result<TableBlock, Refusal> {
        let statements = &self.places.statements;
        let header = statements.iter().position(|found| found.is_header() && found.path == *table);
        let header = header.ok_or_else(|| Refusal::NotThere(table.clone()))?;
        let below = statements.iter().skip(header + 1);
        let below = below.take_while(|found| !found.is_header() || found.path.starts_with(table));
        let mut end = header + 1 + below.count();
        let is_torn = statements.iter().skip(end).any(|found| found.is_within(table));
        if end < statements.len() {
            end -= self.run_before(end, PlacedStatement::is_comment);
        }
        loop {
            end -= self.run_before(end, PlacedStatement::is_empty_line);
            let comments = self.run_before(end, PlacedStatement::is_comment);
            if comments == 0 || self.run_before(end - comments, PlacedStatement::is_empty_line) == 0 {
                break;
            }
            end -= comments;
        }
        // The comment above the first of a list is the list's.
        let is_first = table.element().is_some_and(|(_, at)| at == 0);
        let start = if is_first { header } else { self.comments_above(header) };
        Ok(TableBlock { statements: start..end.max(header + 1), is_torn })
    }

    /// The number of statements of a kind directly before one.
    fn run_before(&self, index: usize, is_of_kind: impl Fn(&PlacedStatement) -> bool) -> usize {
        let before = self.places.statements.get(..index).unwrap_or_default();
        before.iter().rev().take_while(|found| is_of_kind(found)).count()
    }

    fn bytes_of(&self, block: &TableBlock) -> Result<Range<usize>, Refusal> {
        let first = self.statement(block.statements.start)?;
        let last = self.statement(block.statements.end.saturating_sub(1))?;
        Ok(first.range.start..last.range.end)
    }

    /// The block of the element at a path, under the name of the list `to`.
    pub(super) fn block_text(&self, element: &Path, to: &Path) -> Result<String, Refusal> {
        let block = self.block_of(element)?;
        if block.is_torn {
            return Err(Refusal::Torn);
        }
        let bytes = self.bytes_of(&block)?;
        let (mut out, mut at) = (String::new(), bytes.start);
        let depth = element.len();
        for header in self.places.statements.get(block.statements).unwrap_or_default() {
            let is_renamed = header.is_header() && !element.keys().eq(to.keys());
            let Some(within) = header.path.get(depth..).filter(|_| is_renamed) else { continue };
            let new = to.iter().chain(within).cloned().collect::<Path>();
            let written = self.places.written(&header.written);
            let brackets = if written.starts_with("[[") { ("[[", "]]") } else { ("[", "]") };
            out.push_str(self.places.written(&(at..header.written.start)));
            out.push_str(&format!("{}{}{}", brackets.0, name(&new), brackets.1));
            at = header.written.end;
        }
        out.push_str(self.places.written(&(at..bytes.end)));
        Ok(out)
    }

    /// True for a list whose elements have headers.
    pub(super) fn has_blocks(&self, list: &Path) -> bool {
        self.places.statements.iter().any(|found| found.is_header() && found.path == list.with(0))
    }

    /// True if the list, which isn't written yet, can have headers for its elements.
    pub(super) fn may_have_blocks(&self, list: &Path) -> bool {
        let Some((table, _)) = list.entry() else { return false };
        let has_header = self.places.statements.iter().any(|found| found.is_header() && found.path == table);
        table.is_empty() || has_header
    }

    /// A new table as an element of a list with headers, indented as its siblings are.
    pub(super) fn new_block(&self, list: &Path, table: &[(String, NewValue)]) -> String {
        let first = list.with(0);
        let mut siblings = self.places.statements.iter().skip_while(|found| found.path != first);
        let header = self.indent_of(siblings.next());
        let entry = self.indent_of(siblings.next().filter(|found| found.is_entry()));
        self.block_lines(list, table, [header, entry]).join(self.line_end)
    }

    fn indent_of(&self, statement: Option<&PlacedStatement>) -> &str {
        statement.and_then(|found| self.places.indent(found.written.start)).unwrap_or_default()
    }

    fn block_lines(&self, list: &Path, table: &[(String, NewValue)], indents: [&str; 2]) -> Vec<String> {
        let (lists, entries): (Vec<_>, Vec<_>) =
            table.iter().partition(|(_, value)| value.tables().is_some());
        let [header, entry] = indents;
        let mut lines = vec![format!("{header}[[{}]]", name(list))];
        let written = entries.iter().map(|(key, value)| write::entry(key, value, self.line_end));
        lines.extend(written.map(|written| format!("{entry}{written}")));
        for (key, value) in lists {
            for table in value.tables().into_iter().flatten() {
                lines.push(String::new());
                lines.extend(self.block_lines(&list.with(&**key), table, indents));
            }
        }
        lines
    }

    /// Puts a block into a list, with a gap like that of its neighbours.
    pub(super) fn block_put_in(&self, list: &Path, at: usize, block: &str) -> Result<Edit, Refusal> {
        let count = self.value(list).and_then(toml::Value::as_array).map_or(0, Vec::len);
        let Some(last) = count.checked_sub(1) else { return self.first_block(list, block) };
        let gap = if count > 1 { self.gap_before(&list.with(at.clamp(1, last)))? } else { 1 };
        if at < count {
            let next = self.block_of(&list.with(at))?;
            let start = self.bytes_of(&next)?.start;
            return Ok(change(start..start, format!("{block}{}", self.line_end.repeat(gap + 1))));
        }
        let last = self.block_of(&list.with(last))?;
        // A comment directly above the header would be the new block's.
        let gap = gap.max(self.run_before(last.statements.end, PlacedStatement::is_comment).min(1));
        let end = self.bytes_of(&last)?.end;
        Ok(change(end..end, format!("{}{block}", self.line_end.repeat(gap + 1))))
    }

    /// The number of empty lines before the block of an element; one if a comment stands alone there.
    fn gap_before(&self, element: &Path) -> Result<usize, Refusal> {
        let start = self.block_of(element)?.statements.start;
        let lines = self.run_before(start, PlacedStatement::is_empty_line);
        let is_behind_comment = self.run_before(start - lines, PlacedStatement::is_comment) > 0;
        Ok(if is_behind_comment { 1 } else { lines })
    }

    /// Puts the first block of a list behind the tables of keys that are declared before it, before those of keys that are
    /// declared behind it, or else at the end of the table around it.
    fn first_block(&self, list: &Path, block: &str) -> Result<Edit, Refusal> {
        let (table, key) = list.entry().ok_or_else(|| Refusal::NoList(list.clone()))?;
        let statements = &self.places.statements;
        let schema = self.schema_at(&table);
        let declared = schema.as_ref().map(|schema| &*schema.fields).unwrap_or_default();
        let own = declared.iter().position(|field| &*field.key == key).unwrap_or(declared.len());
        let (before, behind) = declared.split_at(own);
        let is_of = |found: &PlacedStatement, name: &str| {
            found.is_header() && found.path.starts_with(&table.with(name))
        };
        let last = before
            .iter()
            .rev()
            .find_map(|field| statements.iter().rposition(|found| is_of(found, &field.key)));
        if let Some(last) = last {
            let last = self.block_of(&self.statement(last)?.path)?;
            return Ok(self.behind(self.bytes_of(&last)?.end, block));
        }
        let next =
            behind.iter().find_map(|field| statements.iter().position(|found| is_of(found, &field.key)));
        if let Some(next) = next {
            let start = self.statement(self.comments_above(next))?.range.start;
            return Ok(change(start..start, format!("{block}{0}{0}", self.line_end)));
        }
        if !table.is_empty() {
            let around = self.block_of(&table)?;
            return Ok(self.behind(self.bytes_of(&around)?.end, block));
        }
        let end = self.places.toml.len();
        Ok(match statements.iter().rev().find(|found| !found.is_empty_line()) {
            Some(last) => self.behind(last.range.end, block),
            None => change(end..end, format!("{block}{}", self.line_end)),
        })
    }

    /// Puts a table with a header behind those in the table around it, if that has no other entries, nor a header.
    pub(super) fn table_behind_siblings(
        &self,
        around: &Path,
        table: &Path,
        entries: &[(String, NewValue)],
    ) -> Option<Edit> {
        let statements = &self.places.statements;
        let last = statements.iter().rfind(|found| found.is_header() && found.path.starts_with(around))?;
        let has_header = statements.iter().any(|found| found.is_header() && found.path == *around);
        let has_dots = statements.iter().any(|found| found.is_with_dots_of(around));
        if around.is_empty() || has_header || has_dots {
            return None;
        }
        let mut block = format!("[{}]", name(table));
        for (key, value) in entries {
            block += &format!("{}{}", self.line_end, write::entry(key, value, self.line_end));
        }
        let end = self.bytes_of(&self.block_of(&last.path).ok()?).ok()?.end;
        Some(self.behind(end, &block))
    }

    fn behind(&self, end: usize, block: &str) -> Edit {
        change(end..end, format!("{0}{0}{block}", self.line_end))
    }

    /// Cuts the block of the table at a path with the gap behind it, or with that before it if it is the last one of its list.
    pub(super) fn block_cut(&self, table: &Path) -> Result<Edit, Refusal> {
        let block = self.block_of(table)?;
        if block.is_torn {
            return Err(Refusal::Torn);
        }
        let bytes = self.bytes_of(&block)?;
        let Range { start, end } = block.statements;
        let statements = &self.places.statements;
        let is_last = table.element().is_none_or(|(list, at)| {
            self.value(&list).and_then(toml::Value::as_array).is_none_or(|list| at + 1 == list.len())
        });
        let gap = self.run_before(start, PlacedStatement::is_empty_line);
        let before = (start - gap).checked_sub(1).and_then(|before| statements.get(before));
        if let Some(before) = before.filter(|_| is_last) {
            // The comment of a list that is empty now doesn't come to stand above the next one.
            return Ok(if gap == 0 && before.is_comment() {
                self.lines_cut(bytes)
            } else {
                change(before.range.end..bytes.end, "")
            });
        }
        let behind = statements.iter().skip(end).find(|found| !found.is_empty_line());
        let next = behind.map_or(self.places.toml.len(), |next| next.range.start);
        Ok(change(bytes.start..next, ""))
    }

    /// Cuts the block of a table, and leaves its comments.
    pub(super) fn block_cut_but_comments(&self, table: &Path) -> Result<Edit, Refusal> {
        let bytes = self.bytes_of(&self.block_of(table)?)?;
        match self.comment_lines(&bytes, "") {
            kept if kept.is_empty() => self.block_cut(table),
            kept => Ok(change(bytes, kept.join(self.line_end))),
        }
    }

    /// Moves a block to another place in its list. Gaps stay where they are.
    pub(super) fn blocks_permuted(&self, list: &Path, from: usize, to: usize) -> Result<Vec<Edit>, Refusal> {
        let blocks = (from.min(to)..=from.max(to)).map(|at| match self.block_of(&list.with(at))? {
            block if block.is_torn => Err(Refusal::Torn),
            block => self.bytes_of(&block),
        });
        let places = blocks.collect::<Result<Vec<_>, _>>()?;
        let moves = moved(from, to).into_iter().zip(&places);
        let edits = moves.filter_map(|(taken, at)| {
            let taken = places.get(taken - from.min(to))?;
            Some(change(at.clone(), self.places.written(taken)))
        });
        Ok(edits.collect())
    }

    /// Cuts all headers and entries of a table or list, and leaves their comments.
    pub(super) fn unset_parts(&self, path: &Path) -> Result<String, Refusal> {
        let mut text = self.text.to_owned();
        loop {
            let splicer = Splicer::new(&text, self.schema).map_err(|_| Refusal::Unusual)?;
            let Some(last) = splicer.places.statements.iter().rfind(|found| found.is_within(path)) else {
                break;
            };
            let last = if last.is_header() { last } else { splicer.header_within(last, path) };
            let edit = if last.is_header() {
                splicer.block_cut_but_comments(&last.path)?
            } else {
                splicer.entry_cut(last)
            };
            text = splicer.spliced(vec![edit])?;
        }
        Ok(text)
    }

    /// The header above an entry, if that is of the same table or list, or else the entry.
    fn header_within<'s>(&'s self, entry: &'s PlacedStatement, path: &[PathStep]) -> &'s PlacedStatement {
        let headers = self.places.statements.iter().filter(|found| found.is_header());
        let above = headers.take_while(|found| found.range.start < entry.range.start).last();
        above.filter(|header| header.path.starts_with(path)).unwrap_or(entry)
    }
}
