//! Pages to HTML: the templates, their context, and the functions that they can call.

mod blocks;
mod completion;
mod contexts;
mod environment;
mod foreign;
mod functions;
mod icons;
mod island;
mod jinja;
mod languages;
mod limits;
mod long_word;
mod lookups;
mod marks;
mod mistake;
mod names;
mod partial;
mod placements;
mod props;
mod refusal;
mod site;
mod unused_files;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use foldhash::{HashMap, HashSet};
use minijinja::{Environment, Value};

use crate::{
    assets::{
        IconKind, Pictures,
        styles::{Background, set_key},
    },
    diagnostic::{Diagnostic, FileId, Span, code, diagnostic},
    islands::Islands,
    output::{Artifact, Bytes, Origin, OutputPath, escape},
    routes::{CardSubject, OFFLINE, OldAddress, Page, Route, Routes},
    site::Site,
};

pub use environment::{Templates, compile};
pub use functions::Assets;
use functions::PageStyles;
pub use icons::Icons;
pub use languages::Languages;
use lookups::FailedLookups;
pub use marks::{Marks, ValueOrigin, without_marks};
pub use mistake::once_each;
use partial::Partials;
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
    pub routes: Arc<Routes>,
    pub pictures: Arc<Pictures>,
    pub islands: Arc<Islands>,
    pub icons: Arc<Icons>,
    pub languages: Arc<Languages>,
}

/// Renders any page of a site. Values that pages share are made once.
pub struct Renderer {
    environment: Environment<'static>,
    templates: HashMap<String, Template>,
    context: RenderContext,
    shared: Arc<contexts::Shared>,
    files: Arc<Assets>,
    partials: Arc<Partials>,
    cards: OnceLock<BTreeMap<OutputPath, Artifact>>,
}

/// The file of a template.
struct Template {
    file: FileId,
    /// False if it can't be compiled, which was reported.
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
    /// Makes a renderer with the compiled templates, and the files that they refer to by name.
    pub fn new(templates: &Templates, context: RenderContext, files: Assets) -> Self {
        Self::with_marks(templates.clone(), context, Arc::new(files), None)
    }

    /// The same renderer, whose pages have marks around values of content.
    #[must_use]
    pub fn marked(&self, marks: Arc<Marks>) -> Self {
        Self::with_marks(self.environment.clone(), self.context.clone(), self.files.clone(), Some(marks))
    }

    fn with_marks(
        mut environment: Templates,
        context: RenderContext,
        files: Arc<Assets>,
        marks: Option<Arc<Marks>>,
    ) -> Self {
        let shared = contexts::Shared::new(&context, files.cards.clone(), marks.clone());
        if let Some(marks) = marks.clone() {
            environment.set_formatter(move |out, state, value| marks.write(out, state, value));
        }
        functions::register(&mut environment, &shared.site, &files);
        island::register(&mut environment, context.islands.clone(), context.site.clone(), marks.clone());
        placements::register(&mut environment);
        contexts::entries::register(&mut environment, shared.site.clone());
        let partials = partial::register(&mut environment, shared.clone());
        icons::register(&mut environment, context.icons.clone());
        environment.add_global("site", shared.gym.clone());
        let mut templates = HashMap::default();
        for (file, source) in context.site.project.sources.texts_below(FOLDER) {
            if let Some(name) = source.path.strip_prefix(FOLDER) {
                let compiled = environment.get_template(name).is_ok();
                templates.insert(name.to_owned(), Template { file, compiled });
            }
        }
        Self { environment, templates, context, shared, files, partials, cards: OnceLock::new() }
    }

    /// Forgets what pages share about entries that none has shown since the last time.
    pub fn forget_past_entries(&self) {
        self.partials.forget_past_entries();
    }

    /// The cards of all pages, each once, by path. A card is drawn when its bytes are read.
    pub fn cards(&self) -> &BTreeMap<OutputPath, Artifact> {
        self.cards.get_or_init(|| {
            let cards = self.pages_with_own_card().into_iter().filter_map(|(page, subject)| {
                self.shared.card(subject)?.artifact(Origin { content: page.address.file, template: None })
            });
            cards.map(|card| (card.path.clone(), card)).collect()
        })
    }

