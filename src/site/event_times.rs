//! Moments on the site's clock, and the times of entries by the fields of their type.

use jiff::{
    Timestamp, ToSpan, Zoned,
    civil::{Date, DateTime},
    tz::{TimeZone, TimeZoneTransition},
};

use super::Site;
use crate::schema::{Data, DeclaredFile, FromData, Table, decode::value::Weekday};

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

    /// Its whole day.
    pub fn day(self) -> Self {
        Self::Day(self.first_moment().date())
    }

    /// The same time on another day.
    fn on(self, day: Date) -> Self {
        match self {
            Self::Day(_) => Self::Day(day),
            Self::Moment(moment) => Self::Moment(day.to_datetime(moment.time())),
        }
    }

    /// The end of an event that is moved from `start` to `other`.
    fn moved(self, start: Self, other: Self) -> Self {
        let (start, other) = (start.first_moment(), other.first_moment());
        match self {
            // Its number of days stays the same, at whatever times both begin.
            Self::Day(last) => Self::Day(other.date().saturating_add(last - start.date())),
            Self::Moment(end) => Self::Moment(other.saturating_add(end.duration_since(start))),
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
pub struct EventTime<'t> {
    pub start: EntryDate,
    /// `None` for an open end.
    pub end: Option<EntryDate>,
    /// True if it is cancelled while other dates of its series take place.
    pub is_cancelled: bool,
    /// The table of its own in `[[date]]`.
    pub declared: Option<&'t Table>,
}

impl<'t> EventTime<'t> {
    /// All occurrences of an entry: the first one, those of its series, which take as long, and those of `[[date]]`.
    pub fn all(entry: &'t Table, file: &DeclaredFile) -> Vec<Self> {
        let Some(start) = EntryDate::new(entry, file, "start") else { return Vec::new() };
        let end = EntryDate::new(entry, file, "end");
        let cancelled = dates(entry, "cancelled_dates");
        let declared = entry.tables("date").filter_map(|date| {
            let begins = date_in(date, "start")?;
            let end = date_in(date, "end").or_else(|| Some(end?.moved(start, begins)));
            let is_cancelled = date.is("cancelled") || cancelled.contains(&begins);
            Some(Self { start: begins, end, is_cancelled, declared: Some(date) })
        });
        let declared: Vec<Self> = declared.collect();
        // A date of `[[date]]` takes the place of the one of the series from which it was moved, or that is at its time.
        let replaced: Vec<EntryDate> =
            declared.iter().flat_map(|date| [Some(date.start), date.moved_from()]).flatten().collect();
        let series = weekly(entry, start).into_iter().chain(dates(entry, "dates"));
        let series = series.filter(|date| !replaced.contains(date)).map(|date| Self {
            start: date,
            end: end.map(|end| if date == start { end } else { end.moved(start, date) }),
            is_cancelled: cancelled.contains(&date),
            declared: None,
        });
        let mut all: Vec<Self> = series.collect();
        all.extend(declared);
        all.sort_by_key(|occurrence| occurrence.start.first_moment());
        all.dedup_by_key(|occurrence| occurrence.start);
        all
    }

    /// The date from which it was moved.
    pub fn moved_from(&self) -> Option<EntryDate> {
        date_in(self.declared?, "moved_from")
    }

    /// The length; `None` for an open end, and for whole days.
    pub fn minutes(&self) -> Option<i64> {
        let (EntryDate::Moment(start), EntryDate::Moment(end)) = (self.start, self.end?) else { return None };
        Some(end.duration_since(start).as_mins())
    }

    /// The moment at which it is over: with an open end, the end of its day.
    pub fn over(self) -> DateTime {
        let end = self.end.unwrap_or(EntryDate::Day(self.start.first_moment().date()));
        end.last_moment()
    }
}

/// The moments at which an entry begins that takes place `times` times, each week at the time of its start.
fn weekly(entry: &Table, start: EntryDate) -> Vec<EntryDate> {
    let Some(times) = <Option<u32>>::from_data(entry.get("times")) else { return vec![start] };
    let left_out = dates(entry, "left_out");
    candidates(entry, start).filter(|date| !left_out.contains(&date.day())).take(times as usize).collect()
}

/// The dates of an entry that is each week, or every other one, also those that are left out.
pub(super) fn candidates(entry: &Table, start: EntryDate) -> impl Iterator<Item = EntryDate> {
    let first = start.first_moment().date();
    let every = <Option<u32>>::from_data(entry.get("every")).unwrap_or(1);
    let mut weekdays: Vec<Weekday> = FromData::from_data(entry.get("days"));
    if weekdays.is_empty() {
        weekdays.push(Weekday::from_date(first));
    }
    let monday = first.saturating_sub(i64::from(first.weekday().to_monday_zero_offset()).days());
    let days = (0..MOST_DAYS).filter(move |day| (day / 7) % i64::from(every.max(1)) == 0);
    let days = days.map(move |day| monday.saturating_add(day.days())).filter(move |day| *day >= first);
    days.filter(move |day| weekdays.contains(&Weekday::from_date(*day))).map(move |day| start.on(day))
}

/// The days of ten years, within which every series is over.
const MOST_DAYS: i64 = 3660;

/// The dates of a list.
fn dates(entry: &Table, key: &str) -> Vec<EntryDate> {
    entry.list(key).iter().filter_map(|date| EntryDate::of(&date.value)).collect()
}

fn date_in(table: &Table, key: &str) -> Option<EntryDate> {
    EntryDate::of(&table.get(key)?.value)
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
