//! An entry in a calendar, as an event.

use serde::Serialize;

use super::{gym, picture, script_of};
use crate::{
    schema::{
        Data, FromData, Name, Table,
        decode::value::{Destination, Price},
    },
    site::{EntryDate, EventTime, Venue, notice, zone_of},
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
    event_status: &'static str,
    event_attendance_mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_accessible_for_free: Option<bool>,
    location: EventLocation<'a>,
    organizer: EventOrganizer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<TicketOffer<'a>>,
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

#[derive(Clone, Serialize)]
#[serde(untagged)]
enum EventLocation<'a> {
    Offline(EventPlace<'a>),
    Online(VirtualLocation<'a>),
    Mixed(EventPlace<'a>, VirtualLocation<'a>),
}

#[derive(Clone, Serialize)]
#[serde(tag = "@type", rename = "Place")]
struct EventPlace<'a> {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'a str>,
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

#[derive(Serialize)]
#[serde(tag = "@type", rename = "Offer", rename_all = "camelCase")]
struct TicketOffer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price_currency: Option<&'a str>,
    availability: &'static str,
    url: String,
}

/// The script of the event at `address`, which is absolute; `None` for an entry of a collection without a calendar.
pub(super) fn script(collection: &Name, table: &Table, address: &str, site: &RenderSite) -> Option<String> {
    let calendar = site.project.types.collections.get(collection)?.calendar.as_ref()?;
    let text = |role: &str| table.get(calendar.field(role)?)?.value.as_text().map(|text| &**text);
    let (venue, zone) = (Venue::new(table, calendar, site), zone_of(table, calendar, site));
    let place = EventPlace { name: venue.name(), address: venue.address() };
    let online = venue.online.map(|url| VirtualLocation { url });
    let (mode, location) = match online {
        None => ("https://schema.org/OfflineEventAttendanceMode", EventLocation::Offline(place)),
        Some(online) if venue.is_only_online() => {
            ("https://schema.org/OnlineEventAttendanceMode", EventLocation::Online(online))
        }
        Some(online) => ("https://schema.org/MixedEventAttendanceMode", EventLocation::Mixed(place, online)),
    };
    let notice = notice(table, collection, site).map(|(kind, _)| kind);
    let price = price(table);
    let is_free = price.is_some_and(|price| price.thousandths() == 0) || table.is("donation");
    let start = EntryDate::new(table, calendar, "start")?;
    let occurrences = EventTime::all(table, calendar);
    let first = occurrences.iter().find(|occurrence| occurrence.start == start)?;
    let moved = table.get("moved_from").filter(|_| notice == Some("moved"));
    let moved = moved.and_then(|date| EntryDate::of(&date.value));
    let image = match table.get("image").map(|image| &image.value) {
        Some(Data::Picture(shown)) => picture(shown, site),
        _ => None,
    };
    let name = text("title")?;
    let others = occurrences.iter().filter(|other| other.start != start).map(|other| SubEvent {
        name,
        start_date: other.start.iso(zone, site),
        end_date: other.end.map(|end| end.iso(zone, site)),
        event_status: status(other, notice),
        location: location.clone(),
    });
    Some(script_of(&EventItem {
        id: format!("{address}#event"),
        url: address,
        name,
        description: text("text"),
        start_date: start.iso(zone, site),
        end_date: EntryDate::new(table, calendar, "end").map(|end| end.iso(zone, site)),
        event_status: status(first, notice),
        event_attendance_mode: mode,
        is_accessible_for_free: is_free.then_some(true),
        sub_event: others.collect(),
        location,
        organizer: EventOrganizer {
            id: gym::id(site),
            name: site.gym.settings.name.as_str(),
            url: site.address.base.absolute("/"),
        },
        image,
        offers: offer(table, price, address, site),
        previous_start_date: moved.map(|old| old.iso(zone, site)),
    }))
}

/// The status of an occurrence in schema.org's words. A notice of the entry holds for all of its occurrences.
fn status(occurrence: &EventTime, notice: Option<&str>) -> &'static str {
    match notice {
        None if occurrence.is_cancelled => "https://schema.org/EventCancelled",
        None => "https://schema.org/EventScheduled",
        Some("cancelled") => "https://schema.org/EventCancelled",
        Some("postponed") => "https://schema.org/EventPostponed",
        Some(_) => "https://schema.org/EventRescheduled",
    }
}

/// The price of the entry.
fn price(entry: &Table) -> Option<Price> {
    match entry.get("price")?.value {
        Data::Price(price) => Some(price),
        _ => None,
    }
}

/// The offer of a ticket; `None` without a known price or number of places.
fn offer<'a>(
    entry: &'a Table,
    price: Option<Price>,
    address: &str,
    site: &'a RenderSite,
) -> Option<TicketOffer<'a>> {
    let is_sold_out = entry.is("sold_out");
    let book: Option<Destination> = FromData::from_data(entry.get("book"));
    let currency = site.gym.settings.currency_code.as_ref().filter(|_| price.is_some());
    (currency.is_some() || is_sold_out).then(|| TicketOffer {
        price: price.filter(|_| currency.is_some()).map(Price::machine),
        price_currency: currency.map(|currency| currency.as_str()),
        availability: if is_sold_out { "https://schema.org/SoldOut" } else { "https://schema.org/InStock" },
        url: gym::sold_at(book.as_ref(), site).unwrap_or_else(|| address.to_owned()),
    })
}
