//! Every address of the site, in one table.

mod file;
mod languages;
mod links;
mod list;
mod page;
mod redirects;

use std::sync::Arc;

use percent_encoding::percent_decode_str;

pub use file::{
    CalendarOf, DataFile, DataKind, FeedLink, FeedOf, FixedContent, SERVICE_WORKER, SITEMAP, WEEK_CALENDAR,
    class_calendar,
};
pub use languages::{RouteKey, shows_same};
pub use links::{lacks_slash, leads_nowhere, probable};
pub use page::{
    CardSubject, List, NOT_FOUND, OFFLINE, Page, Subject, styles_besides_sections, styles_of_entry,
};
pub use redirects::{OldAddress, folders, queries};

use crate::{
    content::{EntryId, Project},
    diagnostic::{Diagnostic, Diagnostics, FileId, Span, code, diagnostic},
    hosts::{Host, Redirects},
    site::Site,
};

/// A page or a file at a path of the site.
#[derive(Clone, Debug)]
pub enum Route {
    Page(Arc<Page>),
    /// An old address, which redirects.
    Redirect(OldAddress),
    /// A file that only programs read; in a box, as nearly all routes are pages.
    File(Box<DataFile>),
}

impl Route {
    /// The path within the site, without the base path.
    pub fn path(&self) -> &Arc<str> {
        match self {
            Self::Page(page) => &page.address.path,
            Self::Redirect(old) => &old.path,
            Self::File(file) => &file.path,
        }
    }

    /// The content file that it comes from.
    pub fn content(&self) -> FileId {
        match self {
            Self::Page(page) => page.address.file,
            Self::Redirect(old) => old.file,
            Self::File(file) => file.file,
        }
    }

    /// The entry whose id is in the path.
    pub fn entry(&self) -> Option<EntryId> {
        match self {
            Self::Page(page) => page.entry(),
            Self::Redirect(_) => None,
            Self::File(file) => file.entry.clone(),
        }
    }

    /// False for an old address, if the host redirects only paths without a file.
    pub fn is_published(&self, host: &Host) -> bool {
        !matches!(self, Self::Redirect(_)) || host.redirects != Redirects::RulesBehindFiles
    }

    /// The page. Returns `None` for the other kinds.
    pub fn page(&self) -> Option<&Arc<Page>> {
        if let Self::Page(page) = self { Some(page) } else { None }
    }

    /// The page at its default address. Returns `None` if it is there already, or if the route isn't a page with an
    /// address of its own.
    fn page_at_default_path(&self) -> Option<Page> {
        self.page()?.at_default_path()
    }
}

/// All routes of a site.
#[derive(Debug)]
pub struct Routes {
    /// In the order of their paths, each of which has one.
    sorted: Vec<Route>,
    project: Arc<Project>,
}

impl Routes {
    /// Collects the routes of `site`, and reports those with the same path. Those of an edition are compared with the `main`
    /// ones, by whose addresses content names them.
    pub fn build(site: &mut Site, main: Option<&Self>, diagnostics: &mut Diagnostics) -> Self {
        let mut routes = list::routes(site, main);
        if let Some(main) = main {
            let own = routes.iter().filter_map(|route| Some((route.key()?, route.path().clone())));
            site.counterparts = languages::counterparts(main.iter(), own);
        }
        // The sort keeps the order of routes with the same path, of which the first one gets the path. Cached keys halve
        // its time, which saves an edit of 10,000 posts two milliseconds.
        routes.sort_by_cached_key(|route| route.path().clone());
        let mut further = Vec::new();
        routes.dedup_by(|route, first| {
            let is_further = route.path() == first.path();
            if is_further {
                further.push(route.clone());
            }
            is_further
        });
        // The list has the room of the larger pages that it was made of.
        routes.shrink_to_fit();
        let mut routes = Self { sorted: routes, project: site.project.clone() };
        for route in further {
            routes.add_further(route, diagnostics);
        }
        if main.is_none() {
            for (path, file) in &routes.project.static_files {
                if let Some(route) = routes.get(path) {
                    diagnostics.push(static_file_collision(path, *file, route));
                }
            }
        }
        routes
    }

