//! `robots.txt`: everything may be read, and the sitemap tells what there is.

use crate::{
    routes::{Data, Page},
    site::Site,
};

pub(super) fn file(site: &Site) -> Vec<u8> {
    let sitemap = site.base.absolute(&Page::Data(Data::Sitemap).path());
    format!("User-agent: *\nAllow: /\n\nSitemap: {sitemap}\n").into_bytes()
}
