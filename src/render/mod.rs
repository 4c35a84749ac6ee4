//! Page to HTML: the templates, their context, and the functions that they can call.

mod blocks;
mod completion;
mod data;
mod environment;
mod functions;
mod icons;
mod island;
mod jinja;
mod limits;
mod long_word;
mod lookups;
mod mistake;
mod names;
mod partial;
mod placements;
mod props;
mod refusal;
mod row;
mod search;
mod site;
mod unused_files;
mod views;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use foldhash::{HashMap, HashSet};
use minijinja::Environment;
use rayon::prelude::*;

use crate::{
    assets::{Card, IconKind, Pictures},
    diagnostic::{Diagnostic, Diagnostics, Failure, FileId, Span, code, diagnostic},
    islands::Islands,
    output::{Artifact, Bytes, Origin, OutputPath, escape},
    render::search::SearchIndex,
    routes::{CardSubject, DataFile, OFFLINE, OldAddress, Page, Route, Routes},
    site::Site,
    source::{SourceText, Sources},
};

pub use data::beyond_host_limits;
pub use environment::{Templates, compile};
pub use functions::Assets;
pub use icons::Icons;
use lookups::FailedLookups;
use placements::PageIslands;
pub use unused_files::check_unused_files;

/// The folder of the templates.
const FOLDER: &str = "templates/";

/// The name of the site's icon among the graphics.
const ICON: &str = "icon.svg";

/// The inputs of pages besides templates.
#[derive(Clone)]
pub struct RenderContext {
    pub site: Arc<Site>,
    pub sources: Arc<Sources>,
    pub routes: Arc<Routes>,
    pub pictures: Arc<Pictures>,
    pub islands: Arc<Islands>,
    pub icons: Arc<Icons>,
}

/// Renders any page of a site. Everything that pages share is made once.
pub struct Renderer {
    environment: Environment<'static>,
    templates: HashMap<String, Template>,
    context: RenderContext,
    shared: Arc<views::Shared>,
    files: Arc<Assets>,
    search: OnceLock<SearchIndex>,
    cards: OnceLock<BTreeMap<OutputPath, Artifact>>,
}

/// A file of a template.
struct Template {
    file: FileId,
    /// False if it was reported.
    compiled: bool,
}

/// A rendered page with its islands.
#[derive(Debug)]
pub struct Rendered {
    /// The page's file.
    pub artifact: Artifact,
    /// The islands on it.
    pub islands: Vec<Arc<str>>,
    /// Mistakes and warnings about the islands.
    pub notes: Vec<Diagnostic>,
}

impl Renderer {
    /// A renderer with the compiled templates, and the files to which they refer by name.
    pub fn new(templates: &Templates, context: RenderContext, files: Assets) -> Self {
        let mut environment = templates.clone();
        let shared = views::Shared::new(&context.site, &context.pictures, files.cards.clone());
        let files = Arc::new(files);
        functions::register(&mut environment, &shared.site, &files);
        island::register(&mut environment, context.islands.clone(), context.sources.clone());
        placements::register(&mut environment);
        views::entries::register(&mut environment, shared.site.clone());
        partial::register(&mut environment, shared.clone());
        icons::register(&mut environment, context.icons.clone());
        environment.add_global("site", shared.gym.clone());
        let template = |(file, source): (FileId, &Arc<SourceText>)| {
            let name = source.path.strip_prefix(FOLDER)?.to_owned();
            let compiled = environment.get_template(&name).is_ok();
            Some((name, Template { file, compiled }))
        };
        let templates = context.sources.texts_below(FOLDER).filter_map(template).collect();
        let (search, cards) = (OnceLock::new(), OnceLock::new());
        Self { environment, templates, context, shared, files, search, cards }
    }

    /// The cards of all pages, each once, by path. They are drawn when their bytes are read.
    pub fn cards(&self) -> &BTreeMap<OutputPath, Artifact> {
        self.cards.get_or_init(|| {
            let cards = self.pages_with_own_card().into_iter().filter_map(|(page, subject)| {
                self.shared.card(subject)?.artifact(Origin { content: page.file, template: None })
            });
            cards.map(|card| (card.path.clone(), card)).collect()
        })
    }

    /// The first page with each card.
    fn pages_with_own_card(&self) -> Vec<(&Page, &CardSubject)> {
        let mut subjects = HashSet::default();
        let pages = self.context.routes.pages().filter_map(|page| Some((&**page, page.card.as_ref()?)));
        pages.filter(|(_, subject)| subjects.insert(*subject)).collect()
    }

    /// The mistake that keeps cards from being drawn.
    pub fn check_cards(&self) -> Option<Diagnostic> {
        self.files.cards.as_ref()?.check(&self.context.sources)
    }

