//! Marks around values on a page, by which an editor knows where in content each stands: U+E000, the number of the value,
//! U+E001, what is shown, U+E002. A browser takes them out again; a page without its marks is the page as it is published.
//!
//! A text is recognised by its address in memory: decoding makes it once, and views hand the same text on. So templates compare,
//! cut and count texts without marks, and only what they print is marked. What views make of a value (a price with its currency)
//! is noted when it is made.

use std::{
    collections::BTreeSet,
    fmt::{self, Write as _},
    sync::{Arc, Mutex},
};

use foldhash::{HashMap, HashSet};
use minijinja::{Error, Output, State, Value};
use toml_schema::edit::{Path, PathStep};

use super::{
    contexts::{object_address, with_forms_noted},
    environment,
};
use crate::{
    content::Content,
    diagnostic::{FileId, Span},
    lock,
    schema::{Data, Name, Table, decode::Spanned},
};

const OPEN: char = '\u{e000}';
const MIDDLE: char = '\u{e001}';
const CLOSE: char = '\u{e002}';

/// The base in which marks write numbers.
const BASE: u32 = 16;

/// The number of a value of content.
pub(super) type ValueId = u32;

/// The place of a value of content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueOrigin {
    /// The file of the main language.
    pub file: FileId,
    /// The path to it in the file.
    pub path: Path,
    /// The place of its text, which is in another file where a translation says it; nowhere for a default.
    pub span: Span,
}

/// The last part of the path to a value; a shared name, as there are many values.
enum OriginStep {
    Key(Name),
    At(usize),
}

/// The table or list that a value is within.
#[derive(Clone, Copy)]
enum Holder {
    /// The table of a file.
    File(FileId),
    /// A table or a list.
    Value(ValueId),
}

/// The place of a value of content. The table of a file has no step.
struct ContentNode {
    holder: Holder,
    step: Option<OriginStep>,
    span: Span,
}

/// The values of content in one language, and what pages show of them.
pub struct Marks {
    /// Keeps the values at their addresses.
    content: Arc<Content>,
    known: Mutex<KnownValues>,
}

#[derive(Default)]
struct KnownValues {
    nodes: Vec<ContentNode>,
    /// The values whose texts, pictures and tables are at these addresses in memory.
    by_address: HashMap<usize, ValueId>,
    /// The addresses of texts that several values share, as defaults do, and words of lists.
    shared: HashSet<usize>,
    /// The values of fields, by the addresses of their tables.
    fields: HashMap<(usize, Name), ValueId>,
    /// Texts that views made of values, so that nothing else gets its address.
    kept: Vec<Value>,
}

impl fmt::Debug for Marks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Marks")
    }
}

impl Marks {
    /// The values of content in one language.
    pub fn of(content: &Arc<Content>) -> Self {
        let mut known = KnownValues::default();
        let entries = content.collections.values().flat_map(|entries| entries.iter());
        let tables = content.singles.values().map(|table| (table.span.file, table));
        let tables = tables.chain(entries.map(|entry| (entry.file, &entry.table)));
        for (file, table) in tables.chain(content.pages.iter().map(|page| (page.file, &page.table))) {
            // Rows of a single are entries, too.
            if table.span.is_somewhere() && !known.by_address.contains_key(&address_of(&**table)) {
                known.add_file(file, table);
            }
        }
        Self { content: content.clone(), known: Mutex::new(known) }
    }

    /// Lets go of the values that views made, which hold the site, and that holds these marks: a site would never be freed.
    /// No page can be made with them any more.
    pub fn release(&self) {
        let kept = std::mem::take(&mut lock(&self.known).kept);
        drop(kept);
    }

    /// True if they are those of this content.
    pub fn are_of(&self, content: &Arc<Content>) -> bool {
        Arc::ptr_eq(&self.content, content)
    }

    /// A value that pages show of a table as a whole, remembered as such.
    pub(super) fn noted_table(self: &Arc<Self>, table: &Table, shown: Value) -> Value {
        self.noted_at(table, shown)
    }

    /// A value that pages show of a field of this table, remembered as such.
    pub(super) fn noted(self: &Arc<Self>, table: &Table, key: &Name, shown: Value) -> Value {
        let id = lock(&self.known).field_of(table, key);
        match id {
            Some(id) => self.note(shown, id),
            None => shown,
        }
    }

