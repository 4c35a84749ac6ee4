//! One state of a project, from which any path of its site can be rendered.

use std::{collections::BTreeSet, sync::Arc};

use super::files::RouteRenderer;
use crate::{
    assets::{
        self, Cards, Picture, Pictures, focus, graphics,
        styles::{
            self, DrawingColours, Palettes, StyleSet, Styles, Typefaces, card_font, physical_sides,
            unused_fonts,
        },
    },
    build::{BuildContext, Theme},
    content::{self, Content},
    diagnostic::{Diagnostic, Diagnostics, Failure, Files as _},
    islands::Islands,
    lint,
    output::{Artifact, OutputPath},
    routes::{self, Route, Routes},
    site::{self, EntryIndex, Settings, Site},
    source::Sources,
    templates::{Assets, Icons, Languages, RenderContext, Renderer},
};

/// One state of a project, ready to render any path of its site.
pub struct Snapshot {
    /// The site in its main language.
    pub main: Edition,
    /// The site in its further languages.
    pub further: Vec<Edition>,
    pub(crate) islands: Arc<Islands>,
    pub(crate) pictures: Arc<Pictures>,
    /// The files that aren't pages, by path.
    pub(crate) assets: Vec<Artifact>,
    /// The files published unchanged, by path.
    pub(crate) static_files: Vec<Artifact>,
    /// Warnings about the design in content.
    pub(crate) warnings: Diagnostics,
}

/// The site in one language.
pub struct Edition {
    /// The decoded content.
    pub content: Arc<Content>,
    /// The content with its references resolved.
    pub site: Arc<Site>,
    /// The route at each path.
    pub routes: Arc<Routes>,
    pub(crate) renderer: RouteRenderer,
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
        || prepared_sites(&content, settings, diagnostics),
        || {
            let looks = (&style_sets, drawing_colours, settings.drafts);
            prepare_assets(&content, sources, looks, context, &mut asset_diagnostics)
        },
    );
    diagnostics.append(asset_diagnostics);
    // Mistakes in content are reported even if this machine can't make styles and islands.
    let Some(prepared) = prepared else { return assets.map(|_| None) };
    let (content, site) = (prepared.main.content.clone(), prepared.main.site.clone());
    let icons = Icons::read(sources, diagnostics);
    icons.check(&content, sources, diagnostics);
    let typefaces = Typefaces::read(&site.gym.settings.design, sources, diagnostics);
    let PreparedAssets { pictures, focus_rules, styles, islands } = assets?;
    let (pictures, islands, icons) = (Arc::new(pictures), Arc::new(islands), Arc::new(icons));

    let rules = palettes.rules(site.gym.settings.colours()) + &focus_rules;
    let styles = styles.with(&rules, &typefaces);
    let graphics = graphics(&content, sources);
    let mut files: Vec<Artifact> = pictures.artifacts().collect();
    files.extend(styles.artifacts(site.gym.file));
    files.extend(graphics.iter().map(|(_, graphic)| graphic.clone()));
    files.extend(islands.artifacts());
    files.extend(assets::films(&content, settings.drafts, sources, diagnostics));
    let parts = |edition: &PreparedSite| (edition.site.clone(), edition.routes.clone());
    let further = prepared.further.iter().map(parts).collect();
    let languages = Arc::new(Languages::new(parts(&prepared.main), further));
    let edition = |PreparedSite { content, site, routes }: PreparedSite| {
        let cards = cards(&site, &pictures, drawing_colours);
        let named = Assets::new(&site, &styles, &style_sets, &graphics, palettes.background(), cards);
        let render_context = RenderContext {
            site: site.clone(),
            routes: routes.clone(),
            pictures: pictures.clone(),
            islands: islands.clone(),
            icons: icons.clone(),
            languages: languages.clone(),
        };
        let renderer = RouteRenderer::new(Renderer::new(&theme.templates, render_context, named));
        Edition { content, site, routes, renderer }
    };
    let main = edition(prepared.main);
    let further: Vec<Edition> = prepared.further.into_iter().map(edition).collect();
    for edition in std::iter::once(&main).chain(&further) {
        files.extend(assets::widget_files::files(&edition.site));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    let mut warnings = Diagnostics::default();
    warnings.extend(styles.ignored.iter().cloned());
    let mut editions = std::iter::once(&main).chain(&further);
    if editions.any(|edition| edition.site.gym.settings.language.is_right_to_left()) {
        warnings.extend(physical_sides(sources));
    }
    // If the design has a mistake, other colours than the intended ones would be checked.
    if !diagnostics.has_errors_in(site.gym.file) {
        check_design(&content, &site, &pictures, &palettes, &mut warnings);
    }
    let static_files = assets::static_files(sources, &main.routes, diagnostics);
    Ok(Some(Snapshot { main, further, islands, pictures, assets: files, static_files, warnings }))
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
    palettes.check_accent(gym.colours(), warnings);
    if let Some((logo, declared)) = logo(site, pictures).zip(content.gym.table.get("logo")) {
        palettes.check_logo(logo, declared.span, warnings);
    }
    warnings.extend(unused_fonts(&gym.design, &content.project.sources, gym.span));
}

