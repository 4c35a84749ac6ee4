//! The file of every route: pages by templates, others by their own writers.

use std::convert::Infallible;

use once_cell::sync::OnceCell;
use rayon::prelude::*;

use crate::{
    assets::Card,
    diagnostic::{Diagnostic, Diagnostics, Failure},
    feeds,
    output::{Artifact, OutputPath},
    routes::{DataFile, DataKind, FixedContent, OldAddress, Route, Subject},
    search::SearchIndex,
    templates::{self, Rendered, Renderer},
};

/// The number of pages of lists in a round. After each, the cards of entries are forgotten that no page of the round has. The
/// pages of all lists are in the order of their entries, so that few cards are kept: those of 10,000 posts would take 20 MB.
const ROUND: usize = 256;

/// The file of a route, taken, or the mistake of its template.
enum TakenFile<T> {
    Whole { notes: Vec<Diagnostic>, taken: T },
    Mistake(Box<Diagnostic>),
}

/// The same with its place in the order of all routes.
struct PlacedFile<T> {
    place: u32,
    file: TakenFile<T>,
}

/// Makes the files of a site.
pub struct RouteRenderer {
    pub pages: Renderer,
    search: OnceCell<SearchIndex>,
}

impl RouteRenderer {
    /// Makes the files of the site with the pages of this renderer.
    pub fn new(pages: Renderer) -> Self {
        Self { pages, search: OnceCell::new() }
    }

    /// The index of the search, made on first use.
    pub fn search(&self) -> &SearchIndex {
        let Ok(index) = self.search_while(|| Ok::<_, Infallible>(()));
        index
    }

    /// The same, unless `proceed` fails while it is made.
    ///
    /// # Errors
    /// If `proceed` does.
    pub fn search_while<E>(&self, proceed: impl Fn() -> Result<(), E>) -> Result<&SearchIndex, E> {
        self.search.get_or_try_init(|| SearchIndex::build(&self.pages.context().site, proceed))
    }

    /// The card, or the part of the search index, at `path`.
    pub fn card_or_search_part(&self, path: &OutputPath) -> Option<Artifact> {
        let file = match path.as_str() {
            card if card.starts_with(Card::START) => self.pages.cards().get(path),
            part if part.starts_with(SearchIndex::START) => self.search().parts().get(path),
            _ => None,
        };
        file.cloned()
    }

    /// Renders the file of every route on all cores, and passes each to `take`. The results are in the order of the
    /// routes. Reports the pages that can't be rendered.
    ///
    /// # Errors
    /// If `take` fails, which stops the rendering.
    pub fn all<T: Send>(
        &self,
        diagnostics: &mut Diagnostics,
        take: impl Fn(Rendered) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        let routes = self.pages.context().routes.iter().filter(|route| self.is_built(route));
        let (mut lists, others): (Vec<_>, Vec<_>) =
            (0..).zip(routes).partition(|(_, route)| shows_list(route));
        lists.sort_by_cached_key(|(_, route)| self.first_entry(route));
        let mut rendered: Vec<PlacedFile<T>> = Vec::new();
        for round in lists.chunks(ROUND) {
            rendered.extend(self.render_each(round, &take)?);
            self.pages.forget_past_entries();
        }
        rendered.extend(self.render_each(&others, &take)?);
        rendered.sort_unstable_by_key(|one| one.place);
        let (mut files, mut mistakes) = (Vec::with_capacity(rendered.len()), Vec::new());
        for PlacedFile { file, .. } in rendered {
            match file {
                TakenFile::Whole { notes, taken } => {
                    diagnostics.extend(notes);
                    files.push(taken);
                }
                TakenFile::Mistake(mistake) => mistakes.push(*mistake),
            }
        }
        diagnostics.extend(templates::once_each(mistakes));
        Ok(files)
    }

    /// Renders these routes on all cores. Each has its place in the order of all routes, and so has its file.
    fn render_each<T: Send>(
        &self,
        routes: &[(u32, &Route)],
        take: &(impl Fn(Rendered) -> Result<T, Failure> + Sync),
    ) -> Result<Vec<PlacedFile<T>>, Failure> {
        let routes = routes.par_iter();
        let files = routes
            .map(|(place, route)| Ok(PlacedFile { place: *place, file: self.render_and_take(route, take)? }));
        files.collect()
    }

