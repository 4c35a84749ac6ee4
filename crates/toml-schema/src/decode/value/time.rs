//! Times of day and time zones.

use std::sync::Arc;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::json;
use toml::de::DeValue;

use super::rule::{DraftValue, ScalarDecoder, ScalarError, ScalarRule, no_reference};
use crate::{
    decode::{ExpectedType, Item, Report},
    diagnostic::{Applicability, clean},
    schema::{Data, compare},
};

/// A time of day, to the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Time {
    minutes: u16,
}

impl Time {
    /// A time. Returns `None` if there's no such time. 24:00 is the end of the day.
    pub fn new(hour: u16, minute: u16) -> Option<Self> {
        let is_valid = (hour < 24 && minute < 60) || (hour == 24 && minute == 0);
        is_valid.then_some(Self { minutes: hour * 60 + minute })
    }

    /// The harmless value where none can be read.
    pub fn fallback() -> Self {
        Self { minutes: 0 }
    }

    /// The hour, 0 to 24.
    pub fn hour(self) -> u16 {
        self.minutes / 60
    }

    /// The minute, 0 to 59.
    pub fn minute(self) -> u16 {
        self.minutes % 60
    }

    /// Minutes since midnight.
    pub fn minutes(self) -> u16 {
        self.minutes
    }

    /// As machines read it: `09:00`.
    pub fn machine(self) -> String {
        format!("{:02}:{:02}", self.hour(), self.minute())
    }

    /// As people read it in English: `9:00am`.
    pub fn display(self) -> String {
        let half = if self.hour() % 24 < 12 { "am" } else { "pm" };
        let hour = match self.hour() % 12 {
            0 => 12,
            hour => hour,
        };
        format!("{hour}:{:02}{half}", self.minute())
    }
}

pub(super) const TIME: ScalarRule = ScalarRule {
    name: "time",
    expected: "a time of 24 hours in quotes, such as \"09:00\" or \"18:30\"",
    plural: "times",
    example: "\"09:00\"",
    decoder: ScalarDecoder::Value { decode: time, fallback: || Data::Time(Time::fallback()) },
    json: || json!({ "type": "string", "pattern": "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$" }),
    order: Some(compare),
    draft: DraftValue::Time,
    ..ScalarRule::PLAIN
};

fn time(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    if item.text().is_none() {
        let raw = match item.value {
            DeValue::Datetime(time) => &time.to_string(),
            _ => report.text.get(item.span.range()).unwrap_or_default(),
        };
        let intended = from_digits(raw).or_else(|| loosely(raw));
        item.wrong_type(ExpectedType::Value, expected, report);
        if let Some(time) = intended {
            report.correct_text(item.span, &time.machine(), sureness(raw));
        }
        return None;
    }
    let text = item.as_filled_text(expected, report)?;
    let strict = text.split_once(':').filter(|(hour, minute)| hour.len() == 2 && minute.len() == 2);
    let parsed = strict.and_then(|(hour, minute)| Time::new(digits(hour)?, digits(minute)?));
    if parsed.is_none() {
        let misread = ScalarError::new(format!("\"{text}\" is not a time of day"));
        let misread = match loosely(text).or_else(|| from_digits(text)) {
            Some(time) => misread.intended(time.machine(), sureness(text)),
            None => misread,
        };
        misread.report(item, expected, report);
    }
    parsed.map(Data::Time)
}

/// The two times of `18:00-19:00` or `6 to 7 pm`, as TOML has them between quotes.
pub(crate) fn range(text: &str) -> Option<(String, String)> {
    let (start, end) = ["-", "–", "—", " to ", " bis "].iter().find_map(|sign| text.split_once(sign))?;
    let last = loosely(end).or_else(|| from_digits(end))?;
    // Both ends of `6-7pm` are in the evening.
    let behind = joined(end);
    let half = ["am", "pm"].into_iter().find(|half| behind.ends_with(half)).unwrap_or_default();
    let first = loosely(&format!("{start}{half}")).filter(|first| *first < last);
    // `6-12am` ends at midnight: its 6 isn't the one in the morning.
    let bare = from_digits(start).filter(|first| half.is_empty() || *first < last);
    let first = first.or_else(|| loosely(start)).or(bare)?;
    Some((first.machine(), last.machine()))
}

