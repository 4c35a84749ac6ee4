//! Edits of a TOML text by their meaning: a key is put in, an entry is taken out.

use std::{borrow::Cow, ops::Range};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::placeholder::{self, UNWRITTEN, comment_behind};
use crate::{
    decode::{
        FrontMatter,
        front_matter::FENCE,
        line_end,
        outline::path,
        recover::{EntryParts, Statement, StatementKind, comment_out, entry, statements},
    },
    diagnostic::{Applicability, Edit, FileId, Fix, Span, line_at, next_line},
    edit::toml_key,
};

/// A place, and the text to write there.
pub(super) type TextChange = (Range<usize>, String);

/// A key with its value.
pub(super) struct KeyValue {
    /// The key without quotes.
    key: String,
    /// From the key to the end of the value; between headers, whole lines.
    pub(super) range: Range<usize>,
}

/// A table in braces or a list, within a statement.
pub(super) struct Container {
    pub(super) range: Range<usize>,
    /// Its entries or elements; the latter have no keys.
    pub(super) items: Vec<ListItem>,
    is_table: bool,
}

pub(super) struct ListItem {
    key: String,
    /// From the key to the end of the value.
    pub(super) range: Range<usize>,
    /// The byte at which its value begins.
    value: usize,
}

/// The TOML of a file by its statements, for edits by what they do.
#[derive(Debug)]
pub struct TomlDocument<'t> {
    file: FileId,
    pub(in crate::decode) text: Cow<'t, str>,
    pub(in crate::decode) statements: Vec<Statement>,
}

impl<'t> TomlDocument<'t> {
    /// The TOML of a text: of one in Markdown, what stands at its top.
    pub fn new(file: FileId, text: &'t str) -> Self {
        let text = if text.trim_start().starts_with(FENCE) {
            Cow::Owned(FrontMatter::parse(file, text).map(|front| front.toml).unwrap_or_default())
        } else {
            Cow::Borrowed(text)
        };
        let statements = statements(&text);
        Self { file, text, statements }
    }

    fn fix(&self, changes: Option<Vec<TextChange>>, applicability: Applicability) -> Option<Fix> {
        let edits = changes?.into_iter().map(|(at, text)| Edit::at(self.file, at, text));
        Fix::new(edits.collect(), applicability)
    }

    /// Puts a key into the table that begins at a place, or into the one at the top of the file: behind the last of the keys
    /// `after` that it has, or else of all, and with the comment that its value isn't the right one yet. If the key is there with
    /// a value that says nothing, only the value is put in.
    pub fn insert(&self, table: Option<Span>, key: &str, example: &str, after: &[String]) -> Option<Fix> {
        let example = example.replace('\n', line_end(&self.text));
        let entry = format!("{} = {example}", toml_key(key));
        let table = table.map(|table| table.range().start);
        if let Some(value) = self.value_of(table, key) {
            return placeholder::fix(&self.text, Span::new(self.file, value), &example);
        }
        let changes = match table.filter(|start| self.is_in_braces(*start)) {
            Some(start) => self.insert_inline(start, after, &entry),
            None => self.insert_line(table, after, &entry),
        };
        self.fix(changes, Applicability::Proposed)
    }

    /// The bytes of the value of a key in the table that begins at a place, or in the one at the top of the file.
    fn value_of(&self, table: Option<usize>, key: &str) -> Option<Range<usize>> {
        if let Some(start) = table.filter(|start| self.is_in_braces(*start)) {
            let inline = self.containers(start).into_iter().find(|table| table.range.start == start)?;
            let item = inline.items.into_iter().find(|item| item.key == key)?;
            return Some(item.value..item.range.end);
        }
        let (_, entries) = self.block(table)?;
        let found = entries.into_iter().find(|entry| entry.key == key)?;
        let EntryParts { value, .. } = entry(self.written(&found.range))?;
        Some(found.range.start + value.start..found.range.start + value.end)
    }

