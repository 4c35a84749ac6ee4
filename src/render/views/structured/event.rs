//! An entry that is in a calendar, as an event.

use serde_json::{Value as Json, json};

use super::{gym, picture, without_nothing};
use crate::{
    decode::value::Price,
    render::{
        data::{EntryDate, Occurrence, Venue, moment, notice},
        site::RenderSite,
    },
    schema::{Data, Name, Table},
};

/// The event at `address`, a full one; `None` for an entry of a collection without a calendar.
pub(super) fn event(collection: &Name, table: &Table, address: &str, site: &RenderSite) -> Option<Json> {
    let calendar = site.types.collections.get(collection)?.calendar.as_ref()?;
    let value = |role: &str| table.get(calendar.field(role)?).map(|value| &value.value);
    let text = |role: &str| match value(role) {
        Some(Data::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let date = |role: &str| EntryDate::new(table, calendar, role).map(|date| date.iso(site));
    let venue = Venue::new(table, calendar, site);
    let at = without_nothing(json!({
        "@type": "Place",
        "name": venue.name(),
        "address": venue.address(),
    }));
    let online = match table.get("online").map(|online| &online.value) {
        Some(Data::Str(_, url)) => Some(json!({ "@type": "VirtualLocation", "url": &**url })),
        _ => None,
    };
    let is_somewhere = table.get("room").is_some() || value("place").is_some() || value("branch").is_some();
    let (mode, location) = match online {
        None => ("Offline", at),
        Some(online) if is_somewhere => ("Mixed", json!([at, online])),
        Some(online) => ("Online", online),
    };
    let notice = notice(table, site).map(|(kind, _)| kind);
    let status = match notice {
        Some("cancelled") => "Cancelled",
        Some("postponed") => "Postponed",
        Some(_) => "Rescheduled",
        None => "Scheduled",
    };
    let is_free = matches!(table.get("price").map(|price| &price.value), Some(Data::Price(price)) if price.thousandths() == 0);
    let mut event = json!({
        "@type": "Event",
        "@id": format!("{address}#event"),
        "url": address,
        "name": text("title")?,
        "description": text("text"),
        "startDate": date("start")?,
        "endDate": date("end"),
        "eventStatus": format!("https://schema.org/Event{status}"),
        "eventAttendanceMode": format!("https://schema.org/{mode}EventAttendanceMode"),
        "isAccessibleForFree": (is_free || table.is("donation")).then_some(true),
        "location": location,
        "organizer": { "@type": "Organization", "@id": gym::id(site), "name": site.gym.name.as_str(), "url": site.base.absolute("/") },
    });
    let field = |key: &str| table.get(key).map(|value| &value.value);
    if let Some(event) = event.as_object_mut() {
        if let Some(Data::Picture(shown)) = field("image") {
            event.extend(picture(shown, site).map(|image| ("image".to_owned(), image.into())));
        }
        if let Some(Data::Price(price)) = field("price") {
            let offer = offer(*price, table.is("sold_out"), address, site);
            event.extend(offer.map(|offer| ("offers".to_owned(), offer)));
        }
        if let Some(Data::Datetime(old)) = field("moved_from").filter(|_| notice == Some("moved")) {
            event.insert("previousStartDate".to_owned(), moment(old.civil(), site).into());
        }
        let others = Occurrence::all(table, calendar).into_iter().skip(1);
        let others = others.map(|other| {
            without_nothing(json!({
                "@type": "Event",
                "name": text("title"),
                "startDate": other.start.iso(site),
                "endDate": other.end.map(|end| end.iso(site)),
                "location": location,
            }))
        });
        let others: Vec<Json> = others.collect();
        if !others.is_empty() {
            event.insert("subEvent".to_owned(), others.into());
        }
    }
    Some(without_nothing(event))
}

/// What it costs to be there; `None` if content names no currency.
fn offer(price: Price, is_sold_out: bool, address: &str, site: &RenderSite) -> Option<Json> {
    let gym = &site.gym;
    let currency = gym.currency_code.as_ref()?;
    let availability = if is_sold_out { "SoldOut" } else { "InStock" };
    Some(json!({
        "@type": "Offer",
        "price": price.machine(),
        "priceCurrency": currency.as_str(),
        "availability": format!("https://schema.org/{availability}"),
        "url": address,
    }))
}
