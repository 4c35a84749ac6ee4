//! The site as plain data for hosts.

use super::HASHED_FOLDERS;
use crate::{
    diagnostic::{Diagnostic, code, report},
    hosts::{Excess, HostRedirect, HostSite},
    routes::{OldAddress, Routes, folders, queries},
    site::{BaseUrl, Site},
    widgets::frame_ancestors,
};

/// The data from which the files for hosts are written, with the content security policy `policy`.
pub fn host_site<'s>(site: &'s Site, routes: &'s Routes, policy: &str) -> HostSite<'s> {
    let (gym, base) = (&site.gym.settings, &site.address.base);
    let services = gym.services.as_ref();
    HostSite {
        base_path: base.path(),
        policy: policy.to_owned(),
        frame_ancestors: (!gym.framed_by().is_empty()).then(|| frame_ancestors(gym)),
        hsts: gym.hsts().filter(|_| base.url().scheme() == "https"),
        has_widgets: services
            .is_some_and(|services| !services.frames.is_empty() || !services.scripts.is_empty()),
        pages: routes.pages().map(|page| &*page.address.path).collect(),
        queries: queries(site).map(|old| redirect(&old, base)).collect(),
        old_addresses: routes.old_addresses().map(|old| redirect(old, base)).collect(),
        folders: folders(site).map(|old| redirect(&old, base)).collect(),
        hashed_folders: HASHED_FOLDERS,
        changes_next: site.changes_next().map(|moment| moment.to_string()),
    }
}

/// Warns of each limit of the host that the site exceeds.
pub fn beyond_host_limits(site: &Site, routes: &Routes, policy: &str) -> Vec<Diagnostic> {
    let host = site.gym.settings.host();
    let mut warnings = Vec::new();
    for Excess { of, most, found, help } in host.excesses(&host_site(site, routes, policy)) {
        report!(warnings, code::HOST_LIMIT, site.gym.settings.host_span(),
            "{} reads at most {most} {of}, and this site needs {found}", host.title;
            help);
    }
    warnings
}

fn redirect(old: &OldAddress, base: &BaseUrl) -> HostRedirect {
    let query = old.redirect.query().map(str::to_owned);
    HostRedirect { from: old.redirect.old_path().to_owned(), query, to: old.target(base) }
}
