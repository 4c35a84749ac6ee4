//! One state of a project, from which any path of its site can be rendered.

use std::{collections::BTreeSet, sync::Arc};

use super::files::RouteRenderer;
use crate::{
    assets::{
        self, Cards, Picture, Pictures, focus, graphics,
        styles::{
            self, DrawingColours, Palettes, StyleSet, Styles, Typefaces, card_font, physical_sides,
            unknown_properties, unused_fonts,
        },
    },
    build::{BuildContext, Theme},
    content::{self, Content},
    diagnostic::{Diagnostic, Diagnostics, Failure},
    islands::Islands,
    lint,
    output::{Artifact, OutputPath},
    routes::{self, Routes},
    site::{self, EntryIndex, Settings, Site},
    source::Sources,
    templates::{Assets, Icons, RenderContext, Renderer},
};

/// One state of a project, ready to render any path of its site.
pub struct Snapshot {
    /// The decoded content.
    pub content: Arc<Content>,
    /// The content with its references resolved.
    pub site: Arc<Site>,
    /// The route at each path.
    pub routes: Arc<Routes>,
    pub(crate) renderer: RouteRenderer,
    pub(crate) islands: Arc<Islands>,
    pub(crate) pictures: Arc<Pictures>,
    /// The files that aren't pages, by path.
    pub(crate) assets: Vec<Artifact>,
    /// The files published unchanged, by path.
    pub(crate) static_files: Vec<Artifact>,
    /// Warnings about the design in content.
    pub(crate) warnings: Diagnostics,
}

/// Prepares a project so that each page can be rendered by itself, collecting every mistake on the way. Returns `None`
/// if mistakes leave no site. A snapshot that is returned with errors must not be published.
///
/// # Errors
/// If the machine fails: a tool is missing, the disk is full.
pub fn prepare(
    sources: &Arc<Sources>,
    settings: &Settings,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Snapshot>, Failure> {
    let theme = Theme::load(sources, diagnostics);
    let content = content::decode(sources, &theme.types, &context.decoded, diagnostics);
    prepare_decoded(&theme, Arc::new(content), settings, context, diagnostics)
}

/// Like [`prepare`], with content that is decoded already.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_decoded(
    theme: &Theme,
    content: Arc<Content>,
    settings: &Settings,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Snapshot>, Failure> {
    let sources = &content.project.sources;
    let style_sets = style_sets(&content);
    let palettes =
        Palettes::read(&content.gym.value.design, &content.project.types.style_names.colours, sources);
    let drawing_colours = palettes.drawing_colours(content.gym.value.colours());
    let mut asset_diagnostics = Diagnostics::default();
    let (prepared, assets) = rayon::join(
        || prepared_site(&content, settings, diagnostics),
        || prepare_assets(&content, sources, &style_sets, drawing_colours, context, &mut asset_diagnostics),
    );
    diagnostics.append(asset_diagnostics);
    // Mistakes in content are reported even if this machine can't make styles and islands.
    let Some(PreparedSite { site, routes }) = prepared else { return assets.map(|_| None) };
    let icons = Icons::read(sources, diagnostics);
    icons.check(&content, sources, diagnostics);
    let typefaces = Typefaces::read(&site.gym.settings.design, sources, diagnostics);
    let (pictures, styles, islands) = assets?;
    let (pictures, islands) = (Arc::new(pictures), Arc::new(islands));

    let rules = palettes.rules(site.gym.settings.colours()) + &focus::rules(&content);
    let styles = styles.with(&rules, &typefaces);
    let graphics = graphics(&content, sources);
    let cards = cards(&site, &pictures, drawing_colours);
    let named = Assets::new(&site, &styles, &style_sets, &graphics, palettes.background(), cards);
    let render_context = RenderContext {
        site: site.clone(),
        routes: routes.clone(),
        pictures: pictures.clone(),
        islands: islands.clone(),
        icons: Arc::new(icons),
    };
    let renderer = RouteRenderer::new(Renderer::new(&theme.templates, render_context, named));
    let mut files: Vec<Artifact> = pictures.artifacts().collect();
    files.extend(styles.artifacts(site.gym.file));
    files.extend(graphics.into_iter().map(|(_, graphic)| graphic));
    files.extend(islands.artifacts());
    files.extend(assets::films(&content, sources, diagnostics));
    files.extend(assets::widget_files::files(&site));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut warnings = Diagnostics::default();
    warnings.extend(unknown_properties(sources));
    if site.gym.settings.language.is_right_to_left() {
        warnings.extend(physical_sides(sources));
    }
    // If the design has a mistake, other colours than the intended ones would be checked.
    if !diagnostics.has_errors_in(site.gym.file) {
        check_design(&content, &site, &pictures, &palettes, &mut warnings);
    }
    let static_files = assets::static_files(sources, &routes, diagnostics);
    Ok(Some(Snapshot {
        content,
        site,
        routes,
        renderer,
        islands,
        pictures,
        assets: files,
        static_files,
        warnings,
    }))
}

/// The cards of the site's pages, with the gym's name unless the logo says it.
fn cards(site: &Site, pictures: &Pictures, colours: DrawingColours) -> Option<Cards> {
    let gym = &site.gym.settings;
    let says_name = gym.logo.as_ref().is_some_and(|logo| !logo.alt.is_empty());
    let name = if says_name { "" } else { gym.name.as_str() };
    let font = card_font(&gym.design);
    Cards::new(name, &gym.language, logo(site, pictures), colours, &font, pictures, &site.project.sources)
}

fn logo<'p>(site: &Site, pictures: &'p Pictures) -> Option<&'p Picture> {
    pictures.get(&site.gym.settings.logo.as_ref()?.file)
}

