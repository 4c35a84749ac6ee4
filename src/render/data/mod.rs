//! Files that only programs read.

mod calendar;
mod entries;
mod entry_date;
mod feed;
mod hosts;
mod venue;
mod worker;
mod xml;

pub(super) use entries::{notice, title as entry_feed_title};
pub(super) use entry_date::{EntryDate, Occurrence};
pub(super) use feed::title as feed_title;
use jiff::{
    ToSpan, Zoned,
    civil::{Date, DateTime},
    tz::TimeZone,
};
pub(super) use venue::Venue;
pub(super) use worker::file as worker;

use crate::{
    assets::{Pictures, styles::Surface},
    render::site::RenderSite,
    routes::{DataFile, Routes},
    search::LazyIndex,
};

/// The inputs of data files.
#[derive(Clone, Copy)]
pub(super) struct Material<'a> {
    pub site: &'a RenderSite,
    pub routes: &'a Routes,
    pub pictures: &'a Pictures,
    /// The path of the design's own icon.
    pub icon: Option<&'a str>,
    /// What is behind all pages.
    pub surface: &'a Surface,
    /// The index of the search.
    pub search: &'a LazyIndex,
}

/// The file's bytes.
pub(super) fn bytes(data: &DataFile, material: Material<'_>) -> Vec<u8> {
    let Material { site, routes, pictures, icon, surface, search } = material;
    match data {
        DataFile::Search => search.root().to_vec(),
        DataFile::Manifest => hosts::manifest(site, pictures, icon, surface),
        // With a page of the site in it, it's made where pages are.
        DataFile::ServiceWorker => worker::file(site, None),
        DataFile::Robots => hosts::robots(site),
        DataFile::Sitemap => hosts::sitemap(site, routes),
        DataFile::Feed(of) => feed::file(of, site),
        DataFile::Calendar(of) => calendar::file(of, site),
        DataFile::EntryFeed(of) => entries::feed(of, site),
        DataFile::EntryCalendar(of) => entries::calendar(of, site),
        DataFile::Headers => hosts::headers(site, routes),
        DataFile::Redirects => hosts::redirects(site, routes),
        DataFile::SpeculationRules => hosts::speculation_rules(site),
        DataFile::NoJekyll => Vec::new(),
    }
}

/// What programs call a file about a part of the site: the gym, and the title of that part if it has one.
pub(in crate::render) fn title_of(part: Option<&str>, site: &RenderSite) -> String {
    let gym = site.gym.name.as_str();
    part.map_or_else(|| gym.to_owned(), |part| format!("{gym}: {part}"))
}

/// The moment so many minutes after the midnight with which a day begins.
pub(in crate::render) fn minutes_after(day: Date, minutes: u16) -> DateTime {
    day.at(0, 0, 0, 0).saturating_add(i64::from(minutes).minutes())
}

/// A date on the site's clock, as RFC 3339 writes it: with the offset from UTC that holds there then.
pub(in crate::render) fn moment(date: DateTime, site: &RenderSite) -> String {
    let zoned = zoned(date, site.gym.time_zone.zone()).unwrap_or_else(|| site.today.clone());
    zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// The moment of a time on the clock. Of a time that clocks show twice it is the first, and of one that they skip the
/// moment at which they do: with the usual reading, an hour later, an event could end before it begins.
fn zoned(date: DateTime, zone: &TimeZone) -> Option<Zoned> {
    let earlier = zone.to_ambiguous_zoned(date).earlier().ok()?;
    if earlier.datetime() == date {
        return Some(earlier);
    }
    let change = zone.following(earlier.timestamp()).next()?;
    Some(change.timestamp().to_zoned(zone.clone()))
}
