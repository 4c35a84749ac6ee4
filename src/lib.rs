//! gympress: a static site generator for gyms.
//!
//! A site is a pure function from a path to bytes. [`prepare`] makes that function, an [`Edition`],
//! from the files of a project; [`Edition::file`] answers for one path, and [`Edition::make`] for all
//! of them at once, checked as a whole. Data flows through the rooms in the order in which they stand.

pub mod diagnostic;
pub mod failure;
pub mod source;
pub mod decode;
pub mod content;
pub mod site;
pub mod routes;
pub mod output;
pub mod store;
pub mod timings;
pub mod esbuild;
pub mod assets;
pub mod search;
pub mod islands;
pub mod render;
pub mod tools;
pub mod receipt;
pub mod preview;
pub mod cli;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use assets::{Cards, Compression, Graphic, Pictures, Told, graphics, styles::Styles};
use content::Host;
use diagnostic::{Diagnostic, Diagnostics};
use failure::Failure;
use islands::{Budgets, Islands};
use output::{
    Artifact, Measured, OutputPath,
    check::{Check, References, Stretch},
    weight::{self, Load, Weight},
};
use rayon::prelude::*;
use render::{Files, Ingredients, Rendered, Renderer, ScriptUse};
use routes::Routes;
use site::{Held, Settings, Site};
use source::Sources;
use store::Shelf;
use timings::Step;
use tools::Tools;

/// One state of a project, ready to say what is at any path of its site.
pub struct Edition {
    /// What it was made from.
    pub sources: Arc<Sources>,
    /// What its pages are made of.
    pub site: Arc<Site>,
    /// Its pages.
    pub routes: Arc<Routes>,
    renderer: Renderer,
    islands: Arc<Islands>,
    pictures: Arc<Pictures>,
    /// The files that are no pages, by path.
    assets: Vec<Artifact>,
}

/// A site, rendered and checked.
pub struct Made<T> {
    /// What became of each file when it was taken.
    pub taken: Vec<T>,
    /// Pictures that pages show. They have bytes once [`Made::encode`] is through.
    pub pending: Vec<Artifact>,
    /// Which file refers to which.
    pub references: References,
    /// Posts that are left out.
    pub held: Vec<Held>,
    site: Arc<Site>,
    pictures: Arc<Pictures>,
    /// Where compressed texts are kept.
    compressed: Shelf,
    /// Every file but the pending ones.
    measured: Vec<Measured>,
    /// What each page loads.
    scripts: HashMap<OutputPath, Load>,
}

/// Brings a project from its files to the point where each page can be rendered by itself, gathering
/// every mistake on the way. Returns nothing if there is no site to speak of; one that is returned
/// beside errors must not be published.
///
/// # Errors
/// If the machine fails: a tool is missing, the disk is full.
pub fn prepare(
    sources: &Arc<Sources>,
    settings: &Settings,
    tools: &Tools,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Edition>, Failure> {
    let clock = &tools.timings;
    let templates = clock.of(Step::Templates, || render::compile(sources, diagnostics));
    let content = clock.of(Step::Decode, || content::decode_again(sources, &tools.decoded, diagnostics));
    let site = clock.of(Step::Resolve, || site::resolve(&content, settings, diagnostics));
    let pictures = clock.of(Step::Pictures, || Pictures::read(&content, sources, &tools.store, diagnostics));
    let pictures = Arc::new(pictures);
    let styles =
        clock.of(Step::Styles, || Styles::prepare(sources, &tools.styles(), &tools.sheets, diagnostics))?;
    let islands =
        clock.of(Step::Islands, || Islands::prepare(sources, &tools.islands(), &tools.cache, diagnostics))?;
    let islands = Arc::new(islands);
    let Some(site) = site.map(Arc::new) else { return Ok(None) };
    let routes = clock.of(Step::Routes, || {
        let routes = Routes::of(&site, diagnostics);
        routes.check_links(&content, diagnostics);
        Arc::new(routes)
    });

    let styles = styles.tinted(&site.gym.colours).with(&pictures.rules());
    let graphics = graphics(sources);
    let accent = site.gym.colours.accent.rgb();
    let font = styles.display_font();
    let cards = font.map(|font| Cards::new(site.gym.name.as_str(), accent, font, &pictures));
    let files = Files::of(&styles, &graphics, cards);
    let of = Ingredients {
        site: site.clone(),
        sources: sources.clone(),
        routes: routes.clone(),
        pictures: pictures.clone(),
        islands: islands.clone(),
        timings: clock.clone(),
    };
    let renderer = clock.of(Step::Share, || Renderer::new(templates, of, files));
    let mut assets: Vec<Artifact> = pictures.artifacts().collect();
    assets.extend(styles.artifacts(sources));
    assets.extend(graphics.iter().filter_map(Graphic::artifact));
    assets.extend(islands.artifacts());
    assets.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Some(Edition { sources: sources.clone(), site, routes, renderer, islands, pictures, assets }))
}

