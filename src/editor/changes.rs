//! Unsaved changes, value by value, in words.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde_json::{Map, Value as Json, json};
use toml_schema::edit::{NewValue, Operation, Path, PathStep};

use super::{
    Editor,
    answers::ChangeAnswer,
    choices::field_at,
    drafts::Drafts,
    project::EditedProject,
    tree::{Difference, at, differences, differences_at, raw, values},
};
use crate::{
    lock,
    schema::{Kind, Schema},
};

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
        let changes = FileChanges::of(self.content.schema_at(file).as_deref(), before, after);
        changes.found.iter().map(|change| changes.answer(change, file, &title)).collect()
    }
}

/// The differences between two texts of a file.
pub(super) struct FileChanges {
    before: Json,
    after: Json,
    found: Vec<Change>,
}

/// A value that differs.
struct Change {
    difference: Difference,
    /// The place from which a row came.
    from: Option<Path>,
}

impl FileChanges {
    /// Those of a file of a type. A row that went from one list and came into one of its kind was moved.
    pub fn of(schema: Option<&Schema>, before: &str, after: &str) -> Self {
        let (before, after) = (values(before), values(after));
        let all = differences(&before, &after);
        let (mut origins, mut taken) = (BTreeMap::new(), BTreeSet::new());
        for (at, came) in all.iter().enumerate().filter(|(_, found)| found.before.is_none()) {
            let gone = all.iter().enumerate().filter(|(place, _)| !taken.contains(place));
            // The first of two that are alike.
            let likeness =
                gone.rev().filter_map(|(place, gone)| Some((place, gone.likeness(came, schema, &after)?)));
            if let Some((place, _)) = likeness.max_by_key(|(_, likeness)| *likeness) {
                origins.insert(at, place);
                taken.insert(place);
            }
        }
        let moved = origins.iter().filter_map(|(at, place)| Some((*at, all.get(*place)?.clone())));
        let mut moved: BTreeMap<usize, Difference> = moved.collect();
        let numbered = all.into_iter().enumerate();
        let left = numbered.filter(|(at, _)| !taken.contains(at));
        let found = left.map(|(at, difference)| match moved.remove(&at) {
            Some(Difference { path, before, .. }) => {
                Change { difference: Difference { before, ..difference }, from: Some(path) }
            }
            None => Change { difference, from: None },
        });
        let found = found.collect();
        Self { before, after, found }
    }

    /// The operations that take back what differs at a path. Returns `None` if nothing differs there.
    pub fn taking_back(self, path: &Path) -> Option<Vec<Operation>> {
        let Self { after, found, .. } = self;
        let Change { difference, from } = found.into_iter().find(|change| change.difference.path == *path)?;
        let Some((to, place)) = from.and_then(|from| from.element()) else {
            return Some(vec![difference.reversed().operation(&after)]);
        };
        let inner = difference.within().into_iter().rev();
        let mut operations: Vec<_> = inner.map(|inner| inner.reversed().operation(&after)).collect();
        let length = at(&after, &to).and_then(Json::as_array).map_or(0, Vec::len);
        operations.push(Operation::Move { path: path.clone(), to, at: place.min(length) });
        Some(operations)
    }

    fn answer(&self, change: &Change, file: &Arc<str>, title: &str) -> ChangeAnswer {
        let Difference { path, before, after } = &change.difference;
        let tree = if after.is_some() { &self.after } else { &self.before };
        let [old, new] = match &change.from {
            Some(from) => change.difference.moved_from(from).map(Some),
            None => [before, after].map(|value| value.as_ref().map(shown)),
        };
        ChangeAnswer {
            file: file.clone(),
            title: title.to_owned(),
            label: label(path, tree),
            path: path.clone(),
            before: old,
            after: new,
        }
    }
}

/// The operation that puts back the value at a path of a file, if it isn't what it was.
pub(super) fn restoring(path: &Path, before: &str, after: &str) -> Option<Operation> {
    let (before, after) = (values(before), values(after));
    let found = differences(&before, &after).into_iter().find(|found| found.path == *path)?;
    Some(found.reversed().operation(&after))
}

