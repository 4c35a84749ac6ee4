//! The bar, the menu of narrow screens and the side panel.

use super::{AccountsConfig, props};

props! {
    /// What `Navigation` is told.
    NavigationProps {
        /// The gym's name, which leads home.
        brand: Link,
        /// The menu's entries.
        links: Vec<CurrentLink>,
        /// The words of the menu.
        menu: NavigationMenu,
        /// The button that leads to the contact page.
        join: Link,
        /// The user icon.
        account: AccountMenu,
        /// The side panel.
        panel: NavigationPanel,
        /// The gym's phone number, as shown and as dialled.
        phone: Link,
        /// The gym's email address.
        email: Link,
        /// The gym's address in a line.
        address: String,
        /// Where else the gym is found.
        social: Vec<SocialLink>,
    }

    /// Words that lead somewhere.
    Link {
        /// The words.
        title: String,
        /// Where they lead.
        url: String,
    }

    /// An entry of the menu.
    CurrentLink {
        /// The words.
        title: String,
        /// Where they lead.
        url: String,
        /// True if the page is in that part of the site.
        current: bool,
    }

    /// The words of the menu.
    NavigationMenu {
        /// What the menu is called.
        label: String,
        /// Opens it on narrow screens.
        open: String,
        /// Closes it.
        close: String,
    }

    /// The user icon and the menu under it.
    AccountMenu {
        /// What the icon is called while nobody is signed in.
        title: String,
        /// Where it leads then.
        url: String,
        /// What it is called when somebody is, and stands before their address.
        signed_in: String,
        /// Signs out.
        sign_out: String,
        /// The service, if the site has one.
        accounts: Option<AccountsConfig>,
    }

    /// The side panel.
    NavigationPanel {
        /// Opens it.
        open: String,
        /// Closes it.
        close: String,
        /// Its title.
        title: String,
        /// About the gym.
        text: String,
        /// Stands above the pictures.
        gallery_title: String,
        /// The pictures, three in a row.
        images: Vec<Image>,
        /// Stands above address, phone and email.
        contact_title: String,
        /// Stands above the social links.
        follow_title: String,
        /// The chart-bar icon's words and page.
        chart: Link,
    }

    /// A picture, ready for the browser.
    Image {
        /// Its address.
        src: String,
        /// Its other sizes, as in the attribute.
        srcset: Option<String>,
        /// How wide it is shown, as in the attribute.
        sizes: Option<String>,
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// What it shows; empty for decoration.
        alt: String,
    }

    /// The gym elsewhere.
    SocialLink {
        /// As the icon is called: `facebook`, `twitter`, `instagram`, `youtube`.
        network: String,
        /// As people call it.
        title: String,
        /// Where it is.
        url: String,
    }
}
