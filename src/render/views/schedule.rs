//! The week and its days.

use minijinja::{Value, context};
use serde::Serialize;

use super::{day_url, join_class, value};
use crate::{
    content::parts::Picture,
    decode::value::{Weekday, Word},
    render::formats::Formats,
    routes::CalendarOf,
    site::{Class, Day, Site},
};

#[derive(Serialize)]
struct DayView<'a> {
    id: &'static str,
    title: &'static str,
    short: &'static str,
    url: String,
    current: bool,
    rows: Vec<RowView<'a>>,
}

#[derive(Serialize)]
struct RowView<'a> {
    class: &'a str,
    class_id: &'a str,
    trainer: &'a str,
    time: String,
    start: String,
    end: String,
    start_datetime: String,
    image: &'a Picture,
    join_url: String,
    calendar_url: String,
}

pub(super) fn week(site: &Site) -> Value {
    let days: Vec<DayView<'_>> = site.week.iter().map(|day| day_view(site, day, None)).collect();
    let calendars: Vec<CalendarLink<'_>> = site.scheduled().map(|class| calendar(site, class)).collect();
    context! { days => value(days), calendars => value(calendars), ..links(site) }
}

pub(super) fn day(site: &Site, current: Weekday) -> Value {
    let days: Vec<DayView<'_>> = site.week.iter().map(|day| day_view(site, day, Some(current))).collect();
    let day = days.iter().find(|day| day.current).map(value);
    context! { day, days => value(&days), ..links(site) }
}

fn links(site: &Site) -> Value {
    let calendar_url = site.base.href(&CalendarOf::Week.path());
    context! { week_url => site.base.href("/schedule/"), calendar_url }
}

/// The calendar of a class.
#[derive(Serialize)]
struct CalendarLink<'a> {
    title: &'a str,
    url: String,
}

fn calendar<'a>(site: &Site, class: &'a Class) -> CalendarLink<'a> {
    CalendarLink { title: class.entry.title.value.as_str(), url: calendar_url(site, class) }
}

fn calendar_url(site: &Site, class: &Class) -> String {
    site.base.href(&CalendarOf::Class(class.id.clone()).path())
}

fn day_view<'a>(site: &Site, day: &'a Day, current: Option<Weekday>) -> DayView<'a> {
    let formats = Formats::of(site);
    let row = |row: &'a crate::site::Row| RowView {
        class: row.class.entry.title.value.as_str(),
        class_id: &row.class.id,
        trainer: row.trainer.entry.name.value.as_str(),
        time: formats.times(row.time),
        start: formats.time(row.time.start),
        end: formats.time(row.time.end),
        start_datetime: row.time.start.machine(),
        image: &row.class.entry.image,
        join_url: join_class(site, &row.class.id),
        calendar_url: calendar_url(site, &row.class),
    };
    DayView {
        id: day.weekday.word(),
        title: formats.weekday(day.weekday),
        short: formats.short_weekday(day.weekday),
        url: day_url(site, day.weekday),
        current: Some(day.weekday) == current,
        rows: day.rows.iter().map(row).collect(),
    }
}