    fn is_in_braces(&self, table: usize) -> bool {
        self.written(&(table..self.text.len())).starts_with('{')
    }

    /// Takes out what has its key at a place, or is there: one of several in brackets with its comma; one on lines of its own,
    /// or a whole table, is commented out.
    pub fn remove(&self, at: Span) -> Option<Fix> {
        self.fix(self.removal(at.range().start), Applicability::Proposed)
    }

    /// Writes the header at a place as that of a list of tables with this name, and a line below it.
    pub fn retitle(&self, at: Span, name: &str, line: &str) -> Option<Fix> {
        let header = self.statements.get(self.index_at(at.range().start)?)?;
        let written = self.written(&header.range).split('#').next()?.trim_end();
        let Range { start, end } = header.range.clone();
        let renamed = (start..start + written.len(), format!("[[{name}]]"));
        let added = (end..end, format!("{}{line}", line_end(&self.text)));
        self.fix(Some(vec![renamed, added]), Applicability::Proposed)
    }

    /// Writes the headers at these places as those of the list `name`.
    pub fn rename_tables(&self, at: &[Span], name: &str) -> Option<Fix> {
        let edits = at.iter().map(|at| {
            let header = self.statements.get(self.index_at(at.range().start)?)?;
            let written = self.written(&header.range).split('#').next()?.trim_end();
            let is_header = header.kind == StatementKind::Header;
            is_header.then(|| (header.range.start..header.range.start + written.len(), format!("[[{name}]]")))
        });
        self.fix(edits.collect(), Applicability::Proposed)
    }

    /// Puts the line of the key at a place behind the keys at the top of the file, unless one of them is the same.
    pub fn move_up(&self, at: Span) -> Option<Fix> {
        let statement = self.statements.get(self.index_at(at.range().start)?)?;
        let moved = self.written(&statement.range);
        let written = entry(moved).filter(|_| statement.kind == StatementKind::Entry)?.key;
        // A key between braces has others on its line, and the key of their table.
        let is_own_line = statement.range.start + written.start == at.range().start;
        let key = unquoted(moved.get(written).filter(|_| is_own_line)?);
        let (_, above) = self.block(None)?;
        let last = above.last().filter(|_| above.iter().all(|other| other.key != key))?.range.end;
        let line = statement.range.start..next_line(&self.text, statement.range.end);
        let put_in = (last..last, format!("{}{moved}", line_end(&self.text)));
        self.fix(Some(vec![put_in, (line, String::new())]), Applicability::Certain)
    }

    /// Puts entries in the place of the table of the file that is at a place, above all headers.
    pub fn unpack(&self, at: Span, entries: &[(&str, &str)], sure: Applicability) -> Option<Fix> {
        let statement = self.statements.get(self.index_at(at.range().start)?)?;
        let line_end = line_end(&self.text);
        let lines: Vec<String> =
            entries.iter().map(|(key, value)| format!("{} = {value}", toml_key(key))).collect();
        let lines = Some(lines.join(line_end)).filter(|lines| !lines.is_empty())?;
        if statement.kind == StatementKind::Entry {
            return self.fix(Some(vec![(statement.range.clone(), lines)]), sure);
        }
        let (_, above) = self.block(None)?;
        let last = above.last()?.range.end;
        let table = statement.range.start..next_line(&self.text, self.last_below(statement).range.end);
        self.fix(Some(vec![(last..last, format!("{line_end}{lines}")), (table, String::new())]), sure)
    }

    /// Writes the list whose first key is at a place as a table with these keys for its elements: headers in their places, and
    /// a list in brackets below a header of its own.
    pub fn name_elements(&self, list: Span, keys: &[String]) -> Option<Fix> {
        let index = self.index_at(list.range().start)?;
        let changes = match self.statements.get(index)?.kind {
            StatementKind::Header => self.name_headers(index, keys),
            _ => self.name_values(index, list.range().start, keys),
        };
        self.fix(changes, Applicability::Proposed)
    }

