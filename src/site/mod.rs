//! The site: every reference is resolved, so that no later step can meet a dangling one.

mod base;
mod changes;
mod due;
mod editions;
mod entries;
mod event_times;
mod filter;
mod folders;
mod forms;
mod hours;
mod index;
mod mentions;
mod model;
mod notices;
mod opening;
mod pay;
mod pages;
mod prices;
mod publication;
mod queries;
mod resolve;
mod search_labels;
mod seasons;
mod series;
mod services;
pub mod session_words;
mod targets;
mod tiers;
mod titles;
mod venue;

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use jiff::{Timestamp, Zoned, civil::Date, tz::TimeZone};

pub use base::BaseUrl;
pub use changes::{ChangeKind, ScheduleChange, ScheduleOverride, overrides};
pub use due::ComingChange;
pub use editions::Counterparts;
pub use entries::{EntryList, Term};
pub use event_times::{EntryDate, EventTime, changes_of_clock, minutes_after, moment, moment_in};
pub use filter::{EXCEPT, EntryFilter, ONLY, compared, words_of};
pub use forms::Receiver;
pub use hours::{OpeningHours, Run, Season};
pub use index::EntryIndex;
pub use mentions::Mentions;
pub use model::{Class, Day, ScheduledClass, Trainer};
pub use opening::{Branch, Opening};
pub use pages::{PageFile, Section, numbered, part_of, styles_of_sections};
pub use pay::is_cpf;
pub use publication::{HeldBack, Reason};
pub use series::start_field;
pub use targets::LinkSubject;
pub use tiers::{LowestPrice, Tier, TierKind, current_offer, is_full, lowest_prices, price, price_in};
pub use venue::{Venue, author, entry_text, entry_title, event_word, notice, zone_of};

use crate::{
    content::{self, Content, Entry, Gym, HoursException, Navigation, Originals, Project, SiteNotice},
    diagnostic::{Diagnostics, FileId},
    formats::Formats,
    schema::{
        Name, Role, Table,
        decode::value::{TimeRange, Weekday},
    },
    widgets::{self, WidgetCode, Widgets},
};

/// The inputs of a build besides its sources. The output depends on nothing else.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time of the build, which determines the published entries and the year of the copyright.
    pub now: Timestamp,
    /// The time at which content was last changed, if it is known: that of the last commit.
    pub changed: Option<Timestamp>,
    /// True to publish drafts and entries with a later date, too.
    pub drafts: bool,
    /// The address at which the site is published, in place of that in `content/site.toml`.
    pub base_url: Option<BaseUrl>,
    /// True in a preview, which keeps accounts and takes messages itself, in place of the services in content.
    pub is_preview: bool,
}

impl Settings {
    /// True if translations are shown that aren't to be published yet: in a preview, or with drafts.
    pub fn shows_draft_translations(&self) -> bool {
        self.drafts || self.is_preview
    }

    /// The settings of a site that is published at this time, at the address in `content/site.toml`.
    pub fn at(now: Timestamp) -> Self {
        Self { now, changed: None, drafts: false, base_url: None, is_preview: false }
    }
}

#[derive(Debug)]
pub struct Site {
    pub project: Arc<Project>,
    pub gym: GymInfo,
    pub address: SiteAddress,
    pub clock: Clock,
    pub schedule: Week,
    /// The notices that aren't over, warnings first.
    pub notices: Vec<Arc<SiteNotice>>,
    pub collections: Collections,
    /// The files that a site has at most once, by name.
    pub singles: BTreeMap<Name, Arc<Table>>,
    pub pages: Vec<Arc<PageFile>>,
    /// The entries that refer to an entry.
    pub mentions: Mentions,
    /// The pasted codes of services.
    pub widgets: Widgets,
    /// The site in the main language, of which this is an edition in a further one.
    pub original: Option<Arc<Site>>,
    /// The addresses here by those in the main language; empty in that.
    pub counterparts: Counterparts,
    /// The choices of visitors, in the words of the main language.
    pub originals: Arc<Originals>,
}

/// The gym, as `content/site.toml` and the files of its branches describe it.
#[derive(Debug)]
pub struct GymInfo {
    /// The fields of `content/site.toml`.
    pub settings: Arc<Gym>,
    /// The file `content/site.toml`, even if it can't be read.
    pub file: FileId,
    /// Dates, numbers and prices in its language.
    pub formats: Formats,
    pub navigation: Arc<Navigation>,
    /// Its opening hours; a branch may have others.
    pub opening: Opening,
    /// The branches of a gym with several places, by id; empty otherwise.
    pub branches: BTreeMap<Arc<str>, Arc<Branch>>,
}

