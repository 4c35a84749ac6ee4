//! Entries of collections, as templates see them: declared and computed fields.

use std::sync::Arc;

use jiff::{
    civil::{Date, DateTime, Time},
    tz::TimeZone,
};
use minijinja::{Environment, Error, Value, context, value::Kwargs};

use super::{
    fields::{self, ContextValue, Record, computed, names_of},
    gym, pictures,
    section::SectionValue,
    timetable,
    values::{self, TableValue, declared},
};
use crate::{
    content::{BlogFields, BranchFields, Entry, PlanFields, cover, network_icon, network_title},
    diagnostic::nearest,
    markdown,
    routes::class_calendar,
    schema::{
        CollectionType, Data, DeclaredFile, FromData, Name, Role, Table, View,
        decode::value::{Destination, Phone, TimeRange, Weekday, decimals},
    },
    site::{
        EntryDate, EntryFilter, EventTime, HeldBack, LinkSubject, LowestPrice, Receiver, Tier, TierKind,
        author, current_offer, event_word, is_full, lowest_prices, moment_in, notice, zone_of,
    },
    templates::{
        lookups::{self, KnownNames},
        refusal::refused,
        site::RenderSite,
    },
};

const DAYS_OF_WEEK: u32 = 7;

/// The address to which the preview posts messages.
const INBOX: &str = "/.gympress/messages";

/// When a class is in the week.
type ClassTime = (Weekday, TimeRange);

/// The days of the longest month.
const LONGEST_MONTH: u32 = 31;

/// Registers the functions `entries("classes", count=3)`, `occurrences("events")` and `mentions(entry, of="posts",
/// count=3)`, and the filters `references` and `chosen`.
pub(in crate::templates) fn register(environment: &mut Environment<'_>, site: Arc<RenderSite>) {
    environment.add_filter("references", |entries: Value| {
        entries.try_iter()?.map(|entry| reference(&entry)).collect::<Result<Vec<Value>, Error>>()
    });
    environment.add_filter("chosen", |all: Value, section: Value| {
        let section = table_of(&section)
            .ok_or_else(|| refused("what chooses is a section: entries(\"posts\")|chosen(section)"))?;
        let filter = EntryFilter::of(&section);
        let mut chosen = Vec::new();
        for one in all.try_iter()? {
            if !filter.is_narrower() || table_of(&one).is_some_and(|table| filter.contains(&table)) {
                chosen.push(one);
            }
        }
        Ok::<_, Error>(Value::from(chosen))
    });
    environment.add_function("mentions", {
        let site = site.clone();
        move |entry: Value, options: Kwargs| mentions(&entry, &options, &site)
    });
    environment.add_function("occurrences", {
        let site = site.clone();
        move |name: &str| occurrences(name, &site).ok_or_else(|| unknown(name, &site))
    });
    environment.add_function("entries", move |name: &str, options: Kwargs| {
        let count: Option<usize> = options.get("count")?;
        options.assert_all_used()?;
        list(name, count.unwrap_or(usize::MAX), &site).ok_or_else(|| unknown(name, &site))
    });
}

/// The declared fields of an entry or of a section; of the entry of an occurrence; of a row of the week.
fn table_of(value: &Value) -> Option<Arc<Table>> {
    if let Some(Record(entry)) = value.downcast_object_ref::<Record<EntryValue>>() {
        return Some(entry.table.clone());
    }
    if let Some(Record(section)) = value.downcast_object_ref::<Record<SectionValue>>() {
        return Some(section.table.clone());
    }
    if let Some(Record(row)) = value.downcast_object_ref::<Record<TableValue>>() {
        return Some(row.table.clone());
    }
    let parts = ["entry", "fields"].into_iter().filter_map(|part| value.get_attr(part).ok());
    parts.filter(|part| !part.is_undefined()).find_map(|part| table_of(&part))
}

/// The entries of one collection, or of all, that refer to `entry`.
fn mentions(entry: &Value, options: &Kwargs, site: &Arc<RenderSite>) -> Result<Value, Error> {
    let (wanted, count): (Option<&str>, Option<usize>) = (options.get("of")?, options.get("count")?);
    options.assert_all_used()?;
    let (collection, id) = identity(entry)
        .ok_or_else(|| refused("this is no entry; write mentions(entry), or mentions(post)"))?;
    if let Some(wanted) = wanted.filter(|wanted| !site.project.types.collections.contains_key(*wanted)) {
        return Err(unknown(wanted, site));
    }
    let mentions = site.mentions(&collection, &id, wanted).into_iter().take(count.unwrap_or(usize::MAX));
    Ok(mentions.filter_map(|entry| find(&entry.collection, &entry.id, site)).collect())
}

