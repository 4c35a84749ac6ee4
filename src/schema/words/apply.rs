//! The words of a language as the defaults of types.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    ENGLISH, FOLDER, OwnFiles, Words, code,
    shape::{COLLECTION, SECTION, shape},
    site_language,
};
use crate::{
    decode::{MissingWord, in_quotes, value::Text},
    diagnostic::Diagnostics,
    schema::{
        Data, Field, Kind, Name, Presence, Scalar, Schema, Table, Types, Variants, fallback::of_table, slots,
    },
    source::Sources,
};

/// Gives texts of `types` the words of the site's language as their defaults. A text that is a word of the interface in
/// English, and has none in that language, stays one that has to be there.
pub(in crate::schema) fn apply(types: &mut Types, sources: &Sources, diagnostics: &mut Diagnostics) {
    let tag = site_language(sources);
    let mut own = OwnFiles { types, sources, known: BTreeSet::new(), diagnostics };
    let english = Words::read(ENGLISH, sources, &mut own);
    let words = Words::read(&tag, sources, &mut own);
    for (id, source) in sources.texts_below(FOLDER).filter(|(_, source)| source.theme.is_none()) {
        let decoded = own.decode(id, source);
        own.check_slots(&decoded.table, &english);
    }
    types.language = tag;
    types.words = shape(types, None);
    let is_translated = code(&types.language) != ENGLISH;
    let of = |first: &str, name: &str| match first {
        "" => TableWords {
            words: words.below(name),
            english: english.below(name),
            path: name.to_owned(),
            is_translated,
        },
        _ => TableWords {
            words: words.below(first).below(name),
            english: english.below(first).below(name),
            path: format!("{first}.{name}"),
            is_translated,
        },
    };
    for (name, schema) in &mut types.singles {
        of("", name).give(schema);
    }
    for (name, section) in &mut types.sections {
        of(SECTION, name).give(&mut section.schema);
    }
    for (name, found) in &mut types.collections {
        of(COLLECTION, name).give(&mut found.schema);
    }
}

/// A table of a type, with the words for it.
struct TableWords {
    words: Words,
    english: Words,
    /// The header that it has in files of words.
    path: String,
    /// False if the site is in English.
    is_translated: bool,
}

impl TableWords {
    fn below(&self, key: &str) -> Self {
        Self {
            words: self.words.below(key),
            english: self.english.below(key),
            path: format!("{}.{key}", self.path),
            is_translated: self.is_translated,
        }
    }

    fn give(&self, schema: &mut Arc<Schema>) {
        if let Some(changed) = self.schema(schema, false) {
            *schema = changed;
        }
    }

    /// The type with its words. Returns `None` if there are none for it. `is_assumed` is true for one that content
    /// has even if it isn't written, so that each of its texts needs a default.
    fn schema(&self, schema: &Arc<Schema>, is_assumed: bool) -> Option<Arc<Schema>> {
        let changed: Vec<Option<Field>> =
            schema.fields.iter().map(|field| self.field(field, is_assumed)).collect();
        if changed.iter().all(Option::is_none) {
            return None;
        }
        let fields = schema.fields.iter().zip(changed);
        let fields = fields.map(|(field, changed)| changed.unwrap_or_else(|| field.clone())).collect();
        Some(Arc::new(Schema { fields, ..Schema::clone(schema) }))
    }

    fn field(&self, field: &Field, is_assumed: bool) -> Option<Field> {
        match &field.kind {
            Kind::Scalar(Scalar::Text) | Kind::Plural(_) if field.list.is_none() => {
                let (presence, slots) = (self.presence(field, is_assumed), self.slots(field));
                if presence.is_none() && slots.is_none() {
                    return None;
                }
                let presence = presence.unwrap_or_else(|| field.presence.clone());
                Some(Field { presence, slots: slots.unwrap_or_default(), ..field.clone() })
            }
            Kind::Table(inner) => {
                let is_default = is_blank(&field.presence);
                let inner = self.below(&field.key).schema(inner, is_default)?;
                let presence = match is_default {
                    true => Presence::Default(Data::Table(of_table(&inner))),
                    false => field.presence.clone(),
                };
                Some(Field { presence, kind: Kind::Table(inner), ..field.clone() })
            }
            Kind::Variants(variants) => {
                let place = self.below(&field.key);
                let of = |schema: &Arc<Schema>, word: &str| place.below(word).schema(schema, false);
                let changed: Vec<_> = variants.of.iter().map(|(word, schema)| of(schema, word)).collect();
                changed.iter().any(Option::is_some).then(|| {
                    let of = variants.of.iter().zip(changed);
                    let of = of.map(|((word, schema), changed)| {
                        (word.clone(), changed.unwrap_or_else(|| schema.clone()))
                    });
                    let variants = Variants { of: of.collect(), ..Variants::clone(variants) };
                    Field { kind: Kind::Variants(Arc::new(variants)), ..field.clone() }
                })
            }
            _ => None,
        }
    }

    /// The names in braces that the English text has, for a field that doesn't declare any. What is checked by other
    /// means has none.
    fn slots(&self, field: &Field) -> Option<Vec<Name>> {
        if !field.slots.is_empty() {
            return Some(field.slots.clone());
        }
        let slots: Vec<Name> =
            slots::of(self.english.original(&field.key)?.as_str()).map(Name::from).collect();
        (!slots.is_empty()).then_some(slots)
    }

    fn presence(&self, field: &Field, is_assumed: bool) -> Option<Presence> {
        let is_required = match &field.presence {
            Presence::Required | Presence::Untranslated { .. } => true,
            Presence::Default(_) => false,
            Presence::Optional | Presence::When { .. } => return None,
        };
        let english = self.english.get(&field.key);
        let is_english = |word: &&Data| {
            self.is_translated && is_required && english.is_some_and(|english| is_same_phrase(word, english))
        };
        if let Some(word) = self.words.get(&field.key).filter(|word| !is_english(word)) {
            return Some(Presence::Default(word.clone()));
        }
        (is_required && (is_assumed || english.is_some())).then(|| {
            let written = english.and_then(|word| written(word, &field.kind));
            let word = MissingWord {
                table: self.path.as_str().into(),
                key: (&*field.key).into(),
                is_in_english: written.is_some(),
                value: written.unwrap_or_else(|| field.kind.example()).into(),
            };
            Presence::Untranslated { word: Arc::new(word), english: english.cloned() }
        })
    }
}

/// True for two texts that are the same and have several words. Single words, such as "Coach", may be the same in two
/// languages.
fn is_same_phrase(word: &Data, english: &Data) -> bool {
    let is_word = |part: &&str| !part.starts_with('{') && part.contains(char::is_alphabetic);
    let is_phrase = |text: &str| text.split_whitespace().filter(is_word).count() > 1;
    let english = text(english);
    text(word) == english && english.is_some_and(is_phrase)
}

/// A text, or its form for most numbers.
fn text(word: &Data) -> Option<&str> {
    if let Data::Plural(plural) = word { Some(plural.other()) } else { word.as_text().map(Text::as_str) }
}

/// A word as TOML writes it.
fn written(word: &Data, kind: &Kind) -> Option<String> {
    match word {
        Data::Text(text) => Some(in_quotes(text.as_str())),
        Data::Plural(plural) => Some(plural.written(kind)),
        _ => None,
    }
}

/// True for a default that is a table without any keys.
fn is_blank(presence: &Presence) -> bool {
    let has_nothing = |table: &Table| table.iter().all(|(_, value)| !value.span.is_somewhere());
    matches!(presence, Presence::Default(Data::Table(table)) if has_nothing(table))
}
