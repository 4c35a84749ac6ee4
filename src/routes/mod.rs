//! Every URL of the site, in one readable table.

mod data;
mod links;
mod list;
mod page;
mod redirects;
mod route;

use std::{
    collections::{BTreeMap, btree_map::Entry},
    num::NonZeroUsize,
    ops::Range,
    sync::Arc,
};

use percent_encoding::percent_decode_str;
use rayon::prelude::*;

pub use data::{CalendarOf, DataFile, EntryFile, FeedOf};
pub use links::{leads_nowhere, probable};
pub use page::{EntryPlace, FilePlace, Page, PostPlace, TermPlace, styles_besides_sections};
pub use redirects::{OldAddress, queries};
pub use route::{Route, file_at};

use crate::{
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, FileId, Remedy, Span},
    site::Site,
};

/// The number of a page of a list, from 1.
pub type PageNumber = NonZeroUsize;

/// The numbers of the pages that a list of `count` takes; at least one, so that an empty list has a page.
pub fn page_numbers(count: usize, per_page: usize) -> impl DoubleEndedIterator<Item = PageNumber> {
    let pages = count.div_ceil(per_page.max(1)).max(1);
    (1..=pages).filter_map(PageNumber::new)
}

/// The places of a list that stand on one of its pages.
pub fn page_range(number: PageNumber, per_page: usize) -> Range<usize> {
    let start = (number.get() - 1).saturating_mul(per_page);
    start..start.saturating_add(per_page)
}

/// All routes of a site, by path.
#[derive(Debug)]
pub struct Routes(Arc<Table>);

#[derive(Debug)]
struct Table {
    routes: BTreeMap<String, Route>,
    /// The files that are published as they are, by their addresses.
    files: Arc<BTreeMap<String, FileId>>,
}

impl Routes {
    /// The routes of `site`; two at one path are reported.
    pub fn build(site: &Site, diagnostics: &mut Diagnostics) -> Self {
        let routes = Self(Arc::new(Table::build(list::routes(site), site, diagnostics)));
        diagnostics.extend(routes.static_files().filter_map(|(path, file)| {
            let route = routes.get(path)?;
            Some(in_place_of(path, file, route, site))
        }));
        redirects::check(site, &routes, diagnostics);
        routes
    }

    /// All routes, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Route)> {
        self.0.routes.iter().map(|(path, route)| (path.as_str(), route))
    }

    /// All pages, in the order of their paths.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.0.pages()
    }

    /// All old addresses, in the order of their paths.
    pub fn old_addresses(&self) -> impl Iterator<Item = &OldAddress> {
        self.0.routes.values().filter_map(|route| match route {
            Route::Redirect(old) => Some(old),
            Route::Page(_) | Route::Data(_) => None,
        })
    }

    /// The files that are published as they are, in the order of their addresses.
    pub fn static_files(&self) -> impl Iterator<Item = (&str, FileId)> {
        self.0.files.iter().map(|(path, file)| (path.as_str(), *file))
    }

    /// True if there is a route or a file at `path`, which may be written with `%20` and the like.
    pub(crate) fn has(&self, path: &str) -> bool {
        let is_there = |path: &str| self.0.routes.contains_key(path) || self.0.files.contains_key(path);
        is_there(path) || percent_decode_str(path).decode_utf8().is_ok_and(|path| is_there(&path))
    }

    /// All addresses.
    fn paths(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.routes.keys().chain(self.0.files.keys()).map(String::as_str)
    }

    /// The route at `path`, which begins with a slash and has no base path.
    pub fn get(&self, path: &str) -> Option<&Route> {
        self.0.routes.get(path)
    }
}

impl Table {
    fn build(routes: Vec<Route>, site: &Site, diagnostics: &mut Diagnostics) -> Self {
        let routes = routes.into_par_iter().map(|route| (route.path().into_owned(), route));
        let mut routes: Vec<(String, Route)> = routes.collect();
        // Those at one path stay in their order, and the first one has it.
        routes.par_sort_by(|(path, _), (other, _)| path.cmp(other));
        let mut further = Vec::new();
        routes.dedup_by(|(path, route), (first, _)| {
            let is_further = path == first;
            if is_further {
                further.push(route.clone());
            }
            is_further
        });
        let files = site.static_files.clone();
        let mut table = Self { routes: routes.into_iter().collect(), files };
        for route in further {
            table.add(route, site, diagnostics);
        }
        table
    }

    fn add(&mut self, route: Route, site: &Site, diagnostics: &mut Diagnostics) {
        let path = route.path().into_owned();
        match (self.routes.get(&path), &route) {
            (None, _) => drop(self.routes.insert(path, route)),
            // Reported with the other mistakes of redirects and of posts.
            (Some(Route::Redirect(_)), Route::Redirect(_))
            | (Some(Route::Page(Page::Post(_))), Route::Page(Page::Post(_))) => {}
            (Some(other), _) => {
                let mut numbered = (2..100).map(|number| format!("{}-{number}", path.trim_end_matches('/')));
                let free = numbered.find(|free| !self.routes.contains_key(&format!("{free}/")));
                diagnostics.push(collision(&path, free.as_deref(), (&route, other), site));
                self.add_at_default_path(path, route);
            }
        }
    }

