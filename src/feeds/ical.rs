//! Calendars to subscribe to (iCalendar, RFC 5545).

use std::collections::BTreeMap;

use jiff::{
    Timestamp, ToSpan,
    civil::DateTime,
    tz::{Offset, TimeZone},
};

use crate::site::{EntryDate, Site, changes_of_clock};

/// A file of events.
pub(super) struct Calendar {
    /// The kind of events in it.
    pub kind: String,
    pub title: String,
    /// The path of the page with the same events.
    pub page: Option<String>,
    pub events: Vec<CalendarEvent>,
}

#[derive(Clone)]
pub(super) struct CalendarEvent {
    /// The id, unique within the site and the same in every build.
    pub id: String,
    /// The time zone of its times.
    pub zone: TimeZone,
    pub start: EntryDate,
    pub end: Option<EntryDate>,
    pub recurrence: Vec<Recurrence>,
    pub status: Option<&'static str>,
    pub summary: String,
    pub description: Option<String>,
    /// The address for joining it online.
    pub conference: Option<String>,
    pub location: Option<String>,
    /// Latitude and longitude.
    pub geo: Option<(f64, f64)>,
    pub url: Option<String>,
}

#[derive(Clone)]
pub(super) enum Recurrence {
    /// A rule in the terms of the format: `FREQ=WEEKLY`.
    Rule(String),
    /// Moments at which it doesn't take place.
    Except(Vec<DateTime>),
    /// The moment at which it replaces the event with the same id.
    InPlaceOf(DateTime),
}

impl Calendar {
    pub(super) fn into_bytes(self, site: &Site) -> Vec<u8> {
        let zone = &site.gym.settings.time_zone;
        let others = self.events.iter().map(|event| &event.zone).chain([zone]);
        let zones: BTreeMap<&str, &TimeZone> = others.map(|zone| (name_of(zone), zone)).collect();
        let mut lines = FoldedLines::default();
        lines.component("VCALENDAR", |lines| {
            lines.line("VERSION", "2.0");
            lines.line("PRODID", &format!("-//gympress//{}//EN", self.kind));
            lines.line("CALSCALE", "GREGORIAN");
            lines.text("NAME", &self.title);
            lines.text("X-WR-CALNAME", &self.title);
            lines.text("X-WR-TIMEZONE", name_of(zone));
            lines.line("REFRESH-INTERVAL;VALUE=DURATION", "P1D");
            if let Some(page) = &self.page {
                lines.line("URL", &site.address.base.absolute(page));
            }
            for (name, zone) in zones {
                write_zone(zone, name, site.first_of_year().timestamp(), lines);
            }
            for event in &self.events {
                lines.component("VEVENT", |lines| event.write(site, lines));
            }
        });
        lines.0.into_bytes()
    }
}

impl CalendarEvent {
    fn write(&self, site: &Site, lines: &mut FoldedLines) {
        // Ids must stay the same wherever a preview is published.
        let host = site.gym.settings.declared_url().and_then(|url| url.host_str()).unwrap_or_default();
        lines.line("UID", &format!("{}@{host}", self.id));
        let revised = site.clock.revised.strftime("%Y%m%dT%H%M%SZ").to_string();
        // Programs that know the event compare these times.
        lines.line("DTSTAMP", &revised);
        lines.line("LAST-MODIFIED", &revised);
        // The number counts minutes, as one of 32 bits can't count the seconds of the next century.
        lines.line("SEQUENCE", &(site.clock.revised.as_second() / 60).to_string());
        // All dates of an event have to be of the same kind.
        let mut dates = std::iter::once(self.start).chain(self.end);
        let are_days = dates.all(|date| matches!(date, EntryDate::Day(_)));
        let parameter =
            if are_days { ";VALUE=DATE".to_owned() } else { format!(";TZID={}", name_of(&self.zone)) };
        let start = self.start.first_moment();
        lines.line(&format!("DTSTART{parameter}"), &day_or_moment(start, are_days));
        if let Some(end) = self.end.map(EntryDate::last_moment).filter(|end| *end > start) {
            // The end of an event of whole days is the first day on which it is over (RFC 5545, 3.6.1).
            lines.line(&format!("DTEND{parameter}"), &day_or_moment(end, are_days));
        }
        for recurrence in &self.recurrence {
            let (name, moments) = match recurrence {
                Recurrence::Rule(rule) => {
                    lines.line("RRULE", rule);
                    continue;
                }
                Recurrence::Except(moments) => ("EXDATE", moments.clone()),
                Recurrence::InPlaceOf(moment) => ("RECURRENCE-ID", vec![*moment]),
            };
            if !moments.is_empty() {
                let moments: Vec<String> =
                    moments.into_iter().map(|moment| day_or_moment(moment, are_days)).collect();
                lines.line(&format!("{name}{parameter}"), &moments.join(","));
            }
        }
        if let Some(status) = self.status {
            lines.line("STATUS", status);
        }
        lines.text("SUMMARY", &self.summary);
        if let Some(description) = &self.description {
            lines.text("DESCRIPTION", description);
        }
        if let Some(conference) = &self.conference {
            lines.line("CONFERENCE;VALUE=URI", conference);
        }
        if let Some(location) = &self.location {
            lines.text("LOCATION", location);
        }
        if let Some((latitude, longitude)) = self.geo {
            lines.line("GEO", &format!("{latitude};{longitude}"));
        }
        if let Some(url) = &self.url {
            lines.line("URL", url);
        }
    }
}

