//! Days of the calendar, and moments.

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use toml::de::DeValue;

use super::rule::{DraftValue, ScalarDecoder, ScalarRule};
use crate::{
    decode::{ExpectedType, Item, Report},
    diagnostic::{Applicability, clean},
    schema::{Data, compare},
};

/// The order of day and month in dates of digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateOrder {
    /// As in most countries.
    #[default]
    DayFirst,
    /// As in the United States.
    MonthFirst,
}

/// A moment on the clock of the content's time zone, such as the publication of a post; or a whole day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PublicationDate {
    first: DateTime,
    is_whole_day: bool,
}

impl PublicationDate {
    /// The harmless value where none can be read.
    pub fn fallback() -> Self {
        Self { first: DateTime::constant(2000, 1, 1, 0, 0, 0, 0), is_whole_day: false }
    }

    /// The moment on that clock; for a whole day, its first moment.
    pub fn civil(self) -> DateTime {
        self.first
    }

    /// True if no time of the day is written.
    pub fn is_whole_day(self) -> bool {
        self.is_whole_day
    }
}

pub(super) const DATETIME: ScalarRule = ScalarRule {
    name: "datetime",
    expected: "a date as year-month-day without quotes, such as 2026-12-31",
    plural: "dates",
    example: "2026-12-31",
    decoder: ScalarDecoder::Value {
        decode: moment,
        fallback: || Data::Datetime(PublicationDate::fallback()),
    },
    // TOML language servers give dates to the schema as strings.
    json: || json!({ "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?)?$" }),
    order: Some(compare),
    stands_alone: true,
    is_unique: true,
    draft: DraftValue::Moment,
    ..ScalarRule::PLAIN
};

fn moment(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    let written = match item.value {
        DeValue::Datetime(datetime) if datetime.date.is_some() => datetime.to_string(),
        DeValue::String(_) => item.as_filled_text(expected, report)?.to_owned(),
        _ => {
            item.wrong_type(ExpectedType::Value, expected, report);
            return None;
        }
    };
    if let Some(moment) = WithOffset::parse(&written) {
        // Somebody who typed the offset may mean the time in front of it. A program, which alone writes fractions of seconds, means
        // the moment, unless it is midnight: then it may mean the day.
        let is_of_program = report.text.get(item.span.range()).is_some_and(|raw| raw.contains('.'));
        let intended = moment.local(report).map(|local| {
            let is_certain = local == moment.civil || is_of_program && !moment.is_midnight();
            (local.to_string(), Applicability::certain_if(is_certain))
        });
        WithOffset::report(item, &written, expected, intended, report);
        return None;
    }
    if let Ok(civil) = written.parse::<DateTime>() {
        let is_whole_day = !written.contains([':', 'T', 't', ' ']);
        return Some(Data::Datetime(PublicationDate { first: civil, is_whole_day }));
    }
    report_misread(item, (&written, "date"), expected, loosely(&written, report.options.date_order), report);
    None
}

/// A moment that is written with the offset of its clock from UTC: `2026-12-11T20:00:00+03:00`.
struct WithOffset {
    moment: Timestamp,
    /// The time on its own clock.
    civil: DateTime,
}

impl WithOffset {
    fn parse(written: &str) -> Option<Self> {
        let time = written.get(11..)?;
        let local = written.get(..11 + time.find(['Z', 'z', '+', '-'])?)?;
        Some(Self { moment: written.parse().ok()?, civil: local.parse().ok()? })
    }

    /// The time on the clock of the content's zone.
    fn local(&self, report: &Report<'_>) -> Option<DateTime> {
        let local = report.options.zone?.to_datetime(self.moment);
        // Nobody appoints fractions of a second.
        local.with().subsec_nanosecond(0).build().ok()
    }

    fn is_midnight(&self) -> bool {
        self.civil == self.civil.start_of_day()
    }

    fn report(
        item: &Item<'_>,
        written: &str,
        expected: &str,
        intended: Option<(String, Applicability)>,
        report: &mut Report<'_>,
    ) {
        let help = "leave the offset out: dates are on the clock of the time zone that is set";
        report.malformed(item.span, format!("{written} has an offset"), expected, Some(help.to_owned()));
        if let Some((intended, applicability)) = intended {
            report.correct(item.span, intended, applicability);
        }
    }
}

pub(super) const DATE: ScalarRule = ScalarRule {
    name: "date",
    expected: "a day as year-month-day without quotes, such as 2026-12-25",
    plural: "days",
    example: "2026-12-25",
    decoder: ScalarDecoder::Value { decode: day, fallback: || Data::Date(Date::constant(2000, 1, 1)) },
    json: || json!({ "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$" }),
    order: Some(compare),
    stands_alone: true,
    is_unique: true,
    draft: DraftValue::Day,
    ..ScalarRule::PLAIN
};

