//! `sw.js`, the service worker: the site without a network. Where content doesn't enable it, it's a worker that
//! takes away itself and all that an earlier one has cached; it has to be there for as long as a browser may have that.

use serde_json::json;

use crate::{assets::styles, cache, search::SearchIndex, site::Site};

const ON: &str = include_str!("worker/on.js");
const OFF: &str = include_str!("worker/off.js");

/// The folders whose files have a hash in their names.
pub(super) const LASTING: [&str; 2] = [styles::FOLDER, "images"];

/// The worker. `page` is the address and the HTML of the page shown in place of those that aren't cached.
pub(in crate::render) fn file(site: &Site, page: Option<(&str, &str)>) -> Vec<u8> {
    let base = site.base.path();
    let lasting = LASTING.map(|folder| site.base.href(&format!("/{folder}/")));
    let search = site.base.href(&format!("/{}/", SearchIndex::START));
    let (settings, script) = match page {
        Some((address, html)) => {
            // The page names all its files by their hashes, so its own hash changes with any of them.
            let version = cache::short(&blake3::hash(format!("{ON}{html}").as_bytes()), 16);
            let needed: Vec<&str> = std::iter::once(address).chain(needed(html, &lasting)).collect();
            let settings = json!({ "base": base, "version": version, "lasting": lasting, "search": search, "offline": needed });
            (settings, ON)
        }
        None => (json!({ "base": base }), OFF),
    };
    format!("const SITE = {settings};\n{script}").into_bytes()
}

/// The files that the page loads by itself: styles, scripts, fonts, icons.
fn needed<'h>(html: &'h str, lasting: &[String]) -> impl Iterator<Item = &'h str> {
    let values = html.split(['"', ' ', ',']);
    let files = values.filter(move |value| lasting.iter().any(|folder| value.starts_with(folder.as_str())));
    let loaded = files.filter(|file| [".css", ".js", ".woff2"].iter().any(|end| file.ends_with(end)));
    loaded.collect::<std::collections::BTreeSet<_>>().into_iter()
}
