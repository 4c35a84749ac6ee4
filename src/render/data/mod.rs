//! Files that only programs read.

mod atom;
mod calendars;
mod dates;
mod entry;
mod hosts;
mod ical;
mod xml;

pub(super) use atom::title as feed_title;
pub(super) use dates::{EntryDate, Occurrence, minutes_after, moment};
pub(super) use entry::{Venue, event_word, notice};
pub(super) use hosts::{OfflinePage, worker};

use crate::{
    assets::{Pictures, styles::Surface},
    render::{search::LazyIndex, site::RenderSite},
    routes::{DataFile, DataKind, Routes},
    schema::decode::value::Text,
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
pub(super) fn bytes(file: &DataFile, material: Material<'_>) -> Vec<u8> {
    let Material { site, routes, pictures, icon, surface, search } = material;
    match &file.kind {
        DataKind::Search => search.root().to_vec(),
        DataKind::Manifest => hosts::manifest(site, pictures, icon, surface),
        // With a page of the site in it, it's made where pages are.
        DataKind::ServiceWorker => hosts::worker(site, None),
        DataKind::Robots => hosts::robots(site),
        DataKind::Sitemap => hosts::sitemap(site, routes),
        DataKind::Feed(subject) => atom::file(subject, &file.path, site),
        DataKind::Calendar(subject) => calendars::file(subject, site),
        DataKind::Headers => hosts::headers(site, routes),
        DataKind::Redirects => hosts::redirects(site, routes),
        DataKind::Htaccess => hosts::htaccess(site, routes),
        DataKind::SpeculationRules => hosts::speculation_rules(site),
        DataKind::NoJekyll => Vec::new(),
    }
}

/// What programs call a file about a part of the site: the gym, and the title of that part if it has one.
fn title_of(part: Option<&Text>, site: &RenderSite) -> String {
    let gym = site.gym.name.as_str();
    part.map_or_else(|| gym.to_owned(), |part| format!("{gym}: {}", part.as_str()))
}
