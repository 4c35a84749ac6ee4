//! An entry in a calendar, as an event.

use serde_json::{Value as Json, json};

use super::{gym, picture, without_nothing};
use crate::{
    schema::{Data, Name, Table, decode::value::Price},
    site::{EntryDate, EventTime, Venue, notice, zone_of},
    templates::site::RenderSite,
};

/// The event at `address`, which is absolute; `None` for an entry of a collection without a calendar.
pub(super) fn event(collection: &Name, table: &Table, address: &str, site: &RenderSite) -> Option<Json> {
    let calendar = site.project.types.collections.get(collection)?.calendar.as_ref()?;
    let text = |role: &str| table.get(calendar.field(role)?)?.value.as_text();
    let (venue, zone) = (Venue::new(table, calendar, site), zone_of(table, calendar, site));
    let at = without_nothing(json!({
        "@type": "Place",
        "name": venue.name(),
        "address": venue.address(),
    }));
    let online = venue.online.map(|url| json!({ "@type": "VirtualLocation", "url": url }));
    let (mode, location) = match online {
        None => ("Offline", at),
        Some(online) if venue.is_only_online() => ("Online", online),
        Some(online) => ("Mixed", json!([at, online])),
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
    let others = occurrences.iter().filter(|other| other.start != start).map(|other| {
        without_nothing(json!({
            "@type": "Event",
            "name": text("title"),
            "startDate": other.start.iso(zone, site),
            "endDate": other.end.map(|end| end.iso(zone, site)),
            "eventStatus": status(other, notice),
            "location": location,
        }))
    });
    Some(without_nothing(json!({
        "@type": "Event",
        "@id": format!("{address}#event"),
        "url": address,
        "name": text("title")?,
        "description": text("text"),
        "startDate": start.iso(zone, site),
        "endDate": EntryDate::new(table, calendar, "end").map(|end| end.iso(zone, site)),
        "eventStatus": status(first, notice),
        "eventAttendanceMode": format!("https://schema.org/{mode}EventAttendanceMode"),
        "isAccessibleForFree": is_free.then_some(true),
        "location": location,
        "organizer": { "@type": "Organization", "@id": gym::id(site), "name": site.gym.settings.name.as_str(), "url": site.address.base.absolute("/") },
        "image": image,
        "offers": offer(table, price, address, site),
        "previousStartDate": moved.map(|old| old.iso(zone, site)),
        "subEvent": others.collect::<Json>(),
    })))
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

fn booking(entry: &Table) -> Option<&Table> {
    entry.get("booking")?.value.as_table().map(|booking| &**booking)
}

/// The price of the entry, or of its booking.
fn price(entry: &Table) -> Option<Price> {
    let prices = [Some(entry), booking(entry)].map(|table| table?.get("price"));
    prices.into_iter().flatten().find_map(|price| match price.value {
        Data::Price(price) => Some(price),
        _ => None,
    })
}

/// The offer of a ticket; `None` without a known price or number of places.
fn offer(entry: &Table, price: Option<Price>, address: &str, site: &RenderSite) -> Option<Json> {
    let is_sold_out = entry.is("sold_out");
    let availability = if is_sold_out { "SoldOut" } else { "InStock" };
    let url = booking(entry).and_then(|booking| match &booking.get("url")?.value {
        Data::Str(_, url) => Some(&**url),
        _ => None,
    });
    let currency = site.gym.settings.currency_code.as_ref().filter(|_| price.is_some());
    (currency.is_some() || is_sold_out).then(|| {
        without_nothing(json!({
            "@type": "Offer",
            "price": price.filter(|_| currency.is_some()).map(Price::machine),
            "priceCurrency": currency.map(|currency| currency.as_str()),
            "availability": format!("https://schema.org/{availability}"),
            "url": url.unwrap_or(address),
        }))
    })
}