/// All occurrences of the entries in a calendar, including each of a series, in the order of their start.
fn occurrences(name: &str, site: &Arc<RenderSite>) -> Option<Vec<Value>> {
    let calendar = site.project.types.collections.get(name)?.calendar.as_ref();
    let name = Name::from(name);
    let entries = site.entries(&name).iter();
    let mut all: Vec<(&Entry, SeriesDate<'_>)> = Vec::new();
    for entry in entries {
        let dates = calendar.map(|calendar| SeriesDate::all(EventTime::all(&entry.table, calendar), site));
        all.extend(dates.into_iter().flatten().map(|date| (entry, date)));
    }
    all.sort_by_key(|(_, date)| date.time.start.first_moment());
    let mut values = Vec::with_capacity(all.len());
    for (entry, date) in all {
        let zone =
            calendar.map_or(&site.gym.settings.time_zone, |calendar| zone_of(&entry.table, calendar, site));
        let SeriesDate { place, count, coming, is_next, is_last, .. } = date;
        let occurrence = occurrence_view(date.time, (&name, &entry.table), zone, site);
        let entry = entry_value(&name, entry, site);
        values.push(context! { entry, place, count, coming, is_next, is_last, ..occurrence });
    }
    Some(values)
}

/// A date among those of its entry.
struct SeriesDate<'t> {
    time: EventTime<'t>,
    /// From 0 on.
    place: usize,
    /// The number of dates that take place.
    count: usize,
    /// The number of those that take place from this one on.
    coming: usize,
    /// True for the first that takes place and isn't over on the day of the build; if all are, for the last.
    is_next: bool,
    is_last: bool,
}

impl<'t> SeriesDate<'t> {
    fn all(times: Vec<EventTime<'t>>, site: &RenderSite) -> Vec<Self> {
        let today = site.clock.today.datetime();
        let held = || times.iter().enumerate().filter(|(_, time)| !time.is_cancelled);
        let last = held().next_back().map_or(0, |(place, _)| place);
        let next = held().find(|(_, time)| time.over() > today).map_or(last, |(place, _)| place);
        let count = times.iter().filter(|time| !time.is_cancelled).count();
        let mut coming = count;
        let dates = times.into_iter().enumerate().map(|(place, time)| {
            let date = Self { time, place, count, coming, is_next: place == next, is_last: place == last };
            coming -= usize::from(!time.is_cancelled);
            date
        });
        dates.collect()
    }
}

fn occurrence_view(
    occurrence: EventTime<'_>,
    (collection, entry): (&str, &Table),
    zone: &TimeZone,
    site: &Arc<RenderSite>,
) -> Value {
    let EventTime { start, end, is_cancelled, declared } = occurrence;
    let table = declared.unwrap_or(entry);
    // The same all day long: scripts know the hour.
    let over = occurrence.over() <= site.clock.today.date().to_datetime(Time::midnight());
    let moved = occurrence.moved_from().map(|old| {
        let date = site.gym.formats.day_and_month(old.first_moment().date());
        event_word("moved", collection, site).replace("{date}", &date)
    });
    let cancelled = is_cancelled.then(|| event_word("cancelled", collection, site).to_owned());
    let start_time = time_of(start, site);
    let from = match end {
        Some(_) => start_time,
        None => start_time.map(|time| event_word("open_end", collection, site).replace("{time}", &time)),
    };
    let ends = end.and_then(|end| {
        let [first_day, last_day] = [start, end].map(|date| date.first_moment().date());
        let day = (last_day != first_day).then(|| site.gym.formats.full_date(last_day));
        let text =
            day.into_iter().chain(time_of(end, site)).collect::<Vec<_>>().join(site.gym.formats.comma());
        let datetime = end.iso(zone, site);
        (!text.is_empty()).then(|| context! { datetime, text => site.said(table, "end", text) })
    });
    let time = site.said(table, "start", from);
    context! {
        start => site.said(table, "start", date_of(start, site)),
        end => site.said(table, "end", end.map(|end| date_of(end, site))),
        begins => context! { datetime => start.iso(zone, site), time },
        ends,
        notice => site.said_of(Some(table), cancelled.or(moved)),
        is_cancelled,
        note => site.said(table, "note", declared.and_then(|date| values::declared(date, "note", site))),
        until => moment_in(zone, occurrence.over(), site),
        over,
    }
}

fn date_of(date: EntryDate, site: &Arc<RenderSite>) -> Value {
    values::date(date.first_moment(), matches!(date, EntryDate::Day(_)), site)
}

/// The time of a date; `None` for a whole day.
fn time_of(date: EntryDate, site: &RenderSite) -> Option<String> {
    match date {
        EntryDate::Day(_) => None,
        EntryDate::Moment(at) => site.gym.formats.time_of(at),
    }
}

