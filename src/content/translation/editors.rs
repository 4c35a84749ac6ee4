//! Translations for editors: the type of each, by what its original says, and the texts of that.

use std::sync::Arc;

use toml::de::DeTable;
use toml_schema::edit::{Path, PathStep};

use super::{CONTENT, Lack, LackReason};
use crate::{
    content::Content,
    diagnostic::{Files as _, Span},
    schema::{
        ALT, Data, Field, FileType, GLOSSARY_FILE, Kind, MARKDOWN, Name, RowNames, Schema, Table,
        TranslationType, Types, decode::Spanned, glossary_schema, is_named, lone_text_of, own_fields,
        source_text,
    },
};

/// A text of a file of the main language, and the place for its translation.
#[derive(Clone, Debug)]
pub struct TranslatableText {
    /// Its place in the file of the main language.
    pub main: Path,
    /// The place for it in the translation.
    pub path: Path,
    pub text: Arc<str>,
    /// True if it has no translation yet.
    pub is_lacking: bool,
}

impl TranslatableText {
    /// True if its place in the translation is behind these keys, or within the table there.
    fn is_below(&self, keys: &[&str]) -> bool {
        let mut steps = self.path.iter();
        keys.iter().all(
            |key| matches!(steps.next(), Some(PathStep::Key(step)) if is_named(key, step) || step == key),
        )
    }
}

/// The original of a place of a translation.
#[derive(Clone, Debug)]
pub struct OriginalPlace {
    /// The text; of a table, its first one.
    pub text: Arc<str>,
    /// Its place in the file of the main language; of a table, that of the whole.
    pub span: Span,
}

impl Content {
    /// The type of the file of content at a path; of a translation, with the very keys that its original has.
    pub fn schema_at(&self, path: &str) -> Option<Arc<Schema>> {
        if let Some((file_type, _)) = self.project.types.file_type(path) {
            return Some(file_type.schema().clone());
        }
        let (types, main) = self.edition_of(path)?;
        if let Some((_, schema)) = self.translation_at(path) {
            return Some(Arc::new(schema));
        }
        if self.is_glossary(path) {
            let text = self.text_of(path);
            let (table, _) = DeTable::parse_recoverable(&text);
            let mut keys: Vec<Arc<str>> =
                table.get_ref().keys().map(|key| (&**key.get_ref()).into()).collect();
            for text in self.texts_for_glossary(types) {
                if !keys.iter().any(|key| is_named(key, &text)) {
                    keys.push(text);
                }
            }
            return Some(Arc::new(glossary_schema(keys.iter())));
        }
        // An entry of one language only is written whole.
        schema_in(types, self.project.types.file_type(&main)?.0).cloned()
    }

    /// The texts of the original of the translation at a path.
    pub fn texts_for(&self, path: &str) -> Vec<TranslatableText> {
        let mut texts = Vec::new();
        if let Some((original, schema)) = self.translation_at(path) {
            collect(original, &schema, &Path::default(), &Path::default(), &mut texts);
            let lacks = self.lacks_for(path);
            for text in &mut texts {
                text.is_lacking = lacks.iter().any(|lack| is_same_place(&lack.path, &text.path));
            }
        }
        texts
    }

    /// The texts that the translation at a path lacks.
    fn lacks_for(&self, path: &str) -> Vec<Lack> {
        let Some((types, main)) = self.edition_of(path) else { return Vec::new() };
        let sources = &self.project.sources;
        let editions = self.editions.iter().filter(|edition| edition.project.types.folder == types.folder);
        let mut lacks = Vec::new();
        for edition in editions {
            let known = edition.lacks.iter().filter(|lacks| sources.path(lacks.main) == main);
            lacks.extend(known.flat_map(|lacks| &lacks.lacks).cloned());
            let unwritten = edition.unwritten.iter().filter(|unwritten| sources.path(unwritten.main) == main);
            lacks.extend(unwritten.flat_map(|unwritten| unwritten.lacks(edition).lacks));
        }
        lacks.retain(|lack| matches!(lack.why, LackReason::Missing { .. } | LackReason::Unwritten { .. }));
        lacks
    }

