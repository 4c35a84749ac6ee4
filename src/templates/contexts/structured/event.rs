//! An entry in a calendar, as an event.

use jiff::{civil::Date, tz::TimeZone};
use serde::Serialize;

use super::{gym, picture, script_of};
use crate::{
    schema::{
        Data, FromData, Name, Table,
        decode::value::{Destination, Weekday},
    },
    site::{EntryDate, EventTime, Tier, TierKind, Venue, is_full, notice, price, zone_of},
    templates::site::RenderSite,
};

/// An event in schema.org's words.
#[derive(Serialize)]
#[serde(tag = "@type", rename = "Event", rename_all = "camelCase")]
struct EventItem<'a> {
    #[serde(rename = "@id")]
    id: String,
    url: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    start_date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_date: Option<String>,
    /// On a site with several languages.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_language: Option<&'a str>,
    event_status: &'static str,
    event_attendance_mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_accessible_for_free: Option<bool>,
    location: EventLocation<'a>,
    organizer: EventOrganizer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<OneOrMany<TicketOffer<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_start_date: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sub_event: Vec<SubEvent<'a>>,
}

/// A further date of an event.
#[derive(Serialize)]
#[serde(tag = "@type", rename = "Event", rename_all = "camelCase")]
struct SubEvent<'a> {
    name: &'a str,
    start_date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_date: Option<String>,
    event_status: &'static str,
    location: EventLocation<'a>,
}

/// Something that is booked as a whole, in schema.org's words: no `Event` besides, as a page is about one thing.
#[derive(Serialize)]
#[serde(tag = "@type", rename = "Course", rename_all = "camelCase")]
struct CourseItem<'a> {
    #[serde(rename = "@id")]
    id: String,
    url: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    provider: EventOrganizer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<OneOrMany<TicketOffer<'a>>>,
    has_course_instance: CourseInstance<'a>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct CourseInstance<'a> {
    course_mode: &'static str,
    event_status: &'static str,
    start_date: String,
    end_date: String,
    location: EventLocation<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    instructor: Vec<Instructor<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum_attendee_capacity: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining_attendee_capacity: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    course_schedule: Option<CourseSchedule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    course_workload: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sub_event: Vec<SubEvent<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "Person")]
struct Instructor<'a> {
    name: &'a str,
}

/// Dates that are each week, or every other one.
#[derive(Serialize)]
#[serde(tag = "@type", rename = "Schedule", rename_all = "camelCase")]
struct CourseSchedule {
    repeat_frequency: String,
    repeat_count: usize,
    start_date: String,
    end_date: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_day: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    except_date: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<String>,
}

#[derive(Clone, Serialize)]
#[serde(untagged)]
enum EventLocation<'a> {
    Offline(EventPlace),
    Online(VirtualLocation<'a>),
    Mixed(EventPlace, VirtualLocation<'a>),
}

#[derive(Clone, Serialize)]
#[serde(tag = "@type", rename = "Place")]
struct EventPlace {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

#[derive(Clone, Serialize)]
#[serde(tag = "@type")]
struct VirtualLocation<'a> {
    url: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "Organization")]
struct EventOrganizer<'a> {
    #[serde(rename = "@id")]
    id: String,
    name: &'a str,
    url: String,
}

#[derive(Default, Serialize)]
#[serde(tag = "@type", rename = "Offer", rename_all = "camelCase")]
struct TicketOffer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price_currency: Option<&'a str>,
    availability: &'static str,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_through: Option<String>,
}

/// One value, or several in a list.
#[derive(Serialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    fn of(mut values: Vec<T>) -> Option<Self> {
        match values.len() {
            0 => None,
            1 => values.pop().map(Self::One),
            _ => Some(Self::Many(values)),
        }
    }
}

const OFFLINE: &str = "https://schema.org/OfflineEventAttendanceMode";
const ONLINE: &str = "https://schema.org/OnlineEventAttendanceMode";

/// Members that an event and a course have in common.
struct EventFacts<'a> {
    table: &'a Table,
    site: &'a RenderSite,
    zone: &'a TimeZone,
    address: &'a str,
    name: &'a str,
    description: Option<&'a str>,
    /// The mode of attendance in schema.org's words.
    mode: &'static str,
    location: EventLocation<'a>,
    /// The kind of the notice about it.
    notice: Option<&'static str>,
    /// All dates, in order.
    dates: Vec<EventTime<'a>>,
}

