//! Page to HTML: the templates, their context, and the functions that they can call.

mod data;
mod design;
mod environment;
mod formats;
mod functions;
mod island;
mod markdown;
mod mistake;
mod partial;
mod picture;
mod placements;
mod policy;
mod props;
pub mod reads;
mod tags;
mod upkeep;
mod views;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, LazyLock, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use foldhash::{HashMap, HashSet};
use minijinja::Environment;
use rayon::prelude::*;

use crate::{
    assets::{Card, Pictures},
    decode::value::Weekday,
    diagnostic::{Diagnostic, Diagnostics, FileId, Span},
    failure::Failure,
    islands::{Budgets, ComponentId, Islands, PageScripts},
    output::{Artifact, Origin, OutputPath, check::SharedFragment},
    routes::{self, Data, FilePlace, Page, PageNumber, Routes},
    search::{self, LazyIndex, SearchIndex},
    site::{PageFile, Site},
    source::{SourceText, Sources},
    timings::{Step, Timings},
};

pub use design::{Surface, check_design};
pub use environment::compile;
pub use functions::Files;
use placements::Placements;
pub use policy::header as policy;
use reads::{Fingerprint, Inputs, Read, Reads, record};
pub use upkeep::check_upkeep;

/// The folder of the templates.
const FOLDER: &str = "templates/";

/// The name of the site's icon among the graphics.
const ICON: &str = "icon.svg";

/// So many pages at most are taken at once.
const PIECE: usize = 64;

/// What pages are made of besides templates.
#[derive(Clone)]
#[expect(missing_docs, reason = "each is named after its type")]
pub struct RenderContext {
    pub site: Arc<Site>,
    pub sources: Arc<Sources>,
    pub routes: Arc<Routes>,
    pub pictures: Arc<Pictures>,
    pub islands: Arc<Islands>,
    pub searched: Arc<search::WordCache>,
    pub timings: Arc<Timings>,
}

/// Renders any page of a site. Everything that pages share is made once.
pub struct Renderer {
    environment: Environment<'static>,
    templates: HashMap<String, Template>,
    of: RenderContext,
    icon: Option<String>,
    shared: Arc<views::Shared>,
    files: Arc<Files>,
    search: LazyIndex,
    cards: OnceLock<BTreeMap<OutputPath, Artifact>>,
}

/// A file of a template.
struct Template {
    file: FileId,
    /// False if it was reported.
    compiled: bool,
}

/// A page with the islands on it.
#[derive(Debug)]
pub struct Rendered {
    /// The page's file.
    pub artifact: Artifact,
    /// Where in it is what other pages have, too.
    pub fragments: Vec<SharedFragment>,
    /// What it asks for.
    pub scripts: ScriptUse,
    /// What is to be said of the islands.
    pub notes: Vec<Diagnostic>,
    /// What its rendering read; `None` for a file that is made of the site as a whole.
    pub reads: Option<Reads>,
}

/// The scripts that a page asks for.
#[derive(Clone, Debug)]
pub struct ScriptUse {
    /// Its file.
    pub path: OutputPath,
    address: String,
    origin: Span,
    /// Its islands, in the order in which they stand.
    pub islands: Vec<ComponentId>,
}

/// Reports every page that asks for more script than the budgets allow.
pub fn check_scripts(pages: &[&ScriptUse], islands: &Islands, budgets: &Budgets) -> Diagnostics {
    let boot: Vec<&str> = islands.boot().into_iter().collect();
    // Files that only programs read load none.
    let scripts = pages.iter().filter(|page| page.path.is_html()).map(|page| PageScripts {
        page: &page.address,
        origin: page.origin,
        scripts: &boot,
        islands: &page.islands,
    });
    islands.check_budgets(&scripts.collect::<Vec<_>>(), budgets)
}

