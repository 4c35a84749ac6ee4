//! Bundles islands, and caches the results: a bundle by everything that it depends on, and markup by component and props.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    BundleOptions, React,
    answer::RenderError,
    bundle::{self, Bundle},
    component::{Components, FOLDER},
    engine::Engine,
    markup::RenderedMarkup,
    prebuilt::{self, Bundles},
};
use crate::{
    cache::{self, Cache},
    diagnostic::{Diagnostics, Failure, FileId, Span},
    islands::esbuild::{Packages, Scratch},
    lock,
    source::Sources,
};

/// The cache of islands, the engine that renders them, and the islands that were bundled before the program was compiled.
#[derive(Debug)]
pub struct Bundler {
    cache: Cache,
    engine: Arc<Engine>,
    /// The newest bundle, with the hash of everything that it was made from.
    newest: Mutex<Option<(blake3::Hash, Arc<Bundle>)>>,
    /// The markup of its islands.
    markup: Mutex<Option<Arc<MarkupCache>>>,
    /// The theme's islands, bundled before the program was compiled.
    prebuilt: Bundles,
}

/// The markup of the islands of one bundle. Renderings on all threads add to it.
#[derive(Debug)]
pub(super) struct MarkupCache {
    key: blake3::Hash,
    /// The results of rendering.
    pub rendered: Mutex<Memo>,
    /// True if some markup isn't saved yet.
    pub is_unsaved: AtomicBool,
}

/// A bundle with its key.
pub(super) struct Bundled {
    pub bundle: Arc<Bundle>,
    /// The hash of everything that it was made from.
    pub key: blake3::Hash,
    /// One of the files, which stands for all of them in diagnostics.
    pub file: FileId,
}

/// A [`MarkupCache`] on disk: the component's name, its props and the markup.
type SavedMarkup = Vec<(String, String, RenderedMarkup)>;

/// The kinds of results in the cache.
const BUNDLE: &str = "bundle";
const MARKUP: &str = "markup";

/// The most islands whose markup is saved: a site has a few dozen.
const MOST: usize = 4_000;

/// The result of rendering an island, by the name of the component and its props.
pub(super) type Memo = BTreeMap<(Arc<str>, String), Arc<Result<RenderedMarkup, RenderError>>>;

impl Bundler {
    /// Makes a bundler with this cache, and with the islands that were bundled before the program was compiled.
    pub fn new(cache: Cache, prebuilt: Bundles) -> Self {
        Self { cache, engine: Arc::default(), newest: Mutex::default(), markup: Mutex::default(), prebuilt }
    }

    /// The bundle of a project. Returns `None` if it has no components or they can't be bundled. esbuild's warnings are
    /// reported each time, also if the bundle is cached.
    pub(super) fn bundle(
        &self,
        sources: &Sources,
        components: &Components,
        options: &BundleOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Bundled>, Failure> {
        let Some((file, _)) = sources.texts_below(FOLDER).next() else { return Ok(None) };
        if let Some(prebuilt) = self.prebuilt.get().filter(|prebuilt| prebuilt.is_of(sources, options.react))
        {
            return Ok(Some(prebuilt.bundled(file)));
        }
        let packages = match Packages::find(sources.root(), &options.packages) {
            Ok(packages) => packages,
            Err(failure) => {
                diagnostics.push(prebuilt::needs_esbuild(sources, failure)?);
                return Ok(self.prebuilt.get().map(|prebuilt| prebuilt.bundled(file)));
            }
        };
        let key = key(sources, &packages, options.react);
        let bundle = match self.known_bundle(key) {
            Some(bundle) => bundle,
            None => {
                let scratch = Scratch::new(&options.scratch)?;
                scratch.mirror(sources, FOLDER, is_code)?;
                scratch.link(&packages)?;
                let (react, at) = (options.react, Span::whole(file));
                let bundle = bundle::build(sources, components, &packages, react, &scratch, at, diagnostics)?;
                let Some(bundle) = bundle else { return Ok(None) };
                self.cache.save(BUNDLE, key, &bundle);
                Arc::new(bundle)
            }
        };
        let warnings = bundle.warnings.iter().cloned();
        diagnostics.extend(warnings.map(|message| message.into_diagnostic(sources, Span::whole(file))));
        *lock(&self.newest) = Some((key, bundle.clone()));
        Ok(Some(Bundled { bundle, key, file }))
    }

    /// The bundle of this key in memory or in the cache.
    fn known_bundle(&self, key: blake3::Hash) -> Option<Arc<Bundle>> {
        if let Some((newest, bundle)) = &*lock(&self.newest)
            && *newest == key
        {
            return Some(bundle.clone());
        }
        self.cache.load(BUNDLE, key).map(Arc::new)
    }

    /// The engine that renders the islands.
    pub(super) fn engine(&self) -> Arc<Engine> {
        self.engine.clone()
    }

    /// The cached markup of the islands in the bundle with this key.
    pub(super) fn markup(&self, key: blake3::Hash) -> Arc<MarkupCache> {
        let mut newest = lock(&self.markup);
        if let Some(markup) = &*newest
            && markup.key == key
            && lock(&markup.rendered).len() <= MOST
        {
            return markup.clone();
        }
        let saved: SavedMarkup = self.cache.load(MARKUP, key).unwrap_or_default();
        let mut memo = Memo::new();
        for (name, props, rendered) in saved {
            memo.insert((name.into(), props), Arc::new(Ok(rendered)));
        }
        let markup =
            Arc::new(MarkupCache { key, rendered: Mutex::new(memo), is_unsaved: AtomicBool::new(false) });
        *newest = Some(markup.clone());
        markup
    }

    /// Saves markup, unless nothing is new.
    pub(super) fn save_markup(&self, markup: &MarkupCache) {
        if !markup.is_unsaved.swap(false, Ordering::Relaxed) {
            return;
        }
        let memo = lock(&markup.rendered).clone();
        let mut good: Vec<(&str, &str, &RenderedMarkup)> = Vec::new();
        for ((name, props), result) in &memo {
            if let Ok(rendered) = result.as_ref() {
                good.push((name, props, rendered));
            }
        }
        if good.len() <= MOST {
            self.cache.save(MARKUP, markup.key, &good);
        }
    }
}

/// Hashes everything that a bundle depends on.
fn key(sources: &Sources, packages: &Packages, react: React) -> blake3::Hash {
    cache::key([packages.fingerprint().as_bytes().as_slice(), own_key(sources, react).as_bytes()])
}

/// False for files that only help developers of components; the theme in the binary doesn't have them.
fn is_code(path: &str) -> bool {
    !["components/README.md", "components/package.json"].contains(&path)
}

/// The project's own files of components, without those for developers only.
pub fn own_code(sources: &Sources) -> impl Iterator<Item = (FileId, &str)> {
    let own = sources.overrides(FOLDER).map(|(file, text)| (file, &*text.path));
    own.filter(|(_, path)| is_code(path))
}

/// Hashes everything that a bundle depends on except the packages.
pub(super) fn own_key(sources: &Sources, react: React) -> blake3::Hash {
    let mut parts: Vec<&[u8]> = bundle::RUNTIME.iter().map(|(_, text)| text.as_bytes()).collect();
    let options = [bundle::client_options(react), bundle::server_options()].concat();
    parts.extend(options.iter().map(String::as_bytes));
    for (_, source) in sources.texts_below(FOLDER).filter(|(_, source)| is_code(&source.path)) {
        parts.extend([source.path.as_bytes(), source.text.as_bytes()]);
    }
    cache::key(parts)
}
