//! Every URL of the site, in one readable table.

use std::{collections::BTreeMap, num::NonZeroUsize, sync::Arc};

use crate::{
    content::Content,
    decode::{
        Mention,
        value::{Weekday, Word},
    },
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
    site::{Post, Site, Taxonomy, Term},
};

/// The number of a page of a list, from 1.
pub type PageNumber = NonZeroUsize;

/// A page of the site: one variant a kind, and one template each.
#[derive(Clone, Debug)]
pub enum Page {
    /// `/`
    Home,
    /// `/about/`
    About,
    /// `/classes/`
    Classes,
    /// `/pricing/`
    Pricing,
    /// `/contact/`
    Contact,
    /// `/login/`
    Login,
    /// `/signup/`
    Signup,
    /// `/schedule/`
    Week,
    /// `/schedule/monday/`
    Day(Weekday),
    /// `/gallery/`, which leads on to its first page
    Gallery,
    /// `/gallery/page-1/`
    GalleryPage(PageNumber),
    /// `/blog/`, `/blog/page-2/`
    Blog(PageNumber),
    /// `/blog/<slug>/`
    Post(Box<PostPlace>),
    /// `/blog/category/<id>/`, `/blog/tag/<id>/`, with further pages as the blog has them
    Term(TermPlace),
    /// `404.html`
    NotFound,
    /// `/search.json`, which the blog's search loads
    SearchIndex,
}

/// A post among its neighbours.
#[derive(Clone, Debug)]
pub struct PostPlace {
    /// The post.
    pub post: Arc<Post>,
    /// The next older one.
    pub previous: Option<Arc<Post>>,
    /// The next newer one.
    pub next: Option<Arc<Post>>,
}

/// A page of the posts of a category or tag.
#[derive(Clone, Debug)]
pub struct TermPlace {
    /// Which of the two.
    pub taxonomy: Taxonomy,
    /// Its place in [`Site::categories`] or [`Site::tags`].
    pub index: usize,
    /// Its id.
    pub id: Arc<str>,
    /// The page of its list.
    pub number: PageNumber,
}

impl TermPlace {
    /// The category or tag.
    pub fn term<'a>(&self, site: &'a Site) -> Option<&'a Term> {
        match self.taxonomy {
            Taxonomy::Category => site.categories.get(self.index),
            Taxonomy::Tag => site.tags.get(self.index),
        }
    }
}

impl Page {
    /// The path within the site, without the base path.
    pub fn path(&self) -> String {
        match self {
            Self::Home => "/".to_owned(),
            Self::About => "/about/".to_owned(),
            Self::Classes => "/classes/".to_owned(),
            Self::Pricing => "/pricing/".to_owned(),
            Self::Contact => "/contact/".to_owned(),
            Self::Login => "/login/".to_owned(),
            Self::Signup => "/signup/".to_owned(),
            Self::Week => "/schedule/".to_owned(),
            Self::Day(day) => format!("/schedule/{}/", day.word()),
            Self::Gallery => "/gallery/".to_owned(),
            Self::GalleryPage(number) => format!("/gallery/page-{number}/"),
            Self::Blog(number) => numbered("/blog/", *number),
            Self::Post(place) => post_path(&place.post.slug),
            Self::Term(place) => numbered(&term_path(place.taxonomy, &place.id), place.number),
            Self::NotFound => "/404.html".to_owned(),
            Self::SearchIndex => "/search.json".to_owned(),
        }
    }

    /// The file in the output folder.
    pub fn file(&self) -> String {
        let path = self.path();
        let path = path.trim_start_matches('/');
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() }
    }

    /// The template, relative to `templates/`; nothing for a file that only programs read.
    pub fn template(&self) -> Option<&'static str> {
        Some(match self {
            Self::Home => "pages/home.html",
            Self::About => "pages/about.html",
            Self::Classes => "pages/classes.html",
            Self::Pricing => "pages/pricing.html",
            Self::Contact => "pages/contact.html",
            Self::Login => "pages/login.html",
            Self::Signup => "pages/signup.html",
            Self::Week => "pages/schedule.html",
            Self::Day(_) => "pages/schedule-day.html",
            Self::Gallery => "pages/forward.html",
            Self::GalleryPage(_) => "pages/gallery.html",
            Self::Blog(_) => "pages/blog.html",
            Self::Post(_) => "pages/post.html",
            Self::Term(_) => "pages/taxonomy.html",
            Self::NotFound => "pages/not-found.html",
            Self::SearchIndex => return None,
        })
    }

    /// The entry of the menu to which the page belongs, by the start of its path.
    pub fn section(&self) -> &'static str {
        match self {
            Self::Home => "/",
            Self::About => "/about/",
            Self::Classes => "/classes/",
            Self::Pricing => "/pricing/",
            Self::Contact => "/contact/",
            Self::Login => "/login/",
            Self::Signup => "/signup/",
            Self::Week | Self::Day(_) => "/schedule/",
            Self::Gallery | Self::GalleryPage(_) => "/gallery/",
            Self::Blog(_) | Self::Post(_) | Self::Term(_) => "/blog/",
            Self::NotFound | Self::SearchIndex => "",
        }
    }

    /// The content file that the page is about.
    pub fn content(&self, site: &Site) -> FileId {
        match self {
            Self::Home => site.home.file,
            Self::About => site.about.file,
            Self::Classes => site.classes_page.file,
            Self::Pricing => site.pricing.file,
            Self::Contact => site.contact.file,
            Self::Login => site.login.file,
            Self::Signup => site.signup.file,
            Self::Week | Self::Day(_) => site.schedule_page.file,
            Self::Gallery | Self::GalleryPage(_) => site.gallery_page.file,
            Self::Blog(_) | Self::Term(_) | Self::SearchIndex => site.blog_page.file,
            Self::Post(place) => place.post.file,
            Self::NotFound => site.not_found.file,
        }
    }
}

