//! Decoded translations, kept for the next state of the project: an edit leaves nearly all of them as they were.

use std::sync::{Arc, Mutex};

use foldhash::HashMap;

use super::{FolderText, Glossary, Lack, LackReason, LaidFile, layer::TranslatedPart, notes::Notes};
use crate::{
    diagnostic::{Diagnostics, FileId},
    lock,
    schema::{Decoded, Name, Table},
    source::SourceText,
};

/// A translation as its file says it.
#[derive(Debug)]
pub struct DecodedTranslation {
    pub decoded: Decoded,
    pub notes: Notes,
    /// The keys of what is missing because of mistakes that were reported.
    pub excused: Vec<Vec<Name>>,
    /// The mistakes in it besides those that decoding found.
    pub mistakes: Diagnostics,
    laid: Mutex<Option<KnownLaid>>,
}

/// The original with the translation laid over it, as long as the glossary is the same.
#[derive(Debug)]
struct KnownLaid {
    glossary: Option<Arc<SourceText>>,
    file: Arc<LaidFile>,
}

impl DecodedTranslation {
    pub fn new(decoded: Decoded, notes: Notes, excused: Vec<Vec<Name>>, mistakes: Diagnostics) -> Self {
        Self { decoded, notes, excused, mistakes, laid: Mutex::default() }
    }

    /// The file as it was laid over before.
    pub fn laid(&self, glossary: &Glossary) -> Option<Arc<LaidFile>> {
        let known = lock(&self.laid);
        known.as_ref().filter(|known| known.glossary == glossary.source).map(|known| known.file.clone())
    }

    /// Keeps the file as it is laid over.
    pub fn keep_laid(&self, glossary: &Glossary, file: &Arc<LaidFile>) {
        *lock(&self.laid) = Some(KnownLaid { glossary: glossary.source.clone(), file: file.clone() });
    }

    pub fn part(&self) -> TranslatedPart<'_> {
        TranslatedPart { table: &self.decoded.table, notes: &self.notes }
    }

    /// True for a text that is only missing because of a mistake.
    pub fn excuses(&self, lack: &Lack) -> bool {
        matches!(lack.why, LackReason::Missing { .. } | LackReason::Slots { .. })
            && self.excused.iter().any(|table| lack.path.starts_with(table))
    }
}

/// The translations that were decoded last.
#[derive(Debug, Default)]
pub struct DecodedTranslations(HashMap<FileId, KnownTranslation>);

#[derive(Debug)]
struct KnownTranslation {
    text: Arc<SourceText>,
    /// The table by which it was decoded; of a file with mistakes, it isn't whole.
    original: Arc<Table>,
    is_broken: bool,
    translation: Arc<DecodedTranslation>,
}

impl DecodedTranslations {
    /// The translation, if neither it nor its original has changed since it was decoded.
    pub(super) fn get(
        &self,
        FolderText { file, text, .. }: FolderText<'_>,
        original: &Arc<Table>,
        is_broken: bool,
    ) -> Option<Arc<DecodedTranslation>> {
        let known = self.0.get(&file).filter(|known| Arc::ptr_eq(&known.original, original))?;
        let is_same = known.is_broken == is_broken && (Arc::ptr_eq(&known.text, text) || known.text == *text);
        is_same.then(|| known.translation.clone())
    }

    pub(super) fn keep(
        &mut self,
        FolderText { file, text, .. }: FolderText<'_>,
        original: Arc<Table>,
        is_broken: bool,
        translation: Arc<DecodedTranslation>,
    ) {
        self.0.insert(file, KnownTranslation { text: text.clone(), original, is_broken, translation });
    }
}
