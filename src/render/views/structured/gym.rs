//! The gym: where it is, when it's open, what it costs.

use serde_json::{Value as Json, json};

use super::picture;
use crate::{
    assets::Purpose,
    content::OpenSpan,
    decode::value::{Text, Time, Weekday},
    render::reads::{PageQuery, Reader},
    site::{OpeningHours, Run, SpecialDays},
};

/// The fields of `content/site.toml` of which the data of the gym is made, besides those that have readers of their own.
const FIELDS: [&str; 9] =
    ["name", "tagline", "description", "phone", "email", "social", "address", "map", "share"];

/// The gym with its plans.
pub(super) fn with_offers(reader: &Reader) -> Json {
    let mut gym = plain(reader);
    if let (Some(currency), Some(gym)) =
        (&reader.gym_fields(&["currency_code"]).currency_code, gym.as_object_mut())
    {
        let prices = reader.page(PageQuery::LastWith("prices".into()));
        let path = prices.map_or_else(|| "/".to_owned(), |page| page.path(None));
        let offers = reader.plans().iter().map(|plan| {
            json!({
                "@type": "Offer",
                "name": plan.entry.title.value.as_str(),
                "description": plan.entry.period.as_str(),
                "price": plan.entry.price.machine(),
                "priceCurrency": currency.as_str(),
                "url": reader.base().absolute(&path),
            })
        });
        gym.insert("makesOffer".to_owned(), offers.collect());
    }
    gym
}

/// The gym itself.
pub(super) fn plain(reader: &Reader) -> Json {
    let gym = reader.gym_fields(&FIELDS);
    let address = gym.address();
    let share = gym.share.as_ref().and_then(|share| picture(&share.image, reader));
    let text = |text: &Option<Text>| text.as_ref().map(|text| text.as_str().to_owned());
    let street: Vec<String> = [text(&address.street), text(&address.area)].into_iter().flatten().collect();
    let place = json!({
        "@type": "PostalAddress",
        "streetAddress": (!street.is_empty()).then(|| street.join(", ")),
        "addressLocality": text(&address.city),
        "addressCountry": text(&address.country),
    });
    let mut data = json!({
        "@type": "ExerciseGym",
        "@id": id(reader),
        "name": gym.name.as_str(),
        "slogan": text(&gym.tagline),
        "description": text(&gym.description),
        "url": reader.base().absolute("/"),
        "telephone": gym.phone.as_ref().map(|phone| phone.as_str()),
        "email": gym.email.as_ref().map(|email| email.as_str()),
        "address": (!reader.address_line().is_empty()).then(|| without_nothing(place)),
        "openingHoursSpecification": hours(reader),
        "sameAs": gym.social.iter().map(|social| social.url.as_str()).collect::<Vec<_>>(),
    });
    if let Some(data) = data.as_object_mut() {
        if let (Some(latitude), Some(longitude)) = (address.latitude, address.longitude) {
            let geo = json!({ "@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude });
            data.insert("geo".to_owned(), geo);
        }
        if let Some(map) = &gym.map {
            data.insert("hasMap".to_owned(), map.url.as_str().into());
        }
        let closures: Vec<Json> = reader.closures().flat_map(special).collect();
        if !closures.is_empty() {
            data.insert("specialOpeningHoursSpecification".to_owned(), closures.into());
        }
        if let Some(image) = share {
            data.insert("image".to_owned(), image.into());
        }
        if let Some(logo) = logo(reader) {
            data.insert("logo".to_owned(), logo.into());
        }
    }
    without_nothing(data)
}

/// The same without the keys of which content says nothing.
fn without_nothing(mut data: Json) -> Json {
    if let Some(data) = data.as_object_mut() {
        data.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
    }
    data
}

/// The name of the gym within the data of all pages.
pub(super) fn id(reader: &Reader) -> String {
    reader.base().absolute("/#gym")
}

/// The full address of the gym's sign; `None` if content names none.
pub(super) fn logo(reader: &Reader) -> Option<String> {
    reader.icon(Purpose::Large).map(|path| reader.base().absolute(&path))
}

fn hours(reader: &Reader) -> Vec<Json> {
    let runs = reader.hours().map(OpeningHours::runs).unwrap_or_default();
    let of_run = |(first, last, open): Run<'_>| match open {
        [] => vec![specification(first, last, None)],
        open => open.iter().map(|span| specification(first, last, Some(*span))).collect(),
    };
    runs.into_iter().flat_map(of_run).collect()
}

fn specification(first: Weekday, last: Weekday, open: Option<OpenSpan>) -> Json {
    let days: Vec<String> =
        first.through(last).into_iter().map(|day| format!("https://schema.org/{}", day.title())).collect();
    let (opens, closes) = machine(open);
    json!({ "@type": "OpeningHoursSpecification", "dayOfWeek": days, "opens": opens, "closes": closes })
}

/// Days with other hours than usual, once for each span of them.
fn special(days: &SpecialDays) -> Vec<Json> {
    let one = |open| {
        let (opens, closes) = machine(open);
        json!({
            "@type": "OpeningHoursSpecification",
            "validFrom": days.first.to_string(),
            "validThrough": days.last.to_string(),
            "opens": opens,
            "closes": closes,
            "description": days.note.as_str(),
        })
    };
    match days.open.as_slice() {
        [] => vec![one(None)],
        open => open.iter().map(|span| one(Some(*span))).collect(),
    }
}

/// When it opens and closes. A day without opening hours is written as one that closes when it opens.
fn machine(open: Option<OpenSpan>) -> (String, String) {
    open.map_or(("00:00".to_owned(), "00:00".to_owned()), |open| {
        (open.opens().machine(), last_minute(open.closes()))
    })
}

/// Search engines don't know 24:00.
pub(super) fn last_minute(end: Time) -> String {
    if end.hour() == 24 { "23:59".to_owned() } else { end.machine() }
}
