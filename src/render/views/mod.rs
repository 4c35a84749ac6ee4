//! What templates are told of each page.

mod blog;
mod cards;
mod gallery;
mod gym;
mod islands;
mod navigation;
mod pager;
mod post;
mod schedule;
mod share;
mod structured;
mod told;

use std::{collections::BTreeMap, sync::Arc};

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

pub(super) use self::told::Told;

use crate::{
    assets::{Card, Cards, Pictures, Purpose},
    content::pages::Head,
    decode::value::{Link, Word},
    render::{data::feed_title, formats::Formats, policy},
    routes::{FeedOf, Page, PageNumber, TermPlace, numbered, term_path},
    site::{Site, Taxonomy},
    store,
};

/// Values that many pages share, made once.
pub(super) struct Shared {
    pub site: Value,
    /// What the pages of each section have in common.
    sections: BTreeMap<&'static str, Value>,
    plan_rows: Value,
    words: BTreeMap<&'static str, Value>,
    posts: blog::PostViews,
    cards: Option<Cards>,
    icons: Value,
    /// What pages may do, where no header says it.
    policy: Value,
    pictures: Arc<Pictures>,
}

/// The icons that pages name.
#[derive(Serialize)]
struct Icons {
    tab: String,
    touch: String,
}

/// A feed that readers can find by the page.
#[derive(Serialize)]
struct FeedLink {
    title: String,
    url: String,
}

fn icons(site: &Site, pictures: &Pictures) -> Option<Icons> {
    let icon = |purpose| pictures.icon(purpose).map(|path| site.base.href(&path));
    Some(Icons { tab: icon(Purpose::Tab)?, touch: icon(Purpose::Touch)? })
}

/// A value that serde understands, as templates understand it.
pub(super) fn value(of: impl Serialize) -> Value {
    Value::from(Serde(of))
}

impl Shared {
    pub(super) fn of(site: &Site, pictures: &Arc<Pictures>, cards: Option<Cards>) -> Self {
        let sections = [
            "/",
            "/about/",
            "/classes/",
            "/pricing/",
            "/contact/",
            "/login/",
            "/signup/",
            "/schedule/",
            "/gallery/",
            "/blog/",
            "",
        ];
        let posts = blog::PostViews::of(site, pictures);
        let (sidebar, blog_search) = (blog::sidebar(site), islands::blog_search(site));
        let common = |section| {
            let navigation = navigation::view(site, section, islands::navigation(site, section, pictures));
            (section, context! { navigation, sidebar => sidebar.clone(), blog_search => blog_search.clone() })
        };
        Self {
            site: gym::view(site),
            sections: sections.into_iter().map(common).collect(),
            plan_rows: cards::plan_rows(site),
            words: words(site),
            posts,
            cards,
            icons: value(icons(site, pictures)),
            policy: (!site.gym.publish.host.reads_our_files()).then(|| policy::policy(site)).into(),
            pictures: pictures.clone(),
        }
    }

    /// Another one, when pages are told anything else in common; nothing if that can't be told.
    pub(super) fn fingerprint(&self) -> Option<blake3::Hash> {
        let told = (&self.site, &self.sections, &self.plan_rows, &self.words, &self.icons, &self.policy);
        Some(store::key([serde_json::to_vec(&told).ok()?.as_slice()]))
    }

    /// The page's card, if there are cards and it has one.
    pub(super) fn card(&self, page: &Page, site: &Site) -> Option<Card> {
        share::card(page, site, self.cards.as_ref()?, &self.pictures)
    }

    /// What the pages of each section have in common, by section.
    pub(super) fn of_sections(&self) -> BTreeMap<&'static str, Value> {
        self.sections.clone()
    }

    /// What only this kind of page is told.
    fn own(&self, page: &Page, site: &Site) -> Value {
        match page {
            Page::Home => context! {
                featured => cards::featured(site),
                trainers => cards::trainers(site),
                plan_rows => self.plan_rows.clone(),
                gallery => gallery::pictures(site.home_gallery.iter()),
                news => self.posts.list(page.posts(site)),
            },
            Page::Classes => {
                context! { classes => cards::classes(site), short => site.classes_page.words.short.get() }
            }
            Page::Offline => context! { offline => value(&site.gym.offline) },
            Page::Pricing => context! { plan_rows => self.plan_rows.clone() },
            Page::Week => schedule::week(site),
            Page::Day(day) => schedule::day(site, *day),
            Page::Moved(moved) => context! { to => moved.target(&site.base) },
            Page::Gallery => context! { to => site.base.href(&Page::GalleryPage(PageNumber::MIN).path()) },
            Page::GalleryPage(number) => gallery::page(site, *number),
            Page::Blog(number) => context! {
                posts => self.posts.list(page.posts(site)),
                pager => pager::posts(site, "/blog/", site.posts.shown.len(), *number),
            },
            Page::Post(place) => self.posts.post(place),
            Page::Term(place) => {
                let term = place.term(site);
                let (first, count) =
                    (term_path(place.taxonomy, &place.id), term.map_or(0, |term| term.posts.len()));
                context! {
                    posts => self.posts.list(page.posts(site)),
                    pager => pager::posts(site, &first, count, place.number),
                    term => context! { kind => place.taxonomy.segment(), title => term.map(|term| term.title.as_str()) },
                }
            }
            Page::About | Page::Contact | Page::Login | Page::Signup | Page::NotFound | Page::Data(_) => {
                Value::from(())
            }
        }
    }
}