/// The path of a post.
pub fn post_path(slug: &str) -> String {
    format!("/blog/{slug}/")
}

/// The path of the first page of a category or tag.
pub fn term_path(taxonomy: Taxonomy, id: &str) -> String {
    format!("/blog/{}/{id}/", taxonomy.segment())
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

/// All pages of a site, by path.
#[derive(Debug)]
pub struct Routes {
    pages: BTreeMap<String, Page>,
}

impl Routes {
    /// The pages of `site`; two at one path are reported.
    pub fn of(site: &Site, diagnostics: &mut Diagnostics) -> Self {
        let mut pages: BTreeMap<String, Page> = BTreeMap::new();
        for page in list(site) {
            let path = page.path();
            if let Some(other) = pages.get(&path) {
                diagnostics.push(collision(&path, &page, other, site));
            } else {
                pages.insert(path, page);
            }
        }
        Self { pages }
    }

    /// All pages, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.pages.iter().map(|(path, page)| (path.as_str(), page))
    }

    /// The page at `path`, which begins with a slash and has no base path.
    pub fn get(&self, path: &str) -> Option<&Page> {
        self.pages.get(path)
    }

    /// Reports every link of the content that leads to no page.
    pub fn check_links(&self, content: &Content, diagnostics: &mut Diagnostics) {
        for (mention, span) in &content.mentions {
            if let Mention::Page(path) = mention
                && !self.pages.contains_key(&**path)
            {
                diagnostics.push(self.broken_link(path, *span));
            }
        }
    }

    fn broken_link(&self, path: &str, span: Span) -> Diagnostic {
        let help = match nearest(path, self.pages.keys().map(String::as_str)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "`gympress routes` lists all pages".to_owned(),
        };
        Diagnostic::new(Code::BrokenLink, span, format!("there is no page at {path}"))
            .label("leads nowhere")
            .expected("the path of a page of the site, such as \"/contact/\"")
            .help(help)
    }
}

fn list(site: &Site) -> Vec<Page> {
    let mut pages = vec![
        Page::Home,
        Page::About,
        Page::Classes,
        Page::Pricing,
        Page::Contact,
        Page::Login,
        Page::Signup,
        Page::Week,
        Page::Gallery,
        Page::NotFound,
        Page::SearchIndex,
    ];
    pages.extend(Weekday::ALL.map(Page::Day));
    pages.extend(page_numbers(site.gallery.len(), site.gallery_per_page).map(Page::GalleryPage));
    let per_page = site.blog.per_page.get() as usize;
    pages.extend(page_numbers(site.posts.len(), per_page).map(Page::Blog));
    pages.extend(terms(Taxonomy::Category, &site.categories, per_page));
    pages.extend(terms(Taxonomy::Tag, &site.tags, per_page));
    pages.extend(site.posts.iter().enumerate().map(|(index, post)| {
        let newer = index.checked_sub(1).and_then(|newer| site.posts.get(newer));
        let older = site.posts.get(index + 1);
        Page::Post(Box::new(PostPlace { post: post.clone(), previous: older.cloned(), next: newer.cloned() }))
    }));
    pages
}

fn terms(taxonomy: Taxonomy, terms: &[Term], per_page: usize) -> impl Iterator<Item = Page> {
    let used = terms.iter().enumerate().filter(|(_, term)| !term.posts.is_empty());
    used.flat_map(move |(index, term)| {
        page_numbers(term.posts.len(), per_page)
            .map(move |number| Page::Term(TermPlace { taxonomy, index, id: term.id.clone(), number }))
    })
}

fn collision(path: &str, page: &Page, other: &Page, site: &Site) -> Diagnostic {
    // A post can be given another address; a page of a list can't.
    let (page, other) = if matches!(page, Page::Post(_)) { (page, other) } else { (other, page) };
    let place = |page: &Page| match page {
        Page::Post(place) => {
            place.post.entry.slug.as_ref().map_or(Span::whole(place.post.file), |slug| slug.span)
        }
        page => Span::whole(page.content(site)),
    };
    Diagnostic::new(Code::PathCollision, place(page), format!("two pages are at {path}"))
        .related(place(other), "the other one is made from this")
        .expected("an address of its own for each page")
        .help("give the post another slug, or rename its file")
}
