//! The Content Security Policy of the site, by which browsers restrict its pages.

use std::collections::HashSet;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use hmac_sha256::Hash;
use url::Url;

use super::Widgets;
use crate::{
    content::{Gym, Map},
    schema::decode::value::WebUrl,
};

/// The origins of the account service: sign-in, its renewal, and the visitor's document.
const ACCOUNT_HOSTS: [&str; 3] = [
    "https://identitytoolkit.googleapis.com",
    "https://securetoken.googleapis.com",
    "https://firestore.googleapis.com",
];

/// The places to which forms are sent.
#[derive(Debug, Default)]
pub struct FormTargets<'f> {
    pub services: Vec<&'f Url>,
    /// True if some open the visitor's mail program.
    pub has_mail: bool,
}

impl FormTargets<'_> {
    /// The sources of `form-action`, with those of the forms in codes, which are sent to `pasted`. Browsers also check the page
    /// to which a service redirects after a form is sent, which can be anywhere.
    fn sources(&self, pasted: &[&Url]) -> String {
        let services: Vec<&Url> = self.services.iter().chain(pasted).copied().collect();
        let insecure = services.iter().any(|service| service.scheme() == "http").then_some("http:");
        let secure = (!services.is_empty()).then_some("https:");
        let mail = (self.has_mail || self.services.is_empty()).then_some("mailto:");
        let sources: Vec<&str> = ["'self'"].into_iter().chain(insecure).chain(secure).chain(mail).collect();
        sources.join(" ")
    }
}

/// The source that allows any style in pages.
pub const UNSAFE_INLINE: &str = "'unsafe-inline'";

/// The source that allows these styles or this script in a page.
pub fn hash_source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Hash::hash(text.as_bytes())))
}

/// The directives that work both in a header and in a `<meta>` element. `frame-ancestors` works in a header only. `inline`
/// are the hashes of the styles in pages.
pub fn policy<'m>(
    gym: &Gym,
    maps: impl Iterator<Item = &'m Map>,
    forms: &FormTargets<'_>,
    widgets: &Widgets,
    inline: &[&str],
) -> String {
    let services = gym.services.as_ref();
    let maps = maps.map(|map| &map.embed.value);
    let frames = origins(maps.chain(services.into_iter().flat_map(|services| &services.frames)));
    // The script of a widget loads styles, pictures and frames from the same origin.
    let scripts = origins(services.into_iter().flat_map(|services| &services.scripts));
    let connect = origins(services.into_iter().flat_map(|services| &services.connect));
    let analytics = services.and_then(|services| widgets.get(services.analytics.as_ref()?.value.as_str()));
    let analytics_scripts = origins_of(analytics.iter().flat_map(|code| &code.scripts));
    let analytics_endpoints = origins_of(analytics.iter().flat_map(|code| &code.endpoints));
    let analytics_frames = origins_of(analytics.iter().flat_map(|code| &code.frames));
    let pictures = origins_of(widgets.iter().flat_map(|widget| &widget.code.pictures));
    let media = origins_of(widgets.iter().flat_map(|widget| &widget.code.media));
    let pasted_forms: Vec<&Url> = widgets.iter().flat_map(|widget| &widget.code.forms).collect();
    let accounts = gym.accounts.iter().flat_map(|_| ACCOUNT_HOSTS.map(str::to_owned)).collect();
    let own = vec!["'self'".to_owned()];
    let endpoints = origins_of(forms.services.iter().copied());
    // Widgets set styles on elements, which browsers allow only without a hash, and don't know Trusted Types.
    let (inline_styles, trusted_types) = if scripts.is_empty() {
        (
            inline.iter().map(|source| (*source).to_owned()).collect(),
            Some("require-trusted-types-for 'script'"),
        )
    } else {
        (vec![UNSAFE_INLINE.to_owned()], None)
    };
    let mut directives = vec![
        "default-src 'none'".to_owned(),
        format!("script-src {}", joined(&[&own, &scripts, &analytics_scripts])),
        format!("style-src {}", joined(&[&own, &scripts, &inline_styles])),
        format!("img-src {}", joined(&[&own, &scripts, &analytics_scripts, &pictures])),
        format!("font-src {}", joined(&[&own, &scripts])),
        "manifest-src 'self'".to_owned(),
        format!(
            "connect-src {}",
            joined(&[
                &own,
                &endpoints,
                &accounts,
                &scripts,
                &analytics_scripts,
                &analytics_endpoints,
                &connect
            ])
        ),
        format!("frame-src {}", joined(&[&frames, &scripts, &analytics_frames])),
        format!("form-action {}", forms.sources(&pasted_forms)),
        "base-uri 'none'".to_owned(),
    ];
    directives.push(format!("media-src {}", joined(&[&own, &media])));
    directives.extend(trusted_types.map(str::to_owned));
    directives.extend(gym.offline.as_ref().map(|_| "worker-src 'self'".to_owned()));
    directives.join("; ")
}

/// The sources of a directive, each listed once.
fn joined(lists: &[&Vec<String>]) -> String {
    let mut seen = HashSet::new();
    let mut sources: Vec<&str> = lists.iter().copied().flatten().map(String::as_str).collect();
    sources.retain(|source| seen.insert(*source));
    if sources.is_empty() { "'none'".to_owned() } else { sources.join(" ") }
}

/// The directive that lists the sites whose pages may show this one in a frame.
pub fn frame_ancestors(gym: &Gym) -> String {
    let origins = origins(gym.framed_by().iter());
    if origins.is_empty() {
        return "frame-ancestors 'none'".to_owned();
    }
    format!("frame-ancestors {}", origins.join(" "))
}

fn origins<'u>(urls: impl Iterator<Item = &'u WebUrl>) -> Vec<String> {
    origins_of(urls.filter_map(WebUrl::url))
}

fn origins_of<'u>(urls: impl IntoIterator<Item = &'u Url>) -> Vec<String> {
    urls.into_iter().map(|url| url.origin().ascii_serialization()).collect()
}
