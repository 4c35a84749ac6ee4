//! Old addresses, each redirected to a page of the site or to another site, in one step.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use url::Url;

use super::{Route, Routes, leads_nowhere, links::PAGE, probable};
use crate::{
    content::Redirect,
    diagnostic::{Applicability, Diagnostic, Diagnostics, FileId, Span, code, diagnostic, report},
    hosts::{self, Host},
    schema::decode::{REDIRECT, Spanned, value::Link},
    site::{BaseUrl, Site},
    source::{Sources, paths::extension},
};

/// An old address, at which a redirect stands.
#[derive(Clone, Debug)]
pub struct OldAddress {
    /// The path within the site, without the base path.
    pub path: Arc<str>,
    /// The content file that states it.
    pub file: FileId,
    pub redirect: Arc<Redirect>,
}

impl OldAddress {
    fn new(redirect: &Arc<Redirect>, site: &Site) -> Self {
        let path = redirect.from.value.as_str().into();
        Self { path, file: site.gym.file, redirect: redirect.clone() }
    }

    /// The path to which it leads, if that is on this site.
    pub fn internal_target(&self) -> Option<&str> {
        match &self.redirect.to.value {
            Link::Internal { path, .. } => Some(path),
            Link::External(_) | Link::Message { .. } | Link::Form { .. } | Link::Service { .. } => None,
        }
    }

    /// The file to which a redirect between two files leads: a copy of it can be published at the old address.
    pub fn copied_file(&self) -> Option<&str> {
        let to = self.internal_target()?;
        is_between_files(&self.redirect).then_some(to)
    }

    /// The address to which it leads, under the base path.
    pub fn target(&self, base: &BaseUrl) -> String {
        match &self.redirect.to.value {
            Link::Internal { path, suffix } => format!("{}{suffix}", base.href(path)),
            other => other.as_written(),
        }
    }
}

/// The redirects of a site that satisfy `is_wanted`.
fn redirects_where(site: &Site, is_wanted: impl Fn(&Redirect) -> bool) -> impl Iterator<Item = OldAddress> {
    let wanted = declared(site).filter(move |redirect| is_wanted(redirect));
    wanted.map(|redirect| OldAddress::new(redirect, site))
}

/// The old addresses that get a page. Even if the host redirects without pages, previews need them, and so does a later
/// host.
pub(super) fn old_addresses(site: &Site) -> impl Iterator<Item = OldAddress> {
    redirects_where(site, |redirect| {
        let is_of_page = redirect.query().is_none() && redirect.folder().is_none();
        is_of_page && can_redirect(redirect, site.gym.settings.host())
    })
}

/// The redirects from addresses with a query, where no page can be. Hosts use the first one that matches, so those with
/// most parameters come first.
pub fn queries(site: &Site) -> impl Iterator<Item = OldAddress> {
    narrowest_first(redirects_where(site, |redirect| redirect.query().is_some()), |old| {
        old.redirect.query().map_or(0, |query| query.split('&').count())
    })
}

/// The redirects from whole folders, where no page can be either. A folder within another one comes first.
pub fn folders(site: &Site) -> impl Iterator<Item = OldAddress> {
    narrowest_first(redirects_where(site, |redirect| redirect.folder().is_some()), |old| old.path.len())
}

fn narrowest_first(
    all: impl Iterator<Item = OldAddress>,
    narrowness: impl Fn(&OldAddress) -> usize,
) -> impl Iterator<Item = OldAddress> {
    let mut all: Vec<OldAddress> = all.collect();
    all.sort_by_key(|old| std::cmp::Reverse(narrowness(old)));
    all.into_iter()
}

/// True if the host can redirect from this address: by a page, or by its own list of redirects.
fn can_redirect(redirect: &Redirect, host: &Host) -> bool {
    let path = redirect.old_path();
    match redirect.query() {
        Some(_) => host.reads_queries,
        None => {
            host.redirects()
                || is_between_files(redirect)
                || path.ends_with('/')
                || [".html", ".htm"].iter().any(|ending| path.ends_with(ending))
        }
    }
}

