//! Files that only programs read, a file of code for each kind.

mod calendar;
mod feed;
mod headers;
mod manifest;
mod redirects;
mod robots;
mod sitemap;
mod speculation;
mod worker;
mod xml;

pub(super) use feed::title as feed_title;
use jiff::civil::DateTime;
pub(super) use worker::file as worker;

use crate::{
    assets::Pictures,
    routes::{Data, Routes},
    search::LazyIndex,
    site::Site,
};

/// What the files are made of.
#[derive(Clone, Copy)]
pub(super) struct Material<'a> {
    pub site: &'a Site,
    pub routes: &'a Routes,
    pub pictures: &'a Pictures,
    /// The path of the design's own icon.
    pub icon: Option<&'a str>,
    /// The index of the blog's search.
    pub search: &'a LazyIndex,
}

/// The file's bytes.
pub(super) fn bytes(data: &Data, material: Material<'_>) -> Vec<u8> {
    let Material { site, routes, pictures, icon, search } = material;
    match data {
        Data::Search => search.root().to_vec(),
        Data::Manifest => manifest::file(site, pictures, icon),
        // With a page of the site in it, it's made where pages are.
        Data::ServiceWorker => worker::file(site, None),
        Data::Robots => robots::file(site),
        Data::Sitemap => sitemap::whole(site, routes),
        Data::SitemapPart(number) => sitemap::part(*number, site, routes),
        Data::Feed(of) => feed::file(of, site, pictures),
        Data::Calendar(of) => calendar::file(of, site),
        Data::Headers => headers::file(site, routes),
        Data::Redirects => redirects::file(site, routes),
        Data::SpeculationRules => speculation::rules(site),
        Data::NoJekyll => Vec::new(),
    }
}

/// A date on the site's clock, as RFC 3339 writes it: with the offset from UTC that holds there then.
pub(super) fn moment(date: DateTime, site: &Site) -> String {
    let zoned = date.to_zoned(site.today.time_zone().clone()).unwrap_or_else(|_| site.today.clone());
    zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}
