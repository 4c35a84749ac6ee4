//! Words as the defaults of the texts of types.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    WordTable,
    shape::{COLLECTION, SECTION, takes_word},
};
use crate::schema::{
    Data, Field, Kind, Name, Presence, Schema, Types, Variants,
    decode::in_quotes,
    fallback::{field_fallback, table_fallback},
    slots,
};

/// A word of the interface that the language of the site lacks.
#[derive(Clone, Debug)]
pub struct MissingWord {
    /// The word in another language, as TOML writes it; an example if there is none.
    pub value: String,
    /// True if visitors read it in that language meanwhile.
    pub is_shown: bool,
}

/// The words of the site's language, and those in English.
pub(super) struct Defaults {
    words: WordTable,
    english: WordTable,
    /// True if texts in types themselves are in another language: they are in the main one.
    is_foreign: bool,
    /// The words that the language lacks, by their paths.
    missing: BTreeMap<Name, MissingWord>,
}

impl Defaults {
    pub fn new(words: WordTable, english: WordTable, is_foreign: bool) -> Self {
        Self { words, english, is_foreign, missing: BTreeMap::new() }
    }

    /// Gives each type its words.
    pub fn give(mut self, types: &mut Types) {
        let singles = types.singles.iter_mut().map(|(name, schema)| (name.to_string(), schema));
        let sections = types.sections.iter_mut();
        let sections = sections.map(|(name, section)| (format!("{SECTION}.{name}"), &mut section.schema));
        let entries = types.collections.iter_mut();
        let entries = entries.map(|(name, found)| (format!("{COLLECTION}.{name}"), &mut found.schema));
        for (path, schema) in singles.chain(sections).chain(entries) {
            if let Some(changed) = self.schema(&path, schema, false) {
                *schema = changed;
            }
        }
        types.missing_words = self.missing;
    }

    /// The type with its words. Returns `None` if there are none for it. `is_assumed` is true for one that content
    /// has even if it isn't written, so that each of its texts needs a default.
    fn schema(&mut self, path: &str, schema: &Arc<Schema>, is_assumed: bool) -> Option<Arc<Schema>> {
        let mut changed: Option<Schema> = None;
        for (index, field) in schema.fields.iter().enumerate() {
            let Some(with_words) = self.field(&format!("{path}.{}", field.key), field, is_assumed) else {
                continue;
            };
            let changed = changed.get_or_insert_with(|| Schema::clone(schema));
            if let Some(slot) = changed.fields.get_mut(index) {
                *slot = with_words;
            }
        }
        changed.map(Arc::new)
    }

    fn field(&mut self, path: &str, field: &Field, is_assumed: bool) -> Option<Field> {
        match &field.kind {
            _ if takes_word(field) => self.text(path, field, is_assumed),
            Kind::Table(inner) => {
                let is_default = is_blank(&field.presence);
                let inner = self.schema(path, inner, is_default)?;
                let presence = if is_default {
                    Presence::Default(Data::Table(table_fallback(&inner)))
                } else {
                    field.presence.clone()
                };
                Some(Field { presence, kind: Kind::Table(inner), ..field.clone() })
            }
            Kind::Variants(variants) => {
                let mut changed = Variants::clone(variants);
                let mut has_words = false;
                for (word, schema) in &mut changed.tables {
                    if let Some(with_words) = self.schema(&format!("{path}.{word}"), schema, false) {
                        *schema = with_words;
                        has_words = true;
                    }
                }
                has_words.then(|| Field { kind: Kind::Variants(Arc::new(changed)), ..field.clone() })
            }
            _ => None,
        }
    }

    fn text(&mut self, path: &str, field: &Field, is_assumed: bool) -> Option<Field> {
        let mut changed = field.clone();
        // The names in braces of the English text are the slots of a field that declares none.
        if field.slots.is_empty() {
            changed.slots =
                slots::of(self.english.original(path).unwrap_or_default()).map(Name::from).collect();
        }
        let english = self.english.get(path);
        let is_required = field.is_required();
        if let Some(word) = self.words.get(path) {
            changed.presence = Presence::Default(word.clone());
        } else if is_required && is_assumed || english.is_some() {
            let written = english.and_then(|word| written(word, &field.kind));
            changed.presence =
                Presence::Default(english.cloned().unwrap_or_else(|| field_fallback(field, None)));
            changed.default_name = Some(self.lacks(path, written, &field.kind));
        } else if let Presence::Default(word) = &field.presence
            && self.is_foreign
        {
            changed.default_name = Some(self.lacks(path, written(word, &field.kind), &field.kind));
        } else if changed.slots.is_empty() {
            return None;
        }
        Some(changed)
    }

    /// Notes that the language lacks the word at a path, which is `written` in another one.
    fn lacks(&mut self, path: &str, written: Option<String>, kind: &Kind) -> Name {
        let name = Name::from(path);
        let is_shown = written.is_some();
        let word = MissingWord { is_shown, value: written.unwrap_or_else(|| kind.example()) };
        self.missing.insert(name.clone(), word);
        name
    }
}

/// A word as TOML writes it.
fn written(word: &Data, kind: &Kind) -> Option<String> {
    match word {
        Data::Plural(plural) => Some(plural.written(kind)),
        _ => word.as_text().map(|text| in_quotes(text)),
    }
}

/// True for a default that is a table without any keys.
fn is_blank(presence: &Presence) -> bool {
    let Presence::Default(Data::Table(table)) = presence else { return false };
    table.iter().all(|(_, value)| !value.span.is_somewhere())
}