fn name_of(zone: &TimeZone) -> &str {
    zone.iana_name().unwrap_or("UTC")
}

/// `20261225`, or with the time.
fn day_or_moment(moment: DateTime, is_day: bool) -> String {
    if is_day { moment.strftime("%Y%m%d").to_string() } else { local(moment) }
}

/// `20261225T090000`
fn local(moment: DateTime) -> String {
    moment.strftime("%Y%m%dT%H%M%S").to_string()
}

/// The most bytes of a line, without its end.
const LONGEST: usize = 75;

/// Lines of a calendar: escaped, and folded by bytes but never within a character.
#[derive(Default)]
struct FoldedLines(String);

impl FoldedLines {
    /// Writes a line whose value has the format's own syntax.
    fn line(&mut self, name: &str, value: &str) {
        let line = format!("{name}:{value}");
        let mut rest = line.as_str();
        let mut room = LONGEST;
        while rest.len() > room {
            let (now, later) = rest.split_at(rest.floor_char_boundary(room));
            self.0.push_str(now);
            self.0.push_str("\r\n ");
            rest = later;
            // The space at the beginning counts as well.
            room = LONGEST - 1;
        }
        self.0.push_str(rest);
        self.0.push_str("\r\n");
    }

    /// Writes a line whose value is a text for people.
    fn text(&mut self, name: &str, text: &str) {
        let mut value = String::with_capacity(text.len());
        for c in text.replace("\r\n", "\n").chars() {
            match c {
                '\\' | ';' | ',' => value.extend(['\\', c]),
                '\n' => value.push_str("\\n"),
                // A tab or a lone carriage return separates words.
                c if c.is_control() => value.push(' '),
                c => value.push(c),
            }
        }
        self.line(name, &value);
    }

    /// Writes the lines of a component between its begin and its end.
    fn component(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.line("BEGIN", name);
        inside(self);
        self.line("END", name);
    }
}

/// The number of years for which clock changes are listed.
const YEARS: i64 = 20;
/// The start of the rule for a zone without clock changes.
const EVER_SINCE: &str = "19700101T000000";

/// A kind of clock change, from one offset to another, as iCalendar calls it.
struct Observance {
    from: Offset,
    to: Offset,
    name: String,
    daylight: bool,
    /// The moments of the changes, on the clock before the change.
    onsets: Vec<DateTime>,
}

/// Writes a time zone for events from `start` on. Its clock changes are rules without an end if the zone has such, else
/// a list for the coming years.
fn write_zone(zone: &TimeZone, name: &str, start: Timestamp, lines: &mut FoldedLines) {
    lines.component("VTIMEZONE", |lines| {
        lines.line("TZID", name);
        let changes = changes(zone, start);
        if changes.is_empty() {
            let info = zone.to_offset_info(start);
            lines.component("STANDARD", |lines| {
                lines.line("DTSTART", EVER_SINCE);
                lines.line("TZOFFSETFROM", &written(info.offset()));
                lines.line("TZOFFSETTO", &written(info.offset()));
                lines.text("TZNAME", info.abbreviation());
            });
        }
        let last = changes.iter().flat_map(|change| &change.onsets).map(|onset| onset.year()).max();
        for change in changes {
            lines.component(if change.daylight { "DAYLIGHT" } else { "STANDARD" }, |lines| {
                change.write(last.unwrap_or_default(), lines);
            });
        }
    });
}