/// The fields that identify and link to an entry, for islands that need nothing else.
fn reference(entry: &Value) -> Result<Value, Error> {
    let [id, title, url] = REFERENCE.map(|key| entry.get_attr(key));
    Ok(context! { id => id?, title => title?, url => url? })
}

fn unknown(name: &str, site: &RenderSite) -> Error {
    let names: Vec<&str> = site.project.types.collections.keys().map(|name| &**name).collect();
    refused(match nearest(name, names.iter().copied()) {
        Some(near) => format!("there is no collection \"{name}\"; did you mean \"{near}\"?"),
        None => format!("there is no collection \"{name}\"; there are {}", names.join(", ")),
    })
}

/// The entries of a collection in their order; `None` if there is no such collection.
fn list(name: &str, count: usize, site: &Arc<RenderSite>) -> Option<Value> {
    site.project.types.collections.get(name)?;
    let entries = site.entries(name).iter().take(count);
    let name = Name::from(name);
    Some(entries.map(|entry| entry_value(&name, entry, site)).collect())
}

/// The fallback for a missing entry, which was reported, so that templates need no test. Returns `None` for an entry
/// that waits to be published.
pub(super) fn fallback(collection: &Name, id: &str, site: &Arc<RenderSite>) -> Option<Value> {
    let declared = site.project.types.collections.get(collection)?;
    if site.list(collection).is_some_and(|list| list.held_back.contains_key(id)) {
        return None;
    }
    lookups::replaced();
    let (id, table) = (Arc::<str>::from(""), Table::fallback(&declared.schema));
    let (collection, of_role, site) = (collection.clone(), fields_of_role(declared.role), site.clone());
    Some(Record::value(EntryValue { collection, id, table, of_role, site }))
}

/// The entry with this id; `None` if there is none, which was reported.
pub(super) fn find(collection: &Name, id: &str, site: &Arc<RenderSite>) -> Option<Value> {
    site.entry(collection, id).map(|entry| entry_value(collection, entry, site))
}

/// The entry with this id, of the collection with a role.
pub(super) fn find_of(role: Role, id: &str, site: &Arc<RenderSite>) -> Option<Value> {
    find(site.project.types.with_role(role)?, id, site)
}

pub(super) fn entry_value(collection: &Name, entry: &Entry, site: &Arc<RenderSite>) -> Value {
    let declared = site.project.types.collections.get(collection);
    Record::value(EntryValue {
        collection: collection.clone(),
        of_role: fields_of_role(declared.and_then(|declared| declared.role)),
        id: entry.id.clone(),
        table: entry.table.clone(),
        site: site.clone(),
    })
}

/// An entry.
#[derive(Debug)]
struct EntryValue {
    collection: Name,
    /// The last part of its address.
    id: Arc<str>,
    table: Arc<Table>,
    /// The computed fields of its role.
    of_role: &'static [EntryField],
    site: Arc<RenderSite>,
}

/// A computed field of an entry. If it gives `None`, the declared field with the name counts.
type EntryField = fields::Computed<EntryValue, Option<Value>>;

/// The fields of every entry, unless its type declares a field with the name.
const COMMON: &[EntryField] = &[
    ("id", |entry| Some(entry.id())),
    ("title", |entry| Some(entry.title())),
    ("url", |entry| Some(entry.url().into())),
];

/// The fields of entries that can wait for publication, unless declared.
const HELD_BACK: &[EntryField] = &[
    // The reason why it isn't published without `--drafts`.
    ("unpublished", |entry| {
        let held_back = entry.site.list(&entry.collection)?.held_back.get(&entry.id);
        Some(held_back.map(HeldBack::mark).into())
    }),
];

/// The fields of terms, unless declared.
const TERMS: &[EntryField] = &[
    // Content may declare another number.
    ("count", |entry| {
        let is_said = entry.table.get("count").is_some();
        let count = entry.site.term(&entry.collection, &entry.id)?.entries.len();
        (!is_said).then(|| count.into())
    }),
];

/// The fields of entries in a calendar, unless declared.
const IN_CALENDAR: &[EntryField] = &[
    ("calendar_url", |entry| Some(entry.site.address.base.href(&entry.calendar()?.path).into())),
    ("occurrences", |entry| {
        let (site, zone) = (&entry.site, entry.zone());
        let occurrences = EventTime::all(&entry.table, entry.calendar()?).into_iter();
        Some(
            occurrences
                .map(|occurrence| occurrence_view(occurrence, (&entry.collection, &entry.table), zone, site))
                .collect(),
        )
    }),
    ("until", |entry| {
        let ends = EventTime::all(&entry.table, entry.calendar()?).into_iter().map(EventTime::over);
        Some(ends.max().map(|over| moment_in(entry.zone(), over, &entry.site)).into())
    }),
    ("notice", |entry| {
        let text = notice(&entry.table, &entry.collection, &entry.site).map(|(_, text)| text);
        Some(entry.site.said_of(Some(&entry.table), text))
    }),
];

