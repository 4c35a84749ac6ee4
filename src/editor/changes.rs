//! Unsaved changes, value by value, in words.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::civil::Date;
use serde_json::{Value as Json, json};
use toml_schema::edit::{NewValue, Operation, Path, PathStep, Places};

use super::{
    Editor,
    answers::ChangeAnswer,
    choices::{field_at, table_within},
    drafts::Drafts,
    project::EditedProject,
    replay::moved_path,
    tree::{Difference, at, differences, differences_at, raw, values},
};
use crate::{
    edit::file_position::title,
    lock,
    schema::{Field, Kind, Name, Schema, decode::WEEKDAY},
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
            changes.extend(self.kept_between(file, base, &draft.text));
        }
        changes
    }

    /// The differences between two texts of a file.
    pub(super) fn changes_between(&self, file: &Arc<str>, before: &str, after: &str) -> Vec<ChangeAnswer> {
        let title = self.title_of(file);
        let schema = self.content.schema_at(file);
        let changes = FileChanges::of(schema.as_deref(), before, after);
        let wording = ChangeWording { project: self, schema: schema.as_deref() };
        changes.found.iter().map(|change| changes.answer(change, &wording, file, &title)).collect()
    }

    /// The samples of a file that were kept as they are.
    fn kept_between(&self, file: &Arc<str>, before: &str, after: &str) -> Vec<ChangeAnswer> {
        let schema = self.content.schema_at(file);
        let wording = ChangeWording { project: self, schema: schema.as_deref() };
        let is_translation = self.content.is_translation(file);
        let was = if is_translation { "not translated" } else { "a sample" };
        let (before, now) = ((before, &values(before)), (after, &values(after)));
        let kept = kept(before, now).into_iter().filter_map(|KeptSample { to: path, .. }| {
            let shown = wording.shown(wording.field(&path, now.1).as_ref(), at(now.1, &path)?);
            Some(ChangeAnswer {
                label: wording.label(&path, now.1),
                path,
                before: Some(format!("{shown} ({was})")),
                after: Some(shown),
                ..ChangeAnswer::whole(file, self.title_of(file))
            })
        });
        kept.collect()
    }
}

/// A sample that is kept as it is, by the place that it had and the one that it has.
pub(super) struct KeptSample {
    pub from: Path,
    pub to: Path,
}

/// The samples of a text that another one says as well, without the comment that marks them. Each text comes with its values.
fn kept((old, before): (&str, &Json), (new, after): (&str, &Json)) -> Vec<KeptSample> {
    let (Some(old), Some(new)) = (Places::new(old), Places::new(new)) else { return Vec::new() };
    let kept = old.placeholders().filter_map(|from| {
        let to = moved_path(&from, before, after)?;
        let is_same = at(after, &to).is_some_and(|now| at(before, &from) == Some(now));
        (is_same && !new.is_placeholder(&to)).then_some(KeptSample { from, to })
    });
    kept.collect()
}

/// The sample at a path of a text that is kept as it is, with the place that it had in the text before.
pub(super) fn kept_at(before: &str, after: &str, path: &Path) -> Option<KeptSample> {
    let kept = kept((before, &values(before)), (after, &values(after)));
    kept.into_iter().find(|kept| kept.to == *path)
}

/// The place of the first sample that one of two texts says and the other keeps as it is.
pub(super) fn first_kept(before: &str, after: &str) -> Option<Path> {
    let [before, after] = [before, after].map(|text| (text, values(text)));
    let [before, after] = [&before, &after].map(|(text, values)| (*text, values));
    let mut found = kept(before, after).into_iter().chain(kept(after, before));
    found.next().map(|kept| kept.to)
}

