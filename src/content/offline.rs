//! Whether the site works without a network, in `content/site.toml`.

use gympress_derive::View;

use crate::schema::decode::value::Text;

/// What visitors see of a page that they never opened, while they have no network. With it, browsers keep the pages
/// that a visitor opens.
#[derive(Debug, View)]
pub struct Offline {
    pub title: Text,
    pub text: Text,
}
