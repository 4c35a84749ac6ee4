//! Bundles stylesheets, through the cache.

use std::sync::{Arc, OnceLock};

use super::{Styles, join::Pieces};
use crate::{
    bundles::{Bundles, Part},
    cache::{self, Cache},
};

/// The kind of styles in the cache.
const KIND: &str = "styles";

/// The cache of styles before colours, and what was bundled before the program was compiled.
#[derive(Debug, Default)]
pub struct Bundler {
    cache: Cache,
    bundles: Bundles,
    /// What was minified before; unpacked when somebody first asks for it.
    pieces: OnceLock<Pieces>,
}

impl Bundler {
    /// A bundler with this cache.
    pub fn new(cache: Cache) -> Self {
        Self { cache, ..Self::default() }
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

    pub(super) fn load(&self, key: blake3::Hash) -> Option<Styles> {
        let load = || self.cache.load_packed(KIND, of_this_program(key)?);
        self.cache.recall(KIND, key, load).map(|styles| Styles::clone(&styles))
    }

    pub(super) fn save(&self, key: blake3::Hash, styles: &Styles) {
        self.cache.remember(KIND, key, &Arc::new(styles.clone()));
        if let Some(key) = of_this_program(key) {
            self.cache.save_packed(KIND, key, styles);
        }
    }
}

/// Another key for each program, as the binary format isn't self-describing.
fn of_this_program(key: blake3::Hash) -> Option<blake3::Hash> {
    let program = cache::program()?;
    Some(cache::key([program.as_bytes().as_slice(), key.as_bytes()]))
}
