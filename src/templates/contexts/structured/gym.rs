//! The gym in structured data: where it is, when it's open, what it costs.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Serialize;

use super::picture;
use crate::{
    assets::IconKind,
    content::{Address, HoursException, PlanFields, days_between},
    schema::{
        FromData, Role,
        decode::value::{Destination, Link, Text, Time, TimeRange, Weekday},
    },
    site::{LinkSubject, Opening, Run, Tier, TierKind},
    templates::site::RenderSite,
};

/// The gym in schema.org's words.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GymItem<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    slogan: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    telephone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<PostalAddress<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opening_hours_specification: Vec<GymHours<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same_as: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    geo: Option<GeoCoordinates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    has_map: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    special_opening_hours_specification: Vec<GymHours<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sub_organization: Vec<BranchItem<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_accepted: Option<String>,
    /// `None` on pages without prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    makes_offer: Option<Vec<PlanOffer<'a>>>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "ExerciseGym", rename_all = "camelCase")]
struct BranchItem<'a> {
    #[serde(rename = "@id")]
    id: String,
    name: String,
    parent_organization: ParentGym,
    #[serde(skip_serializing_if = "Option::is_none")]
    telephone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<PostalAddress<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opening_hours_specification: Vec<GymHours<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    geo: Option<GeoCoordinates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    has_map: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    special_opening_hours_specification: Vec<GymHours<'a>>,
}

#[derive(Serialize)]
struct ParentGym {
    #[serde(rename = "@id")]
    id: String,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "Offer", rename_all = "camelCase")]
struct PlanOffer<'a> {
    name: String,
    description: &'a str,
    price: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price_valid_until: Option<String>,
    price_currency: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    availability: Option<&'static str>,
    /// `None` for the page of prices.
    url: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct PostalAddress<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    street_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    postal_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address_locality: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address_region: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address_country: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(tag = "@type")]
struct GeoCoordinates {
    latitude: f64,
    longitude: f64,
}

/// A span of hours, on days of the week.
#[derive(Serialize)]
#[serde(tag = "@type", rename = "OpeningHoursSpecification", rename_all = "camelCase")]
struct GymHours<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_through: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    day_of_week: Vec<String>,
    opens: String,
    closes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
}

/// The gym with its plans.
pub(super) fn with_offers(site: &RenderSite) -> GymItem<'_> {
    let currency = site.gym.settings.currency_code.as_ref();
    GymItem { makes_offer: currency.map(|currency| offers(currency, site)), ..plain(site) }
}

fn offers<'a>(currency: &'a Text, site: &'a RenderSite) -> Vec<PlanOffer<'a>> {
    let prices = site.last_page_with(Role::Prices);
    let path = prices.map_or_else(|| "/".into(), |page| page.first_path());
    let entries = site.entries_of(Role::Plan).iter();
    let offers = entries.flat_map(|entry| {
        let now = site.clock.today.datetime();
        let tiers = Tier::all(&entry.table).into_iter().filter(move |tier| !tier.is_over(now));
        // The usual price and the offer that takes its place are one offer of the plan.
        let tiers = tiers.filter(move |tier| tier.kind == TierKind::Rate || !tier.is_ahead(now));
        let plan = site.collections.plans.get(&entry.id).map(|plan| &plan.entry);
        tiers.filter_map(move |tier| Some(plan_offer(plan?, tier, currency, site)))
    });
    let at = site.address.base.absolute(&path);
    offers.map(|offer| PlanOffer { url: offer.url.or_else(|| Some(at.clone())), ..offer }).collect()
}

fn plan_offer<'a>(
    plan: &'a PlanFields,
    tier: Tier<'a>,
    currency: &'a Text,
    site: &'a RenderSite,
) -> PlanOffer<'a> {
    let rate = tier.table.text("title").filter(|_| tier.kind == TierKind::Rate);
    let own: Option<Destination> = FromData::from_data(tier.table.get("book").filter(|_| rate.is_some()));
    let book = own.as_ref().or(plan.book.as_ref()).or(site.gym.settings.book.as_ref());
    let name: Vec<&str> = [Some(plan.title.value.as_str()), rate].into_iter().flatten().collect();
    PlanOffer {
        name: name.join(site.gym.formats.comma()),
        description: plan.period.as_str(),
        price: tier.price.machine(),
        valid_from: tier.from.filter(|_| rate.is_some()).map(|from| from.first_moment().date().to_string()),
        price_valid_until: tier.until.map(|until| until.first_moment().date().to_string()),
        price_currency: currency.as_str(),
        availability: tier.is_sold_out().then_some("https://schema.org/SoldOut"),
        url: sold_at(book, site),
    }
}

