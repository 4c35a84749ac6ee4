//! `content/navigation.toml`: the menu, as far as other files depend on it.

use gympress_derive::View;

use crate::schema::decode::value::{Link, Text};

#[derive(Debug, View)]
pub struct Navigation {
    #[view(key = "link")]
    pub links: Vec<Button>,
}

/// A button or a link that looks like one.
#[derive(Debug, View)]
pub struct Button {
    pub title: Text,
    pub to: Link,
}
