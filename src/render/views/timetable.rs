//! The week as templates see it.

use std::sync::Arc;

use minijinja::{Value, context};

use super::entries;
use crate::{
    decode::value::{TimeRange, Weekday},
    render::reads::{PageQuery, Reader},
    routes::CalendarOf,
    schema::{Data, Name},
    site::{Change, ChangeKind, Class, Day},
};

/// The days of the week with their rows, and the calendars.
pub(super) fn timetable(reader: &Arc<Reader>) -> Value {
    let days: Value = reader.week().iter().map(|day| self::day(day, reader)).collect();
    let calendars: Value = reader.scheduled().into_iter().map(|class| calendar(class, reader)).collect();
    let url = reader.week_path().map(|path| reader.base().href(&path));
    let calendar_url = reader.base().href(&CalendarOf::Week.path());
    context! { days, calendars, calendar_url, url }
}

fn calendar(class: &Class, reader: &Reader) -> Value {
    let url = reader.base().href(&CalendarOf::Class(class.id.clone()).path());
    context! { title => class.entry.title.value.as_str(), url }
}

/// A row of a day: one of each week, or of a date only.
struct Hour<'s> {
    class: &'s Arc<str>,
    trainer: &'s Arc<str>,
    time: TimeRange,
    changes: Vec<&'s Change>,
}

fn day(day: &Day, reader: &Arc<Reader>) -> Value {
    let id = entries::day_id(day.weekday);
    let page = reader.page(PageQuery::Daily);
    context! {
        id,
        title => reader.formats().weekday(day.weekday),
        short => reader.formats().short_weekday(day.weekday),
        url => page.map(|page| reader.base().href(&page.path(Some(id)))),
        rows => hours(day, reader).iter().map(|hour| self::hour(hour, reader)).collect::<Value>(),
    }
}

/// The rows of the week as content orders them, and among them, where they begin, those of a date only.
fn hours<'s>(day: &'s Day, reader: &'s Reader) -> Vec<Hour<'s>> {
    let of_week = day.rows.iter().map(|row| {
        let is_of_row = |change: &&Change| change.is_of(day.weekday, &row.class.id, row.time);
        let changes = reader.changes().filter(is_of_row).collect();
        Hour { class: &row.class.id, trainer: &row.trainer.id, time: row.time, changes }
    });
    let mut hours: Vec<Hour<'_>> = of_week.collect();
    for change in reader.changes().filter(|change| Weekday::from_date(change.date) == day.weekday) {
        let ChangeKind::Extra(trainer) = &change.kind else { continue };
        let place = hours.iter().position(|hour| hour.time.start > change.time.start).unwrap_or(hours.len());
        let (class, trainer) = (&change.class.id, &trainer.id);
        hours.insert(place, Hour { class, trainer, time: change.time, changes: vec![change] });
    }
    hours
}

fn hour(hour: &Hour<'_>, reader: &Arc<Reader>) -> Value {
    let formats = reader.formats();
    let changes = &hour.changes;
    let only = changes.iter().find(|change| matches!(change.kind, ChangeKind::Extra(_)));
    let off = changes.iter().filter(|change| matches!(change.kind, ChangeKind::Cancelled));
    let others = changes.iter().filter_map(|change| match &change.kind {
        ChangeKind::Substitute(trainer) => Some(&*trainer.id),
        ChangeKind::Cancelled | ChangeKind::Extra(_) => None,
    });
    context! {
        class => entries::find(&Name::from("classes"), hour.class, reader),
        trainer => entries::find(&Name::from("trainers"), hour.trainer, reader),
        time => formats.times(hour.time),
        start => formats.time(hour.time.start),
        end => formats.time(hour.time.end),
        trainers => std::iter::once(&**hour.trainer).chain(others).collect::<Value>(),
        start_datetime => hour.time.start.machine(),
        end_datetime => hour.time.end.machine(),
        only => only.map(|change| change.date.to_string()),
        off => off.map(|change| change.date.to_string()).collect::<Value>(),
        changes => changes.iter().map(|change| self::change(change, reader)).collect::<Value>(),
    }
}

/// What is otherwise on a date, in the words of `content/schedule.toml`.
fn change(change: &Change, reader: &Reader) -> Value {
    let (kind, trainer) = match &change.kind {
        ChangeKind::Cancelled => ("cancelled", None),
        ChangeKind::Substitute(trainer) => ("substitute", Some(trainer)),
        ChangeKind::Extra(trainer) => ("extra", Some(trainer)),
    };
    let name = trainer.and_then(|trainer| reader.trainer(&trainer.id, &["name"]));
    let name = name.map(|trainer| trainer.entry.name.value.as_str());
    let words = reader.single("schedule").and_then(|schedule| schedule.get("words"));
    let pattern = match words.map(|words| &words.value) {
        Some(Data::Table(words)) => words.text(kind).unwrap_or("{date}"),
        _ => "{date}",
    };
    let date = reader.formats().day_and_month(change.date);
    let text = pattern.replace("{date}", &date).replace("{trainer}", name.unwrap_or_default());
    context! {
        kind,
        date,
        datetime => change.date.to_string(),
        trainer => name,
        text,
    }
}
