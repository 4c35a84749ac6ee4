//! What is remembered of islands: the bundle by all it depends on, and markup by component and props.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    Component, Options, React,
    budget::Weights,
    bundle::{self, Bundle},
    entries::Entries,
    fault::Fault,
    flags, lock,
    markup::Rendered,
    vendor::{self, Vendor},
};
use crate::{
    diagnostic::Diagnostics,
    esbuild::{Packages, Scratch},
    failure::Failure,
    source::Sources,
    store::{self, Store},
};

/// Remembers between builds of one process, and on disk between processes.
#[derive(Debug, Default)]
pub struct Cache {
    store: Store,
    newest: Mutex<Option<(blake3::Hash, Arc<Bundle>)>>,
    known: Mutex<Option<Arc<Known>>>,
    vendor: Mutex<Option<(blake3::Hash, Arc<Vendor>)>>,
}

/// What was learnt of the islands of one bundle, by any number of builds.
#[derive(Debug)]
pub(super) struct Known {
    key: blake3::Hash,
    /// Their markup.
    pub rendered: Mutex<Memo>,
    /// The weights of scripts, whose names tell their content.
    pub weights: Mutex<Weights>,
    /// True if there is more than the store has.
    pub more: AtomicBool,
}

/// A bundle with what it depends on.
pub(super) struct Made {
    pub bundle: Arc<Bundle>,
    /// The hash of all it was made from.
    pub key: blake3::Hash,
    /// Whether it had to be made now.
    pub now: bool,
}

/// What the store has of a [`Known`].
type Kept = (Vec<(String, String, Rendered)>, Weights);

/// Markup of more islands than this is not kept: a site has a few dozen.
const MOST: usize = 4_000;

/// What was rendered, or why it couldn't be.
pub(super) type Memo = BTreeMap<(Component, String), Arc<Result<Rendered, Fault>>>;

impl Cache {
    /// A cache that keeps what it has in `store`.
    pub fn new(store: Store) -> Self {
        Self { store, ..Self::default() }
    }

    /// The bundle of a project; nothing if it has no components or they can't be bundled.
    pub(super) fn bundle(
        &self,
        sources: &Sources,
        options: &Options,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Made>, Failure> {
        let components: Vec<Component> = Component::ALL
            .iter()
            .copied()
            .filter(|component| sources.text_at(&component.path()).is_some())
            .collect();
        if components.is_empty() && sources.texts_below("components/").next().is_none() {
            return Ok(None);
        }
        let packages = Packages::find(sources.root(), &options.packages)?;
        let key = key(sources, &packages, options.react);
        if let Some((known, bundle)) = &*lock(&self.newest)
            && *known == key
        {
            return Ok(Some(Made { bundle: bundle.clone(), key, now: false }));
        }
        let kept = self.store.load::<Bundle>("bundle", key);
        let bundled = kept.is_none();
        let bundle = match kept {
            Some(bundle) => bundle,
            None => {
                let scratch = Scratch::new(&options.scratch)?;
                let vendor = self.vendor(sources, &packages, options.react, &scratch, diagnostics)?;
                let Some(vendor) = vendor else { return Ok(None) };
                let made = bundle::build(
                    sources,
                    &components,
                    &packages,
                    options.react,
                    &vendor,
                    &scratch,
                    diagnostics,
                )?;
                let Some(made) = made else { return Ok(None) };
                // esbuild reads from disk what may have changed since it was read for the key.
                if !sources.is_current("components/") {
                    let key = blake3::keyed_hash(key.as_bytes(), made.server.as_bytes());
                    return Ok(Some(Made { bundle: Arc::new(made), key, now: true }));
                }
                self.store.save("bundle", key, &made);
                made
            }
        };
        let bundle = Arc::new(bundle);
        *lock(&self.newest) = Some((key, bundle.clone()));
        Ok(Some(Made { bundle, key, now: bundled }))
    }

    /// What components need besides React; nothing if it can't be bundled.
    fn vendor(
        &self,
        sources: &Sources,
        packages: &Packages,
        react: React,
        scratch: &Scratch,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Arc<Vendor>>, Failure> {
        let key = vendor::key(sources, packages, react);
        if let Some((known, vendor)) = &*lock(&self.vendor)
            && *known == key
        {
            return Ok(Some(vendor.clone()));
        }
        let vendor = match self.store.load::<Vendor>("vendor", key) {
            Some(kept) => kept,
            None => {
                let made = vendor::bundle(sources, packages, react, scratch, diagnostics)?;
                let Some(made) = made else { return Ok(None) };
                if !made.scripts.is_empty() && sources.is_current("components/") {
                    self.store.save("vendor", key, &made);
                }
                made
            }
        };
        let vendor = Arc::new(vendor);
        *lock(&self.vendor) = Some((key, vendor.clone()));
        Ok(Some(vendor))
    }

    /// What is known of the islands of the bundle of this key.
    pub(super) fn known(&self, key: blake3::Hash) -> Arc<Known> {
        let mut slot = lock(&self.known);
        if let Some(known) = &*slot
            && known.key == key
            && lock(&known.rendered).len() <= MOST
        {
            return known.clone();
        }
        let kept: Option<Kept> = self.store.load("markup", key);
        let (rendered, weights) = kept.unwrap_or_default();
        let rendered = rendered.into_iter().filter_map(|(name, props, rendered)| {
            Some(((Component::named(&name)?, props), Arc::new(Ok(rendered))))
        });
        let weights = slot.as_ref().map_or(weights, |known| lock(&known.weights).clone());
        let known = Arc::new(Known {
            key,
            rendered: Mutex::new(rendered.collect()),
            weights: Mutex::new(weights),
            more: AtomicBool::new(false),
        });
        *slot = Some(known.clone());
        known
    }

    /// Keeps what is known, unless the store has it already.
    pub(super) fn remember(&self, known: &Known) {
        if !known.more.swap(false, Ordering::Relaxed) {
            return;
        }
        let memo = lock(&known.rendered).clone();
        let good: Vec<(&str, &str, &Rendered)> = memo
            .iter()
            .filter_map(|((component, props), result)| {
                Some((component.name(), props.as_str(), result.as_ref().as_ref().ok()?))
            })
            .collect();
        if good.len() <= MOST {
            self.store.save("markup", known.key, &(good, &*lock(&known.weights)));
        }
    }
}

/// Hashes all that a bundle depends on.
fn key(sources: &Sources, packages: &Packages, react: React) -> blake3::Hash {
    let packages = packages.fingerprint();
    let mut parts: Vec<&[u8]> = vec![env!("CARGO_PKG_VERSION").as_bytes(), packages.as_bytes()];
    for text in Entries::runtime() {
        parts.push(text.as_bytes());
    }
    let options = [flags::client(react), flags::server(), flags::boot()].concat();
    parts.extend(options.iter().map(String::as_bytes));
    for (_, source) in sources.texts_below("components/") {
        parts.extend([source.path.as_bytes(), source.text.as_bytes()]);
    }
    store::key(parts)
}