/// The computed fields of entries with a role.
const BY_ROLE: &[(Role, &[EntryField])] = &[
    (
        Role::Blog,
        &[
            ("minutes", |post| Some(markdown::reading_minutes(&BlogFields::view(&post.table).body).into())),
            ("html", |post| declared(&post.table, "body", &post.site)),
            ("author", |post| {
                let author = author(&post.table, post.declared()?, &post.site);
                Some(post.site.said(&post.table, "author", author))
            }),
            ("date", |post| {
                let date = values::date(post.declared()?.date_of(&post.table)?, false, &post.site);
                Some(post.site.said(&post.table, "date", date))
            }),
        ],
    ),
    (
        Role::Class,
        &[
            ("slot", |class| Some(class.slot())),
            ("season_slots", |class| Some(class.season_slots())),
            ("rows", |class| Some(timetable::rows(&class.site, |session| *session.class == class.id))),
            ("join_url", |class| Some(class.join_url_at(class.declared_slot()))),
            ("is_booked_apart", EntryValue::is_booked_apart),
            ("calendar_url", |class| Some(class.site.address.base.href(&class_calendar(&class.id)).into())),
            ("others", |class| Some(class.other_classes())),
        ],
    ),
    (
        Role::Trainer,
        &[
            ("classes", |trainer| Some(trainer.own_classes())),
            ("social", |trainer| Some(trainer.social())),
            ("rows", |trainer| {
                Some(timetable::rows(&trainer.site, |session| session.is_taught_by(&trainer.id)))
            }),
        ],
    ),
    (
        Role::Plan,
        &[
            ("join_url", |plan| Some(plan.join_url("plan", ""))),
            ("is_booked_apart", EntryValue::is_booked_apart),
            ("share", |plan| Some(plan.share().into())),
            ("per_class", |plan| Some(plan.per_class().into())),
            ("per_day", |plan| Some(plan.per_day().into())),
            ("visits", |plan| Some(plan.visits())),
            ("offer", |plan| Some(plan.offer().into())),
            ("tiers", EntryValue::tiers),
        ],
    ),
    (
        Role::Event,
        &[
            ("book_url", |event| Some(event.target("book", &event.table))),
            ("waiting_url", |event| Some(event.target("waiting", &event.table))),
            ("is_full", |event| Some(is_full(&event.table).into())),
            ("tiers", EntryValue::tiers),
            ("lowest_prices", |event| Some(event.lowest_prices())),
        ],
    ),
    (
        Role::Branch,
        &[
            ("address", EntryValue::address),
            ("phone", |branch| {
                Some(branch.site.said(&branch.table, "phone", branch.phone().map(Phone::as_str)))
            }),
            ("phone_href", |branch| {
                Some(branch.phone().map(|phone| branch.site.gym.formats.dial(phone)).into())
            }),
            ("email", |branch| branch.or_gym("email")),
            ("email_href", |branch| {
                let own = branch.branch()?.email.as_ref();
                Some(own.or(branch.site.gym.settings.email.as_ref()).map(gym::mailto).into())
            }),
            ("whatsapp", |branch| branch.or_gym("whatsapp")),
            ("hours", |branch| Some(gym::hours(&branch.site, Some(&branch.id)))),
            ("own_hours", |branch| Some((!branch.branch()?.hours.is_empty()).into())),
            ("seasons", |branch| Some(gym::seasons(&branch.site, Some(&branch.id)))),
            ("closures", |branch| Some(gym::closures(&branch.site, Some(&branch.id)))),
        ],
    ),
    (Role::Form, &[("receiver", |form| Some(form.receiver().into()))]),
    (
        Role::Album,
        &[
            ("pictures", |album| Some(pictures::of_album(album.entry()?, &album.site))),
            ("image", |album| {
                let cover = cover(album.entry()?, &album.site.project.sources);
                let cover = cover.map(|cover| values::picture(&cover, &album.site));
                Some(album.site.said_of(Some(&album.table), cover))
            }),
        ],
    ),
    (
        Role::Gallery,
        &[
            ("image", EntryValue::gallery_image),
            ("description", |entry| {
                let description = values::declared(&entry.table, "alt", &entry.site);
                let description = description.unwrap_or_else(|| "".into());
                Some(entry.site.said(&entry.table, "alt", description))
            }),
        ],
    ),
];

fn fields_of_role(role: Option<Role>) -> &'static [EntryField] {
    let computed = BY_ROLE.iter().find(|(of, _)| Some(*of) == role);
    computed.map_or(&[], |(_, fields)| fields)
}

