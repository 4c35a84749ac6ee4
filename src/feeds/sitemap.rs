//! The sitemap, by which search engines find pages (<https://www.sitemaps.org/protocol.html>).

use super::xml::Xml;
use crate::{
    routes::{Routes, Subject},
    site::{Site, moment},
};

/// The addresses of all pages that search engines may list.
pub fn sitemap(site: &Site, routes: &Routes) -> Vec<u8> {
    Xml::document("urlset", &[("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9")], |xml| {
        for page in routes.pages().filter(|page| page.meta.is_listed) {
            xml.element("url", &[], |xml| {
                xml.text("loc", &[], &site.address.base.absolute(&page.address.path));
                // Other pages have no date of their last change.
                if let Subject::Entry { collection, entry } = &page.subject
                    && let Some(declared) = site.project.types.collections.get(collection)
                    && let Some(changed) = declared.last_change(&entry.table)
                {
                    xml.text("lastmod", &[], &moment(changed, site));
                }
            });
        }
    })
}