    /// The texts that only the glossary of a language can translate, and doesn't yet.
    fn texts_for_glossary(&self, types: &Types) -> Vec<Arc<str>> {
        let edition = self.editions.iter().find(|edition| edition.project.types.folder == types.folder);
        let lacks = edition.into_iter().flat_map(|edition| &edition.lacks).flat_map(|lacks| &lacks.lacks);
        let missing = lacks.filter(|lack| {
            lack.is_of_glossary()
                && matches!(lack.why, LackReason::Missing { .. } | LackReason::Unwritten { .. })
        });
        missing.filter_map(|lack| lack.original.value.as_text().cloned()).collect()
    }

    /// The text in the main language in the place of the value or table behind these keys of the translation at a path.
    pub fn original_text(&self, path: &str, keys: &[&str]) -> Option<OriginalPlace> {
        if self.is_glossary(path) {
            let [key] = keys else { return None };
            return self.original_saying(key);
        }
        let texts = self.texts_for(path);
        let text = texts.iter().find(|text| text.is_below(keys))?;
        // A row that is written as its only text has the place of that text in the original.
        let is_whole = text.path.len() == keys.len();
        let steps = if is_whole { &text.main[..] } else { text.main.get(..keys.len())? };
        let table = self.table_at(&self.original_file(path)?)?;
        Some(OriginalPlace { text: text.text.clone(), span: span_at(table, steps)? })
    }

    /// The first text of the main language that a key of a glossary translates.
    fn original_saying(&self, key: &str) -> Option<OriginalPlace> {
        let mut found: Option<OriginalPlace> = None;
        for table in self.tables() {
            table.walk(&mut |_, value| {
                let text = value.value.as_text().filter(|text| is_named(key, text));
                let is_first = found.as_ref().is_none_or(|found| value.span < found.span);
                if let Some(text) = text.filter(|_| value.span.is_somewhere() && is_first) {
                    found = Some(OriginalPlace { text: text.clone(), span: value.span });
                }
            });
        }
        found
    }

    fn is_glossary(&self, path: &str) -> bool {
        let main = self.edition_of(path).map(|(_, main)| main);
        main.is_some_and(|main| main.strip_prefix(CONTENT) == Some(GLOSSARY_FILE))
    }

    /// The path of the file of which the one at a path in the folder of a language is the translation.
    pub fn original_file(&self, path: &str) -> Option<String> {
        self.edition_of(path).map(|(_, main)| main)
    }

    /// The beginning of a translation that isn't there yet.
    pub fn beginning_of(&self, path: &str) -> String {
        let line = self.edition_of(path).and_then(|(types, _)| types.schema_line(path));
        line.map(|line| format!("{line}\n\n")).unwrap_or_default()
    }

    /// The original of the translation at a path, which needn't be there yet, and its type.
    fn translation_at(&self, path: &str) -> Option<(&Arc<Table>, Schema)> {
        let (types, main) = self.edition_of(path).filter(|_| !path.ends_with(MARKDOWN))?;
        let table = self.table_at(&main)?;
        let kind = self.project.types.file_type(&main)?.0;
        let own = own_fields(kind.page());
        let schema = schema_in(types, kind)?;
        let text = self.text_of(path);
        let (written, _) = DeTable::parse_recoverable(&text);
        let shape = TranslationType::new(table, schema, own, Some(written.get_ref()));
        Some((table, shape.schema))
    }

    /// The types of the language in whose folder a file is, and the path that its original has.
    fn edition_of(&self, path: &str) -> Option<(&Types, String)> {
        let mut editions = self.project.types.editions.iter();
        let (types, main) = editions.find_map(|types| Some((types, original_path(path, types)?)))?;
        Some((types, self.path_of_original(main)))
    }

    fn text_of(&self, path: &str) -> Arc<str> {
        self.project.sources.text_at(path).map(|(_, text)| text.text.clone()).unwrap_or_default()
    }

    /// The path of an original, which is a page in Markdown if there is no file in TOML: such a page is translated in TOML, too.
    fn path_of_original(&self, path: String) -> String {
        let in_markdown = path.strip_suffix(".toml").map(|stem| format!("{stem}{MARKDOWN}"));
        let is_there = |path: &String| self.project.sources.text_at(path).is_some();
        if is_there(&path) { path } else { in_markdown.filter(is_there).unwrap_or(path) }
    }

