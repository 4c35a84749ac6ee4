//! The choice of a section among entries, or among rows of the week: `only` and `except`.

use crate::schema::{Data, Name, Table, decode::Spanned};

/// The keys of a choice: of what is shown, and of what is left out of that.
pub const ONLY: &str = "only";
pub const EXCEPT: &str = "except";

/// The choice of a section.
#[derive(Clone, Copy, Debug, Default)]
pub struct EntryFilter<'t> {
    only: Option<&'t Table>,
    except: Option<&'t Table>,
}

impl<'t> EntryFilter<'t> {
    /// The choice of a section.
    pub fn of(section: &'t Table) -> Self {
        let [only, except] = [ONLY, EXCEPT].map(|key| Some(&**section.get(key)?.value.as_table()?));
        Self { only, except }
    }

    /// True if it leaves anything out.
    pub fn is_narrower(&self) -> bool {
        self.only.is_some() || self.except.is_some()
    }

    /// True for an entry, or a row, that fits all keys of `only`, and none of `except`. One of the values of a key is enough.
    pub fn contains(&self, entry: &Table) -> bool {
        self.only.is_none_or(|only| only.iter().all(|(key, values)| has_one(entry, key, values)))
            && !self
                .except
                .is_some_and(|except| except.iter().any(|(key, values)| has_one(entry, key, values)))
    }

    /// The only value by which it chooses, with its key.
    pub fn single(&self) -> Option<(&'t Name, &'t Data)> {
        let only = self.only.filter(|_| self.except.is_none())?;
        let mut keys = only.iter().map(|(key, _)| key);
        let key = keys.next().filter(|_| keys.next().is_none())?;
        match only.list(key) {
            [value] => Some((key, &value.value)),
            _ => None,
        }
    }
}

/// True if an entry has one of these values behind a key.
fn has_one(entry: &Table, key: &str, values: &Spanned<Data>) -> bool {
    let own = words_of(entry, key);
    words(&values.value).iter().any(|word| own.contains(word))
}

/// The values of an entry behind a key, as they are compared. What an entry doesn't say isn't so.
pub fn words_of(entry: &Table, key: &str) -> Vec<String> {
    entry.get(key).map_or_else(|| vec![false.to_string()], |value| words(&value.value))
}

fn words(value: &Data) -> Vec<String> {
    match value {
        Data::List(values) => values.iter().flat_map(|value| words(&value.value)).collect(),
        single => vec![compared(single)],
    }
}

/// The id of a reference, or a word or text, in which capitals don't count.
pub fn compared(value: &Data) -> String {
    match value {
        Data::Ref(reference) => reference.id.to_string(),
        other => other.written().trim().to_lowercase(),
    }
}