/// The script of the event at `address`, which is absolute; `None` for an entry of a collection without a calendar.
pub(super) fn script(collection: &Name, table: &Table, address: &str, site: &RenderSite) -> Option<String> {
    let calendar = site.project.types.collections.get(collection)?.calendar.as_ref()?;
    let text = |role: &str| table.get(calendar.field(role)?)?.value.as_text().map(|text| &**text);
    let (mode, location) = location(Venue::new(table, calendar, site));
    let facts = EventFacts {
        table,
        site,
        zone: zone_of(table, calendar, site),
        address,
        name: text("title")?,
        description: text("text"),
        mode,
        location,
        notice: notice(table, collection, site).map(|(kind, _)| kind),
        dates: EventTime::all(table, calendar),
    };
    if table.is("course") { facts.course() } else { facts.event() }
}

/// The mode of attendance and the place.
fn location<'a>(venue: Venue<'a>) -> (&'static str, EventLocation<'a>) {
    let place = EventPlace { name: venue.name(), address: venue.address().map(str::to_owned) };
    let online = venue.online.map(|url| VirtualLocation { url });
    match online {
        None => (OFFLINE, EventLocation::Offline(place)),
        Some(online) if venue.is_only_online() => (ONLINE, EventLocation::Online(online)),
        Some(online) => ("https://schema.org/MixedEventAttendanceMode", EventLocation::Mixed(place, online)),
    }
}

impl<'a> EventFacts<'a> {
    fn event(self) -> Option<String> {
        let Self { table, site, zone, address, notice, .. } = self;
        // An event that is free for some may have a price for others.
        let is_free = price(table).is_some()
            && Tier::all(table).iter().all(|tier| tier.price.thousandths() == 0)
            || table.is("donation");
        let moved = table.get("moved_from").filter(|_| notice == Some("moved"));
        let moved = moved.and_then(|date| EntryDate::of(&date.value));
        // A series lasts from its first date to its last one, each of which is an event of its own.
        let is_series = self.dates.len() > 1;
        let (begins, ends) = (self.dates.first()?, self.dates.last()?);
        let end = ends.end.or(is_series.then_some(ends.start));
        Some(script_of(&EventItem {
            id: format!("{address}#event"),
            url: address,
            name: self.name,
            description: self.description,
            start_date: begins.start.iso(zone, site),
            end_date: end.map(|end| end.iso(zone, site)),
            in_language: language_of(site),
            event_status: self.status(),
            event_attendance_mode: self.mode,
            is_accessible_for_free: is_free.then_some(true),
            sub_event: if is_series { self.sub_events() } else { Vec::new() },
            organizer: self.organizer(),
            image: self.image(),
            offers: self.offers(),
            previous_start_date: moved.map(|old| old.iso(zone, site)),
            location: self.location,
        }))
    }

    fn course(self) -> Option<String> {
        let Self { table, site, zone, address, .. } = self;
        let (begins, last) = (self.dates.first()?, self.dates.last()?);
        let course_schedule = course_schedule(table, &self.dates);
        let held = self.dates.iter().filter(|date| !date.is_cancelled);
        let workload = held.map(EventTime::minutes).sum::<Option<i64>>().filter(|minutes| *minutes > 0);
        Some(script_of(&CourseItem {
            id: format!("{address}#course"),
            url: address,
            name: self.name,
            description: self.description,
            provider: self.organizer(),
            image: self.image(),
            offers: self.offers(),
            has_course_instance: CourseInstance {
                course_mode: match self.mode {
                    OFFLINE => "Onsite",
                    ONLINE => "Online",
                    _ => "Blended",
                },
                event_status: self.status(),
                start_date: begins.start.iso(zone, site),
                end_date: last.end.unwrap_or(last.start).iso(zone, site),
                instructor: instructors(table, site),
                maximum_attendee_capacity: FromData::from_data(table.get("places")),
                remaining_attendee_capacity: FromData::from_data(table.get("places_left")),
                course_workload: workload.map(duration),
                sub_event: if course_schedule.is_none() { self.sub_events() } else { Vec::new() },
                course_schedule,
                location: self.location,
            },
        }))
    }

    /// The status of all dates together.
    fn status(&self) -> &'static str {
        status(self.dates.iter().all(|date| date.is_cancelled), self.notice)
    }

    /// Each date as an event of its own.
    fn sub_events(&self) -> Vec<SubEvent<'a>> {
        let events = self.dates.iter().map(|date| SubEvent {
            name: self.name,
            start_date: date.start.iso(self.zone, self.site),
            end_date: date.end.map(|end| end.iso(self.zone, self.site)),
            event_status: status(date.is_cancelled, self.notice),
            location: self.location.clone(),
        });
        events.collect()
    }

    fn organizer(&self) -> EventOrganizer<'a> {
        EventOrganizer {
            id: gym::id(self.site),
            name: self.site.gym.settings.name.as_str(),
            url: self.site.address.base.absolute("/"),
        }
    }

    fn image(&self) -> Option<String> {
        match &self.table.get("image")?.value {
            Data::Picture(shown) => picture(shown, self.site),
            _ => None,
        }
    }

    fn offers(&self) -> Option<OneOrMany<TicketOffer<'a>>> {
        OneOrMany::of(offers(self.table, self.zone, self.address, self.site))
    }
}