    /// A value that pages show of an element of a list, remembered as such.
    pub(super) fn noted_element(
        self: &Arc<Self>,
        (table, key): (&Table, &Name),
        (at, element): (usize, &Spanned<Data>),
        shown: Value,
    ) -> Value {
        let mut known = lock(&self.known);
        let Some(list) = known.field_of(table, key) else { return shown };
        let id = known.element_of(list, at, element);
        drop(known);
        self.note(shown, id)
    }

    /// A value that pages show of another one at this address in memory, remembered as such.
    pub(super) fn noted_at<T>(self: &Arc<Self>, value: &T, shown: Value) -> Value {
        let id = lock(&self.known).by_address.get(&address_of(value)).copied();
        match id {
            Some(id) => self.note(shown, id),
            None => shown,
        }
    }

    /// A value made of others, remembered as the first of them that is one of content.
    pub(super) fn made_of(self: &Arc<Self>, values: &[&Value], shown: Value) -> Value {
        match values.iter().find_map(|value| self.id_of(value)) {
            Some(id) => self.note(shown, id),
            None => shown,
        }
    }

    /// Remembers what is shown of a value by its address.
    pub(super) fn note(self: &Arc<Self>, shown: Value, id: ValueId) -> Value {
        if let Some(text) = shown.as_str() {
            let is_known = lock(&self.known).by_address.get(&address_of_text(text)) == Some(&id);
            if is_known || text.is_empty() {
                return shown;
            }
            let own = if shown.is_safe() {
                Value::from_safe_string(text.to_owned())
            } else {
                Arc::<str>::from(text).into()
            };
            lock(&self.known).keep(own.clone(), id);
            return own;
        }
        let own = with_forms_noted(shown, self, id);
        lock(&self.known).keep(own.clone(), id);
        own
    }

    /// Writes a value into a page, with its mark if it is one of content.
    pub(super) fn write(
        &self,
        out: &mut Output<'_>,
        state: &mut State<'_, '_>,
        value: &Value,
    ) -> Result<(), Error> {
        let Some(id) = self.id_of(value) else { return environment::format(out, state, value) };
        write!(out, "{OPEN}{id:x}{MIDDLE}")?;
        environment::format(out, state, value)?;
        Ok(out.write_char(CLOSE)?)
    }

    /// A text that is shown of a value, with its mark if that is one of content.
    pub(super) fn marked(&self, value: &Value, shown: &str) -> String {
        match self.id_of(value) {
            Some(id) => format!("{OPEN}{id:x}{MIDDLE}{shown}{CLOSE}"),
            None => shown.to_owned(),
        }
    }

    /// The number of a value of content, unless it has such marks itself.
    fn id_of(&self, value: &Value) -> Option<ValueId> {
        if value.as_str().is_some_and(|text| text.contains([OPEN, MIDDLE, CLOSE])) {
            return None;
        }
        lock(&self.known).by_address.get(&address(value)?).copied()
    }

    /// The origins of the values that are marked in a page, by their numbers as the marks write them.
    pub fn origins(&self, page: &str) -> Vec<(String, ValueOrigin)> {
        let known = lock(&self.known);
        let ids = page.split(OPEN).skip(1).filter_map(|rest| Some(rest.split_once(MIDDLE)?.0));
        let ids: BTreeSet<&str> = ids.collect();
        let origins = ids.into_iter().filter_map(|id| {
            let origin = known.origin(ValueId::from_str_radix(id, BASE).ok()?)?;
            Some((id.to_owned(), origin))
        });
        origins.collect()
    }
}

/// A page or a text without its marks.
pub fn without_marks(marked: &str) -> String {
    let mut plain = String::with_capacity(marked.len());
    let mut parts = marked.split(OPEN);
    plain.extend(parts.next().into_iter().flat_map(|before| before.split(CLOSE)));
    for part in parts {
        let shown = part.split_once(MIDDLE).map_or(part, |(_, shown)| shown);
        plain.extend(shown.split(CLOSE));
    }
    plain
}

impl KnownValues {
    fn add_file(&mut self, file: FileId, table: &Arc<Table>) {
        let id = self.add(ContentNode { holder: Holder::File(file), step: None, span: table.span });
        self.add_table(id, table);
    }

