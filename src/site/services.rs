//! Widgets of services that content doesn't let into its pages.

use url::Url;

use super::Site;
use crate::{
    content::{Content, Embed, Snippet, lets_in},
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    schema::{
        View,
        decode::{
            Spanned,
            value::{Text, WebUrl},
        },
    },
};

/// Films by the pages on which they are watched, which no frame may show, and by those that are made for frames.
const FILMS: [(&str, &str); 4] = [
    ("https://www.youtube.com/watch?v=", "https://www.youtube-nocookie.com/embed/"),
    ("https://www.youtube.com/shorts/", "https://www.youtube-nocookie.com/embed/"),
    ("https://youtu.be/", "https://www.youtube-nocookie.com/embed/"),
    ("https://vimeo.com/", "https://player.vimeo.com/video/"),
];

/// The hosts that a list of `[services]` lets in. Returns `None` if it can't be read, which was reported: it may be any.
fn allowed<'c>(key: &str, content: &Content, hosts: Option<&'c [WebUrl]>) -> Option<&'c [WebUrl]> {
    let services = content.gym.table.get("services").and_then(|services| services.value.as_table());
    let is_readable =
        services.and_then(|services| services.get(key)).is_none_or(|list| list.span.is_somewhere());
    is_readable.then(|| hosts.unwrap_or_default())
}

pub(super) fn check(content: &Content, site: &Site, diagnostics: &mut Diagnostics) {
    let services = site.gym.services.as_ref();
    let frames = allowed("frames", content, services.map(|services| services.frames.as_slice()));
    let scripts = allowed("scripts", content, services.map(|services| services.scripts.as_slice()));
    if let Some(code) = services.and_then(|services| services.analytics.as_ref()) {
        read(code, diagnostics);
    }
    let sections = site.pages.iter().flat_map(|page| &page.sections);
    for section in sections.filter(|section| &*section.kind == "embed") {
        let embed = Embed::view(&section.table);
        if let Some((frame, url)) = embed.frame.as_ref().and_then(|frame| Some((frame, frame.value.url()?))) {
            diagnostics.extend(film(url, frame.span).or_else(|| blocked(url, frame.span, "frames", frames)));
        }
        if let Some(code) = &embed.code
            && let Some(snippet) = read(code, diagnostics)
        {
            let mut blocked = |urls: &[Url], key, allowed| {
                let first = urls.iter().find_map(|url| blocked(url, code.span, key, allowed));
                diagnostics.extend(first);
            };
            blocked(&snippet.frames, "frames", frames);
            blocked(&snippet.scripts, "scripts", scripts);
        }
    }
}

/// The code of a service, after reporting what is wrong with it.
fn read(code: &Spanned<Text>, diagnostics: &mut Diagnostics) -> Option<Snippet> {
    Snippet::parse(code.value.as_str(), |_| String::new())
        .map_err(|reason| {
            diagnostics.push(Diagnostic::new(Code::Malformed, code.span, format!("the code {reason}")))
        })
        .ok()
}

/// Something whose host `[services]` doesn't name.
fn blocked(url: &Url, at: Span, key: &str, allowed: Option<&[WebUrl]>) -> Option<Diagnostic> {
    let allowed = allowed?;
    let origin_of = |url: &Url| url.origin().ascii_serialization();
    let is_allowed = allowed.iter().any(|allowed| {
        // Of an address that can't be read, that was reported.
        allowed.url().is_none_or(|allowed| lets_in(&origin_of(allowed), url))
    });
    let origin = origin_of(url);
    (!is_allowed).then(|| {
        let message = format!("browsers keep out {origin}, as content/site.toml doesn't let it in");
        let list: Vec<String> =
            allowed.iter().map(|url| url.as_str().trim_end_matches('/').to_owned()).collect();
        let line = format!("{key} = {:?}", [list, vec![origin]].concat());
        Diagnostic::new(Code::Blocked, at, message)
            .help(format!("write {line} below [services] in content/site.toml"))
    })
}

fn film(url: &Url, at: Span) -> Option<Diagnostic> {
    let url = url.as_str().replace("//youtube.com/", "//www.youtube.com/");
    let (id, player) = FILMS.iter().find_map(|(page, player)| Some((url.strip_prefix(page)?, player)))?;
    let id = id.split(['&', '?', '#', '/']).next()?;
    let message = "this page of the film can't be in a frame, as its service doesn't let it";
    Some(Diagnostic::new(Code::Malformed, at, message).help(format!("write frame = \"{player}{id}\"")))
}