    /// Warns of cards that lack letters of their titles: of each page, or of the site where its language isn't in the fonts.
    pub fn letters_not_on_cards(&self) -> Vec<Diagnostic> {
        /// More of them are those of a language.
        const MOST_PAGES: usize = 3;
        let mut lacking: Vec<(FileId, String)> = self
            .pages_with_own_card()
            .into_iter()
            .map(|(page, subject)| (page.file, self.shared.letters_not_on_card(subject)))
            .filter(|(_, letters)| !letters.is_empty())
            .collect();
        // Entries that aren't published yet are each named.
        let unpublished: HashSet<FileId> = self.context.site.held_back().map(|entry| entry.file).collect();
        if lacking.iter().filter(|(file, _)| !unpublished.contains(file)).count() > MOST_PAGES {
            let letters: BTreeSet<char> = lacking.iter().flat_map(|(_, letters)| letters.chars()).collect();
            lacking = vec![(self.context.site.gym_file, letters.into_iter().take(20).collect())];
        }
        let warning = |(file, letters): (FileId, String)| {
            let cards = if file == self.context.site.gym_file {
                "the titles of several pages have letters that their cards lack"
            } else {
                "the title of this page has letters that its card lacks"
            };
            diagnostic!(code::CARD_LETTERS, Span::whole(file), "{cards}: {letters}";
                help: "no font of cards has them: name one that does in headings_file of [design], and put the same font beside it as .ttf")
        };
        lacking.into_iter().map(warning).collect()
    }

    /// The index of the search, made when it is first used.
    pub fn search(&self) -> &SearchIndex {
        self.search.get_or_init(|| SearchIndex::build(&self.context.site))
    }

    /// The card or the part of the search's index at `path`.
    pub fn card_or_search_part(&self, path: &OutputPath) -> Option<Artifact> {
        let file = match path.as_str() {
            card if card.starts_with(Card::START) => self.cards().get(path),
            part if part.starts_with(SearchIndex::START) => self.search().parts().get(path),
            _ => None,
        };
        file.cloned()
    }

    /// The file of every route, rendered on all cores and handed to `take`, in the order of the routes. The ones that
    /// can't be rendered are reported.
    ///
    /// # Errors
    /// If `take` fails, which ends the rendering.
    pub fn all<T: Send>(
        &self,
        diagnostics: &mut Diagnostics,
        take: impl Fn(Rendered) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        let routes: Vec<&Route> = self.context.routes.iter().filter(|route| self.is_built(route)).collect();
        let render = |route: &&Route| match self.render(route) {
            Ok(mut file) => {
                let notes = std::mem::take(&mut file.notes);
                Ok(Ok((notes, take(file)?)))
            }
            Err(mistake) => Ok(Err(*mistake)),
        };
        let rendered: Vec<Result<_, Diagnostic>> =
            routes.par_iter().map(render).collect::<Result<_, Failure>>()?;
        let (mut files, mut mistakes) = (Vec::with_capacity(routes.len()), Vec::new());
        for result in rendered {
            match result {
                Ok((notes, file)) => {
                    diagnostics.extend(notes);
                    files.push(file);
                }
                Err(mistake) => mistakes.push(mistake),
            }
        }
        diagnostics.extend(mistake::once_each(mistakes));
        Ok(files)
    }

    /// True for a route that the published site has a file of, and whose template can be compiled.
    fn is_built(&self, route: &Route) -> bool {
        let is_broken = route.page().is_some_and(|page| self.is_broken(&page.template));
        route.is_published(self.context.site.gym.host()) && !is_broken
    }

    /// True if the template can't be compiled, which was reported once, and needs no report from each of its pages.
    fn is_broken(&self, template: &str) -> bool {
        self.templates.get(template).is_some_and(|template| !template.compiled)
    }

    /// The file of a route.
    ///
    /// # Errors
    /// If its template can't be rendered: the template's line, the page and the content it came from.
    pub fn render(&self, route: &Route) -> Result<Rendered, Box<Diagnostic>> {
        match route {
            Route::Page(page) => self.page(page),
            Route::Redirect(old) => self.copy(old).unwrap_or_else(|| self.old_address(old)),
            Route::File(file) => self.data(file),
        }
    }

    fn page(&self, page: &Arc<Page>) -> Result<Rendered, Box<Diagnostic>> {
        log::debug!("renders {}", page.path);
        let missing =
            || Box::new(mistake::missing(&page.template, &page.path, page.file, &self.context.sources));
        let compiled = self.environment.get_template(&page.template).map_err(|_| missing())?;
        let placed = PageIslands::on_page(&page.part);
        FailedLookups::forget();
        let context = views::PageContext::for_page(page, &self.shared, placed.value());
        let html = compiled.render(context.clone()).map_err(|error| {
            let lookups = FailedLookups::take();
            let scope =
                mistake::Scope { environment: &self.environment, context: &context, lookups: &lookups };
            let diagnostic = mistake::rendering(&error, &page.path, page.file, &self.context.sources, &scope);
            Box::new(mistake::without_place_if(lookups.has_fallback, diagnostic))
        })?;
        let items = placed.take();
        let html = items.fill(&html, &self.context.islands, &self.context.site.base);
        let path = OutputPath::at(&page.path).ok_or_else(missing)?;
        let islands = items.islands.clone();
        let template = self.templates.get(&*page.template).map(|template| template.file);
        let origin = Origin { content: page.file, template };
        let bytes = Bytes::Page(Arc::new(html));
        let artifact = Artifact { path, bytes, origin, has_hashed_name: false };
        Ok(Rendered { artifact, islands, notes: items.notes })
    }

