//! The days of the week.

use gympress_derive::{Named, Variants};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Value, day_names};
use crate::{
    decode::{Item, Report},
    diagnostic::{Applicability, Code, Diagnostic},
};

/// A day of the week, from Monday to Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Named, Variants)]
#[serde(rename_all = "lowercase")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl Weekday {
    /// A week that begins with this day.
    pub fn week(self) -> [Self; 7] {
        let mut days = Self::ALL;
        days.rotate_left(Self::ALL.iter().position(|day| *day == self).unwrap_or_default());
        days
    }

    /// The day of the week of a date.
    pub fn from_date(date: jiff::civil::Date) -> Self {
        match date.weekday() {
            jiff::civil::Weekday::Monday => Self::Monday,
            jiff::civil::Weekday::Tuesday => Self::Tuesday,
            jiff::civil::Weekday::Wednesday => Self::Wednesday,
            jiff::civil::Weekday::Thursday => Self::Thursday,
            jiff::civil::Weekday::Friday => Self::Friday,
            jiff::civil::Weekday::Saturday => Self::Saturday,
            jiff::civil::Weekday::Sunday => Self::Sunday,
        }
    }

    /// The day before this one.
    pub fn before(self) -> Self {
        let [.., before] = self.week();
        before
    }

    /// The day after this one.
    pub fn after(self) -> Self {
        let [_, after, ..] = self.week();
        after
    }

    /// The days from this one to the next `last`, both included.
    pub fn through(self, last: Self) -> Vec<Self> {
        let week = self.week();
        let count = week.iter().position(|day| *day == last).unwrap_or_default() + 1;
        week.into_iter().take(count).collect()
    }

    /// As visitors read it: `Monday`.
    pub fn title(self) -> &'static str {
        match self {
            Self::Monday => "Monday",
            Self::Tuesday => "Tuesday",
            Self::Wednesday => "Wednesday",
            Self::Thursday => "Thursday",
            Self::Friday => "Friday",
            Self::Saturday => "Saturday",
            Self::Sunday => "Sunday",
        }
    }
}

impl Value for Weekday {
    const EXPECTED: &'static str = "a day of the week, such as \"monday\"";
    const EXAMPLE: &'static str = "\"monday\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        let found = Self::ALL.into_iter().find(|day| day.name() == text);
        if found.is_none() {
            let words = Self::ALL.map(Self::name);
            let quoted = words.map(|word| format!("\"{word}\"")).join(", ");
            let message = format!("\"{text}\" is not a day of the week");
            let expected = format!("one of {quoted}");
            match day_names::named(text) {
                Some(day) => {
                    let help = format!("write \"{}\"", day.name());
                    report.push(
                        Diagnostic::new(Code::UnknownWord, item.span, message).expected(expected).help(help),
                    );
                    report.correct_text(item.span, day.name(), Applicability::Certain);
                }
                None => report.unknown_word(item.span, (text, message), expected, words),
            }
        }
        found
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self::Monday
    }

    fn schema() -> Json {
        json!({ "enum": Self::ALL.map(Self::name) })
    }
}
