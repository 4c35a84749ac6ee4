//! `content/navigation.toml`: the header, the mobile menu, the side panel and the footer.

use serde::Serialize;

use super::{Class, gallery::GalleryImage, parts::Button};
use crate::decode::{
    Fields, Record,
    value::{Link, Reference, Text},
};

/// Everything around the pages.
#[derive(Clone, Debug)]
pub struct Navigation {
    /// What it says.
    pub words: NavigationWords,
    /// The entries of the menu.
    pub links: Vec<Button>,
    /// The pictures of the side panel.
    pub panel_gallery: Vec<Reference<GalleryImage>>,
    /// The classes that the footer links to.
    pub footer_classes: Vec<Reference<Class>>,
}

/// The words around the pages.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct NavigationWords {
    pub skip: Text,
    pub join: Button,
    pub account: AccountWords,
    pub menu: MenuWords,
    pub panel: PanelWords,
    pub footer: FooterWords,
}

impl Record for Navigation {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let skip = fields.required("skip", "The link past the navigation, for keyboards");
        let links = fields.tables("link", "An entry of the menu");
        let join = fields.table("join", "The button that asks to join");
        let account = fields.table("account", "The user icon");
        let menu = fields.table("menu", "The full-screen menu on phones");
        let panel = fields.table::<Panel>("panel", "The slide-out side panel");
        let footer = fields.table::<Footer>("footer", "The foot of every page");
        Self {
            words: NavigationWords { skip, join, account, menu, panel: panel.words, footer: footer.words },
            links,
            panel_gallery: panel.gallery,
            footer_classes: footer.classes,
        }
    }
}

/// The words of the user icon.
#[derive(Clone, Debug, Serialize)]
pub struct AccountWords {
    pub title: Text,
    pub to: Link,
    pub signed_in: Text,
    pub sign_out: Text,
}

impl Record for AccountWords {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "What the icon is called");
        let to = fields.required("to", "Where it leads");
        let signed_in = fields.required("signed_in", "What stands before the address of who is signed in");
        let sign_out = fields.required("sign_out", "The button that signs out");
        Self { title, to, signed_in, sign_out }
    }
}

/// The words of the menu.
#[derive(Clone, Debug, Serialize)]
pub struct MenuWords {
    pub label: Text,
    pub open: Text,
    pub close: Text,
}

impl Record for MenuWords {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let label = fields.required("label", "What the menu is called by screen readers");
        let open = fields.required("open", "The button that opens it");
        let close = fields.required("close", "The button that closes it");
        Self { label, open, close }
    }
}

/// The words of the side panel.
#[derive(Clone, Debug, Serialize)]
pub struct PanelWords {
    pub open: Text,
    pub close: Text,
    pub title: Text,
    pub text: Text,
    pub gallery_title: Text,
    pub contact_title: Text,
    pub follow_title: Text,
    pub chart: Button,
}

struct Panel {
    words: PanelWords,
    gallery: Vec<Reference<GalleryImage>>,
}

impl Record for Panel {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let open = fields.required("open", "The button that opens the panel");
        let close = fields.required("close", "The button that closes it");
        let title = fields.required("title", "The panel's heading");
        let text = fields.required("text", "What kind of gym this is");
        let gallery_title = fields.required("gallery_title", "The heading of the pictures");
        let gallery = fields.list("gallery", "The numbers of six pictures of the gallery");
        let contact_title = fields.required("contact_title", "The heading of address, phone and email");
        let follow_title = fields.required("follow_title", "The heading of the social icons");
        let chart = fields.table("chart", "The chart icon");
        Self {
            words: PanelWords { open, close, title, text, gallery_title, contact_title, follow_title, chart },
            gallery,
        }
    }
}

/// The words of the footer.
#[derive(Clone, Debug, Serialize)]
pub struct FooterWords {
    pub text: Text,
    pub classes_title: Text,
    pub hours_title: Text,
    pub closed: Text,
    pub follow_title: Text,
    pub contact_title: Text,
    pub copyright: Text,
}

struct Footer {
    words: FooterWords,
    classes: Vec<Reference<Class>>,
}

impl Record for Footer {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let text = fields.required("text", "A sentence about the gym");
        let classes_title = fields.required("classes_title", "The heading of the class links");
        let classes = fields.list("classes", "The classes to link to");
        let hours_title = fields.required("hours_title", "The heading of the working hours");
        let closed = fields.required("closed", "What stands in place of the hours of a day without any");
        let follow_title = fields.required("follow_title", "The heading of the social icons");
        let contact_title = fields.required("contact_title", "The heading of the address");
        let copyright = fields.required("copyright", "The last line; {year} and {name} are filled in");
        Self {
            words: FooterWords {
                text,
                classes_title,
                hours_title,
                closed,
                follow_title,
                contact_title,
                copyright,
            },
            classes,
        }
    }
}
