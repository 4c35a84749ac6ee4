//! The interactive parts: React components rendered to markup while the site is built, and brought to
//! life in the browser by a script of less than a kilobyte.

mod answer;
mod budget;
mod bundle;
mod cache;
mod component;
mod engine;
mod entries;
mod fault;
mod flags;
mod mapping;
mod markup;
mod outside;
pub mod props;
mod report;
mod strategy;
mod vendor;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::Value;

pub use budget::{Budgets, PageScripts};
pub use cache::Cache;
pub use component::Component;
pub use strategy::{Strategy, UnknownStrategy};

use crate::{
    diagnostic::{Diagnostic, Diagnostics, FileId, Span},
    failure::Failure,
    output::{Artifact, Origin, OutputPath, weight::Load},
    source::Sources,
};
use bundle::Bundle;
use cache::Known;
use fault::Fault;
use markup::Rendered;
use report::Reporter;

/// Which React browsers get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum React {
    /// The one for visitors.
    #[default]
    Production,
    /// The one that tells what differs between the markup and a component, for tests.
    Development,
}

/// What the islands are made with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Folders in which to look for `node_modules` after the project's root and those above it.
    pub packages: Vec<PathBuf>,
    /// A folder for files that are gone when a build ends.
    pub scratch: PathBuf,
    /// Which React browsers get.
    pub react: React,
}

/// The islands of a project, bundled and ready to be rendered.
pub struct Islands {
    /// Nothing if it couldn't be made, which was reported.
    bundle: Option<Arc<Bundle>>,
    /// Of all that the bundle was made from.
    key: blake3::Hash,
    known: Arc<Known>,
    react: React,
    endless: Mutex<BTreeMap<Component, Fault>>,
    /// Whether esbuild ran.
    bundled: bool,
    /// How often the engine rendered.
    renderings: AtomicUsize,
    reporter: Reporter,
}

/// A template's call for an island.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The name, as in `components/<name>.tsx`.
    pub component: &'a str,
    /// What it is told.
    pub props: &'a Value,
    /// When it comes to life.
    pub strategy: &'a Strategy,
    /// How many islands come before it in its page.
    pub instance: usize,
}