impl Edition {
    /// The file at `path`; nothing if the site has none there.
    ///
    /// # Errors
    /// If it's a page that can't be rendered.
    pub fn file(&self, path: &OutputPath) -> Result<Option<Artifact>, Box<Diagnostic>> {
        match self.routes.get(&path.address()).filter(|page| page.file() == path.as_str()) {
            Some(page) => Ok(Some(self.renderer.page(page)?.artifact)),
            None => {
                let place = self.assets.binary_search_by(|asset| asset.path.cmp(path)).ok();
                let asset = place.and_then(|place| self.assets.get(place)).cloned();
                let made = || self.renderer.card_at(path).or_else(|| self.renderer.search_part(path));
                Ok(asset.or_else(made))
            }
        }
    }

    /// Every file, checked as a whole. Each is rendered, looked at and handed to `take`, which keeps of
    /// it what it needs: the site is never in memory as a whole.
    ///
    /// # Errors
    /// If `take` fails.
    pub fn make<T: Send>(
        &self,
        tools: &Tools,
        diagnostics: &mut Diagnostics,
        take: impl Fn(Artifact) -> Result<T, Failure> + Sync,
    ) -> Result<Made<T>, Failure> {
        let (clock, check) = (&tools.timings, Check::new(&self.site.base));
        let look = |artifact: Artifact, stretches: &[Stretch]| {
            let measured = Measured::of(&artifact, self.site.base.path());
            let scan = clock.of(Step::Scan, || check.scan_page(&artifact, stretches));
            Ok((scan, measured, clock.of(Step::Stage, || take(artifact))?))
        };
        let look_at_page = |page: Rendered| Ok((page.scripts, look(page.artifact, &page.stretches)?));
        let rendered = self.renderer.all(diagnostics, look_at_page)?;
        let (scripts, mut files): (Vec<ScriptUse>, Vec<_>) = rendered.into_iter().unzip();
        let budgets = Budgets::of(&self.site.gym.budget);
        diagnostics.append(render::check_scripts(&scripts, &self.islands, &budgets));
        self.islands.remember(&tools.cache);

        let pages_missing = files.len() < self.routes.iter().count();
        let all = self
            .assets
            .iter()
            .chain(self.renderer.cards().values())
            .cloned()
            .chain(self.renderer.search_parts());
        let (pending, ready): (Vec<_>, Vec<_>) = all.partition(|asset| asset.bytes.deferred().is_some());
        files.extend(
            ready.into_par_iter().map(|asset| look(asset, &[])).collect::<Result<Vec<_>, Failure>>()?,
        );
        let (mut scans, mut measured, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        for (scan, file, one) in files {
            scans.push(scan);
            measured.push(file);
            taken.push(one);
        }
        let load = |page: &ScriptUse| (page.path.clone(), self.islands.page_load(&page.islands));
        let mut made = Made {
            taken,
            pending,
            references: References::none(&self.site.base),
            held: self.site.held.clone(),
            site: self.site.clone(),
            pictures: self.pictures.clone(),
            compressed: tools.store.shelf("compressed"),
            measured,
            scripts: scripts.iter().map(load).collect(),
        };
        if pages_missing {
            // Links to what could not be made are no further mistakes.
            return Ok(made);
        }
        scans.extend(made.pending.iter().map(|asset| check.scan(asset)));
        let checked = clock.of(Step::Follow, || check.finish(&scans, &self.sources));
        diagnostics.append(diagnostics.beyond_echoes(checked.diagnostics));
        made.references = checked.references;
        // Of what can be made, only what a page shows is.
        let shown: HashSet<&OutputPath> = made.references.all().collect();
        made.pending.retain(|asset| shown.contains(&asset.path));
        diagnostics.append(clock.of(Step::Follow, || made.check_weights()));
        Ok(made)
    }
}

impl<T> Made<T> {
    /// Makes what takes long and wasn't in an earlier build, such as pictures; `told` hears how far that is.
    ///
    /// # Errors
    /// If a picture was changed in the meantime, or the machine fails.
    pub fn encode(&self, told: &Told<'_>) -> Result<(), Failure> {
        self.pictures.encode(&self.pending, told)
    }

