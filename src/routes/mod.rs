//! Every URL of the site, in one readable table.

mod data;
mod list;
mod page;
mod redirects;
mod sitemap;

use std::{collections::BTreeMap, num::NonZeroUsize, ops::Range, sync::Arc};

use percent_encoding::percent_decode_str;
use rayon::prelude::*;

pub use data::{CalendarOf, Data, EntryFile, FeedOf};
pub use page::{EntryPlace, FilePlace, Page, PostPlace, TermPlace, file_at, styles_besides_sections};
pub use redirects::Moved;

use crate::{
    content::Content,
    decode::Reference,
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, FileId, Remedy, Span, near, nearest_path},
    site::Site,
};

/// The number of a page of a list, from 1.
pub type PageNumber = NonZeroUsize;

/// The path of a page of a list that begins at `first`.
pub fn numbered(first: &str, number: PageNumber) -> String {
    if number.get() == 1 { first.to_owned() } else { format!("{first}page-{number}/") }
}

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

/// All pages of a site, by path.
#[derive(Debug)]
pub struct Routes(Arc<Table>);

#[derive(Debug)]
struct Table {
    pages: BTreeMap<String, Page>,
    /// The parts of the sitemap, as ranges of [`Routes::listed`].
    sitemap: Vec<Range<usize>>,
    /// The files that are published as they are, by their addresses.
    files: Arc<BTreeMap<String, FileId>>,
}

impl Routes {
    /// The pages of `site`; two at one path are reported.
    pub fn of(site: &Site, diagnostics: &mut Diagnostics) -> Self {
        let routes = Self(Arc::new(Table::of(list::pages(site), site, diagnostics)));
        diagnostics.extend(routes.static_files().filter_map(|(path, file)| {
            let page = routes.get(path)?;
            Some(in_place_of(path, file, page, site))
        }));
        redirects::check(site, &routes, diagnostics);
        routes
    }

    /// The pages that search engines should know, in the order of their paths.
    pub fn listed(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.0.listed()
    }

    /// The numbers of the files that the sitemap is split into; none if one file holds it all.
    pub fn sitemap_parts(&self) -> impl Iterator<Item = PageNumber> {
        self.0.sitemap_parts()
    }

    /// The pages of a part of the sitemap.
    pub fn sitemap_part(&self, number: PageNumber) -> impl Iterator<Item = (&str, &Page)> {
        let part = self.0.sitemap.get(number.get() - 1).cloned().unwrap_or_default();
        self.listed().skip(part.start).take(part.len())
    }

    /// All pages, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.0.pages.iter().map(|(path, page)| (path.as_str(), page))
    }

    /// The files that are published as they are, in the order of their addresses.
    pub fn static_files(&self) -> impl Iterator<Item = (&str, FileId)> {
        self.0.files.iter().map(|(path, file)| (path.as_str(), *file))
    }

    /// True if there is a page or a file at `path`, which may be written with `%20` and the like.
    pub(crate) fn has(&self, path: &str) -> bool {
        let is_there = |path: &str| self.0.pages.contains_key(path) || self.0.files.contains_key(path);
        is_there(path) || percent_decode_str(path).decode_utf8().is_ok_and(|path| is_there(&path))
    }

    /// All addresses.
    fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.pages.keys().chain(self.0.files.keys()).map(String::as_str)
    }

    /// The page at `path`, which begins with a slash and has no base path.
    pub fn get(&self, path: &str) -> Option<&Page> {
        self.0.pages.get(path)
    }

    /// Reports every link of the content that leads to no page.
    pub fn check_links(&self, content: &Content, diagnostics: &mut Diagnostics) {
        for (reference, places) in content.references() {
            if let Reference::Page(path) = reference
                && !self.has(path)
            {
                diagnostics.extend(self.broken_links(path, places));
            }
        }
    }

    /// One report for all places that link to a page that doesn't exist.
    fn broken_links(&self, path: &str, places: &[Span]) -> Option<Diagnostic> {
        let mut places = places.to_vec();
        places.sort();
        let (first, others) = places.split_first()?;
        let count = match others.len() {
            0 => String::new(),
            others => format!(", to which {} places link", others + 1),
        };
        let diagnostic = match self.with_slash(path) {
            Some(right) => without_slash((path, &right), &count, *first),
            None => self.broken_link(path, &count, *first),
        };
        Some(others.iter().fold(diagnostic, |diagnostic, other| diagnostic.alike(*other)))
    }

    /// The address of the page that is meant by a path without a slash at its end.
    fn with_slash(&self, path: &str) -> Option<String> {
        Some(format!("{path}/")).filter(|right| !path.ends_with('/') && self.has(right))
    }

    fn broken_link(&self, path: &str, count: &str, place: Span) -> Diagnostic {
        let meant = nearest_path(path, self.paths().collect::<Vec<_>>());
        let help = match meant {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "`gympress routes` lists all pages".to_owned(),
        };
        let near = near(path, self.paths());
        let remedy = Remedy::nearest(path, near.or(meant.map(|meant| (meant, Applicability::Proposed))));
        let remedy = remedy.unwrap_or_else(|| Remedy::placeholder("\"/\""));
        Diagnostic::new(Code::BrokenLink, place, format!("there is no page at {path}{count}"))
            .label("leads nowhere")
            .expected("the path of a page of the site, such as \"/contact/\"")
            .help(help)
            .remedy([remedy])
    }
}

