//! Decoded texts, kept for the next state of the project: an edit leaves nearly all of them as they were.

use std::sync::{Arc, Mutex};

use foldhash::{HashMap, HashSet};
use rayon::prelude::*;

use super::{References, texts, translation::DecodedTranslations};
use crate::{
    diagnostic::{FileId, Span},
    lock,
    schema::{Decoded, Types, decode::Reference},
    source::SourceText,
};

/// The texts that were decoded last, with what came of them.
#[derive(Debug, Default)]
pub struct DecodedTexts {
    last: Mutex<Last>,
    /// Those of the further languages.
    translations: Mutex<DecodedTranslations>,
}

#[derive(Debug, Default)]
struct Last {
    /// The types by which they were decoded.
    types: Option<Arc<Types>>,
    texts: HashMap<FileId, (Arc<SourceText>, Arc<Decoded>)>,
    /// The references in all of them.
    references: Arc<References>,
}

/// The result of a text.
struct DecodedText {
    decoded: Arc<Decoded>,
    /// Its references; `None` if it was decoded before. They are kept with those of all others, which takes a fifth of the
    /// memory of a list for each text.
    references: Option<Vec<(Reference, Span)>>,
}

impl DecodedTexts {
    /// Decodes each text, and gathers what they refer to. The result is `None` for a text that no type reads.
    pub(super) fn decode(
        &self,
        texts: &[(FileId, &Arc<SourceText>)],
        types: &Arc<Types>,
    ) -> (Vec<Option<Arc<Decoded>>>, Arc<References>) {
        let mut last = std::mem::take(&mut *lock(&self.last));
        if !last.types.as_ref().is_some_and(|known| Arc::ptr_eq(known, types)) {
            last = Last { types: Some(types.clone()), ..Last::default() };
            self.keep_translations(DecodedTranslations::default());
        }
        let results: Vec<_> = texts.par_iter().map(|(file, text)| last.decode(*file, text, types)).collect();
        let mut decoded = Vec::with_capacity(texts.len());
        // The references of texts that are new or changed, and the files whose earlier ones don't hold any more.
        let (mut further, mut past) = (Vec::new(), HashSet::default());
        for ((file, text), result) in texts.iter().zip(results) {
            let result = result.map(|DecodedText { decoded, references }| {
                if let Some(references) = references {
                    further.extend(references);
                    let before = last.texts.insert(*file, ((*text).clone(), decoded.clone()));
                    past.extend(before.map(|_| *file));
                }
                decoded
            });
            decoded.push(result);
        }
        if last.texts.len() > decoded.iter().flatten().count() {
            let pairs = texts.iter().zip(&decoded).filter(|(_, decoded)| decoded.is_some());
            let present: HashSet<FileId> = pairs.map(|((file, _), _)| *file).collect();
            past.extend(last.texts.keys().filter(|file| !present.contains(*file)));
            last.texts.retain(|file, _| present.contains(file));
        }
        last.refer(&past, further);
        let references = last.references.clone();
        *lock(&self.last) = last;
        (decoded, references)
    }

    /// Forgets all of them: no further state of the project is expected.
    pub fn clear(&self) {
        *lock(&self.last) = Last::default();
        self.keep_translations(DecodedTranslations::default());
    }

    /// The translations that were decoded last.
    pub(super) fn take_translations(&self) -> DecodedTranslations {
        std::mem::take(&mut *lock(&self.translations))
    }

    pub(super) fn keep_translations(&self, translations: DecodedTranslations) {
        *lock(&self.translations) = translations;
    }
}

impl Last {
    fn decode(&self, file: FileId, text: &Arc<SourceText>, types: &Types) -> Option<DecodedText> {
        if let Some((known, decoded)) = self.texts.get(&file)
            && (Arc::ptr_eq(known, text) || known == text)
        {
            return Some(DecodedText { decoded: decoded.clone(), references: None });
        }
        let mut decoded = types.decode(file, text)?;
        let warnings = texts::check(&decoded);
        decoded.diagnostics.extend(warnings);
        let references = std::mem::take(&mut decoded.references);
        Some(DecodedText { decoded: Arc::new(decoded), references: Some(references) })
    }

    /// Adds references, in place of those of the files that were decoded before.
    fn refer(&mut self, past: &HashSet<FileId>, further: Vec<(Reference, Span)>) {
        if past.is_empty() && further.is_empty() {
            return;
        }
        let references = Arc::make_mut(&mut self.references);
        if !past.is_empty() {
            references.retain(|_, places| {
                places.retain(|place| !past.contains(&place.file));
                !places.is_empty()
            });
        }
        for (reference, place) in further {
            match references.get_mut(&reference) {
                Some(places) => places.push(place),
                None => _ = references.insert(reference, vec![place]),
            }
        }
        if !past.is_empty() {
            // In order already, but for what was added.
            references.values_mut().for_each(|places| places.sort_by_key(|place| place.file));
        }
    }
}
