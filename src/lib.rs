//! gympress: a static site generator for gyms.
//!
//! A site is a pure function from a path to bytes. [`make`] is that function for all paths at once:
//! the whole pipeline, from the files of a project to its checked output, in the order in which data
//! flows through the rooms.

pub mod diagnostic;
pub mod failure;
pub mod source;
pub mod decode;
pub mod content;
pub mod site;
pub mod routes;
pub mod output;
pub mod store;
pub mod esbuild;
pub mod assets;
pub mod islands;
pub mod render;
pub mod tools;
pub mod cli;

use std::sync::Arc;

use assets::{Pictures, styles::Styles};
use diagnostic::Diagnostics;
use failure::Failure;
use islands::Islands;
use output::{Artifact, check::References};
use render::{Files, Renderer};
use routes::Routes;
use site::{Held, Settings};
use source::Sources;
use tools::Tools;

/// A site, rendered and checked.
pub struct Made {
    /// Every file of it.
    pub artifacts: Vec<Artifact>,
    /// Which of them refers to which.
    pub references: References,
    /// Posts that are left out.
    pub held: Vec<Held>,
}

/// Makes the site of `sources`, gathering every mistake on the way. Returns nothing if there is no
/// site to speak of; one that is returned beside errors must not be published.
///
/// # Errors
/// If the machine fails: a tool is missing, the disk is full.
pub fn make(
    sources: &Sources,
    settings: &Settings,
    tools: &Tools,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Made>, Failure> {
    let templates = render::compile(sources, diagnostics);
    let content = content::decode(sources, diagnostics);
    let site = site::resolve(&content, settings, diagnostics);
    let pictures = Arc::new(Pictures::read(&content, sources, diagnostics));
    let styles = Styles::prepare(sources, &tools.styles(), &tools.store, diagnostics)?;
    let islands = Arc::new(Islands::prepare(sources, &tools.islands(), &tools.cache, diagnostics)?);
    let Some(site) = site else { return Ok(None) };
    let routes = Routes::of(&site, diagnostics);
    routes.check_links(&content, diagnostics);

    let files = Files::of(&styles);
    let renderer = Renderer::new(templates, &site, sources, &pictures, files, islands.clone());
    let pages = renderer.all(&routes, diagnostics);
    islands.remember(&tools.cache);
    diagnostics.append(render::check_scripts(&pages, &islands, &tools.budgets));

    let mut artifacts: Vec<Artifact> = pages.into_iter().map(|page| page.artifact).collect();
    artifacts.extend(pictures.artifacts());
    artifacts.extend(styles.artifacts(sources));
    artifacts.extend(islands.artifacts());
    if diagnostics.has_errors() {
        // Links to what could not be made are no further mistakes.
        return Ok(Some(Made { artifacts, references: References::none(&site.base), held: site.held }));
    }
    let checked = output::check::check(&artifacts, &site.base, sources);
    diagnostics.append(checked.diagnostics);
    Ok(Some(Made { artifacts, references: checked.references, held: site.held }))
}