fn day(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    let written = match item.value {
        DeValue::Datetime(datetime) => datetime.to_string(),
        DeValue::String(_) => item.as_filled_text(expected, report)?.to_owned(),
        _ => {
            item.wrong_type(ExpectedType::Value, expected, report);
            return None;
        }
    };
    if written.len() == "2026-12-25".len()
        && let Ok(date) = written.parse()
    {
        return Some(Data::Date(date));
    }
    if let Some(moment) = WithOffset::parse(&written) {
        let (stated, local) = (moment.civil.date(), moment.local(report).map(DateTime::date));
        let intended = local.map(|local| {
            let day = if moment.is_midnight() { stated } else { local };
            (day.to_string(), Applicability::certain_if(local == stated))
        });
        WithOffset::report(item, &written, expected, intended, report);
        return None;
    }
    // The day alone, if a time stands behind it.
    let day = written.get(..10).filter(|_| written.contains(':')).and_then(|day| day.parse::<Date>().ok());
    let day = day.map(|date| date.to_string());
    let intended = loosely_day(&written, report.options.date_order)
        .or(day)
        .or_else(|| Some(loosely(&written, report.options.date_order)?.get(..10)?.to_owned()));
    report_misread(item, (&written, "day"), expected, intended, report);
    None
}

#[rustfmt::skip]
const MONTHS: [&str; 12] = [
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
];

/// Reports that `written` is none of what `noun` names, and corrects it to what is `intended`.
fn report_misread(
    item: &Item<'_>,
    (written, noun): (&str, &str),
    expected: &str,
    intended: Option<String>,
    report: &mut Report<'_>,
) {
    report.malformed(item.span, format!("\"{written}\" is not a {noun}"), expected, None);
    if let Some(date) = intended {
        report.correct(item.span, date, sureness(written));
    }
}

/// A date that [`loosely_day`] reads, perhaps with a time behind it, such as `2026-12-11 8:00 PM`; as TOML writes it.
pub(crate) fn loosely(text: &str, order: DateOrder) -> Option<String> {
    /// Bytes that no date with a time has. In each gap of a longer text, a time might begin.
    const LONGEST: usize = 100;
    if text.len() > LONGEST {
        return None;
    }
    loosely_day(text, order).or_else(|| {
        let text = clean(text);
        let gaps = text.char_indices().filter(|(_, c)| c.is_whitespace() || *c == 'T');
        gaps.filter_map(|(gap, _)| {
            let (day, time) = (text.get(..gap)?, text.get(gap + 1..)?.trim());
            let time = time.strip_prefix("at ").unwrap_or(time);
            Some(format!("{}T{}:00", loosely_day(day, order)?, super::time::loosely(time)?.machine()))
        })
        .next()
    })
}

/// The date of `31/12/2026`, `31.12.2026`, `2026/12/31` or `31 December 2026`, as TOML writes it; of `2026-31-12`, in which
/// month and day have changed places.
pub(crate) fn loosely_day(text: &str, order: DateOrder) -> Option<String> {
    let lower = clean(text).to_lowercase();
    let parts = date_parts(&lower);
    let [first, second, third] = parts.as_slice() else { return None };
    let named = month_number(second).map(|month| (first, month));
    let named = named.or_else(|| Some((second, month_number(first)?)));
    if let Some((day, month)) = named {
        let day = day.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let (year, day) = if third.len() == 4 { (*third, day) } else { (day, *third) };
        return date(year, &month, day);
    }
    if first.len() == 4 {
        return date(first, second, third).or_else(|| date(first, third, second));
    }
    let [day_first, month_first] = [date(third, second, first), date(third, first, second)];
    match order {
        DateOrder::DayFirst => day_first.or(month_first),
        DateOrder::MonthFirst => month_first.or(day_first),
    }
}

/// The parts of a date in small letters, without the day of the week; then those of a time, if one stands behind the date.
fn date_parts(lower: &str) -> Vec<&str> {
    let parts = lower.split(['/', '.', '-', ' ', ',']).map(str::trim);
    parts.filter(|part| !part.is_empty() && !is_day_of_week(part)).collect()
}

/// The number of a month whose name begins with `word`.
fn month_number(word: &str) -> Option<String> {
    let index = MONTHS.iter().position(|month| word.len() >= 3 && month.starts_with(word))?;
    Some((index + 1).to_string())
}

/// True for `sat`, `tues` or `Mondays`, which stands before a date.
fn is_day_of_week(word: &str) -> bool {
    const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let stem = word.trim_end_matches('s');
    stem.len() >= 3 && DAYS.iter().any(|day| day.starts_with(stem))
}

fn date(year: &str, month: &str, day: &str) -> Option<String> {
    if year.len() != 4
        || ![year, month, day].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return None;
    }
    let date = Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()?;
    Some(date.to_string())
}

/// The certainty that [`loosely`] took the day for the day and the month for the month.
pub(crate) fn sureness(text: &str) -> Applicability {
    let lower = clean(text).to_lowercase();
    let number = |part: &str| part.parse::<u8>().ok();
    let is_small = |part: &str| number(part).is_some_and(|number| number <= 12);
    let ambiguous = match date_parts(&lower).as_slice() {
        [first, second, ..] if first.len() < 3 => first != second && is_small(first) && is_small(second),
        [year, second, ..] if year.len() == 4 && month_number(year).is_none() => {
            number(second).is_some() && !is_small(second)
        }
        _ => false,
    };
    Applicability::certain_if(!ambiguous)
}
