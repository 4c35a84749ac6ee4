//! The interactive parts: React components rendered to markup while the site is built, and brought to
//! life in the browser by a script of less than a kilobyte.

mod answer;
mod bundle;
mod bundler;
mod component;
mod engine;
pub(crate) mod esbuild;
mod frame;
mod markup;
mod prebuilt;
mod report;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{Arc, Mutex, atomic::Ordering},
};

pub use bundler::{Bundler, own_code};
pub use prebuilt::Bundles;

use crate::{
    diagnostic::{Diagnostic, Diagnostics, Failure},
    lock,
    output::{Artifact, Origin},
    source::Sources,
};
use answer::RenderError;
use bundler::{Bundled, MarkupCache};
use component::{Component, Components};
use engine::{Engine, Task};
use markup::RenderedMarkup;
pub use markup::UnreadProp;
use report::Reporter;

/// The build of React that browsers get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum React {
    /// The build for visitors.
    #[default]
    Production,
    /// The development build, which reports differences between markup and component, for tests.
    Development,
}

/// The options of bundling.
#[derive(Clone, Debug)]
pub struct BundleOptions {
    /// The folders in which to look for `node_modules` after the project's root.
    pub packages: Vec<PathBuf>,
    /// A folder for temporary files of a build.
    pub scratch: PathBuf,
    /// The build of React that browsers get.
    pub react: React,
}

/// The islands of a project, bundled and ready to be rendered.
pub struct Islands {
    components: Components,
    /// The bundle; `None` if it couldn't be made, which was reported, or if there are no components.
    bundled: Option<Bundled>,
    /// The markup of the bundle's islands that were rendered so far.
    markup: Arc<MarkupCache>,
    engine: Arc<Engine>,
    /// The errors of components whose rendering didn't finish, by name: they aren't rendered again with other props.
    endless: Mutex<BTreeMap<Arc<str>, RenderError>>,
    reporter: Reporter,
}

/// The moment at which the browser loads an island's script and hydrates it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The island comes near the visible part of the page.
    #[default]
    Visible,
    /// The island is first touched, clicked or focused.
    Interaction,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 2] = [Self::Visible, Self::Interaction];

    /// The name in templates and in the boot script.
    pub fn name(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Interaction => "interaction",
        }
    }
}

