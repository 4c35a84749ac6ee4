//! Structured data of a page for search engines (JSON-LD with the terms of schema.org).
//! Every value is one that the page shows.

mod crumbs;
mod entry;
mod event;
mod gym;
mod post;

use minijinja::Value;
use serde::Serialize;
use serde_json::Value as Json;

pub(super) use self::post::Publisher;
use self::{crumbs::Crumbs, post::Posting};
use super::Shared;
use crate::{render::site::RenderSite, routes::Page, schema::Picture};

/// The content of a script.
#[derive(Serialize)]
struct Script<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(flatten)]
    thing: Thing<'a>,
}

/// Something that search engines know the kind of.
#[derive(Serialize)]
#[serde(untagged)]
enum Thing<'a> {
    Json(Json),
    Post(Box<Posting<'a>>),
    Way(Crumbs<'a>),
}

/// The page's data, each thing in a script of its own that browsers don't run; empty if there is none.
/// Not every site of such data looks into a list of things.
pub(super) fn script(page: &Page, path: &str, shared: &Shared) -> Value {
    let site = &shared.site;
    // Everything in them has a full address.
    if !site.is_placed {
        return Value::from_safe_string(String::new());
    }
    let address = site.base.absolute(path);
    let about = match page {
        Page::File(place) => {
            let has = |kind: &str| place.page.sections.iter().any(|section| &*section.kind == kind);
            match (has("prices"), has("contact")) {
                (true, _) => Some(Thing::Json(gym::with_offers(site))),
                (false, true) => Some(Thing::Json(gym::plain(site))),
                (false, false) => None,
            }
        }
        Page::Post(place) => {
            let publisher = &shared.publisher;
            Some(Thing::Post(Box::new(post::posting(&place.post, &address, publisher, site))))
        }
        Page::Entry(place) => entry::entry(place, &address, site).map(Thing::Json),
        Page::Term(_) | Page::Offline(_) => None,
    };
    let things = about.into_iter().chain(crumbs::list(page, &address, site).map(Thing::Way));
    let scripts = things.map(|thing| {
        let script = Script { context: "https://schema.org", thing };
        format!("<script type=\"application/ld+json\">{}</script>", inert(&script))
    });
    Value::from_safe_string(scripts.collect::<Vec<_>>().join("\n"))
}

/// JSON in which nothing can end the element that it stands in.
fn inert(data: &impl Serialize) -> String {
    let mut text = serde_json::to_string(data).unwrap_or_else(|error| {
        tracing::error!("structured data is left out: {error}");
        String::new()
    });
    if memchr::memchr3(b'<', b'>', b'&', text.as_bytes()).is_some() {
        for (sign, escaped) in [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026")] {
            text = text.replace(sign, escaped);
        }
    }
    text
}

/// The full address of a picture.
fn picture(picture: &Picture, site: &RenderSite) -> Option<String> {
    let file = site.picture(&picture.file).ok().flatten()?;
    Some(site.base.absolute(&file.largest().path()))
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn text_cannot_leave_its_script() {
        let data = serde_json::json!({ "name": "</script><script>alert(1)</script><!-- & \u{2028}" });
        let text = inert(&data);
        assert!(!text.contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), data);
    }
}
