//! Redirects of a site as rules from an old address to a new one.

use super::{HostRedirect, HostSite, encoded};

/// A rule for one old address, or for all addresses below a folder: `/author/*`.
pub(super) struct RedirectRule {
    pub from: String,
    pub to: String,
}

/// The rules for old addresses, with and without the slash at their end.
pub(super) fn addresses(site: &HostSite<'_>) -> Vec<RedirectRule> {
    let mut rules = Vec::new();
    for old in &site.old_addresses {
        let from = site.href(&old.from);
        let bare = from.strip_suffix('/').map(str::to_owned);
        rules.push(RedirectRule::new(from, old));
        rules.extend(bare.map(|bare| RedirectRule::new(bare, old)));
    }
    rules
}

/// The rules for folders, each with a second rule for the folder itself without a slash. They come last, as the first
/// match wins.
pub(super) fn folders(site: &HostSite<'_>) -> Vec<RedirectRule> {
    let mut rules = Vec::new();
    for old in &site.folders {
        let from = site.href(&old.from);
        let bare = from.strip_suffix("/*").filter(|bare| !bare.is_empty()).map(str::to_owned);
        rules.extend(bare.map(|bare| RedirectRule::new(bare, old)));
        rules.push(RedirectRule::new(from, old));
    }
    rules
}

impl RedirectRule {
    fn new(from: String, old: &HostRedirect) -> Self {
        Self { from, to: encoded(&old.to) }
    }

    /// A line of `_redirects`, which Netlify and Cloudflare Pages read.
    pub fn line(&self, status: &str) -> String {
        format!("{} {} {status}\n", self.from, self.to)
    }
}