    /// How many of the files are pages.
    pub fn pages(&self) -> usize {
        self.measured.iter().filter(|file| file.path.is_html()).count()
    }

    /// What each page weighs. Pictures that aren't encoded weigh nothing.
    pub fn weights(&self) -> Vec<Weight> {
        weight::weigh(&self.files(), &self.references, &self.scripts)
    }

    /// Reports what is over the budget of content, or more than the host takes. Pictures count once they are
    /// encoded.
    pub fn check_weights(&self) -> Diagnostics {
        let (gym, files) = (&self.site.gym, self.files());
        let weights = weight::weigh(&files, &self.references, &self.scripts);
        let mut diagnostics = weight::check(&weights, &gym.budget);
        let stated = gym.publish.span.unwrap_or(gym.span);
        diagnostics.append(output::limits::check(&files, gym.publish.host, stated));
        diagnostics
    }

    fn files(&self) -> Vec<Measured> {
        let pending = self.pending.iter().map(|asset| Measured::of(asset, self.site.base.path()));
        self.measured.iter().cloned().chain(pending).collect()
    }

    /// What puts each text of the site beside it in fewer bytes; nothing unless content says that a plain server, which
    /// sends such files, is what reads the site.
    pub fn compression(&self) -> Option<Compression<'_>> {
        let publish = &self.site.gym.publish;
        let is_wanted = publish.span.is_some() && publish.host == Host::Plain;
        is_wanted.then(|| Compression::new(&self.compressed))
    }

    /// Forgets what was kept for earlier builds and isn't needed any more. `compression` is what this build used.
    pub fn forget_others(&self, compression: Option<Compression<'_>>) {
        self.pictures.forget_others(&self.pending);
        self.compressed.retain(&compression.map(Compression::needed).unwrap_or_default());
    }
}

/// Makes the whole site of `sources`: prepared, rendered, checked, each file handed to `take`. What
/// [`prepare`] says of its answer goes for this one, too.
///
/// # Errors
/// If `take` fails, or the machine: a tool is missing, the disk is full.
pub fn make<T: Send>(
    sources: &Arc<Sources>,
    settings: &Settings,
    tools: &Tools,
    diagnostics: &mut Diagnostics,
    take: impl Fn(Artifact) -> Result<T, Failure> + Sync,
) -> Result<Option<Made<T>>, Failure> {
    let edition = prepare(sources, settings, tools, diagnostics)?;
    edition.map(|edition| edition.make(tools, diagnostics, take)).transpose()
}
