//! Words of the interface: the texts that are the same for every gym, such as "Next page", in the language of the site.
//!
//! `templates/words/<language>.toml` has a default for texts of types, by the type and the field. The theme brings some
//! languages. A project adds others, or writes single words that take the place of the theme's.

mod addresses;
mod defaults;
mod shape;

use std::{collections::BTreeMap, sync::Arc};

use jiff::tz::{TimeZone, TimeZoneDatabase};
use toml::de::DeTable;

use self::{addresses::WordedAddress, defaults::Defaults, shape::shape};
pub use self::{
    defaults::MissingWord,
    shape::{is_text, words_schema},
};
use super::{Data, Reading, Table, Types, file, slots};
use crate::{
    diagnostic::{Diagnostics, FileId, code},
    schema::decode::{
        Spanned,
        value::{Country, DateOrder, Language, is_kebab_case},
    },
    source::{SITE, SourceText, Sources, theme::PREFIX},
    typography::QuotationMarks,
};

/// The folder of words, a file for each language.
pub(super) const FOLDER: &str = "templates/words/";

/// The language whose words say which texts are words of the interface.
const ENGLISH: &str = "en";

/// The main language of the site or a further one, with country and time zone, as far as they can be read: they are checked
/// with all other content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteLocale {
    /// The folder below `content/` with the translations into the language; `None` for the main one.
    pub folder: Option<Arc<str>>,
    /// The tag of the language, unless that is a mistake.
    pub language: Option<Arc<str>>,
    /// True if it is another language than the main one, whatever the region.
    pub is_foreign: bool,
    /// The country of the address, or else of the language.
    pub country: Option<Country>,
    /// The time zone that is set, unless it is a mistake.
    pub zone: Option<TimeZone>,
}

impl SiteLocale {
    /// All languages of the site, the main one first.
    pub fn all(sources: &Sources) -> Vec<Self> {
        let Some((_, site)) = sources.text_at(SITE) else { return vec![Self::default()] };
        // The parts of the file that are TOML.
        let (root, _) = DeTable::parse_recoverable(&site.text);
        let root = root.get_ref();
        let address = root.get("address").and_then(|address| address.get_ref().as_table());
        let country = address.and_then(|address| text(address, "country"));
        let country = country.and_then(|country| Country::find(&country).ok());
        let zone = text(root, "time_zone").and_then(|name| TimeZoneDatabase::bundled().get(&name).ok());
        let main = Self::new(tag_in(root), country, zone);
        let mut locales = vec![main.clone()];
        let translations = root.get(TRANSLATION).and_then(|translations| translations.get_ref().as_array());
        let rows: Vec<_> =
            translations.into_iter().flatten().filter_map(|row| row.get_ref().as_table()).collect();
        for row in &rows {
            let Some(language) = tag_in(row) else { continue };
            let short = code(&language);
            let is_taken = locales.iter().any(|other| other.folder.as_deref() == Some(&short));
            let default = if is_taken { language.to_lowercase() } else { short };
            let folder = text(row, "folder").filter(|folder| is_kebab_case(folder)).unwrap_or(default);
            let is_foreign = code(&language) != code(&main.tag());
            let locale = Self::new(Some(language), main.country, main.zone.clone());
            locales.push(Self { folder: Some(folder.into()), is_foreign, ..locale });
        }
        locales
    }

    /// A language with files in no folder of their own.
    fn new(language: Option<String>, country: Option<Country>, zone: Option<TimeZone>) -> Self {
        let country = country.or_else(|| Country::named_in(language.as_deref()?));
        Self { folder: None, language: language.map(Into::into), is_foreign: false, country, zone }
    }

    pub(super) fn quotation_marks(&self) -> QuotationMarks {
        let language = self.language.as_deref().and_then(|tag| Language::parse(tag).ok());
        language.map(|language| QuotationMarks::new(&language.locale().id)).unwrap_or_default()
    }

    pub fn tag(&self) -> Arc<str> {
        self.language.clone().unwrap_or_else(|| ENGLISH.into())
    }
}

/// The list of further languages in the file of the gym.
const TRANSLATION: &str = "translation";

fn text(table: &DeTable<'_>, key: &str) -> Option<String> {
    table.get(key)?.get_ref().as_str().map(str::to_owned)
}

/// The tag of the language that a table names, unless that is a mistake.
fn tag_in(table: &DeTable<'_>) -> Option<String> {
    text(table, "language").filter(|tag| is_tag(tag)).map(|tag| tag.replace('_', "-"))
}

/// The order of day and month where the language of the tag is spoken.
pub(super) fn date_order(tag: &str) -> DateOrder {
    Language::parse(tag).map(|language| language.date_order()).unwrap_or_default()
}

