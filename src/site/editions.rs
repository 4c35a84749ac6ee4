//! Editions: the site in each of its languages. Content names pages by their addresses in the main language, and links lead
//! to the page in the reader's language.

use std::{borrow::Cow, sync::Arc};

use foldhash::HashMap;
use percent_encoding::percent_decode_str;

use super::{Settings, Site};
use crate::{
    content::{Content, Entry, FileLacks, PageLanguage},
    diagnostic::{Diagnostics, FileId, Files as _, code, report},
    schema::Role,
};

/// The words about languages in the file of the navigation, and what a language is called in itself.
const LANGUAGES: &str = "languages";
const NAME: &str = "name";

/// The addresses in an edition, by those in the main language of what is the same.
#[derive(Debug, Default)]
pub struct Counterparts(pub HashMap<Arc<str>, Arc<str>>);

impl Site {
    /// The folder of the edition, as its addresses begin; empty for the main language.
    fn folder(&self) -> &str {
        self.project.types.folder.as_deref().unwrap_or_default()
    }

    /// The address below the root of the site of what has this one in the edition.
    pub fn address_in_site(&self, address: &str) -> String {
        if self.original.is_none() { address.to_owned() } else { format!("/{}{address}", self.folder()) }
    }

    /// The address in this edition of what has this one below the root of the site; `None` if that is outside of it.
    pub fn address_here<'a>(&self, address: &'a str) -> Option<&'a str> {
        if self.original.is_none() {
            return Some(address);
        }
        let here = address.strip_prefix('/')?.strip_prefix(self.folder())?;
        here.starts_with('/').then_some(here)
    }

    /// The file of the gym, or its translation into the language of the edition.
    pub fn file_of_gym(&self) -> FileId {
        let sources = &self.project.sources;
        let translation = self.project.types.path_of_translation(sources.path(self.gym.file));
        let translation = translation.and_then(|path| sources.text_at(&path));
        translation.map_or(self.gym.file, |(file, _)| file)
    }

    /// The language and country, as networks write them.
    pub fn locale(&self) -> String {
        self.gym.settings.language.with_territory(self.gym.settings.country())
    }

    /// The name of the language of the edition in itself; its tag, if its words don't say it.
    pub fn name_of_language(&self) -> &str {
        let navigation = self.single_of(Role::Navigation);
        let words = navigation.and_then(|table| table.get(LANGUAGES)?.value.as_table());
        let tag = self.gym.settings.language.as_str();
        words.and_then(|words| words.text(NAME)).unwrap_or(tag)
    }

    /// True if the edition of this content is to be published: it has a front page, and isn't a draft.
    pub fn is_published(
        &self,
        (edition, content): (&Self, &Content),
        settings: &Settings,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let tag = edition.gym.settings.language.as_str();
        let mut rows = self.gym.settings.translations.iter();
        let row = rows.find(|row| row.language.value.as_str() == tag);
        let is_draft = row.is_some_and(|row| row.is_draft == Some(true));
        if is_draft && !settings.shows_draft_translations() {
            return false;
        }
        let has_home = edition.pages.iter().any(|page| page.is_home());
        let moved = edition
            .pages
            .iter()
            .any(|page| self.pages.iter().any(|home| home.is_home() && home.name == page.name));
        if let Some(row) = row.filter(|_| !has_home) {
            let lacks: Vec<usize> =
                content.lacks.iter().map(FileLacks::count).filter(|count| *count > 0).collect();
            report!(diagnostics, code::LANGUAGE_NOT_PUBLISHED, row.language.span,
            "the language \"{tag}\" has no front page, and is left out{}", and_missing(&lacks);
            help: if moved { "its front page says another \"path\": remove that".to_owned() } else {
                format!("translate it in content/{}/pages/index.toml", edition.folder())
            });
        }
        has_home
    }

    /// The path in this edition of what content names by its path in the main language. Returns `None` if it is in the main
    /// language alone.
    pub fn own_path<'p>(&'p self, path: &'p str) -> Option<&'p str> {
        if self.original.is_none() {
            return Some(path);
        }
        let own = self.counterparts.0.get(path).or_else(|| {
            let decoded = percent_decode_str(path).decode_utf8().ok()?;
            if let Cow::Owned(decoded) = decoded { self.counterparts.0.get(&*decoded) } else { None }
        });
        own.map(|own| &**own)
    }

    /// The address, under the base path, of a page that content names: in this language if it is there.
    pub fn href_of_named(&self, path: &str) -> String {
        match self.own_path(path) {
            Some(own) => self.address.base.href(own),
            None => self.address.root.href(path),
        }
    }

    /// The address, under the base path, of what has a path in this edition, or else in the main language.
    pub fn here_or_main(&self, path_in: impl Fn(&Self) -> Option<String>) -> Option<String> {
        if let Some(path) = path_in(self) {
            return Some(self.address.base.href(&path));
        }
        let original = self.original.as_ref()?;
        path_in(original).map(|path| original.address.base.href(&path))
    }

    /// The path of the page of an entry in this edition, if it has one here.
    pub fn entry_path(&self, collection: &str, entry: &Entry) -> Option<String> {
        let declared = self.project.types.collections.get(collection)?;
        declared.path(entry.slug()).filter(|_| entry.page == PageLanguage::Here)
    }

    /// The address, under the base path, of the page of an entry: in this language, or else in the main one.
    pub fn entry_href(&self, collection: &str, entry: &Entry) -> Option<String> {
        self.here_or_main(|site| site.entry_path(collection, site.entry(collection, &entry.id)?))
    }
}

/// The number of texts that are missing besides, of the number in each file.
fn and_missing(counts: &[usize]) -> String {
    match (counts.iter().sum::<usize>(), counts.len()) {
        (0, _) => String::new(),
        (1, _) => "; one text is to be translated".to_owned(),
        (texts, 1) => format!("; {texts} texts are to be translated"),
        (texts, files) => format!("; {texts} texts in {files} files are to be translated"),
    }
}
