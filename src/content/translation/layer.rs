//! A translation laid over its original: table × texts × words → table.

use std::{collections::BTreeSet, sync::Arc};

use foldhash::HashMap;

use super::{
    glossary::Glossary,
    notes::{Notes, mark},
};
use crate::{
    diagnostic::Span,
    schema::{
        Data, Field, Kind, Name, PictureRef, Presence, RowNames, Scalar, Schema, Table, Translation,
        decode::{
            Spanned,
            value::{ImageFile, Markdown},
        },
        has_lone_text, is_hidden, is_named, plain, slots, source_text, variant,
    },
};

/// A text of the main language that has no translation, or one of another text.
#[derive(Clone, Debug)]
pub struct Lack {
    /// The keys by which a translation names it.
    pub path: Vec<Name>,
    pub original: Spanned<Data>,
    pub why: LackReason,
}

impl Lack {
    /// True for a text in a row without a name, which the glossary translates.
    pub fn is_of_glossary(&self) -> bool {
        self.path.iter().any(|name| name.is_empty())
    }
}

/// The reason why a translation isn't what its original needs.
#[derive(Clone, Debug)]
pub enum LackReason {
    /// There is none; what stands at the place, if there is one, is a copy of the original, or says nothing.
    Missing { at: Option<Span> },
    /// A placeholder stands in its place; one of an older text has that in its note.
    Unwritten { at: Span, old: Option<Span> },
    /// The note at this place says that it was translated from another text.
    Outdated { note: Span },
    /// These names in braces are lost.
    Slots { at: Span, lost: Vec<String> },
    /// It has another number of headings.
    Headings { at: Span, count: usize, original: usize },
    /// No note says which text it was translated from.
    Unnoted { at: Span },
    /// The word at this place calls it a placeholder, and it is none any more.
    Finished { word: Span },
}

/// Texts by which sections choose, by key and text in the main language.
pub type ChosenTexts = HashMap<(Name, String), Arc<str>>;

/// A translation that is laid over a file of the main language.
pub struct Layer<'l> {
    glossary: &'l Glossary,
    /// Those of all files.
    chosen: &'l ChosenTexts,
    pub texts: LaidTexts,
    path: Vec<Name>,
    /// The translations of texts of the file, by their places.
    said: Vec<(Span, Spanned<Data>)>,
}

/// Knowledge of texts once translations are laid over them.
#[derive(Debug, Default)]
pub struct LaidTexts {
    /// The letters of the texts of the glossary that files of the main language say.
    pub used: BTreeSet<String>,
    /// The texts of the main language that have no translation.
    pub untranslated: BTreeSet<Arc<str>>,
    /// The words of the language that it lacks, by their names, for the places that need them.
    pub missing_words: BTreeSet<Name>,
    pub chosen: ChosenTexts,
    /// The choices, each with what it is in the main language.
    pub originals: Originals,
    pub lacks: Vec<Lack>,
    /// True if a text is translated.
    pub is_translated: bool,
    /// True if a section chooses by texts, which other files say.
    pub is_choosing: bool,
}

impl LaidTexts {
    /// Adds what is known of another file, but for what it lacks.
    pub fn add(&mut self, other: &Self) {
        self.used.extend(other.used.iter().cloned());
        self.untranslated.extend(other.untranslated.iter().cloned());
        self.missing_words.extend(other.missing_words.iter().cloned());
        for (said, original) in &other.originals.0 {
            self.originals.add(said, original.as_ref());
        }
    }
}

/// Texts that can be chosen, such as the options of a form, and what each is in the main language: that stands in addresses and
/// in what is sent, which are the same in all languages.
#[derive(Debug, Default)]
pub struct Originals(HashMap<Arc<str>, Option<Arc<str>>>);

impl Originals {
    /// Adds the original of a text. One that has two different originals counts as having none: it could be of either.
    fn add(&mut self, said: &Arc<str>, original: Option<&Arc<str>>) {
        let known = self.0.entry(said.clone()).or_insert_with(|| original.cloned());
        if known.as_ref() != original {
            *known = None;
        }
    }

    /// The text in the main language; the text itself if it isn't known.
    pub fn of<'t>(&'t self, said: &'t str) -> &'t str {
        self.0.get(said).and_then(Option::as_deref).unwrap_or(said)
    }
}

