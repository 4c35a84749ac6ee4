//! Values and keys that are written, and keys that are taken out.

use std::ops::Range;

use toml::Value;
use toml_parser::{Source, lexer::TokenKind};

use super::{
    NewValue, Operation, Path, Refusal, Splicer, change,
    places::{Located, PlacedStatement, ValuePlace},
    values::{same, with_line_feeds},
    write,
};
use crate::diagnostic::{Edit, next_line};

const LINE_ENDS: [char; 2] = ['\r', '\n'];

/// The beginning of the comment that marks a placeholder.
const PLACEHOLDER: &str = "# placeholder";

/// A mark that may stand behind it.
const UNWRITTEN: &str = ": not written yet";

/// Characters that end the part of a line behind a value, or begin another text.
const ENDS_OF_LINES: [TokenKind; 4] =
    [TokenKind::Comment, TokenKind::Newline, TokenKind::MlBasicString, TokenKind::MlLiteralString];

/// The beginning of the comment that says of which text another is a translation.
const TRANSLATION: &str = "# of ";

impl Splicer<'_> {
    /// The text below the TOML of a page in Markdown with an operation done, if that is about it. The lines around it stay.
    pub(super) fn set_body(&self, operation: &Operation) -> Option<Result<String, Refusal>> {
        let body = self.places.body.clone()?;
        let text = match operation {
            Operation::Set { path, value } if path.is_body() => match value {
                NewValue::Text(text) => &**text,
                _ => return Some(Err(Refusal::Unusual)),
            },
            Operation::Unset { path } if path.is_body() => "",
            _ => return None,
        };
        let old = self.text.get(body.clone())?;
        let words = old.trim_matches(LINE_ENDS);
        let new = with_line_feeds(text.trim_matches(LINE_ENDS));
        if with_line_feeds(words) == new {
            return Some(Ok(self.text.to_owned()));
        }
        let new = new.replace('\n', self.line_end);
        let start = body.start + old.len() - old.trim_start_matches(LINE_ENDS).len();
        Some(self.spliced(vec![if words.is_empty() {
            let lead = if self.text.get(..body.start)?.ends_with('\n') { "" } else { self.line_end };
            change(body, format!("{lead}{0}{new}{0}", self.line_end))
        } else {
            change(start..start + words.len(), new)
        }]))
    }

    /// The text with brackets around the single value of a list to which, or in which, an operation puts an element.
    pub(super) fn with_brackets(&self, operation: &Operation) -> Option<String> {
        let list = match operation {
            Operation::Insert { path, .. } => path.clone(),
            Operation::Move { to, .. } => to.clone(),
            Operation::Copy { path } => path.element()?.0,
            Operation::Set { .. }
            | Operation::Unset { .. }
            | Operation::Remove { .. }
            | Operation::Keep { .. } => return None,
        };
        let Located::Value(place) = self.places.locate(&list) else { return None };
        let Range { start, end } = place.node.range.clone();
        let brackets = vec![change(start..start, "["), change(end..end, "]")];
        self.spliced(brackets).ok().filter(|_| self.is_single(&list))
    }

    pub(super) fn set(&self, path: &Path, value: &NewValue) -> Result<String, Refusal> {
        match (self.value(path), value) {
            (Some(old), _) if same(old, &write::read(value)?) => Ok(self.text.to_owned()),
            (Some(Value::Table(old)), NewValue::Table(new)) => {
                let gone = old.keys().filter(|key| new.iter().all(|(new, _)| new != *key));
                let gone = gone.map(|key| Operation::Unset { path: path.with(&**key) });
                let set = new
                    .iter()
                    .map(|(key, value)| Operation::Set { path: path.with(&**key), value: value.clone() });
                self.perform_all(&gone.chain(set).collect::<Vec<_>>())
            }
            (Some(Value::Array(old)), NewValue::List(new)) => {
                self.perform_all(&between_lists(path, old, new)?)
            }
            (Some(_), _) => self.replace(path, value),
            (None, _) => self.put_in(path, value),
        }
    }

    fn replace(&self, path: &Path, value: &NewValue) -> Result<String, Refusal> {
        match self.places.locate(path) {
            Located::Value(place) => {
                let statement = self.statement(place.statement)?;
                let range = &place.node.range;
                let written = write::value(value, Some(self.places.written(range)), self.line_end);
                let mut edits = vec![change(range.clone(), written)];
                edits.extend(self.comments_moved_above(statement, range));
                edits.extend(self.placeholder_behind(range.end));
                self.spliced(edits)
            }
            Located::Parts => {
                let set = Operation::Set { path: path.clone(), value: value.clone() };
                self.perform_all(&[Operation::Unset { path: path.clone() }, set])
            }
            Located::Nothing => Err(Refusal::Unusual),
        }
    }

    fn put_in(&self, path: &Path, value: &NewValue) -> Result<String, Refusal> {
        let (table, key) = path.entry().ok_or_else(|| Refusal::NotThere(path.clone()))?;
        if !table.is_empty() && self.value(&table).is_none() {
            return self.set(&table, &NewValue::Table(vec![(key.to_owned(), value.clone())]));
        }
        if let Some(tables) = value.tables().filter(|_| self.may_have_blocks(path)) {
            let tables = tables.enumerate().map(|(at, table)| Operation::Insert {
                path: path.clone(),
                at,
                value: NewValue::Table(table.clone()),
            });
            return self.perform_all(&tables.collect::<Vec<_>>());
        }
        if let NewValue::Table(entries) = value
            && let Some(edit) = self.table_behind_siblings(&table, path, entries)
        {
            return self.spliced(vec![edit]);
        }
        let entry = write::entry(key, value, self.line_end);
        match self.places.locate(&table) {
            Located::Nothing => Err(Refusal::Unusual),
            Located::Value(place) => self.put_in_braces(&place, &table, key, &entry),
            Located::Parts => self.put_in_line(&table, key, &entry),
        }
    }

    fn put_in_braces(
        &self,
        place: &ValuePlace<'_>,
        table: &Path,
        key: &str,
        entry: &str,
    ) -> Result<String, Refusal> {
        let members = place.node.members();
        let names: Vec<&str> = members.iter().filter_map(|member| Some(&**member.keys.first()?)).collect();
        let at = self.predecessor(table, key, &names).map_or(0, |before| before + 1);
        self.spliced(self.member_put_in(place.node, at, entry))
    }

    /// Puts an entry on a line of its own among those of a table.
    fn put_in_line(&self, table: &Path, key: &str, entry: &str) -> Result<String, Refusal> {
        let statements = &self.places.statements;
        let header = statements.iter().position(|found| found.is_header() && found.path == *table);
        let with_dots = statements.iter().position(|found| found.is_with_dots_of(table));
        let first = match (header, with_dots) {
            (Some(header), _) => header + 1,
            (None, _) if table.is_empty() => 0,
            (None, Some(entry)) => self.first_below_header(entry),
            (None, None) => return self.put_in_header(table, entry),
        };
        if let Some(comment) =
            self.commented_out(first, key).filter(|_| with_dots.is_none() || header.is_some())
        {
            return self.spliced(vec![change(comment.written.clone(), entry)]);
        }
        let below = statements.iter().skip(first).take_while(|found| !found.is_header());
        let entries: Vec<&PlacedStatement> = below.filter(|found| found.is_entry_of(table)).collect();
        let names: Vec<&str> = entries.iter().filter_map(|entry| entry.path.key_at(table.len())).collect();
        let before = self.predecessor(table, key, &names).and_then(|before| entries.get(before));
        let around = first.checked_sub(1).and_then(|header| statements.get(header));
        let dots = table.iter().skip(around.map_or(0, |header| header.path.len())).cloned().collect::<Path>();
        let line = match name(&dots) {
            dots if dots.is_empty() => entry.to_owned(),
            dots => format!("{dots}.{entry}"),
        };
        let header = header.and_then(|header| statements.get(header));
        let edit = match (before.copied().or(header.filter(|_| entries.is_empty())), entries.first()) {
            (Some(before), _) => self.line_behind(before, &line),
            (None, Some(next)) => self.line_before(next, &line)?,
            (None, None) => self.first_line(&line)?,
        };
        self.spliced(vec![edit])
    }

    /// The comment that says an entry of the table below whose header the statements begin, as drafts have those that may be
    /// written.
    fn commented_out(&self, first: usize, key: &str) -> Option<&PlacedStatement> {
        let below = self.places.statements.iter().skip(first).take_while(|found| !found.is_header());
        let comments = below.filter(|found| found.is_comment());
        let words = |found: &PlacedStatement| {
            self.places.written(&found.written).trim_start_matches(['#', ' ']).to_owned()
        };
        // Behind the header of another table, it is an entry of that.
        let mut of_table = comments.take_while(|found| !words(found).starts_with('['));
        of_table.find(|found| {
            words(found).parse::<toml::Table>().is_ok_and(|said| said.len() == 1 && said.contains_key(key))
        })
    }

    /// The line before an entry and the comments directly above it.
    fn line_before(&self, next: &PlacedStatement, line: &str) -> Result<Edit, Refusal> {
        let index = self.places.statements.partition_point(|found| found.range.start < next.range.start);
        let start = self.statement(self.comments_above(index))?.range.start;
        let indent = self.places.indent(next.written.start).unwrap_or_default();
        Ok(change(start..start, format!("{indent}{line}{}", self.line_end)))
    }

    /// The first entry of a table that has none, nor a header, but tables within.
    fn put_in_header(&self, table: &Path, entry: &str) -> Result<String, Refusal> {
        let within = self.places.statements.iter().position(|found| found.is_within(table));
        let start = self.statement(self.comments_above(within.ok_or(Refusal::Unusual)?))?.range.start;
        let name = name(table);
        self.spliced(vec![change(start..start, format!("[{name}]{0}{entry}{0}{0}", self.line_end))])
    }

    /// The first entry at the top of a file.
    fn first_line(&self, line: &str) -> Result<Edit, Refusal> {
        let statements = &self.places.statements;
        if let Some(header) = statements.iter().position(PlacedStatement::is_header) {
            let start = self.statement(self.comments_above(header))?.range.start;
            return Ok(change(start..start, format!("{line}{0}{0}", self.line_end)));
        }
        if let Some(last) = statements.iter().rev().find(|found| !found.is_empty_line()) {
            return Ok(change(last.range.end..last.range.end, format!("{0}{0}{line}", self.line_end)));
        }
        let end = self.places.toml.len();
        let lead =
            if end == 0 || self.places.toml.ends_with(['\n', '\u{FEFF}']) { "" } else { self.line_end };
        Ok(change(end..end, format!("{lead}{line}{}", self.line_end)))
    }

    fn line_behind(&self, before: &PlacedStatement, line: &str) -> Edit {
        let indent = self.places.indent(before.written.start).unwrap_or_default();
        change(before.range.end..before.range.end, format!("{}{indent}{line}", self.line_end))
    }

    /// The one of these keys of a table behind which another belongs: the last one that is declared before it, or else the last
    /// one of all if the table's type doesn't declare it.
    fn predecessor(&self, table: &Path, key: &str, names: &[&str]) -> Option<usize> {
        let schema = self.schema_at(table);
        let declared = schema.as_ref().map(|schema| &*schema.fields).unwrap_or_default();
        let Some(own) = declared.iter().position(|field| &*field.key == key) else {
            return names.len().checked_sub(1);
        };
        let mut before = declared.get(..own).unwrap_or_default().iter().rev();
        let found = before.find_map(|field| names.iter().rposition(|name| *name == &*field.key));
        if found.is_some() {
            return found;
        }
        // The word that says which type a table has is declared by none: the key goes behind it.
        let undeclared = names.iter().take_while(|name| declared.iter().all(|field| &*field.key != **name));
        undeclared.count().checked_sub(1)
    }

    pub(super) fn unset(&self, path: &Path) -> Result<String, Refusal> {
        if self.value(path).is_none() {
            return Ok(self.text.to_owned());
        }
        match self.places.locate(path) {
            Located::Value(ValuePlace { statement, within: Some((node, index)), .. }) => {
                let mut edits = self.member_cut(node, index, true);
                let member = node.members().get(index).ok_or(Refusal::Unusual)?;
                edits.extend(self.comments_moved_above(self.statement(statement)?, &member.value.range));
                self.spliced(edits)
            }
            Located::Value(place) => self.spliced(vec![self.entry_cut(self.statement(place.statement)?)]),
            Located::Parts => self.unset_parts(path),
            Located::Nothing => Err(Refusal::Unusual),
        }
    }

    /// Cuts an entry, and leaves its comments.
    pub(super) fn entry_cut(&self, entry: &PlacedStatement) -> Edit {
        let Range { start, end } = entry.range;
        let indent = self.places.indent(entry.written.start).unwrap_or_default();
        let kept = self.comment_lines(&entry.range, indent);
        if !kept.is_empty() {
            return change(start..end, kept.join(self.line_end));
        }
        self.lines_cut(start..end)
    }

    /// Cuts whole lines with the line end behind them, or of the last ones of the file that before them.
    pub(super) fn lines_cut(&self, lines: Range<usize>) -> Edit {
        let Range { start, end } = lines;
        let next = next_line(self.text, end);
        if next > end || start == 0 {
            return change(start..next, "");
        }
        let before = self.places.written(&(0..start));
        change(before.trim_end_matches(LINE_ENDS).len()..end, "")
    }

    /// The comments in these bytes but the program's own, a line each.
    pub(super) fn comment_lines(&self, range: &Range<usize>, indent: &str) -> Vec<String> {
        let comments = self.places.comments(range).into_iter();
        let own = comments.filter_map(|comment| without_notes(self.places.written(&comment)));
        own.map(|comment| format!("{indent}{comment}")).collect()
    }

    /// Puts the comments of a value that goes above the statement in which it is.
    pub(super) fn comments_moved_above(
        &self,
        statement: &PlacedStatement,
        value: &Range<usize>,
    ) -> Option<Edit> {
        let indent = self.places.indent(statement.written.start).unwrap_or_default();
        let lines = self.comment_lines(value, indent);
        let start = statement.range.start;
        let lines: String = lines.into_iter().map(|line| line + self.line_end).collect();
        (!lines.is_empty()).then(|| change(start..start, lines))
    }

    /// Takes off the comment that marks a value as a placeholder, if there is one.
    pub(super) fn keep(&self, path: &Path) -> Result<String, Refusal> {
        let span = self.places.span_of(path).ok_or_else(|| Refusal::NotThere(path.clone()))?;
        self.spliced(self.placeholder_behind(span.end).into_iter().collect())
    }

    /// Takes off the comment that marks the value that ends here as a placeholder. Of which text it is a translation still holds.
    pub(super) fn placeholder_behind(&self, end: usize) -> Option<Edit> {
        let rest = self.places.toml.get(end..)?;
        let mut tokens = Source::new(rest).lex();
        let found = tokens.find(|token| ENDS_OF_LINES.contains(&token.kind()))?;
        let range = end + found.span().start()..end + found.span().end();
        let words = self.places.written(&range).strip_prefix(PLACEHOLDER)?;
        let words = words.strip_prefix(UNWRITTEN).unwrap_or(words);
        if let Some(at) = words.find('#') {
            return Some(change(range, words.get(at..)?));
        }
        if words.starts_with(" of ") {
            return Some(change(range, format!("#{words}")));
        }
        let space = rest.get(..found.span().start())?;
        Some(change(end + space.trim_end_matches([' ', '\t']).len()..range.end, ""))
    }

    /// The first of the comment lines directly above a statement that are its own, or else the statement: a comment for
    /// programs, such as `#:schema`, and one at the beginning of a file are the file's.
    pub(super) fn comments_above(&self, statement: usize) -> usize {
        let statements = self.places.statements.get(..statement).unwrap_or_default();
        let comments = statements.iter().rev().take_while(|found| found.is_comment());
        let above = statements.get(..statement - comments.clone().count()).unwrap_or_default();
        if above.iter().all(PlacedStatement::is_empty_line) {
            return statement;
        }
        let own = comments.take_while(|found| !self.places.written(&found.written).starts_with("#:"));
        statement - own.count()
    }

    /// The first statement of the table around another.
    fn first_below_header(&self, statement: usize) -> usize {
        let before = self.places.statements.get(..statement).unwrap_or_default();
        before.iter().rposition(PlacedStatement::is_header).map_or(0, |header| header + 1)
    }

    pub(super) fn statement(&self, index: usize) -> Result<&PlacedStatement, Refusal> {
        self.places.statements.get(index).ok_or(Refusal::Unusual)
    }
}

