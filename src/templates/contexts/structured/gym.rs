//! The gym in structured data: where it is, when it's open, what it costs.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{picture, without_nothing};
use crate::{
    assets::IconKind,
    content::{Address, HoursException, days_between},
    schema::{
        Role,
        decode::value::{Text, Time, TimeRange, Weekday},
    },
    site::{Opening, Run},
    templates::site::RenderSite,
};

/// The gym with its plans.
pub(super) fn with_offers(site: &RenderSite) -> Json {
    let mut gym = plain(site);
    if let (Some(currency), Some(gym)) = (&site.gym.settings.currency_code, gym.as_object_mut()) {
        let prices = site.last_page_with(Role::Prices);
        let path = prices.map_or_else(|| "/".into(), |page| page.first_path());
        let entries = site.entries_of(Role::Plan).iter();
        let plans = entries.filter_map(|entry| Some(&site.collections.plans.get(&entry.id)?.entry));
        let offers = plans.map(|plan| {
            let lower = plan
                .current_offer(site.clock.today.date())
                .and_then(|offer| Some((offer.price?, offer.until)));
            without_nothing(json!({
                "@type": "Offer",
                "name": plan.title.value.as_str(),
                "description": plan.period.as_str(),
                "price": lower.map_or(plan.price, |(price, _)| price).machine(),
                "priceValidUntil": lower.map(|(_, until)| until.to_string()),
                "priceCurrency": currency.as_str(),
                "url": site.address.base.absolute(&path),
            }))
        });
        gym.insert("makesOffer".to_owned(), offers.collect());
    }
    gym
}

/// The gym itself.
pub(super) fn plain(site: &RenderSite) -> Json {
    let gym = &site.gym.settings;
    // An organisation has neither a single place nor hours: its gyms have.
    let has_branches = has_branches(site);
    let place = |value: Option<Json>| value.filter(|_| !has_branches);
    let branches = site.entries_of(Role::Branch).iter().filter(|_| has_branches);
    without_nothing(json!({
        "@type": kind(site),
        "@id": id(site),
        "name": gym.name.as_str(),
        "slogan": gym.tagline.as_ref().map(Text::as_str),
        "description": gym.description.as_ref().map(Text::as_str),
        "url": site.address.base.absolute("/"),
        "telephone": gym.phone.as_ref().map(|phone| site.gym.formats.abroad(phone)),
        "email": gym.email.as_ref().map(|email| email.as_str()),
        "address": postal(gym.address(), site),
        "openingHoursSpecification": place(Some(hours(site, None))),
        "sameAs": gym.social.iter().map(|social| social.url.as_str()).collect::<Vec<_>>(),
        "geo": place(on_map(gym.address())),
        "hasMap": place(gym.map.as_ref().map(|map| map.url.as_str().into())),
        "specialOpeningHoursSpecification": place(Some(special_hours(site, None))),
        "image": gym.share.as_ref().and_then(|share| picture(&share.image, site)),
        "logo": logo(site),
        "subOrganization": branches.filter_map(|entry| branch(&entry.id, site)).collect::<Json>(),
    }))
}

/// A branch of the gym.
fn branch(id: &str, site: &RenderSite) -> Option<Json> {
    let branch = &site.gym.branches.get(id)?.entry;
    let gym = &site.gym.settings;
    let phone = branch.phone.as_ref().or(gym.phone.as_ref());
    let email = branch.email.as_ref().or(gym.email.as_ref());
    Some(without_nothing(json!({
        "@type": GYM,
        "@id": branch_id(id, site),
        "name": format!("{} {}", gym.name.as_str(), branch.title.as_str()),
        "parentOrganization": { "@id": self::id(site) },
        "telephone": phone.map(|phone| site.gym.formats.abroad(phone)),
        "email": email.map(|email| email.as_str()),
        "address": postal(&branch.address, site),
        "openingHoursSpecification": hours(site, Some(id)),
        "image": gym.share.as_ref().and_then(|share| picture(&share.image, site)),
        "geo": on_map(&branch.address),
        "hasMap": branch.map.as_ref().map(|map| map.url.as_str()),
        "specialOpeningHoursSpecification": special_hours(site, Some(id)),
    })))
}

/// The identifier of a branch in the data of all pages.
fn branch_id(id: &str, site: &RenderSite) -> String {
    site.address.base.absolute(&format!("/#gym-{id}"))
}

/// The schema.org type of a gym in one place.
const GYM: &str = "ExerciseGym";

/// The gym as the publisher of posts.
#[derive(Debug, Serialize)]
pub(in crate::templates::contexts) struct PostPublisher {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    name: String,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<LogoImage>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "@type", rename = "ImageObject")]
struct LogoImage {
    url: String,
}

