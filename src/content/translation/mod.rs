//! Editions: the content in the further languages of a site. The files of `content/<language>/` are laid over those of the
//! main language, which say every fact.

mod decoded;
mod editors;
mod glossary;
mod languages;
mod layer;
mod notes;
mod report;
mod written;

use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

use foldhash::HashMap;
use rayon::prelude::*;
use toml::de::DeTable;

pub(super) use self::languages::{UnreadFolders, check_rows};
use self::{
    decoded::DecodedTranslation,
    layer::{ChosenTexts, LaidTexts, Layer},
    notes::Notes,
};
pub use self::{
    decoded::DecodedTranslations,
    editors::{OriginalPlace, TranslatableText},
    glossary::Glossary,
    layer::{Lack, LackReason, Originals},
    written::{toml_key, toml_value},
};
use super::{Content, DecodedFiles, Entry, Gym, PageLanguage, PageSource, file_name};
use crate::{
    diagnostic::{Diagnostics, FileId, Files as _, Severity, Span},
    schema::{
        DRAFT, Data, Decoded, FileType, GLOSSARY_FILE, MARKDOWN, Name, OwnPage, SLUG, Schema, Table,
        TranslationType, Types, View as _, Why,
        decode::{self, Reference, Spanned, WEEKDAY},
        own_fields, source_text,
    },
    source::{SITE, SourceText, Sources},
};

/// The folder of content, and of the files that translate it.
const CONTENT: &str = "content/";

/// The key for the address of a page.
const PATH: &str = "path";

/// Keys of the file of the gym.
const LANGUAGE: &str = "language";
const TRANSLATION: &str = "translation";
const FOLDER: &str = "folder";
const FIRST_DAY: &str = "first_day";

/// A text of a language, by its path in the folder of the language.
#[derive(Clone, Copy)]
pub(super) struct FolderText<'s> {
    file: FileId,
    /// `classes/yoga.toml` of `content/sw/classes/yoga.toml`.
    path: &'s str,
    text: &'s Arc<SourceText>,
}

/// A text with its file.
pub(super) type ContentText<'s> = (FileId, &'s Arc<SourceText>);

/// The texts of content apart by language: those of the main one, and those in the folder of each further one.
pub(super) fn apart<'s>(
    sources: &'s Sources,
    types: &Types,
) -> (Vec<ContentText<'s>>, Vec<Vec<FolderText<'s>>>) {
    let folders: Vec<String> = types.editions.iter().map(|types| folder_of(types)).collect();
    let (mut main, mut further) = (Vec::new(), vec![Vec::new(); folders.len()]);
    for (file, text) in sources.texts_below(CONTENT) {
        let mut places = folders.iter().zip(&mut further);
        match places.find_map(|(folder, texts)| Some((text.path.strip_prefix(&**folder)?, texts))) {
            Some((path, texts)) => texts.push(FolderText { file, path, text }),
            None => main.push((file, text)),
        }
    }
    (main, further)
}

/// The folder with the translations into the language of these types.
fn folder_of(types: &Types) -> String {
    format!("{CONTENT}{}/", types.folder.as_deref().unwrap_or_default())
}

/// The tables of files of the main language.
type MainTables<'s> = HashMap<FileId, &'s Arc<Table>>;

/// A file of the main language, with its type in another one.
struct Original<'s> {
    /// `None` for a single of which all texts are words, so that a site has it without a file.
    file: Option<FileId>,
    table: Arc<Table>,
    schema: &'s Arc<Schema>,
    page: Option<OwnPage>,
}

/// A translated file.
struct TranslatedFile {
    file: FileId,
    read: Arc<DecodedTranslation>,
}

/// The kind of a file in the folder of a language.
enum FolderFile<'s> {
    Translation {
        original: Original<'s>,
        is_broken: bool,
        read: Arc<DecodedTranslation>,
    },
    /// The glossary, or a file without an original.
    Other,
}

/// Reads the files of one language, over those of the main one.
pub(super) struct EditionReader<'s> {
    pub main: &'s DecodedFiles,
    pub main_types: &'s Types,
    pub types: &'s Types,
    pub sources: &'s Sources,
    /// The mistakes in files of the main language.
    pub main_mistakes: &'s Diagnostics,
    /// The translations that were decoded before.
    pub known: &'s DecodedTranslations,
}