    fn add(&mut self, node: ContentNode) -> ValueId {
        self.nodes.push(node);
        ValueId::try_from(self.nodes.len() - 1).unwrap_or(ValueId::MAX)
    }

    /// Adds a table with all that it says.
    fn add_table(&mut self, id: ValueId, table: &Arc<Table>) {
        self.by_address.insert(address_of(&**table), id);
        for (key, value) in table.iter().filter(|(_, value)| value.span.is_somewhere()) {
            let step = Some(OriginStep::Key(key.clone()));
            let field = self.add(ContentNode { holder: Holder::Value(id), step, span: value.span });
            self.fields.insert((address_of(&**table), key.clone()), field);
            self.add_value(field, value);
        }
    }

    fn add_value(&mut self, id: ValueId, value: &Spanned<Data>) {
        match &value.value {
            Data::Table(table) => self.add_table(id, table),
            Data::Str(_, text) if !text.is_empty() => self.add_address(address_of_text(text), id),
            Data::List(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    let element_id = self.element_of(id, at, element);
                    self.add_value(element_id, element);
                }
            }
            _ => {}
        }
    }

    /// Adds the address of a text that is decoded content. A text of the glossary stands for many values and in one place.
    fn add_address(&mut self, address: usize, id: ValueId) {
        let Some(other) = self.by_address.get(&address).copied() else {
            if !self.shared.contains(&address) {
                self.by_address.insert(address, id);
            }
            return;
        };
        let span_of = |id: ValueId| self.nodes.get(id as usize).map(|node| node.span);
        if other != id && span_of(other) != span_of(id) {
            self.by_address.remove(&address);
            self.shared.insert(address);
        }
    }

    /// An element of a list. A lone one may stand without brackets, and so is the list.
    fn element_of(&mut self, list: ValueId, at: usize, element: &Spanned<Data>) -> ValueId {
        if let Data::Table(table) = &element.value
            && let Some(known) = self.by_address.get(&address_of(&**table))
        {
            return *known;
        }
        // A list of tables is where its first header is.
        let has_brackets = element.value.as_table().is_some()
            || self.nodes.get(list as usize).is_none_or(|node| node.span != element.span);
        if !has_brackets {
            return list;
        }
        self.add(ContentNode {
            holder: Holder::Value(list),
            step: Some(OriginStep::At(at)),
            span: element.span,
        })
    }

    /// The value of a field, which its table may lack.
    fn field_of(&mut self, table: &Table, key: &Name) -> Option<ValueId> {
        let place = (address_of(table), key.clone());
        if let Some(known) = self.fields.get(&place) {
            return Some(*known);
        }
        let holder = Holder::Value(*self.by_address.get(&place.0)?);
        let step = Some(OriginStep::Key(key.clone()));
        let id = self.add(ContentNode { holder, step, span: Span::NOWHERE });
        self.fields.insert(place, id);
        Some(id)
    }

    fn keep(&mut self, shown: Value, id: ValueId) {
        if let Some(address) = address(&shown) {
            self.by_address.insert(address, id);
            self.kept.push(shown);
        }
    }

    fn origin(&self, id: ValueId) -> Option<ValueOrigin> {
        let node = self.nodes.get(id as usize)?;
        let (mut path, mut above) = (Vec::new(), node);
        loop {
            path.extend(above.step.as_ref().map(|step| match step {
                OriginStep::Key(key) => PathStep::Key(key.to_string()),
                OriginStep::At(at) => PathStep::At(*at),
            }));
            match above.holder {
                Holder::File(file) => {
                    let path = path.into_iter().rev().collect();
                    return Some(ValueOrigin { file, path, span: node.span });
                }
                Holder::Value(holder) => above = self.nodes.get(holder as usize)?,
            }
        }
    }
}

/// The address of what a value shows, if it can be known by one.
fn address(value: &Value) -> Option<usize> {
    value.as_str().map(address_of_text).or_else(|| object_address(value))
}

fn address_of_text(text: &str) -> usize {
    text.as_ptr().addr()
}

fn address_of<T>(value: &T) -> usize {
    std::ptr::from_ref(value).addr()
}