/// A template's call for an island.
#[derive(Clone, Debug)]
pub struct IslandCall<'a> {
    /// The name of the island.
    pub component: &'a str,
    /// Its props: an object in JSON.
    pub props: &'a str,
    /// The moment at which it is hydrated.
    pub strategy: Strategy,
    /// The number of islands ahead of it in its page.
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
        options: &BundleOptions,
        bundler: &Bundler,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Failure> {
        let components = Components::find(sources);
        let bundled = bundler.bundle(sources, &components, options, diagnostics)?;
        let key = bundled.as_ref().map_or_else(|| blake3::hash(b""), |bundled| bundled.key);
        Ok(Self {
            components,
            bundled,
            markup: bundler.markup(key),
            engine: bundler.engine(),
            endless: Mutex::default(),
            reporter: Reporter::new(sources),
        })
    }

    /// The name of the island in `components/<name>.tsx`.
    pub fn named(&self, name: &str) -> Result<Arc<str>, Box<Diagnostic>> {
        let component = self.components.get(name).ok_or_else(|| Box::new(self.components.unknown(name)))?;
        Ok(component.name.clone())
    }

    /// Writes the island's element with its markup, and puts the props that the component doesn't read into `unread`.
    /// Returns an empty text if the islands couldn't be bundled, which was reported.
    ///
    /// # Errors
    /// If its component can't be rendered; the diagnostic points into the component's file.
    pub fn render(
        &self,
        call: &IslandCall<'_>,
        unread: &mut Vec<UnreadProp>,
        diagnostics: &mut Diagnostics,
    ) -> Result<String, Box<Diagnostic>> {
        let Some(component) = self.components.get(call.component) else { return Ok(String::new()) };
        let Some(bundled) = &self.bundled else { return Ok(String::new()) };
        let Some(loads) = bundled.bundle.islands.get(&*component.name) else { return Ok(String::new()) };
        let rendered = self.rendered(bundled, component, call.props);
        match rendered.as_ref() {
            Ok(rendered) => {
                diagnostics.extend(rendered.notes.iter().map(|note| self.reporter.note(component, note)));
                unread.clone_from(&rendered.unread);
                let IslandCall { strategy, props, instance, .. } = *call;
                Ok(markup::element(&component.name, loads, strategy, props, rendered, instance))
            }
            Err(error) => Err(Box::new(self.reporter.diagnostic(component, error))),
        }
    }

    /// The markup for these props: rendered once for all pages.
    fn rendered(
        &self,
        bundled: &Bundled,
        component: &Component,
        props: &str,
    ) -> Arc<Result<RenderedMarkup, RenderError>> {
        let key = (component.name.clone(), props.to_owned());
        if let Some(known) = lock(&self.markup.rendered).get(&key) {
            return known.clone();
        }
        if let Some(error) = lock(&self.endless).get(&component.name) {
            return Arc::new(Err(error.clone()));
        }
        // The placeholder for the prefix must not occur in the text of the island.
        let mut prefix = String::from('\u{E000}');
        while props.contains(&prefix) {
            prefix.push('\u{E000}');
        }
        let result = self.engine.render(Task {
            bundle: bundled.bundle.clone(),
            key: bundled.key,
            component: component.name.clone(),
            props: props.to_owned(),
            prefix,
        });
        if let Err(error) = &result
            && error.is_endless
        {
            lock(&self.endless).insert(component.name.clone(), error.clone());
        }
        let result = Arc::new(result);
        lock(&self.markup.rendered).insert(key, result.clone());
        self.markup.is_unsaved.store(true, Ordering::Relaxed);
        result
    }

    /// Saves the markup for the next build.
    pub fn save_markup(&self, bundler: &Bundler) {
        bundler.save_markup(&self.markup);
    }

    /// The script files of the site. All are in [`Islands::FOLDER`], and find each other there.
    pub fn artifacts(&self) -> Vec<Artifact> {
        let Some(Bundled { bundle, file, .. }) = &self.bundled else { return Vec::new() };
        let mut artifacts = Vec::new();
        for (name, script) in &bundle.scripts {
            let (address, bytes) = (format!("{}/{name}", Self::FOLDER), script.text.clone().into_bytes());
            artifacts.extend(Artifact::hashed(&address, bytes, Origin { content: *file, template: None }));
        }
        artifacts
    }

    /// The names in [`Islands::FOLDER`] of the scripts that a site needs none of, if it shows the islands `used`.
    pub fn unused(&self, used: &BTreeSet<Arc<str>>) -> BTreeSet<&str> {
        let Some(Bundled { bundle, .. }) = &self.bundled else { return BTreeSet::new() };
        let islands = used.iter().filter_map(|name| bundle.islands.get(&**name));
        let mut reached: Vec<&str> = islands.map(|loads| loads.entry.as_str()).collect();
        reached.push(&bundle.boot);
        let mut unused: BTreeSet<&str> = bundle.scripts.keys().map(String::as_str).collect();
        while let Some(name) = reached.pop() {
            if unused.remove(name) {
                let imports = bundle.scripts.get(name).map_or(&[][..], |script| &script.imports);
                reached.extend(imports.iter().map(String::as_str));
            }
        }
        unused
    }

    /// True if a script imports the component or script at `path`, or if nobody knows for lack of a bundle.
    pub fn imports(&self, path: &str) -> bool {
        self.bundled.as_ref().is_none_or(|bundled| bundled.bundle.imported.contains(path))
    }

    /// The folder of all script files in the built site.
    pub const FOLDER: &str = "assets";

    /// The name of the boot script in [`Islands::FOLDER`], for `<script type="module">`.
    pub fn boot(&self) -> Option<&str> {
        self.bundled.as_ref().map(|bundled| bundled.bundle.boot.as_str())
    }
}
