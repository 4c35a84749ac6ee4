//! The page of an entry: a class as a service, a trainer as a person, and what is in a calendar as an event.

use serde_json::{Value as Json, json};

use super::{event, gym, picture};
use crate::{
    decode::value::{Time, Weekday},
    render::site::RenderSite,
    routes::EntryPlace,
    site::{Change, ChangeKind, Class, Trainer},
};

/// The structured data of an entry, whose page is at the absolute URL `address`.
pub(super) fn entry(place: &EntryPlace, address: &str, site: &RenderSite) -> Option<Json> {
    match &*place.collection {
        "classes" => Some(class(site.classes.get(&place.entry.id)?, address, site)),
        "trainers" => Some(trainer(site.trainers.get(&place.entry.id)?, address, site)),
        _ => event::event(place, address, site),
    }
}

/// A class with its hours of the week.
fn class(class: &Class, address: &str, site: &RenderSite) -> Json {
    let hours = site.week.iter().flat_map(|day| {
        let rows = day.rows.iter().filter(|row| row.class.id == class.id);
        rows.map(|row| hour(day.weekday, row.time.start, row.time.end))
    });
    let of_dates = site.changes().filter(|change| change.class.id == class.id).filter_map(on_date);
    let mut service = json!({
        "@type": "Service",
        "@id": format!("{address}#class"),
        "url": address,
        "name": class.entry.title.value.as_str(),
        "description": class.entry.summary.as_str(),
        "provider": provider(site),
        "hoursAvailable": hours.chain(of_dates).collect::<Vec<_>>(),
    });
    insert(&mut service, "image", picture(&class.entry.image, site).map(Json::from));
    service
}

fn trainer(trainer: &Trainer, address: &str, site: &RenderSite) -> Json {
    let links =
        trainer.entry.social.iter().filter_map(|social| social.url.as_ref()).map(|url| url.as_written());
    let (mail, elsewhere): (Vec<_>, Vec<_>) = links.partition(|url| url.starts_with("mailto:"));
    let mut person = json!({
        "@type": "Person",
        "@id": format!("{address}#trainer"),
        "url": address,
        "name": trainer.entry.name.value.as_str(),
        "jobTitle": trainer.entry.role.as_str(),
        "worksFor": provider(site),
    });
    let address = mail.first().and_then(|mail| mail.strip_prefix("mailto:"));
    insert(&mut person, "email", address.map(Json::from));
    let elsewhere: Vec<String> = elsewhere.into_iter().filter(|url| url.starts_with("http")).collect();
    insert(&mut person, "sameAs", (!elsewhere.is_empty()).then(|| elsewhere.into()));
    insert(&mut person, "image", picture(&trainer.entry.image, site).map(Json::from));
    person
}

fn provider(site: &RenderSite) -> Json {
    json!({ "@type": gym::kind(site), "@id": gym::id(site), "name": site.gym.name.as_str(), "url": site.base.absolute("/") })
}

fn hour(day: Weekday, start: Time, end: Time) -> Json {
    json!({
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": format!("https://schema.org/{}", day.title()),
        "opens": start.machine(),
        "closes": gym::last_minute(end),
    })
}

/// The hours of a class on a date only.
fn on_date(change: &Change) -> Option<Json> {
    match change.kind {
        ChangeKind::Cancelled | ChangeKind::Substitute(_) => None,
        ChangeKind::Extra(_) => {
            let mut hour = hour(Weekday::from_date(change.date), change.time.start, change.time.end);
            insert(&mut hour, "validFrom", Some(change.date.to_string().into()));
            insert(&mut hour, "validThrough", Some(change.date.to_string().into()));
            Some(hour)
        }
    }
}

fn insert(data: &mut Json, key: &str, value: Option<Json>) {
    if let (Some(data), Some(value)) = (data.as_object_mut(), value) {
        data.insert(key.to_owned(), value);
    }
}