/// The address at which the site is published.
#[derive(Debug)]
pub struct SiteAddress {
    /// The root of the pages in this language.
    pub base: BaseUrl,
    /// The root of the site, with what all languages share.
    pub root: BaseUrl,
    /// False if the site has no base URL, so that its address is made up.
    pub has_base_url: bool,
    /// See [`Settings::is_preview`].
    pub is_preview: bool,
}

/// The time of the build.
#[derive(Debug)]
pub struct Clock {
    /// The beginning of the day of the build, on the site's clock. Only published entries depend on a finer time, so
    /// that a build is valid until [`Site::valid_until`].
    pub today: Zoned,
    /// The time at which content was last changed, for subscribers of calendars. If it isn't known, the day of the
    /// build, as nothing tells what was published before.
    pub revised: Timestamp,
}

/// The week, and its changes on dates.
#[derive(Debug)]
pub struct Week {
    /// The days in the order of the gym's week; none without a schedule.
    pub days: Vec<Day>,
    /// The changes on dates, in the order of the calendar.
    pub changes: Vec<ScheduleChange>,
    /// The seasons that are weeks of their own, in the order of the calendar.
    pub seasons: Vec<Arc<content::Viewed<content::SeasonFields>>>,
}

/// The entries of all collections.
#[derive(Debug)]
pub struct Collections {
    /// The entries of each collection, by its name.
    pub lists: BTreeMap<Name, EntryList>,
    pub classes: BTreeMap<Arc<str>, Arc<Class>>,
    pub trainers: BTreeMap<Arc<str>, Arc<Trainer>>,
    pub plans: content::Entries<content::PlanFields>,
    pub forms: content::Entries<content::FormFields>,
    /// The sections of the pages of entries that have some.
    pub sections: BTreeMap<content::EntryId, Arc<[Section]>>,
}

/// The time on the card of a class, in the usual week or from the first to the last of some days of seasons; none if the
/// class isn't held then.
#[derive(Debug)]
pub struct SeasonSlot {
    pub days: Option<(Date, Date)>,
    pub slot: Option<(Weekday, TimeRange)>,
}

impl Site {
    /// The time on the card of a class: the one in its file, else its first in the week.
    pub fn slot(&self, class: &Class) -> Option<(Weekday, TimeRange)> {
        let today = self.clock.today.date();
        let rows = self.schedule.days.iter().flat_map(|day| day.rows.iter().map(|row| (day.weekday, row)));
        let times = rows.filter(|(_, row)| row.class.id == class.id && !row.is_over(today));
        let declared = class.entry.slot.as_ref().and_then(content::Slot::time);
        // The week of today comes before those of other seasons.
        let first = times.min_by_key(|(_, row)| !row.entry.weeks.is_of_season(today));
        declared.or_else(|| first.map(|(day, row)| (day, row.time)))
    }

    /// The time on the card of a class in the usual week, and on the days of the seasons to come; empty if no season
    /// changes it.
    pub fn season_slots(&self, class: &Class) -> Vec<SeasonSlot> {
        let today = self.clock.today.date();
        let usual = self.slot_among(class, |weeks, _| weeks.season.is_none());
        let mut slots = vec![SeasonSlot { days: None, slot: usual }];
        slots.extend(seasons::periods(&self.schedule.seasons, today).map(|(first, last)| {
            let slot = self.slot_among(class, |weeks, day| {
                weeks.dates(first.max(today), day).next().is_some_and(|date| date <= last)
            });
            SeasonSlot { days: Some((first, last)), slot }
        }));
        if slots.iter().all(|one| one.slot == usual) { Vec::new() } else { slots }
    }

    /// The time that the file of a class says if a row that counts has it, else that of the first such row. A class without
    /// rows is at the time of its file in all weeks.
    fn slot_among(
        &self,
        class: &Class,
        counts: impl Fn(&content::Weeks, Weekday) -> bool,
    ) -> Option<(Weekday, TimeRange)> {
        let today = self.clock.today.date();
        let rows = self.schedule.days.iter().flat_map(|day| day.rows.iter().map(|row| (day.weekday, row)));
        let rows: Vec<_> = rows.filter(|(_, row)| row.class.id == class.id && !row.is_over(today)).collect();
        let declared = class.entry.slot.as_ref().and_then(content::Slot::time);
        if rows.is_empty() {
            return declared;
        }
        let counted = rows.iter().filter(|(day, row)| counts(&row.entry.weeks, *day));
        let times: Vec<_> = counted.map(|(day, row)| (*day, row.time)).collect();
        declared.filter(|time| times.contains(time)).or(times.first().copied())
    }

    /// The classes in the week or on a single date, each once, by id.
    pub fn scheduled(&self) -> impl Iterator<Item = &Class> {
        let weekly_classes = self.schedule.days.iter().flat_map(|day| &day.rows).map(|row| &row.class);
        let dated_classes = self.schedule.changes.iter().map(|change| &change.class);
        let classes: BTreeMap<&str, &Class> =
            weekly_classes.chain(dated_classes).map(|class| (&*class.id, &**class)).collect();
        classes.into_values()
    }

