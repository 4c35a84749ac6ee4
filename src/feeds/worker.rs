//! `sw.js`, the service worker: the site without a network.

use serde_json::json;

use super::HASHED_FOLDERS;
use crate::{cache, check, output::Artifact, routes::OFFLINE, search::SearchIndex, templates::Languages};

const ON: &str = include_str!("worker/on.js");
const OFF: &str = include_str!("worker/off.js");

/// The service worker. If content doesn't enable it, it removes itself and everything that an earlier one cached; it
/// has to be published for as long as browsers may have an earlier one. `page` is shown in place of pages that aren't
/// cached.
pub fn worker(languages: &Languages, page: Option<&Artifact>) -> Vec<u8> {
    let site = &languages.main().site;
    let base = site.address.base.path();
    let Some(page) = page else {
        let settings = json!({ "base": base });
        return format!("const SITE = {settings};\n{OFF}").into_bytes();
    };
    let lasting = HASHED_FOLDERS.map(|folder| site.address.base.href(&format!("/{folder}/")));
    let search = site.address.base.href(&format!("/{}/", SearchIndex::START));
    // The page names its files by their hashes, so its own hash changes with any of them.
    let mut hasher = blake3::Hasher::new();
    hasher.update(ON.as_bytes()).update(&page.bytes.ready());
    // The page of each language, by the beginning of the addresses for which it stands.
    let mut pages = Vec::new();
    for edition in languages.editions() {
        let Some(offline) = &edition.site.gym.settings.offline else { continue };
        let base = &edition.site.address.base;
        pages.push([base.path().to_owned(), base.href(OFFLINE)]);
        hasher.update(offline.title.as_str().as_bytes()).update(offline.text.as_str().as_bytes());
    }
    let version = cache::short(&hasher.finalize(), 16);
    let mut needed: Vec<String> = check::addresses(page, &site.address.base).into_iter().collect();
    // The styles, scripts and fonts that the page itself loads.
    needed.retain(|link| {
        lasting.iter().any(|folder| link.starts_with(folder))
            && [".css", ".js", ".woff2"].iter().any(|end| link.ends_with(end))
    });
    needed.splice(0..0, pages.iter().map(|[_, page]| page.clone()));
    let settings = json!({
        "base": base,
        "version": version,
        "lasting": lasting,
        "search": search,
        "offline": needed,
        "pages": pages,
    });
    format!("const SITE = {settings};\n{ON}").into_bytes()
}
