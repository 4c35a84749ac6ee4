//! What files were decoded to, so that one which didn't change isn't decoded again.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rayon::prelude::*;

use super::{Entry, Kind};
use crate::{decode::Decoded, diagnostic::FileId, source::SourceText};

/// The entries of the project's newest state, each with the very text that it was decoded from.
#[derive(Debug, Default)]
pub struct Memory(Mutex<HashMap<FileId, Known>>);

type Known = (Arc<SourceText>, Arc<Decoded<Entry>>);

impl Memory {
    /// What these files hold, decoded now or before. Everything else is forgotten.
    pub(super) fn decode(&self, files: &[(Kind, FileId, &Arc<SourceText>)]) -> Vec<Arc<Decoded<Entry>>> {
        let known = std::mem::take(&mut *self.known());
        let decode = |(kind, file, source): &(Kind, FileId, &Arc<SourceText>)| match known
            .get(file)
            .filter(|(text, _)| Arc::ptr_eq(text, source))
        {
            Some((_, decoded)) => decoded.clone(),
            None => Arc::new(kind.decode(*file, source)),
        };
        let decoded: Vec<Arc<Decoded<Entry>>> = files.par_iter().map(decode).collect();
        let now = files.iter().zip(&decoded);
        *self.known() =
            now.map(|((_, file, source), decoded)| (*file, ((*source).clone(), decoded.clone()))).collect();
        decoded
    }

    fn known(&self) -> MutexGuard<'_, HashMap<FileId, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
