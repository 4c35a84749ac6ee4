//! The page of an entry: a post, a class as a service, a trainer as a person, an entry in a calendar as an event.

use jiff::civil::Date;
use serde::Serialize;

use super::{
    article, event,
    gym::{PostPublisher, last_minute},
    picture, script_of,
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
        _ => event::script(collection, &entry.table, address, site),
    }
}

/// A class in schema.org's words.
#[derive(Serialize)]
#[serde(tag = "@type", rename = "Service", rename_all = "camelCase")]
struct ClassService<'a> {
    #[serde(rename = "@id")]
    id: String,
    url: &'a str,
    name: &'a str,
    description: &'a str,
    provider: PostPublisher,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hours_available: Vec<ClassHours>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "OpeningHoursSpecification", rename_all = "camelCase")]
struct ClassHours {
    day_of_week: String,
    opens: String,
    closes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_through: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename = "Person", rename_all = "camelCase")]
struct TrainerPerson<'a> {
    #[serde(rename = "@id")]
    id: String,
    url: &'a str,
    name: &'a str,
    job_title: &'a str,
    works_for: PostPublisher,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same_as: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
}

/// A class with its hours of the week.
fn class<'a>(class: &'a Class, address: &'a str, site: &RenderSite) -> ClassService<'a> {
    let hours = site.schedule.days.iter().flat_map(|day| {
        let rows = day.rows.iter().filter(|row| row.class.id == class.id);
        rows.flat_map(|row| hours_of_row(day.weekday, row, site))
    });
    let dated_hours = site.changes().filter(|change| change.class.id == class.id).filter_map(on_date);
    ClassService {
        id: format!("{address}#class"),
        url: address,
        name: class.entry.title.value.as_str(),
        description: class.entry.summary.as_str(),
        provider: PostPublisher::provider(site),
        hours_available: hours.chain(dated_hours).collect(),
        image: class.entry.image.as_ref().and_then(|image| picture(image, site)),
    }
}

fn trainer<'a>(trainer: &'a Trainer, address: &'a str, site: &RenderSite) -> TrainerPerson<'a> {
    let links =
        trainer.entry.social.iter().filter_map(|social| social.url.as_ref()).map(|url| url.as_written());
    let (mail, elsewhere): (Vec<_>, Vec<_>) = links.partition(|url| url.starts_with("mailto:"));
    // A link may go on with a subject.
    let email = mail.first().and_then(|mail| mail.strip_prefix("mailto:")?.split('?').next());
    TrainerPerson {
        id: format!("{address}#trainer"),
        url: address,
        name: trainer.entry.name.value.as_str(),
        job_title: trainer.entry.role.as_str(),
        works_for: PostPublisher::provider(site),
        email: email.map(str::to_owned),
        same_as: elsewhere.into_iter().filter(|url| url.starts_with("http")).collect(),
        image: trainer.entry.image.as_ref().and_then(|image| picture(image, site)),
    }
}

fn hour(day: Weekday, time: TimeRange, first: Option<Date>, last: Option<Date>) -> ClassHours {
    ClassHours {
        day_of_week: format!("https://schema.org/{}", day.title()),
        opens: time.start.machine(),
        closes: last_minute(time.end),
        valid_from: first.map(|date| date.to_string()),
        valid_through: last.map(|date| date.to_string()),
    }
}

/// The number of dates to list for a class that isn't in each week, as opening hours in structured data recur every
/// week.
const DATES: usize = 8;

/// The hours of a row of the week.
fn hours_of_row(day: Weekday, row: &ScheduledClass, site: &RenderSite) -> Vec<ClassHours> {
    let ScheduledClass { time, entry, .. } = row;
    let today = site.clock.today.date();
    let weeks = &entry.weeks;
    if !weeks.are_all() {
        return weeks.dates(today, day).take(DATES).map(|date| hour_on(date, *time)).collect();
    }
    let terms = weeks.terms().into_iter().filter(|(_, last)| last.is_none_or(|last| last >= today));
    terms.map(|(first, last)| hour(day, *time, first, last)).collect()
}

fn hour_on(date: Date, time: TimeRange) -> ClassHours {
    hour(Weekday::from_date(date), time, Some(date), Some(date))
}

/// The hours of a class on a single date.
fn on_date(change: &ScheduleChange) -> Option<ClassHours> {
    match change.kind {
        ChangeKind::Cancelled | ChangeKind::Substitute(_) => None,
        ChangeKind::OneOffClass { .. } => Some(hour_on(change.date, change.time)),
    }
}
