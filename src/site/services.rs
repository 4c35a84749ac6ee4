//! Frames and widgets of services that content doesn't allow in its pages.

use std::{borrow::Cow, collections::HashSet};

use url::Url;

use super::Site;
use crate::{
    content::{Content, allows_origin},
    diagnostic::{Diagnostic, Diagnostics, Span, code, diagnostic},
    schema::{
        Data,
        decode::{FRAME, value::WebUrl},
    },
};

/// The addresses that the services of films make for frames, before the id of a film.
const YOUTUBE: &str = "https://www.youtube-nocookie.com/embed/";
const VIMEO: &str = "https://player.vimeo.com/video/";

/// Pages that no frame can show.
struct NotForFrames {
    /// The beginnings of their addresses, without `www.`.
    starts: &'static [&'static str],
    /// A part of the addresses that a frame can show. `None` if there are none.
    embedded: Option<&'static str>,
    /// The way to an address for frames, in messages.
    help: &'static str,
}

impl NotForFrames {
    /// True for the address of such a page, without `https://` and `www.`.
    fn contain(&self, address: &str) -> bool {
        self.starts.iter().any(|start| address.starts_with(start))
            && !self.embedded.is_some_and(|embedded| address.contains(embedded))
    }
}

const NOT_FOR_FRAMES: [NotForFrames; 7] = [
    NotForFrames {
        starts: &["google.", "maps.google.", "goo.gl/maps", "maps.app.goo.gl", "g.page"],
        embedded: Some("embed"),
        help: "in Google Maps choose Share, Embed a map, and take the address behind src= of the code there",
    },
    NotForFrames {
        starts: &["openstreetmap.org", "osm.org"],
        embedded: Some("/export/embed"),
        help: "at openstreetmap.org choose Share, HTML, and take the address behind src= of the code there",
    },
    NotForFrames {
        starts: &["instagram.com"],
        embedded: Some("/embed"),
        help: "write /embed/ behind the address of the post, without what stands behind its ?",
    },
    NotForFrames {
        starts: &["facebook.com", "m.facebook.com", "web.facebook.com", "fb.com", "fb.me", "fb.watch"],
        embedded: Some("/plugins/"),
        help: "take the address behind src= of the code of Facebook's Page Plugin, or of Embed in the menu of a post or film, or lead \
               there with a link",
    },
    NotForFrames {
        starts: &["youtube.com", "m.youtube.com", "music.youtube.com"],
        embedded: Some("embed"),
        help: "on the page of a film or playlist choose Share, Embed, and take the address behind src= of the code there; \
               lead to a channel with a link",
    },
    NotForFrames {
        starts: &["vimeo.com"],
        embedded: Some("/embed"),
        help: "on the page of a film choose Share, and take the address behind src= of the code there",
    },
    NotForFrames {
        starts: &["forms.gle"],
        embedded: None,
        help: "in Google Forms choose Send, < >, and take the address behind src= of the code there",
    },
];

/// The hosts that a list of `[services]` allows. Returns `None` if it can't be read, which was reported: it may allow
/// any host.
fn allowed<'c>(key: &str, content: &Content, hosts: Option<&'c [WebUrl]>) -> Option<&'c [WebUrl]> {
    let services = content.gym.table.get("services").and_then(|services| services.value.as_table());
    let is_readable =
        services.and_then(|services| services.get(key)).is_none_or(|list| list.span.is_somewhere());
    is_readable.then(|| hosts.unwrap_or_default())
}

pub(super) fn check(content: &Content, site: &Site, diagnostics: &mut Diagnostics) {
    let services = site.gym.settings.services.as_ref();
    let frames = allowed("frames", content, services.map(|services| services.frames.as_slice()));
    let scripts = allowed("scripts", content, services.map(|services| services.scripts.as_slice()));
    let mut seen = HashSet::new();
    for table in content.tables() {
        table.visit_scalar(FRAME, &mut |value| {
            // Rows of a single are entries as well, so they are visited twice.
            if let Some(url) = address(&value.value).filter(|_| seen.insert(value.span)) {
                let is_map = maps(site).any(|map| map.origin() == url.origin());
                let wrong = not_for_frames(&url, value.span);
                diagnostics
                    .extend(wrong.or_else(|| {
                        (!is_map).then(|| blocked(&url, value.span, "frames", frames)).flatten()
                    }));
            }
        });
    }
    // The policy allows the script that counts visits, but not the scripts that it inserts.
    let counter = services.and_then(|services| services.analytics.as_ref()).map(|code| code.span);
    for widget in site.widgets.iter() {
        for place in &widget.places {
            let code = &widget.code;
            let lists = [("frames", &code.frames, frames), ("scripts", &code.scripts, scripts)];
            let loaded = lists.into_iter().filter(|_| Some(*place) != counter);
            for (key, urls, allowed) in loaded.chain([("scripts", &code.inserted, scripts)]) {
                diagnostics.extend(urls.iter().find_map(|url| blocked(url, *place, key, allowed)));
            }
        }
    }
}