/// What `make` makes of pages, in their order, until it fails. Those that take longest are begun with, but for the one
/// that waits for the index of the search.
fn long_first<T: Send>(
    pages: &[&Page],
    make: impl Fn(&Page) -> Result<T, Failure> + Sync,
) -> impl Iterator<Item = Result<T, Failure>> {
    let has_failed = AtomicBool::new(false);
    let make = |page: &Page| {
        let made = (!has_failed.load(Ordering::Relaxed)).then(|| make(page));
        has_failed.fetch_or(made.as_ref().is_some_and(Result::is_err), Ordering::Relaxed);
        made
    };
    let is_long = |page: &Page| matches!(page, Page::Data(data) if *data != Data::Search);
    let long: Vec<_> = pages.iter().enumerate().filter(|(_, page)| is_long(page)).collect();
    // What is collected like this is put in its place at once.
    let (long, mut made) = rayon::join(
        || long.into_par_iter().map(|(at, page)| (at, make(page))).collect::<Vec<_>>(),
        || {
            let pages = pages.par_iter().with_max_len(PIECE);
            pages.map(|page| if is_long(page) { None } else { make(page) }).collect::<Vec<_>>()
        },
    );
    for (at, one) in long {
        if let Some(place) = made.get_mut(at) {
            *place = one;
        }
    }
    made.into_iter().flatten()
}

impl Renderer {
    /// A renderer with the compiled templates, and the files that they ask for by name.
    pub fn new(mut environment: Environment<'static>, of: RenderContext, files: Files) -> Self {
        let (icon, cards) = (files.assets.get(ICON).cloned(), files.cards.clone());
        let shared = views::Shared::of(&of.site, &of.pictures, cards);
        let files = Arc::new(files);
        functions::register(&mut environment, &shared.reader, &files);
        island::register(&mut environment, of.islands.clone());
        placements::register(&mut environment);
        views::entries::register(&mut environment, shared.reader.clone());
        partial::register(&mut environment, shared.clone());
        environment.add_global("site", shared.site.clone());
        let template = |(file, source): (FileId, &Arc<SourceText>)| {
            let name = source.path.strip_prefix(FOLDER)?.to_owned();
            let compiled = environment.get_template(&name).is_ok();
            Some((name, Template { file, compiled }))
        };
        let templates = of.sources.texts_below(FOLDER).filter_map(template).collect();
        let search = search::lazily(of.site.clone(), of.sources.clone(), of.searched.clone());
        Self { environment, templates, of, icon, shared, files, search, cards: OnceLock::new() }
    }

    /// The cards of all pages, each once, by path. They are drawn when somebody asks for their bytes.
    pub fn cards(&self) -> &BTreeMap<OutputPath, Artifact> {
        self.cards.get_or_init(|| {
            // The pages of a list have one card, and so have posts with the same picture and no card of their own.
            let mut pictures = HashSet::default();
            let pages = self.of.routes.iter().map(|(_, page)| page).filter(|page| match page {
                Page::Post(place) if !place.has_own_card => {
                    pictures.insert(place.post.entry.image.as_ref().map(|image| &image.file))
                }
                page => !page.is_further(),
            });
            let pages: Vec<&Page> = pages.collect();
            let cards = pages.into_par_iter().filter_map(|page| self.card(page));
            cards.map(|card| (card.path.clone(), card)).collect()
        })
    }

    /// The card at `path`, if a page has it.
    pub fn card_at(&self, path: &OutputPath) -> Option<Artifact> {
        let could_be = path.as_str().starts_with(Card::START);
        could_be.then(|| self.cards().get(path).cloned()).flatten()
    }

    /// Makes the index of the search, unless somebody has asked for it already.
    pub fn make_search(&self) {
        LazyLock::force(&self.search);
    }

    /// The parts of the search's index.
    pub fn search_parts(&self) -> Vec<Artifact> {
        self.search.parts().values().cloned().collect()
    }

    /// The part of the search's index at `path`.
    pub fn search_part(&self, path: &OutputPath) -> Option<Artifact> {
        let could_be = path.as_str().starts_with(SearchIndex::START);
        could_be.then(|| self.search.parts().get(path).cloned()).flatten()
    }