    /// The place of the first entry on a page of a list among all entries of its collection.
    fn first_entry(&self, route: &Route) -> Option<usize> {
        match &route.page()?.subject {
            Subject::Sections { window, .. } => Some(window.start),
            Subject::Term { term, window } => {
                let term = self.pages.context().site.term(&term.collection, &term.id)?;
                term.entries.get(window.start).copied()
            }
            Subject::Entry { .. } | Subject::Offline => None,
        }
    }

    fn render_and_take<T>(
        &self,
        route: &Route,
        take: &impl Fn(Rendered) -> Result<T, Failure>,
    ) -> Result<TakenFile<T>, Failure> {
        match self.render(route) {
            Ok(mut file) => {
                let notes = std::mem::take(&mut file.notes);
                Ok(TakenFile::Whole { notes, taken: take(file)? })
            }
            Err(mistake) => Ok(TakenFile::Mistake(mistake)),
        }
    }

    /// True for a route that is published and whose template compiles.
    fn is_built(&self, route: &Route) -> bool {
        let is_broken = route.page().is_some_and(|page| self.pages.is_broken(&page.kind.template));
        route.is_published(self.pages.context().site.gym.settings.host()) && !is_broken
    }

    /// Makes the file of a route.
    ///
    /// # Errors
    /// If its template can't be rendered: the template's line, the page and the content that it comes from.
    pub fn render(&self, route: &Route) -> Result<Rendered, Box<Diagnostic>> {
        match route {
            Route::Page(page) => self.pages.page(page),
            Route::Redirect(old) => self.copy(old).unwrap_or_else(|| self.pages.old_address(old)),
            Route::File(file) => self.data(file),
        }
    }

    /// The file at an old address that redirects to a file of the same kind, as readers of feeds don't follow a page.
    fn copy(&self, old: &OldAddress) -> Option<Result<Rendered, Box<Diagnostic>>> {
        let path = old.copied_file()?;
        let copy = match self.pages.context().routes.get(path) {
            Some(Route::File(file)) => self.data(file),
            Some(_) => return None,
            // A file that can't be read is reported with the static files.
            None => {
                let mut files = self.pages.context().site.project.sources.static_files();
                let (.., binary) = files.find(|(address, ..)| address == path)?;
                self.pages.file(path, old.file, binary.bytes().ok()?)
            }
        };
        let at_old = OutputPath::of(&old.path, &self.pages.context().site)?;
        Some(copy.map(|copy| Rendered { artifact: Artifact { path: at_old, ..copy.artifact }, ..copy }))
    }

    /// Makes a file that only programs read.
    fn data(&self, file: &DataFile) -> Result<Rendered, Box<Diagnostic>> {
        self.pages.file(&file.path, file.file, self.bytes(file)?)
    }

    /// The bytes of a file that only programs read.
    ///
    /// # Errors
    /// If a page that it depends on can't be rendered.
    fn bytes(&self, file: &DataFile) -> Result<Vec<u8>, Box<Diagnostic>> {
        let context = self.pages.context();
        let (site, languages) = (&*context.site, &*context.languages);
        Ok(match &file.kind {
            DataKind::Fixed(fixed) => match fixed.content {
                FixedContent::ServiceWorker => feeds::worker(languages, self.pages.offline_page()?.as_ref()),
                FixedContent::Robots => feeds::robots(site),
                FixedContent::Manifest => {
                    feeds::manifest(site, &context.pictures, self.pages.icon(), self.pages.background())
                }
                FixedContent::Sitemap => feeds::sitemap(languages),
                FixedContent::Search => self.search().root().to_vec(),
            },
            DataKind::Host(file) => {
                let base = &site.address.base;
                (file.write)(&feeds::host_site(languages, base, self.pages.policy()))
            }
            DataKind::Feed(subject) => feeds::atom(subject, &file.path, site, &context.pictures),
            DataKind::Calendar(subject) => feeds::calendar(subject, site),
        })
    }
}

/// True for a page with a part of a list, on which entries have cards.
fn shows_list(route: &Route) -> bool {
    route.page().is_some_and(|page| page.place.list.is_some())
}