/// True for a tag without a mistake: for others there are no words.
fn is_tag(text: &str) -> bool {
    let code = text.split(['-', '_']).next().unwrap_or_default();
    let language = Language::parse(&text.replace('_', "-"));
    let is_unknown = language.is_err_and(|wrong| wrong.code == code::UNKNOWN_WORD);
    !is_unknown && matches!(code.len(), 2 | 3) && code.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The language without its region: `pt` of `pt-BR`.
pub fn code(tag: &str) -> String {
    tag.split('-').next().unwrap_or_default().to_lowercase()
}

/// The names of the files that have words for a tag, the most general first: `pt`, `pt-BR`.
fn names(tag: &str) -> impl Iterator<Item = String> {
    let mut parts = tag.split('-').skip(1);
    std::iter::successors(Some(code(tag)), move |name| Some(format!("{name}-{}", parts.next()?)))
}

/// Gives texts of `types` the words of the site's language as their defaults. A text that is a word of the interface
/// in English, and has none in that language, is shown in English; content is told that it needs it.
pub(super) fn apply(
    types: &mut Types,
    locale: &SiteLocale,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let tag = locale.tag();
    let (lints, quotation_marks) = (types.reading.lints.clone(), locale.quotation_marks());
    let reading = Reading { lints, quotation_marks, ..Reading::default() };
    let mut reader = WordsReader { types, reading, sources, tables: BTreeMap::new() };
    let english = reader.words(ENGLISH);
    let own = reader.words(&tag);
    let addresses = reader.addresses(&tag);
    for (id, source) in sources.texts_below(FOLDER).filter(|(_, source)| source.theme.is_none()) {
        let (table, found) = reader.table(id, source);
        diagnostics.extend(found);
        for address in addresses::in_table(&table, false) {
            address.check(diagnostics);
        }
        for_each_word(&table, "", &mut |path, word| {
            let (Some(text), Some(original)) = (word.value.as_text(), english.original(&path)) else {
                return;
            };
            let known: Vec<&str> = slots::of(original).collect();
            let key = path.rsplit('.').next().unwrap_or_default();
            diagnostics.extend(slots::unknown(key, text, &known, word.span, sources));
        });
    }
    types.language = tag;
    for address in addresses {
        if let Some(declared) = types.collections.get_mut(address.collection()) {
            address.give(declared, sources);
        }
    }
    Defaults::new(own, english, locale.is_foreign).give(types);
}

/// Words by their paths: the table and the key that they have in files of words.
#[derive(Debug, Default)]
struct WordTable(BTreeMap<String, Word>);

#[derive(Debug)]
struct Word {
    /// The value in the first file that has the word.
    original: Data,
    /// The value in the last file that has it.
    value: Data,
}

impl WordTable {
    fn get(&self, path: &str) -> Option<&Data> {
        self.0.get(path).map(|word| &word.value)
    }

    /// The text before a project wrote another one.
    fn original(&self, path: &str) -> Option<&str> {
        Some(self.0.get(path)?.original.as_text()?)
    }
}

/// Reads files of words, each once. Only mistakes in those of the project are reported: those of the theme may have words for
/// what a project declares in another way.
struct WordsReader<'s> {
    types: &'s Types,
    reading: Reading,
    sources: &'s Sources,
    tables: BTreeMap<FileId, (Arc<Table>, Diagnostics)>,
}

impl WordsReader<'_> {
    /// The words for a language tag. Later files take the place of earlier ones.
    fn words(&mut self, tag: &str) -> WordTable {
        let mut words = WordTable::default();
        for (id, source) in self.files(tag) {
            let (table, _) = self.table(id, &source);
            for_each_word(&table, "", &mut |path, word| {
                let value = word.value.clone();
                match words.0.get_mut(&path) {
                    Some(known) => known.value = value,
                    None => drop(words.0.insert(path, Word { original: value.clone(), value })),
                }
            });
        }
        words
    }

    /// The addresses in the words for a language tag. Later files take the place of earlier ones.
    fn addresses(&mut self, tag: &str) -> Vec<WordedAddress> {
        let mut found = Vec::new();
        for (id, source) in self.files(tag) {
            let (table, _) = self.table(id, &source);
            found.extend(addresses::in_table(&table, source.theme.is_some()));
        }
        found
    }

    /// The files that have words for a language tag, the most general and the theme's first.
    fn files(&self, tag: &str) -> Vec<(FileId, Arc<SourceText>)> {
        let mut files = Vec::new();
        for name in names(tag) {
            let path = format!("{FOLDER}{name}.toml");
            let own = self.sources.text_at(&path).filter(|(_, source)| source.theme.is_none());
            let both = self.sources.text_at(&format!("{PREFIX}{path}")).into_iter().chain(own);
            files.extend(both.map(|(id, source)| (id, source.clone())));
        }
        files
    }

    /// The table of a file, and its mistakes.
    fn table(&mut self, id: FileId, source: &Arc<SourceText>) -> (Arc<Table>, Diagnostics) {
        if let Some(known) = self.tables.get(&id) {
            return known.clone();
        }
        // The plurals of each language have forms of their own.
        let language = source.path.rsplit('/').next().and_then(|name| name.strip_suffix(".toml"));
        let decoded = file(id, source, &shape(self.types, language), &self.reading);
        let mut mistakes = Diagnostics::default();
        mistakes.extend(decoded.diagnostics);
        let table = (decoded.table, mistakes);
        self.tables.insert(id, table.clone());
        table
    }
}

fn for_each_word(table: &Table, path: &str, visit: &mut impl FnMut(String, &Spanned<Data>)) {
    for (key, value) in table.iter() {
        let path = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
        match &value.value {
            Data::Table(inner) => for_each_word(inner, &path, visit),
            // A word that can't be read is a fallback, which is nowhere.
            word if is_word(word) && value.span.is_somewhere() => visit(path, value),
            _ => {}
        }
    }
}

/// True for a value that a file of words can hold.
fn is_word(data: &Data) -> bool {
    data.as_text().is_some() || matches!(data, Data::Plural(_))
}
