//! The kinds of pages, and where each of them is.

use std::sync::Arc;

use super::{Data, Moved, PageNumber, numbered, page_of, post_path, term_path};
use crate::{
    decode::value::{Weekday, Word},
    diagnostic::FileId,
    site::{Post, Site, Taxonomy, Term},
};

/// A page of the site: one variant a kind, and one template each.
#[derive(Clone, Debug, PartialEq)]
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
    /// `/offline/`, which a service worker shows for pages that it hasn't kept
    Offline,
    /// An old address, which leads on
    Moved(Moved),
    /// A file that only programs read
    Data(Data),
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
    /// Whether its card has its own title: it is among the newest.
    pub has_own_card: bool,
}

/// Posts are the same if they are the very same in memory.
impl PartialEq for PostPlace {
    fn eq(&self, other: &Self) -> bool {
        let posts = |place: &Self| {
            [Some(&place.post), place.previous.as_ref(), place.next.as_ref()]
                .map(|post| post.map(Arc::as_ptr))
        };
        posts(self) == posts(other) && self.has_own_card == other.has_own_card
    }
}

/// A page of the posts of a category or tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermPlace {
    /// Which of the two.
    pub taxonomy: Taxonomy,
    /// Its place in [`Posts::categories`](crate::site::Posts::categories) or [`Posts::tags`](crate::site::Posts::tags).
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
            Taxonomy::Category => site.posts.categories.get(self.index),
            Taxonomy::Tag => site.posts.tags.get(self.index),
        }
    }
}

/// The file in the output folder that is at `path` within the site.
pub fn file_at(path: &str) -> String {
    let path = path.trim_start_matches('/');
    if path.is_empty() || path.ends_with('/') { [path, "index.html"].concat() } else { path.to_owned() }
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
            Self::Offline => "/offline/".to_owned(),
            Self::Moved(moved) => moved.redirect.from.value.as_str().to_owned(),
            Self::Data(data) => data.path(),
        }
    }

    /// The file in the output folder.
    pub fn file(&self) -> String {
        file_at(&self.path())
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
            Self::Gallery | Self::Moved(_) => "pages/forward.html",
            Self::GalleryPage(_) => "pages/gallery.html",
            Self::Blog(_) => "pages/blog.html",
            Self::Post(_) => "pages/post.html",
            Self::Term(_) => "pages/taxonomy.html",
            Self::NotFound => "pages/not-found.html",
            Self::Offline => "pages/offline.html",
            Self::Data(_) => return None,
        })
    }

    /// The list of posts of which the page shows a part, and which part.
    pub fn list<'s>(&self, site: &'s Site) -> Option<(&'s [Arc<Post>], PageNumber)> {
        match self {
            Self::Blog(number) => Some((&site.posts.shown, *number)),
            Self::Term(place) => Some((place.term(site).map_or(&[][..], |term| &term.posts), place.number)),
            _ => None,
        }
    }

    /// True for the second page of a list, and those after it.
    pub fn is_further(&self) -> bool {
        match self {
            Self::Blog(number) | Self::GalleryPage(number) | Self::Term(TermPlace { number, .. }) => {
                number.get() > 1
            }
            _ => false,
        }
    }

    /// The posts of which there is something on the page, besides what all pages of its section have. Whoever
    /// makes the page takes them from here: when none of them changed, the page is taken for the same.
    pub fn posts<'s>(&'s self, site: &'s Site) -> Vec<&'s Arc<Post>> {
        match (self, self.list(site)) {
            (_, Some((posts, number))) => page_of(posts, number, site.blog.per_page.get() as usize).collect(),
            (Self::Home, _) => {
                site.posts.shown.iter().take(site.home.words.news.count.get() as usize).collect()
            }
            (Self::Post(place), _) => [Some(&place.post), place.previous.as_ref(), place.next.as_ref()]
                .into_iter()
                .flatten()
                .collect(),
            (Self::Data(data), _) => data.posts(site).iter().collect(),
            _ => Vec::new(),
        }
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
            Self::NotFound | Self::Offline | Self::Moved(_) | Self::Data(_) => "",
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
            Self::Blog(_) | Self::Term(_) => site.blog_page.file,
            Self::Post(place) => place.post.file,
            Self::NotFound => site.not_found.file,
            Self::Offline | Self::Moved(_) => site.gym.span.file,
            Self::Data(data) => data.content(site),
        }
    }
}
