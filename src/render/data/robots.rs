//! `robots.txt`: everything may be read, and the sitemap lists what there is.

use crate::{routes::DataFile, site::Site};

pub(super) fn file(site: &Site) -> Vec<u8> {
    let mut text = String::from("User-agent: *\nAllow: /\n");
    if site.is_placed {
        let sitemap = site.base.absolute(&DataFile::Sitemap.path());
        text.push_str(&format!("\nSitemap: {sitemap}\n"));
    }
    text.into_bytes()
}
