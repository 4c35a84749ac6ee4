//! Bundles stylesheets, through the cache.

use std::sync::Arc;

use super::{
    Styles,
    join::MinifiedRules,
    mistakes::{Mistake, mistakes},
};
use crate::{
    bundles::{BundlePart, Bundles, LazyPart},
    cache::{self, Cache},
    diagnostic::FileId,
    source::{SourceText, for_each_text},
};

/// The kind of styles in the cache.
const KIND: &str = "styles";

/// The cache of styles before colours, and what was bundled before the program was compiled.
#[derive(Debug)]
pub struct Bundler {
    cache: Cache,
    minified: LazyPart<MinifiedRules>,
}

impl Bundler {
    /// A bundler with this cache, and with what was bundled before the program was compiled.
    pub fn new(cache: Cache, bundles: &Bundles) -> Self {
        Self { cache, minified: LazyPart::new(bundles, BundlePart::Styles) }
    }

    /// What was minified before the program was compiled.
    pub(super) fn minified(&self) -> Option<&MinifiedRules> {
        self.minified.get()
    }

    /// What browsers pass over in each of these sheets.
    pub(super) fn mistakes<'s>(
        &self,
        sheets: impl Iterator<Item = (FileId, &'s Arc<SourceText>)>,
    ) -> Vec<(FileId, Arc<Vec<Mistake>>)> {
        for_each_text(sheets, &self.cache, "style-mistakes", |sheet| mistakes(&sheet.text))
    }

    pub(super) fn load(&self, key: blake3::Hash) -> Option<Styles> {
        let load = || self.cache.load_packed(KIND, with_program(key)?);
        self.cache.get_or_load(KIND, key, load).map(|styles| Styles::clone(&styles))
    }

    pub(super) fn save(&self, key: blake3::Hash, styles: &Styles) {
        self.cache.insert(KIND, key, &Arc::new(styles.clone()));
        if let Some(key) = with_program(key) {
            self.cache.save_packed(KIND, key, styles);
        }
    }
}

/// Another key for each program, as the binary format isn't self-describing.
fn with_program(key: blake3::Hash) -> Option<blake3::Hash> {
    let program = cache::program()?;
    Some(cache::key([program.as_bytes().as_slice(), key.as_bytes()]))
}