/// A text in small letters without spaces, with `p.m.` as `pm`.
fn joined(text: &str) -> String {
    clean(text).trim().to_lowercase().replace(' ', "").replace(".m.", "m")
}

/// The time of `9.30am`, `9:00`, `6 pm`, `18 Uhr`, `1800` or `noon`.
pub(crate) fn loosely(text: &str) -> Option<Time> {
    let lower = joined(text);
    match &*lower {
        "noon" | "midday" => return Time::new(12, 0),
        "midnight" => return Time::new(0, 0),
        _ => {}
    }
    let with_unit = ["uhr", "hrs", "h"].iter().find_map(|unit| lower.strip_suffix(unit));
    let (clock, afternoon) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(clock), _) => (clock, Some(false)),
        (_, Some(clock)) => (clock, Some(true)),
        _ => (with_unit.unwrap_or(&lower), None),
    };
    // `9:00:00`
    let is_to_the_second = clock.matches(':').count() == 2;
    let clock = clock.strip_suffix(":00").filter(|_| is_to_the_second).unwrap_or(clock);
    let (hour, minute) = match clock.split_once([':', '.', 'h', ',']) {
        // Half past seven may be 7.5, and half past nine 9.3.
        Some((hour, "5")) => (digits(hour)?, 30),
        Some((hour, minute)) if minute.len() == 1 => (digits(hour)?, digits(minute)? * 10),
        Some((hour, minute)) => (digits(hour)?, digits(minute)?),
        None if clock.len() == 4 => (digits(clock.get(..2)?)?, digits(clock.get(2..)?)?),
        None if afternoon.is_some() || with_unit.is_some() => (digits(clock)?, 0),
        None => return None,
    };
    let hour = match afternoon {
        Some(true) if hour < 12 => hour + 12,
        Some(false) if hour == 12 => 0,
        // `18:30pm` says twice what it is, `13am` contradicts itself.
        Some(false) if hour > 12 => return None,
        _ => hour,
    };
    Time::new(hour, minute)
}

/// The certainty that [`loosely`] and [`from_digits`] took the hour and the minutes for what they are.
pub(crate) fn sureness(text: &str) -> Applicability {
    let minutes = text
        .split_once([':', '.', 'h', ','])
        .map(|(_, rest)| rest.bytes().take_while(u8::is_ascii_digit).count());
    Applicability::certain_if(text.len() > 2 && minutes != Some(1))
}

/// `9` as 09:00, `930` and `0930` as 09:30.
fn from_digits(text: &str) -> Option<Time> {
    let text = text.trim();
    let minutes = if text.len() > 2 { text.len() - 2 } else { text.len() };
    let (hour, minute) = text.split_at_checked(minutes)?;
    Time::new(digits(hour)?, if minute.is_empty() { 0 } else { digits(minute)? })
}

fn digits(text: &str) -> Option<u16> {
    let is_valid = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_valid.then(|| text.parse().ok()).flatten()
}

/// Minutes of a day.
pub const MINUTES_OF_DAY: u16 = 24 * 60;

/// From a time to a later one: up to the end of the same day, or past midnight up to a time of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TimeRange {
    /// When it starts.
    pub start: Time,
    /// When it ends, on its own day or, before the time at which it starts, on the next one.
    pub end: Time,
}

impl TimeRange {
    /// The fallback for hours with a mistake.
    pub const WHOLE_DAY: Self = Self { start: Time { minutes: 0 }, end: Time { minutes: MINUTES_OF_DAY } };
    /// From here on a range may end past midnight.
    const EVENING: Time = Time { minutes: 18 * 60 };
    /// The last end past midnight. An end that is intended for the evening, of 12 hours or exchanged with the start, is later.
    const MORNING: Time = Time { minutes: 6 * 60 };

    /// The range. Returns `None` if it ends before it starts, unless it lasts from the evening into the small hours.
    pub fn new(start: Time, end: Time) -> Option<Self> {
        let is_night = start >= Self::EVENING && end <= Self::MORNING;
        (start < end || is_night).then(|| Self::across_midnight(start, end)).flatten()
    }

    /// The range, of which any end that isn't after the start is on the next day. Returns `None` if it ends when it
    /// starts, or starts at the end of the day.
    pub fn across_midnight(start: Time, end: Time) -> Option<Self> {
        let is_valid = start != end && start != Self::WHOLE_DAY.end;
        // 00:00 of the next day is the end of this one.
        let end = if end == Self::WHOLE_DAY.start { Self::WHOLE_DAY.end } else { end };
        is_valid.then_some(Self { start, end })
    }