/// The address on the web at which something can be bought; `None` if it leads elsewhere.
pub(super) fn sold_at(target: Option<&Destination>, site: &RenderSite) -> Option<String> {
    let Some(Destination::At(link)) = target else { return None };
    let address = site.link_address(link, LinkSubject::default());
    let is_sold_there = matches!(link, Link::External(_) | Link::Service { .. });
    (is_sold_there && address.starts_with("http")).then_some(address)
}

/// The gym itself.
pub(super) fn plain(site: &RenderSite) -> GymItem<'_> {
    let gym = &site.gym.settings;
    // An organisation has neither a single place nor hours: its gyms have.
    let has_branches = has_branches(site);
    let branches = site.entries_of(Role::Branch).iter().filter(|_| has_branches);
    let has_place = !has_branches;
    GymItem {
        kind: kind(site),
        id: id(site),
        name: gym.name.as_str(),
        slogan: gym.tagline.as_ref().map(Text::as_str),
        description: gym.description.as_ref().map(Text::as_str),
        url: site.address.base.absolute("/"),
        telephone: gym.phone.as_ref().map(|phone| site.gym.formats.abroad(phone)),
        email: gym.email.as_ref().map(|email| email.as_str()),
        address: postal(gym.address(), site),
        opening_hours_specification: if has_place { hours(site, None) } else { Vec::new() },
        same_as: gym.social.iter().map(|social| social.url.as_str()).collect(),
        geo: on_map(gym.address()).filter(|_| has_place),
        has_map: gym.map.as_ref().filter(|_| has_place).map(|map| map.url.as_str()),
        special_opening_hours_specification: if has_place { special_hours(site, None) } else { Vec::new() },
        image: gym.share.as_ref().and_then(|share| picture(&share.image, site)),
        logo: logo(site),
        sub_organization: branches.filter_map(|entry| branch(&entry.id, site)).collect(),
        payment_accepted: Some(ways_to_pay(site)).filter(|ways| has_place && !ways.is_empty()),
        makes_offer: None,
    }
}

/// The ways to pay the gym, each as visitors read it, once.
fn ways_to_pay(site: &RenderSite) -> String {
    let words = site.words("site").and_then(|words| words.get("ways")?.value.as_table());
    let titles = site.gym.settings.pay.iter().filter_map(|way| match &way.title {
        Some(title) => Some(title.as_str()),
        None => words?.text(&way.word),
    });
    let mut seen = BTreeSet::new();
    let titles: Vec<&str> = titles.filter(|title| seen.insert(*title)).collect();
    titles.join(site.gym.formats.comma())
}

/// A branch of the gym.
fn branch<'a>(id: &str, site: &'a RenderSite) -> Option<BranchItem<'a>> {
    let branch = &site.gym.branches.get(id)?.entry;
    let gym = &site.gym.settings;
    let phone = branch.phone.as_ref().or(gym.phone.as_ref());
    let email = branch.email.as_ref().or(gym.email.as_ref());
    Some(BranchItem {
        id: branch_id(id, site),
        name: format!("{} {}", gym.name.as_str(), branch.title.as_str()),
        parent_organization: ParentGym { id: self::id(site) },
        telephone: phone.map(|phone| site.gym.formats.abroad(phone)),
        email: email.map(|email| email.as_str()),
        address: postal(&branch.address, site),
        opening_hours_specification: hours(site, Some(id)),
        image: gym.share.as_ref().and_then(|share| picture(&share.image, site)),
        geo: on_map(&branch.address),
        has_map: branch.map.as_ref().map(|map| map.url.as_str()),
        special_opening_hours_specification: special_hours(site, Some(id)),
    })
}