/// True for a redirect from a file to one of the same kind, such as a feed or PDF, but not for pages.
fn is_between_files(redirect: &Redirect) -> bool {
    let Link::Internal { path, .. } = &redirect.to.value else { return false };
    let kind = extension(redirect.old_path()).to_lowercase();
    !["", "html", "htm"].contains(&&*kind) && extension(path).to_lowercase() == kind
}

/// The redirects in content, except those with an unreadable address, which was reported.
fn declared(site: &Site) -> impl Iterator<Item = &Arc<Redirect>> {
    site.gym.settings.redirects.iter().filter(|redirect| !redirect.from.value.as_str().is_empty())
}

/// The first redirect from each address; a second one is reported.
fn by_origin<'a>(
    all: &[&'a Arc<Redirect>],
    diagnostics: &mut Diagnostics,
) -> BTreeMap<&'a str, &'a Redirect> {
    let mut known: BTreeMap<&str, &Redirect> = BTreeMap::new();
    for redirect in all {
        let from = redirect.from.value.as_str();
        if let Some(first) = known.get(from) {
            report!(diagnostics, code::DUPLICATE_ID, redirect.from.span, "{from} is redirected twice";
                related: first.from.span => "it is first redirected here";
                help: "remove one of the two");
        } else {
            known.insert(from, redirect);
        }
    }
    known
}

/// Reports redirects that loop, take several steps, lead nowhere, are below a file, or can't be done by the host.
pub(super) fn check(
    site: &Site,
    routes: &Routes,
    is_elsewhere: &dyn Fn(&str) -> bool,
    diagnostics: &mut Diagnostics,
) {
    let all: Vec<_> = declared(site).collect();
    let known = by_origin(&all, diagnostics);
    for redirect in &all {
        if !can_redirect(redirect, site.gym.settings.host()) {
            diagnostics.push(unfollowed(redirect, site.gym.settings.host()));
        }
        diagnostics.extend(within_a_file(redirect, routes));
        diagnostics.extend(unread_feed(redirect, routes, site.gym.settings.host()));
        diagnostics.extend(hides_pages(redirect, routes, site.gym.settings.host()));
        let Some(path) = own_path(redirect, site) else { continue };
        match (known.get(&*path), routes.has(&path) || is_elsewhere(&path)) {
            (Some(next), _) => diagnostics.push(further(redirect, next, &known, site)),
            (None, false) => diagnostics.push(dead_end(&path, &redirect.to, routes, &site.project.sources)),
            (None, true) => {}
        }
    }
}

/// The path on this site to which a redirect leads, written as a path or as an absolute address.
fn own_path<'r>(redirect: &'r Redirect, site: &Site) -> Option<Cow<'r, str>> {
    let url = match &redirect.to.value {
        Link::Internal { path, .. } => return Some((&**path).into()),
        other => Url::parse(&other.as_written()).ok()?,
    };
    let declared = site.gym.settings.declared_url();
    let mut bases = [Some(site.address.base.url()), declared].into_iter().flatten();
    bases.find_map(|base| path_below(base, &url)).map(Cow::Owned)
}

/// The path of `url` within the site at `base`, ending in a slash unless it names a file. Returns `None` outside of the
/// site.
fn path_below(base: &Url, url: &Url) -> Option<String> {
    let is_same = (base.host_str(), base.port()) == (url.host_str(), url.port());
    let path = url.path().strip_prefix(base.path().trim_end_matches('/')).filter(|_| is_same)?;
    // `/gymnastics/` isn't below `/gym/`.
    if !path.is_empty() && !path.starts_with('/') {
        return None;
    }
    let is_whole = path.ends_with('/') || path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    Some(if is_whole { path.to_owned() } else { format!("{path}/") })
}

/// Reports a redirected folder with pages in it, if the host would redirect these as well.
fn hides_pages(redirect: &Redirect, routes: &Routes, host: &Host) -> Option<Diagnostic> {
    let folder = redirect.folder().filter(|_| host.hides_pages_in_folders)?;
    let hidden = routes.pages().find(|page| page.address.path.starts_with(folder))?;
    Some(diagnostic!(code::REDIRECT, redirect.from.span,
        "this would redirect {}, which is a page", hidden.address.path;
        help: "write a [[redirect]] for each old address, or another folder"))
}

