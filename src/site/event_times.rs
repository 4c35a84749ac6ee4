//! Moments on the site's clock, and the times of entries, by the fields of their type.

use jiff::{
    Timestamp, ToSpan, Zoned,
    civil::{Date, DateTime},
    tz::{TimeZone, TimeZoneTransition},
};

use super::Site;
use crate::schema::{Data, DeclaredFile, Table};

/// The date at which an entry begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryDate {
    /// A whole day.
    Day(Date),
    /// A moment on the clock of the site's time zone.
    Moment(DateTime),
}

impl EntryDate {
    /// The field of an entry that programs call `role`. Returns `None` if the entry says none.
    pub fn new(entry: &Table, file: &DeclaredFile, role: &str) -> Option<Self> {
        let value = &entry.get(file.field(role)?)?.value;
        Self::of(value)
    }

    /// A date or moment of content.
    pub fn of(value: &Data) -> Option<Self> {
        match value {
            Data::Datetime(moment) if moment.is_whole_day() => Some(Self::Day(moment.civil().date())),
            Data::Datetime(moment) => Some(Self::Moment(moment.civil())),
            Data::Date(day) => Some(Self::Day(*day)),
            _ => None,
        }
    }

    /// The moment with which it begins.
    pub fn first_moment(self) -> DateTime {
        match self {
            Self::Day(day) => day.at(0, 0, 0, 0),
            Self::Moment(moment) => moment,
        }
    }

    /// The moment with which it is over.
    pub fn last_moment(self) -> DateTime {
        match self {
            Self::Day(day) => day_after(day).at(0, 0, 0, 0),
            Self::Moment(moment) => moment,
        }
    }

    /// The end of an event that begins at `other` instead of at `start`.
    fn moved(self, start: Self, other: Self) -> Self {
        let length = self.last_moment().duration_since(start.first_moment());
        let end = other.first_moment().saturating_add(length);
        match self {
            Self::Day(_) => Self::Day(end.date().saturating_sub(1.day())),
            Self::Moment(_) => Self::Moment(end),
        }
    }

    /// As ISO 8601 writes it: a day, or a moment with its offset from UTC.
    pub fn iso(self, zone: &TimeZone, site: &Site) -> String {
        match self {
            Self::Day(day) => day.to_string(),
            Self::Moment(date) => moment_in(zone, date, site),
        }
    }
}

/// A time at which an entry is.
#[derive(Clone, Copy, Debug)]
pub struct EventTime {
    pub start: EntryDate,
    /// `None` if the end is open.
    pub end: Option<EntryDate>,
    /// True if the others of its series take place without it.
    pub is_cancelled: bool,
}

impl EventTime {
    /// All of an entry: the first one, and those of its series, which last as long.
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

    /// The moment from which on it is over: with an open end, the end of its day.
    pub fn over(self) -> DateTime {
        let end = self.end.unwrap_or(EntryDate::Day(self.start.first_moment().date()));
        end.last_moment()
    }
}

/// The day on which an entry is over that lasts until `day`, which it includes.
fn day_after(day: Date) -> Date {
    day.saturating_add(1.day())
}

/// The moment so many minutes after the midnight with which a day begins.
pub fn minutes_after(day: Date, minutes: u16) -> DateTime {
    day.at(0, 0, 0, 0).saturating_add(i64::from(minutes).minutes())
}

/// A date on the site's clock, as RFC 3339 writes it: with the offset from UTC that holds there then.
pub fn moment(date: DateTime, site: &Site) -> String {
    moment_in(&site.gym.settings.time_zone, date, site)
}

/// A date on the clock of another zone, as RFC 3339 writes it.
pub fn moment_in(zone: &TimeZone, date: DateTime, site: &Site) -> String {
    let zoned = zoned(date, zone).unwrap_or_else(|| site.clock.today.clone());
    zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// The changes of the clocks of a zone within so many years.
pub fn changes_of_clock(
    zone: &TimeZone,
    start: Timestamp,
    years: i64,
) -> impl Iterator<Item = TimeZoneTransition<'_>> {
    let end = start.checked_add((years * 366 * 24).hours()).unwrap_or(Timestamp::MAX);
    zone.following(start).take_while(move |change| change.timestamp() < end)
}

/// The moment of a time on the clock: the first of two if clocks show it twice, and for a time that they skip the
/// moment at which they do: with the usual reading, an hour later, an event could end before it begins.
fn zoned(date: DateTime, zone: &TimeZone) -> Option<Zoned> {
    let earlier = zone.to_ambiguous_zoned(date).earlier().ok()?;
    if earlier.datetime() == date {
        return Some(earlier);
    }
    let change = zone.following(earlier.timestamp()).next()?;
    Some(change.timestamp().to_zoned(zone.clone()))
}
