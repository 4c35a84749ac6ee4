//! What templates are given of each page.
//!
//! Objects with declared fields say themselves that they are true: the engine would list their fields to know whether there
//! are any.

pub(super) mod entries;
mod gym;
mod navigation;
mod page;
mod pager;
mod post;
mod section;
mod share;
mod structured;
mod timetable;
mod values;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use foldhash::HashMap;
use minijinja::{
    Value, context,
    value::{Enumerator, Object},
};

use self::structured::Publisher;
pub(super) use self::{
    page::{PageContext, part},
    values::{formatted_text, lacks_number},
};

use crate::{
    assets::{Card, Cards, Pictures},
    render::{
        data::{entry_feed_title, feed_title},
        policy,
        site::RenderSite,
    },
    routes::{FeedOf, FilePlace, Page, Routes, TermPlace},
    schema::{CollectionType, Name},
    site::{Site, Taxonomy, blog_root, part_of},
};

/// What pages share, put together once.
#[derive(Debug)]
pub(super) struct Shared {
    pub site: Arc<RenderSite>,
    /// `site` in templates.
    pub gym: Value,
    /// `navigation` in each part of the site, by the start of its paths.
    navigation: BTreeMap<Arc<str>, Value>,
    timetable: OnceLock<Value>,
    /// The singles that are in all contexts, by their names in templates; none where the project has no such file. `site`
    /// and `navigation` have views of their own. Each name that a template calls is looked up here: hence the hashes.
    singles: HashMap<String, Value>,
    cards: Option<Cards>,
    /// The gym as the publisher of posts, in structured data.
    publisher: Publisher,
    /// The feeds that every page names, unless they belong to one of their own: that of the blog.
    feeds: Value,
    /// What pages may do, where no header says it.
    pub policy: Option<Arc<str>>,
}

impl Shared {
    pub(super) fn new(
        site: &Arc<Site>,
        routes: &Routes,
        pictures: &Arc<Pictures>,
        cards: Option<Cards>,
    ) -> Arc<Self> {
        let site = Arc::new(RenderSite::new(site, pictures));
        let declared = site.types.collections.values().filter_map(|found| found.page.as_deref());
        let pages = routes.pages().filter_map(|(_, page)| match page {
            Page::File(place) => Some(place.page.part()),
            Page::Post(_) | Page::Entry(_) | Page::Term(_) | Page::Offline(_) => None,
        });
        let pages = pages.chain(["", part_of(blog_root(&site.types))]);
        let parts: BTreeSet<&str> = pages.chain(declared.map(part_of)).collect();
        let navigation = |part| (Arc::from(part), navigation::view(part, &site));
        Arc::new(Self {
            gym: gym::view(&site),
            navigation: parts.into_iter().map(navigation).collect(),
            timetable: OnceLock::new(),
            singles: singles(&site),
            cards,
            publisher: Publisher::new(&site),
            feeds: blog_feeds(&site),
            policy: (!site.gym.host().reads_our_files()).then(|| policy::policy(&site).into()),
            site,
        })
    }

    /// The letters of its title that the page's card lacks.
    pub fn letters_not_on_card(&self, page: &Page) -> String {
        let cards = self.cards.as_ref().filter(|cards| share::card(page, &self.site, cards).is_some());
        cards.map(|cards| cards.missing_letters(&share::title(page, &self.site))).unwrap_or_default()
    }

    /// The page's card, if there are cards and it has one.
    pub(super) fn card(&self, page: &Page) -> Option<Card> {
        share::card(page, &self.site, self.cards.as_ref()?)
    }
}

/// The part of a template context that the pages of a part of the site share.
#[derive(Debug)]
pub(super) struct PartContext {
    part: Arc<str>,
    shared: Arc<Shared>,
}

impl PartContext {
    pub(super) fn new(part: &str, shared: &Arc<Shared>) -> Arc<Self> {
        Arc::new(Self { part: part.into(), shared: shared.clone() })
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let mut singles: Vec<&str> = self.shared.singles.keys().map(String::as_str).collect();
        singles.sort_unstable();
        ["navigation", "policy", "timetable"].into_iter().chain(singles)
    }
}

fn singles(site: &Arc<RenderSite>) -> HashMap<String, Value> {
    let names = site.types.singles.keys().filter(|name| !matches!(&***name, "site" | "navigation"));
    let value = |name: &Name| site.single(name).map(|table| values::TableValue::value(table, site)).into();
    names.map(|name| (name.replace('-', "_"), value(name))).collect()
}

impl Object for PartContext {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let Shared { site, navigation, timetable, singles, policy, .. } = &*self.shared;
        match key {
            "policy" => Some(policy.clone().into()),
            // Of an entry right below the top, the part is its own.
            "navigation" => Some(
                navigation.get(&self.part).cloned().unwrap_or_else(|| navigation::view(&self.part, site)),
            ),
            "timetable" => Some(timetable.get_or_init(|| timetable::timetable(site)).clone()),
            _ => singles.get(key).cloned(),
        }
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.names().map(Value::from).collect())
    }
}

/// `page.name`: the name of the page's file, or the kind of a page without one.
fn name(page: &Page) -> &str {
    match page {
        Page::File(place) => &place.page.name,
        Page::Post(_) => "post",
        Page::Entry(place) => &place.collection,
        Page::Term(_) => "term",
        Page::Offline(_) => "offline",
    }
}