    /// The first page with each card.
    fn pages_with_own_card(&self) -> Vec<(&Page, &CardSubject)> {
        let mut subjects = HashSet::default();
        let pages = self.context.routes.pages().filter_map(|page| Some((&**page, page.meta.card.as_ref()?)));
        pages.filter(|(_, subject)| subjects.insert(*subject)).collect()
    }

    /// The mistake that keeps cards from being drawn.
    pub fn check_cards(&self) -> Option<Diagnostic> {
        self.files.cards.as_ref()?.check(&self.context.site.project.sources)
    }

    /// Warns of cards that lack letters of their titles: for each page, or once for the site if its language lacks
    /// them.
    pub fn letters_not_on_cards(&self) -> Vec<Diagnostic> {
        /// If more pages lack letters, it's because of the site's language.
        const MOST_PAGES: usize = 3;
        let lacking: Vec<(FileId, String)> = self
            .pages_with_own_card()
            .into_iter()
            .map(|(page, subject)| (page.address.file, self.shared.letters_not_on_card(subject)))
            .filter(|(_, letters)| !letters.is_empty())
            .collect();
        // Unpublished entries don't count, as each of them is reported anyway.
        let unpublished: HashSet<FileId> = self.context.site.held_back().map(|entry| entry.file).collect();
        if lacking.iter().filter(|(file, _)| !unpublished.contains(file)).count() > MOST_PAGES {
            let letters: BTreeSet<char> = lacking.iter().flat_map(|(_, letters)| letters.chars()).collect();
            let letters: String = letters.into_iter().take(20).collect();
            let cards = "the titles of several pages have letters that their cards lack";
            return vec![letters_missing(self.context.site.file_of_gym(), cards, &letters)];
        }
        let cards = "the title of this page has letters that its card lacks";
        lacking.into_iter().map(|(file, letters)| letters_missing(file, cards, &letters)).collect()
    }

    /// True if the template can't be compiled, which was reported once for all of its pages.
    pub fn is_broken(&self, template: &str) -> bool {
        self.templates.get(template).is_some_and(|template| !template.compiled)
    }

    /// Renders a page.
    ///
    /// # Errors
    /// If its template can't be rendered: the template's line, the page and the content that it comes from.
    pub fn page(&self, page: &Arc<Page>) -> Result<Rendered, Box<Diagnostic>> {
        log::debug!("renders {}", page.address.path);
        let compiled = self.environment.get_template(&page.kind.template);
        let compiled = compiled.map_err(|_| self.missing_template(page))?;
        let placed = PageIslands::on_page(&page.place.part);
        FailedLookups::forget();
        let context = self.context_of_page(page, &placed);
        let html = compiled.render(context.clone()).map_err(|error| {
            let lookups = FailedLookups::take();
            let scope =
                mistake::Scope { environment: &self.environment, context: &context, lookups: &lookups };
            let diagnostic = mistake::rendering(
                &error,
                &page.address.path,
                page.address.file,
                &self.context.site.project.sources,
                &scope,
            );
            Box::new(mistake::without_place_if(lookups.has_fallback, diagnostic))
        })?;
        let items = placed.take();
        let tags = self.styles_of(page).map(|styles| &styles.tags);
        let html = foreign::with_elements(&html, &self.context.site);
        let html = items.fill(&html, tags, &self.context.islands, &self.context.site.address.root);
        let path = OutputPath::of(&page.address.path, &self.context.site)
            .ok_or_else(|| self.missing_template(page))?;
        let islands = items.islands.clone();
        let template = self.templates.get(&*page.kind.template).map(|template| template.file);
        let origin = Origin { content: page.address.file, template };
        let bytes = Bytes::Page(Arc::new(html));
        let artifact = Artifact { path, bytes, origin, has_hashed_name: false };
        Ok(Rendered { artifact, islands, notes: items.notes })
    }

    fn styles_of(&self, page: &Page) -> Option<&PageStyles> {
        self.files.styles.get(&set_key(&page.kind.styles))
    }

    /// The context of the template of a page, whose islands and partials go to `placed`.
    fn context_of_page(&self, page: &Page, placed: &Arc<PageIslands>) -> Value {
        let policy = self.styles_of(page).and_then(|styles| styles.policy.clone());
        contexts::PageContext::for_page(page, &self.shared, policy, placed.value())
    }

    fn missing_template(&self, page: &Page) -> Box<Diagnostic> {
        Box::new(mistake::missing(
            &page.kind.template,
            &page.address.path,
            page.address.file,
            &self.context.site.project.sources,
        ))
    }