/// The site that content describes in one language, with the address of everything in it. Mistakes that show without
/// pictures, styles and templates are found by then.
pub struct PreparedSite {
    pub content: Arc<Content>,
    pub site: Arc<Site>,
    pub routes: Arc<Routes>,
}

/// The site in its main language, and in each further one.
pub struct PreparedSites {
    pub main: PreparedSite,
    pub further: Vec<PreparedSite>,
}

/// Resolves content in all languages, with the warnings that it deserves. Returns `None` if mistakes leave no site at all.
pub fn prepared_sites(
    content: &Arc<Content>,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Option<PreparedSites> {
    let index = EntryIndex::build(content, diagnostics);
    let mut site = site::resolve(content, &index, settings, None, diagnostics)?;
    let routes = Routes::build(&mut site, None, diagnostics);
    let main = PreparedSite { content: content.clone(), site: Arc::new(site), routes: Arc::new(routes) };
    let further = content.editions.iter();
    let further = further.filter_map(|edition| prepared_edition(edition, &main, settings, diagnostics));
    let further: Vec<PreparedSite> = further.collect();
    let is_elsewhere = |path: &str| further.iter().any(|edition| edition.has_below(path));
    for edition in &further {
        let mut found = Diagnostics::default();
        let (content, site, own) = (&edition.content, &edition.site, &edition.routes);
        main.routes.check_collisions(site, own, &mut found);
        main.routes.check_links_of_edition(content, site, own, &is_elsewhere, &mut found);
        diagnostics.append(found);
    }
    lint::check(content, &index, &main.site, diagnostics);
    main.routes.check_redirects(&main.site, &is_elsewhere, diagnostics);
    main.routes.check_links(content, &main.site, &is_elsewhere, diagnostics);
    Some(PreparedSites { main, further })
}

/// Resolves the content in a further language. Returns `None` if that isn't published.
fn prepared_edition(
    content: &Arc<Content>,
    main: &PreparedSite,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Option<PreparedSite> {
    let folder = format!("content/{}/", content.project.types.folder.as_deref()?);
    let mut found = Diagnostics::default();
    let index = EntryIndex::build(content, &mut found);
    let mut site = site::resolve(content, &index, settings, Some(&main.site), &mut found)?;
    let routes = Routes::build(&mut site, Some(&main.routes), &mut found);
    // All else was said of the main language, at the same places.
    let sources = &content.project.sources;
    found.retain(|diagnostic| sources.path(diagnostic.primary.span.file).starts_with(&folder));
    diagnostics.append(found);
    let edition = PreparedSite { content: content.clone(), site: Arc::new(site), routes: Arc::new(routes) };
    main.site.is_published((&edition.site, content), settings, diagnostics).then_some(edition)
}

impl PreparedSite {
    /// True if this edition has something at a path of the site.
    fn has_below(&self, path: &str) -> bool {
        let folder = self.content.project.types.folder.as_deref().unwrap_or_default();
        let own = path.strip_prefix('/').and_then(|path| path.strip_prefix(folder));
        own.is_some_and(|own| self.routes.has(own))
    }
}

/// The style sets of all pages in all languages: each combination of stylesheets that a page loads.
fn style_sets(content: &Content) -> BTreeSet<StyleSet> {
    let mut sets: BTreeSet<StyleSet> = routes::styles_besides_sections(&content.project.types).collect();
    for content in content.in_all_languages() {
        sets.extend(content.pages.iter().map(|page| site::styles_of_sections(&page.table)));
        let entries = content.entries_with_sections();
        sets.extend(entries.map(|(name, entry)| routes::styles_of_entry(name, &entry.table)));
    }
    sets
}

/// Pictures with the rules for their focus, styles and islands.
struct PreparedAssets {
    pictures: Pictures,
    focus_rules: String,
    styles: Styles,
    islands: Islands,
}

fn prepare_assets(
    content: &Content,
    sources: &Arc<Sources>,
    (style_sets, drawing_colours, drafts): (&BTreeSet<StyleSet>, DrawingColours, bool),
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<PreparedAssets, Failure> {
    let behind = drawing_colours.behind;
    let formats = (context.picture_formats, &context.cache);
    let pictures = Pictures::read(content, sources, behind, drafts, formats, diagnostics);
    let mut design = content::design_sheets(&content.gym.table);
    // Those of singles that a site has are for all its pages, too.
    design.extend(content.singles.keys().map(|name| format!("singles/{name}.css")));
    if content.is_in_several_languages(drafts) {
        design.push(styles::LANGUAGES.to_owned());
    }
    let design = styles::design_sheets(&content.gym.value.design, design);
    let country = content.project.types.locales.first().and_then(|main| main.country);
    let styles = context.styles.join(sources, design, style_sets, country, diagnostics);
    let islands = Islands::prepare(sources, &context.islands, &context.island_bundler, diagnostics)?;
    Ok(PreparedAssets { pictures, focus_rules: focus::rules(content), styles, islands })
}

impl Snapshot {
    /// The files of the project.
    pub fn sources(&self) -> &Sources {
        &self.main.site.project.sources
    }

    /// The site in each of its languages; the main one is the first.
    pub fn editions(&self) -> impl DoubleEndedIterator<Item = &Edition> {
        std::iter::once(&self.main).chain(&self.further)
    }

    /// True if there is something at an address below the root of the site.
    pub fn has_page(&self, address: &str) -> bool {
        self.editions().any(|edition| {
            edition.site.address_here(address).is_some_and(|own| edition.routes.get(own).is_some())
        })
    }

    /// The content security policy of all pages, as hosts send it.
    pub fn policy(&self) -> &str {
        self.main.renderer.pages.policy()
    }

    /// The file at `path`. Returns `None` if the site has no such file.
    ///
    /// # Errors
    /// If it's a page that can't be rendered.
    pub fn file(&self, path: &OutputPath) -> Result<Option<Artifact>, Box<Diagnostic>> {
        for edition in self.editions().rev() {
            if let Some(file) = edition.file(path)? {
                return Ok(Some(file));
            }
        }
        Ok(file_at(path, &self.assets).or_else(|| file_at(path, &self.static_files)))
    }
}

impl Edition {
    /// The files of its routes.
    pub(super) fn files(&self) -> impl Iterator<Item = OutputPath> {
        self.routes.iter().filter_map(|route| OutputPath::of(route.path(), &self.site))
    }

    /// The files of its pages.
    pub fn pages(&self) -> impl Iterator<Item = OutputPath> {
        self.routes.pages().filter_map(|page| OutputPath::of(&page.address.path, &self.site))
    }

    /// The file at `path`, which is relative to the root of the site; `None` if it isn't one of this language.
    ///
    /// # Errors
    /// As [`Snapshot::file`].
    fn file(&self, path: &OutputPath) -> Result<Option<Artifact>, Box<Diagnostic>> {
        match self.route(path) {
            Some(route) => Ok(Some(self.renderer.render(route)?.artifact)),
            None => Ok(self.renderer.card_or_search_part(path)),
        }
    }

    /// The route whose file is at `path`.
    pub(super) fn route(&self, path: &OutputPath) -> Option<&Route> {
        let route = self.site.address_here(&path.address()).and_then(|own| self.routes.get(own));
        route.filter(|route| OutputPath::of(route.path(), &self.site).as_ref() == Some(path))
    }
}

/// The file at `path` among files sorted by path.
fn file_at(path: &OutputPath, files: &[Artifact]) -> Option<Artifact> {
    let place = files.binary_search_by(|file| file.path.cmp(path)).ok()?;
    files.get(place).cloned()
}
