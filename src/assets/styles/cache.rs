//! What was bundled last, in this process and between processes.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::{Styles, join::Pieces};
use crate::{
    bundles::{Bundles, Part},
    cache::{self, DiskCache},
};

/// The name under which styles are stored.
const KIND: &str = "styles";

/// Remembers the newest styles, before colours, in this process and between processes.
#[derive(Debug, Default)]
pub struct Cache {
    store: DiskCache,
    newest: Mutex<Option<(blake3::Hash, Styles)>>,
    bundles: Bundles,
    /// What was minified before; unpacked when somebody first asks for it.
    pieces: OnceLock<Pieces>,
}

impl Cache {
    /// A cache in memory before `store` on disk.
    pub fn new(store: DiskCache) -> Self {
        Self { store, ..Self::default() }
    }

    /// The same with what was bundled before.
    #[must_use]
    pub fn with(self, bundles: &Bundles) -> Self {
        Self { bundles: bundles.clone(), ..self }
    }

    /// What was minified before.
    pub(super) fn pieces(&self) -> &Pieces {
        self.pieces.get_or_init(|| self.bundles.get(Part::Styles).unwrap_or_default())
    }

    fn newest(&self) -> MutexGuard<'_, Option<(blake3::Hash, Styles)>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn load(&self, key: blake3::Hash) -> Option<Styles> {
        let mut newest = self.newest();
        if newest.as_ref().is_none_or(|(known, _)| *known != key) {
            *newest = Some((key, self.store.load_packed(KIND, of_this_program(key)?)?));
        }
        newest.as_ref().map(|(_, styles)| styles.clone())
    }

    pub(super) fn save(&self, key: blake3::Hash, styles: &Styles) {
        *self.newest() = Some((key, styles.clone()));
        if let Some(key) = of_this_program(key) {
            self.store.save_packed(KIND, key, styles);
        }
    }
}

/// Another key for each program, as the binary format isn't self-describing.
fn of_this_program(key: blake3::Hash) -> Option<blake3::Hash> {
    let program = cache::program()?;
    Some(cache::key([program.as_bytes().as_slice(), key.as_bytes()]))
}
