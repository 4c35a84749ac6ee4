//! The values of a file as JSON, and the paths of those that differ between two texts.

use serde_json::{Map, Value as Json, json};
use toml::de::{DeTable, DeValue};
use toml_schema::edit::{BODY, Path, PathStep};

use crate::{diagnostic::FileId, schema::decode::FrontMatter};

/// The values of a text: texts as texts, and all other single values as they are written, `{"raw": "4_000"}`. A text that isn't
/// TOML has none.
pub(super) fn values(text: &str) -> Json {
    let front = FrontMatter::parse(FileId(0), text).ok();
    let toml = front.as_ref().map_or(text, |front| &front.toml);
    let (table, _) = DeTable::parse_recoverable(toml);
    let mut values = self::table(table.get_ref(), toml);
    let body = front.and_then(|front| text.get(front.body));
    if let (Some(body), Some(values)) = (body, values.as_object_mut()) {
        values.insert(BODY.to_owned(), body.into());
    }
    values
}

fn table(table: &DeTable<'_>, text: &str) -> Json {
    let mut members: Vec<_> = table.iter().collect();
    members.sort_by_key(|(key, _)| key.span().start);
    let members = members.into_iter().map(|(key, member)| (key.get_ref().to_string(), value(member, text)));
    Json::Object(members.collect::<Map<_, _>>())
}

fn value(value: &toml::Spanned<DeValue<'_>>, text: &str) -> Json {
    match value.get_ref() {
        DeValue::String(text) => Json::String(text.to_string()),
        DeValue::Array(elements) => elements.iter().map(|element| self::value(element, text)).collect(),
        DeValue::Table(inner) => table(inner, text),
        _ => json!({ "raw": text.get(value.span()).unwrap_or_default() }),
    }
}

/// True if there is nothing in a value but empty tables.
pub(super) fn says_nothing(value: &Json) -> bool {
    value.as_object().is_some_and(|members| members.values().all(says_nothing))
}

/// The value at a path.
pub(super) fn at<'v>(values: &'v Json, path: &[PathStep]) -> Option<&'v Json> {
    path.iter().try_fold(values, |value, step| match step {
        PathStep::Key(key) => value.get(key),
        PathStep::At(at) => value.get(*at),
    })
}

/// A value that differs.
#[derive(Clone)]
pub(super) struct Difference {
    pub path: Path,
    pub before: Option<Json>,
    pub after: Option<Json>,
}

/// The differences between the values of two texts. Rows that came or went are one difference each, so that nobody reads of all those
/// behind them.
pub(super) fn differences(before: &Json, after: &Json) -> Vec<Difference> {
    differences_at(&Path::default(), Some(before), Some(after))
}

/// The differences between two states of the value at a path.
pub(super) fn differences_at(path: &Path, before: Option<&Json>, after: Option<&Json>) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(path.clone(), before, after, &mut found);
    found
}

fn compare(path: Path, before: Option<&Json>, after: Option<&Json>, found: &mut Vec<Difference>) {
    match (before, after) {
        (Some(before), Some(after)) if before == after => {}
        (Some(Json::Object(old)), Some(Json::Object(new))) if raw(old).or(raw(new)).is_none() => {
            let added = new.keys().filter(|key| !old.contains_key(*key));
            for key in old.keys().chain(added) {
                compare(path.with(&**key), old.get(key), new.get(key), found);
            }
        }
        (Some(Json::Array(old)), Some(Json::Array(new))) => {
            for (old_at, new_at) in aligned(old, new) {
                let place = path.with(new_at.or(old_at).unwrap_or_default());
                compare(place, old_at.and_then(|at| old.get(at)), new_at.and_then(|at| new.get(at)), found);
            }
        }
        _ => found.push(Difference { path, before: before.cloned(), after: after.cloned() }),
    }
}

/// A single value that is no text, as it is written.
pub(super) fn raw(value: &Map<String, Json>) -> Option<&str> {
    value.get("raw")?.as_str().filter(|_| value.len() == 1)
}

/// The places of an element in two states of a list; `None` where it isn't in one.
type PairedPlaces = (Option<usize>, Option<usize>);

/// Pairs the elements of two states of a list: the same ones, and between those as many as there are in both.
pub(super) fn aligned(old: &[Json], new: &[Json]) -> Vec<PairedPlaces> {
    let mut pairs = Vec::new();
    let (mut from, mut to) = (0, 0);
    while from < old.len() || to < new.len() {
        let (next_old, next_new) = next_same(old, new, from, to).unwrap_or((old.len(), new.len()));
        let both = (next_old - from).min(next_new - to);
        pairs.extend((0..both).map(|at| (Some(from + at), Some(to + at))));
        pairs.extend((from + both..next_old).map(|at| (Some(at), None)));
        pairs.extend((to + both..next_new).map(|at| (None, Some(at))));
        if next_old < old.len() && next_new < new.len() {
            pairs.push((Some(next_old), Some(next_new)));
        }
        (from, to) = (next_old + 1, next_new + 1);
    }
    pairs
}

/// The next two places with the same element, those with the fewest elements before them.
fn next_same(old: &[Json], new: &[Json], from: usize, to: usize) -> Option<(usize, usize)> {
    let longest = (old.len() - from.min(old.len())) + (new.len() - to.min(new.len()));
    for distance in 0..longest {
        for skipped in 0..=distance {
            let (at_old, at_new) = (from + skipped, to + distance - skipped);
            if let (Some(one), Some(other)) = (old.get(at_old), new.get(at_new))
                && one == other
            {
                return Some((at_old, at_new));
            }
        }
    }
    None
}
