//! A day of the calendar.

use jiff::civil::Date;
use serde_json::{Value as Json, json};
use toml::de::DeValue;

use super::{
    Value,
    date::{loosely, loosely_day, report_misread},
};
use crate::decode::{Item, Report};

/// A day of the calendar, on the clock of the site's zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CalendarDay(Date);

impl CalendarDay {
    /// The date.
    pub fn date(self) -> Date {
        self.0
    }
}

impl Value for CalendarDay {
    const EXPECTED: &'static str = "a day as year-month-day without quotes, such as 2026-12-25";
    const EXAMPLE: &'static str = "2026-12-25";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let written = match item.value {
            DeValue::Datetime(_) => report.text.get(item.span.range()).unwrap_or_default().to_owned(),
            _ => item.as_filled_text(Self::EXPECTED, report)?.to_owned(),
        };
        if let (10, Ok(date)) = (written.len(), written.parse()) {
            return Some(Self(date));
        }
        let day = written.get(..10).and_then(|start| start.parse::<Date>().ok()).map(|date| date.to_string());
        // Of a day with a time, the day.
        let of_moment = || Some(loosely(&written, report.date_order)?.get(..10)?.to_owned());
        let meant = loosely_day(&written, report.date_order).or(day).or_else(of_moment);
        report_misread(item, (&written, "day"), Self::EXPECTED, meant, report);
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self(Date::constant(2000, 1, 1))
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$" })
    }
}
