//! Header, side panel and footer.

use minijinja::{Value, context};
use serde::Serialize;

use super::{join_class, value};
use crate::{
    content::parts::{Button, Picture},
    render::functions::escape,
    site::Site,
};

#[derive(Serialize)]
struct LinkView<'a> {
    title: &'a str,
    url: String,
    current: bool,
}

/// `section` is the start of the path of the menu's current entry, `island` what the bar is told.
pub(super) fn view(site: &Site, section: &str, island: Value) -> Value {
    let words = &site.navigation;
    let links: Vec<LinkView<'_>> = site.links.iter().map(|link| link_view(site, link, section)).collect();
    let classes: Vec<LinkView<'_>> = site
        .footer_classes
        .iter()
        .map(|class| LinkView {
            title: class.entry.title.value.as_str(),
            url: join_class(site, &class.id),
            current: false,
        })
        .collect();
    let pictures: Vec<&Picture> = site.panel_gallery.iter().map(|picture| &picture.picture).collect();
    // The browser corrects the year when it has moved on since the build.
    let year = format!("<span data-year>{}</span>", site.today.year());
    let copyright = escape(words.footer.copyright.as_str())
        .replace("{year}", &year)
        .replace("{name}", &escape(site.gym.name.as_str()));
    let copyright = Value::from_safe_string(copyright);
    let account = &words.account;
    // As the official library names it; without a key of its own, the preview's service has this one.
    let key = site.gym.accounts.as_ref().map_or("local", |accounts| accounts.api_key.as_str());
    context! {
        session => format!("firebase:authUser:{key}:[DEFAULT]"),
        island,
        skip => words.skip.as_str(),
        links => value(links),
        join => context! { title => words.join.title.as_str(), url => href(site, &words.join) },
        account => context! {
            title => account.title.as_str(),
            url => url(site, &account.to.as_written()),
            signed_in => account.signed_in.as_str(),
            sign_out => account.sign_out.as_str(),
        },
        menu => value(&words.menu),
        panel => context! { images => value(pictures), ..value(&words.panel) },
        footer => context! { classes => value(classes), copyright, ..value(&words.footer) },
    }
}

fn link_view<'a>(site: &Site, link: &'a Button, section: &str) -> LinkView<'a> {
    LinkView { title: link.title.as_str(), url: href(site, link), current: is_current(link, section) }
}

/// True if the entry leads into the section.
pub(super) fn is_current(link: &Button, section: &str) -> bool {
    let written = link.to.as_written();
    match section {
        "" => false,
        "/" => written == "/",
        section => written.starts_with(section),
    }
}

/// Where a button leads.
pub(super) fn href(site: &Site, button: &Button) -> String {
    url(site, &button.to.as_written())
}

/// A link as content writes it, under the base path.
pub(super) fn url(site: &Site, written: &str) -> String {
    if written.starts_with('/') { site.base.href(written) } else { written.to_owned() }
}