    /// The file to which an old address leads, if both are of one kind: what reads a feed doesn't follow a page.
    fn copy(&self, old: &OldAddress) -> Option<Result<Rendered, Box<Diagnostic>>> {
        let path = old.copied_file()?;
        let copy = match self.context.routes.get(path) {
            Some(Route::File(file)) => self.data(file),
            Some(_) => return None,
            None => {
                let mut files = self.context.sources.static_files();
                let (.., binary) = files.find(|(address, ..)| address == path)?;
                self.file(path, old.file, binary.bytes().ok()?)
            }
        };
        let at_old = OutputPath::at(&old.path)?;
        Some(copy.map(|copy| Rendered { artifact: Artifact { path: at_old, ..copy.artifact }, ..copy }))
    }

    /// The page at an old address: seen for a moment, if at all, so it is without styles.
    fn old_address(&self, old: &OldAddress) -> Result<Rendered, Box<Diagnostic>> {
        let (site, path, to) = (&self.context.site, &*old.path, old.target(&self.context.site.base));
        let [title, to, name] = [path, &to, site.gym.name.as_str()].map(escape);
        let text = old.redirect.text.as_ref().map_or_else(|| to.clone(), |text| escape(text.as_str()));
        let policy = self.shared.policy.as_deref().map(|policy| {
            format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", escape(policy))
        });
        // Search engines should take the page to which it leads.
        let canonical = site.has_base_url.then(|| {
            let address = site.base.absolute(old.internal_target().unwrap_or(path));
            format!("<link rel=\"canonical\" href=\"{}\">\n", escape(&address))
        });
        let icon = match (self.context.pictures.icon(IconKind::Tab), self.icon()) {
            (Some(icon), _) => {
                format!("image/png\" sizes=\"96x96\" href=\"{}", escape(&site.base.href(&icon)))
            }
            (None, Some(icon)) => format!("image/svg+xml\" href=\"{}", escape(&site.base.href(icon))),
            (None, None) => "image/svg+xml\" href=\"data:,".to_owned(),
        };
        // It leads on with what stands behind ? and #; without scripts the browser does, without these.
        let script = placements::boot_script(&self.context.islands, &site.base);
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n{}\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title} | {name}</title>\n<meta name=\"robots\" content=\"noindex\">\n\
             <noscript><meta http-equiv=\"refresh\" content=\"0; url={to}\"></noscript>\n{}\
             <meta name=\"color-scheme\" content=\"{}\">\n<link rel=\"icon\" type=\"{icon}\">\n{script}\n</head>\n\
             <body>\n<main>\n<h1>{title}</h1>\n<p><a href=\"{to}\" data-forward>{text}</a></p>\n</main>\n</body>\n</html>",
            escape(site.gym.language.as_str()),
            policy.unwrap_or_default(),
            canonical.unwrap_or_default(),
            self.files.background.scheme,
        );
        self.file(path, site.gym_file, html.into_bytes())
    }

    /// The path of the design's own icon.
    fn icon(&self) -> Option<&str> {
        self.files.assets.get(ICON).map(String::as_str)
    }

    /// The page that a service worker shows in place of those that it hasn't cached. Returns `None` if content wants no such
    /// worker.
    fn offline_page(&self) -> Result<Option<Artifact>, Box<Diagnostic>> {
        match self.context.routes.get(OFFLINE) {
            Some(Route::Page(page)) if self.context.site.gym.offline.is_some() => {
                Ok(Some(self.page(page)?.artifact))
            }
            _ => Ok(None),
        }
    }

    /// A file that only programs read.
    fn data(&self, file: &DataFile) -> Result<Rendered, Box<Diagnostic>> {
        self.file(&file.path, file.file, data::bytes(file, self)?)
    }

    /// A file without a template.
    fn file(&self, address: &str, content: FileId, bytes: Vec<u8>) -> Result<Rendered, Box<Diagnostic>> {
        let path = OutputPath::at(address)
            .ok_or_else(|| Box::new(mistake::missing("", address, content, &self.context.sources)))?;
        let origin = Origin { content, template: None };
        let artifact = Artifact { path, bytes: bytes.into(), origin, has_hashed_name: false };
        Ok(Rendered { artifact, islands: Vec::new(), notes: Vec::new() })
    }
}
