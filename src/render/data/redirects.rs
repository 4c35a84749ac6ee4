//! `_redirects`: what leads on. Netlify and Cloudflare Pages read the same form.

use crate::{content::Host, routes::Routes, site::Site};

pub(super) fn file(site: &Site, routes: &Routes) -> Vec<u8> {
    // A file at the same address would win over a redirect that isn't forced.
    let status = if site.gym.host() == Host::Netlify { "301!" } else { "301" };
    let mut out = String::new();
    for old in routes.old_addresses() {
        let (from, to) = (site.base.href(old.path()), old.target(&site.base));
        out.push_str(&format!("{from} {to} {status}\n"));
        if let Some(bare) = from.strip_suffix('/') {
            out.push_str(&format!("{bare} {to} {status}\n"));
        }
    }
    out.into_bytes()
}