/// Reports a page that redirects to a feed or calendar: browsers follow it, programs of subscribers don't.
fn unread_feed(redirect: &Redirect, routes: &Routes, host: &Host) -> Option<Diagnostic> {
    let Link::Internal { path, .. } = &redirect.to.value else { return None };
    let Route::File(file) = routes.get(path)? else { return None };
    if !file.kind.is_subscribed() || host.redirects() || is_between_files(redirect) {
        return None;
    }
    let (title, from) = (host.title, redirect.from.value.as_str());
    let places = hosts::places(Host::redirects);
    Some(diagnostic!(code::NOT_FOLLOWED, redirect.from.span,
        "{title} can't redirect those who subscribed to {from}, as their programs don't follow a page";
        help: "tell them the new address, or publish {places}; visitors are redirected"))
}

/// Reports an old address below the path of a file, as no disk can hold a file and a folder of the same name.
fn within_a_file(redirect: &Redirect, routes: &Routes) -> Option<Diagnostic> {
    let from = redirect.from.value.as_str();
    let mut folders = from.match_indices('/').filter_map(|(end, _)| from.get(..end));
    let file = folders.find_map(|folder| routes.get(folder))?;
    Some(diagnostic!(code::PATH_COLLISION, redirect.from.span,
        "{from} can't be redirected, as {} is a file", file.path();
        related: Span::whole(file.content()) => "the file comes from this";
        help: "correct the address, or remove the redirect"))
}

/// Reports a redirect to a redirect: a loop, or a chain whose end it could name.
fn further(
    redirect: &Redirect,
    next: &Redirect,
    known: &BTreeMap<&str, &Redirect>,
    site: &Site,
) -> Diagnostic {
    let mut last = next;
    for _ in 0..known.len() {
        let Some(after) = next_redirect(last, known, site) else { break };
        last = after;
        if last.from.value == redirect.from.value {
            break;
        }
    }
    let diagnostic = if next_redirect(last, known, site).is_some() {
        diagnostic!(code::REDIRECT, redirect.to.span, "{} redirects in a loop", redirect.from.value.as_str();
            expected: REDIRECT.expected();
            help: "redirect it to a page")
    } else {
        chain(redirect, &last.to.value.as_written(), site)
    };
    diagnostic.related(next.from.span, "which redirects from here")
}

/// The redirect from the target of `redirect`, if there is one.
fn next_redirect<'r>(
    redirect: &Redirect,
    known: &BTreeMap<&str, &'r Redirect>,
    site: &Site,
) -> Option<&'r Redirect> {
    known.get(&*own_path(redirect, site)?).copied()
}

/// Reports a redirect that should name the end of its chain.
fn chain(redirect: &Redirect, end: &str, site: &Site) -> Diagnostic {
    diagnostic!(code::REDIRECT, redirect.to.span,
        "{} redirects to an address that is redirected", redirect.from.value.as_str();
        expected: REDIRECT.expected();
        help: "write to = \"{end}\"")
    .rename(&*site.project.sources, &redirect.to.value.as_written(), end, Applicability::Certain)
}

fn dead_end(path: &str, to: &Spanned<Link>, routes: &Routes, sources: &Sources) -> Diagnostic {
    let diagnostic = diagnostic!(code::BROKEN_LINK, to.span, "there is no page at {path}"; expected: PAGE);
    leads_nowhere(diagnostic, path, probable(path, routes.paths()), sources)
}

fn unfollowed(redirect: &Redirect, host: &Host) -> Diagnostic {
    let (reason, help) = if redirect.query().is_some() {
        let places = hosts::places(|host| host.reads_queries);
        let help = format!(
            "remove the redirect, or publish {places}, which can: here visitors get the page before the ?"
        );
        ("as it ignores what follows the ?", help)
    } else if redirect.folder().is_some() {
        let places = hosts::places(Host::redirects);
        let help = format!("write a [[redirect]] for each address that people have, or publish {places}");
        ("as it does so by a page at each address", help)
    } else {
        ("which is no page", "remove the redirect, or set it up on the server".to_owned())
    };
    diagnostic!(code::NOT_FOLLOWED, redirect.from.span,
        "{} can't redirect {}, {reason}", host.title, redirect.from.value.as_str();
        expected: "an address that ends in /, .html or .htm, or as the file to which it leads";
        help)
}
