//! `sw.js`, the service worker: the site without a network.

use serde_json::json;

use super::HASHED_FOLDERS;
use crate::{cache, check, output::Artifact, routes::OFFLINE, search::SearchIndex, site::Site};

const ON: &str = include_str!("worker/on.js");
const OFF: &str = include_str!("worker/off.js");

/// The service worker. If content doesn't enable it, it removes itself and everything that an earlier one cached; it
/// has to be published for as long as browsers may have an earlier one. `page` is shown in place of pages that aren't
/// cached.
pub fn worker(site: &Site, page: Option<&Artifact>) -> Vec<u8> {
    let base = site.address.base.path();
    let Some(page) = page else {
        let settings = json!({ "base": base });
        return format!("const SITE = {settings};\n{OFF}").into_bytes();
    };
    let lasting = HASHED_FOLDERS.map(|folder| site.address.base.href(&format!("/{folder}/")));
    let search = site.address.base.href(&format!("/{}/", SearchIndex::START));
    // The page names its files by their hashes, so its own hash changes with any of them.
    let version = cache::short(&blake3::hash(&[ON.as_bytes(), &page.bytes.ready()].concat()), 16);
    let mut needed: Vec<String> = check::addresses(page, &site.address.base).into_iter().collect();
    // The styles, scripts and fonts that the page itself loads.
    needed.retain(|link| {
        lasting.iter().any(|folder| link.starts_with(folder))
            && [".css", ".js", ".woff2"].iter().any(|end| link.ends_with(end))
    });
    needed.insert(0, site.address.base.href(OFFLINE));
    let settings =
        json!({ "base": base, "version": version, "lasting": lasting, "search": search, "offline": needed });
    format!("const SITE = {settings};\n{ON}").into_bytes()
}
