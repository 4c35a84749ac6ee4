//! Header, side panel and footer as templates see them.

use std::sync::Arc;

use minijinja::{Value, context};

use super::{
    gym::{LOCAL_KEY, accounts},
    values,
};
use crate::{
    content::{Button, GalleryImage},
    output::escape,
    render::site::RenderSite,
    schema::{Role, Table, View},
};

/// What `content/navigation.toml` says, on pages to whose part of the site the menu links with the address `part`; without
/// the file, what every site has.
pub(super) fn view(part: &str, site: &Arc<RenderSite>) -> Value {
    let declared = site.single_of(Role::Navigation);
    let empty = Table::empty();
    let table = declared.map_or(&empty, |table| &**table);
    // The word of the site's language.
    let fallback = || site.types.singles.get(site.types.with_role(Role::Navigation)?).map(Table::fallback);
    let links = &site.navigation.links;
    let current = links.iter().position(|link| link.to.as_written() == part);
    let links = (0..).zip(links).map(|(place, link)| self::link(link, current == Some(place), site));
    let links: Value = links.collect();
    context! {
        session => session(site),
        logo => logo(site),
        island => declared.map(|table| island(table, &links, site)),
        links => links,
        join => button(table, "join", site),
        account => account(table, site),
        panel => inner(table, "panel").map(|panel| values::table(panel, site)),
        footer => footer(inner(table, "footer").map_or(&empty, |words| words), site),
        skip => declared.cloned().or_else(fallback).and_then(|table| values::declared(&table, "skip", site)),
    }
}

/// The key under which a browser keeps who is signed in, as the official library names it; without a key of its own,
/// the preview's service has this one.
fn session(site: &RenderSite) -> String {
    let accounts = site.gym.accounts.as_ref();
    let key = accounts.map_or(LOCAL_KEY, |accounts| accounts.api_key.as_str());
    format!("firebase:authUser:{key}:[DEFAULT]")
}

/// The gym's logo; none if content has none.
fn logo(site: &Arc<RenderSite>) -> Value {
    site.site_field("logo").map_or(Value::from(()), |logo| values::value(logo, site))
}

fn link(link: &Button, is_current: bool, site: &RenderSite) -> Value {
    context! {
        title => link.title.as_str(),
        url => site.base.link(&link.to.as_written()),
        current => is_current,
    }
}

/// The table within `table` at this key.
fn inner<'t>(table: &'t Table, key: &str) -> Option<&'t Arc<Table>> {
    table.get(key)?.value.as_table()
}

/// What a button or link of content says: the words `title` and the address `url`.
fn link_of(table: &Table, site: &Arc<RenderSite>) -> Value {
    let url = table.get("to").map(|to| values::value(&to.value, site));
    context! { title => table.text("title"), url }
}

/// The button at this key; none if content has none.
fn button(table: &Table, key: &str, site: &Arc<RenderSite>) -> Option<Value> {
    Some(link_of(inner(table, key)?, site))
}

fn account(table: &Table, site: &Arc<RenderSite>) -> Option<Value> {
    let account = inner(table, "account")?;
    Some(context! {
        title => account.text("title"),
        url => account.get("to").map(|to| values::value(&to.value, site)),
        signed_in => account.text("signed_in"),
        sign_out => account.text("sign_out"),
        accounts => accounts(site),
    })
}

/// The words of the footer, with the links of its classes.
fn footer(footer: &Table, site: &Arc<RenderSite>) -> Value {
    // The browser corrects the year when it has moved on since the build.
    let year = format!("<span data-year>{}</span>", site.today.year());
    let copyright = escape(footer.text("copyright").unwrap_or("© {year} {name}"))
        .replace("{year}", &year)
        .replace("{name}", &escape(site.gym.name.as_str()));
    let classes = footer
        .list("classes")
        .iter()
        .filter_map(|element| site.classes.get(&element.value.as_reference()?.id));
    // A class leads to its own page, or else to the form that asks about it, or where nobody joins it, to the week.
    let page_of = site.types.collection_of(Role::Class);
    let classes: Value = classes
        .map(|class| {
            let page = page_of.and_then(|pages| pages.path(&class.id)).map(|path| site.base.href(&path));
            let joined = || super::join_url(site, "class", &class.id);
            let week = || site.base.href(&site.week_path().unwrap_or_else(|| "/".to_owned())).into();
            let url = page.map_or_else(|| if class.entry.join { joined() } else { week() }, Value::from);
            context! { title => class.entry.title.value.as_str(), url, current => false }
        })
        .collect();
    let legal = footer.list("legal").iter().filter_map(|element| element.value.as_table());
    context! {
        classes,
        legal => legal.map(|link| link_of(link, site)).collect::<Value>(),
        copyright => Value::from_safe_string(copyright),
        text => footer.text("text"),
        classes_title => footer.text("classes_title"),
        hours_title => footer.text("hours_title"),
        other_hours => super::gym::word("other_hours", site),
        follow_title => footer.text("follow_title"),
        contact_title => footer.text("contact_title"),
    }
}

/// The props of the island with the bar, the menu and the side panel.
fn island(table: &Table, links: &Value, site: &Arc<RenderSite>) -> Value {
    let gym = &site.gym;
    let link = |title: &str, url: String| context! { title, url };
    let menu = inner(table, "menu").map(|menu| values::table(menu, site));
    let panel = inner(table, "panel").map(|panel| self::panel(panel, site));
    let address = site.formats.address(site.gym.address().parts()).line();
    context! {
        brand => link(gym.name.as_str(), site.base.href("/")),
        logo => logo(site),
        links => links,
        menu,
        join => button(table, "join", site),
        account => account(table, site),
        panel,
        phone => gym.phone.as_ref().map(|phone| link(phone.as_str(), site.formats.dial(phone))),
        email => gym.email.as_ref().map(|email| link(email.as_str(), super::gym::mailto(email))),
        address => (!address.is_empty()).then_some(address),
        social => super::gym::social(site),
    }
}

fn panel(panel: &Arc<Table>, site: &Arc<RenderSite>) -> Value {
    let images = panel.list("gallery").iter().filter_map(|element| {
        let reference = element.value.as_reference()?;
        let picture = site.entries_of(Role::Gallery).iter().find(|picture| picture.id == reference.id)?;
        Some(values::picture(&GalleryImage::view(&picture.table).into(), site))
    });
    context! {
        open => panel.text("open"),
        close => panel.text("close"),
        title => panel.text("title"),
        text => panel.text("text"),
        gallery_title => panel.text("gallery_title"),
        images => images.collect::<Value>(),
        contact_title => panel.text("contact_title"),
        follow_title => panel.text("follow_title"),
        chart => button(panel, "chart", site),
    }
}