    /// Adds a route whose address another one has. If one of the two is of a page that states the address, it is moved to
    /// that of its file's name, so that links there are no further mistakes.
    fn add_at_default_path(&mut self, path: String, route: Route) {
        let Some(other) = self.routes.get(&path) else { return };
        let (moved, here) = match (at_default_path(&route), at_default_path(other)) {
            (Some(moved), _) => (moved, None),
            (None, Some(moved)) => (moved, Some(route)),
            (None, None) => return,
        };
        if let Entry::Vacant(free) = self.routes.entry(moved.path().into_owned()) {
            free.insert(moved);
            self.routes.extend(here.map(|here| (path, here)));
        }
    }

    fn pages(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.routes.iter().filter_map(|(path, route)| Some((path.as_str(), route.page()?)))
    }
}

/// The page of a file at the address that it would have if it stated none.
fn at_default_path(route: &Route) -> Option<Route> {
    match route {
        Route::Page(Page::File(place)) => {
            let page = Arc::new(place.page.at_default_path()?);
            Some(Route::Page(Page::File(FilePlace { page, ..place.clone() })))
        }
        Route::Page(Page::Post(_) | Page::Entry(_) | Page::Term(_) | Page::Offline(_))
        | Route::Redirect(_)
        | Route::Data(_) => None,
    }
}

/// A file that would be published as it is at the address of a route.
fn in_place_of(path: &str, file: FileId, route: &Route, site: &Site) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::PathCollision,
        Span::whole(file),
        format!("the file would be at {path}, where gympress writes one itself"),
    );
    let help = "give the file another name, or remove it";
    match route {
        Route::Data(_) | Route::Page(Page::Offline(_)) => diagnostic.help(help),
        Route::Redirect(_) | Route::Page(Page::File(_) | Page::Post(_) | Page::Entry(_) | Page::Term(_)) => {
            diagnostic
                .related(Span::whole(route.content(site)), "the page there is made from this")
                .help(help)
        }
    }
}

/// Two routes at the address `path`, beside which `free` is one that no route has.
fn collision(path: &str, free: Option<&str>, (route, other): (&Route, &Route), site: &Site) -> Diagnostic {
    // A post or redirect can be given another address; a page of a list can't.
    let movable = match route {
        Route::Redirect(_) | Route::Page(Page::Post(_) | Page::File(_)) => true,
        Route::Data(_) | Route::Page(Page::Entry(_) | Page::Term(_) | Page::Offline(_)) => false,
    };
    let (route, other) = if movable { (route, other) } else { (other, route) };
    let words = site.gym.addresses().span;
    let place = |route: &Route| match route {
        Route::Page(Page::Post(place)) => {
            place.post.entry.slug.as_ref().map_or(Span::whole(place.post.file), |slug| slug.span)
        }
        Route::Redirect(old) => old.redirect.from.span,
        Route::Page(Page::File(place)) => place.page.path_span,
        Route::Data(file) => file.declared(site).unwrap_or(Span::whole(route.content(site))),
        Route::Page(Page::Offline(_)) if words.is_somewhere() => words,
        Route::Page(Page::Entry(_) | Page::Term(_) | Page::Offline(_)) => Span::whole(route.content(site)),
    };
    // An address that is written in a file is easier to change than the file's name.
    let is_written = |route: &Route| place(route) != Span::whole(route.content(site));
    let (route, other) =
        if is_written(other) && !is_written(route) { (other, route) } else { (route, other) };
    let last = |path: &str| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
    let remedy = free.and_then(|free| match route {
        Route::Page(Page::Post(_)) if is_written(route) => {
            Some(Remedy::rename(&last(path), &last(free), Applicability::Proposed))
        }
        Route::Page(Page::Post(_)) => Some(at_top("slug", &last(free))),
        Route::Page(Page::File(_)) if is_written(route) => {
            Some(Remedy::rename(path, &format!("{free}/"), Applicability::Proposed))
        }
        Route::Page(Page::File(_)) => Some(at_top("path", &format!("{free}/"))),
        Route::Redirect(_)
        | Route::Data(_)
        | Route::Page(Page::Entry(_) | Page::Term(_) | Page::Offline(_)) => None,
    });
    let what = match (route, other) {
        (Route::Data(_), Route::Data(_)) => "files",
        _ => "pages",
    };
    Diagnostic::new(Code::PathCollision, place(route), format!("two {what} are at {path}"))
        .remedy(remedy)
        .related(place(other), "the other one is made from this")
        .expected("an address of its own for each page and file")
        .help(match route {
            Route::Data(DataFile::EntryFeed(_) | DataFile::EntryCalendar(_)) => {
                "give one of the two another path"
            }
            Route::Data(DataFile::Calendar(_)) | Route::Page(Page::Offline(_)) if words.is_somewhere() => {
                "write another word in [addresses], or give the other one another path"
            }
            Route::Redirect(_) => "remove the redirect: visitors find a page there",
            Route::Page(Page::File(_)) => "give one of the two another path, or rename its file",
            Route::Page(Page::Post(_)) => "give the post another slug, or rename its file",
            Route::Page(Page::Entry(_) | Page::Term(_)) => {
                "rename one of the two entries, or state other addresses for one of their collections"
            }
            Route::Data(_) | Route::Page(Page::Offline(_)) => {
                "rename the page or entry that is there as well"
            }
        })
}

/// A text behind a key at the top of a file.
fn at_top(key: &str, text: &str) -> Remedy {
    Remedy::Insert {
        key: key.to_owned(),
        example: format!("\"{text}\""),
        after: vec!["title".to_owned(), "description".to_owned()],
        root: true,
    }
}