    /// The time until which the same content gives the same site: the next day, or the next entry that appears by
    /// itself.
    pub fn valid_until(&self) -> Timestamp {
        // The calendar ends in the year 9999.
        let tomorrow = self.clock.today.tomorrow().map_or(Timestamp::MAX, |day| day.timestamp());
        self.appearances().map(|change| change.at).fold(tomorrow, Timestamp::min)
    }

    /// The page that a collection is spread over, preferably one that leaves out none of its entries, and is listed.
    pub fn paged(&self, collection: &str) -> Option<&Arc<PageFile>> {
        let pages = self.pages.iter().filter(|page| page.is_spread_over(collection));
        pages.min_by_key(|page| (page.filter().is_narrower(), !page.is_listed))
    }

    /// The entries in a window of those that are spread over the pages of a file.
    pub fn paged_entries<'s>(&'s self, page: &'s PageFile, window: Range<usize>) -> Vec<&'s Entry> {
        let entries = page.paged.as_ref().map_or(&[][..], |(collection, _)| self.entries(collection));
        let filter = page.filter();
        if !filter.is_narrower() {
            // Each page would pass over the entries of all before it, which took a thirtieth of the time of 10,000 posts.
            let end = window.end.min(entries.len());
            return entries.get(window.start..end).unwrap_or_default().iter().collect();
        }
        let chosen = entries.iter().filter(|entry| filter.contains(&entry.table));
        chosen.skip(window.start).take(window.len()).collect()
    }

    /// The page that lists the posts of the blog.
    pub fn blog_page(&self) -> Option<&Arc<PageFile>> {
        self.listing_page(self.project.types.with_role(Role::Blog)?)
    }

    /// True if there is a blog: posts, or a page for them.
    pub fn has_blog(&self) -> bool {
        let blog = self.project.types.with_role(Role::Blog);
        blog.is_some_and(|name| !self.entries(name).is_empty() || self.paged(name).is_some())
    }

    /// True if there is a search: in the sidebar of a blog, or in a section of some page.
    pub fn has_search(&self) -> bool {
        self.has_blog() || self.last_page_with(Role::Search).is_some()
    }

    /// The page that shows the whole week.
    pub fn week_page(&self) -> Option<&Arc<PageFile>> {
        self.page_with(Role::Timetable)
    }

    /// The first page with a section of this role, preferably one about the whole gym and not a branch, and one that is listed.
    pub fn page_with(&self, role: Role) -> Option<&Arc<PageFile>> {
        self.pages_with(role).min_by_key(|page| {
            let is_of_branch = page.sections_with(role).all(|section| section.is_of_branch);
            (is_of_branch, !page.is_listed)
        })
    }

    /// The last page with a section of this role, preferably one that is listed.
    pub fn last_page_with(&self, role: Role) -> Option<&Arc<PageFile>> {
        self.pages_with(role).max_by_key(|page| page.is_listed)
    }

    fn pages_with(&self, role: Role) -> impl Iterator<Item = &Arc<PageFile>> {
        self.pages.iter().filter(move |page| page.sections_with(role).next().is_some())
    }

    /// The page that exists for each day of the week.
    pub fn daily_page(&self) -> Option<&Arc<PageFile>> {
        self.pages.iter().find(|page| page.is_daily)
    }

    /// The page at this address of its own.
    pub fn page_at(&self, path: &str) -> Option<&Arc<PageFile>> {
        self.pages.iter().find(|page| page.first_path() == path)
    }

    /// The table of a file that the site has at most once.
    pub fn single(&self, name: &str) -> Option<&Arc<Table>> {
        self.singles.get(name)
    }

    /// The table of the single with a role.
    pub fn single_of(&self, role: Role) -> Option<&Arc<Table>> {
        self.single(self.project.types.with_role(role)?)
    }

    /// The site's own words in such a file.
    pub fn words(&self, single: &str) -> Option<&Arc<Table>> {
        self.single(single)?.get("words")?.value.as_table()
    }

    /// The single with the words for the entries of a collection.
    pub fn single_beside(&self, collection: &str) -> Option<&Arc<Table>> {
        self.single(self.project.types.collections.get(collection)?.words.as_ref()?)
    }

    /// The words for the entries of a collection.
    pub fn words_of(&self, collection: &str) -> Option<&Arc<Table>> {
        let declared = self.project.types.collections.get(collection)?;
        let single = match &declared.words {
            None if declared.calendar.is_some() => &self.project.types.collection_of(Role::Event)?.words,
            words => words,
        };
        self.words(single.as_ref()?)
    }

