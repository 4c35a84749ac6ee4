//! What search engines are told of a page in their own words (JSON-LD with the terms of schema.org).
//! Every value is one that the page shows.

mod crumbs;
mod gym;
mod post;

use minijinja::Value;
use serde_json::{Value as Json, json};

use crate::{assets::Pictures, content::parts::Picture, routes::Page, site::Site};

/// The page's data as a script that browsers don't run; empty if there is nothing to tell.
pub(super) fn script(page: &Page, site: &Site, pictures: &Pictures) -> Value {
    let about = match page {
        Page::Home | Page::Pricing => Some(gym::with_offers(site, pictures)),
        Page::Contact => Some(gym::plain(site, pictures)),
        Page::Post(place) => Some(post::posting(&place.post, site, pictures)),
        _ => None,
    };
    let graph: Vec<Json> = about.into_iter().chain(crumbs::list(page, site)).collect();
    if graph.is_empty() {
        return Value::from("");
    }
    let data = json!({ "@context": "https://schema.org", "@graph": graph });
    Value::from_safe_string(format!("<script type=\"application/ld+json\">{}</script>", inert(&data)))
}

/// JSON in which nothing can end the element that it stands in.
fn inert(data: &Json) -> String {
    let text = data.to_string();
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
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
