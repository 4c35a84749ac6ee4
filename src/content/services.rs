//! The services that pages may load from.

use url::Url;

use crate::schema::{
    Name, View,
    decode::{
        Spanned,
        value::{Text, WebUrl},
    },
};

/// The table `[services]` of `content/site.toml`: the sites that the gym lets into its pages.
#[derive(Debug, View)]
pub struct Services {
    pub frames: Vec<WebUrl>,
    pub scripts: Vec<WebUrl>,
    /// Other origins to which scripts may send data.
    pub connect: Vec<WebUrl>,
    /// Whether visitors are asked before anything of others loads.
    pub ask: bool,
    /// Services to which links lead by their names.
    #[view(key = "link")]
    pub links: Vec<ServiceLink>,
    /// The code of a service that counts visits.
    pub analytics: Option<Spanned<Text>>,
}

/// A service to which links lead: `shop:plans/41`.
#[derive(Debug, View)]
pub struct ServiceLink {
    pub id: Spanned<Name>,
    pub url: WebUrl,
}

impl ServiceLink {
    /// The address of a page of the service.
    pub fn address(&self, path: &str) -> String {
        let start = self.url.as_str();
        let is_apart = start.ends_with(['/', '=']) || path.starts_with(['?', '#']);
        [start, if is_apart { "" } else { "/" }, path].concat()
    }
}

/// True if the address of a frame or script is of a site that `[services]` names; `https://*.example.org` names all of
/// its parts.
pub fn allows_origin(named: &str, url: &Url) -> bool {
    let Some((scheme, domain)) = named.split_once("://*.") else {
        return named == url.origin().ascii_serialization();
    };
    let host = url.host_str().and_then(|host| host.strip_suffix(domain));
    scheme == url.scheme() && host.is_some_and(|part| part.ends_with('.'))
}