    /// The coming changes of the week, the next one first.
    pub fn changes(&self) -> impl Iterator<Item = &ScheduleChange> {
        let today = self.clock.today.date();
        let changes = self.schedule.changes.iter().filter(move |change| change.last_day() >= today);
        changes.filter(|change| change.series.is_none() || !self.is_closed_for(change))
    }

    /// True if the gym is closed at the time of a change by an exception, so that the class isn't held anyway.
    fn is_closed_for(&self, change: &ScheduleChange) -> bool {
        let (opening, date, time) = (self.opening_of(change.branch.as_deref()), change.date, change.time);
        opening.is_special(date, time) && !opening.is_open(date, time)
    }

    /// The content security policy of pages with these hashes of `inline` styles, without the directive that works in a
    /// header only.
    pub fn policy(&self, inline: &[&str]) -> String {
        let branch_maps = self.gym.branches.values().filter_map(|branch| branch.entry.map.as_ref());
        let maps = self.gym.settings.map.iter().chain(branch_maps);
        widgets::policy(&self.gym.settings, maps, &self.form_targets(), &self.widgets, inline)
    }

    /// The content security policy for the header that hosts send.
    pub fn policy_header(&self, inline: &[&str]) -> String {
        format!("{}; {}", self.policy(inline), widgets::frame_ancestors(&self.gym.settings))
    }

    /// True if visitors are asked before anything of other services loads.
    pub fn asks(&self) -> bool {
        self.gym.settings.services.as_ref().is_some_and(|services| services.ask)
    }

    /// The hosts that a code sends requests to. A script that names none may send requests to all that the policy
    /// allows.
    pub fn hosts_of<'s>(&'s self, code: &'s WidgetCode) -> Vec<&'s str> {
        let mut hosts = code.hosts();
        if hosts.is_empty() && code.files().any(|file| file.extension == "js") {
            let services = self.gym.settings.services.iter();
            let all = services.flat_map(|services| [&services.scripts, &services.frames, &services.connect]);
            hosts.extend(all.flatten().filter_map(|url| url.url()?.host_str()));
        }
        hosts.retain(|host| Some(*host) != self.address.base.url().host_str());
        hosts
    }

    /// The time zone of a branch; without one, of the gym.
    pub fn zone_of(&self, branch: Option<&str>) -> &TimeZone {
        let branch = branch.and_then(|id| self.gym.branches.get(id));
        branch.and_then(|branch| branch.entry.time_zone.as_ref()).unwrap_or(&self.gym.settings.time_zone)
    }

    /// The closures of the gym and of its branches.
    pub fn closures(&self) -> impl Iterator<Item = HoursException> {
        let branch_closures = self.gym.branches.values().flat_map(|branch| branch.entry.closures());
        self.gym.settings.closures().into_iter().chain(branch_closures)
    }

    /// The opening hours of the gym, and those of its branches.
    pub fn openings(&self) -> impl Iterator<Item = &Opening> {
        std::iter::once(&self.gym.opening).chain(self.gym.branches.values().map(|branch| &branch.opening))
    }

    /// The opening hours of a branch; without one, of the gym.
    pub fn opening_of(&self, branch: Option<&str>) -> &Opening {
        let branch = branch.and_then(|id| self.gym.branches.get(id));
        branch.map_or(&self.gym.opening, |branch| &branch.opening)
    }
}

/// Resolves all references, of the site in the main language or of an edition of the `original` in a further one.
///
/// Placeholders replace values that mistakes made unreadable, so that everything else can be checked. A site that is
/// returned with errors must not be published. Returns `None` if there is no possible address for it.
pub fn resolve(
    content: &Content,
    index: &EntryIndex,
    settings: &Settings,
    original: Option<&Arc<Site>>,
    diagnostics: &mut Diagnostics,
) -> Option<Site> {
    let opening = Opening::for_gym(content, diagnostics);
    let seasons = seasons::hours(content, diagnostics);
    let branches = opening::branches(content, &opening, &seasons, diagnostics);
    let opening = opening.in_seasons(&seasons, None);
    index.check_references(content, diagnostics);
    prices::check(content, diagnostics);
    search_labels::check(content, diagnostics);
    let lists = entries::lists(content, settings, diagnostics);
    let site = resolve::resolve(content, lists, (opening, branches), (settings, original), diagnostics)?;
    opening::check_special(&site, diagnostics);
    seasons::check(content, diagnostics);
    changes::check(content, &site, diagnostics);
    services::check(content, &site, diagnostics);
    targets::check(content, &site, diagnostics);
    notices::check(content, diagnostics);
    pay::check(content, diagnostics);
    forms::check(&site, diagnostics);
    series::check(content, diagnostics);
    tiers::check(content, diagnostics);
    folders::check(content, diagnostics);
    if !settings.drafts {
        diagnostics.extend(site.held_back().map(HeldBack::note));
    }
    Some(site)
}