/// A link to a page that lacks the slash at its end.
fn without_slash((written, right): (&str, &str), count: &str, place: Span) -> Diagnostic {
    let count = if count.is_empty() { String::new() } else { format!("{count},") };
    let message = format!("there is no page at {written}{count} but one at {right}");
    Diagnostic::new(Code::BrokenLink, place, message)
        .label("a / is missing at the end")
        .help(format!("write \"{right}\""))
        .remedy([Remedy::rename(written, right, Applicability::Certain)])
}

impl Table {
    fn of(pages: Vec<Page>, site: &Site, diagnostics: &mut Diagnostics) -> Self {
        let mut pages: Vec<(String, Page)> = pages.into_par_iter().map(|page| (page.path(), page)).collect();
        // Those at one path stay in their order, and the first one has it.
        pages.par_sort_by(|(path, _), (other, _)| path.cmp(other));
        let mut further = Vec::new();
        pages.dedup_by(|(path, page), (first, _)| {
            let is_further = path == first;
            if is_further {
                further.push(page.clone());
            }
            is_further
        });
        let files = site.static_files.clone();
        let mut table = Self { pages: pages.into_iter().collect(), sitemap: Vec::new(), files };
        for page in further {
            table.add(page, site, diagnostics);
        }
        let length = |path: &str| site.base.as_str().len() + path.trim_start_matches('/').len();
        table.sitemap = sitemap::parts(table.listed().map(|(path, _)| length(path)));
        for part in table.sitemap_parts().collect::<Vec<_>>() {
            table.add(Page::Data(Data::SitemapPart(part)), site, diagnostics);
        }
        table
    }

    fn add(&mut self, page: Page, site: &Site, diagnostics: &mut Diagnostics) {
        let path = page.path();
        match (self.pages.get(&path), &page) {
            (None, _) => drop(self.pages.insert(path, page)),
            // Reported with the other mistakes of redirects and of posts.
            (Some(Page::Moved(_)), Page::Moved(_)) | (Some(Page::Post(_)), Page::Post(_)) => {}
            (Some(other), _) => {
                let mut numbered = (2..100).map(|number| format!("{}-{number}", path.trim_end_matches('/')));
                let free = numbered.find(|free| !self.pages.contains_key(&format!("{free}/")));
                diagnostics.push(collision(&path, free.as_deref(), (&page, other), site));
            }
        }
    }

    fn listed(&self) -> impl Iterator<Item = (&str, &Page)> {
        let pages = self.pages.iter().map(|(path, page)| (path.as_str(), page));
        pages.filter(|(_, page)| sitemap::is_listed(page))
    }

    fn sitemap_parts(&self) -> impl Iterator<Item = PageNumber> {
        let parts = if self.sitemap.len() > 1 { self.sitemap.len() } else { 0 };
        (1..=parts).filter_map(PageNumber::new)
    }
}

/// A file that would be published as it is at the address of a page.
fn in_place_of(path: &str, file: FileId, page: &Page, site: &Site) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::PathCollision,
        Span::whole(file),
        format!("the file would be at {path}, where gympress writes one itself"),
    );
    let help = "give the file another name, or remove it";
    match page {
        Page::Data(_) | Page::Offline => diagnostic.help(help),
        page => {
            diagnostic.related(Span::whole(page.content(site)), "the page there is made from this").help(help)
        }
    }
}

/// Two pages at the address `path`, beside which `free` is one that no page has.
fn collision(path: &str, free: Option<&str>, (page, other): (&Page, &Page), site: &Site) -> Diagnostic {
    // A post or redirect can be given another address; a page of a list can't.
    let movable = matches!(page, Page::Post(_) | Page::Moved(_) | Page::File(_));
    let (page, other) = if movable { (page, other) } else { (other, page) };
    let place = |page: &Page| match page {
        Page::Post(place) => {
            place.post.entry.slug.as_ref().map_or(Span::whole(place.post.file), |slug| slug.span)
        }
        Page::Moved(moved) => moved.redirect.from.span,
        Page::File(place) => place.page.path_span,
        page => Span::whole(page.content(site)),
    };
    // An address that somebody wrote is easier to change than a file's name.
    let is_written = |page: &Page| place(page) != Span::whole(page.content(site));
    let (page, other) = if is_written(other) && !is_written(page) { (other, page) } else { (page, other) };
    let last = |path: &str| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
    let remedy = free.and_then(|free| match (page, is_written(page)) {
        (Page::Post(_), true) => Some(Remedy::rename(&last(path), &last(free), Applicability::Proposed)),
        (Page::Post(_), false) => Some(at_top("slug", &last(free))),
        (Page::File(_), true) => Some(Remedy::rename(path, &format!("{free}/"), Applicability::Proposed)),
        (Page::File(_), false) => Some(at_top("path", &format!("{free}/"))),
        (Page::Moved(_) | Page::Entry(_) | Page::Term(_) | Page::Data(_) | Page::Offline, _) => None,
    });
    Diagnostic::new(Code::PathCollision, place(page), format!("two pages are at {path}"))
        .remedy(remedy)
        .related(place(other), "the other one is made from this")
        .expected("an address of its own for each page")
        .help(match page {
            Page::Moved(_) => "remove the redirect: visitors find a page there",
            Page::File(_) => "give one of the two another path, or rename its file",
            _ => "give the post another slug, or rename its file",
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