    /// Renders the page at an old address. It is seen for a moment at most, so it has no styles.
    pub fn old_address(&self, old: &OldAddress) -> Result<Rendered, Box<Diagnostic>> {
        let (site, path, to) = (&self.context.site, &*old.path, old.target(&self.context.site.address.root));
        let [title, to, name] = [path, &to, site.gym.settings.name.as_str()].map(escape);
        let text = old.redirect.text.as_ref().map_or_else(|| to.clone(), |text| escape(text.as_str()));
        let policy = (!site.gym.settings.host().sends_policy()).then(|| {
            let policy = escape(&site.policy(&[]));
            format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n")
        });
        // Search engines should list the page to which it redirects.
        let canonical = site.address.has_base_url.then(|| {
            let address = site.address.base.absolute(old.internal_target().unwrap_or(path));
            format!("<link rel=\"canonical\" href=\"{}\">\n", escape(&address))
        });
        let icon = match (self.context.pictures.icon(IconKind::Tab), self.icon()) {
            (Some(icon), _) => {
                format!("image/png\" sizes=\"96x96\" href=\"{}", escape(&site.address.base.href(&icon)))
            }
            (None, Some(icon)) => format!("image/svg+xml\" href=\"{}", escape(&site.address.base.href(icon))),
            (None, None) => "image/svg+xml\" href=\"data:,".to_owned(),
        };
        // The script keeps the query and the fragment when it redirects; without scripts, the browser redirects without
        // these.
        let script = placements::boot_script(&self.context.islands, &site.address.base);
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\"{}>\n<head>\n<meta charset=\"utf-8\">\n{}\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title} | {name}</title>\n<meta name=\"robots\" content=\"noindex\">\n\
             <noscript><meta http-equiv=\"refresh\" content=\"0; url={to}\"></noscript>\n{}\
             <meta name=\"color-scheme\" content=\"{}\">\n<link rel=\"icon\" type=\"{icon}\">\n{script}\n</head>\n\
             <body>\n<main>\n<h1>{title}</h1>\n<p><a href=\"{to}\" data-forward>{text}</a></p>\n</main>\n</body>\n</html>",
            escape(site.gym.settings.language.as_str()),
            if site.gym.settings.language.is_right_to_left() { " dir=\"rtl\"" } else { "" },
            policy.unwrap_or_default(),
            canonical.unwrap_or_default(),
            self.files.background.scheme,
        );
        self.file(path, site.gym.file, html.into_bytes())
    }

    /// The content security policy of all pages, as hosts send it.
    pub fn policy(&self) -> &str {
        &self.files.policy
    }

    /// The colour behind all pages.
    pub fn background(&self) -> &Background {
        &self.files.background
    }

    /// The inputs of pages besides templates.
    pub fn context(&self) -> &RenderContext {
        &self.context
    }

    /// The path of the theme's icon.
    pub fn icon(&self) -> Option<&str> {
        self.files.assets.get(ICON).map(String::as_str)
    }

    /// The page that the service worker shows in place of pages that it hasn't cached. Returns `None` if content
    /// enables no such worker.
    pub fn offline_page(&self) -> Result<Option<Artifact>, Box<Diagnostic>> {
        match self.context.routes.get(OFFLINE) {
            Some(Route::Page(page)) if self.context.site.gym.settings.offline.is_some() => {
                Ok(Some(self.page(page)?.artifact))
            }
            _ => Ok(None),
        }
    }

    /// Makes a file without a template.
    pub fn file(&self, address: &str, content: FileId, bytes: Vec<u8>) -> Result<Rendered, Box<Diagnostic>> {
        let path = OutputPath::of(address, &self.context.site).ok_or_else(|| {
            Box::new(mistake::missing("", address, content, &self.context.site.project.sources))
        })?;
        let origin = Origin { content, template: None };
        let artifact = Artifact { path, bytes: bytes.into(), origin, has_hashed_name: false };
        Ok(Rendered { artifact, islands: Vec::new(), notes: Vec::new() })
    }
}

fn letters_missing(file: FileId, cards: &str, letters: &str) -> Diagnostic {
    diagnostic!(code::CARD_LETTERS, Span::whole(file), "{cards}: {letters}";
        help: "no font of cards has them: name one that does in headings_file of [design], and put the same font beside it as .ttf")
}
