//! Moments on the site's clock, and the times of entries by the fields of their type.

use jiff::{
    Timestamp, ToSpan, Zoned,
    civil::{Date, DateTime},
    tz::{TimeZone, TimeZoneTransition},
};

use super::Site;
use crate::schema::{Data, DeclaredFile, Table};

/// The start or end of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryDate {
    /// A whole day.
    Day(Date),
    /// A moment on the clock of the site's time zone.
    Moment(DateTime),
}

impl EntryDate {
    /// The field of an entry that programs know as `role`. Returns `None` if the entry has no value for it.
    pub fn new(entry: &Table, file: &DeclaredFile, role: &str) -> Option<Self> {
        let value = &entry.get(file.field(role)?)?.value;
        Self::of(value)
    }

    /// Reads a date or moment of content.
    pub fn of(value: &Data) -> Option<Self> {
        match value {
            Data::Datetime(moment) if moment.is_whole_day() => Some(Self::Day(moment.civil().date())),
            Data::Datetime(moment) => Some(Self::Moment(moment.civil())),
            Data::Date(day) => Some(Self::Day(*day)),
            _ => None,
        }
    }

    /// The moment at which it begins.
    pub fn first_moment(self) -> DateTime {
        match self {
            Self::Day(day) => day.at(0, 0, 0, 0),
            Self::Moment(moment) => moment,
        }
    }

    /// The moment at which it is over.
    pub fn last_moment(self) -> DateTime {
        match self {
            Self::Day(day) => day_after(day).at(0, 0, 0, 0),
            Self::Moment(moment) => moment,
        }
    }

    /// The end of an event that is moved from `start` to `other`.
    fn moved(self, start: Self, other: Self) -> Self {
        let length = self.last_moment().duration_since(start.first_moment());
        let end = other.first_moment().saturating_add(length);
        match self {
            Self::Day(_) => Self::Day(end.date().saturating_sub(1.day())),
            Self::Moment(_) => Self::Moment(end),
        }
    }

    /// In the format of ISO 8601: a day, or a moment with its offset from UTC.
    pub fn iso(self, zone: &TimeZone, site: &Site) -> String {
        match self {
            Self::Day(day) => day.to_string(),
            Self::Moment(date) => moment_in(zone, date, site),
        }
    }
}

/// An occurrence of an entry.
#[derive(Clone, Copy, Debug)]
pub struct EventTime {
    pub start: EntryDate,
    /// `None` for an open end.
    pub end: Option<EntryDate>,
    /// True if it is cancelled while other dates of its series take place.
    pub is_cancelled: bool,
}

impl EventTime {
    /// All occurrences of an entry: the first one, and those of its series, which take as long.
    pub fn all(entry: &Table, file: &DeclaredFile) -> Vec<Self> {
        let Some(start) = EntryDate::new(entry, file, "start") else { return Vec::new() };
        let end = EntryDate::new(entry, file, "end");
        let others = entry.list("dates").iter().filter_map(|date| EntryDate::of(&date.value));
        let off = entry.list("cancelled_dates").iter().filter_map(|date| EntryDate::of(&date.value));
        let off: Vec<EntryDate> = off.collect();
        let mut all = vec![Self { start, end, is_cancelled: off.contains(&start) }];
        for other in others {
            let end = end.map(|end| end.moved(start, other));
            all.push(Self { start: other, end, is_cancelled: off.contains(&other) });
        }
        all.sort_by_key(|occurrence| occurrence.start.first_moment());
        all.dedup_by_key(|occurrence| occurrence.start);
        all
    }

    /// The moment at which it is over: with an open end, the end of its day.
    pub fn over(self) -> DateTime {
        let end = self.end.unwrap_or(EntryDate::Day(self.start.first_moment().date()));
        end.last_moment()
    }
}

/// The first day after an entry that lasts until the end of `day`.
fn day_after(day: Date) -> Date {
    day.saturating_add(1.day())
}

/// The moment that is this number of minutes after the beginning of a day.
pub fn minutes_after(day: Date, minutes: u16) -> DateTime {
    day.at(0, 0, 0, 0).saturating_add(i64::from(minutes).minutes())
}

/// A moment on the site's clock in the format of RFC 3339, with its offset from UTC.
pub fn moment(date: DateTime, site: &Site) -> String {
    moment_in(&site.gym.settings.time_zone, date, site)
}

/// A moment on the clock of another zone in the format of RFC 3339.
pub fn moment_in(zone: &TimeZone, date: DateTime, site: &Site) -> String {
    let zoned = zoned(date, zone).unwrap_or_else(|| site.clock.today.clone());
    zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// The clock changes of a zone within a number of years.
pub fn changes_of_clock(
    zone: &TimeZone,
    start: Timestamp,
    years: i64,
) -> impl Iterator<Item = TimeZoneTransition<'_>> {
    let end = start.checked_add((years * 366 * 24).hours()).unwrap_or(Timestamp::MAX);
    zone.following(start).take_while(move |change| change.timestamp() < end)
}

/// The moment of a time on the clock. If clocks show the time twice, it is the first moment; if they skip it, the
/// moment at which they do. Read as usual, an hour later, an event could end before it begins.
fn zoned(date: DateTime, zone: &TimeZone) -> Option<Zoned> {
    let earlier = zone.to_ambiguous_zoned(date).earlier().ok()?;
    if earlier.datetime() == date {
        return Some(earlier);
    }
    let change = zone.following(earlier.timestamp()).next()?;
    Some(change.timestamp().to_zoned(zone.clone()))
}