/// The translation of a part of a file.
#[derive(Clone, Copy)]
pub struct TranslatedPart<'t> {
    pub table: &'t Table,
    pub notes: &'t Notes,
}

impl<'t> TranslatedPart<'t> {
    fn get(self, key: &str) -> Option<&'t Spanned<Data>> {
        self.table.get(key).filter(|value| value.span.is_somewhere())
    }

    /// The translation of the element of a list with this name.
    fn element(self, name: &str) -> Option<&'t Spanned<Data>> {
        self.table.iter().find(|(key, _)| is_named(key, name)).map(|(_, value)| value)
    }

    fn inner(self, key: &str) -> Option<Self> {
        self.get(key)?.value.as_table().map(|table| TranslatedPart { table, ..self })
    }
}

/// The original of a text with the field that has it.
#[derive(Clone, Copy)]
struct OriginalText<'o> {
    field: &'o Field,
    value: &'o Spanned<Data>,
}

/// A translated value, with the notes of its file.
type Translated<'t> = Option<(&'t Spanned<Data>, &'t Notes)>;

impl<'l> Layer<'l> {
    pub fn new(glossary: &'l Glossary, chosen: &'l ChosenTexts) -> Self {
        Self { glossary, chosen, texts: LaidTexts::default(), path: Vec::new(), said: Vec::new() }
    }

    /// Lays a translation over a table. `schema` is the type of the table in the language.
    pub fn table(
        &mut self,
        original: &Table,
        schema: &Arc<Schema>,
        translation: Option<TranslatedPart<'_>>,
    ) -> Arc<Table> {
        let mut fields = Vec::with_capacity(schema.fields.len());
        for field in &schema.fields {
            let written = original.get(&field.key);
            let translated = translation.and_then(|part| Some((part.get(&field.key)?, part.notes)));
            self.path.push(field.key.clone());
            let value = match written {
                Some(value) if value.span.is_somewhere() && !is_default(original, field, value) => {
                    Some(self.value(field, value, translation))
                }
                Some(value) => Some(self.default(field, value, translation)),
                // The path of a page, and that a section is hidden, may be said here alone.
                None => translated.map(|(value, _)| value.clone()),
            };
            self.path.pop();
            fields.extend(value.map(|value| (field.key.clone(), value)));
        }
        Arc::new(Table::new(schema.clone(), fields, original.span))
    }

    /// The value of a field that the original doesn't say: what the translation says, else the default in its language.
    fn default(
        &mut self,
        field: &Field,
        original: &Spanned<Data>,
        translation: Option<TranslatedPart<'_>>,
    ) -> Spanned<Data> {
        let inner = translation.and_then(|part| part.inner(&field.key));
        let value = match (&field.presence, &field.kind) {
            (Presence::Default(Data::Table(table)), Kind::Table(schema)) => {
                return Spanned { value: Data::Table(self.table(table, schema, inner)), span: Span::NOWHERE };
            }
            (Presence::Default(value), _) => value.clone(),
            _ => original.value.clone(),
        };
        let said = translation.and_then(|part| Some((part.get(&field.key)?, part.notes)));
        if let Some((said, _)) =
            said.filter(|(said, notes)| notes.is_said(said, &value) && is_text(&said.value))
        {
            self.texts.is_translated = true;
            return said.clone();
        }
        self.texts.missing_words.extend(field.default_names());
        Spanned { value, span: Span::NOWHERE }
    }

    fn value(
        &mut self,
        field: &Field,
        original: &Spanned<Data>,
        translation: Option<TranslatedPart<'_>>,
    ) -> Spanned<Data> {
        if field.translation() == Translation::Never {
            return original.clone();
        }
        match (&original.value, &field.kind) {
            (Data::List(elements), _) => {
                let inner = translation.and_then(|part| part.inner(&field.key));
                let list = self.list(field, elements, inner);
                Spanned { value: Data::List(list), span: original.span }
            }
            (Data::Table(table), Kind::Table(schema)) if schema.chooses.is_some() => {
                Spanned { value: Data::Table(self.choice(table)), span: original.span }
            }
            (Data::Table(table), kind) => {
                let Some(schema) = schema_of(kind, table) else { return original.clone() };
                let inner = translation.and_then(|part| part.inner(&field.key));
                Spanned { value: Data::Table(self.table(table, schema, inner)), span: original.span }
            }
            _ => {
                let translated = translation.and_then(|part| Some((part.get(&field.key)?, part.notes)));
                self.single(OriginalText { field, value: original }, translated)
            }
        }
    }

