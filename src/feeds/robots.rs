//! `robots.txt`, which robots of search engines read.

use crate::{routes::SITEMAP, site::Site};

/// Allows robots to read everything, and names the sitemap.
pub fn robots(site: &Site) -> Vec<u8> {
    let mut text = String::from("User-agent: *\nAllow: /\n");
    if site.address.has_base_url {
        let sitemap = site.address.base.absolute(SITEMAP);
        text.push_str(&format!("\nSitemap: {sitemap}\n"));
    }
    text.into_bytes()
}