impl EntryValue {
    /// The fields of all entries in this collection, beside the common ones.
    fn fields_of_any(&self) -> impl Iterator<Item = &'static [EntryField]> {
        let Some(declared) = self.declared() else { return [None; 2].into_iter().flatten() };
        let is_held_back = declared.dated.is_some() || declared.draft.is_some();
        let calendar = declared.calendar.is_some().then_some(IN_CALENDAR);
        [calendar, is_held_back.then_some(HELD_BACK)].into_iter().flatten()
    }

    /// The entry itself; `None` for the fallback of a missing one.
    fn entry(&self) -> Option<&Entry> {
        self.site.entry(&self.collection, &self.id)
    }

    fn declared(&self) -> Option<&CollectionType> {
        self.site.project.types.collections.get(&self.collection)
    }

    fn calendar(&self) -> Option<&DeclaredFile> {
        self.declared()?.calendar.as_ref()
    }

    /// The id, as a number if it is one in content.
    fn id(&self) -> Value {
        match self.table.get("id").map(|id| &id.value) {
            Some(Data::Integer(number)) => (*number).into(),
            _ => self.id.clone().into(),
        }
    }

    /// The address of its page, or of the page for it as a term.
    fn url(&self) -> Option<String> {
        if self.declared()?.page.is_some() {
            return self.site.entry_href(&self.collection, self.entry()?);
        }
        let path = self.site.term(&self.collection, &self.id)?.path.as_ref()?;
        Some(self.site.address.base.href(path))
    }

    /// The address at which the entry is booked. `field` is that of the contact form which can select it, `when` its day and
    /// time.
    fn join_url(&self, field: &str, when: &str) -> Value {
        let own: Option<Destination> = FromData::from_data(self.table.get("book"));
        let title = self.table.text("title").unwrap_or_default();
        let subject = LinkSubject { branch: None, title, when, picked: Some((field, &self.id)) };
        super::join_url(own.as_ref(), subject, &self.site)
    }

    /// The address to which a field of an event, or of a table in it, leads; nothing if content leaves it out, or says that
    /// it leads nowhere.
    fn target(&self, field: &str, table: &Table) -> Value {
        let Some(Destination::At(link)) = FromData::from_data(table.get(field)) else { return ().into() };
        let branch = reference_in(&self.table, "branch");
        let title = self.table.text("title").unwrap_or_default();
        let start = self.calendar().and_then(|calendar| EntryDate::new(&self.table, calendar, "start"));
        let when = start.map(|start| {
            let day = self.site.gym.formats.full_date(start.first_moment().date());
            let parts: Vec<String> = [Some(day), time_of(start, &self.site)].into_iter().flatten().collect();
            parts.join(self.site.gym.formats.comma())
        });
        let when = when.as_deref().unwrap_or_default();
        let subject = LinkSubject { branch, title, when, picked: Some(("event", &self.id)) };
        self.site.link_address(&link, subject).into()
    }

    /// True if it says itself where it is booked.
    fn is_booked_apart(&self) -> Option<Value> {
        Some(self.table.get("book").is_some().into())
    }

    fn branch(&self) -> Option<&BranchFields> {
        Some(&self.site.gym.branches.get(&self.id)?.entry)
    }

    /// The receiver of a form: the address to which it is posted, or `mailto:`; what is sent besides its fields.
    fn receiver(&self) -> Option<Value> {
        let site = &self.site;
        let receiver = site.receiver(&site.collections.forms.get(&self.id)?.entry)?;
        let (action, netlify) = match receiver {
            _ if site.address.is_preview => (INBOX.to_owned(), None),
            Receiver::Host(name) => (site.address.base.href("/"), Some(name)),
            Receiver::Service(url) => (url.to_string(), None),
            Receiver::Mail(email) => (gym::mailto(email), None),
        };
        let contact = gym::gym_field("contact", site).unwrap_or_default();
        let [trap, hidden] = ["trap", "hidden"].map(|key| contact.get_attr(key).unwrap_or_default());
        Some(context! { action, netlify, trap, hidden })
    }

    /// The phone number of a branch: its own, else the gym's.
    fn phone(&self) -> Option<&Phone> {
        self.branch()?.phone.as_ref().or(self.site.gym.settings.phone.as_ref())
    }

    /// The gym's value of a field that this entry leaves out.
    fn or_gym(&self, field: &str) -> Option<Value> {
        if self.table.get(field).is_some() { None } else { gym::gym_field(field, &self.site) }
    }

    fn gallery_image(&self) -> Option<Value> {
        self.table.get("file")?;
        let image = values::gallery_picture(&self.table, &self.site);
        Some(self.site.said_of(Some(&self.table), image))
    }

    /// The time on the card of a class; none for one that isn't in the week.
    fn slot(&self) -> Value {
        self.shown_slot(self.declared_slot())
    }

    fn declared_slot(&self) -> Option<ClassTime> {
        self.site.collections.classes.get(&self.id).and_then(|class| self.site.slot(class))
    }

    /// `Wednesday 9:00am-10:00am`
    fn shown_slot(&self, slot: Option<ClassTime>) -> Value {
        let formats = &self.site.gym.formats;
        let Some((weekday, range)) = slot else { return Value::from(()) };
        let (day, time) = (formats.weekday(weekday), formats.times(range));
        let shown =
            values::formatted(format!("{day} {time}"), vec![("day", day.into()), ("time", time.into())]);
        let mut rows =
            self.site.schedule.days.iter().filter(|day| day.weekday == weekday).flat_map(|day| &day.rows);
        match rows.find(|row| *row.class.id == *self.id && row.time == range) {
            Some(row) => self.site.said(&row.entry.table, "start", shown),
            None => self.site.said(&self.table, "slot", shown),
        }
    }

    /// The address at which a class is booked for a time of the week; none if nobody joins it.
    fn join_url_at(&self, slot: Option<ClassTime>) -> Value {
        let formats = &self.site.gym.formats;
        let when = slot.map(|(day, time)| format!("{} {}", formats.weekday(day), formats.time(time.start)));
        self.table.is("join").then(|| self.join_url("class", &when.unwrap_or_default())).into()
    }

    /// The time on the card of a class and where it is booked, in the usual week and in those of seasons to come; empty
    /// if no season changes it.
    fn season_slots(&self) -> Value {
        let Some(class) = self.site.collections.classes.get(&self.id) else { return ().into() };
        let (today, slots) = (self.site.clock.today.date(), self.site.season_slots(class));
        let is_on =
            |days: Option<(Date, Date)>| days.is_some_and(|(first, last)| first <= today && today <= last);
        let is_usual = !slots.iter().any(|one| is_on(one.days));
        let views = slots.iter().map(|one| {
            let [first, last] = [one.days.map(|days| days.0), one.days.map(|days| days.1)];
            context! {
                season => one.days.map(|(first, last)| format!("{first}/{last}")),
                from => first.map(|day| day.to_string()),
                until => last.map(|day| day.to_string()),
                is_on => if one.days.is_some() { is_on(one.days) } else { is_usual },
                is_future => first.is_some_and(|day| day > today),
                class => find_of(Role::Class, &self.id, &self.site),
                is_booked_apart => self.is_booked_apart(),
                slot => self.shown_slot(one.slot),
                join_url => one.slot.map(|slot| self.join_url_at(Some(slot))),
            }
        });
        views.collect()
    }

    fn social(&self) -> Value {
        let trainer = self.site.collections.trainers.get(&self.id);
        let social = trainer.into_iter().flat_map(|trainer| &trainer.entry.social).map(|social| {
            let title = match &*social.network {
                "email" => self.site.words("site").and_then(|words| words.text("email")).unwrap_or_default(),
                network => network_title(network),
            };
            let url = social.url.as_ref().map(|url| self.site.link_address(url, LinkSubject::default()));
            let title = self.site.said(&social.table, "network", title);
            context! { network => network_icon(&social.network), title, url }
        });
        social.collect()
    }

    /// The address of a branch.
    fn address(&self) -> Option<Value> {
        let address = self.site.gym.formats.address(self.branch()?.address.parts());
        let table = self.table.get("address")?.value.as_table();
        Some(gym::address(&address, table, &self.site))
    }

    /// The price of a plan divided by its number of classes.
    fn per_class(&self) -> Option<Value> {
        let Data::Integer(classes) = self.table.get("classes")?.value else { return None };
        self.part_of_price(u32::try_from(classes).ok()?, self.decimals())
    }

    /// The price of a plan by day, with few enough digits to compare at a glance.
    fn per_day(&self) -> Option<Value> {
        self.round_part_of_price(self.plan()?.days?)
    }

    /// For one to seven visits a week: the price of a visit, as a text and in thousandths, and whether no other plan of
    /// at most a month has a lower one.
    fn visits(&self) -> Value {
        let Some((plan, days)) = self.plan().and_then(|plan| Some((plan, plan.days?))) else {
            return Value::from(());
        };
        let visits = (1..=DAYS_OF_WEEK).map(|times| {
            let fits = self.fitting_plan(times) == Some(&self.id);
            let thousandths = price_by_visit(plan, times);
            context! { times, fits, thousandths, price => self.round_part_of_price(visits_of(days, times)) }
        });
        visits.collect()
    }

    /// The id of the plan of at most a month with the lowest price by visit; of equal prices, the plan for fewer days.
    fn fitting_plan(&self, times: u32) -> Option<&Arc<str>> {
        let plans = self.site.collections.plans.iter().filter_map(|(id, plan)| {
            let days = plan.entry.days.filter(|days| *days <= LONGEST_MONTH)?;
            Some((price_by_visit(&plan.entry, times)?, days, id))
        });
        plans.min().map(|(.., id)| id)
    }

    fn plan(&self) -> Option<&PlanFields> {
        Some(&self.site.collections.plans.get(&self.id)?.entry)
    }

    /// The number of decimals of the currency.
    fn decimals(&self) -> usize {
        self.site.gym.settings.currency_code.as_ref().map_or(2, |code| decimals(code.as_str()))
    }

    /// The price divided by `parts`, without decimals if it has three digits or more.
    fn round_part_of_price(&self, parts: u32) -> Option<Value> {
        let is_long = self.plan()?.price.divided(parts, 0).thousandths() >= 100_000;
        self.part_of_price(parts, if is_long { 0 } else { self.decimals() })
    }

    fn part_of_price(&self, parts: u32, decimals: usize) -> Option<Value> {
        let price = self.plan()?.price.divided(parts, decimals);
        Some(self.site.said(&self.table, "price", values::value(&Data::Price(price), &self.site)))
    }

    /// The lower price or joining fee of a plan, until its last day.
    fn offer(&self) -> Option<Value> {
        current_offer(&self.table, self.site.clock.today.datetime())?;
        declared(&self.table, "offer", &self.site)
    }

    /// The usual price, the offer and the rates of a plan or event that aren't over.
    fn tiers(&self) -> Option<Value> {
        let now = self.site.clock.today.datetime();
        let tiers = Tier::all(&self.table).into_iter().filter(|tier| !tier.is_over(now));
        Some(tiers.map(|tier| self.tier(tier, now)).collect())
    }

    fn tier(&self, tier: Tier<'_>, now: DateTime) -> Value {
        let site = &self.site;
        let usual = Tier::all(&self.table).into_iter().find(|other| other.kind == TierKind::Usual);
        let usual = usual.filter(|_| tier.kind == TierKind::Offer);
        let said = |key| values::declared(tier.table, key, site);
        context! {
            kind => match tier.kind {
                TierKind::Usual => "usual",
                TierKind::Offer => "offer",
                TierKind::Rate => "rate",
            },
            // The title and the note of the entry are no names of its price.
            title => said("title").filter(|_| tier.kind != TierKind::Usual),
            note => said("note").filter(|_| tier.kind == TierKind::Rate),
            price => site.said(tier.table, "price", values::value(&Data::Price(tier.price), site)),
            instead => usual.map(|usual| values::value(&Data::Price(usual.price), site)),
            from => tier.from.map(|from| self.limit(from, tier, now)),
            until => tier.until.map(|until| self.limit(until, tier, now)),
            sold_out => tier.is_sold_out(),
            url => if tier.kind == TierKind::Rate { self.target("book", tier.table) } else { ().into() },
        }
    }

    /// The first or the last moment of a price.
    fn limit(&self, date: EntryDate, tier: Tier<'_>, now: DateTime) -> Value {
        let formats = &self.site.gym.formats;
        let day = formats.day_and_month(date.first_moment().date());
        let text = match time_of(date, &self.site) {
            Some(time) => [day, time].join(formats.comma()),
            None => day,
        };
        let (is_ahead, is_over) = (tier.is_ahead(now), tier.is_over(now));
        context! { limit => date.iso(self.zone(), &self.site), text, is_ahead, is_over }
    }

    /// The lowest prices from the day of the build on, each until it ends.
    fn lowest_prices(&self) -> Value {
        let prices = lowest_prices(&self.table, self.site.clock.today.datetime()).into_iter();
        let prices = prices.map(|lowest| {
            let LowestPrice { price, is_from, until } = lowest;
            let until = until.map(|until| moment_in(self.zone(), until, &self.site));
            context! { price => values::value(&Data::Price(price), &self.site), is_from, until }
        });
        prices.collect()
    }

    /// The time zone of its times.
    fn zone(&self) -> &TimeZone {
        let calendar = self.calendar();
        calendar
            .map_or(&self.site.gym.settings.time_zone, |calendar| zone_of(&self.table, calendar, &self.site))
    }

    /// The price of a plan by day, in percent of the dearest plan; at least one.
    fn share(&self) -> Option<i64> {
        let dearest =
            self.site.collections.plans.values().filter_map(|plan| price_by_day(&plan.entry)).max()?;
        let price = price_by_day(&self.site.collections.plans.get(&self.id)?.entry)?;
        let share = price.saturating_mul(100).checked_div(dearest);
        Some(share.unwrap_or_default().max(1))
    }

    /// The classes that go with this one: those it names, else the others of its trainer.
    fn other_classes(&self) -> Value {
        let related = self.table.list("related").iter().filter_map(|one| one.value.as_reference());
        let related: Vec<&str> = related.map(|class| &*class.id).collect();
        let all = self.site.entries_of(Role::Class);
        let mut classes: Vec<&Entry> = Vec::new();
        if !related.is_empty() {
            classes.extend(related.iter().filter_map(|id| all.iter().find(|class| *class.id == **id)));
        } else if let Some(trainer) = reference_in(&self.table, "trainer") {
            classes.extend(all.iter().filter(|class| reference_in(&class.table, "trainer") == Some(trainer)));
        }
        self.pages_of_classes(classes.into_iter().filter(|class| class.id != self.id))
    }

    /// The classes that a trainer teaches.
    fn own_classes(&self) -> Value {
        let classes = self.site.entries_of(Role::Class).iter();
        self.pages_of_classes(
            classes.filter(|class| reference_in(&class.table, "trainer") == Some(&*self.id)),
        )
    }

    /// The classes as values; empty if classes have no pages.
    fn pages_of_classes<'c>(&self, classes: impl Iterator<Item = &'c Entry>) -> Value {
        let declared =
            self.site.project.types.collection_of(Role::Class).filter(|declared| declared.page.is_some());
        let Some(declared) = declared else { return Value::from(Vec::<Value>::new()) };
        classes.map(|class| entry_value(&declared.collection.name, class, &self.site)).collect()
    }

    fn title(&self) -> Value {
        let title = ["title", "name"].iter().find_map(|key| self.table.shared_text(key));
        title.unwrap_or(&self.id).clone().into()
    }
}