    /// Its first minute and the one after its last, from the midnight with which its day begins.
    pub fn minutes(self) -> (u16, u16) {
        let (first, end) = (self.start.minutes(), self.end.minutes());
        (first, if end <= first { end + MINUTES_OF_DAY } else { end })
    }

    /// Minutes of the next day that belong to it.
    pub fn past_midnight(self) -> u16 {
        self.minutes().1.saturating_sub(MINUTES_OF_DAY)
    }

    /// True if both, of the same day, share a minute.
    pub fn overlaps(self, other: Self) -> bool {
        let ((start, end), (other_start, other_end)) = (self.minutes(), other.minutes());
        start < other_end && other_start < end
    }

    /// True if it shares a minute with a range of the next day.
    pub fn overlaps_next_day(self, next: Self) -> bool {
        next.start.minutes() < self.past_midnight()
    }

    /// As people read it in English: `9:00am-10:00am`.
    pub fn display(self) -> String {
        format!("{}-{}", self.start.display(), self.end.display())
    }
}

/// The zone that the text of a scalar names.
pub fn time_zone(name: &str) -> TimeZone {
    TimeZoneDatabase::bundled().get(name).unwrap_or(TimeZone::UTC)
}

pub(super) const ZONE: ScalarRule = ScalarRule {
    name: "zone",
    expected: "a time zone by its IANA name, such as \"Europe/London\"",
    plural: "time zones",
    example: "\"Europe/London\"",
    decoder: ScalarDecoder::Text { check: zone, fallback: "UTC", reference: no_reference },
    json: || json!({ "enum": zone_names() }),
    ..ScalarRule::PLAIN
};

fn zone(text: &str) -> Result<Arc<str>, ScalarError> {
    // The bundled database only: the same zones on every machine.
    let is_known = TimeZoneDatabase::bundled().get(text).is_ok_and(|zone| zone.iana_name() == Some(text));
    if is_known && has_place(text) {
        return Ok(text.into());
    }
    let misread = ScalarError::new(if is_known {
        format!("\"{text}\" is no zone of a place")
    } else {
        format!("there is no time zone \"{text}\"")
    });
    Err(match similar_zone(text, &zone_names()) {
        // Another clock would be wrong without anybody noticing.
        Some(name) => misread.help(format!("did you mean \"{name}\"?")).probably(name),
        None => {
            misread.help(format!("write the name of a large city in the same zone, as it stands in {LIST}"))
        }
    })
}

/// False for the zones of the database that are a number of hours: `Etc/GMT+3` is three hours behind Greenwich, which
/// nobody expects; and for those of capital letters, some of which, such as `EST`, have a clock that never changes.
fn has_place(name: &str) -> bool {
    name == "UTC" || name.contains(|c: char| c.is_ascii_lowercase()) && !name.starts_with("Etc/")
}

/// The page that lists the names of all zones.
const LIST: &str = "https://en.wikipedia.org/wiki/List_of_tz_database_time_zones";

/// The zone whose name is written with a slip in it, or which is called after the city that is written. Of a name with
/// its part of the world, only those of the same part are like it.
fn similar_zone<'n>(text: &str, names: &'n [String]) -> Option<&'n str> {
    let written = text.trim().replace([' ', '-'], "_").to_lowercase();
    let (part, city) = written.rsplit_once('/').unwrap_or(("", &written));
    let mut nearest: Option<(usize, &str)> = None;
    for name in names {
        let lower = name.to_lowercase();
        let Some((other, other_city)) = lower.rsplit_once('/') else { continue };
        let is_of_part = part.is_empty() || strsim::damerau_levenshtein(part, other) <= 1;
        let edits = strsim::damerau_levenshtein(city, other_city);
        if is_of_part && edits <= city.chars().count() / 6 && nearest.is_none_or(|(fewest, _)| edits < fewest)
        {
            nearest = Some((edits, name));
        }
    }
    nearest.map(|(_, name)| name)
}

/// The names of all zones that content can have, in order.
fn zone_names() -> Vec<String> {
    let database = TimeZoneDatabase::bundled();
    let names = database.available().map(|name| name.to_string());
    let mut names: Vec<String> = names.filter(|name| has_place(name)).collect();
    names.sort_unstable();
    names
}