/// Warns of colours that are hard to see, and of fonts that the design doesn't use.
fn check_design(
    content: &Content,
    site: &Site,
    pictures: &Pictures,
    palettes: &Palettes,
    warnings: &mut Diagnostics,
) {
    let gym = &site.gym.settings;
    palettes.check(gym.colours(), warnings);
    if let Some((logo, declared)) = logo(site, pictures).zip(content.gym.table.get("logo")) {
        palettes.check_logo(logo, declared.span, warnings);
    }
    warnings.extend(unused_fonts(&gym.design, &content.project.sources, gym.span));
}

/// The site that content describes, with the address of everything in it. Mistakes that show without pictures, styles and
/// templates are found by then.
pub struct PreparedSite {
    pub site: Arc<Site>,
    pub routes: Arc<Routes>,
}

/// Resolves content, with the warnings that it deserves. Returns `None` if mistakes leave no site at all.
pub fn prepared_site(
    content: &Content,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Option<PreparedSite> {
    let index = EntryIndex::build(content, diagnostics);
    let site = site::resolve(content, &index, settings, diagnostics)?;
    lint::check(content, &index, &site, diagnostics);
    let routes = Routes::build(&site, diagnostics);
    routes.check_links(content, &site, diagnostics);
    Some(PreparedSite { site: Arc::new(site), routes: Arc::new(routes) })
}

/// The style sets of all pages: each combination of stylesheets that a page loads.
fn style_sets(content: &Content) -> BTreeSet<StyleSet> {
    let pages = content.pages.iter().map(|page| site::styles_of_sections(&page.table));
    let entries = content.entries_with_sections();
    let entries = entries.map(|(name, entry)| routes::styles_of_entry(name, &entry.table));
    pages.chain(entries).chain(routes::styles_besides_sections(&content.project.types)).collect()
}

/// Prepares pictures, styles and islands.
fn prepare_assets(
    content: &Content,
    sources: &Arc<Sources>,
    style_sets: &BTreeSet<StyleSet>,
    drawing_colours: DrawingColours,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<(Pictures, Styles, Islands), Failure> {
    let behind = drawing_colours.behind;
    let formats = (context.picture_formats, &context.cache);
    let pictures = Pictures::read(content, sources, behind, formats, diagnostics);
    let mut design = content::design_sheets(&content.gym.table);
    // Those of singles that a site has are for all its pages, too.
    design.extend(content.singles.keys().map(|name| format!("singles/{name}.css")));
    let design = styles::design_sheets(&content.gym.value.design, design);
    let styles = context.styles.join(sources, design, style_sets, diagnostics);
    let islands = Islands::prepare(sources, &context.islands, &context.island_bundler, diagnostics)?;
    Ok((pictures, styles, islands))
}

impl Snapshot {
    /// The files of the project.
    pub fn sources(&self) -> &Sources {
        &self.site.project.sources
    }

    /// The content security policy of all pages, as hosts send it.
    pub fn policy(&self) -> &str {
        self.renderer.pages.policy()
    }

    /// The file at `path`. Returns `None` if the site has no such file.
    ///
    /// # Errors
    /// If it's a page that can't be rendered.
    pub fn file(&self, path: &OutputPath) -> Result<Option<Artifact>, Box<Diagnostic>> {
        let route = self.routes.get(&path.address());
        if let Some(route) = route.filter(|route| OutputPath::at(route.path()).as_ref() == Some(path)) {
            return Ok(Some(self.renderer.render(route)?.artifact));
        }
        let asset = file_at(path, &self.assets).or_else(|| file_at(path, &self.static_files));
        Ok(asset.or_else(|| self.renderer.card_or_search_part(path)))
    }
}

/// The file at `path` among files sorted by path.
fn file_at(path: &OutputPath, files: &[Artifact]) -> Option<Artifact> {
    let place = files.binary_search_by(|file| file.path.cmp(path)).ok()?;
    files.get(place).cloned()
}
