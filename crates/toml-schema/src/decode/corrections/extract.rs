//! A table that is moved to a file of its own, with what refers to it in its place.

use super::edits::{TextChange, TomlDocument};
use crate::{
    decode::{line_end, outline::path, recover::StatementKind},
    diagnostic::{Applicability, Edit, Fix, NewFile, Span, next_line, splice},
    edit::toml_key,
};

impl TomlDocument<'_> {
    /// Moves the table at a place to a new file at `to`, and writes `reference` behind its key.
    pub fn extract(&self, at: Span, reference: &str, to: String) -> Option<Fix> {
        let start = at.range().start;
        let header = self.statements.get(self.index_at(start)?)?;
        let (changes, text) = if header.kind == StatementKind::Header {
            self.extract_below(start, reference)?
        } else {
            (vec![(at.range(), reference.to_owned())], self.extract_inline(at)?)
        };
        let edits = changes.into_iter().map(|(at, text)| Edit::at(self.file(), at, text)).collect();
        let fix = Fix::new(edits, Applicability::Proposed)?;
        Some(Fix { creates: Some(NewFile { path: to, text }), ..fix })
    }

    /// The entries of a table in braces, a line each.
    fn extract_inline(&self, at: Span) -> Option<String> {
        let table = self
            .containers(at.range().start)
            .into_iter()
            .find(|table| table.range.start == at.range().start)?;
        let line_end = line_end(&self.text);
        Some(table.items.iter().map(|item| format!("{}{line_end}", self.written(&item.range))).collect())
    }

    /// The table with this header and those within it, and the change that leaves a reference to it.
    fn extract_below(&self, start: usize, reference: &str) -> Option<(Vec<TextChange>, String)> {
        let first = self.index_at(start)?;
        let header = self.statements.get(first)?;
        let own = path(self.written(&header.range));
        let (name, around) = own.split_last()?;
        let all = self.statements.get(first + 1..)?.iter().take_while(|statement| {
            let keys = path(self.written(&statement.range));
            statement.kind != StatementKind::Header || keys.len() > own.len() && keys.starts_with(&own)
        });
        let below: Vec<_> = all.filter(|statement| statement.kind != StatementKind::Blank).collect();
        let end = next_line(&self.text, below.last()?.range.end);
        // Headers within it lose the names of the tables around them.
        let prefix = format!("{}.", own.join("."));
        let mut edits = vec![Edit::at(self.file(), start..next_line(&self.text, header.range.end), "")];
        for inner in below.iter().filter(|statement| statement.kind == StatementKind::Header) {
            let from = inner.range.start + self.written(&inner.range).find(&prefix)?;
            edits.push(Edit::at(self.file(), from..from + prefix.len(), ""));
        }
        let text = splice(self.text.get(..end)?, &edits)?;
        let text = format!("{}{}", text.get(start..)?.trim(), line_end(&self.text));
        let before = self.statements.get(..first)?.iter().rev();
        let mut headers = before.filter(|statement| statement.kind == StatementKind::Header);
        let parent = headers.find(|statement| path(self.written(&statement.range)) == around);
        // A table around it without a header of its own has no place for the line.
        let parent = if around.is_empty() { None } else { Some(parent?.range.start) };
        let (place, entries) = self.block(parent)?;
        let behind = entries.last().map(|entry| entry.range.end).or(place)?;
        let line_end = line_end(&self.text);
        let is_apart = self.written(&(0..start)).ends_with(&line_end.repeat(2));
        let gap = if is_apart { line_end.len() } else { 0 };
        let line = format!("{line_end}{} = {reference}", toml_key(name));
        Some((vec![(behind..behind, line), (start - gap..end, String::new())], text))
    }
}
