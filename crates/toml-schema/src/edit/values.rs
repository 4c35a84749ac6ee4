//! The effect of an operation on the values of a file, whatever their text is.

use std::{borrow::Cow, iter};

use toml::{Table, Value};

use super::{NewValue, Operation, Path, PathStep, Refusal, Splicer, write};
use crate::schema::{Field, Kind, Schema, picture};

impl Splicer<'_> {
    /// The operation with its value as it is to be read: a text keeps its last line end, one of several lines its line ends, and
    /// a single value is an element where the list has brackets.
    pub(super) fn settled(&self, operation: &Operation) -> Operation {
        match operation {
            Operation::Set { path, value } => {
                // The only element of a list without brackets.
                let list = path.element().filter(|(list, at)| *at == 0 && self.is_single(list));
                let path = list.map_or_else(|| path.clone(), |(list, _)| list);
                let value = settled(value, self.value(&path), self.field_at(&path).as_ref());
                Operation::Set { path, value }
            }
            Operation::Insert { path, at, value } => {
                let field = self.field_at(path).map(|field| Field { list: None, ..field });
                Operation::Insert { path: path.clone(), at: *at, value: settled(value, None, field.as_ref()) }
            }
            Operation::Remove { path } => match path.element() {
                Some((list, 0)) if self.is_single(&list) => Operation::Unset { path: list },
                _ => operation.clone(),
            },
            Operation::Unset { path } if path.element().is_some() => {
                self.settled(&Operation::Remove { path: path.clone() })
            }
            Operation::Unset { .. }
            | Operation::Move { .. }
            | Operation::Copy { .. }
            | Operation::Keep { .. } => operation.clone(),
        }
    }

    /// True for a list that is written as a single value, without brackets.
    pub(super) fn is_single(&self, list: &Path) -> bool {
        self.value(list).is_some_and(|value| !value.is_array() && !value.is_table())
            && self.field_at(list).is_some_and(|field| field.takes_one())
    }
}

fn settled(value: &NewValue, old: Option<&Value>, field: Option<&Field>) -> NewValue {
    let takes_one = field.is_some_and(Field::takes_one);
    let elements = old.and_then(Value::as_array);
    match value {
        NewValue::List(list) => {
            if let ([one], true, None, Some(_)) = (list.as_slice(), takes_one, elements, old) {
                return settled(one, old, None);
            }
            let field = field.map(|field| Field { list: None, ..field.clone() });
            let old = elements.into_iter().flatten().map(Some).chain(iter::repeat(None));
            NewValue::List(list.iter().zip(old).map(|(one, old)| settled(one, old, field.as_ref())).collect())
        }
        _ if takes_one && elements.is_some() => {
            NewValue::List(vec![settled(value, elements.and_then(|elements| elements.first()), None)])
        }
        NewValue::Table(table) => {
            let schema =
                field.and_then(|field| schema_of(field, |by| new_word(table, by).or(old?.get(by)?.as_str())));
            let entries = table.iter().map(|(key, value)| {
                let field = schema.as_ref().and_then(|schema| schema.field(key));
                (key.clone(), settled(value, old.and_then(|old| old.get(key)), field))
            });
            let mut entries: Vec<_> = entries.collect();
            // A new one has the order of its type, behind the word that says which type it is.
            if let (None, Some(schema)) = (old, &schema) {
                entries.sort_by_key(|(key, _)| schema.fields.iter().position(|field| *field.key == **key));
            }
            NewValue::Table(entries)
        }
        NewValue::Text(text) => NewValue::Text(settled_text(text, old.and_then(Value::as_str))),
        NewValue::Number(_) | NewValue::Date(_) | NewValue::Flag(_) => value.clone(),
    }
}

fn new_word<'v>(table: &'v [(String, NewValue)], key: &str) -> Option<&'v str> {
    table.iter().find_map(|(name, value)| match value {
        NewValue::Text(word) if name == key => Some(&**word),
        _ => None,
    })
}