    /// The change of the headers of a list of tables, from the first one on, and of those below them.
    fn name_headers(&self, first: usize, keys: &[String]) -> Option<Vec<TextChange>> {
        let list = header_keys(self.written(&self.statements.get(first)?.range))?;
        let below = format!("{list}.");
        let (mut keys, mut named, mut changes) = (keys.iter(), String::new(), Vec::new());
        for header in self.statements.get(first..)?.iter().filter(|found| found.kind == StatementKind::Header)
        {
            let written = self.written(&header.range);
            let own = header_keys(written)?;
            let start = header.range.start + written.find(own)?;
            if own == list {
                named = format!("{list}.{}", keys.next()?);
                let behind = start + own.len();
                let end = behind + self.written(&(behind..header.range.end)).find("]]")? + "]]".len();
                changes.push((header.range.start..end, format!("[{named}]")));
            } else if own.starts_with(&below) {
                changes.push((start..start + list.len(), named.clone()));
            }
        }
        keys.next().is_none().then_some(changes)
    }

    /// The change of a list in brackets, whose key stands alone at the beginning of a statement.
    fn name_values(&self, index: usize, at: usize, keys: &[String]) -> Option<Vec<TextChange>> {
        let Statement { range, .. } = self.statements.get(index)?;
        let parts = entry(self.written(range))?;
        let list = self.containers(range.start).into_iter().next().filter(|list| !list.is_table)?;
        let is_alone =
            range.start + parts.key.start == at && range.start + parts.value.start == list.range.start;
        let key =
            self.written(range).get(parts.key).filter(|_| is_alone && list.items.len() == keys.len())?;
        let headers = |found: &&Statement| found.kind == StatementKind::Header;
        let above = self.statements.get(..index)?.iter().rev().find(headers);
        let header = match above {
            Some(above) => format!("{}.{key}", header_keys(self.written(&above.range))?),
            None => key.to_owned(),
        };
        let line_end = line_end(&self.text);
        let entries = keys.iter().zip(&list.items);
        let lines = entries
            .map(|(key, item)| format!("{key} = {}{line_end}", self.written(&(item.value..item.range.end))));
        let table = format!("[{header}]{line_end}{}", lines.collect::<String>());
        let next = self.statements.get(index..)?.iter().find(headers).map(|next| next.range.start);
        let at = next.unwrap_or(self.text.len());
        let before = if next.is_some() || self.text.ends_with('\n') { "" } else { line_end };
        let gap = if at == next_line(&self.text, range.end) { "" } else { line_end };
        let (lead, behind) = if next.is_some() { ("", line_end) } else { (gap, "") };
        let line = range.start..next_line(&self.text, range.end);
        Some(vec![(line, String::new()), (at..at, format!("{before}{lead}{table}{behind}"))])
    }

    /// Puts tables at the end of the list `key` of the file, in brackets where the list is written so, or else below headers of
    /// their own at the end of the text. Each table is a key and value after the other, as TOML writes them.
    pub fn push(&self, key: &str, tables: &[Vec<(&str, String)>]) -> Option<Fix> {
        let changes = match self.list_in_brackets(key) {
            _ if tables.is_empty() => return None,
            Some(list) => self.push_inline(&list, tables),
            None => vec![self.push_below_headers(key, tables)],
        };
        self.fix(Some(changes), Applicability::Certain)
    }

    /// The list `key` above all headers.
    fn list_in_brackets(&self, key: &str) -> Option<Container> {
        let above = self.statements.iter().take_while(|statement| statement.kind != StatementKind::Header);
        above.filter(|statement| statement.kind == StatementKind::Entry).find_map(|statement| {
            let root = DeTable::parse(self.written(&statement.range)).ok()?;
            root.get_ref().get(key)?.get_ref().as_array()?;
            self.containers(statement.range.start).into_iter().next()
        })
    }

