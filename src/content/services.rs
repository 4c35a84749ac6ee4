//! The services that pages may load from.

use gympress_derive::View;
use url::Url;

use crate::schema::decode::{
    Spanned,
    value::{Text, WebUrl},
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
    /// The code of a service that counts visits.
    pub analytics: Option<Spanned<Text>>,
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
