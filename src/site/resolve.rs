//! Content to site: each reference is replaced by the entry that it refers to.

use std::{collections::BTreeMap, sync::Arc};

use jiff::{Timestamp, ToSpan, Zoned, civil::Date};

use super::{
    BaseUrl, Branch, Class, Clock, Collections, Counterparts, Day, EntryList, GymInfo, Mentions, Opening,
    ScheduledClass, Settings, Site, SiteAddress, Trainer, Week, changes, entries, notices, pages,
};
use crate::{
    content::{self, Content},
    diagnostic::{Applicability, Diagnostics, Fix, code, diagnostic},
    formats::Formats,
    schema::{
        Data, EntryRef, Name, Role, Table,
        decode::{
            Spanned, in_quotes,
            value::{Weekday, is_own_computer},
        },
    },
    widgets::Widgets,
};

/// Entries by id.
type Resolved<T> = BTreeMap<Arc<str>, Arc<T>>;

/// The time at which content was last changed, if it is plausible: not in the future, not before gympress existed, and
/// not more than a year before a date in content that has passed. Otherwise the time of today.
fn revised(content: &Content, settings: &Settings, today: &Zoned) -> Timestamp {
    const FIRST: Date = Date::constant(2026, 1, 1);
    let Some(changed) = settings.changed else { return today.timestamp() };
    let newest = content.tables().filter_map(|table| newest_until(table, today.date())).max();
    let earliest = newest.and_then(|day| day.checked_sub(1.year()).ok()).unwrap_or(FIRST).max(FIRST);
    let latest = settings.now.checked_add(24.hours()).unwrap_or(Timestamp::MAX);
    let day = changed.to_zoned(today.time_zone().clone()).date();
    if day >= earliest && changed <= latest { changed } else { today.timestamp() }
}

/// The newest date in a table that has passed.
fn newest_until(table: &Table, today: Date) -> Option<Date> {
    table.iter().filter_map(|(_, value)| newest_of(&value.value, today)).max()
}

fn newest_of(value: &Data, today: Date) -> Option<Date> {
    match value {
        Data::Date(day) => Some(*day).filter(|day| *day <= today),
        Data::Datetime(moment) => Some(moment.civil().date()).filter(|day| *day <= today),
        Data::Table(table) => newest_until(table, today),
        Data::List(elements) => elements.iter().filter_map(|element| newest_of(&element.value, today)).max(),
        _ => None,
    }
}

/// Resolves the site. References to missing entries, which were reported, are left out.
pub(super) fn resolve(
    content: &Content,
    lists: BTreeMap<Name, EntryList>,
    (opening, mut branches): (Opening, Resolved<Branch>),
    (settings, original): (&Settings, Option<&Arc<Site>>),
    diagnostics: &mut Diagnostics,
) -> Option<Site> {
    let gym = content.gym.value.clone();
    let root = match original {
        Some(original) => original.address.root.clone(),
        None => base_url(&gym, settings, diagnostics)?,
    };
    let folder = content.project.types.folder.as_deref();
    let base = folder.map_or_else(|| root.clone(), |folder| root.below(folder));
    let classes = entries::shown(&content.classes, Role::Class, content, &lists);
    let trainers = entries::shown(&content.trainers, Role::Trainer, content, &lists);
    let plans = entries::shown(&content.plans, Role::Plan, content, &lists);
    let of_branches = content.project.types.with_role(Role::Branch).and_then(|name| lists.get(name));
    branches.retain(|id, _| of_branches.is_some_and(|list| list.entry(id).is_some()));
    let forms = entries::shown(&content.forms, Role::Form, content, &lists);
    let now = settings.now.to_zoned(gym.time_zone.clone());
    let today = now.start_of_day().unwrap_or(now);
    let formats = Formats::new(&gym.language, gym.country(), gym.currency());
    let mut seasons: Vec<_> = content.seasons.values().cloned().collect();
    seasons.retain(|season| season.entry.has_week() && season.entry.is_known());
    seasons.sort_by_key(|season| season.entry.from.value);
    let has_week = content.schedule.file.is_some() || !seasons.is_empty();
    let schedule = if has_week {
        Week {
            days: days(&content.schedule.value.week, gym.week(), &classes, &trainers, &branches),
            changes: changes::resolve(content, &classes, &trainers),
            seasons,
        }
    } else {
        Week { days: Vec::new(), changes: Vec::new(), seasons }
    };
    let notices = notices::coming(content, today.date());
    Some(Site {
        project: content.project.clone(),
        address: SiteAddress {
            base,
            root,
            has_base_url: settings.base_url.is_some() || gym.base_url.is_some(),
            is_preview: settings.is_preview,
        },
        clock: Clock { revised: revised(content, settings, &today), today },
        gym: GymInfo {
            settings: gym,
            file: content.gym_file,
            formats,
            navigation: content.navigation.value.clone(),
            opening,
            branches,
        },
        schedule,
        notices,
        collections: Collections {
            lists,
            classes,
            trainers,
            plans,
            forms,
            sections: pages::of_entries(content, diagnostics),
        },
        singles: singles(content),
        pages: pages::pages(
            content,
            (original.map(|site| &**site), settings.shows_draft_translations()),
            diagnostics,
        ),
        mentions: Mentions::collect(content),
        widgets: Widgets::read(content, diagnostics),
        original: original.cloned(),
        counterparts: Counterparts::default(),
        originals: content.originals.clone(),
    })
}