    /// True for a file of the folder of a further language that is laid over one of the main language.
    pub fn is_translation(&self, path: &str) -> bool {
        self.project.types.editions.iter().any(|types| original_path(path, types).is_some())
    }

    /// The table of a file of the main language.
    fn table_at(&self, path: &str) -> Option<&Arc<Table>> {
        let sources = &self.project.sources;
        match self.project.types.file_type(path)?.0 {
            FileType::Single(name, _) => self.singles.get(name),
            FileType::Entry(found) => {
                let mut entries = self.entries(&found.collection.name).iter();
                entries.find(|entry| sources.path(entry.file) == path).map(|entry| &entry.table)
            }
            FileType::Page(_) => {
                let mut pages = self.pages.iter();
                pages.find(|page| sources.path(page.file) == path).map(|page| &page.table)
            }
        }
    }
}

/// The type of a kind of file in a language.
fn schema_in<'t>(types: &'t Types, kind: FileType<'_>) -> Option<&'t Arc<Schema>> {
    match kind {
        FileType::Single(name, _) => types.singles.get(name),
        FileType::Entry(found) => Some(&types.collections.get(&found.collection.name)?.schema),
        FileType::Page(_) => Some(&types.page),
    }
}

/// The path of the file of which the one at `path` is a translation into the language of these types.
fn original_path(path: &str, types: &Types) -> Option<String> {
    Some(format!("{CONTENT}{}", types.within_folder(path)?))
}

/// The texts of a table that its translation has fields for.
fn collect(table: &Table, translation: &Schema, main: &Path, path: &Path, texts: &mut Vec<TranslatableText>) {
    for field in &translation.fields {
        let Some(value) = table.get(&field.key).filter(|value| value.span.is_somewhere()) else { continue };
        let (main, path) = (main.with(&*field.key), path.with(&*field.key));
        let Data::List(elements) = &value.value else {
            collect_value(&value.value, field, &main, &path, texts);
            continue;
        };
        let (Kind::Table(rows), Some(list)) = (&field.kind, table.schema.field(&field.key)) else { continue };
        let names = RowNames::of(&list.kind, elements).names;
        for (at, (element, name)) in elements.iter().zip(names).enumerate() {
            let row = name.and_then(|name| rows.fields.iter().find(|row| is_named(&row.key, &name)));
            if let Some(row) = row {
                collect_value(&element.value, row, &main.with(at), &path.with(&*row.key), texts);
            }
        }
    }
}

fn collect_value(data: &Data, field: &Field, main: &Path, path: &Path, texts: &mut Vec<TranslatableText>) {
    let mut add = |main: Path, path: Path, text: Option<Arc<str>>| {
        texts.extend(text.map(|text| TranslatableText { main, path, text, is_lacking: false }));
    };
    match (data, &field.kind) {
        (Data::Table(table), Kind::Table(schema)) => collect(table, schema, main, path, texts),
        (Data::Picture(picture), _) => {
            let alt = Some(picture.alt.as_str()).filter(|alt| !alt.is_empty());
            add(main.with(ALT), path.with(ALT), alt.map(Arc::from));
        }
        // A row with a single text is written as that text.
        (Data::Table(table), _) => {
            if let Some((keys, value)) = lone_text_of(table) {
                let main = keys.iter().fold(main.clone(), |main, key| main.with(&**key));
                add(main, path.clone(), source_text(&value.value));
            }
        }
        (data, _) => add(main.clone(), path.clone(), source_text(data)),
    }
}

/// True for the names of the value at a path.
fn is_same_place(names: &[Name], path: &Path) -> bool {
    names.len() == path.len()
        && names
            .iter()
            .zip(path.iter())
            .all(|(name, step)| matches!(step, PathStep::Key(key) if is_named(key, name)))
}

/// The place of the value that these steps lead to; of what is written within a picture, that of the picture.
fn span_at(table: &Table, steps: &[PathStep]) -> Option<Span> {
    let (PathStep::Key(first), rest) = steps.split_first()? else { return None };
    let mut value: &Spanned<Data> = table.get(first)?;
    for step in rest {
        value = match (&value.value, step) {
            (Data::Table(table), PathStep::Key(key)) => table.get(key)?,
            (Data::List(elements), PathStep::At(at)) => elements.get(*at)?,
            _ => break,
        };
    }
    Some(value.span)
}