/// The texts that a file of the main language lacks in another one.
#[derive(Debug)]
pub struct FileLacks {
    pub main: FileId,
    /// Its translation, if there is a file for that.
    pub translation: Option<FileId>,
    pub lacks: Vec<Lack>,
}

impl FileLacks {
    /// The number of texts that are to be translated.
    pub fn count(&self) -> usize {
        let reasons = self.lacks.iter().map(|lack| &lack.why);
        reasons.filter(|why| matches!(why, LackReason::Missing { .. } | LackReason::Unwritten { .. })).count()
    }
}

/// An article that isn't in a language.
#[derive(Debug)]
pub struct Unwritten {
    main: FileId,
    table: Arc<Table>,
    /// Its type in the language.
    schema: Arc<Schema>,
}

impl Unwritten {
    /// All that it would need in the language.
    pub fn lacks(&self, edition: &Content) -> FileLacks {
        let chosen = ChosenTexts::default();
        let mut layer = Layer::new(&edition.glossary, &chosen);
        layer.table(&self.table, &self.schema, None);
        FileLacks { main: self.main, translation: None, lacks: layer.texts.lacks }
    }
}

/// The files of one language.
#[derive(Default)]
pub(super) struct EditionFiles {
    pub lacks: Vec<FileLacks>,
    pub unwritten: Vec<Unwritten>,
    pub glossary: Glossary,
    pub originals: Originals,
    pub files: DecodedFiles,
    /// References from the translations themselves.
    pub references: Vec<(Reference, Span)>,
}

impl EditionFiles {
    /// Keeps what a decoded text says besides its table.
    fn keep(&mut self, file: FileId, decoded: &Decoded, diagnostics: &mut Diagnostics) {
        diagnostics.extend(decoded.diagnostics.iter().cloned());
        self.files.allows.extend(decoded.allows.iter().copied());
        self.references.extend(decoded.references.iter().cloned());
        if decoded.unreadable {
            self.files.unreadable.insert(file);
        }
    }
}

impl<'s> EditionReader<'s> {
    /// Decodes the texts of a language, lays them over the files of the main one, and reports what they lack.
    pub fn read(
        &self,
        texts: &[FolderText<'s>],
        decoded: &mut DecodedTranslations,
        diagnostics: &mut Diagnostics,
    ) -> EditionFiles {
        let mut edition = EditionFiles::default();
        let mut glossary = Glossary::default();
        let mut translations = HashMap::default();
        let tables = self.main_tables();
        let files: Vec<FolderFile<'s>> = texts.par_iter().map(|one| self.read_text(*one, &tables)).collect();
        for (one, found) in texts.iter().zip(files) {
            let FolderText { file, path, text } = *one;
            if let FolderFile::Translation { original, is_broken, read } = found {
                diagnostics.extend(read.mistakes.iter().cloned());
                edition.keep(file, &read.decoded, diagnostics);
                decoded.keep(*one, original.table, is_broken, read.clone());
                let stem = path.strip_suffix(".toml").unwrap_or(path);
                translations.insert(stem, TranslatedFile { file, read });
            } else if path == GLOSSARY_FILE {
                let (read, decoded) = Glossary::read(file, text, self.types);
                glossary = read;
                diagnostics.extend(super::texts::check(&decoded));
                edition.keep(file, &decoded, diagnostics);
            } else {
                self.read_whole(*one, &mut edition, diagnostics);
            }
        }
        let texts = self.lay_over(&glossary, &translations, &mut edition);
        let words = texts.missing_words.into_iter();
        edition.references.extend(words.map(|name| (Reference::Default(name), Span::NOWHERE)));
        edition.originals = texts.originals;
        let misspelt = glossary.check(&texts.used, &texts.untranslated, diagnostics);
        for found in &mut edition.lacks {
            found
                .lacks
                .retain(|lack| !misspelt.iter().any(|text| lack.original.value.as_text() == Some(text)));
        }
        self.report_lacks(&edition, diagnostics);
        edition.glossary = glossary;
        edition
    }

    /// The folder of the language, as its addresses begin.
    fn folder(&self) -> &str {
        self.types.folder.as_deref().unwrap_or_default()
    }

    /// Decodes a translation, unless it was decoded before.
    fn read_text(&self, text: FolderText<'s>, tables: &MainTables<'s>) -> FolderFile<'s> {
        let original = Some(text.path).filter(|path| *path != GLOSSARY_FILE);
        let Some(original) = original.and_then(|path| self.original(path, tables)) else {
            return FolderFile::Other;
        };
        // A mistake in a file of the main language hides keys, and has been reported.
        let is_broken = original.file.is_some_and(|file| self.main_mistakes.has_errors_in(file));
        let known = self.known.get(text, &original.table, is_broken);
        let read = known.unwrap_or_else(|| Arc::new(self.decode(&original, text, is_broken)));
        FolderFile::Translation { original, is_broken, read }
    }

