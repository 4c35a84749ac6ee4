//! Header, side panel and footer as templates see them.

use std::sync::Arc;

use minijinja::{Value, context};

use super::values;
use crate::{
    content::Button,
    decode::Spanned,
    render::{functions::escape, reads::Reader},
    schema::{Data, Table},
};

/// What `content/navigation.toml` says, on pages in this part of the site.
pub(super) fn view(part: &str, reader: &Arc<Reader>) -> Value {
    let Some(table) = reader.single("navigation") else { return without(reader) };
    let words = values::TableValue::value(table, reader);
    let links: Value = reader.navigation().links.iter().map(|link| self::link(link, part, reader)).collect();
    context! {
        session => session(reader),
        logo => logo(reader),
        island => island(table, &links, reader),
        links => links,
        join => button(table, "join", reader),
        account => account(table, reader),
        panel => words.get_attr("panel").unwrap_or_default(),
        footer => match inner(table, "footer") {
            Some(words) => footer(words, reader),
            None => footer(&Table::empty(), reader),
        },
        skip => words.get_attr("skip").unwrap_or_default(),
    }
}

/// `navigation` of a site without `content/navigation.toml`.
fn without(reader: &Arc<Reader>) -> Value {
    // The word of the site's language.
    let skip = reader.types().singles.get("navigation").map(Table::fallback);
    context! {
        session => session(reader),
        logo => logo(reader),
        island => (),
        links => Vec::<Value>::new(),
        join => (),
        account => (),
        panel => (),
        footer => footer(&Table::empty(), reader),
        skip => skip.as_ref().and_then(|table| table.text("skip")),
    }
}

/// The key under which a browser keeps who is signed in, as the official library names it; without a key of its own,
/// the preview's service has this one.
fn session(reader: &Reader) -> String {
    let accounts = reader.gym_fields(&["accounts"]).accounts.as_ref();
    let key = accounts.map_or("local", |accounts| accounts.api_key.as_str());
    format!("firebase:authUser:{key}:[DEFAULT]")
}

/// The gym's logo; none if content has none.
fn logo(reader: &Arc<Reader>) -> Value {
    reader.site_field("logo").map_or(Value::from(()), |logo| values::value(logo, reader))
}

fn link(link: &Button, part: &str, reader: &Reader) -> Value {
    context! {
        title => link.title.as_str(),
        url => super::url(reader.base(), &link.to.as_written()),
        current => is_current(link, part),
    }
}

/// True if the entry leads into this part of the site.
fn is_current(link: &Button, part: &str) -> bool {
    let written = link.to.as_written();
    match part {
        "" => false,
        "/" => written == "/",
        part => written.starts_with(part),
    }
}

/// The table within `table` at this key.
fn inner<'t>(table: &'t Table, key: &str) -> Option<&'t Arc<Table>> {
    table.get(key)?.value.as_table()
}

/// A button with the words `title` and the address `url`; none if content has none.
fn button(table: &Table, key: &str, reader: &Arc<Reader>) -> Value {
    let Some(Spanned { value: Data::Table(button), .. }) = table.get(key) else { return Value::from(()) };
    let url = button.get("to").map(|to| values::value(&to.value, reader));
    context! { title => button.text("title"), url }
}

fn account(table: &Table, reader: &Arc<Reader>) -> Value {
    let Some(Spanned { value: Data::Table(account), .. }) = table.get("account") else {
        return Value::from(());
    };
    let accounts = reader.site_field("accounts");
    context! {
        title => account.text("title"),
        url => account.get("to").map(|to| values::value(&to.value, reader)),
        signed_in => account.text("signed_in"),
        sign_out => account.text("sign_out"),
        accounts => accounts.map(|accounts| values::value(accounts, reader)),
    }
}

/// The words of the footer, with the links of its classes.
fn footer(footer: &Table, reader: &Arc<Reader>) -> Value {
    // The browser corrects the year when it has moved on since the build.
    let year = format!("<span data-year>{}</span>", reader.year());
    let copyright = escape(footer.text("copyright").unwrap_or("© {year} {name}"))
        .replace("{year}", &year)
        .replace("{name}", &escape(reader.gym_name()));
    let classes = footer
        .list("classes")
        .iter()
        .filter_map(|element| reader.class(&element.value.as_reference()?.id, &["title"]));
    // A class leads to its own page, or else to the form that asks about it.
    let page_of = reader.types().collections.get("classes");
    let classes: Value = classes
        .map(|class| {
            let page = page_of.and_then(|found| found.path(&class.id)).map(|path| reader.base().href(&path));
            let url = page.map_or_else(|| super::join_url(reader, "class", &class.id), Value::from);
            context! { title => class.entry.title.value.as_str(), url, current => false }
        })
        .collect();
    let legal = footer.list("legal").iter().filter_map(|element| {
        let link = element.value.as_table()?;
        let url = link.get("to").map(|to| values::value(&to.value, reader));
        Some(context! { title => link.text("title"), url })
    });
    context! {
        classes,
        legal => legal.collect::<Value>(),
        copyright => Value::from_safe_string(copyright),
        text => footer.text("text"),
        classes_title => footer.text("classes_title"),
        hours_title => footer.text("hours_title"),
        other_hours => super::gym::word("other_hours", reader),
        follow_title => footer.text("follow_title"),
        contact_title => footer.text("contact_title"),
    }
}

/// The props of the island with the bar, the menu and the side panel.
fn island(table: &Table, links: &Value, reader: &Arc<Reader>) -> Value {
    let gym = reader.gym_fields(&["name", "phone", "email"]);
    let link = |title: &str, url: String| context! { title, url };
    let menu = inner(table, "menu").map(|menu| values::TableValue::value(menu, reader));
    let panel = inner(table, "panel").map(|panel| self::panel(panel, reader));
    let address = reader.address().line();
    context! {
        brand => link(gym.name.as_str(), reader.base().href("/")),
        logo => logo(reader),
        links => links,
        menu,
        join => button(table, "join", reader),
        account => account(table, reader),
        panel,
        phone => gym.phone.as_ref().map(|phone| link(phone.as_str(), phone.href())),
        email => gym.email.as_ref().map(|email| link(email.as_str(), format!("mailto:{}", email.as_str()))),
        address => (!address.is_empty()).then_some(address),
        social => super::gym::social(reader),
    }
}

fn panel(panel: &Arc<Table>, reader: &Arc<Reader>) -> Value {
    let images = panel.list("gallery").iter().filter_map(|element| {
        let reference = element.value.as_reference()?;
        Some(values::picture(&reader.gallery_picture(&reference.id)?.picture, reader))
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
        chart => button(panel, "chart", reader),
    }
}
