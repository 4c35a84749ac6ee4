//! A word of a short list.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Value;
use crate::{
    decode::{Item, Report},
    diagnostic::{Code, Diagnostic, did_you_mean, near, nearest},
};

/// An enumeration whose variants an editor writes as words.
pub trait Word: Copy + 'static {
    /// What the list is of, with an article: "a day of the week".
    const NOUN: &'static str;
    /// What belongs there, with an example, and an example as written.
    const EXPECTED: &'static str;
    /// An example as it would be written in TOML.
    const EXAMPLE: &'static str;
    /// Every word with what it means.
    const WORDS: &'static [(&'static str, Self)];
    /// One of them, for where none can be read.
    #[expect(clippy::indexing_slicing, reason = "without words the program doesn't compile")]
    const FALLBACK: Self = Self::WORDS[0].1;

    /// The word for this.
    fn word(self) -> &'static str
    where
        Self: PartialEq,
    {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }
}

impl<W: Word> Value for W {
    const EXPECTED: &'static str = W::EXPECTED;
    const EXAMPLE: &'static str = W::EXAMPLE;

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(W::EXPECTED, report)?;
        let found = W::WORDS.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        if found.is_none() {
            let words = || W::WORDS.iter().map(|(word, _)| *word);
            report.push(
                Diagnostic::new(Code::UnknownWord, item.span, format!("\"{text}\" is not {}", W::NOUN))
                    .expected(format!(
                        "one of {}",
                        words().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
                    ))
                    .maybe_help(nearest(text, words()).map(|word| did_you_mean(text, word))),
            );
            if let Some((word, sure)) = near(text, words()) {
                report.correct_text(item.span, word, sure);
            }
        }
        found
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        W::FALLBACK
    }

    fn schema() -> Json {
        json!({ "enum": W::WORDS.iter().map(|(word, _)| *word).collect::<Vec<_>>() })
    }
}

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the days explain themselves")]
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
    /// From Monday to Sunday.
    pub const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

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

impl Word for Weekday {
    const NOUN: &'static str = "a day of the week";
    const EXPECTED: &'static str = "a day of the week, such as \"monday\"";
    const EXAMPLE: &'static str = "\"monday\"";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("monday", Self::Monday),
        ("tuesday", Self::Tuesday),
        ("wednesday", Self::Wednesday),
        ("thursday", Self::Thursday),
        ("friday", Self::Friday),
        ("saturday", Self::Saturday),
        ("sunday", Self::Sunday),
    ];
}