/// The identifier of a branch in the data of all pages.
fn branch_id(id: &str, site: &RenderSite) -> String {
    site.address.root.absolute(&format!("/#gym-{id}"))
}

/// The schema.org type of a gym in one place.
const GYM: &str = "ExerciseGym";

/// The gym as the publisher of posts, or without its logo as the provider of classes.
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

    /// The same without a logo.
    pub(super) fn provider(site: &RenderSite) -> Self {
        Self { logo: None, ..Self::new(site) }
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
fn postal<'a>(address: &'a Address, site: &RenderSite) -> Option<PostalAddress<'a>> {
    let written = site.gym.formats.address(address.parts());
    (!written.lines.is_empty()).then(|| PostalAddress {
        street_address: written.street,
        postal_code: address.postcode.as_ref().map(Text::as_str),
        address_locality: address.city.as_ref().map(Text::as_str),
        address_region: address.region.as_ref().map(Text::as_str),
        address_country: address.country.as_ref().map(Text::as_str),
    })
}

/// The coordinates of a place.
fn on_map(address: &Address) -> Option<GeoCoordinates> {
    let (latitude, longitude) = address.latitude.zip(address.longitude)?;
    Some(GeoCoordinates { latitude, longitude })
}

/// The days on which a branch, or without one the gym, has other hours.
fn special_hours<'a>(site: &'a RenderSite, branch: Option<&str>) -> Vec<GymHours<'a>> {
    let opening = site.opening_of(branch);
    site.coming_closures(branch).flat_map(|days| special(days, opening)).collect()
}

/// The identifier of the gym in the data of all pages.
pub(super) fn id(site: &RenderSite) -> String {
    site.address.root.absolute("/#gym")
}

/// The absolute address of the gym's logo; `None` if content names none.
fn logo(site: &RenderSite) -> Option<String> {
    site.pictures.icon(IconKind::Large).map(|path| site.address.root.absolute(&path))
}

fn hours<'a>(site: &RenderSite, branch: Option<&str>) -> Vec<GymHours<'a>> {
    let today = site.clock.today.date();
    let Some(hours) = site.hours(branch) else { return Vec::new() };
    let terms = hours.terms(today).into_iter();
    terms
        .flat_map(|(first, last, runs)| runs.into_iter().flat_map(move |run| run_hours(run, (first, last))))
        .collect()
}

/// The hours of a run of days, as an element for each span, with the first and the last day of their term.
fn run_hours<'a>(
    Run { first, last, open, .. }: Run<'_>,
    (from, until): (Option<Date>, Option<Date>),
) -> Vec<GymHours<'a>> {
    let days: Vec<String> = first.through(last).into_iter().map(day_of_week).collect();
    let hours = machine(open).into_iter().map(|[opens, closes]| GymHours {
        valid_from: from.map(|from| from.to_string()),
        valid_through: until.map(|until| until.to_string()),
        day_of_week: days.clone(),
        opens,
        closes,
        description: None,
    });
    hours.collect()
}

pub(super) fn day_of_week(day: Weekday) -> String {
    format!("https://schema.org/{}", day.title())
}

/// Days with unusual hours, as an element for each span.
fn special<'a>(days: &'a HoursException, opening: &Opening) -> impl Iterator<Item = GymHours<'a>> {
    let (open, closed): (Vec<Date>, Vec<Date>) = days_between(days.first, days.last)
        .partition(|day| days.open.is_empty() || !opening.open_on(*day).is_empty());
    let weekdays: BTreeSet<Weekday> = open.into_iter().map(Weekday::from_date).collect();
    // Days on which it is always closed stay closed.
    let days_of_week: Vec<String> =
        weekdays.into_iter().filter(|_| !closed.is_empty()).map(day_of_week).collect();
    machine(&days.open).into_iter().map(move |[opens, closes]| GymHours {
        valid_from: Some(days.first.to_string()),
        valid_through: Some(days.last.to_string()),
        day_of_week: days_of_week.clone(),
        opens,
        closes,
        description: Some(days.note.as_str()),
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
