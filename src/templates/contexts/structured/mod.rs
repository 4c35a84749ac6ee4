//! Structured data of a page for search engines (JSON-LD with the terms of schema.org).
//! Every value is one that the page shows.

mod article;
mod crumbs;
mod entry;
mod event;
mod gym;

use minijinja::Value;
use serde::Serialize;

pub(super) use self::gym::PostPublisher;
use super::Shared;
use crate::{
    routes::{Page, Subject},
    schema::{PictureRef, Role},
    templates::site::RenderSite,
};

/// The data of a page, each item in a script element of its own, which browsers don't run; empty if there are none. Not
/// every reader of such data looks into a list of items.
pub(super) fn script(page: &Page, shared: &Shared) -> Value {
    let site = &shared.site;
    // All addresses in the data are absolute.
    if !site.address.has_base_url {
        return Value::from_safe_string(String::new());
    }
    let address = site.address.base.absolute(&page.address.path);
    let about = match &page.subject {
        Subject::Sections { page, .. } => {
            let has = |role| page.sections.iter().any(|section| section.role == Some(role));
            match (has(Role::Prices), has(Role::ContactForm)) {
                (true, _) => Some(script_of(&gym::with_offers(site))),
                (false, true) => Some(script_of(&gym::plain(site))),
                (false, false) => None,
            }
        }
        Subject::Entry { collection, entry } => {
            entry::entry(collection, entry, &address, &shared.publisher, site)
        }
        Subject::Term { .. } | Subject::Offline => None,
    };
    let crumbs = crumbs::list(page, &address, site).map(|crumbs| script_of(&crumbs));
    let scripts: Vec<String> = about.into_iter().chain(crumbs).collect();
    Value::from_safe_string(scripts.join("\n"))
}

fn script_of(thing: &impl Serialize) -> String {
    let thing = inert(thing);
    let fields = thing.strip_prefix('{').unwrap_or_default();
    format!("<script type=\"application/ld+json\">{{\"@context\":\"https://schema.org\",{fields}</script>")
}

/// JSON that can't end the script element around it.
pub(super) fn inert(data: &impl Serialize) -> String {
    // Only a map with keys that aren't text can't be written, and there is none.
    let mut text = serde_json::to_string(data).unwrap_or_default();
    if memchr::memchr3(b'<', b'>', b'&', text.as_bytes()).is_some() {
        for (sign, escaped) in [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026")] {
            text = text.replace(sign, escaped);
        }
    }
    text
}

/// The absolute address of a picture.
fn picture(picture: &PictureRef, site: &RenderSite) -> Option<String> {
    let file = site.picture(&picture.file)?;
    Some(site.address.root.absolute(&file.largest().path))
}
