//! The site as plain data for hosts.

use std::borrow::Cow;

use super::HASHED_FOLDERS;
use crate::{
    diagnostic::{Diagnostic, code, report},
    hosts::{Excess, HostRedirect, HostSite},
    routes::{NOT_FOUND, OldAddress, folders, queries},
    site::BaseUrl,
    templates::Languages,
    widgets::frame_ancestors,
};

/// The data from which the files for hosts are written, for the folder at `base`, with the content security policy `policy`.
pub fn host_site<'s>(languages: &'s Languages, base: &'s BaseUrl, policy: &str) -> HostSite<'s> {
    let (main, further) = (languages.main(), languages.further());
    let (site, routes) = (&main.site, &main.routes);
    let (gym, root) = (&site.gym.settings, &site.address.root);
    let services = gym.services.as_ref();
    HostSite {
        base_path: base.path(),
        policy: policy.to_owned(),
        frame_ancestors: (!gym.framed_by().is_empty()).then(|| frame_ancestors(gym)),
        hsts: gym.hsts().filter(|_| root.url().scheme() == "https"),
        has_widgets: services
            .is_some_and(|services| !services.frames.is_empty() || !services.scripts.is_empty()),
        pages: pages(languages),
        folders_not_found: further
            .iter()
            .filter(|edition| edition.routes.get(NOT_FOUND).is_some())
            .map(|edition| edition.site.address_in_site("/"))
            .collect(),
        queries: queries(site).map(|old| redirect(&old, root)).collect(),
        old_addresses: routes.old_addresses().map(|old| redirect(old, root)).collect(),
        folders: folders(site).map(|old| redirect(&old, root)).collect(),
        hashed_folders: HASHED_FOLDERS,
        changes_next: site.next_change().map(|change| change.at.to_string()),
    }
}

/// Warns of each limit of the host that the site exceeds.
pub fn beyond_host_limits(languages: &Languages, policy: &str) -> Vec<Diagnostic> {
    let site = &languages.main().site;
    let host = site.gym.settings.host();
    let mut warnings = Vec::new();
    for Excess { of, most, found, help } in host.excesses(&host_site(languages, &site.address.root, policy)) {
        report!(warnings, code::HOST_LIMIT, site.gym.settings.host_span(),
            "{} reads at most {most} {of}, and this site needs {found}", host.title;
            help);
    }
    warnings
}

/// The addresses of all pages below the root of the site.
fn pages(languages: &Languages) -> Vec<Cow<'_, str>> {
    let mut pages = Vec::new();
    for edition in languages.editions() {
        let is_main = edition.site.original.is_none();
        pages.extend(edition.routes.pages().map(|page| {
            let path = &*page.address.path;
            if is_main { Cow::Borrowed(path) } else { edition.site.address_in_site(path).into() }
        }));
    }
    pages
}

fn redirect(old: &OldAddress, base: &BaseUrl) -> HostRedirect {
    let query = old.redirect.query().map(str::to_owned);
    HostRedirect { from: old.redirect.old_path().to_owned(), query, to: old.target(base) }
}