    fn push_inline(&self, list: &Container, tables: &[Vec<(&str, String)>]) -> Vec<TextChange> {
        let tables: Vec<String> = tables.iter().map(|entries| in_braces(entries)).collect();
        let end = list.range.end - 1;
        let Some(last) = list.items.last() else { return vec![(end..end, tables.join(", "))] };
        let behind = self.written(&(last.range.end..end));
        if !behind.contains('\n') {
            return vec![(last.range.end..last.range.end, format!(", {}", tables.join(", ")))];
        }
        // Behind the comment of the last one, a line each.
        let (line_end, line) = (line_end(&self.text), line_at(&self.text, last.range.start).start);
        let before = self.written(&(line..last.range.start));
        let indent = if before.trim().is_empty() { before } else { "  " };
        let lines: String = tables.iter().map(|table| format!("{indent}{table},{line_end}")).collect();
        let at = line_at(&self.text, end).start;
        let comma = if behind.trim_start().starts_with(',') { "" } else { "," };
        vec![(last.range.end..last.range.end, comma.to_owned()), (at..at, lines)]
    }

    fn push_below_headers(&self, key: &str, tables: &[Vec<(&str, String)>]) -> TextChange {
        let line_end = line_end(&self.text);
        let mut lines = String::new();
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            lines.push_str(line_end);
        }
        for table in tables {
            lines.push_str(&format!("{line_end}[[{key}]]{line_end}"));
            for (key, value) in table {
                lines.push_str(&format!("{key} = {value}{line_end}"));
            }
        }
        let end = self.text.len();
        (end..end, lines)
    }

    /// The number of the file.
    pub(super) fn file(&self) -> FileId {
        self.file
    }

    pub(super) fn written(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The statement that holds `offset`, by its place among all.
    pub(in crate::decode) fn index_at(&self, offset: usize) -> Option<usize> {
        let index = self.statements.partition_point(|statement| statement.range.end < offset);
        self.statements.get(index).filter(|statement| statement.range.start <= offset).map(|_| index)
    }

    /// All tables in braces and lists of the statement that holds `offset`, the outermost first.
    pub(super) fn containers(&self, offset: usize) -> Vec<Container> {
        let statement = self.index_at(offset).and_then(|index| self.statements.get(index));
        let Some(range) = statement.map(|statement| &statement.range) else { return Vec::new() };
        let mut all = Vec::new();
        if let Ok(root) = DeTable::parse(self.written(range)) {
            root.get_ref().values().for_each(|value| collect_containers(value, range.start, &mut all));
        }
        all
    }

    /// The entries below the header at `start`, or above all headers, and where that header ends.
    pub(super) fn block(&self, start: Option<usize>) -> Option<(Option<usize>, Vec<KeyValue>)> {
        let header = start.map(|start| self.index_at(start));
        let header = match header {
            Some(index) => {
                Some(self.statements.get(index?).filter(|found| found.kind == StatementKind::Header)?)
            }
            None => None,
        };
        let first = header.map_or(0, |header| header.range.end);
        let below =
            self.statements.iter().skip_while(|statement| header.is_some() && statement.range.start < first);
        let below = below.take_while(|statement| statement.kind != StatementKind::Header);
        let entries =
            below.filter(|statement| statement.kind == StatementKind::Entry).filter_map(|statement| {
                let written = self.written(&statement.range);
                let key = unquoted(written.get(entry(written)?.key)?);
                Some(KeyValue { key, range: statement.range.clone() })
            });
        Some((header.map(|header| header.range.end), entries.collect()))
    }

    fn insert_line(&self, start: Option<usize>, after: &[String], entry: &str) -> Option<Vec<TextChange>> {
        let (header, entries) = self.block(start)?;
        let line_end = line_end(&self.text);
        let change = match (predecessor(&entries, after), entries.first(), header) {
            (Some(before), ..) => {
                let at = before.range.end;
                (at..at, format!("{line_end}{}{entry} {UNWRITTEN}", self.indent_of(before)))
            }
            (None, Some(first), _) => {
                let at = first.range.start;
                (at..at, format!("{}{entry} {UNWRITTEN}{line_end}", self.indent_of(first)))
            }
            (None, None, Some(header)) => (header..header, format!("{line_end}{entry} {UNWRITTEN}")),
            (None, None, None) => {
                let first = self.first_header();
                let at = first.unwrap_or(self.text.len());
                let gap = if first.is_some() { line_end } else { "" };
                let is_line_start = at == 0 || self.written(&(0..at)).ends_with('\n');
                let lead = if is_line_start { "" } else { line_end };
                (at..at, format!("{lead}{entry} {UNWRITTEN}{line_end}{gap}"))
            }
        };
        Some(vec![change])
    }

    fn indent_of(&self, entry: &KeyValue) -> &str {
        let line = self.written(&entry.range);
        line.get(..line.len() - line.trim_start().len()).unwrap_or_default()
    }

    fn insert_inline(&self, start: usize, after: &[String], entry: &str) -> Option<Vec<TextChange>> {
        let table = self.containers(start).into_iter().find(|table| table.range.start == start)?;
        let before = after.iter().rev().find_map(|name| table.items.iter().find(|item| item.key == *name));
        let before = before.or_else(|| table.items.last().filter(|_| after.is_empty()));
        let end = table.range.end;
        let change = match (before, table.items.first()) {
            (Some(before), _) => (before.range.end..before.range.end, format!(", {entry}")),
            (None, Some(first)) => (first.range.start..first.range.start, format!("{entry}, ")),
            (None, None) => (start + 1..end - 1, format!(" {entry} ")),
        };
        let comment = comment_behind(&self.text, end - 1)?.map(|(at, comment)| (at..at, comment));
        Some([change].into_iter().chain(comment).collect())
    }

    fn removal(&self, offset: usize) -> Option<Vec<TextChange>> {
        let statement = self.statements.get(self.index_at(offset)?)?;
        let containers = self.containers(offset);
        let found = containers.iter().find_map(|container| {
            Some((
                container,
                container.items.iter().position(|item| item.range.start == offset || item.value == offset)?,
            ))
        });
        if let Some((Container { items, is_table, .. }, index)) =
            found.filter(|_| statement.kind == StatementKind::Entry)
        {
            let own = &items.get(index)?.range;
            let before = index.checked_sub(1).and_then(|before| items.get(before));
            let next = items.get(index + 1);
            if before.is_none() && next.is_none() && !is_table {
                return Some(commented_out(&self.text, &statement.range));
            }
            if let Some(lines) = self.own_lines(own, next.is_none()) {
                return Some(vec![(lines, String::new())]);
            }
            // A comment in between is about the one before.
            let before = before.filter(|before| !self.written(&(before.range.end..own.start)).contains('#'));
            let range = match (before, next) {
                (Some(before), _) => before.range.end..own.end,
                (None, Some(next)) => own.start..next.range.start,
                (None, None) => own.start..self.with_comma(own.end),
            };
            return Some(vec![(range, String::new())]);
        }
        if statement.kind != StatementKind::Header {
            return Some(commented_out(&self.text, &statement.range));
        }
        let last = self.last_within(statement);
        Some(commented_out(&self.text, &(statement.range.start..last.range.end)))
    }

    /// The lines of an item that shares them with nothing but its comma and a comment.
    fn own_lines(&self, item: &Range<usize>, is_last: bool) -> Option<Range<usize>> {
        let start = line_at(&self.text, item.start).start;
        let end = next_line(&self.text, item.end);
        let behind_comma = self.with_comma(item.end);
        let behind = self.written(&(behind_comma..end)).trim_start();
        let is_alone = self.written(&(start..item.start)).trim().is_empty()
            && (behind.is_empty() || behind.starts_with('#'))
            && (is_last || behind_comma > item.end);
        is_alone.then_some(start..end)
    }

    /// The end of an item with the comma that stands behind it on its line.
    fn with_comma(&self, end: usize) -> usize {
        let behind = self.written(&(end..next_line(&self.text, end)));
        let gap = behind.len() - behind.trim_start().len();
        if behind.trim_start().starts_with(',') { end + gap + 1 } else { end }
    }

    /// The last statement of the table with this header and of those within it, which would belong to the table before if they
    /// were left.
    fn last_within<'s>(&'s self, header: &'s Statement) -> &'s Statement {
        let name = path(self.written(&header.range));
        let is_within = |other: &&Statement| {
            let inner = path(self.written(&other.range));
            inner.len() > name.len() && inner.starts_with(&name)
        };
        let behind = self.statements.iter().skip_while(|other| other.range.start <= header.range.start);
        let behind = behind.filter(|other| other.kind == StatementKind::Header);
        self.last_below(behind.take_while(is_within).last().unwrap_or(header))
    }

    /// The last statement of the table with this header.
    fn last_below<'s>(&'s self, header: &'s Statement) -> &'s Statement {
        let below = self.statements.iter().skip_while(|other| other.range.start <= header.range.start);
        let below = below.take_while(|other| other.kind != StatementKind::Header);
        below.filter(|other| other.kind != StatementKind::Blank).last().unwrap_or(header)
    }

    /// The byte of the first header, or of the comment directly above it. A comment for programs, such as `#:schema`, belongs
    /// to the file.
    fn first_header(&self) -> Option<usize> {
        let first = self.statements.iter().find(|statement| statement.kind == StatementKind::Header)?;
        let mut start = first.range.start;
        while start > 0 {
            let line = line_at(&self.text, start - 1);
            let above = self.written(&line).trim_start();
            if !above.starts_with('#') || above.starts_with("#:") {
                break;
            }
            start = line.start;
        }
        Some(start)
    }
}

