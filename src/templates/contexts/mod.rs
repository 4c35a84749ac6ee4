//! The context that templates get for each page.

mod clock;
pub(super) mod entries;
mod fields;
mod gym;
mod language_list;
mod navigation;
mod page;
mod pager;
mod pictures;
mod section;
mod share;
mod structured;
mod timetable;
mod values;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, OnceLock},
};

use foldhash::HashMap;
use minijinja::{Value, context};

use self::{
    fields::{ContextValue, Record},
    language_list::LanguageLists,
};
pub(super) use self::{
    language_list::LanguageList,
    page::PageContext,
    values::{formatted_text, lacks_number, object_address, with_forms_noted},
};

use crate::{
    assets::{Card, Cards},
    routes::{CardSubject, FeedLink, FeedOf, Page},
    schema::{Role, decode::value::Destination},
    site::LinkSubject,
    templates::{Languages, RenderContext, marks::Marks, site::RenderSite},
};

/// The values that pages share, made once.
pub(super) struct Shared {
    pub site: Arc<RenderSite>,
    /// `site` in templates.
    pub gym: Value,
    /// `navigation`, by the address of the menu's current link.
    navigation: BTreeMap<Arc<str>, Value>,
    timetable: OnceLock<Value>,
    /// The data for scripts that show the time-dependent state of the gym.
    clock: OnceLock<Value>,
    /// The singles that all contexts have, by their names in templates; none for a single without a file. `site` and
    /// `navigation` have views of their own. Each name in a template is looked up here, hence the hash map.
    singles: HashMap<String, Value>,
    cards: Option<Cards>,
    /// The gym as the publisher of posts, in structured data.
    publisher: structured::PostPublisher,
    /// The feed of the blog, which every page names.
    feeds: Value,
    pub languages: Arc<Languages>,
    language_lists: LanguageLists,
}

impl Shared {
    pub(super) fn new(context: &RenderContext, cards: Option<Cards>, marks: Option<Arc<Marks>>) -> Arc<Self> {
        let site = Arc::new(RenderSite::new(&context.site, &context.pictures, marks));
        let links = site.gym.navigation.menu().map(|(_, to)| to.as_written());
        let mut navigation = BTreeMap::new();
        for part in links.chain([String::new()]).collect::<BTreeSet<String>>() {
            navigation.insert(Arc::from(&*part), navigation::view(&part, &site));
        }
        Arc::new(Self {
            gym: gym::view(&site),
            navigation,
            timetable: OnceLock::new(),
            clock: OnceLock::new(),
            singles: singles(&site),
            cards,
            publisher: structured::PostPublisher::new(&site),
            feeds: blog_feeds(&site),
            languages: context.languages.clone(),
            language_lists: LanguageLists::default(),
            site,
        })
    }

    /// The letters of the title that its card lacks.
    pub fn letters_not_on_card(&self, subject: &CardSubject) -> String {
        let cards = self.cards.as_ref().filter(|cards| share::card(subject, &self.site, cards).is_some());
        cards.map(|cards| cards.missing_letters(&subject.title)).unwrap_or_default()
    }

    /// The card, if there are cards and a picture for it.
    pub(super) fn card(&self, subject: &CardSubject) -> Option<Card> {
        share::card(subject, &self.site, self.cards.as_ref()?)
    }
}

/// The part of a template context that all pages with the same current menu link share.
pub(super) struct PartContext {
    part: Arc<str>,
    shared: Arc<Shared>,
}

fn singles(site: &Arc<RenderSite>) -> HashMap<String, Value> {
    let navigation = site.project.types.with_role(Role::Navigation);
    let names =
        site.project.types.singles.keys().filter(|name| ***name != *"site" && Some(*name) != navigation);
    let mut singles = HashMap::default();
    for name in names {
        let table = site.single(name).map(|table| values::table(table, site));
        singles.insert(name.replace('-', "_"), table.into());
    }
    singles
}

impl fmt::Debug for PartContext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PartContext({})", self.part)
    }
}

impl PartContext {
    /// The values that pages with this current menu link share.
    pub(super) fn value(part: Arc<str>, shared: &Arc<Shared>) -> Value {
        Record::value(Self { part, shared: shared.clone() })
    }
}

impl ContextValue for PartContext {
    fn get(&self, name: &str) -> Option<Value> {
        let Shared { site, navigation, timetable, clock, singles, .. } = &*self.shared;
        match name {
            "navigation" => navigation.get(&self.part).cloned(),
            "clock" => Some(clock.get_or_init(|| clock::json(site)).clone()),
            "timetable" => Some(timetable.get_or_init(|| timetable::timetable(site)).clone()),
            _ => singles.get(name).cloned(),
        }
    }

    fn names(&self) -> Vec<Value> {
        let mut singles: Vec<&str> = self.shared.singles.keys().map(String::as_str).collect();
        singles.sort_unstable();
        ["clock", "navigation", "timetable"].into_iter().chain(singles).map(Value::from).collect()
    }
}

/// The feed with the entries of the page, and the feed of the blog.
fn feeds(page: &Page, shared: &Shared) -> Value {
    let own = page.place.feed.iter().map(|feed| feed_link(feed, &shared.site));
    own.chain(shared.feeds.try_iter().into_iter().flatten()).collect()
}

/// The feed of the blog as a list, which is empty without a blog.
fn blog_feeds(site: &RenderSite) -> Value {
    let blog = site.project.types.with_role(Role::Blog).filter(|_| site.has_blog());
    let feed = blog.and_then(|name| {
        let path = site.project.types.collections.get(name)?.feed.as_ref()?.path.clone();
        Some(FeedLink { subject: FeedOf::Entries(name.clone()), path })
    });
    feed.map(|feed| feed_link(&feed, site)).into_iter().collect()
}

fn feed_link(feed: &FeedLink, site: &RenderSite) -> Value {
    context! { title => feed.subject.title(site), url => site.address.base.href(&feed.path) }
}

/// The absolute address of the page at `path`; none if the site has no base URL.
fn canonical(path: &str, site: &RenderSite) -> Value {
    site.address.has_base_url.then(|| site.address.base.absolute(path)).into()
}

/// The address at which a class or a plan is booked: its own, else that of all, else that of the contact form. Nothing if
/// there is nothing to book.
fn join_url(own: Option<&Destination>, subject: LinkSubject<'_>, site: &RenderSite) -> Value {
    match own.or(site.gym.settings.book.as_ref()) {
        Some(Destination::Nowhere) => Value::from(()),
        Some(Destination::At(link)) => site.link_address(link, subject).into(),
        None => subject.picked.map(|picked| contact_url(picked, site)).into(),
    }
}

/// The address of the contact form, which selects an entry and shows it by its fragment; without such a form, the front
/// page.
fn contact_url(picked: (&str, &str), site: &RenderSite) -> String {
    let (kind, id) = picked;
    let form = site.here_or_main(|site| site.contact_path(picked));
    form.unwrap_or_else(|| site.address.base.href(&format!("/?{kind}={id}")))
}
