//! The page of an entry: a post, a class as a service, a trainer as a person, an entry in a calendar as an event.

use jiff::civil::Date;
use serde_json::{Value as Json, json};

use super::{
    article, event,
    gym::{self, PostPublisher},
    picture, script_of, without_nothing,
};
use crate::{
    content::Entry,
    schema::{
        Name, Role,
        decode::value::{TimeRange, Weekday},
    },
    site::{ChangeKind, Class, ScheduleChange, ScheduledClass, Trainer},
    templates::site::RenderSite,
};

/// The script of an entry, whose page is at the absolute URL `address`.
pub(super) fn entry(
    collection: &Name,
    entry: &Entry,
    address: &str,
    publisher: &PostPublisher,
    site: &RenderSite,
) -> Option<String> {
    let declared = site.project.types.collections.get(collection)?;
    match declared.role {
        Some(Role::Blog) => Some(article::script(declared, entry, address, publisher, site)),
        Some(Role::Class) => Some(script_of(&class(site.collections.classes.get(&entry.id)?, address, site))),
        Some(Role::Trainer) => {
            Some(script_of(&trainer(site.collections.trainers.get(&entry.id)?, address, site)))
        }
        _ => event::event(collection, &entry.table, address, site).map(|event| script_of(&event)),
    }
}

/// A class with its hours of the week.
fn class(class: &Class, address: &str, site: &RenderSite) -> Json {
    let hours = site.schedule.days.iter().flat_map(|day| {
        let rows = day.rows.iter().filter(|row| row.class.id == class.id);
        rows.flat_map(|row| hours_of_row(day.weekday, row, site))
    });
    let dated_hours = site.changes().filter(|change| change.class.id == class.id).filter_map(on_date);
    without_nothing(json!({
        "@type": "Service",
        "@id": format!("{address}#class"),
        "url": address,
        "name": class.entry.title.value.as_str(),
        "description": class.entry.summary.as_str(),
        "provider": provider(site),
        "hoursAvailable": hours.chain(dated_hours).collect::<Vec<_>>(),
        "image": picture(&class.entry.image, site),
    }))
}

fn trainer(trainer: &Trainer, address: &str, site: &RenderSite) -> Json {
    let links =
        trainer.entry.social.iter().filter_map(|social| social.url.as_ref()).map(|url| url.as_written());
    let (mail, elsewhere): (Vec<_>, Vec<_>) = links.partition(|url| url.starts_with("mailto:"));
    let email = mail.first().and_then(|mail| mail.strip_prefix("mailto:"));
    let elsewhere: Vec<String> = elsewhere.into_iter().filter(|url| url.starts_with("http")).collect();
    without_nothing(json!({
        "@type": "Person",
        "@id": format!("{address}#trainer"),
        "url": address,
        "name": trainer.entry.name.value.as_str(),
        "jobTitle": trainer.entry.role.as_str(),
        "worksFor": provider(site),
        "email": email,
        "sameAs": elsewhere,
        "image": picture(&trainer.entry.image, site),
    }))
}

fn provider(site: &RenderSite) -> Json {
    json!({ "@type": gym::kind(site), "@id": gym::id(site), "name": site.gym.settings.name.as_str(), "url": site.address.base.absolute("/") })
}

fn hour(day: Weekday, time: TimeRange, first: Option<Date>, last: Option<Date>) -> Json {
    without_nothing(json!({
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": format!("https://schema.org/{}", day.title()),
        "opens": time.start.machine(),
        "closes": gym::last_minute(time.end),
        "validFrom": first.map(|date| date.to_string()),
        "validThrough": last.map(|date| date.to_string()),
    }))
}

/// The number of dates to list for a class that isn't in each week, as opening hours in structured data recur every
/// week.
const DATES: usize = 8;

/// The hours of a row of the week.
fn hours_of_row(day: Weekday, row: &ScheduledClass, site: &RenderSite) -> Vec<Json> {
    let ScheduledClass { time, entry, .. } = row;
    let today = site.clock.today.date();
    let weeks = &entry.weeks;
    let [from, until] = [weeks.from, weeks.until].map(|date| Some(date?.value));
    if !weeks.are_all() {
        return weeks.dates(today, day).take(DATES).map(|date| hour_on(date, *time)).collect();
    }
    if until.is_some_and(|until| until < today) { Vec::new() } else { vec![hour(day, *time, from, until)] }
}

fn hour_on(date: Date, time: TimeRange) -> Json {
    hour(Weekday::from_date(date), time, Some(date), Some(date))
}

/// The hours of a class on a single date.
fn on_date(change: &ScheduleChange) -> Option<Json> {
    match change.kind {
        ChangeKind::Cancelled | ChangeKind::Substitute(_) => None,
        ChangeKind::OneOffClass { .. } => Some(hour_on(change.date, change.time)),
    }
}