impl Islands {
    /// Bundles the islands of a project, or takes the bundle from the cache. Mistakes in the components
    /// are reported, and such islands render as nothing.
    ///
    /// # Errors
    /// If esbuild is missing or can't be run.
    pub fn prepare(
        sources: &Sources,
        options: &Options,
        cache: &Cache,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Failure> {
        let made = cache.bundle(sources, options, diagnostics)?;
        let key = made.as_ref().map_or_else(|| blake3::hash(b""), |made| made.key);
        let bundled = made.as_ref().is_some_and(|made| made.now);
        Ok(Self {
            bundle: made.map(|made| made.bundle),
            key,
            known: cache.known(key),
            react: options.react,
            endless: Mutex::default(),
            bundled,
            renderings: AtomicUsize::new(0),
            reporter: Reporter::new(sources),
        })
    }

    /// The island's element with its markup.
    ///
    /// # Errors
    /// If there is no such island, its props don't fit, or its component can't be rendered; the
    /// diagnostic points into the component's file.
    pub fn render(&self, call: &Call<'_>, diagnostics: &mut Diagnostics) -> Result<String, Box<Diagnostic>> {
        let component =
            Component::named(call.component).ok_or_else(|| self.reporter.unknown(call.component))?;
        let name = component.name();
        if !self.reporter.has(component) {
            return Err(Box::new(self.reporter.no_file(component)));
        }
        let props =
            component.canonical(call.props).map_err(|wrong| self.reporter.wrong_props(component, &wrong))?;
        let Some(bundle) = &self.bundle else { return Ok(String::new()) };
        let Some(loads) = bundle.islands.get(name) else { return Ok(String::new()) };
        let rendered = self.rendered(bundle, component, &props);
        match rendered.as_ref() {
            Ok(rendered) => {
                diagnostics.extend(rendered.notes.iter().map(|note| self.reporter.note(component, note)));
                Ok(markup::element(name, loads, call.strategy, &props, rendered, call.instance))
            }
            Err(fault) => Err(Box::new(self.reporter.fault(component, fault))),
        }
    }

    /// What is to be said of props that no browser can be handed; `field` is where, from the top.
    pub fn refuse_props(&self, component: &str, field: &str, why: &str) -> Diagnostic {
        match Component::named(component) {
            Some(component) => {
                let wrong = component::WrongProps { field: field.to_owned(), message: why.to_owned() };
                self.reporter.wrong_props(component, &wrong)
            }
            None => self.reporter.unknown(component),
        }
    }

    /// The markup for these props: rendered once, whatever the number of pages.
    fn rendered(&self, bundle: &Bundle, component: Component, props: &str) -> Arc<Result<Rendered, Fault>> {
        let key = (component, props.to_owned());
        if let Some(known) = lock(&self.known.rendered).get(&key) {
            return known.clone();
        }
        if let Some(fault) = lock(&self.endless).get(&component) {
            return Arc::new(Err(fault.clone()));
        }
        // Stands where the prefix of the ids belongs, so it may not occur in what the island shows.
        let mut prefix = String::from('\u{E000}');
        while props.contains(&prefix) {
            prefix.push('\u{E000}');
        }
        self.renderings.fetch_add(1, Ordering::Relaxed);
        let result = engine::render(bundle, self.key, component.name(), props, &prefix);
        if let Err(fault) = &result
            && fault.endless
        {
            lock(&self.endless).insert(component, fault.clone());
        }
        let result = Arc::new(result);
        lock(&self.known.rendered).insert(key, result.clone());
        self.known.more.store(true, Ordering::Relaxed);
        result
    }

    /// Whether esbuild ran, and how many islands the engine rendered: neither, where all was remembered.
    pub fn started(&self) -> (bool, usize) {
        (self.bundled, self.renderings.load(Ordering::Relaxed))
    }

    /// Keeps what was rendered for the next build.
    pub fn remember(&self, cache: &Cache) {
        cache.remember(&self.known);
    }

    /// The script files of the site. All are in [`Islands::FOLDER`], and find each other there.
    pub fn artifacts(&self) -> Vec<Artifact> {
        let Some(bundle) = &self.bundle else { return Vec::new() };
        let origin = Origin { content: self.reporter.any_file().unwrap_or(FileId(0)), template: None };
        bundle
            .scripts
            .iter()
            .filter_map(|(name, text)| {
                let path = OutputPath::new(&format!("{}/{name}", Self::FOLDER))?;
                Some(Artifact { path, bytes: text.as_bytes().to_vec().into(), origin, lingers: true })
            })
            .collect()
    }

    /// The folder of all script files in the built site.
    pub const FOLDER: &str = "assets";

    /// The name of the boot script in [`Islands::FOLDER`], for `<script type="module">`.
    pub fn boot(&self) -> Option<&str> {
        self.bundle.as_ref().map(|bundle| bundle.boot.as_str())
    }

    /// The names of all that this island loads, for `<link rel="modulepreload">` where it does so at once.
    pub fn preloads(&self, component: Component) -> Vec<&str> {
        let Some(bundle) = &self.bundle else { return Vec::new() };
        let Some(loads) = bundle.islands.get(component.name()) else { return Vec::new() };
        let names = bundle.react.iter().chain([&loads.entry]).chain(&loads.shared);
        names.map(String::as_str).collect()
    }

    /// All scripts that a page with these islands may load, in brotli.
    pub fn page_load(&self, components: &[Component]) -> Load {
        let islands = components.iter().flat_map(|component| self.preloads(*component));
        let names: BTreeSet<&str> = self.boot().into_iter().chain(islands).collect();
        let mut load = Load::default();
        for name in names {
            load.add(&Load::of(self.weight(name), name));
        }
        load
    }

    /// Where the component's own declaration is, to point at.
    pub fn place(&self, component: Component) -> Option<Span> {
        self.reporter.declaration(component)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // What is inside is whole after each statement, even where a thread stopped.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