    fn list(
        &mut self,
        field: &Field,
        elements: &[Spanned<Data>],
        translation: Option<TranslatedPart<'_>>,
    ) -> Vec<Spanned<Data>> {
        let names = RowNames::of(&field.kind, elements).names;
        let mut list = Vec::with_capacity(elements.len());
        for (element, name) in elements.iter().zip(names) {
            let said =
                name.as_ref().zip(translation).and_then(|(name, part)| Some((part.element(name)?, part)));
            self.path.push(name.unwrap_or_default());
            list.push(self.element(field, element, said));
            self.path.pop();
        }
        list
    }

    /// An element of a list. One without a name is translated by the glossary alone.
    fn element(
        &mut self,
        field: &Field,
        element: &Spanned<Data>,
        said: Option<(&Spanned<Data>, TranslatedPart<'_>)>,
    ) -> Spanned<Data> {
        let Data::Table(row) = &element.value else {
            let said = said.map(|(value, part)| (value, part.notes));
            return self.single(OriginalText { field, value: element }, said);
        };
        let Some(schema) = schema_of(&field.kind, row) else { return element.clone() };
        let known = self.texts.lacks.len();
        let is_left_out = is_hidden(row)
            || said.and_then(|(said, _)| said.value.as_table()).is_some_and(|said| is_hidden(said));
        let table = match said {
            Some((Spanned { value: Data::Table(table), .. }, part)) => {
                self.table(row, schema, Some(TranslatedPart { table, ..part }))
            }
            Some((short, part)) => self.short_row(row, schema, short, part),
            None => {
                let table = self.table(row, schema, None);
                self.write_short(row, schema, known);
                table
            }
        };
        // Visitors don't see the row, nor what it lacks.
        if is_left_out {
            self.texts.lacks.truncate(known);
        }
        Spanned { value: Data::Table(table), span: element.span }
    }

    /// Names the text that a row lacks by the row alone, if it is the only one that it has.
    fn write_short(&mut self, row: &Table, schema: &Schema, known: usize) {
        let depth = self.path.len();
        if let Some([lack]) = self.texts.lacks.get_mut(known..)
            && lack.path.len() == depth + 1
            && has_lone_text(row, schema)
        {
            lack.path.truncate(depth);
        }
    }

    /// A row whose only text stands in the place of its table.
    fn short_row(
        &mut self,
        row: &Table,
        schema: &Arc<Schema>,
        text: &Spanned<Data>,
        part: TranslatedPart<'_>,
    ) -> Arc<Table> {
        let mut needed = schema.fields.iter().filter(|field| field.translation() == Translation::Needed);
        let lone = needed.find(|field| row.get(&field.key).is_some_and(|value| has_text(&value.value)));
        let Some(field) = lone else { return self.table(row, schema, None) };
        let inner = row.get(&field.key).and_then(|value| value.value.as_table());
        let value = match (inner, &field.kind) {
            (Some(inner), Kind::Table(of_inner)) => {
                Spanned { value: Data::Table(self.short_row(inner, of_inner, text, part)), span: text.span }
            }
            _ => text.clone(),
        };
        let table = Table::new(schema.clone(), vec![(field.key.clone(), value)], text.span);
        self.table(row, schema, Some(TranslatedPart { table: &table, ..part }))
    }

    /// A text, a text in Markdown, one for each number, a picture with its description, or a link.
    fn single(&mut self, original: OriginalText<'_>, said: Translated<'_>) -> Spanned<Data> {
        let OriginalText { field, value } = original;
        if let Data::Picture(picture) = &value.value {
            return self.picture(field, (picture, value.span), said);
        }
        // The glossary has a text that a file says, even if that has a translation of its own.
        let of_glossary = self.of_glossary(&value.value);
        if let Some((said, notes)) = said.filter(|(said, notes)| is_translation(said, value, notes)) {
            self.texts.is_translated |= is_text(&said.value);
            self.check(original, said, notes);
            let said = translating(said, &value.value);
            self.choose(field, value, &said);
            self.said.push((value.span, said.clone()));
            return said;
        }
        // A page in Markdown has its title once more as its heading.
        if let Some((_, found)) = self.said.iter().find(|(at, _)| *at == value.span && said.is_none()) {
            return found.clone();
        }
        if let Some(found) = of_glossary {
            let found = Spanned { value: as_same(&value.value, &found.value), span: found.span };
            self.choose(field, value, &found);
            return found;
        }
        if let Presence::Default(word) = &field.presence
            && is_text(word)
            && field.list.is_none()
            && field.default_name.is_none()
        {
            // The site has words of its own for it in the main language.
            self.untranslated(original, said);
            return Spanned { value: word.clone(), span: Span::NOWHERE };
        }
        self.untranslated(original, said);
        value.clone()
    }

    /// Notes a text that has no translation, unless it needs none.
    fn untranslated(&mut self, OriginalText { field, value }: OriginalText<'_>, said: Translated<'_>) {
        let is_missing = field.translation() == Translation::Needed
            && is_text(&value.value)
            && !value.value.as_text().is_some_and(|text| self.glossary.is_broken(text));
        if is_missing {
            self.texts.untranslated.extend(value.value.as_text().cloned());
            let why = match said {
                Some((said, notes)) if said.span.is_somewhere() && !notes.is_said(said, &value.value) => {
                    LackReason::Unwritten { at: said.span, old: old_note(&value.value, said, notes) }
                }
                _ => LackReason::Missing { at: said.map(|(said, _)| said.span) },
            };
            self.lack(value, why);
        }
    }

    fn of_glossary(&mut self, original: &Data) -> Option<Spanned<Data>> {
        let text = original.as_text()?;
        self.glossary.translation(text, &mut self.texts.used).cloned()
    }

    /// Remembers the translation of a text by which sections or visitors choose.
    fn choose(&mut self, field: &Field, original: &Spanned<Data>, said: &Spanned<Data>) {
        let (Some(text), Some(said)) = (original.value.as_text(), said.value.as_text()) else { return };
        if field.filter {
            self.texts.chosen.insert((field.key.clone(), plain(text).collect()), said.clone());
        }
        if field.filter || field.list.is_some() {
            self.texts.originals.add(said, Some(text));
        }
    }

    /// The values by which a section chooses, in the language of the entries.
    fn choice(&mut self, choice: &Table) -> Arc<Table> {
        self.texts.is_choosing = true;
        let mut fields = Vec::new();
        for (key, value) in choice.iter() {
            let list = choice.list(key).iter().map(|element| self.chosen_value(key, element)).collect();
            let value = if let Data::List(_) = &value.value {
                Spanned { value: Data::List(list), span: value.span }
            } else {
                self.chosen_value(key, value)
            };
            fields.push((key.clone(), value));
        }
        Arc::new(Table::new(choice.schema.clone(), fields, choice.span))
    }

    fn chosen_value(&mut self, key: &Name, value: &Spanned<Data>) -> Spanned<Data> {
        let Some(text) = value.value.as_text() else { return value.clone() };
        let chosen = self.chosen.get(&(key.clone(), plain(text).collect())).cloned();
        let chosen = chosen.or_else(|| self.of_glossary(&value.value)?.value.as_text().cloned());
        let chosen = chosen.unwrap_or_else(|| text.clone());
        Spanned { value: Data::Str(Scalar::TEXT, chosen), span: value.span }
    }

    fn picture(
        &mut self,
        field: &Field,
        (picture, span): (&PictureRef, Span),
        said: Translated<'_>,
    ) -> Spanned<Data> {
        let table =
            said.and_then(|(said, notes)| Some(TranslatedPart { table: said.value.as_table()?, notes }));
        let file = table.and_then(|part| part.table.text("file")).and_then(ImageFile::new);
        let mut picture =
            PictureRef { file: file.unwrap_or_else(|| picture.file.clone()), ..picture.clone() };
        if picture.alt.is_empty() {
            return Spanned { value: Data::Picture(Box::new(picture)), span };
        }
        let alt = Field {
            kind: Kind::Scalar(Scalar::TEXT),
            list: None,
            presence: Presence::Required,
            ..field.clone()
        };
        let original = Spanned { value: Data::Str(Scalar::TEXT, picture.alt.as_str().into()), span };
        let short = said.filter(|(said, _)| said.value.as_text().is_some());
        let said = table.and_then(|part| Some((part.get("alt")?, part.notes))).or(short);
        self.path.push("alt".into());
        let alt = self.single(OriginalText { field: &alt, value: &original }, said);
        self.path.pop();
        picture.alt = alt.value.as_text().map(ToString::to_string).unwrap_or_default();
        Spanned { value: Data::Picture(Box::new(picture)), span: alt.span }
    }

    fn lack(&mut self, original: &Spanned<Data>, why: LackReason) {
        self.texts.lacks.push(Lack { path: self.path.clone(), original: original.clone(), why });
    }

    /// Notes how a translation differs from what the original says now.
    fn check(&mut self, original: OriginalText<'_>, said: &Spanned<Data>, notes: &Notes) {
        let value = original.value;
        let Some(text) = source_text(&value.value) else { return };
        match notes.behind(said.span) {
            Some((noted, note)) if noted != mark(&text) => self.lack(value, LackReason::Outdated { note }),
            Some(_) => {}
            None => self.lack(value, LackReason::Unnoted { at: said.span }),
        }
        if let Some(word) = notes.word_behind(said.span) {
            self.lack(value, LackReason::Finished { word });
        }
        if let (Some(text), Some(said_text)) = (value.value.as_text(), said.value.as_text()) {
            let slots = slots::of(text).filter(|slot| !said_text.contains(&format!("{{{slot}}}")));
            let lost: Vec<String> = slots.map(str::to_owned).collect();
            if !lost.is_empty() {
                self.lack(value, LackReason::Slots { at: said.span, lost });
            }
        }
        if let (Data::Markdown(text), Data::Markdown(said_text)) = (&value.value, &said.value) {
            let [original, count] = [text, said_text].map(Markdown::headings);
            if count != original {
                self.lack(value, LackReason::Headings { at: said.span, count, original });
            }
        }
    }
}

fn schema_of<'k>(kind: &'k Kind, table: &Table) -> Option<&'k Arc<Schema>> {
    match kind {
        Kind::Table(schema) => Some(schema),
        Kind::Variants(variants) => variant(variants, table),
        _ => None,
    }
}

