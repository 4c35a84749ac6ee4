//! Every URL of the site, in one readable table.

mod file;
mod links;
mod list;
mod page;
mod redirects;

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

use percent_encoding::percent_decode_str;

pub use file::{
    CalendarOf, DataFile, DataKind, FeedLink, FeedOf, SERVICE_WORKER, SITEMAP, SPECULATION_RULES, blog_feed,
    class_calendar, week_calendar,
};
pub use links::{leads_nowhere, probable};
pub use page::{CardSubject, List, Page, Subject, styles_besides_sections};
pub use redirects::{OldAddress, folders, queries};

use crate::{
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, FileId, Fix, Span},
    schema::Name,
    site::Site,
};

/// What is at a path of the site.
#[derive(Clone, Debug)]
pub enum Route {
    Page(Arc<Page>),
    /// An old address, which leads on.
    Redirect(OldAddress),
    /// A file that only programs read.
    File(DataFile),
}

/// An entry of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryId {
    pub collection: Name,
    pub id: Arc<str>,
}

impl Route {
    /// The path within the site, without the base path.
    pub fn path(&self) -> &Arc<str> {
        match self {
            Self::Page(page) => &page.path,
            Self::Redirect(old) => &old.path,
            Self::File(file) => &file.path,
        }
    }

    /// The content file that it is about.
    pub fn content(&self) -> FileId {
        match self {
            Self::Page(page) => page.file,
            Self::Redirect(old) => old.file,
            Self::File(file) => file.file,
        }
    }

    /// The entry whose id is in the path.
    pub fn entry(&self) -> Option<&EntryId> {
        match self {
            Self::Page(page) => page.entry.as_ref(),
            Self::Redirect(_) => None,
            Self::File(file) => file.entry.as_ref(),
        }
    }

    /// The page. Returns `None` for the other kinds.
    pub fn page(&self) -> Option<&Arc<Page>> {
        if let Self::Page(page) = self { Some(page) } else { None }
    }
}

/// All routes of a site, by path.
#[derive(Debug)]
pub struct Routes {
    by_path: BTreeMap<Arc<str>, Route>,
    /// The files that are published as they are, by their addresses.
    static_files: Arc<BTreeMap<String, FileId>>,
}

impl Routes {
    /// The routes of `site`; two at one path are reported.
    pub fn build(site: &Site, diagnostics: &mut Diagnostics) -> Self {
        let mut routes = list::routes(site);
        // Those at one path stay in their order, and the first one has it.
        routes.sort_by(|route, other| route.path().cmp(other.path()));
        let mut further = Vec::new();
        routes.dedup_by(|route, first| {
            let is_further = route.path() == first.path();
            if is_further {
                further.push(route.clone());
            }
            is_further
        });
        let by_path = routes.into_iter().map(|route| (route.path().clone(), route)).collect();
        let mut routes = Self { by_path, static_files: site.static_files.clone() };
        for route in further {
            routes.add_further(route, site, diagnostics);
        }
        let in_the_way = |(path, file): (&String, &FileId)| Some(in_place_of(path, *file, routes.get(path)?));
        diagnostics.extend(routes.static_files.iter().filter_map(in_the_way));
        redirects::check(site, &routes, diagnostics);
        routes
    }

    /// All routes, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = &Route> {
        self.by_path.values()
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
        let is_there = |path: &str| self.by_path.contains_key(path) || self.static_files.contains_key(path);
        is_there(path) || percent_decode_str(path).decode_utf8().is_ok_and(|path| is_there(&path))
    }

    /// All addresses.
    fn paths(&self) -> impl Iterator<Item = &str> + Clone {
        self.by_path.keys().map(|path| &**path).chain(self.static_files.keys().map(String::as_str))
    }

    /// The route at `path`, which begins with a slash and has no base path.
    pub fn get(&self, path: &str) -> Option<&Route> {
        self.by_path.get(path)
    }

    /// Reports a route whose address another one has. If one of the two is of a page that states the address, it is moved
    /// to that of its file's name, so that links there are no further mistakes.
    fn add_further(&mut self, route: Route, site: &Site, diagnostics: &mut Diagnostics) {
        let path = route.path().clone();
        let Some(other) = self.by_path.get(&path) else { return };
        match (other, &route) {
            // Reported with the other mistakes of redirects and of posts.
            (Route::Redirect(_), Route::Redirect(_)) => return,
            (Route::Page(other), Route::Page(page)) if other.post().is_some() && page.post().is_some() => {
                return;
            }
            _ => {}
        }
        let mut numbered = (2..100).map(|number| format!("{}-{number}", path.trim_end_matches('/')));
        let free = numbered.find(|free| !self.by_path.contains_key(&*format!("{free}/")));
        diagnostics.push(collision(&path, free.as_deref(), (&route, other), site));
        let at_default = |route: &Route| route.page().and_then(|page| page.at_default_path());
        let (moved, stays) = match (at_default(&route), at_default(other)) {
            (Some(moved), _) => (moved, other.clone()),
            (None, Some(moved)) => (moved, route),
            (None, None) => return,
        };
        if let Entry::Vacant(free) = self.by_path.entry(moved.path.clone()) {
            free.insert(Route::Page(Arc::new(moved)));
            self.by_path.insert(path, stays);
        }
    }
}

