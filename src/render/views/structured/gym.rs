//! The gym: where it is, when it's open, what it costs.

use serde_json::{Value as Json, json};

use super::picture;
use crate::{
    assets::{Pictures, Purpose},
    content::Closure,
    decode::value::{Time, TimeRange, Weekday},
    site::Site,
};

/// The gym with its plans.
pub(super) fn with_offers(site: &Site, pictures: &Pictures) -> Json {
    let mut gym = plain(site, pictures);
    if let (Some(currency), Some(gym)) = (&site.gym.currency_code, gym.as_object_mut()) {
        let offers = site.plan_rows.iter().flatten().map(|plan| {
            json!({
                "@type": "Offer",
                "name": plan.entry.title.value.as_str(),
                "description": plan.entry.period.as_str(),
                "price": plan.entry.price.get().to_string(),
                "priceCurrency": currency.as_str(),
                "url": site.base.absolute("/pricing/"),
            })
        });
        gym.insert("makesOffer".to_owned(), offers.collect());
    }
    gym
}

/// The gym itself.
pub(super) fn plain(site: &Site, pictures: &Pictures) -> Json {
    let gym = &site.gym;
    let address = &gym.address;
    let share = gym.share.as_ref().and_then(|share| picture(&share.image, site, pictures));
    let mut data = json!({
        "@type": "ExerciseGym",
        "@id": id(site),
        "name": gym.name.as_str(),
        "slogan": gym.tagline.as_str(),
        "description": gym.description.as_str(),
        "url": site.base.absolute("/"),
        "telephone": gym.phone.as_str(),
        "email": gym.email.as_str(),
        "address": {
            "@type": "PostalAddress",
            "streetAddress": format!("{}, {}", address.street.as_str(), address.area.as_str()),
            "addressLocality": address.city.as_str(),
            "addressCountry": address.country.as_str(),
        },
        "geo": {
            "@type": "GeoCoordinates",
            "latitude": address.latitude,
            "longitude": address.longitude,
        },
        "hasMap": gym.map.url,
        "openingHoursSpecification": hours(site),
        "sameAs": gym.social.iter().map(|social| social.url.as_str()).collect::<Vec<_>>(),
    });
    if let Some(data) = data.as_object_mut() {
        let closures: Vec<Json> = site.closures().map(closed).collect();
        if !closures.is_empty() {
            data.insert("specialOpeningHoursSpecification".to_owned(), closures.into());
        }
        if let Some(image) = share {
            data.insert("image".to_owned(), image.into());
        }
        if let Some(logo) = logo(site, pictures) {
            data.insert("logo".to_owned(), logo.into());
        }
    }
    data
}

/// The name of the gym within the data of all pages.
pub(super) fn id(site: &Site) -> String {
    site.base.absolute("/#gym")
}

/// The full address of the gym's sign; nothing if content names none.
pub(super) fn logo(site: &Site, pictures: &Pictures) -> Option<String> {
    pictures.icon(Purpose::Large).map(|path| site.base.absolute(&path))
}

fn hours(site: &Site) -> Vec<Json> {
    let runs = site.hours.runs();
    runs.into_iter().map(|(first, last, open)| specification(first, last, open)).collect()
}

fn specification(first: Weekday, last: Weekday, open: Option<TimeRange>) -> Json {
    let days = Weekday::ALL.into_iter().filter(|day| (first..=last).contains(day));
    let days: Vec<String> = days.map(|day| format!("https://schema.org/{}", day.title())).collect();
    // A day without opening hours is written as one that closes when it opens.
    let (opens, closes) = open.map_or(("00:00".to_owned(), "00:00".to_owned()), |open| {
        (open.start.machine(), last_minute(open.end))
    });
    json!({ "@type": "OpeningHoursSpecification", "dayOfWeek": days, "opens": opens, "closes": closes })
}

fn closed(closure: &Closure) -> Json {
    json!({
        "@type": "OpeningHoursSpecification",
        "validFrom": closure.first.to_string(),
        "validThrough": closure.last.to_string(),
        "opens": "00:00",
        "closes": "00:00",
        "description": closure.note.as_str(),
    })
}

/// Search engines don't know 24:00.
fn last_minute(end: Time) -> String {
    if end.hour() == 24 { "23:59".to_owned() } else { end.machine() }
}