/// `Category: Boxing`
fn term_title(place: &TermPlace, site: &RenderSite) -> String {
    let (key, fallback) = match place.taxonomy {
        Taxonomy::Category => ("category_title", "Category"),
        Taxonomy::Tag => ("tag_title", "Tag"),
    };
    let name = page::blog_word(site, key).unwrap_or_else(|| fallback.to_owned());
    let term = site.term(place.taxonomy, &place.id);
    format!("{name}: {}", term.map_or("", |term| term.title.as_str()))
}

/// `page 2` of a list of pages.
fn page_number(number: usize, word: Option<&str>, site: &RenderSite) -> String {
    let word = word.map(str::to_owned).or_else(|| page::blog_word(site, "page"));
    let word = word.as_deref().unwrap_or("page");
    format!("{word} {}", site.formats.count(number))
}

/// Title and description. No two pages have the same title.
fn heading(page: &Page, site: &RenderSite) -> (String, String) {
    match page {
        Page::File(FilePlace { page, number, day }) => {
            let mut title = page.title.as_str().to_owned();
            if let Some(day) = day {
                title = format!("{title}, {}", site.formats.weekday(*day));
            }
            if number.get() > 1 || page.is_numbered() {
                let word = page.paged_section().and_then(|section| section.table.text("page"));
                title = format!("{title}, {}", page_number(number.get(), word, site));
            }
            (title, page.description.as_str().to_owned())
        }
        Page::Post(place) => {
            (place.post.entry.title.value.as_str().to_owned(), place.post.entry.excerpt.as_str().to_owned())
        }
        Page::Entry(place) => {
            let text = |keys: [&str; 3]| keys.iter().find_map(|key| place.entry.table.text(key));
            let title = text(["title", "name", "heading"]).unwrap_or(&place.entry.id);
            let description = text(["summary", "excerpt", "description"]);
            (title.to_owned(), description.unwrap_or(site.gym.summary()).to_owned())
        }
        Page::Term(place) => {
            let title = term_title(place, site);
            let title = match place.number.get() {
                1 => title,
                number => format!("{title}, {}", page_number(number, None, site)),
            };
            let description = site.paged("posts").map(|page| page.description.as_str());
            (title, description.unwrap_or(site.gym.summary()).to_owned())
        }
        Page::Offline(_) => match &site.gym.offline {
            Some(offline) => (offline.title.as_str().to_owned(), offline.text.as_str().to_owned()),
            None => Default::default(),
        },
    }
}

/// The feed of a page's own category.
fn own_feed(page: &Page) -> Option<FeedOf> {
    match page {
        Page::Term(place) => match place.taxonomy {
            Taxonomy::Category => Some(FeedOf::of_category(&place.id, &place.first)),
            Taxonomy::Tag => None,
        },
        Page::File(_) | Page::Post(_) | Page::Entry(_) | Page::Offline(_) => None,
    }
}

/// The collection whose feed a page belongs to: that of its entry, or of the entries below it.
fn collection_of<'r>(page: &Page, site: &'r RenderSite) -> Option<&'r CollectionType> {
    let collections = &site.types.collections;
    match page {
        Page::Entry(place) => collections.get(&place.collection),
        Page::File(place) => {
            let path = place.page.first_path();
            collections.values().find(|found| found.root() == Some(&*path))
        }
        Page::Post(_) | Page::Term(_) | Page::Offline(_) => None,
    }
}

/// The feeds that `page` belongs to, and that of the blog.
fn feeds(page: &Page, shared: &Shared) -> Value {
    let site = &shared.site;
    let of_entries = collection_of(page, site)
        .and_then(|found| Some(feed_link(entry_feed_title(found, site), &found.feed.as_ref()?.path, site)));
    let own = own_feed(page).map(|of| feed_link(feed_title(&of, site), &of.path(), site));
    let blog = &shared.feeds;
    match (of_entries, own) {
        (None, None) => blog.clone(),
        (of_entries, own) => {
            of_entries.into_iter().chain(own).chain(blog.try_iter().into_iter().flatten()).collect()
        }
    }
}

/// The feed of the blog, in a list, which is empty if there is no blog.
fn blog_feeds(site: &RenderSite) -> Value {
    let blog = site.has_blog().then(|| FeedOf::blog(&site.types));
    blog.map(|of| feed_link(feed_title(&of, site), &of.path(), site)).into_iter().collect()
}

fn feed_link(title: String, path: &str, site: &RenderSite) -> Value {
    context! { title => title, url => site.base.href(path) }
}

/// The full address of the page at `path`. Returns none if the site has no full address.
fn canonical(path: &str, site: &RenderSite) -> Value {
    site.is_placed.then(|| site.base.absolute(path)).into()
}

/// The address of the contact form, which picks an entry and shows it by its fragment; the front page where there is no
/// such form.
fn join_url(site: &RenderSite, field: &str, id: &str) -> Value {
    let contact = site.page_with("contact");
    let path = match contact {
        Some(page) => format!("{}?{field}={id}#{field}-{id}", page.first_path()),
        None => format!("/?{field}={id}"),
    };
    site.base.href(&path).into()
}