/// The price of a plan by day, in thousandths of the currency; `None` for a plan without a number of days.
fn price_by_day(plan: &PlanFields) -> Option<i64> {
    plan.price.thousandths().checked_div(i64::from(plan.days?))
}

/// The number of visits within `days` of somebody who comes `times` a week; at least one.
fn visits_of(days: u32, times: u32) -> u32 {
    (days * times / DAYS_OF_WEEK).max(1)
}

/// The price of a plan by visit, in thousandths.
fn price_by_visit(plan: &PlanFields, times: u32) -> Option<i64> {
    plan.price.thousandths().checked_div(i64::from(visits_of(plan.days?, times)))
}

/// The id of the entry that a field refers to.
fn reference_in<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    Some(&*table.get(key)?.value.as_reference()?.id)
}

impl ContextValue for EntryValue {
    fn get(&self, name: &str) -> Option<Value> {
        let of = |fields: &[EntryField]| computed(fields, name, self).flatten();
        of(self.of_role)
            .or_else(|| of(TERMS))
            .or_else(|| declared(&self.table, name, &self.site).filter(|_| name != "id"))
            .or_else(|| of(COMMON))
            .or_else(|| self.fields_of_any().find_map(of))
    }

    fn known(&self) -> Option<KnownNames> {
        let is_term = self.site.list(&self.collection).is_some_and(|list| !list.terms.is_empty());
        let of_collection = [COMMON, self.of_role, if is_term { TERMS } else { &[] }];
        let computed = self.fields_of_any().chain(of_collection).flat_map(names_of);
        Some(KnownNames::declared(&self.table.schema, computed))
    }