    fn card(&self, page: &Page) -> Option<Artifact> {
        let origin = Origin { content: page.content(&self.of.site), template: None };
        self.shared.card(page)?.artifact(origin)
    }

    /// The fingerprint of what counts for all pages at once.
    pub fn fingerprint(&self) -> Fingerprint {
        self.shared.fingerprint()
    }

    /// All that the rendering of pages can read.
    pub fn inputs(&self) -> Inputs<'_> {
        let (sources, islands) = (&self.of.sources, &self.of.islands);
        Inputs { reader: &self.shared.reader, sources, files: &self.files, islands }
    }

    /// Every page, rendered on all cores and handed to `take`, in the order of the routes. The ones that
    /// can't be rendered are reported. Those in `known` are reused.
    ///
    /// # Errors
    /// If `take` fails, which ends the rendering.
    pub fn all<T: Send>(
        &self,
        diagnostics: &mut Diagnostics,
        known: impl Fn(&Page) -> Option<Result<T, Failure>> + Sync,
        take: impl Fn(Rendered) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        // A template that can't be compiled was reported once, and needs no word from each of its pages.
        let is_told = |name: &str| self.templates.get(name).is_some_and(|template| !template.compiled);
        let compiled = |page: &&Page| page.template().is_none_or(|name| !is_told(name));
        let pages: Vec<&Page> = self.of.routes.iter().map(|(_, page)| page).filter(compiled).collect();
        let make = |page: &Page| match known(page) {
            Some(known) => Ok(Ok((Vec::new(), known?))),
            None => match self.page(page) {
                Ok(page) => Ok(Ok((page.notes.clone(), take(page)?))),
                Err(mistake) => Ok(Err(mistake)),
            },
        };
        let (mut taken, mut mistakes) = (Vec::with_capacity(pages.len()), Vec::new());
        for result in long_first(&pages, make) {
            match result? {
                Ok((notes, one)) => {
                    diagnostics.extend(notes);
                    taken.push(one);
                }
                Err(mistake) => mistakes.push(*mistake),
            }
        }
        diagnostics.extend(mistake::once_each(mistakes));
        Ok(taken)
    }

    /// Renders the example of each type of section, and reports the ones that can't be: a mistake in a template is to be
    /// found before a page uses it.
    pub fn check_examples(&self, diagnostics: &mut Diagnostics) {
        // Those of the theme were rendered before it came into the binary.
        let is_own =
            |page: &Arc<PageFile>| self.of.sources.get(page.file).is_some_and(|text| text.theme.is_none());
        let is_told = |name: &str| self.templates.get(name).is_some_and(|template| !template.compiled);
        let examples = self.of.site.examples().filter(is_own);
        let place = |page| FilePlace { page, number: PageNumber::MIN, day: Some(Weekday::Monday) };
        let examples = examples.map(|page| Page::File(place(page)));
        let compiled = |page: &Page| page.template().is_none_or(|name| !is_told(name));
        let examples: Vec<Page> = examples.filter(compiled).collect();
        let mistakes = examples.into_par_iter().filter_map(|page| self.render(&page, Step::Examples).err());
        let mistakes: Vec<Diagnostic> = mistakes.map(|mistake| *mistake).collect();
        // What a page of the site shows as well was reported for that page.
        let is_known =
            |mistake: &Diagnostic| diagnostics.iter().any(|known| known.primary == mistake.primary);
        let fresh: Vec<Diagnostic> = mistakes.into_iter().filter(|mistake| !is_known(mistake)).collect();
        diagnostics.extend(mistake::once_each(fresh));
    }

    /// The page's file.
    ///
    /// # Errors
    /// If its template can't be rendered: the template's line, the page and the content it came from.
    pub fn page(&self, page: &Page) -> Result<Rendered, Box<Diagnostic>> {
        self.render(page, Step::Render)
    }

    /// Renders a page to compare it with what would be reused.
    ///
    /// # Errors
    /// As [`Renderer::page`].
    pub fn verify(&self, page: &Page) -> Result<Rendered, Box<Diagnostic>> {
        self.render(page, Step::Verify)
    }

    fn render(&self, page: &Page, step: Step) -> Result<Rendered, Box<Diagnostic>> {
        let path = page.path();
        let content = page.content(&self.of.site);
        let name = match (page, page.template()) {
            (Page::Data(data), _) => return self.data(page, data),
            (_, name) => name.unwrap_or_default(),
        };
        let missing = || Box::new(mistake::missing(name, &path, content));
        let template = self.environment.get_template(name).map_err(|_| missing())?;
        let placed = Placements::on_page(views::part(page, &self.shared.reader));
        let (html, reads) = reads::recording(|| {
            record(Read::Template(name.into()));
            let context = || views::PageContext::of(page, &path, &self.shared, placed.entry());
            let context = self.of.timings.of(Step::View, context);
            self.of.timings.of(step, || template.render(context))
        });
        let mistake = |error| Box::new(mistake::rendering(&error, &path, content, &self.of.sources));
        let html = html.map_err(mistake)?;
        let things = placed.take();
        let (html, fragments) = things.fill(&html, &self.of.islands, &self.of.site.base);
        let file = OutputPath::new(&routes::file_at(&path)).ok_or_else(missing)?;
        let bytes = html.into_bytes().into();
        let islands = things.islands.iter().map(|island| island.component).collect();
        let scripts = self.script_use(page, path, &file, islands);
        let artifact = Artifact { path: file, bytes, origin: self.origin(page), has_hashed_name: false };
        Ok(Rendered { fragments, scripts, artifact, notes: things.notes, reads: Some(reads) })
    }

    /// What the page is made from.
    pub fn origin(&self, page: &Page) -> Origin {
        let template = page.template().and_then(|name| self.templates.get(name));
        Origin { content: page.content(&self.of.site), template: template.map(|template| template.file) }
    }

    /// The scripts of a page at `address`, which is the file at `path`, with these islands on it.
    pub fn script_use(
        &self,
        page: &Page,
        address: String,
        path: &OutputPath,
        islands: Vec<ComponentId>,
    ) -> ScriptUse {
        let origin = Span::whole(page.content(&self.of.site));
        ScriptUse { path: path.clone(), address, origin, islands }
    }

    fn material(&self) -> data::Material<'_> {
        let (site, routes, pictures) = (&self.of.site, &self.of.routes, &self.of.pictures);
        let reader = &self.shared.reader;
        let (icon, surface) = (self.icon.as_deref(), &self.files.surface);
        data::Material { reader, site, routes, pictures, icon, surface, search: &self.search }
    }

    /// The service worker that caches pages, first of all the one shown in place of those that aren't cached.
    fn worker(&self) -> Result<Vec<u8>, Box<Diagnostic>> {
        let page = self.page(&Page::Offline)?.artifact;
        let html = String::from_utf8_lossy(page.bytes.ready());
        let address = self.of.site.base.href(&Page::Offline.path());
        Ok(data::worker(&self.of.site, Some((&address, &html))))
    }

    /// A file that only programs read.
    fn data(&self, page: &Page, data: &Data) -> Result<Rendered, Box<Diagnostic>> {
        let content = page.content(&self.of.site);
        let address = page.path();
        let path = OutputPath::new(&routes::file_at(&address))
            .ok_or_else(|| Box::new(mistake::missing("", &address, content)))?;
        let (bytes, reads) = match data {
            Data::ServiceWorker if self.of.site.gym.offline.is_some() => (self.worker()?, Reads::default()),
            data => {
                reads::recording(|| self.of.timings.of(Step::Data, || data::bytes(data, self.material())))
            }
        };
        let scripts = self.script_use(page, address, &path, Vec::new());
        let artifact =
            Artifact { path, bytes: bytes.into(), origin: self.origin(page), has_hashed_name: false };
        let reads = data.is_of_entries().then_some(reads);
        Ok(Rendered { artifact, fragments: Vec::new(), scripts, notes: Vec::new(), reads })
    }
}