    /// The tables of the entries and pages of the main language, by their files.
    fn main_tables(&self) -> MainTables<'s> {
        let entries = self.main.entries.values().flatten().map(|entry| (entry.file, &entry.table));
        entries.chain(self.main.pages.iter().map(|page| (page.file, &page.table))).collect()
    }

    /// The file in the main language of which the one at `path` in the folder of the language is a translation.
    fn original(&self, path: &str, tables: &MainTables<'s>) -> Option<Original<'s>> {
        let Some((file, text)) = self.text_of_original(path) else { return self.assumed(path) };
        let (kind, _) = self.main_types.file_type(&text.path)?;
        let (table, schema) = match kind {
            FileType::Single(name, _) => (&self.main.singles.get(name)?.1, self.types.singles.get(name)?),
            FileType::Entry(found) => {
                (*tables.get(&file)?, &self.types.collections.get(&found.collection.name)?.schema)
            }
            FileType::Page(_) => (*tables.get(&file)?, &self.types.page),
        };
        Some(Original { file: Some(file), table: table.clone(), schema, page: kind.page() })
    }

    /// The text in the main language of the translation at `path`: one in TOML may be of a page in Markdown, while one in
    /// Markdown is a page of its own.
    fn text_of_original(&self, path: &str) -> Option<(FileId, &'s SourceText)> {
        if !path.ends_with(MARKDOWN)
            && let Some((file, text)) = self.sources.text_at(&format!("{CONTENT}{path}"))
        {
            return Some((file, text));
        }
        let stem = path.strip_suffix(".toml")?;
        let (file, text) = self.sources.text_at(&format!("{CONTENT}{stem}{MARKDOWN}"))?;
        Some((file, text))
    }

    /// The single that a site has without a file, as all its texts are words.
    fn assumed(&self, path: &str) -> Option<Original<'s>> {
        let name = path.strip_suffix(".toml").filter(|name| self.main_types.assumed.contains(*name))?;
        let table = Table::fallback(self.main_types.singles.get(name)?);
        let schema = self.types.singles.get(name)?;
        Some(Original { file: None, table, schema, page: None })
    }

    /// Decodes a translation by what its original says.
    fn decode(
        &self,
        original: &Original<'_>,
        FolderText { file, text, .. }: FolderText<'_>,
        is_broken: bool,
    ) -> DecodedTranslation {
        let mut mistakes = Diagnostics::default();
        let (whole, errors) = DeTable::parse_recoverable(&text.text);
        let readable = (!errors.is_empty()).then(|| decode::readable(file, &text.text));
        let is_whole = !matches!(readable, Some(Cow::Owned(_)));
        let written = readable.as_ref().map_or(whole, |readable| DeTable::parse_recoverable(readable).0);
        let own = own_fields(original.page);
        let written = Some(written.get_ref());
        let mut translation = TranslationType::new(&original.table, original.schema, own, written);
        translation.schema.is_partial |= is_broken;
        for misplaced in &translation.misplaced {
            // A recovered table has other places than the file.
            if is_whole && (!is_broken || matches!(misplaced.why, Why::Fact(Some(_)))) {
                let main = original.file.map_or("the theme's words", |file| self.sources.path(file));
                mistakes.push(report::misplaced(misplaced, file, main, self.sources));
            }
        }
        let mut excused: Vec<Vec<Name>> = translation.misplaced.iter().flat_map(report::excused).collect();
        let mut decoded = self.types.decode_as(&Arc::new(translation.schema), file, text);
        mistakes.extend(report::folder_in_path(&decoded.table, self.folder()));
        if let Some(written) = written.filter(|_| is_whole) {
            let errors = decoded.diagnostics.iter().filter(|found| found.severity == Severity::Error);
            let errors: Vec<usize> = errors.map(|found| found.primary.span.range().start).collect();
            broken_values(written, &errors, &mut Vec::new(), &mut excused);
        }
        let notes = Notes::read(file, text, &decoded);
        notes.forget_references(&mut decoded);
        let warnings = super::texts::check(&decoded);
        decoded.diagnostics.extend(warnings);
        DecodedTranslation::new(decoded, notes, excused, mistakes)
    }

    /// Reads a file that is in no other language: a page or an article, whole.
    fn read_whole(&self, one: FolderText<'_>, edition: &mut EditionFiles, diagnostics: &mut Diagnostics) {
        let FolderText { file, path, text } = one;
        let as_main = format!("{CONTENT}{path}");
        let Some((kind, id)) = self.types.file_type(&as_main) else {
            diagnostics.extend(report::without_type(file, path, self.main_types, self.sources));
            return;
        };
        let (written, _) = DeTable::parse_recoverable(&text.text);
        let is_whole = match kind {
            FileType::Page(_) => {
                !written.get_ref().get("section").is_some_and(|list| list.get_ref().is_table())
            }
            FileType::Entry(found) => {
                found.dated.as_ref().is_some_and(|key| written.get_ref().get(&**key).is_some())
            }
            FileType::Single(..) => false,
        };
        if !is_whole {
            diagnostics.push(report::no_original(file, path, kind, self.sources));
            return;
        }
        let decoded = self.types.decode_as(kind.schema(), file, text);
        let table = decoded.table.clone();
        diagnostics.extend(super::texts::check(&decoded));
        diagnostics.extend(report::folder_in_path(&table, self.folder()));
        edition.keep(file, &decoded, diagnostics);
        match kind {
            FileType::Entry(found) => {
                let known = edition.files.entries.get(&found.collection.name);
                let known = known.map(Vec::as_slice).unwrap_or_default();
                let id = file_name::entry_id(file, id, &found.collection, known, self.sources, diagnostics);
                let (span, written_slug) = (Span::whole(file), found.written_slug(&table));
                let entry = Entry { id, file, table, span, written_slug, page: PageLanguage::Here };
                edition.files.entries.entry(found.collection.name.clone()).or_default().push(entry);
            }
            FileType::Page(_) => {
                let has_path = table.get(PATH).is_some();
                let pages = &edition.files.pages;
                let name = file_name::page_name(file, id, has_path, pages, self.sources, diagnostics);
                edition.files.pages.push(PageSource { name, file, table, page: PageLanguage::Here });
            }
            FileType::Single(..) => {}
        }
    }

    /// Lays the translations over all files of the main language.
    fn lay_over(
        &self,
        glossary: &Glossary,
        translations: &HashMap<&str, TranslatedFile>,
        edition: &mut EditionFiles,
    ) -> LaidTexts {
        let files = self.files(translations, edition);
        let unknown = ChosenTexts::default();
        let mut laid: Vec<Arc<LaidFile>> =
            files.par_iter().map(|file| file.known_or_laid(glossary, &unknown)).collect();
        let chosen: ChosenTexts = laid.iter().flat_map(|laid| laid.texts.chosen.clone()).collect();
        // Sections that choose by texts of other files are laid once more, when all of these are known.
        for (file, laid) in files.iter().zip(&mut laid).filter(|(_, laid)| laid.texts.is_choosing) {
            *laid = Arc::new(file.lay(glossary, &chosen));
        }
        let mut texts = LaidTexts::default();
        for (file, laid) in files.into_iter().zip(laid) {
            texts.add(&laid.texts);
            self.keep_laid(file, &laid, edition);
        }
        texts
    }

    /// The files of the main language that are in this one, too. An article is there in the languages in which it is written; all
    /// else is, in the words that there are.
    fn files<'f>(
        &'f self,
        translations: &'f HashMap<&str, TranslatedFile>,
        edition: &mut EditionFiles,
    ) -> Vec<EditionFile<'f>> {
        let mut files = Vec::new();
        for (name, (file, table)) in &self.main.singles {
            let Some(schema) = self.types.singles.get(name) else { continue };
            let (place, translation) = (FilePlace::Single(name), translations.get(self.stem(*file)));
            files.push(EditionFile { place, main: Some(*file), table: table.clone(), schema, translation });
        }
        for name in self.main_types.assumed.iter().filter(|name| !self.main.singles.contains_key(*name)) {
            let types = self.main_types.singles.get(name).zip(self.types.singles.get(name));
            let Some((translation, (main, schema))) = translations.get(&**name).zip(types) else { continue };
            let (place, table, translation) =
                (FilePlace::Single(name), Table::fallback(main), Some(translation));
            files.push(EditionFile { place, main: None, table, schema, translation });
        }
        for (name, entries) in &self.main.entries {
            let Some(declared) = self.types.collections.get(name) else { continue };
            let schema = &declared.schema;
            for entry in entries {
                let (main, table) = (entry.file, entry.table.clone());
                let translation = translations.get(self.stem(main));
                if declared.dated.is_some() && translation.is_none() {
                    edition.unwritten.push(Unwritten { main, table, schema: schema.clone() });
                    continue;
                }
                let place = FilePlace::Entry(name, entry);
                files.push(EditionFile { place, main: Some(main), table, schema, translation });
            }
        }
        for page in &self.main.pages {
            let (place, table, schema) = (FilePlace::Page(page), page.table.clone(), &self.types.page);
            let translation = translations.get(self.stem(page.file));
            files.push(EditionFile { place, main: Some(page.file), table, schema, translation });
        }
        files
    }

    /// Keeps a file over which a translation was laid.
    fn keep_laid(&self, file: EditionFile<'_>, laid: &LaidFile, edition: &mut EditionFiles) {
        let translation = file.translation.map(|found| found.file);
        if let Some(main) = file.main {
            edition.lacks.push(FileLacks { main, translation, lacks: laid.texts.lacks.clone() });
        }
        let table = laid.table.clone();
        match file.place {
            FilePlace::Single(name) => {
                let table =
                    if is_site(name) { Arc::new(self.in_language(&table, &file.table)) } else { table };
                let found = file.main.or(translation);
                edition.files.singles.extend(found.map(|found| (name.clone(), (found, table))));
            }
            FilePlace::Entry(name, entry) => {
                let declared = self.types.collections.get(name);
                let slug = file.translation.and_then(|found| slug_of(&found.read.decoded.table));
                let written_slug = slug.or_else(|| declared?.written_slug(&table));
                let (id, span, file) = (entry.id.clone(), entry.span, translation.unwrap_or(entry.file));
                let entry = Entry { id, file, table, span, written_slug, page: laid.page };
                edition.files.entries.entry(name.clone()).or_default().push(entry);
            }
            FilePlace::Page(page) => {
                if let Some(file) = translation.filter(|_| laid.page != PageLanguage::Main) {
                    let name = page.name.clone();
                    edition.files.pages.push(PageSource { name, file, table, page: laid.page });
                }
            }
        }
    }

    /// The path of a file of the main language below `content/`, without its ending.
    fn stem(&self, file: FileId) -> &str {
        let path = self.sources.path(file);
        let path = path.strip_prefix(CONTENT).unwrap_or(path);
        path.strip_suffix(MARKDOWN).or_else(|| path.strip_suffix(".toml")).unwrap_or(path)
    }

    /// The gym as it is called in the language: its weeks begin as those of the main language do.
    fn in_language(&self, gym: &Table, main: &Arc<Table>) -> Table {
        let mut rows = main.tables(TRANSLATION);
        let row = rows
            .find(|row| row.text(LANGUAGE).is_some_and(|tag| tag.replace('_', "-") == *self.types.language));
        let language = row.and_then(|row| row.get(LANGUAGE)).cloned();
        let [first_day, ..] = Gym::view(main).week();
        let first_day = Spanned { value: Data::Own(WEEKDAY, Arc::new(first_day)), span: Span::NOWHERE };
        let gym = gym.with(FIRST_DAY, first_day);
        language.map_or_else(|| gym.clone(), |language| gym.with(LANGUAGE, language))
    }

    /// Reports what visitors see in the main language, and what is wrong with translations. A page without a translation isn't
    /// there; without a front page, nothing is, and how much is missing is said once.
    fn report_lacks(&self, edition: &EditionFiles, diagnostics: &mut Diagnostics) {
        let has_home = edition.files.pages.iter().any(is_home);
        let pages: BTreeSet<FileId> = self.main.pages.iter().map(|page| page.file).collect();
        for found in &edition.lacks {
            let is_there = found.translation.is_some() || !pages.contains(&found.main);
            if has_home && is_there {
                diagnostics.extend(report::untranslated(found, self.types, self.sources));
            }
            diagnostics.extend(report::changed(found));
        }
    }
}

