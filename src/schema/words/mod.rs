//! Words of the interface: the texts that are the same for every gym, such as "Next page", in the language of the site.
//!
//! `templates/words/<language>.toml` has a default for texts of types, by the type and the field. The theme brings some
//! languages. A project adds others, or writes single words that take the place of the theme's.

mod apply;
mod shape;

use std::{collections::BTreeSet, sync::Arc};

use toml::de::DeTable;

pub(super) use self::apply::apply;

use self::shape::shape;
use super::{Data, Decoded, Table, Types, file, slots};
use crate::{
    decode::{
        Spanned,
        value::{Country, DateOrder, Language, NoLanguage, Text},
    },
    diagnostic::{Diagnostics, FileId},
    source::{SITE, SourceText, Sources, theme::PREFIX},
};

/// The folder of words, a file for each language.
pub(super) const FOLDER: &str = "templates/words/";

/// The language whose words say which texts are words of the interface.
const ENGLISH: &str = "en";

/// Where the site is, as far as that can be read: whether it is right is checked with all other content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SiteLocale {
    /// The tag of the language, unless that is a mistake.
    pub language: Option<Arc<str>>,
    /// That of the address, or else of the language.
    pub country: Option<Country>,
}

impl SiteLocale {
    pub fn of(sources: &Sources) -> Self {
        let Some((_, site)) = sources.text_at(SITE) else { return Self { language: None, country: None } };
        // As much of it as is TOML.
        let (root, _) = DeTable::parse_recoverable(&site.text);
        let text = |table: &DeTable<'_>, key: &str| table.get(key)?.get_ref().as_str().map(str::to_owned);
        let language = text(root.get_ref(), "language");
        let address = root.get_ref().get("address").and_then(|address| address.get_ref().as_table());
        let country = address.and_then(|address| text(address, "country"));
        let language = language.filter(|tag| is_tag(tag)).map(|tag| tag.replace('_', "-"));
        let country = country.and_then(|country| Country::find(&country).ok());
        let country = country.or_else(|| Country::of_language(language.as_deref()?));
        Self { language: language.map(Into::into), country }
    }

    pub fn tag(&self) -> Arc<str> {
        self.language.clone().unwrap_or_else(|| ENGLISH.into())
    }
}

/// The language tag of the site; that of English if there is none.
pub fn site_language(sources: &Sources) -> Arc<str> {
    SiteLocale::of(sources).tag()
}

/// Which of day and month comes first where the language of the tag is spoken.
pub(super) fn date_order(tag: &str) -> DateOrder {
    Language::parse(tag).map(|language| language.date_order()).unwrap_or_default()
}

/// False for what is a mistake, so that there is no use in looking for its words.
fn is_tag(text: &str) -> bool {
    let code = text.split(['-', '_']).next().unwrap_or_default();
    let is_unknown = matches!(Language::parse(&text.replace('_', "-")), Err(NoLanguage::Unknown(_)));
    !is_unknown && matches!(code.len(), 2 | 3) && code.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The language without its region: `pt` of `pt-BR`.
pub fn code(tag: &str) -> String {
    tag.split('-').next().unwrap_or_default().to_lowercase()
}

/// The names of the files that have words for a tag, the most general first: `pt`, `pt-BR`.
fn names(tag: &str) -> Vec<String> {
    let mut parts = tag.split('-').skip(1);
    let first = code(tag);
    let longer = std::iter::successors(Some(first), |name| Some(format!("{name}-{}", parts.next()?)));
    longer.collect()
}

/// The words of a language, in files of which later ones take the place of earlier ones.
#[derive(Debug, Default)]
struct Words {
    files: Vec<Arc<Table>>,
}

impl Words {
    /// The words for a language tag. Mistakes in files of the project are reported.
    fn read(tag: &str, sources: &Sources, report: &mut OwnFiles<'_>) -> Self {
        let paths = names(tag).into_iter().map(|name| format!("{FOLDER}{name}.toml"));
        let both = paths.flat_map(|path| [format!("{PREFIX}{path}"), path]);
        // The theme's has the path without the prefix as well, unless the project has a file there.
        let found = both.filter_map(|path| sources.text_at(&path));
        let files = found.map(|(id, source)| report.decode(id, source).table).collect();
        Self { files }
    }

    /// The words of a table within.
    fn below(&self, key: &str) -> Self {
        let table = |file: &Arc<Table>| file.get(key)?.value.as_table().cloned();
        Self { files: self.files.iter().filter_map(table).collect() }
    }

    fn get(&self, key: &str) -> Option<&Data> {
        self.all(key).next_back()
    }

    /// The word for a field before a project wrote another one.
    fn original(&self, key: &str) -> Option<&Text> {
        self.all(key).next()?.as_text()
    }

    fn all(&self, key: &str) -> impl DoubleEndedIterator<Item = &Data> {
        self.files.iter().filter_map(move |file| match file.get(key)? {
            // One that can't be read is nowhere.
            Spanned { value: word @ (Data::Text(_) | Data::Plural(_)), span } if span.is_somewhere() => {
                Some(word)
            }
            _ => None,
        })
    }
}

/// Reports the mistakes of a project's files of words, each file once. Those of the theme may have words for what a
/// project declares in another way.
struct OwnFiles<'d> {
    types: &'d Types,
    sources: &'d Sources,
    known: BTreeSet<FileId>,
    diagnostics: &'d mut Diagnostics,
}

impl OwnFiles<'_> {
    fn decode(&mut self, id: FileId, source: &Arc<SourceText>) -> Decoded {
        // Each language has forms of its own for numbers.
        let decoded = file(id, source, &shape(self.types, language_of(source)), DateOrder::default());
        if source.theme.is_none() && self.known.insert(id) {
            self.diagnostics.extend(decoded.diagnostics.iter().cloned());
        }
        decoded
    }

    /// Reports names in braces that the words of a table have, and those in English don't.
    fn check_slots(&mut self, table: &Table, english: &Words) {
        for (key, Spanned { value, span }) in table.iter() {
            match value {
                Data::Table(inner) => self.check_slots(inner, &english.below(key)),
                Data::Text(text) => {
                    let Some(original) = english.original(key) else { continue };
                    let known: Vec<&str> = slots::of(original.as_str()).collect();
                    slots::unknown(key, text.as_str(), &known, *span, self.sources)
                        .for_each(|wrong| self.diagnostics.push(wrong));
                }
                _ => {}
            }
        }
    }
}

/// The tag of the language in whose words a file is, by its name.
fn language_of(source: &SourceText) -> Option<&str> {
    source.path.rsplit('/').next()?.strip_suffix(".toml")
}
