//! The days of the week.

use std::sync::Arc;

use serde_json::json;
use toml_schema::{
    Scalar,
    diagnostic::clean,
    schema::{MeantHeader, OwnValue, one_of},
};

use super::{ShowValue, ShownValue};
use crate::{
    diagnostic::{Applicability, code},
    formats::{Formats, Weekday},
    schema::{
        Data, FromData, ViewKind,
        decode::{
            Item, Report, Spanned, in_quotes, is_element,
            value::{ScalarDecoder, ScalarError, ScalarRule},
        },
    },
};

impl OwnValue for Weekday {
    fn written(&self) -> String {
        self.name().to_owned()
    }
}

impl ShowValue for Weekday {
    fn shown(&self, formats: &Formats) -> ShownValue {
        ShownValue {
            text: formats.weekday(*self),
            forms: vec![("id", self.name().into()), ("short", formats.short_weekday(*self).into())],
        }
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
    is_unique: true,
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
        report.unknown_word(item.span, text, message, expected, words);
    }
    None
}

/// The day of `Mon`, `tues.` or `Mondays`.
fn named(written: &str) -> Option<Weekday> {
    let written = clean(written).trim().to_lowercase();
    let stem = written.trim_end_matches(['.', 's']);
    Weekday::ALL.into_iter().find(|day| stem.len() >= 3 && day.name().starts_with(stem))
}

/// The rows of several days in the schedule.
const WEEKLY: &str = "weekly";

/// The header for which people write one of several days: `[[mon-fri]]`.
pub fn header_of_days(name: &str) -> Option<MeantHeader> {
    let days = days(name).filter(|days| days.len() > 1)?;
    let line = format!("days = [{}]", elements(&days));
    let help = format!("write [[{WEEKLY}]], and below it {line}");
    Some(MeantHeader { name: WEEKLY, line, help })
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