/// Adds the keys of values in which an error begins.
fn broken_values(table: &DeTable<'_>, errors: &[usize], path: &mut Vec<Name>, broken: &mut Vec<Vec<Name>>) {
    for (key, value) in table {
        path.push((&**key.get_ref()).into());
        let written = key.span().start..value.span().end;
        match value.get_ref().as_table() {
            Some(inner) => broken_values(inner, errors, path, broken),
            None if errors.iter().any(|error| written.contains(error)) => broken.push(path.clone()),
            None => {}
        }
        path.pop();
    }
}

/// A file of the main language that is in another one, too.
struct EditionFile<'f> {
    place: FilePlace<'f>,
    /// `None` for a single of which all texts are words, so that a site has it without a file.
    main: Option<FileId>,
    table: Arc<Table>,
    /// The type in the language.
    schema: &'f Arc<Schema>,
    translation: Option<&'f TranslatedFile>,
}

/// The kind of a file in content.
enum FilePlace<'f> {
    Single(&'f Name),
    Entry(&'f Name, &'f Entry),
    Page(&'f PageSource),
}

/// A file with its translation laid over it.
#[derive(Debug)]
struct LaidFile {
    table: Arc<Table>,
    texts: LaidTexts,
    page: PageLanguage,
}

impl EditionFile<'_> {
    /// The file with its translation laid over it, which takes no time if both are as they were: an edit leaves nearly all so.
    fn known_or_laid(&self, glossary: &Glossary, chosen: &ChosenTexts) -> Arc<LaidFile> {
        let Some(translation) = self.translation else { return Arc::new(self.lay(glossary, chosen)) };
        if let Some(known) = translation.read.laid(glossary) {
            return known;
        }
        let laid = Arc::new(self.lay(glossary, chosen));
        translation.read.keep_laid(glossary, &laid);
        laid
    }

    fn lay(&self, glossary: &Glossary, chosen: &ChosenTexts) -> LaidFile {
        let mut layer = Layer::new(glossary, chosen);
        let read = self.translation.map(|found| &*found.read);
        let table = layer.table(&self.table, self.schema, read.map(DecodedTranslation::part));
        let mut texts = layer.texts;
        let page = PageLanguage::of(texts.is_translated, read.map(|read| &*read.decoded.table));
        if let Some(read) = read {
            texts.lacks.retain(|lack| !read.excuses(lack));
        }
        LaidFile { table, texts, page }
    }
}

/// True for the front page.
pub fn is_home(page: &PageSource) -> bool {
    page.table.text("path").map_or(&*page.name == "index", |path| path == "/")
}

impl PageLanguage {
    fn of(is_translated: bool, translation: Option<&Table>) -> Self {
        match translation {
            Some(translation) if is_translated && translation.is(DRAFT) => Self::Draft,
            Some(_) if is_translated => Self::Here,
            _ => Self::Main,
        }
    }
}

fn slug_of(translation: &Table) -> Option<Spanned<Arc<str>>> {
    let slug = translation.get(SLUG).filter(|slug| slug.span.is_somewhere())?;
    let Data::Str(_, text) = &slug.value else { return None };
    Some(Spanned { value: text.clone(), span: slug.span })
}

/// True for the file of the gym.
pub(super) fn is_site(name: &Name) -> bool {
    SITE.strip_prefix(CONTENT).and_then(|file| file.strip_suffix(".toml")) == Some(&**name)
}

/// The mark of a text of the main language, by which a note says which text was translated.
pub fn mark_of(original: &Data) -> Option<String> {
    source_text(original).map(|text| notes::mark(&text))
}