/// True for a text that the main language says as it would be said without: the words of the theme.
fn is_default(table: &Table, field: &Field, value: &Spanned<Data>) -> bool {
    let Some(main) = table.schema.field(&field.key) else { return false };
    let Presence::Default(word) = &main.presence else { return false };
    matches!(field.presence, Presence::Default(_))
        && is_text(word)
        && source_text(word) == source_text(&value.value)
}

/// True for what readers read.
fn is_text(data: &Data) -> bool {
    data.as_text().is_some() || matches!(data, Data::Markdown(_) | Data::Plural(_))
}

/// True for a text, or a table or a picture with one.
fn has_text(data: &Data) -> bool {
    match data {
        Data::Table(table) => {
            table.iter().any(|(_, value)| value.span.is_somewhere() && has_text(&value.value))
        }
        Data::Picture(picture) => !picture.alt.is_empty(),
        data => is_text(data),
    }
}

/// True for a value that says in its own words what the original says: several words that are the same are none, unless a note
/// says that they are a translation.
fn is_translation(said: &Spanned<Data>, original: &Spanned<Data>, notes: &Notes) -> bool {
    let is_copy = match (said.value.as_text(), original.value.as_text()) {
        (Some(said), Some(original)) => said == original && said.contains(char::is_whitespace),
        _ => false,
    };
    let is_noted = || {
        let text = source_text(&original.value);
        notes.behind(said.span).zip(text).is_some_and(|((noted, _), text)| noted == mark(&text))
    };
    notes.is_said(said, &original.value) && (!is_copy || is_noted())
}

/// The note behind a placeholder, if that is of an older text and nobody wrote over it.
fn old_note(original: &Data, said: &Spanned<Data>, notes: &Notes) -> Option<Span> {
    let (noted, note) = notes.behind(said.span).filter(|_| !notes.is_written_over(said))?;
    let is_old = source_text(original).is_some_and(|original| mark(&original) != noted);
    is_old.then_some(note)
}

/// The value with what it keeps of its original: the anchors of headings.
fn translating(said: &Spanned<Data>, original: &Data) -> Spanned<Data> {
    match (&said.value, original) {
        (Data::Markdown(text), Data::Markdown(original)) => {
            Spanned { value: Data::Markdown(text.translating(original)), span: said.span }
        }
        _ => said.clone(),
    }
}

/// A text of the glossary as a value of the original's type.
fn as_same(original: &Data, found: &Data) -> Data {
    match (original, found.as_text()) {
        (Data::Str(scalar, _), Some(text)) => Data::Str(*scalar, text.clone()),
        _ => found.clone(),
    }
}
