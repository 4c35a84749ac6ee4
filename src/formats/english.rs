//! English as the specification of the shipped site writes it, where the CLDR writes it otherwise: `7:00am`,
//! `9:00am-10:00am`, `March 11, 2022`, `11.03.2022`.

use icu_locale::extensions::unicode::key;
use jiff::civil::Date;
use toml_schema::decode::value::Language;

use super::Form;

/// The differences between the regions of English.
#[derive(Clone, Copy, Debug)]
pub(super) struct English {
    /// True in North America: `Friday, December 25, 2026` for `Friday 25 December 2026`.
    month_first: bool,
    /// True in regions that write the month first: their readers would mistake the day in `11.03.2022` for it.
    pub has_own_numeric_date: bool,
    /// True if the tag says how hours are counted: `en-GB-u-hc-h23`.
    pub has_own_clock: bool,
}

impl English {
    /// The English of a language tag; `None` for other languages.
    pub fn new(language: &Language, long_date: &Form, numeric_date: &Form) -> Option<Self> {
        let locale = language.locale();
        if locale.id.language.as_str() != "en" {
            return None;
        }
        let christmas = Date::constant(2026, 12, 25);
        Some(Self {
            month_first: long_date.format_date(christmas).starts_with(char::is_alphabetic),
            has_own_numeric_date: locale.id.region.is_some()
                && numeric_date.format_date(christmas).starts_with("12"),
            has_own_clock: locale.extensions.unicode.keywords.get(&key!("hc")).is_some(),
        })
    }

    pub fn full_date(self, date: Date, weekday: &str, month: &str) -> String {
        let (day, year) = (date.day(), date.year());
        if self.month_first {
            format!("{weekday}, {month} {day}, {year}")
        } else {
            format!("{weekday} {day} {month} {year}")
        }
    }

    /// The full form of the first day of a range, without the month and year that the last day repeats at its end.
    pub fn first_date(self, full: String, (first, last): (Date, Date), month: &str) -> String {
        if self.month_first || first == last || first.year() != last.year() {
            return full;
        }
        let year = first.year();
        let again =
            if first.month() == last.month() { format!(" {month} {year}") } else { format!(" {year}") };
        full.strip_suffix(&again).map(str::to_owned).unwrap_or(full)
    }
}
