//! `content/navigation.toml`: the menu, as far as other files depend on it.

use gympress_derive::View;

use crate::decode::value::{Link, Text};

/// The entries of the menu.
#[derive(Debug, View)]
pub struct Navigation {
    /// The entries, in order.
    #[view(key = "link")]
    pub links: Vec<Button>,
}

/// A button or a link that looks like one.
#[derive(Debug, View)]
pub struct Button {
    /// Its text.
    pub title: Text,
    /// Where it leads.
    pub to: Link,
}
