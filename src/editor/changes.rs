//! Unsaved changes, value by value, in words.

use std::sync::Arc;

use serde_json::Value as Json;
use toml_schema::edit::{NewValue, Operation, Path, PathStep};

use super::{
    Editor,
    answers::ChangeAnswer,
    drafts::Drafts,
    project::EditedProject,
    tree::{Difference, at, differences, raw, values},
};
use crate::lock;

/// The most letters of a value in a list of changes.
const LONGEST: usize = 160;

impl Editor {
    /// The unsaved changes.
    pub fn changes(&self) -> Vec<ChangeAnswer> {
        let state = lock(&self.state);
        let (project, drafts) = (state.project.clone(), state.drafts.clone());
        drop(state);
        project.changes(&drafts)
    }
}

impl EditedProject {
    pub(super) fn changes(&self, drafts: &Drafts) -> Vec<ChangeAnswer> {
        let mut changes = Vec::new();
        for (file, draft) in drafts.iter() {
            let title = self.title_of(file);
            let Some(base) = &draft.base else {
                changes.push(ChangeAnswer::whole(file, title));
                continue;
            };
            changes.extend(self.changes_between(file, base, &draft.text));
        }
        changes
    }

    /// The differences between two texts of a file.
    pub(super) fn changes_between(&self, file: &Arc<str>, before: &str, after: &str) -> Vec<ChangeAnswer> {
        let title = self.title_of(file);
        let (before, after) = (values(before), values(after));
        let found = differences(&before, &after);
        let change = |difference| ChangeAnswer::of(file, &title, difference, (&before, &after));
        found.into_iter().map(change).collect()
    }
}

/// The operation that takes back what differs at a path of a file. Returns `None` if nothing differs there.
pub(super) fn taking_back(path: &Path, before: &str, after: &str) -> Option<Operation> {
    let (before, after) = (values(before), values(after));
    let Difference { path, before, after: new } =
        differences(&before, &after).into_iter().find(|found| found.path == *path)?;
    Some(Difference { path, before: new, after: before }.operation(&after))
}

/// The operation that makes the first value of a text say what another text says. Returns `None` if all do.
pub(super) fn next_difference(from: &str, to: &str) -> Option<Operation> {
    let (from, to) = (values(from), values(to));
    let found = differences(&from, &to).into_iter().next()?;
    Some(found.operation(&from))
}

impl Difference {
    /// The operation that leads from the value before to that after it; `tree` has what is before.
    fn operation(self, tree: &Json) -> Operation {
        let Self { path, before, after } = self;
        match (after.as_ref().map(written), path.element()) {
            (Some(value), Some((list, place))) if before.is_none() => {
                let length = at(tree, &list).and_then(Json::as_array).map_or(0, Vec::len);
                Operation::Insert { path: list, at: place.min(length), value }
            }
            (Some(value), _) => Operation::Set { path, value },
            (None, Some(_)) => Operation::Remove { path },
            (None, None) => Operation::Unset { path },
        }
    }
}

/// A value as an operation writes it.
fn written(value: &Json) -> NewValue {
    match value {
        Json::Array(elements) => NewValue::List(elements.iter().map(written).collect()),
        Json::Object(members) => raw(members).and_then(NewValue::of_toml).unwrap_or_else(|| {
            NewValue::Table(members.iter().map(|(key, value)| (key.clone(), written(value))).collect())
        }),
        text => NewValue::Text(text.as_str().unwrap_or_default().to_owned()),
    }
}

impl ChangeAnswer {
    /// A new file.
    fn whole(file: &Arc<str>, title: String) -> Self {
        let (path, label) = (Path::default(), String::new());
        Self { file: file.clone(), label, path, before: None, after: Some(title.clone()), title }
    }

    fn of(file: &Arc<str>, title: &str, found: Difference, (before, after): (&Json, &Json)) -> Self {
        let Difference { path, before: old, after: new } = found;
        let tree = if new.is_some() { after } else { before };
        Self {
            file: file.clone(),
            title: title.to_owned(),
            label: label(&path, tree),
            path,
            before: old.as_ref().map(shown),
            after: new.as_ref().map(shown),
        }
    }
}

/// The keys of texts that can stand for a table.
const TITLES: [&str; 6] = ["title", "name", "heading", "question", "class", "text"];

impl EditedProject {
    /// The name of a file for people.
    pub(super) fn title_of(&self, path: &str) -> String {
        let Some((file, text)) = self.sources.text_at(path) else { return name_of(path) };
        let title = match self.table_of(file) {
            Some(table) => {
                let said =
                    TITLES.iter().filter(|key| table.get(key).is_some_and(|said| said.span.file == file));
                // One that is emptied is called by no other text.
                let text = said.filter_map(|key| table.text(key)).next();
                text.filter(|text| !text.is_empty()).map(shortened)
            }
            // A translation, or a text that isn't TOML.
            None => title_of(&values(&text.text)),
        };
        let label = || self.schema_of(path).and_then(|schema| schema.label.as_deref().map(str::to_owned));
        title.or_else(label).unwrap_or_else(|| name_of(path))
    }
}

/// The name of a file without a title.
fn name_of(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    capitalized(&words(name.split('.').next().unwrap_or(name)))
}

/// The title of a table, or another text that can stand for it.
pub(super) fn title_of(table: &Json) -> Option<String> {
    let mut texts = TITLES.iter().filter_map(|key| table.get(*key)?.as_str());
    texts.next().filter(|text| !text.is_empty()).map(shortened)
}

/// The way to a value, in words: `Boxing › Summary`.
fn label(path: &Path, tree: &Json) -> String {
    let mut parts = Vec::new();
    for (index, step) in path.iter().enumerate() {
        match step {
            PathStep::Key(key) => parts.push(capitalized(&words(key))),
            PathStep::At(place) => {
                let element = path.get(..=index).and_then(|path| at(tree, path));
                let title = element.and_then(|element| title_of(element).or(element.as_str().map(shortened)));
                parts.push(title.unwrap_or_else(|| (place + 1).to_string()));
            }
        }
    }
    parts.join(" › ")
}

/// A value as somebody reads it.
fn shown(value: &Json) -> String {
    let text = match value {
        Json::String(text) => text.clone(),
        Json::Array(elements) => elements.iter().map(shown).collect::<Vec<_>>().join(", "),
        Json::Object(members) => match (raw(members), title_of(value)) {
            (Some(raw), _) => raw.to_owned(),
            (None, Some(title)) => title,
            (None, None) => members.values().map(shown).collect::<Vec<_>>().join(", "),
        },
        other => other.to_string(),
    };
    shortened(&text)
}

/// The beginning of a text, in a line.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// `opening_hours` in words.
fn words(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
