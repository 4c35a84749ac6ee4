//! The web manifest, with which a visitor can put the site among their apps.

use serde_json::json;

use crate::site::Site;

/// The colour behind the pages, as the styles have it.
const BACKGROUND: &str = "#0b0a08";

/// `icon` is the path of the site's icon, if it has one.
pub(super) fn file(site: &Site, icon: Option<&str>) -> Vec<u8> {
    let gym = &site.gym;
    let icons =
        icon.map(|icon| json!({ "src": site.base.href(icon), "type": "image/svg+xml", "sizes": "any" }));
    let manifest = json!({
        "name": format!("{}: {}", gym.name.as_str(), gym.tagline.as_str()),
        "short_name": gym.name.as_str(),
        "description": gym.description.as_str(),
        "lang": gym.language.as_str(),
        "id": site.base.path(),
        "start_url": site.base.path(),
        "scope": site.base.path(),
        "display": "minimal-ui",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": icons.into_iter().collect::<Vec<_>>(),
    });
    manifest.to_string().into_bytes()
}
