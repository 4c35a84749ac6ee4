//! gympress: a static site generator for gyms.
//!
//! A site is a pure function from a path to bytes. [`prepare`] makes that function, an [`Edition`],
//! from the files of a project; [`Edition::file`] answers for one path, and [`Edition::make`] for all
//! of them at once, checked as a whole. Data flows through the rooms in the order in which they stand.

pub mod diagnostic;
pub mod failure;
pub mod stamp;
pub mod store;
pub mod source;
pub mod decode;
pub mod content;
pub mod site;
pub mod routes;
pub mod output;
pub mod timings;
pub mod esbuild;
pub mod assets;
pub mod search;
pub mod islands;
pub mod render;
pub mod tools;
pub mod incremental;
pub mod whole;
pub mod preview;
pub mod cli;

use std::sync::Arc;

use assets::{Cards, Graphic, Pictures, graphics, styles::Styles};
use content::Content;
use diagnostic::{Diagnostic, Diagnostics};
use failure::Failure;
use islands::Islands;
use output::{Artifact, OutputPath};
use render::{Files, Ingredients, Renderer};
use routes::Routes;
use site::{Settings, Site};
use source::Sources;
use timings::Step;
use tools::Tools;
use whole::{File, Made};

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
    let mut of_assets = Diagnostics::default();
    let (site, assets) = rayon::join(
        || clock.of(Step::Resolve, || site::resolve_again(&content, settings, &tools.resolved, diagnostics)),
        || prepare_assets(&content, sources, tools, &mut of_assets),
    );
    diagnostics.append(of_assets);
    let (pictures, styles, islands) = assets?;
    let (pictures, islands) = (Arc::new(pictures), Arc::new(islands));
    let Some(site) = site.map(Arc::new) else { return Ok(None) };
    let routes = clock.of(Step::Routes, || {
        let routes = Routes::again(&site, &tools.routed, diagnostics);
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
        searched: tools.searched.clone(),
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

/// What pages name besides other pages.
fn prepare_assets(
    content: &Content,
    sources: &Sources,
    tools: &Tools,
    diagnostics: &mut Diagnostics,
) -> Result<(Pictures, Styles, Islands), Failure> {
    let clock = &tools.timings;
    let pictures = clock.of(Step::Pictures, || Pictures::read(content, sources, &tools.store, diagnostics));
    let styles =
        clock.of(Step::Styles, || Styles::prepare(sources, &tools.styles(), &tools.sheets, diagnostics))?;
    let islands =
        clock.of(Step::Islands, || Islands::prepare(sources, &tools.islands(), &tools.cache, diagnostics))?;
    Ok((pictures, styles, islands))
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
    take: impl Fn(File) -> Result<T, Failure> + Sync,
) -> Result<Option<Made<T>>, Failure> {
    let edition = prepare(sources, settings, tools, diagnostics)?;
    edition.map(|edition| edition.make(tools, None, diagnostics, take)).transpose()
}