    /// All routes, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = &Route> {
        self.sorted.iter()
    }

    /// All pages, in the order of their paths.
    pub fn pages(&self) -> impl Iterator<Item = &Arc<Page>> {
        self.iter().filter_map(Route::page)
    }

    /// All old addresses, in the order of their paths.
    pub fn old_addresses(&self) -> impl Iterator<Item = &OldAddress> {
        self.iter().filter_map(|route| if let Route::Redirect(old) = route { Some(old) } else { None })
    }

    /// True if there is a route or a file at `path`, which may be written with `%20` and the like.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.has_decoded(path)
            || percent_decode_str(path).decode_utf8().is_ok_and(|decoded| self.has_decoded(&decoded))
    }

    fn has_decoded(&self, path: &str) -> bool {
        self.get(path).is_some() || self.project.static_files.contains_key(path)
    }

    /// Reports redirects that lead nowhere, or can't be followed. `is_elsewhere` is true for the paths of other languages.
    pub fn check_redirects(
        &self,
        site: &Site,
        is_elsewhere: &dyn Fn(&str) -> bool,
        diagnostics: &mut Diagnostics,
    ) {
        redirects::check(site, self, is_elsewhere, diagnostics);
    }

    /// All addresses.
    fn paths(&self) -> impl Iterator<Item = &str> + Clone {
        self.sorted
            .iter()
            .map(|route| &**route.path())
            .chain(self.project.static_files.keys().map(String::as_str))
    }

    /// The route at `path`, which begins with a slash and has no base path.
    pub fn get(&self, path: &str) -> Option<&Route> {
        self.sorted.get(self.place(path).ok()?)
    }

    /// The place of a path among all; of one that isn't there, the place where it would be.
    fn place(&self, path: &str) -> Result<usize, usize> {
        self.sorted.binary_search_by(|route| (**route.path()).cmp(path))
    }

    /// Reports a route whose path is taken. If one of the two is a page that declares the path, the page moves to its
    /// default path, so that links there aren't reported as well.
    fn add_further(&mut self, route: Route, diagnostics: &mut Diagnostics) {
        let path = route.path().clone();
        let Ok(taken) = self.place(&path) else { return };
        let Some(other) = self.sorted.get(taken) else { return };
        match (other, &route) {
            // Redirects and slugs report these mistakes.
            (Route::Redirect(_), Route::Redirect(_)) => return,
            (Route::Page(other), Route::Page(page)) if are_alike(&other.subject, &page.subject) => return,
            _ => {}
        }
        diagnostics.push(collision(&path, [&route, other]));
        let (moved, stays) = match (route.page_at_default_path(), other.page_at_default_path()) {
            (Some(moved), _) => (moved, other.clone()),
            (None, Some(moved)) => (moved, route),
            (None, None) => return,
        };
        if let Err(free) = self.place(&moved.address.path) {
            self.sorted.splice(taken..=taken, [stays]);
            self.sorted.insert(free, Route::Page(Arc::new(moved)));
        }
    }

    /// Reports what is at the address of a page or file of another language.
    pub fn check_collisions(&self, edition: &Site, own: &Self, diagnostics: &mut Diagnostics) {
        for route in own.iter() {
            let address = edition.address_in_site(route.path());
            if let Some(other) = self.get(&address) {
                diagnostics.push(collision(&address, [other, route]));
            }
            if let Some(file) = self.project.static_files.get(&address) {
                diagnostics.push(static_file_collision(&address, *file, route));
            }
        }
    }
}

/// True for pages of entries of the same collection.
fn are_alike(one: &Subject, other: &Subject) -> bool {
    match (one, other) {
        (Subject::Entry { collection, .. }, Subject::Entry { collection: other, .. }) => collection == other,
        _ => false,
    }
}

/// Reports a static file at the path of a route.
fn static_file_collision(path: &str, file: FileId, route: &Route) -> Diagnostic {
    let diagnostic = diagnostic!(code::PATH_COLLISION, Span::whole(file),
        "the file would be at {path}, where gympress itself writes one";
        help: "give the file another name, or remove it");
    match route {
        Route::File(_) => diagnostic,
        Route::Page(page) if matches!(page.subject, Subject::Offline) => diagnostic,
        Route::Page(_) | Route::Redirect(_) => {
            diagnostic.related(Span::whole(route.content()), "the page there comes from this")
        }
    }
}

/// The place that declares the address of a route, else the file that the address comes from.
fn address_span(route: &Route) -> Span {
    let written = match route {
        Route::Redirect(old) => Some(old.redirect.from.span),
        Route::File(file) => Some(file.declared_at),
        Route::Page(page) => match &page.subject {
            Subject::Sections { page, .. } => Some(page.path_span),
            Subject::Entry { entry, .. } => entry.written_slug.as_ref().map(|slug| slug.span),
            Subject::Term { .. } | Subject::Offline => None,
        },
    };
    written.filter(|span| span.is_somewhere()).unwrap_or(Span::whole(route.content()))
}

/// Reports two routes at the address `path`.
fn collision(path: &str, routes: [&Route; 2]) -> Diagnostic {
    let [mut here, mut there] = routes.map(address_span);
    // An address in a file is easier to change than the file's name.
    if here == Span::whole(here.file) && there != Span::whole(there.file) {
        (here, there) = (there, here);
    }
    let are_files = routes.iter().all(|route| matches!(route, Route::File(_)));
    let noun = if are_files { "files" } else { "pages" };
    let help = if routes.iter().any(|route| matches!(route, Route::Redirect(_))) {
        "remove the redirect: visitors find a page there"
    } else {
        "give one of them another address: another path or slug, or its file another name"
    };
    diagnostic!(code::PATH_COLLISION, here, "two {noun} are at {path}";
        related: there => "the other one comes from this";
        expected: "an address of its own for each page and file";
        help)
}
