//! The days of the week.

use std::sync::Arc;

use icu_calendar::{types::Weekday as IcuWeekday, week::WeekInformation};
use icu_locale::{LanguageIdentifier, Locale};
use jiff::civil::Date;
use serde::Serialize;
use serde_json::json;
use toml_schema::{
    Scalar,
    diagnostic::clean,
    schema::{OwnValue, one_of},
};

use crate::{
    diagnostic::{Applicability, code},
    schema::{
        Data, FromData, ViewKind,
        decode::{
            Item, Report, Spanned, in_quotes, is_element,
            value::{Language, ScalarDecoder, ScalarError, ScalarRule},
        },
    },
};

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

impl OwnValue for Weekday {
    fn written(&self) -> String {
        self.name().to_owned()
    }
}

impl FromData for Weekday {
    const KIND: ViewKind = ViewKind::Scalar(WEEKDAY);

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        data.and_then(|data| data.value.own()).copied().unwrap_or(Self::Monday)
    }
}

/// A day of the week, by its English name.
pub const WEEKDAY: Scalar = Scalar(&ScalarRule {
    name: "weekday",
    expected: "a day of the week, such as \"monday\"",
    plural: "days of the week",
    example: "\"monday\"",
    decoder: ScalarDecoder::Value { decode: weekday, fallback: || data(Weekday::Monday) },
    json: || json!({ "enum": Weekday::ALL.map(Weekday::name) }),
    order: Some(|a, b| a.own::<Weekday>().cmp(&b.own())),
    words: &[
        "\"monday\"",
        "\"tuesday\"",
        "\"wednesday\"",
        "\"thursday\"",
        "\"friday\"",
        "\"saturday\"",
        "\"sunday\"",
    ],
    list_of: |written| days(written).map(|days| format!("[{}]", elements(&days))),
    ..ScalarRule::PLAIN
});

fn data(day: Weekday) -> Data {
    Data::Own(WEEKDAY, Arc::new(day))
}

fn weekday(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    let text = item.as_filled_text(expected, report)?;
    if let Some(day) = Weekday::ALL.into_iter().find(|day| day.name() == text) {
        return Some(data(day));
    }
    let words = Weekday::ALL.map(Weekday::name);
    let message = format!("\"{text}\" is not a day of the week");
    let expected = one_of(words.into_iter());
    let misread = ScalarError { code: code::UNKNOWN_WORD, ..ScalarError::new(&*message) };
    if let Some(day) = named(text) {
        misread.certainly(day.name()).report(item, &expected, report);
    } else if let Some(days) = through(text).filter(|_| is_element(report.text, item.span)) {
        misread.help(format!("write each day: {}", elements(&days))).report(item, &expected, report);
        report.correct(item.span, elements(&days), Applicability::Certain);
    } else {
        report.unknown_word(item.span, (text, message), expected, words);
    }
    None
}

/// The day of `Mon`, `tues.` or `Mondays`.
fn named(written: &str) -> Option<Weekday> {
    let written = clean(written).trim().to_lowercase();
    let stem = written.trim_end_matches(['.', 's']);
    Weekday::ALL.into_iter().find(|day| stem.len() >= 3 && day.name().starts_with(stem))
}

/// The days for which people write one header: `[[mon-fri]]`.
pub fn days_meant_by(name: &str) -> Option<Vec<&'static str>> {
    Some(days(name)?.into_iter().map(Weekday::name).collect())
}

/// The days of `Mon-Fri`, `Sat & Sun`, `weekend` or `Saturday`.
fn days(written: &str) -> Option<Vec<Weekday>> {
    let mut days = Vec::new();
    for part in written.split([',', '&', '/']) {
        match through(part) {
            Some(several) => days.extend(several),
            None => days.push(named(part)?),
        }
    }
    Some(days)
}

/// The days of `Mon-Fri`, and of words for several.
fn through(written: &str) -> Option<Vec<Weekday>> {
    let written = match &*written.trim().to_lowercase() {
        "daily" | "every day" | "everyday" => "mon-sun",
        "weekday" | "weekdays" => "mon-fri",
        "weekend" | "weekends" => "sat-sun",
        _ => written,
    };
    let (first, last) = ["–", "—", "-", " to "].iter().find_map(|between| written.split_once(between))?;
    Some(named(first)?.through(named(last)?))
}

fn elements(days: &[Weekday]) -> String {
    days.iter().map(|day| in_quotes(day.name())).collect::<Vec<_>>().join(", ")
}