/// A text without the space around it, if it has one line: of several lines, with the last line end that the old one had.
fn settled_text(text: &str, old: Option<&str>) -> String {
    let text = with_line_feeds(text);
    let line = text.trim();
    let text = if line.contains('\n') { &*text } else { line };
    match old.map(with_line_feeds).filter(|old| old.contains('\n')) {
        Some(old) => {
            let end = old.get(old.trim_end_matches('\n').len()..).unwrap_or_default();
            format!("{}{end}", text.trim_end_matches('\n'))
        }
        None => text.to_owned(),
    }
}

/// A text with the line ends of Unix.
pub(super) fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// The type of a table behind a field. `word` is the text behind a key of it.
pub(super) fn schema_of<'s, 'w>(
    field: &'s Field,
    word: impl Fn(&str) -> Option<&'w str>,
) -> Option<Cow<'s, Schema>> {
    match &field.kind {
        Kind::Table(schema) | Kind::Plural(schema) => Some(Cow::Borrowed(schema)),
        Kind::Picture(file) => Some(Cow::Owned((*picture::schema(*file)).clone())),
        Kind::Variants(variants) => {
            let word = word(&variants.by)?;
            let (_, schema) = variants.tables.iter().find(|(name, _)| **name == *word)?;
            Some(Cow::Borrowed(schema))
        }
        Kind::Scalar(_) | Kind::Choice(_) | Kind::Ref(_) => None,
    }
}

/// The value at a path within another.
pub(super) fn within<'v>(value: &'v Value, path: &[PathStep]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match step {
        PathStep::Key(key) => value.as_table()?.get(key),
        PathStep::At(at) => value.as_array()?.get(*at),
    })
}

/// Does an operation to the values of a file.
pub(super) fn change(table: &mut Table, operation: &Operation) -> Result<(), Refusal> {
    match operation {
        Operation::Set { path, value } => {
            let value = write::read(value)?;
            *place(table, path)? = value;
            Ok(())
        }
        Operation::Unset { path } => unset(table, path),
        Operation::Insert { path, at, value } => insert(table, path, *at, write::read(value)?),
        Operation::Remove { path } => remove(table, path).map(drop),
        Operation::Move { path, to, at } => {
            let (to, element) = (moved_target(path, to)?, remove(table, path)?);
            insert(table, &to, *at, element)
        }
        Operation::Copy { path } => {
            let (list, at) = path.element().ok_or_else(|| Refusal::NoList(path.clone()))?;
            let elements = list_at(table, &list)?;
            let mut element = elements.get(at).cloned().ok_or_else(|| Refusal::NotThere(path.clone()))?;
            if let Some(id) = free_id(elements, at) {
                element.as_table_mut().map(|element| element.insert(ID.to_owned(), id));
            }
            insert(table, &list, at + 1, element)
        }
        // No value differs.
        Operation::Keep { .. } => Ok(()),
    }
}

/// The key by which an element of a list is known.
pub(super) const ID: &str = "id";

/// The `id` of a copy of an element, if that has one: the next number, or the word with the next number behind it.
pub(super) fn free_id(elements: &[Value], at: usize) -> Option<Value> {
    let ids: Vec<&Value> = elements.iter().filter_map(|element| element.get(ID)).collect();
    match elements.get(at)?.get(ID)? {
        Value::Integer(_) => {
            let most = ids.iter().filter_map(|id| id.as_integer()).max()?;
            Some(Value::Integer(most.checked_add(1)?))
        }
        Value::String(word) => {
            let stem = word.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('-').unwrap_or(word);
            let mut words = (2..).map(|number| format!("{stem}-{number}"));
            words.find(|word| ids.iter().all(|id| id.as_str() != Some(word))).map(Value::String)
        }
        _ => None,
    }
}

