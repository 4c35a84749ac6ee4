//! The sitemap, by which search engines find pages (<https://www.sitemaps.org/protocol.html>), with the versions of each in
//! other languages (<https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap>).

use super::xml::Xml;
use crate::{
    routes::{Page, Subject},
    site::{Site, moment},
    templates::Languages,
};

/// The addresses of all pages that search engines may list, in all languages.
pub fn sitemap(languages: &Languages) -> Vec<u8> {
    let mut root = vec![("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9")];
    if !languages.further().is_empty() {
        root.push(("xmlns:xhtml", "http://www.w3.org/1999/xhtml"));
    }
    Xml::document("urlset", &root, |xml| {
        for edition in languages.editions() {
            for page in edition.routes.pages().filter(|page| page.meta.is_listed) {
                xml.element("url", &[], |xml| url(page, &edition.site, languages, xml));
            }
        }
    })
}

fn url(page: &Page, site: &Site, languages: &Languages, xml: &mut Xml) {
    xml.text("loc", &[], &site.address.base.absolute(&page.address.path));
    // Other pages have no date of their last change.
    if let Subject::Entry { collection, entry } = &page.subject
        && let Some(declared) = site.project.types.collections.get(collection)
        && let Some(changed) = declared.last_change(&entry.table)
    {
        xml.text("lastmod", &[], &moment(changed, site));
    }
    for (language, address) in languages.alternates(page, site) {
        xml.empty("xhtml:link", &[("rel", "alternate"), ("hreflang", &language), ("href", &address)]);
    }
}