/// The dates of a course by a rule; `None` if they have none.
fn course_schedule(entry: &Table, occurrences: &[EventTime<'_>]) -> Option<CourseSchedule> {
    let is_regular = entry.get("times").is_some()
        && entry.list("dates").is_empty()
        && occurrences.iter().all(|date| date.declared.is_none() && !date.is_cancelled);
    let (first, last) = (occurrences.first()?, occurrences.last()?);
    let day = |date: &EventTime<'_>| date.start.first_moment().date().to_string();
    let every: Option<u32> = FromData::from_data(entry.get("every"));
    is_regular.then(|| CourseSchedule {
        repeat_frequency: every.map_or_else(|| "Weekly".to_owned(), |weeks| format!("P{weeks}W")),
        repeat_count: occurrences.len(),
        start_date: day(first),
        end_date: day(last),
        by_day: Vec::<Weekday>::from_data(entry.get("days")).into_iter().map(gym::day_of_week).collect(),
        except_date: Vec::<Date>::from_data(entry.get("left_out")).iter().map(Date::to_string).collect(),
        duration: first.minutes().map(duration),
    })
}

/// `PT1H15M`
fn duration(minutes: i64) -> String {
    let (hours, minutes) = (minutes / 60, minutes % 60);
    let part = |number: i64, unit: &str| if number == 0 { String::new() } else { format!("{number}{unit}") };
    format!("PT{}{}", part(hours, "H"), part(minutes, "M"))
}

/// The language of a page about an event, where the site has several.
fn language_of(site: &RenderSite) -> Option<&str> {
    let settings = &site.gym.settings;
    (!settings.translations.is_empty()).then(|| settings.language.as_str())
}

fn instructors<'a>(entry: &'a Table, site: &'a RenderSite) -> Vec<Instructor<'a>> {
    let hosts = entry.list("hosts").iter().filter_map(|host| host.value.as_reference());
    let trainers = hosts.filter_map(|host| site.collections.trainers.get(&host.id));
    trainers.map(|trainer| Instructor { name: trainer.entry.name.value.as_str() }).collect()
}

/// The status of a date, or of all of them, in schema.org's words. A notice of the entry holds for every date that isn't
/// cancelled itself.
fn status(is_cancelled: bool, notice: Option<&str>) -> &'static str {
    match notice {
        _ if is_cancelled => "https://schema.org/EventCancelled",
        None => "https://schema.org/EventScheduled",
        Some("cancelled") => "https://schema.org/EventCancelled",
        Some("postponed") => "https://schema.org/EventPostponed",
        Some(_) => "https://schema.org/EventRescheduled",
    }
}

/// The tickets of an event: the offers that aren't over, or that there is no place left. Empty without a known price or
/// number of places.
fn offers<'a>(
    entry: &'a Table,
    zone: &TimeZone,
    address: &str,
    site: &'a RenderSite,
) -> Vec<TicketOffer<'a>> {
    let currency = site.gym.settings.currency_code.as_ref().map(|currency| currency.as_str());
    let is_sold_out = is_full(entry);
    let is_course = entry.is("course");
    let now = site.clock.today.datetime();
    let tiers = Tier::all(entry).into_iter().filter(|tier| currency.is_some() && !tier.is_over(now));
    let offers: Vec<TicketOffer<'a>> = tiers
        .map(|tier| TicketOffer {
            category: is_course.then(|| if tier.price.thousandths() == 0 { "Free" } else { "Paid" }),
            name: tier.table.text("title").filter(|_| tier.kind != TierKind::Usual),
            price: Some(tier.price.machine()),
            price_currency: currency,
            availability: availability(is_sold_out || tier.is_sold_out()),
            url: sold_at(tier.table, entry, address, site),
            valid_from: tier.from.map(|from| from.iso(zone, site)),
            valid_through: tier.until.map(|until| until.iso(zone, site)),
        })
        .collect();
    if !offers.is_empty() || !is_sold_out {
        return offers;
    }
    let url = sold_at(entry, entry, address, site);
    vec![TicketOffer { availability: availability(true), url, ..TicketOffer::default() }]
}

/// The address where tickets at the price of a table are sold: its own, else that of the entry, else the entry's page.
fn sold_at(price: &Table, entry: &Table, address: &str, site: &RenderSite) -> String {
    let book: Option<Destination> = FromData::from_data(price.get("book").or_else(|| entry.get("book")));
    gym::sold_at(book.as_ref(), site).unwrap_or_else(|| address.to_owned())
}

fn availability(is_sold_out: bool) -> &'static str {
    if is_sold_out { "https://schema.org/SoldOut" } else { "https://schema.org/InStock" }
}