/// True if neither a value of a text differs from that of another, nor what is kept of its samples.
pub(super) fn says_the_same(before: &str, after: &str) -> bool {
    let (old, new) = (values(before), values(after));
    old == new && kept((before, &old), (after, &new)).is_empty()
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
    /// The changes of a file of a type. A row that went from one list and came into one of its kind was moved.
    pub fn of(schema: Option<&Schema>, before: &str, after: &str) -> Self {
        let (before, after) = (values(before), values(after));
        let all = differences(&before, &after);
        let (mut origins, mut taken) = (BTreeMap::new(), BTreeSet::new());
        for (at, came) in all.iter().enumerate().filter(|(_, found)| found.before.is_none()) {
            let gone = all.iter().enumerate().filter(|(place, _)| !taken.contains(place));
            // `max_by_key` takes the last of several that are equally alike: reversed, that is the first one.
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

    fn answer(
        &self,
        change: &Change,
        wording: &ChangeWording<'_>,
        file: &Arc<str>,
        title: &str,
    ) -> ChangeAnswer {
        let Difference { path, before, after } = &change.difference;
        let tree = if after.is_some() { &self.after } else { &self.before };
        let [old, new] = match &change.from {
            Some(from) => change.difference.moved_from(from, wording, [&self.before, &self.after]).map(Some),
            None => {
                let field = wording.field(path, tree);
                [before, after].map(|value| Some(wording.shown(field.as_ref(), value.as_ref()?)))
            }
        };
        ChangeAnswer {
            file: file.clone(),
            title: title.to_owned(),
            label: wording.label(path, tree),
            path: path.clone(),
            before: old,
            after: new,
        }
    }
}

/// The operations that put back the values of a file that aren't what they were, each with its place.
pub(super) fn restoring(before: &str, after: &str) -> Vec<(Path, Operation)> {
    let (before, after) = (values(before), values(after));
    let found = differences(&before, &after).into_iter();
    found.map(|found| (found.path.clone(), found.reversed().operation(&after))).collect()
}

/// The operation by which the first value that differs becomes that of the other text. Returns `None` if none differs.
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
        if from != to {
            let [from, to] = [&from, &to].map(|list| type_of_rows(list, schema?, tree));
            if from.is_none() || from != to {
                return None;
            }
        }
        if old == new {
            return Some(usize::MAX);
        }
        if title_of(old).is_none() || title_of(old) != title_of(new) {
            return None;
        }
        let new = new.as_object()?;
        Some(old.as_object()?.iter().filter(|(key, value)| new.get(*key) == Some(value)).count())
    }

    /// The places of a row before and now, with what it says otherwise: `Tuesday, start 09:00`. The trees are before and after.
    fn moved_from(&self, from: &Path, wording: &ChangeWording<'_>, trees: [&Json; 2]) -> [String; 2] {
        let inner = self.within();
        let lists = [from, &self.path].map(|path| path.element().map(|(list, _)| list));
        let is_within = lists[0] == lists[1];
        let [old, new] = trees;
        let before = inner.iter().map(|inner| (&inner.path, inner.before.as_ref()));
        let after = inner.iter().map(|inner| (&inner.path, inner.after.as_ref()));
        // The paths of values within the row begin with its place after the change, also those of values before it.
        let said = |values| wording.said_of_row(values, new);
        [
            wording.place_of_row(from, old, is_within).into_iter().chain(said(before.collect())),
            wording.place_of_row(&self.path, new, is_within).into_iter().chain(said(after.collect())),
        ]
        .map(|parts| parts.collect::<Vec<_>>().join(", "))
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

/// The type of the rows of a list.
fn type_of_rows(list: &Path, schema: &Schema, tree: &Json) -> Option<Name> {
    match field_at(schema, list, tree)?.kind {
        Kind::Table(inner) => Some(inner.name.clone()),
        _ => None,
    }
}

/// A value as an operation writes it.
fn written(value: &Json) -> NewValue {
    match value {
        Json::Array(elements) => NewValue::List(elements.iter().map(written).collect()),
        Json::Object(members) => raw(members).and_then(NewValue::of_toml).unwrap_or_else(|| {
            NewValue::Table(members.iter().map(|(key, value)| (key.clone(), written(value))).collect())
        }),
        Json::String(text) => NewValue::Text(text.clone()),
        // The values of a file have no other kinds.
        other => NewValue::Text(other.to_string()),
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

/// The keys of texts that can stand for a table, the likeliest first.
const TITLES: [&str; 6] = ["title", "name", "heading", "question", "class", "text"];

impl EditedProject {
    /// The name of a file for people.
    pub(super) fn title_of(&self, path: &str) -> String {
        let Some((file, text)) = self.sources.text_at(path) else { return name_of(path) };
        let title = match self.table_of(file) {
            Some(table) => {
                let mut said =
                    TITLES.iter().filter(|key| table.get(key).is_some_and(|said| said.span.file == file));
                // No other text stands for a title that is emptied.
                let text = said.find_map(|key| table.text(key));
                text.filter(|text| !text.is_empty()).map(shortened)
            }
            // A translation, or a text that isn't TOML.
            None => self.translated_title(path, &values(&text.text)),
        };
        if let Some(title) = title {
            return title;
        }
        let label = self.schema_of(path).and_then(|schema| schema.label.as_deref().map(str::to_owned));
        label.unwrap_or_else(|| name_of(path))
    }

    /// The name of a translation, or else that of its original, which needn't be said again.
    fn translated_title(&self, path: &str, translation: &Json) -> Option<String> {
        let original = self.content.original_file(path).and_then(|path| Some(self.sources.text_at(&path)?.1));
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

/// The keys of texts and days that can stand for a row, the likeliest first.
const ROW_TITLES: [&str; 13] = [
    "title", "name", "heading", "label", "question", "text", "class", "date", "from", "day", "days",
    "network", "alt",
];

/// The words for the keys and values of a file: those of its form.
struct ChangeWording<'w> {
    project: &'w EditedProject,
    schema: Option<&'w Schema>,
}

impl ChangeWording<'_> {
    /// The declared field at a path.
    fn field(&self, path: &[PathStep], tree: &Json) -> Option<Field> {
        field_at(self.schema?, path, tree)
    }

    /// The way to a value, in words: `Boxing › Summary`.
    fn label(&self, path: &Path, tree: &Json) -> String {
        let mut parts = Vec::new();
        for (index, step) in path.iter().enumerate() {
            let here = path.get(..=index).unwrap_or_default();
            parts.push(match step {
                PathStep::Key(key) => name_of_field(key, self.field(here, tree).as_ref()),
                PathStep::At(place) => {
                    let element = at(tree, here);
                    let title = element.and_then(|row| self.title(self.field(here, tree).as_ref(), row));
                    title.unwrap_or_else(|| (place + 1).to_string())
                }
            });
        }
        parts.join(" › ")
    }

    /// The name of an element of a list.
    fn title(&self, field: Option<&Field>, element: &Json) -> Option<String> {
        let Some(members) = element.as_object().filter(|members| raw(members).is_none()) else {
            return Some(self.shown(field, element)).filter(|text| !text.is_empty());
        };
        let inner = field.and_then(|field| table_within(&field.kind, element));
        let mut titles = ROW_TITLES.iter().filter_map(|key| {
            let declared = inner.as_ref().and_then(|inner| inner.field(key));
            Some(self.shown(declared, members.get(*key)?))
        });
        titles.find(|text| !text.is_empty())
    }

    /// The list in which a row stands, or its number there.
    fn place_of_row(&self, path: &Path, tree: &Json, is_within_list: bool) -> Option<String> {
        let (list, place) = path.element()?;
        match list.last() {
            Some(PathStep::Key(key)) if !is_within_list => {
                Some(name_of_field(key, self.field(&list, tree).as_ref()))
            }
            _ => Some(format!("number {}", place + 1)),
        }
    }

    /// The values of a row that it has in one of its places: `start 09:00`.
    fn said_of_row(&self, values: Vec<(&Path, Option<&Json>)>, tree: &Json) -> Vec<String> {
        let said = values.into_iter().filter_map(|(path, value)| match path.last()? {
            PathStep::Key(key) => {
                let field = self.field(path, tree);
                let name = name_of_field(key, field.as_ref()).to_lowercase();
                Some(format!("{name} {}", self.shown(field.as_ref(), value?)))
            }
            PathStep::At(_) => None,
        });
        said.collect()
    }

    /// A value as somebody reads it.
    fn shown(&self, field: Option<&Field>, value: &Json) -> String {
        let text = match value {
            Json::String(text) => self.shown_text(field, text),
            Json::Array(elements) => self.joined(elements.iter().map(|element| (field, element))),
            Json::Object(members) => match raw(members) {
                Some(raw) => shown_raw(raw),
                None => self.title(field, value).unwrap_or_else(|| {
                    let inner = field.and_then(|field| table_within(&field.kind, value));
                    let fields = members.keys().map(|key| inner.as_ref().and_then(|inner| inner.field(key)));
                    self.joined(fields.zip(members.values()))
                }),
            },
            other => other.to_string(),
        };
        shortened(&text)
    }

    fn joined<'v>(&self, values: impl Iterator<Item = (Option<&'v Field>, &'v Json)>) -> String {
        values.map(|(field, value)| self.shown(field, value)).collect::<Vec<_>>().join(", ")
    }

    /// A text: an entry by its title, and a word of a list or a day of the week as a form says it.
    fn shown_text(&self, field: Option<&Field>, text: &str) -> String {
        match field.map(|field| &field.kind) {
            Some(Kind::Ref(collection)) => {
                let mut entries = self.project.content.entries(&collection.name).iter();
                let entry = entries.find(|entry| *entry.id == *text);
                let title = entry.and_then(|entry| title(&entry.table)).map(str::to_owned);
                title.unwrap_or_else(|| capitalized(&words(text)))
            }
            Some(Kind::Choice(_)) => capitalized(&words(text)),
            Some(kind) if kind.is_one_of(&[WEEKDAY]) => capitalized(&words(text)),
            _ => text.to_owned(),
        }
    }
}

/// The name of a value: that of its field, or its key in words.
fn name_of_field(key: &str, field: Option<&Field>) -> String {
    field.and_then(|field| field.label.as_deref()).map_or_else(|| capitalized(&words(key)), str::to_owned)
}

/// A single value that is no text: flags in words, and days as people write them.
fn shown_raw(raw: &str) -> String {
    match raw {
        "true" => "Yes".to_owned(),
        "false" => "No".to_owned(),
        other => match other.parse::<Date>() {
            Ok(day) if other.len() == DAY.len() => day.strftime("%-d %B %Y").to_string(),
            _ => other.to_owned(),
        },
    }
}

/// The shape of a day in TOML.
const DAY: &str = "2026-12-25";

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
