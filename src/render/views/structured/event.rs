//! An entry that is in a calendar, as an event.

use serde_json::{Value as Json, json};

use super::{gym, picture};
use crate::{
    decode::value::Price,
    render::{
        data::{EntryDate, Venue},
        site::RenderSite,
    },
    routes::EntryPlace,
    schema::Data,
};

/// The event at `address`, a full one; `None` for an entry of a collection without a calendar.
pub(super) fn event(place: &EntryPlace, address: &str, site: &RenderSite) -> Option<Json> {
    let calendar = site.types.collections.get(&place.collection)?.calendar.as_ref()?;
    let value = |role: &str| place.entry.table.get(calendar.field(role)?).map(|value| &value.value);
    let text = |role: &str| match value(role) {
        Some(Data::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let date = |role: &str| EntryDate::new(&place.entry.table, calendar, role).map(|date| date.iso(site));
    let venue = Venue::new(&place.entry.table, calendar, site);
    let mut event = json!({
        "@type": "Event",
        "@id": format!("{address}#event"),
        "url": address,
        "name": text("title")?,
        "description": text("text"),
        "startDate": date("start")?,
        "endDate": date("end"),
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": gym::without_nothing(json!({
            "@type": "Place",
            "name": venue.name(),
            "address": venue.address(),
        })),
        "organizer": { "@type": "Organization", "@id": gym::id(site), "name": site.gym.name.as_str(), "url": site.base.absolute("/") },
    });
    let field = |key: &str| place.entry.table.get(key).map(|value| &value.value);
    if let Some(event) = event.as_object_mut() {
        if let Some(Data::Picture(shown)) = field("image") {
            event.extend(picture(shown, site).map(|image| ("image".to_owned(), image.into())));
        }
        if let Some(Data::Price(price)) = field("price") {
            event.extend(offer(*price, address, site).map(|offer| ("offers".to_owned(), offer)));
        }
    }
    Some(event)
}

/// What it costs to be there; `None` if content names no currency.
fn offer(price: Price, address: &str, site: &RenderSite) -> Option<Json> {
    let gym = &site.gym;
    let currency = gym.currency_code.as_ref()?;
    Some(json!({
        "@type": "Offer",
        "price": price.machine(),
        "priceCurrency": currency.as_str(),
        "url": address,
    }))
}