/// The last clock change before `start` and those after it, by kind; empty if the clock never changes.
fn changes(zone: &TimeZone, start: Timestamp) -> Vec<Observance> {
    let following: Vec<_> = changes_of_clock(zone, start, YEARS).collect();
    if following.is_empty() {
        return Vec::new();
    }
    let mut changes: Vec<Observance> = Vec::new();
    for transition in zone.preceding(start).take(1).chain(following) {
        let before = transition.timestamp().checked_sub(1.second()).unwrap_or(Timestamp::MIN);
        let from = zone.to_offset(before);
        let (to, name) = (transition.offset(), transition.abbreviation());
        let onset = from.to_datetime(transition.timestamp());
        match changes.iter_mut().find(|kind| (kind.from, kind.to, kind.name.as_str()) == (from, to, name)) {
            Some(kind) => kind.onsets.push(onset),
            None => changes.push(Observance {
                from,
                to,
                name: name.to_owned(),
                daylight: transition.dst().is_dst(),
                onsets: vec![onset],
            }),
        }
    }
    changes
}

impl Observance {
    /// `last` is the last year with a known change.
    fn write(&self, last: i16, lines: &mut FoldedLines) {
        let Some((first, others)) = self.onsets.split_first() else { return };
        lines.line("DTSTART", &local(*first));
        lines.line("TZOFFSETFROM", &written(self.from));
        lines.line("TZOFFSETTO", &written(self.to));
        lines.text("TZNAME", &self.name);
        if let Some(rule) = rule(&self.onsets, last) {
            lines.line("RRULE", &rule);
        } else {
            // One line for each date, as some programs read only the first date of a line. The list includes the start,
            // which programs such as Thunderbird otherwise leave out.
            let listed = if others.is_empty() { &[][..] } else { self.onsets.as_slice() };
            for onset in listed {
                lines.line("RDATE", &local(*onset));
            }
        }
    }
}

/// The rule for exactly these moments: one in each year until the last known one, on a certain or the last such weekday
/// of a month.
fn rule(onsets: &[DateTime], last: i16) -> Option<String> {
    let (first, others) = onsets.split_first()?;
    let yearly = onsets.windows(2).all(|pair| match pair {
        [earlier, later] => later.year() == earlier.year() + 1,
        _ => false,
    });
    let pattern = (first.month(), first.weekday(), first.time());
    let are_alike = onsets.iter().all(|onset| (onset.month(), onset.weekday(), onset.time()) == pattern);
    let goes_on = onsets.last().is_some_and(|onset| onset.year() + 1 >= last);
    if others.len() < 2 || !goes_on || !yearly || !are_alike {
        return None;
    }
    let place = if onsets.iter().all(|onset| onset.day() + 7 > onset.days_in_month()) {
        -1
    } else if onsets.iter().all(|onset| week_of_month(onset) == week_of_month(first)) {
        week_of_month(first)
    } else {
        return None;
    };
    let weekday = first.strftime("%a").to_string().to_uppercase();
    Some(format!("FREQ=YEARLY;BYMONTH={};BYDAY={place}{}", first.month(), weekday.get(..2)?))
}

/// The number of the weekday in its month, such as 2 for the second Sunday.
fn week_of_month(date: &DateTime) -> i8 {
    (date.day() - 1) / 7 + 1
}

/// `+0300`
fn written(offset: Offset) -> String {
    let seconds = offset.seconds();
    let (sign, seconds) = (if seconds < 0 { '-' } else { '+' }, seconds.unsigned_abs());
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match seconds {
        0 => format!("{sign}{hours:02}{minutes:02}"),
        _ => format!("{sign}{hours:02}{minutes:02}{seconds:02}"),
    }
}
