//! Files that a site has at most once: the menu, the pictures of the gallery.

use crate::schema::{
    EntryRef, View,
    decode::{
        Spanned,
        value::{ImageFile, Link, Text},
    },
};

/// `content/navigation.toml`: the header, the side panel and the footer.
#[derive(Debug, View)]
pub struct Navigation {
    #[view(key = "link")]
    pub links: Vec<MenuEntry>,
    pub join: Option<Button>,
    pub account: Option<AccountMenu>,
    pub panel: Option<SidePanel>,
    pub footer: Option<Footer>,
}

/// An entry of the menu, and what lies below it.
#[derive(Debug, View)]
pub struct MenuEntry {
    pub title: Spanned<Text>,
    pub to: Link,
    pub under: Vec<Button>,
}

impl Navigation {
    /// The title and the target of each entry of the menu, those of the second level behind the one that they lie below.
    pub fn menu(&self) -> impl Iterator<Item = (&Text, &Link)> {
        self.links.iter().flat_map(|entry| {
            let under = entry.under.iter().map(|link| (&link.title.value, &link.to));
            [(&entry.title.value, &entry.to)].into_iter().chain(under)
        })
    }
}

/// The icon of the account, and what it shows to somebody who is signed in.
#[derive(Debug, View)]
pub struct AccountMenu {
    pub title: Spanned<Text>,
    pub to: Link,
    pub signed_in: Spanned<Text>,
    pub sign_out: Spanned<Text>,
}

#[derive(Debug, View)]
pub struct SidePanel {
    pub open: Spanned<Text>,
    pub close: Spanned<Text>,
    pub title: Spanned<Text>,
    pub text: Option<Spanned<Text>>,
    pub gallery_title: Option<Spanned<Text>>,
    pub gallery: Vec<EntryRef>,
    pub contact_title: Option<Spanned<Text>>,
    pub follow_title: Option<Spanned<Text>>,
    pub chart: Option<Button>,
}

#[derive(Debug, View)]
pub struct Footer {
    pub text: Option<Spanned<Text>>,
    pub classes_title: Option<Spanned<Text>>,
    pub classes: Vec<EntryRef>,
    pub hours_title: Option<Spanned<Text>>,
    pub follow_title: Option<Spanned<Text>>,
    pub contact_title: Option<Spanned<Text>>,
    /// The words above the ways to pay, where they are shown at the foot of all pages.
    pub pay_title: Option<Spanned<Text>>,
    pub legal: Vec<Button>,
    pub copyright: Option<Spanned<Text>>,
}

/// A button or a link that looks like one.
#[derive(Debug, View)]
pub struct Button {
    pub title: Spanned<Text>,
    pub to: Link,
}

/// A picture of the gallery.
#[derive(Debug, View)]
pub struct GalleryImage {
    pub file: ImageFile,
    pub alt: Spanned<Text>,
}
