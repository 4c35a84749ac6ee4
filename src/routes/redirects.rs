//! Old addresses: each leads to a page of the site or away, in one step.

use std::{collections::BTreeMap, sync::Arc};

use super::{Page, Routes};
use crate::{
    content::{Host, Redirect},
    decode::value::{Link, Spanned},
    diagnostic::{Code, Diagnostic, Diagnostics, nearest},
    site::{BaseUrl, Site},
};

/// An old address, as a page that leads on.
#[derive(Clone, Debug)]
pub struct Moved {
    /// Its place in the gym's redirects.
    pub redirect: Arc<Redirect>,
}

impl Moved {
    /// Where it leads, under the base path.
    pub fn target(&self, base: &BaseUrl) -> String {
        match self.redirect.to.value.link() {
            Link::Internal { path, suffix } => format!("{}{suffix}", base.href(path)),
            Link::External(url) => url.to_string(),
        }
    }
}

/// The pages that stand at old addresses. A host that can lead on without one does; the page is there
/// for previews, and for the day on which the site moves to another host.
pub(super) fn pages(site: &Site) -> impl Iterator<Item = Page> {
    site.gym.redirects.iter().map(|redirect| Page::Moved(Moved { redirect: redirect.clone() }))
}

/// The first redirect from each address; a second one is reported.
fn by_origin<'a>(site: &'a Site, diagnostics: &mut Diagnostics) -> BTreeMap<&'a str, &'a Redirect> {
    let mut known: BTreeMap<&str, &Redirect> = BTreeMap::new();
    for redirect in &site.gym.redirects {
        let from = redirect.from.value.as_str();
        if let Some(first) = known.get(from) {
            diagnostics.push(
                Diagnostic::new(Code::DuplicateId, redirect.from.span, format!("{from} is redirected twice"))
                    .related(first.from.span, "it is first redirected here")
                    .help("remove one of the two"),
            );
        } else {
            known.insert(from, redirect);
        }
    }
    known
}

/// Reports redirects in a circle, over several steps, to nowhere, or that the host can't follow.
pub(super) fn check(site: &Site, routes: &Routes, diagnostics: &mut Diagnostics) {
    let known = by_origin(site, diagnostics);
    for redirect in &site.gym.redirects {
        let from = &redirect.from;
        let is_page = from.value.as_str().ends_with('/') || from.value.as_str().ends_with(".html");
        if !is_page && !site.gym.publish.host.reads_our_files() {
            diagnostics.push(unfollowed(from.value.as_str(), redirect, site.gym.publish.host));
        }
        let Link::Internal { path, .. } = redirect.to.value.link() else { continue };
        match known.get(&**path) {
            Some(next) => diagnostics.push(further(redirect, next, &known)),
            None if routes.get(path).is_none() => diagnostics.push(dead_end(path, &redirect.to, routes)),
            None => {}
        }
    }
}

/// A redirect to a redirect: in the end it comes back, or it could lead there at once.
fn further(redirect: &Redirect, next: &Redirect, known: &BTreeMap<&str, &Redirect>) -> Diagnostic {
    let from = redirect.from.value.as_str();
    let mut last = next;
    for _ in 0..known.len() {
        let Link::Internal { path, .. } = last.to.value.link() else { break };
        let Some(after) = known.get(&**path) else { break };
        last = after;
        if last.from.value == redirect.from.value {
            break;
        }
    }
    let end = last.to.value.link().as_written();
    let leads_on = |link: &Link| matches!(link, Link::Internal { path, .. } if known.contains_key(&**path));
    let (message, help) = if leads_on(last.to.value.link()) {
        (format!("{from} leads in a circle"), "let it lead to a page".to_owned())
    } else {
        (format!("{from} leads to an address that leads on"), format!("write to = \"{end}\""))
    };
    Diagnostic::new(Code::Redirect, redirect.to.span, message)
        .related(next.from.span, "which leads on from here")
        .expected("a page of the site, or a full address")
        .help(help)
}

fn dead_end<T>(path: &str, to: &Spanned<T>, routes: &Routes) -> Diagnostic {
    let near = nearest(path, routes.iter().map(|(path, _)| path));
    Diagnostic::new(Code::BrokenLink, to.span, format!("there is no page at {path}"))
        .label("leads nowhere")
        .expected("the path of a page of the site, such as \"/contact/\"")
        .help(near.map_or("`gympress routes` lists all pages".to_owned(), |near| {
            format!("did you mean \"{near}\"?")
        }))
}

fn unfollowed(from: &str, redirect: &Redirect, host: Host) -> Diagnostic {
    let message = format!("{} can't lead on from {from}, which is no page", host.title());
    Diagnostic::new(Code::Host, redirect.from.span, message)
        .expected("an address that ends in / or .html")
        .help("remove the redirect, or set it up on the server")
}