/// The entry behind which another belongs that comes after the keys of these names: without any, the last one.
fn predecessor<'e>(entries: &'e [KeyValue], after: &[String]) -> Option<&'e KeyValue> {
    after
        .iter()
        .rev()
        .find_map(|name| entries.iter().find(|entry| entry.key == *name))
        .or_else(|| entries.last().filter(|_| after.is_empty()))
}

/// A key without the quotes around its parts.
fn unquoted(key: &str) -> String {
    path(key).join(".")
}

/// The keys between the brackets of a header.
fn header_keys(header: &str) -> Option<&str> {
    let header = header.split('#').next()?.trim();
    let list = header.strip_prefix("[[").and_then(|header| header.strip_suffix("]]"));
    Some(list.or_else(|| header.strip_prefix('[')?.strip_suffix(']'))?.trim())
}

fn commented_out(text: &str, range: &Range<usize>) -> Vec<TextChange> {
    comment_out(text, range.clone()).into_iter().map(|at| (at..at, "# ".to_owned())).collect()
}

/// The tables in braces and the lists of a value, which stands behind so many bytes: the outermost first.
fn collect_containers(value: &Spanned<DeValue<'_>>, offset: usize, all: &mut Vec<Container>) {
    let values: Vec<_> = match value.get_ref() {
        DeValue::Table(table) => table.iter().map(|(key, value)| (Some(key), value)).collect(),
        DeValue::Array(array) => array.iter().map(|element| (None, element)).collect(),
        _ => return,
    };
    let mut items = Vec::new();
    for (key, value) in &values {
        let start = key.map_or(value.span().start, |key| key.span().start);
        items.push(ListItem {
            key: key.map(|key| key.get_ref().to_string()).unwrap_or_default(),
            range: offset + start..offset + value.span().end,
            value: offset + value.span().start,
        });
    }
    items.sort_by_key(|item| item.range.start);
    let Range { start, end } = value.span();
    all.push(Container { range: offset + start..offset + end, items, is_table: value.get_ref().is_table() });
    for (_, value) in values {
        collect_containers(value, offset, all);
    }
}

/// A table as TOML writes it among values.
fn in_braces(entries: &[(&str, String)]) -> String {
    let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}
