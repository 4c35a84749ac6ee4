//! The web manifest, by which visitors can install the site as an app.

use serde_json::{Value, json};

use crate::{
    assets::{IconKind, Pictures, styles::Background},
    site::Site,
};

/// The manifest. `drawing` is the path of the theme's icon, for a gym that names no picture.
pub fn manifest(site: &Site, pictures: &Pictures, drawing: Option<&str>, background: &Background) -> Vec<u8> {
    let gym = &site.gym.settings;
    let mut icons: Vec<Value> = [IconKind::Large, IconKind::Maskable]
        .into_iter()
        .filter_map(|purpose| {
            let (size, path) = (purpose.size(), pictures.icon(purpose)?);
            let masked = if purpose == IconKind::Maskable { "maskable" } else { "any" };
            let sizes = format!("{size}x{size}");
            Some(json!({ "src": site.address.root.href(&path), "type": "image/png", "sizes": sizes, "purpose": masked }))
        })
        .collect();
    if let Some(path) = drawing.filter(|_| icons.is_empty()) {
        icons.push(json!({ "src": site.address.root.href(path), "type": "image/svg+xml", "sizes": "any" }));
    }
    let name = match &gym.tagline {
        Some(tagline) => format!("{}{}{}", gym.name.as_str(), site.gym.formats.colon(), tagline.as_str()),
        None => gym.name.as_str().to_owned(),
    };
    let colour = background.colours.first().map(|(colour, _)| colour.as_str());
    let mut manifest = json!({
        "name": name,
        "short_name": gym.name.as_str(),
        "description": gym.summary(),
        "lang": gym.language.as_str(),
        "id": site.address.base.path(),
        "start_url": site.address.base.path(),
        "scope": site.address.root.path(),
        "display": "minimal-ui",
        "background_color": colour,
        "theme_color": colour,
        "icons": icons,
    });
    if let Some(members) = manifest.as_object_mut().filter(|_| gym.language.is_right_to_left()) {
        members.insert("dir".to_owned(), "rtl".into());
    }
    manifest.to_string().into_bytes()
}