/// The operation that makes the first value of a text say what another text says. Returns `None` if all do.
pub(super) fn next_difference(from: &str, to: &str) -> Option<Operation> {
    let (from, to) = (values(from), values(to));
    let found = differences(&from, &to).into_iter().next()?;
    Some(found.operation(&from))
}

impl Difference {
    /// The way back.
    fn reversed(self) -> Self {
        Self { path: self.path, before: self.after, after: self.before }
    }

    /// The differences within a value that is there in both states.
    fn within(&self) -> Vec<Self> {
        differences_at(&self.path, self.before.as_ref(), self.after.as_ref())
    }

    /// The number of values that a row that went shares with one that came. Returns `None` if they aren't the same one.
    fn likeness(&self, came: &Self, schema: Option<&Schema>, tree: &Json) -> Option<usize> {
        let (Some(old), None, None, Some(new)) = (&self.before, &self.after, &came.before, &came.after)
        else {
            return None;
        };
        let ((from, _), (to, _)) = (self.path.element()?, came.path.element()?);
        let kind = |list: &Path| match field_at(schema?, list, tree)?.kind {
            Kind::Table(inner) => Some(inner.name.clone()),
            _ => None,
        };
        if from != to && (kind(&from).is_none() || kind(&from) != kind(&to)) {
            return None;
        }
        if old == new {
            return Some(usize::MAX);
        }
        let is_same = title_of(old).is_some() && title_of(old) == title_of(new);
        let equal = |(old, new): (&Map<String, Json>, &Map<String, Json>)| {
            old.iter().filter(|(key, value)| new.get(*key) == Some(value)).count()
        };
        old.as_object().zip(new.as_object()).filter(|_| is_same).map(equal)
    }

    /// The places of a row before and now, with what it says otherwise: `Tuesday, start 09:00`.
    fn moved_from(&self, from: &Path) -> [String; 2] {
        let inner = self.within();
        let lists = [from, &self.path].map(|path| path.element().map(|(list, _)| list));
        let is_within = lists[0] == lists[1];
        let before = inner.iter().map(|inner| (&inner.path, inner.before.as_ref()));
        let after = inner.iter().map(|inner| (&inner.path, inner.after.as_ref()));
        [row_in_words(from, is_within, before), row_in_words(&self.path, is_within, after)]
    }

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

/// The place of a row, and the values that it has there and not in its other place.
fn row_in_words<'v>(
    path: &Path,
    is_within_list: bool,
    values: impl Iterator<Item = (&'v Path, Option<&'v Json>)>,
) -> String {
    let place = path.element().map(|(list, at)| match list.last() {
        Some(PathStep::Key(key)) if !is_within_list => capitalized(&words(key)),
        _ => format!("number {}", at + 1),
    });
    let said = values.filter_map(|(path, value)| match path.last()? {
        PathStep::Key(key) => Some(format!("{} {}", words(key), shown(value?))),
        PathStep::At(_) => None,
    });
    place.into_iter().chain(said).collect::<Vec<_>>().join(", ")
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
    pub(super) fn whole(file: &Arc<str>, title: String) -> Self {
        let (path, label) = (Path::default(), String::new());
        Self { file: file.clone(), label, path, before: None, after: Some(title.clone()), title }
    }

    /// A file that isn't there any more.
    pub(super) fn gone(file: &Arc<str>, title: String) -> Self {
        Self { before: Some(title.clone()), after: None, ..Self::whole(file, title) }
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
            None => self.translated_title(path, &values(&text.text)),
        };
        let label = || self.schema_of(path).and_then(|schema| schema.label.as_deref().map(str::to_owned));
        title.or_else(label).unwrap_or_else(|| name_of(path))
    }

    /// The name of a translation, or else that of its original, which needn't be said again.
    fn translated_title(&self, path: &str, translation: &Json) -> Option<String> {
        let original = self.content.original_of(path).and_then(|path| Some(self.sources.text_at(&path)?.1));
        let Some(original) = original.map(|original| values(&original.text)) else {
            return title_of(translation);
        };
        let key = TITLES.iter().find(|key| original.get(**key).is_some_and(Json::is_string))?;
        [translation, &original].into_iter().find_map(|table| title_of(&json!({ *key: table.get(*key)? })))
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