/// The singles of the project, and the default of every single without required keys.
fn singles(content: &Content) -> BTreeMap<Name, Arc<Table>> {
    let types = &content.project.types;
    let left_out =
        types.singles.iter().filter(|(name, _)| types.assumed.contains(*name) && !content.has_single(name));
    let left_out = left_out.map(|(name, schema)| (name.clone(), Table::fallback(schema)));
    let present = content.singles.iter().map(|(name, table)| (name.clone(), table.clone()));
    left_out.chain(present).collect()
}

/// The address of the site's root; any, after a report, if none can be determined.
fn base_url(gym: &content::Gym, settings: &Settings, diagnostics: &mut Diagnostics) -> Option<BaseUrl> {
    if let Some(base) = &settings.base_url {
        return Some(base.clone());
    }
    let base = gym.declared_url().filter(|url| is_public(url)).and_then(BaseUrl::new);
    if let Some(declared) = gym.base_url.as_ref().filter(|_| base.is_none()) {
        let is_own_computer = gym.declared_url().is_some_and(is_own_computer);
        diagnostics.push(if let Some(pages) = gym.declared_url().and_then(pages_of_repository) {
            diagnostic!(code::MALFORMED, declared.span,
                "this is the address of a repository, not of its site";
                help: "write \"{pages}\", or the domain of the site if it has one";
                fix: Fix::replace(declared.span, in_quotes(&pages), Applicability::Proposed))
        } else if is_own_computer {
            diagnostic!(code::MALFORMED, declared.span, "this address leads to the visitor's own computer";
                help: "write the address at which everybody finds the site; `gympress serve` needs none")
        } else {
            diagnostic!(code::MALFORMED, declared.span, "this is not the address of a site's root";
                help: "write the address of the folder of the front page, such as \"https://example.org/\", and nothing behind it")
        });
    }
    base.or_else(BaseUrl::fallback)
}

/// False for a `file:` address, and for an address on the visitor's own computer.
fn is_public(url: &url::Url) -> bool {
    let last = url.path_segments().and_then(|mut segments| segments.next_back()).unwrap_or_default();
    let is_file = [".html", ".htm", ".php"].iter().any(|ending| last.ends_with(ending));
    !is_file && !is_own_computer(url) && pages_of_repository(url).is_none()
}

/// The address of the site that GitHub or GitLab publishes for a repository, if `url` is a repository's.
fn pages_of_repository(url: &url::Url) -> Option<String> {
    let pages = match url.host_str()? {
        "github.com" => "github.io",
        "gitlab.com" => "gitlab.io",
        _ => return None,
    };
    let (owner, repository) = url.path().trim_matches('/').split_once('/')?;
    let repository = repository.split('/').next()?.trim_end_matches(".git");
    let host = format!("{owner}.{pages}").to_lowercase();
    Some(if repository.to_lowercase() == host {
        format!("https://{host}/")
    } else {
        format!("https://{host}/{repository}/")
    })
}

fn one<T>(entries: &Resolved<T>, reference: &Spanned<EntryRef>) -> Option<Arc<T>> {
    entries.get(&reference.value.id).cloned()
}

/// The entries that `references` refer to. Returns `None` if one is missing, which was reported.
pub(super) fn all<T>(entries: &Resolved<T>, references: &[Spanned<EntryRef>]) -> Option<Vec<Arc<T>>> {
    references.iter().map(|reference| one(entries, reference)).collect()
}

fn days(
    week: &content::WeekRows,
    order: [Weekday; 7],
    classes: &Resolved<Class>,
    trainers: &Resolved<Trainer>,
    branches: &Resolved<Branch>,
) -> Vec<Day> {
    let mut days = Vec::new();
    for weekday in Weekday::ALL {
        let mut rows = Vec::new();
        for slot in week.on(weekday) {
            let (class, trainers) = (one(classes, &slot.class), all(trainers, &slot.trainers));
            let (Some(class), Some(trainers)) = (class, trainers) else { continue };
            let branch = slot.branch.as_ref().and_then(|branch| one(branches, branch));
            rows.push(ScheduledClass {
                entry: slot.clone(),
                class,
                trainers,
                branch,
                time: slot.time().value,
            });
        }
        rows.sort_by_key(|row| row.time.start);
        days.push(Day { weekday, rows });
    }
    days.sort_by_key(|day| order.iter().position(|weekday| *weekday == day.weekday));
    days
}
