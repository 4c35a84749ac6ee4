//! Calendars to subscribe to (iCalendar, RFC 5545): the week, or the hours of one class.

mod lines;
mod zone;

use std::collections::BTreeSet;

use jiff::{
    ToSpan,
    civil::{Date, DateTime, Weekday},
    tz::TimeZone,
};

pub(in crate::render::data) use self::{lines::Lines, zone::write as write_zone};
use crate::{
    decode::value::{Time, TimeRange, Word},
    render::reads::{PageQuery, Reader},
    routes::CalendarOf,
    site::{Day, Row},
};

/// What calendars call the file.
fn title(of: &CalendarOf, reader: &Reader) -> String {
    let gym = reader.gym_name();
    let class = match of {
        CalendarOf::Week => None,
        CalendarOf::Class(id) => reader.class(id, &["title"]).map(|class| class.entry.title.value.as_str()),
    };
    let week = || reader.page(PageQuery::With("timetable-week".into()));
    format!("{gym}: {}", class.unwrap_or_else(|| week().map_or(gym, |page| page.title().as_str())))
}

pub(super) fn file(of: &CalendarOf, reader: &Reader) -> Vec<u8> {
    let mut lines = Lines::default();
    let calendar = Calendar::of(reader);
    lines.component("VCALENDAR", |lines| {
        lines.line("VERSION", "2.0");
        lines.line("PRODID", "-//gympress//schedule//EN");
        lines.line("CALSCALE", "GREGORIAN");
        lines.text("NAME", &title(of, reader));
        lines.text("X-WR-CALNAME", &title(of, reader));
        lines.text("X-WR-TIMEZONE", calendar.zone_name);
        lines.line("REFRESH-INTERVAL;VALUE=DURATION", "P1D");
        lines.line("URL", &reader.base().absolute(&reader.week_path().unwrap_or_else(|| "/".to_owned())));
        zone::write(calendar.zone, calendar.zone_name, calendar.start.timestamp(), lines);
        let mut known = BTreeSet::new();
        let rows = reader.week().iter().flat_map(|day| day.rows.iter().map(move |row| (day, row)));
        for (day, row) in rows.filter(|(_, row)| of.includes(row)) {
            // Of two rows that are the same in all, calendars need one.
            let uid = calendar.uid(day, row);
            if known.insert(uid.clone()) {
                lines.component("VEVENT", |lines| calendar.event(&uid, day, row, lines));
            }
        }
    });
    lines.into_bytes()
}

/// What all events have in common.
struct Calendar<'a> {
    reader: &'a Reader,
    zone: &'a TimeZone,
    zone_name: &'a str,
    /// The first moment of the year of the build. Events begin with it, so that a build tomorrow
    /// gives the same file.
    start: jiff::Zoned,
    host: String,
}

impl<'a> Calendar<'a> {
    fn of(reader: &'a Reader) -> Self {
        let zone = reader.zone();
        let gym = reader.gym_fields(&["base_url"]);
        Self {
            reader,
            zone,
            zone_name: zone.iana_name().unwrap_or("UTC"),
            start: reader.first_of_year(),
            host: gym.stated_url().and_then(|url| url.host_str()).unwrap_or_default().to_owned(),
        }
    }

    /// What an event is known by from one build to the next: what and when, and where that is not
    /// enough, with whom; never its place in a list.
    fn uid(&self, day: &Day, row: &Row) -> String {
        let start = row.time.start;
        let alike =
            day.rows.iter().filter(|other| other.class.id == row.class.id && other.time.start == start);
        let trainer = if alike.count() > 1 { format!(".{}", row.trainer.id) } else { String::new() };
        let (class, weekday, time) = (&row.class.id, day.weekday.word(), start.machine().replace(':', ""));
        format!("{class}{trainer}.{weekday}.{time}@{}", self.host)
    }

    fn event(&self, uid: &str, day: &Day, row: &Row, lines: &mut Lines) {
        let first = first(self.start.date(), jiff_weekday(day));
        let zoned = |name: &str| format!("{name};TZID={}", self.zone_name);
        lines.line("UID", uid);
        lines.line("DTSTAMP", &self.start.timestamp().strftime("%Y%m%dT%H%M%SZ").to_string());
        lines.line(&zoned("DTSTART"), &local(at(first, row.time.start)));
        lines.line(&zoned("DTEND"), &local(at(first, row.time.end)));
        lines.line("RRULE", "FREQ=WEEKLY");
        let closed = self.closed(first, row.time);
        if !closed.is_empty() {
            lines.line(&zoned("EXDATE"), &closed.join(","));
        }
        let reader = self.reader;
        // Only ids may be read of what is in the week.
        let class =
            reader.class(&row.class.id, &["title", "summary"]).map_or(&row.class.entry, |class| &class.entry);
        let trainer =
            reader.trainer(&row.trainer.id, &["name"]).map_or(&row.trainer.entry, |trainer| &trainer.entry);
        let gym = reader.gym_fields(&["name", "address"]);
        let address = gym.address();
        lines.text("SUMMARY", class.title.value.as_str());
        let trainer = trainer.name.value.as_str();
        lines.text("DESCRIPTION", &format!("{trainer}\n{}", class.summary.as_str()));
        let parts = [
            Some(&gym.name),
            address.street.as_ref(),
            address.area.as_ref(),
            address.city.as_ref(),
            address.country.as_ref(),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().map(|part| part.as_str()).collect();
        lines.text("LOCATION", &parts.join(", "));
        if let (Some(latitude), Some(longitude)) = (address.latitude, address.longitude) {
            lines.line("GEO", &format!("{latitude};{longitude}"));
        }
        lines.line("URL", &reader.base().absolute(&reader.day_path(day.weekday)));
    }

    /// The occurrences that fall on days on which the gym stays closed, or isn't open then.
    fn closed(&self, first: Date, time: TimeRange) -> Vec<String> {
        let mut closed = Vec::new();
        for closure in self.reader.all_closures() {
            let days = closure.first.max(first).series(1.day()).take_while(|day| *day <= closure.last);
            let own = days.filter(|day| day.weekday() == first.weekday());
            let own = own.filter(|day| !self.reader.is_open(*day, time));
            closed.extend(own.map(|day| local(at(day, time.start))));
        }
        closed
    }
}

/// The first such weekday on or after `start`.
fn first(start: Date, weekday: Weekday) -> Date {
    start.series(1.day()).take(7).find(|day| day.weekday() == weekday).unwrap_or(start)
}

fn jiff_weekday(day: &Day) -> Weekday {
    let index = crate::decode::value::Weekday::ALL.iter().position(|weekday| *weekday == day.weekday);
    let offset = index.and_then(|index| i8::try_from(index).ok()).unwrap_or_default();
    Weekday::from_monday_zero_offset(offset).unwrap_or(Weekday::Monday)
}

/// A time of a day; 24:00 is the midnight after it.
fn at(day: Date, time: Time) -> DateTime {
    let minutes = i64::from(time.hour()) * 60 + i64::from(time.minute());
    day.at(0, 0, 0, 0).saturating_add(minutes.minutes())
}

/// `20261225T090000`
pub(super) fn local(moment: DateTime) -> String {
    moment.strftime("%Y%m%dT%H%M%S").to_string()
}