impl PostPublisher {
    pub(in crate::templates::contexts) fn new(site: &RenderSite) -> Self {
        Self {
            kind: kind(site),
            id: id(site),
            name: site.gym.settings.name.as_str().to_owned(),
            url: site.address.base.absolute("/"),
            logo: logo(site).map(|url| LogoImage { url }),
        }
    }
}

/// The schema.org type of the gym: a place, or the organisation of several places.
pub(super) fn kind(site: &RenderSite) -> &'static str {
    if has_branches(site) { "Organization" } else { GYM }
}

fn has_branches(site: &RenderSite) -> bool {
    !site.entries_of(Role::Branch).is_empty()
}

/// An address; `None` if content has none.
fn postal(address: &Address, site: &RenderSite) -> Option<Json> {
    let written = site.gym.formats.address(address.parts());
    let place = json!({
        "@type": "PostalAddress",
        "streetAddress": written.street,
        "postalCode": address.postcode.as_ref().map(Text::as_str),
        "addressLocality": address.city.as_ref().map(Text::as_str),
        "addressRegion": address.region.as_ref().map(Text::as_str),
        "addressCountry": address.country.as_ref().map(Text::as_str),
    });
    (!written.lines.is_empty()).then(|| without_nothing(place))
}

/// The coordinates of a place.
fn on_map(address: &Address) -> Option<Json> {
    let (latitude, longitude) = address.latitude.zip(address.longitude)?;
    Some(json!({ "@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude }))
}

/// The days on which a branch, or without one the gym, has other hours.
fn special_hours(site: &RenderSite, branch: Option<&str>) -> Json {
    let opening = site.opening_of(branch);
    site.coming_closures(branch).flat_map(|days| special(days, opening)).collect()
}

/// The identifier of the gym in the data of all pages.
pub(super) fn id(site: &RenderSite) -> String {
    site.address.base.absolute("/#gym")
}

/// The absolute address of the gym's logo; `None` if content names none.
fn logo(site: &RenderSite) -> Option<String> {
    site.pictures.icon(IconKind::Large).map(|path| site.address.base.absolute(&path))
}

fn hours(site: &RenderSite, branch: Option<&str>) -> Json {
    let today = site.clock.today.date();
    let Some(hours) = site.hours(branch) else { return Json::Array(Vec::new()) };
    let usual = hours.runs(today).into_iter().flat_map(|run| run_hours(run, (None, None)));
    let seasonal = hours.seasons(today).flat_map(|season| {
        let runs = hours.runs_of_season(season).into_iter();
        runs.flat_map(|run| run_hours(run, (season.first, season.last)))
    });
    usual.chain(seasonal).collect()
}

/// The hours of a run of days, as an element for each span, with the first and the last day of their season.
fn run_hours((first, last, open): Run<'_>, (from, until): (Option<Date>, Option<Date>)) -> Vec<Json> {
    let days: Vec<String> = first.through(last).into_iter().map(day_of_week).collect();
    let hours = machine(open).into_iter().map(|[opens, closes]| {
        without_nothing(json!({
            "@type": "OpeningHoursSpecification",
            "validFrom": from.map(|from| from.to_string()),
            "validThrough": until.map(|until| until.to_string()),
            "dayOfWeek": days,
            "opens": opens,
            "closes": closes,
        }))
    });
    hours.collect()
}

fn day_of_week(day: Weekday) -> String {
    format!("https://schema.org/{}", day.title())
}

/// Days with unusual hours, as an element for each span.
fn special(days: &HoursException, opening: &Opening) -> impl Iterator<Item = Json> {
    let (open, closed): (Vec<Date>, Vec<Date>) = days_between(days.first, days.last)
        .partition(|day| days.open.is_empty() || !opening.open_on(*day).is_empty());
    let weekdays: BTreeSet<Weekday> = open.into_iter().map(Weekday::from_date).collect();
    // Days on which it is always closed stay closed.
    let days_of_week =
        (!closed.is_empty()).then(|| weekdays.into_iter().map(day_of_week).collect::<Vec<_>>());
    machine(&days.open).into_iter().map(move |[opens, closes]| {
        without_nothing(json!({
            "@type": "OpeningHoursSpecification",
            "validFrom": days.first.to_string(),
            "validThrough": days.last.to_string(),
            "dayOfWeek": days_of_week,
            "opens": opens,
            "closes": closes,
            "description": days.note.as_str(),
        }))
    })
}

/// The opening and closing time of each span. A closed day opens and closes at the same time.
fn machine(open: &[TimeRange]) -> Vec<[String; 2]> {
    match open {
        [] => vec![["00:00", "00:00"].map(str::to_owned)],
        _ => open.iter().map(|open| [open.start.machine(), last_minute(open.end)]).collect(),
    }
}

/// Search engines don't know 24:00.
pub(super) fn last_minute(end: Time) -> String {
    if end.hour() == 24 { "23:59".to_owned() } else { end.machine() }
}
