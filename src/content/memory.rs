//! What files were decoded to, so that one which didn't change isn't decoded again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::{Entry, Kind};
use crate::{decode::Decoded, diagnostic::FileId, source::SourceText};

/// The entries of the project's newest state, each with the very text that it was decoded from, by file.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Vec<Option<Known>>>);

type Known = (Arc<SourceText>, Arc<Decoded<Entry>>);

impl Memory {
    /// What these files hold, decoded now or before. Everything else is forgotten.
    pub(super) fn decode(&self, files: &[(Kind, FileId, &Arc<SourceText>)]) -> Vec<Arc<Decoded<Entry>>> {
        let known = std::mem::take(&mut *self.known());
        let known = |file: &FileId, source: &Arc<SourceText>| match known.get(file.0 as usize) {
            Some(Some((text, decoded))) if Arc::ptr_eq(text, source) => Some(decoded.clone()),
            _ => None,
        };
        let decode = |(kind, file, source): &(Kind, FileId, &Arc<SourceText>)| {
            known(file, source).unwrap_or_else(|| Arc::new(kind.decode(*file, source)))
        };
        let decoded: Vec<Arc<Decoded<Entry>>> = files.par_iter().map(decode).collect();
        let places = files.iter().map(|(_, file, _)| file.0 as usize + 1).max().unwrap_or_default();
        let mut now = vec![None; places];
        for ((_, file, source), decoded) in files.iter().zip(&decoded) {
            if let Some(place) = now.get_mut(file.0 as usize) {
                *place = Some(((*source).clone(), decoded.clone()));
            }
        }
        *self.known() = now;
        decoded
    }

    fn known(&self) -> MutexGuard<'_, Vec<Option<Known>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
