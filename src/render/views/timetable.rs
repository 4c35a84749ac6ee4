//! The week as templates see it.

use std::sync::Arc;

use minijinja::{Value, context};

use super::entries;
use crate::{
    render::reads::{PageQuery, Reader},
    routes::CalendarOf,
    schema::Name,
    site::{Class, Day, Row},
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

fn day(day: &Day, reader: &Arc<Reader>) -> Value {
    let id = entries::day_id(day.weekday);
    let page = reader.page(PageQuery::Daily);
    context! {
        id,
        title => reader.formats().weekday(day.weekday),
        short => reader.formats().short_weekday(day.weekday),
        url => page.map(|page| reader.base().href(&page.path(Some(id)))),
        rows => day.rows.iter().map(|row| self::row(row, reader)).collect::<Value>(),
    }
}

fn row(row: &Row, reader: &Arc<Reader>) -> Value {
    let formats = reader.formats();
    context! {
        class => entries::find(&Name::from("classes"), &row.class.id, reader),
        trainer => entries::find(&Name::from("trainers"), &row.trainer.id, reader),
        time => formats.times(row.time),
        start => formats.time(row.time.start),
        end => formats.time(row.time.end),
        start_datetime => row.time.start.machine(),
        end_datetime => row.time.end.machine(),
    }
}
