//! The sitemap (<https://www.sitemaps.org/protocol.html>): one file, or an index and its parts.

use super::{moment, xml::Xml};
use crate::{
    render::site::RenderSite,
    routes::{DataFile, Page, PageNumber, Routes},
};

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// All pages, or where the parts are.
pub(super) fn whole(site: &RenderSite, routes: &Routes) -> Vec<u8> {
    let parts: Vec<PageNumber> = routes.sitemap_parts().collect();
    if parts.is_empty() { addresses(site, routes.listed()) } else { index(site, &parts) }
}

/// The pages of a part.
pub(super) fn part(number: PageNumber, site: &RenderSite, routes: &Routes) -> Vec<u8> {
    addresses(site, routes.sitemap_part(number))
}

fn index(site: &RenderSite, parts: &[PageNumber]) -> Vec<u8> {
    Xml::document("sitemapindex", &[("xmlns", NAMESPACE)], |xml| {
        for number in parts {
            let path = DataFile::SitemapPart(*number).path();
            xml.element("sitemap", &[], |xml| xml.text("loc", &[], &site.base.absolute(&path)));
        }
    })
}

fn addresses<'a>(site: &RenderSite, pages: impl Iterator<Item = (&'a str, &'a Page)>) -> Vec<u8> {
    Xml::document("urlset", &[("xmlns", NAMESPACE)], |xml| {
        for (path, page) in pages {
            xml.element("url", &[], |xml| {
                xml.text("loc", &[], &site.base.absolute(path));
                // For other pages there is no date of the last change.
                if let Page::Post(place) = page {
                    xml.text("lastmod", &[], &moment(place.post.modified(), site));
                }
            });
        }
    })
}