/// The list to which an element is moved, once that has been taken out.
pub(super) fn moved_target(path: &Path, to: &Path) -> Result<Path, Refusal> {
    let (list, at) = path.element().ok_or_else(|| Refusal::NoList(path.clone()))?;
    if to.starts_with(path) {
        return Err(Refusal::IntoItself);
    }
    let steps = to.iter().enumerate().map(|(index, step)| match step {
        PathStep::At(other) if index == list.len() && to.starts_with(&list) && *other > at => {
            PathStep::At(other - 1)
        }
        step => step.clone(),
    });
    Ok(steps.collect())
}

/// The value at a path, and the tables around it, made if they aren't there.
fn place<'v>(table: &'v mut Table, path: &Path) -> Result<&'v mut Value, Refusal> {
    let not_there = || Refusal::NotThere(path.clone());
    let Some((PathStep::Key(first), rest)) = path.split_first() else { return Err(not_there()) };
    let mut value = table.entry(first.clone()).or_insert_with(|| Value::Table(Table::new()));
    for step in rest {
        value = match step {
            PathStep::Key(key) => {
                let table = value.as_table_mut().ok_or_else(not_there)?;
                table.entry(key.clone()).or_insert_with(|| Value::Table(Table::new()))
            }
            PathStep::At(at) => {
                value.as_array_mut().and_then(|list| list.get_mut(*at)).ok_or_else(not_there)?
            }
        };
    }
    Ok(value)
}

fn unset(table: &mut Table, path: &Path) -> Result<(), Refusal> {
    let Some((around, key)) = path.entry() else { return remove(table, path).map(drop) };
    if around.is_empty() {
        table.remove(key);
        return Ok(());
    }
    let Some((PathStep::Key(first), rest)) = around.split_first() else { return Ok(()) };
    let is_there = table.get(first).and_then(|value| within(value, rest)).is_some();
    if is_there && let Some(around) = place(table, &around)?.as_table_mut() {
        around.remove(key);
    }
    Ok(())
}

fn list_at<'v>(table: &'v mut Table, path: &Path) -> Result<&'v mut Vec<Value>, Refusal> {
    let value = place(table, path)?;
    if value.as_table().is_some_and(Table::is_empty) {
        *value = Value::Array(Vec::new());
    }
    value.as_array_mut().ok_or_else(|| Refusal::NoList(path.clone()))
}

fn insert(table: &mut Table, list: &Path, at: usize, element: Value) -> Result<(), Refusal> {
    let elements = list_at(table, list)?;
    if at > elements.len() {
        return Err(Refusal::NotThere(list.with(at)));
    }
    elements.insert(at, element);
    Ok(())
}

fn remove(table: &mut Table, path: &Path) -> Result<Value, Refusal> {
    let (list, at) = path.element().ok_or_else(|| Refusal::NoList(path.clone()))?;
    let elements = list_at(table, &list)?;
    if at >= elements.len() {
        return Err(Refusal::NotThere(path.clone()));
    }
    Ok(elements.remove(at))
}

/// True if two values say the same, whatever their line ends are.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Table(one), Value::Table(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| same(value, other)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::String(one), Value::String(other)) => with_line_feeds(one) == with_line_feeds(other),
        (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
        (one, other) => one == other,
    }
}

/// True if a table says what another one does, but for what is empty: nothing is left of the last table with a header, or of the
/// last key with a dot.
pub(super) fn same_but_empty(one: &Table, other: &Table) -> bool {
    same(&without_empty(one), &without_empty(other))
}

fn without_empty(table: &Table) -> Value {
    let entries = table.iter().map(|(key, value)| (key.clone(), pruned(value)));
    Value::Table(entries.filter(|(_, value)| !is_empty(value)).collect())
}

fn pruned(value: &Value) -> Value {
    match value {
        Value::Table(table) => without_empty(table),
        Value::Array(list) => Value::Array(list.iter().map(pruned).collect()),
        single => single.clone(),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Table(table) => table.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}