    fn names(&self) -> Vec<Value> {
        names(&self.table)
    }
}

/// The fields that an island gets of every entry. For an entry within another they are all, as entries may refer to
/// each other in circles.
pub(in crate::templates) const REFERENCE: [&str; 3] = ["id", "title", "url"];

/// The fields of an entry for islands: [`REFERENCE`], and the declared ones.
pub(super) fn names(table: &Table) -> Vec<Value> {
    let declared = table.schema.fields.iter().map(|field| &*field.key);
    let declared = declared.filter(|key| !REFERENCE.contains(key));
    REFERENCE.into_iter().chain(declared).map(Value::from).collect()
}

/// The kind and the id by which a form selects an entry, or the class of a row of the week.
pub(in crate::templates) fn picked(shown: &Value, site: &RenderSite) -> Option<(&'static str, Arc<str>)> {
    let (collection, id) = identity(shown).or_else(|| identity(&shown.get_attr("class").ok()?))?;
    let role = site.project.types.collections.get(&collection)?.role?;
    Some((role.name(), id))
}

/// The collection and the id, if a value is an entry.
pub(in crate::templates) fn identity(value: &Value) -> Option<(Name, Arc<str>)> {
    let Record(entry) = value.downcast_object_ref::<Record<EntryValue>>()?;
    Some((entry.collection.clone(), entry.id.clone()))
}
