//! The days of the week.

use serde::Serialize;
use serde_json::json;

use super::rule::{Form, ScalarError, ScalarRule};
use crate::{
    decode::{Item, Report, in_quotes, is_element},
    diagnostic::{Applicability, clean, code},
    schema::{Data, one_of},
};

/// A day of the week, from Monday to Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each says what it is")]
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

    /// A week that begins with this day.
    pub fn week(self) -> [Self; 7] {
        let mut days = Self::ALL;
        days.rotate_left(Self::ALL.iter().position(|day| *day == self).unwrap_or_default());
        days
    }

    /// The day of the week of a date.
    pub fn from_date(date: jiff::civil::Date) -> Self {
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

pub(super) const WEEKDAY: ScalarRule = ScalarRule {
    name: "weekday",
    expected: "a day of the week, such as \"monday\"",
    plural: "days of the week",
    example: "\"monday\"",
    form: Form::Value { decode: weekday, fallback: || Data::Weekday(Weekday::Monday) },
    json: || json!({ "enum": Weekday::ALL.map(Weekday::name) }),
};

fn weekday(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    let text = item.as_filled_text(expected, report)?;
    if let Some(day) = Weekday::ALL.into_iter().find(|day| day.name() == text) {
        return Some(Data::Weekday(day));
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
pub(super) fn named(written: &str) -> Option<Weekday> {
    let written = clean(written).trim().to_lowercase();
    let stem = written.trim_end_matches(['.', 's']);
    Weekday::ALL.into_iter().find(|day| stem.len() >= 3 && day.name().starts_with(stem))
}

/// `Mon-Fri`, `Sat & Sun` or `Saturday` as a list in TOML.
pub(crate) fn listed(written: &str) -> Option<String> {
    days(written).map(|days| format!("[{}]", elements(&days)))
}

/// The days of `Mon-Fri`, `Sat & Sun`, `weekend` or `Saturday`.
pub(crate) fn days(written: &str) -> Option<Vec<Weekday>> {
    let one = |part: &str| named(part).map(|day| vec![day]);
    let parts = written.split([',', '&', '/']).map(|part| through(part).or_else(|| one(part)));
    Some(parts.collect::<Option<Vec<_>>>()?.concat())
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