/// The words of each page's own file, as its kind is called in templates.
fn words(site: &Site) -> BTreeMap<&'static str, Value> {
    let (blog, schedule, gallery) =
        (value(&site.blog_page.words), value(&site.schedule_page.words), value(&site.gallery_page.words));
    BTreeMap::from([
        ("home", value(&site.home.words)),
        ("about", value(&site.about.words)),
        ("classes", value(&site.classes_page.words)),
        ("pricing", value(&site.pricing.words)),
        ("contact", value(&site.contact.words)),
        ("login", value(&site.login.words)),
        ("signup", value(&site.signup.words)),
        ("schedule-week", schedule.clone()),
        ("schedule-day", schedule),
        ("gallery", gallery.clone()),
        ("gallery-page", gallery.clone()),
        ("moved", gallery),
        ("blog", blog.clone()),
        ("post", blog.clone()),
        ("term", blog),
        ("not-found", value(&site.not_found.words)),
    ])
}

/// What templates and styles call the kind of page.
fn kind(page: &Page) -> &'static str {
    match page {
        Page::Home => "home",
        Page::About => "about",
        Page::Classes => "classes",
        Page::Pricing => "pricing",
        Page::Contact => "contact",
        Page::Login => "login",
        Page::Signup => "signup",
        Page::Week => "schedule-week",
        Page::Day(_) => "schedule-day",
        Page::Gallery => "gallery",
        Page::GalleryPage(_) => "gallery-page",
        Page::Blog(_) => "blog",
        Page::Post(_) => "post",
        Page::Term(_) => "term",
        Page::NotFound => "not-found",
        Page::Offline => "offline",
        Page::Moved(_) => "moved",
        Page::Data(_) => "data",
    }
}

/// `Category: Boxing`
fn term_title(place: &TermPlace, site: &Site) -> String {
    let words = &site.blog_page.words;
    let name = match place.taxonomy {
        Taxonomy::Category => words.category_title.as_str(),
        Taxonomy::Tag => words.tag_title.as_str(),
    };
    format!("{name}: {}", place.term(site).map_or("", |term| term.title.as_str()))
}

/// Title and description. No two pages have the same title.
fn heading(page: &Page, site: &Site) -> (String, String) {
    let of = |head: &Head| (head.title.as_str().to_owned(), head.description.as_str().to_owned());
    let with = |head: &Head, more: String| {
        (format!("{}, {more}", head.title.as_str()), head.description.as_str().to_owned())
    };
    let paged = |head: &Head, number: PageNumber| match number.get() {
        1 => of(head),
        number => with(head, format!("{} {number}", site.blog_page.words.page.as_str())),
    };
    match page {
        Page::Home => of(&site.home.words.head),
        Page::About => of(&site.about.words.head),
        Page::Classes => of(&site.classes_page.words.head),
        Page::Pricing => of(&site.pricing.words.head),
        Page::Contact => of(&site.contact.words.head),
        Page::Login => of(&site.login.words.head),
        Page::Signup => of(&site.signup.words.head),
        Page::Week => of(&site.schedule_page.words.head),
        Page::Day(day) => with(&site.schedule_page.words.head, Formats::of(site).weekday(*day).to_owned()),
        Page::Gallery => of(&site.gallery_page.words.head),
        Page::GalleryPage(number) => {
            let words = &site.gallery_page.words;
            with(&words.head, format!("{} {number}", words.page.as_str()))
        }
        Page::Blog(number) => paged(&site.blog_page.words.head, *number),
        Page::Post(place) => {
            (place.post.entry.title.value.as_str().to_owned(), place.post.entry.excerpt.as_str().to_owned())
        }
        Page::Term(place) => {
            let title = term_title(place, site);
            let words = &site.blog_page.words;
            let title = match place.number.get() {
                1 => title,
                number => format!("{title}, {} {number}", words.page.as_str()),
            };
            (title, site.blog_page.words.head.description.as_str().to_owned())
        }
        Page::NotFound => of(&site.not_found.words.head),
        Page::Offline => site.gym.offline.as_ref().map_or_else(Default::default, |words| {
            (words.title.as_str().to_owned(), words.text.as_str().to_owned())
        }),
        Page::Moved(moved) => {
            let path = moved.redirect.from.value.as_str().to_owned();
            (path.clone(), path)
        }
        Page::Data(_) => of(&site.blog_page.words.head),
    }
}

/// The feed of the blog, and before it the one of the page's own category.
fn feeds(page: &Page, site: &Site) -> Vec<FeedLink> {
    let own = match page {
        Page::Term(place) if place.taxonomy == Taxonomy::Category => {
            Some(FeedOf::Category { index: place.index, id: place.id.clone() })
        }
        _ => None,
    };
    let link = |of: FeedOf| FeedLink { title: feed_title(&of, site), url: site.base.href(&of.path()) };
    own.into_iter().chain([FeedOf::Blog]).map(link).collect()
}

/// The page that search engines should take instead, if not this one.
fn canonical(page: &Page) -> Option<String> {
    match page {
        Page::Gallery => Some(Page::GalleryPage(PageNumber::MIN).path()),
        Page::Moved(moved) => match moved.redirect.to.value.link() {
            Link::Internal { path, .. } => Some(path.to_string()),
            Link::External(_) => None,
        },
        _ => None,
    }
}

/// The address of a class in the contact form.
fn join_class(site: &Site, class: &str) -> String {
    site.base.href(&format!("/contact/?class={class}"))
}

/// The address of a page of a list.
fn numbered_url(site: &Site, first: &str, number: PageNumber) -> String {
    site.base.href(&numbered(first, number))
}

/// A weekday's page.
fn day_url(site: &Site, day: crate::decode::value::Weekday) -> String {
    site.base.href(&format!("/schedule/{}/", day.word()))
}
