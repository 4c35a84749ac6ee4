//! Decoded texts, kept for the next state of the project: an edit leaves nearly all of them as they were.

use std::sync::{Arc, Mutex, PoisonError};

use foldhash::HashMap;
use rayon::prelude::*;

use super::texts;
use crate::{
    diagnostic::FileId,
    schema::{Decoded, Types},
    source::SourceText,
};

/// The texts that were decoded last, with what came of them.
#[derive(Debug, Default)]
pub struct DecodedTexts(Mutex<Last>);

#[derive(Debug, Default)]
struct Last {
    /// The types by which they were decoded.
    types: Option<Arc<Types>>,
    texts: HashMap<FileId, (Arc<SourceText>, Arc<Decoded>)>,
}

impl DecodedTexts {
    /// Decodes each text. Returns `None` for those that no type reads.
    pub(super) fn decode(
        &self,
        texts: &[(FileId, &Arc<SourceText>)],
        types: &Arc<Types>,
    ) -> Vec<Option<Arc<Decoded>>> {
        let mut last = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        if !last.types.as_ref().is_some_and(|known| Arc::ptr_eq(known, types)) {
            last = Last { types: Some(types.clone()), ..Last::default() };
        }
        let decoded: Vec<_> = texts.par_iter().map(|(file, text)| last.decode(*file, text, types)).collect();
        let pairs = texts.iter().zip(&decoded);
        let known =
            pairs.filter_map(|((file, text), decoded)| Some((*file, ((*text).clone(), decoded.clone()?))));
        last.texts = known.collect();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = last;
        decoded
    }
}

impl Last {
    fn decode(&self, file: FileId, text: &Arc<SourceText>, types: &Types) -> Option<Arc<Decoded>> {
        if let Some((known, decoded)) = self.texts.get(&file)
            && (Arc::ptr_eq(known, text) || known == text)
        {
            return Some(decoded.clone());
        }
        let mut decoded = types.decode(file, text)?;
        let warnings = texts::check(&decoded);
        decoded.diagnostics.extend(warnings);
        Some(Arc::new(decoded))
    }
}