/// The operations that make a list of another, and leave the elements at its beginning and end that both have.
fn between_lists(path: &Path, old: &[Value], new: &[NewValue]) -> Result<Vec<Operation>, Refusal> {
    let values: Vec<Value> = new.iter().map(write::read).collect::<Result<_, _>>()?;
    let alike = |pair: &(&Value, &Value)| same(pair.0, pair.1);
    let first = old.iter().zip(&values).take_while(alike).count();
    let rest = old.len().min(values.len()) - first;
    let last = old.iter().rev().zip(values.iter().rev()).take(rest).take_while(alike).count();
    let (old_end, new_end) = (old.len() - last, new.len() - last);
    let both = old_end.min(new_end);
    let middle = new.iter().enumerate().skip(first).take(new_end - first);
    let written = middle.map(|(at, value)| {
        if at < both {
            Operation::Set { path: path.with(at), value: value.clone() }
        } else {
            Operation::Insert { path: path.clone(), at, value: value.clone() }
        }
    });
    let gone = (both..old_end).rev().map(|at| Operation::Remove { path: path.with(at) });
    Ok(written.chain(gone).collect())
}

/// A comment without what the program wrote into it.
fn without_notes(comment: &str) -> Option<String> {
    let mut words = comment;
    if let Some(rest) = words.strip_prefix(PLACEHOLDER) {
        words = rest.strip_prefix(UNWRITTEN).unwrap_or(rest).trim_start();
    }
    let mark = words.strip_prefix(TRANSLATION).or_else(|| words.strip_prefix("of "));
    if let Some((mark, rest)) = mark.and_then(|mark| mark.split_at_checked(8))
        && mark.bytes().all(|byte| byte.is_ascii_hexdigit())
    {
        words = rest.trim_start();
    }
    match words {
        "" => None,
        words if words.starts_with('#') => Some(words.to_owned()),
        words => Some(format!("# {words}")),
    }
}

/// The name of a table in its header.
pub(super) fn name(path: &Path) -> String {
    path.keys().map(write::key).collect::<Vec<_>>().join(".")
}
