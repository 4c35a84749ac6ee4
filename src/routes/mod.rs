//! Every URL of the site, in one readable table.

mod data;
mod list;
mod memory;
mod page;
mod redirects;
mod sitemap;

use std::{collections::BTreeMap, num::NonZeroUsize, ops::Range, sync::Arc};

use rayon::prelude::*;

pub use data::{CalendarOf, Data, FeedOf};
pub use memory::Memory;
pub use page::{Page, PostPlace, TermPlace, file_at};
pub use redirects::Moved;

use memory::Basis;

use crate::{
    content::Content,
    decode::Mention,
    diagnostic::{Code, Diagnostic, Diagnostics, Span, nearest},
    site::{Site, Taxonomy},
};

/// The number of a page of a list, from 1.
pub type PageNumber = NonZeroUsize;

/// The path of a post.
pub fn post_path(slug: &str) -> String {
    ["/blog/", slug, "/"].concat()
}

/// The path of the first page of a category or tag.
pub fn term_path(taxonomy: Taxonomy, id: &str) -> String {
    ["/blog/", taxonomy.segment(), "/", id, "/"].concat()
}

/// The path of a page of a list that begins at `first`.
pub fn numbered(first: &str, number: PageNumber) -> String {
    if number.get() == 1 { first.to_owned() } else { format!("{first}page-{number}/") }
}

/// The numbers of the pages that a list of `count` takes; at least one, so that an empty list has a page.
pub fn page_numbers(count: usize, per_page: usize) -> impl DoubleEndedIterator<Item = PageNumber> {
    let pages = count.div_ceil(per_page.max(1)).max(1);
    (1..=pages).filter_map(PageNumber::new)
}

/// What stands on a page of a list.
pub fn page_of<T>(list: &[T], number: PageNumber, per_page: usize) -> impl Iterator<Item = &T> {
    list.iter().skip((number.get() - 1).saturating_mul(per_page)).take(per_page)
}

/// All pages of a site, by path.
#[derive(Debug)]
pub struct Routes(Arc<Table>);

#[derive(Debug)]
struct Table {
    pages: BTreeMap<String, Page>,
    /// The parts of the sitemap, as ranges of [`Routes::listed`].
    sitemap: Vec<Range<usize>>,
}

impl Routes {
    /// The pages of `site`; two at one path are reported.
    pub fn of(site: &Site, diagnostics: &mut Diagnostics) -> Self {
        Self::again(site, &Memory::default(), diagnostics)
    }

    /// The same where the table may have been made before: `memory` must have seen no other project.
    pub fn again(site: &Site, memory: &Memory, diagnostics: &mut Diagnostics) -> Self {
        let basis = Basis::of(site);
        let routes = memory.recall(&basis).unwrap_or_else(|| {
            let mut found = Diagnostics::default();
            let table = Arc::new(Table::of(basis.pages(site), site, &mut found));
            if found.is_empty() {
                memory.keep(basis, &table);
            }
            diagnostics.append(found);
            table
        });
        let routes = Self(routes);
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

    /// The page at `path`, which begins with a slash and has no base path.
    pub fn get(&self, path: &str) -> Option<&Page> {
        self.0.pages.get(path)
    }

    /// Reports every link of the content that leads to no page.
    pub fn check_links(&self, content: &Content, diagnostics: &mut Diagnostics) {
        for (mention, places) in content.mentions() {
            if let Mention::Page(path) = mention
                && !self.0.pages.contains_key(&**path)
            {
                diagnostics.extend(self.broken_links(path, places));
            }
        }
    }

    fn broken_links(&self, path: &str, places: &[Span]) -> impl Iterator<Item = Diagnostic> {
        let help = match nearest(path, self.0.pages.keys().map(String::as_str)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "`gympress routes` lists all pages".to_owned(),
        };
        places.iter().map(move |place| {
            Diagnostic::new(Code::BrokenLink, *place, format!("there is no page at {path}"))
                .label("leads nowhere")
                .expected("the path of a page of the site, such as \"/contact/\"")
                .help(help.clone())
        })
    }
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
        let mut table = Self { pages: pages.into_iter().collect(), sitemap: Vec::new() };
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
            // Told with the other mistakes of redirects.
            (Some(Page::Moved(_)), Page::Moved(_)) => {}
            (Some(other), _) => diagnostics.push(collision(&path, &page, other, site)),
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

fn collision(path: &str, page: &Page, other: &Page, site: &Site) -> Diagnostic {
    // A post or redirect can be given another address; a page of a list can't.
    let movable = matches!(page, Page::Post(_) | Page::Moved(_));
    let (page, other) = if movable { (page, other) } else { (other, page) };
    let place = |page: &Page| match page {
        Page::Post(place) => {
            place.post.entry.slug.as_ref().map_or(Span::whole(place.post.file), |slug| slug.span)
        }
        Page::Moved(moved) => moved.redirect.from.span,
        page => Span::whole(page.content(site)),
    };
    Diagnostic::new(Code::PathCollision, place(page), format!("two pages are at {path}"))
        .related(place(other), "the other one is made from this")
        .expected("an address of its own for each page")
        .help(match page {
            Page::Moved(_) => "remove the redirect: visitors find a page there",
            _ => "give the post another slug, or rename its file",
        })
}
