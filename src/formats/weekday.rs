//! The days of the week.

use icu_calendar::{types::Weekday as IcuWeekday, week::WeekInformation};
use icu_locale::{LanguageIdentifier, Locale};
use jiff::civil::Date;
use serde::Serialize;
use toml_schema::decode::value::Language;

/// A day of the week, from Monday to Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
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
    /// All of them, from Monday on.
    pub const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    /// As content writes it: `monday`.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 7] =
            ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
        NAMES.get(self as usize).copied().unwrap_or_default()
    }

    /// The day with which weeks begin where a language is spoken; Monday if its tag names no region.
    pub fn first_of_week(language: &Language) -> Self {
        let mut locale = Locale::clone(language.locale());
        if locale.id.region.is_none() {
            // The likely region of English is the United States, which most sites in English aren't for.
            locale.id = LanguageIdentifier::UNKNOWN;
        }
        let week = WeekInformation::try_new((&locale).into());
        match week.map(|week| week.first_weekday) {
            Ok(IcuWeekday::Tuesday) => Self::Tuesday,
            Ok(IcuWeekday::Wednesday) => Self::Wednesday,
            Ok(IcuWeekday::Thursday) => Self::Thursday,
            Ok(IcuWeekday::Friday) => Self::Friday,
            Ok(IcuWeekday::Saturday) => Self::Saturday,
            Ok(IcuWeekday::Sunday) => Self::Sunday,
            Ok(IcuWeekday::Monday) | Err(_) => Self::Monday,
        }
    }

    /// A week that begins with this day.
    pub fn week(self) -> [Self; 7] {
        let mut days = Self::ALL;
        days.rotate_left(Self::ALL.iter().position(|day| *day == self).unwrap_or_default());
        days
    }

    /// The day of the week of a date.
    pub fn from_date(date: Date) -> Self {
        let days = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or_default();
        Self::ALL.get(days).copied().unwrap_or(Self::Monday)
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
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            .get(self as usize)
            .copied()
            .unwrap_or_default()
    }
}
