//! Header, side panel and footer, as templates see them.

use std::sync::Arc;

use minijinja::{Value, context};

use super::{
    gym::{LOCAL_KEY, accounts, gym_field},
    values,
};
use crate::{
    content::{AccountMenu, Button, Footer, MenuEntry, SidePanel},
    output::escape,
    schema::{
        Role, Table,
        decode::{Spanned, value::Text},
    },
    site::{Class, LinkSubject, Site},
    templates::{foreign, functions::in_numerals, site::RenderSite},
};

/// The navigation of `content/navigation.toml`, on pages where the menu link to `part` is current. Without the file, it
/// has the parts that every site has.
pub(super) fn view(part: &str, site: &Arc<RenderSite>) -> Value {
    let declared = site.single_of(Role::Navigation);
    let navigation = &site.gym.navigation;
    let links = &navigation.links;
    let current = links.iter().position(|link| link.to.as_written() == part);
    let links = (0..).zip(links).map(|(place, link)| self::link(link, (part, current == Some(place)), site));
    let links: Value = links.collect();
    context! {
        session => session(site),
        logo => logo(site),
        island => declared.map(|table| island(table, &links, site)),
        links => links,
        join => navigation.join.as_ref().map(|join| button(join, site)),
        account => navigation.account.as_ref().filter(|_| has_accounts(site)).map(|menu| account(menu, site)),
        panel => navigation.panel.as_ref().map(|panel| self::panel(panel, site)),
        footer => footer(navigation.footer.as_ref(), site),
        skip => word("skip", site),
        languages => word("languages", site),
    }
}

/// Words of the menu; without the file, in the site's language.
fn word(key: &str, site: &Arc<RenderSite>) -> Option<Value> {
    let table = match site.single_of(Role::Navigation) {
        Some(declared) => declared.clone(),
        None => {
            Table::fallback(site.project.types.singles.get(site.project.types.with_role(Role::Navigation)?)?)
        }
    };
    values::declared(&table, key, site)
}

/// The key under which browsers store who is signed in, as the official library names it. The preview's service uses it
/// without an API key, too.
fn session(site: &RenderSite) -> String {
    let accounts = site.gym.settings.accounts.as_ref();
    let key = accounts.map_or(LOCAL_KEY, |accounts| accounts.api_key.as_str());
    format!("firebase:authUser:{key}:[DEFAULT]")
}

/// The gym's logo; none if content has none.
fn logo(site: &Arc<RenderSite>) -> Value {
    site.site_field("logo").map_or(Value::from(()), |logo| values::value(logo, site))
}

/// An entry of the menu, which may be that of the page. What lies below it is left out where there is nothing.
fn link(link: &MenuEntry, (part, is_current): (&str, bool), site: &Arc<RenderSite>) -> Value {
    let title = link.title.value.as_str();
    let own = context! {
        title => values::words(&link.title, site),
        url => site.link_address(&link.to, LinkSubject::default()),
        current => is_current,
    };
    if link.under.is_empty() {
        return own;
    }
    let is_of_page = |below: &Button| below.to.as_written() == part;
    let under =
        link.under.iter().map(|below| context! { current => is_of_page(below), ..button(below, site) });
    let more = word("below", site).map(|word| word.to_string().replace("{title}", title));
    context! { holds => link.under.iter().any(is_of_page), more, under => under.collect::<Value>(), ..own }
}

/// The table at this key within `table`.
fn inner<'t>(table: &'t Table, key: &str) -> Option<&'t Arc<Table>> {
    table.get(key)?.value.as_table()
}

/// A table of the file of the menu.
fn part<'s>(key: &str, site: &'s RenderSite) -> Option<&'s Arc<Table>> {
    inner(site.single_of(Role::Navigation)?, key)
}

/// The shown value of a field of a table, which may be one of its type's own words.
fn said(
    table: Option<&Arc<Table>>,
    key: &str,
    text: Option<&Spanned<Text>>,
    site: &RenderSite,
) -> Option<Value> {
    let shown = values::words(text?, site);
    Some(table.map_or_else(|| shown.clone(), |table| site.said(table, key, shown.clone())))
}

/// A button or link: the words `title` and the address `url`.
fn button(button: &Button, site: &RenderSite) -> Value {
    context! { title => values::words(&button.title, site), url => site.link_address(&button.to, LinkSubject::default()) }
}

/// True where somebody can sign in, or is told of a test account.
fn has_accounts(site: &Arc<RenderSite>) -> bool {
    site.gym.settings.test_account.is_some() || accounts(site).is_true()
}

fn account(account: &AccountMenu, site: &Arc<RenderSite>) -> Value {
    context! {
        title => values::words(&account.title, site),
        url => site.link_address(&account.to, LinkSubject::default()),
        signed_in => values::words(&account.signed_in, site),
        sign_out => values::words(&account.sign_out, site),
        accounts => accounts(site),
    }
}