/// A file that would be published as it is at the address of a route.
fn in_place_of(path: &str, file: FileId, route: &Route) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::PathCollision,
        Span::whole(file),
        format!("the file would be at {path}, where gympress itself writes one"),
    );
    let diagnostic = diagnostic.help("give the file another name, or remove it");
    match route {
        Route::File(_) => diagnostic,
        Route::Page(page) if matches!(page.subject, Subject::Offline) => diagnostic,
        Route::Page(_) | Route::Redirect(_) => {
            diagnostic.related(Span::whole(route.content()), "the page there comes from this")
        }
    }
}

/// Where the address of a route comes from, and how to change it.
struct AddressSource {
    /// Where it is written, or the file by whose name it is made.
    at: Span,
    /// The key that states it.
    key: Option<&'static str>,
    help: &'static str,
}

impl AddressSource {
    fn of(route: &Route, site: &Site) -> Self {
        let whole = Span::whole(route.content());
        let words = Some(site.gym.addresses().span).filter(|span| span.is_somewhere());
        let rename = "rename the page or entry that is there as well";
        let other_word = "choose another word in [addresses], or give the other one another path";
        let page = match route {
            Route::Page(page) => page,
            Route::Redirect(old) => {
                let help = "remove the redirect: visitors find a page there";
                return Self { at: old.redirect.from.span, key: None, help };
            }
            Route::File(file) => {
                let at = if file.declared_at.is_somewhere() { file.declared_at } else { whole };
                let help = match &file.kind {
                    DataKind::Feed(FeedOf::Entries(_)) | DataKind::Calendar(CalendarOf::Entries(_)) => {
                        "give one of the two another path"
                    }
                    DataKind::Calendar(_) if words.is_some() => other_word,
                    _ => rename,
                };
                return Self { at, key: None, help };
            }
        };
        match &page.subject {
            Subject::Sections { page, .. } => Self {
                at: page.path_span,
                key: Some("path"),
                help: "give one of the two another path, or rename its file",
            },
            Subject::Post { post, .. } => Self {
                at: post.entry.slug.as_ref().map_or(whole, |slug| slug.span),
                key: Some("slug"),
                help: "give the post another slug, or rename its file",
            },
            Subject::Entry { .. } | Subject::Term { .. } => Self {
                at: whole,
                key: None,
                help: "rename one of the two entries, or give one of their collections other addresses",
            },
            Subject::Offline => {
                let help = if words.is_some() { other_word } else { rename };
                Self { at: words.unwrap_or(whole), key: None, help }
            }
        }
    }
}

/// Two routes at the address `path`, beside which `free` is one that no route has.
fn collision(path: &str, free: Option<&str>, (route, other): (&Route, &Route), site: &Site) -> Diagnostic {
    let [mut here, mut there] = [route, other].map(|route| AddressSource::of(route, site));
    // A post, a page or a redirect can be given another address; a page of a list can't.
    let is_movable = here.key.is_some() || matches!(route, Route::Redirect(_));
    let is_written = |source: &AddressSource, route: &Route| source.at != Span::whole(route.content());
    let (written, other_is_written) = (is_written(&here, route), is_written(&there, other));
    // An address that is written in a file is easier to change than the file's name.
    let swap = match is_movable {
        true => other_is_written && !written,
        false => !written || other_is_written,
    };
    let is_written = if swap { other_is_written } else { written };
    if swap {
        (here, there) = (there, here);
    }
    let last = |path: &str| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
    let what = match (route, other) {
        (Route::File(_), Route::File(_)) => "files",
        _ => "pages",
    };
    let diagnostic = Diagnostic::new(Code::PathCollision, here.at, format!("two {what} are at {path}"));
    let diagnostic = match here.key.zip(free) {
        Some((key, free)) => {
            let (old, new) = match key {
                "slug" => (last(path), last(free)),
                _ => (path.to_owned(), format!("{free}/")),
            };
            match is_written {
                true => diagnostic.rename(&*site.sources, &old, &new, Applicability::Proposed),
                false => diagnostic.fix(at_top(key, &new, here.at, site)),
            }
        }
        None => diagnostic,
    };
    diagnostic
        .related(there.at, "the other one comes from this")
        .expected("an address of its own for each page and file")
        .help(here.help)
}

/// A text behind a key at the top of a file.
fn at_top(key: &str, text: &str, file: Span, site: &Site) -> Option<Fix> {
    let after = ["title".to_owned(), "description".to_owned()];
    site.sources.document(file.file).insert(None, key, &format!("\"{text}\""), &after)
}