/// The address that a value is. Returns `None` for one that can't be read.
fn address(value: &Data) -> Option<Url> {
    let Data::Str(_, text) = value else { return None };
    Url::parse(text).ok()
}

/// The maps of the gym and its branches, which are always allowed.
fn maps(site: &Site) -> impl Iterator<Item = &Url> {
    let branch_maps = site.gym.branches.values().filter_map(|branch| branch.entry.map.as_ref());
    site.gym.settings.map.iter().chain(branch_maps).filter_map(|map| map.embed.value.url())
}

/// Reports an address whose host `[services]` doesn't name.
fn blocked(url: &Url, at: Span, key: &str, allowed: Option<&[WebUrl]>) -> Option<Diagnostic> {
    let allowed = allowed?;
    let is_allowed = allowed.iter().any(|allowed| {
        // An unreadable address was reported.
        allowed.url().is_none_or(|allowed| allows_origin(&allowed.origin().ascii_serialization(), url))
    });
    let origin = url.origin().ascii_serialization();
    (!is_allowed).then(|| {
        let list: Vec<String> =
            allowed.iter().map(|url| url.as_str().trim_end_matches('/').to_owned()).collect();
        let line = format!("{key} = {:?}", [list, vec![origin.clone()]].concat());
        diagnostic!(code::BLOCKED, at, "browsers keep out {origin}, as content/site.toml doesn't let it in";
            help: "write {line} below [services] in content/site.toml")
    })
}

/// Reports a page that its service lets nobody show in a frame.
fn not_for_frames(url: &Url, at: Span) -> Option<Diagnostic> {
    if url.scheme() == "http" {
        let written = url.as_str().replacen("http:", "https:", 1);
        return Some(diagnostic!(code::MALFORMED, at,
            "browsers keep out frames whose address begins with http://, as the page's doesn't";
            help: "write \"{written}\""));
    }
    let help = way_into_frame(url)?;
    Some(
        diagnostic!(code::MALFORMED, at, "this page can't be in a frame, as its service doesn't let it"; help),
    )
}

/// The advice about a page that its service lets nobody show in a frame. Returns `None` for others.
fn way_into_frame(url: &Url) -> Option<String> {
    if let Some(film) = film_for_frames(url) {
        return Some(format!("write \"{film}\""));
    }
    let address = url.as_str().trim_start_matches("https://").trim_start_matches("www.");
    NOT_FOR_FRAMES.iter().find(|pages| pages.contain(address)).map(|pages| pages.help.to_owned())
}

/// The address for frames of the film that is watched on this page, which no frame can show. Returns `None` for other pages.
fn film_for_frames(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    let host = ["www.", "m.", "music."].iter().find_map(|own| host.strip_prefix(own)).unwrap_or(host);
    let parts: Vec<&str> = url.path_segments()?.filter(|part| !part.is_empty()).collect();
    let value = |key: &str| url.query_pairs().find(|(name, _)| name == key).map(|(_, value)| value);
    match (host, parts.as_slice()) {
        ("youtube.com", ["watch"]) => Some(format!("{YOUTUBE}{}", value("v")?)),
        ("youtube.com", ["shorts" | "live", id, ..]) | ("youtu.be", [id, ..]) => {
            Some(format!("{YOUTUBE}{id}"))
        }
        ("vimeo.com", [id, behind @ ..]) if is_number(id) => {
            // A film that isn't listed is shown to those alone who have the key behind its number.
            let key = behind.first().filter(|part| part.bytes().all(|byte| byte.is_ascii_hexdigit()));
            let key = key.map(|key| Cow::from(*key)).or_else(|| value("h"));
            let key = key.map(|key| format!("?h={key}")).unwrap_or_default();
            Some(format!("{VIMEO}{id}{key}"))
        }
        ("vimeo.com", ["channels", _, id] | ["groups", _, "videos", id]) if is_number(id) => {
            Some(format!("{VIMEO}{id}"))
        }
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