/// The words of the footer, and its links to classes.
fn footer(footer: Option<&Footer>, site: &Arc<RenderSite>) -> Value {
    let word = |of: fn(&Footer) -> &Option<Spanned<Text>>| footer.and_then(|footer| of(footer).as_ref());
    // The browser corrects the year if it has changed since the build.
    let year = site.clock.today.year();
    let in_figures = in_numerals(&year.to_string(), &site.gym.formats.numerals());
    let year = format!("<span data-year=\"{year}\">{in_figures}</span>");
    let declared = word(|footer| &footer.copyright);
    let is_foreign = declared.is_some_and(|text| site.project.is_foreign(text.span));
    let year = if is_foreign { foreign::within(&year) } else { year };
    let copyright = declared.map_or_else(|| "© {year} {name}".into(), |text| values::words(text, site));
    let copyright = escape(&copyright.to_string())
        .replace("{year}", &year)
        .replace("{name}", &escape(site.gym.settings.name.as_str()));
    let classes = footer.into_iter().flat_map(|footer| &footer.classes);
    let classes = classes.filter_map(|class| site.collections.classes.get(&class.id));
    let classes: Value = classes.map(|class| footer_class(class, site)).collect();
    let legal = footer.into_iter().flat_map(|footer| &footer.legal);
    let copyright = Value::from_safe_string(copyright);
    let table = part("footer", site);
    let copyright = match table {
        Some(table) => site.said(table, "copyright", copyright),
        None => copyright,
    };
    context! {
        classes,
        legal => legal.map(|link| button(link, site)).collect::<Value>(),
        copyright,
        text => said(table, "text", word(|footer| &footer.text), site),
        classes_title => said(table, "classes_title", word(|footer| &footer.classes_title), site),
        hours_title => said(table, "hours_title", word(|footer| &footer.hours_title), site),
        other_hours => super::gym::word("other_hours", site),
        follow_title => said(table, "follow_title", word(|footer| &footer.follow_title), site),
        contact_title => said(table, "contact_title", word(|footer| &footer.contact_title), site),
        pay_title => said(table, "pay_title", word(|footer| &footer.pay_title), site),
    }
}

/// A link of the footer to a class: to its own page, else to where it is booked, else, if nobody books it, to the week.
fn footer_class(class: &Class, site: &RenderSite) -> Value {
    let name = site.project.types.with_role(Role::Class);
    let title = class.entry.title.value.as_str();
    let url = match name.and_then(|name| site.entry_href(name, site.entry(name, &class.id)?)) {
        Some(page) => page.into(),
        None if class.entry.join => {
            let picked = Some(("class", &*class.id));
            let subject = LinkSubject { title, picked, ..LinkSubject::default() };
            super::join_url(class.entry.book.as_ref(), subject, site)
        }
        None => Value::from(()),
    };
    let url = if url.is_true() {
        url
    } else {
        site.here_or_main(Site::week_path).unwrap_or_else(|| site.address.base.href("/")).into()
    };
    context! { title => values::words(&class.entry.title, site), url, current => false }
}

/// The props of the island that has the bar and the menu.
fn island(table: &Table, links: &Value, site: &Arc<RenderSite>) -> Value {
    let gym = &site.gym.settings;
    let menu = inner(table, "menu").map(|menu| values::table(menu, site));
    context! {
        brand => titled(values::shared(&gym.name), &site.address.base.href("/")),
        logo => logo(site),
        links => links,
        menu,
        join => site.gym.navigation.join.as_ref().map(|join| button(join, site)),
        account => site.gym.navigation.account.as_ref().map(|menu| account(menu, site)),
        panel => said(part("panel", site), "open", site.gym.navigation.panel.as_ref().map(|panel| &panel.open), site),
        phone => gym.phone.as_ref().map(|phone| {
            let number = gym_field("phone", site).unwrap_or_else(|| phone.as_str().into());
            titled(number, &site.gym.formats.dial(phone))
        }),
        social => super::gym::social(site),
    }
}

fn titled(title: Value, url: &str) -> Value {
    context! { title, url }
}

fn panel(panel: &SidePanel, site: &Arc<RenderSite>) -> Value {
    let table = part("panel", site);
    let images = panel.gallery.iter().filter_map(|reference| {
        let picture = site.entries_of(Role::Gallery).iter().find(|picture| picture.id == reference.id)?;
        let image = values::gallery_picture(&picture.table, site);
        Some(site.said_of(Some(&picture.table), image))
    });
    context! {
        close => said(table, "close", Some(&panel.close), site),
        title => said(table, "title", Some(&panel.title), site),
        text => said(table, "text", panel.text.as_ref(), site),
        gallery_title => said(table, "gallery_title", panel.gallery_title.as_ref(), site),
        images => images.collect::<Value>(),
        contact_title => said(table, "contact_title", panel.contact_title.as_ref(), site),
        follow_title => said(table, "follow_title", panel.follow_title.as_ref(), site),
        chart => panel.chart.as_ref().map(|chart| button(chart, site)),
    }
}
