//! What search engines are told of a page in their own words (JSON-LD with the terms of schema.org).
//! Every value is one that the page shows.

mod crumbs;
mod gym;
mod post;

use minijinja::Value;
use serde::Serialize;
use serde_json::Value as Json;

use self::{crumbs::Crumbs, post::Posting};
use crate::{assets::Pictures, content::parts::Picture, routes::Page, site::Site};

/// One thing that is told.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(flatten)]
    thing: Thing<'a>,
}

/// Something that search engines know the kind of.
#[derive(Serialize)]
#[serde(untagged)]
enum Thing<'a> {
    Gym(Json),
    Post(Box<Posting<'a>>),
    Way(Crumbs),
}

/// The page's data, each thing in a script of its own that browsers don't run; empty if there is nothing to tell.
/// Not every reader of such data looks into a list of things.
pub(super) fn script(page: &Page, path: &str, site: &Site, pictures: &Pictures) -> Value {
    let address = site.base.absolute(path);
    let about = match page {
        Page::Home | Page::Pricing => Some(Thing::Gym(gym::with_offers(site, pictures))),
        Page::Contact => Some(Thing::Gym(gym::plain(site, pictures))),
        Page::Post(place) => {
            Some(Thing::Post(Box::new(post::posting(&place.post, &address, site, pictures))))
        }
        _ => None,
    };
    let things = about.into_iter().chain(crumbs::list(page, &address, site).map(Thing::Way));
    let scripts = things.map(|thing| {
        let told = Told { context: "https://schema.org", thing };
        format!("<script type=\"application/ld+json\">{}</script>", inert(&told))
    });
    Value::from_safe_string(scripts.collect::<Vec<_>>().join("\n"))
}

/// JSON in which nothing can end the element that it stands in.
fn inert(data: &impl Serialize) -> String {
    let mut text = serde_json::to_string(data).unwrap_or_default();
    for (sign, escaped) in [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026")] {
        if text.contains(sign) {
            text = text.replace(sign, escaped);
        }
    }
    text
}

/// The full address of a picture.
fn picture(picture: &Picture, site: &Site, pictures: &Pictures) -> Option<String> {
    let file = pictures.get(&picture.file).ok().flatten()?;
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
