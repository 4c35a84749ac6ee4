//! The words about a row of the week beside its class and time: its trainers, its weeks, its audience.

use std::sync::Arc;

use jiff::civil::Date;

use super::Site;
use crate::{
    content,
    formats::Formats,
    schema::{Data, Role, Table, decode::value::Weekday},
    site::Trainer,
};

/// The names of the trainers for visitors; empty if nobody teaches.
pub fn who(trainers: &[Arc<Trainer>], team: Option<&str>, formats: &Formats) -> String {
    let names = trainers.iter().map(|trainer| trainer.entry.name.value.as_str());
    names.chain(team).collect::<Vec<_>>().join(formats.comma())
}

/// A note about a row.
pub struct SessionNote {
    pub text: String,
    /// The last day on which it is shown; `None` if it is always shown.
    pub until: Option<Date>,
}

impl SessionNote {
    fn always(text: String) -> Self {
        Self { text, until: None }
    }
}

/// The notes about the weeks of a row; empty for a row of every week.
pub fn weeks(weeks: &content::Weeks, day: Option<Weekday>, site: &Site) -> Vec<SessionNote> {
    let mut notes = Vec::new();
    if let Some(every) = &weeks.every {
        notes.push(SessionNote::always(counted("every", every.value, site)));
    }
    notes.extend(
        weeks.of_month.iter().map(|week| SessionNote::always(word(nth(week.value), site).to_owned())),
    );
    let today = site.clock.today.date();
    if let Some(from) = weeks.from.map(|from| from.value).filter(|from| *from > today) {
        notes.push(SessionNote { text: dated_word("from", from, site), until: from.yesterday().ok() });
    } else if let Some(day) = day.filter(|_| weeks.every.is_some())
        && let Some(next) = weeks.dates(today, day).next()
    {
        // The next date helps if a class isn't in each week.
        notes.push(SessionNote { text: dated_word("next", next, site), until: Some(next) });
    }
    if let Some(until) = weeks.until.map(|until| until.value) {
        notes.push(SessionNote::always(dated_word("until", until, site)));
    }
    notes
}

fn dated_word(kind: &str, date: Date, site: &Site) -> String {
    word(kind, site).replace("{date}", &site.gym.formats.day_and_month(date))
}

/// The word for a week of the month.
fn nth(week: i64) -> &'static str {
    match week {
        1 => "first",
        2 => "second",
        3 => "third",
        4 => "fourth",
        5 => "fifth",
        _ => "last",
    }
}

/// The audience of a row and other details with their keys, in the order in which content declares them.
pub fn details(entry: &content::ClassSlot, site: &Site) -> Vec<(&'static str, String)> {
    let mut details = Vec::new();
    for key in ["audience", "level", "language", "places", "note"] {
        match entry.table.get(key).map(|detail| &detail.value) {
            Some(Data::Integer(places)) => details.push((key, counted(key, *places, site))),
            _ => details.extend(entry.table.text(key).map(|text| (key, text.to_owned()))),
        }
    }
    details
}

/// The words of the schedule.
fn words(site: &Site) -> Option<&Arc<Table>> {
    site.words(site.project.types.with_role(Role::Schedule)?)
}

/// A word of `content/schedule.toml`.
pub fn word<'r>(kind: &str, site: &'r Site) -> &'r str {
    words(site).and_then(|words| words.text(kind)).unwrap_or("{date}")
}

fn counted(kind: &str, count: i64, site: &Site) -> String {
    match words(site).and_then(|words| words.get(kind)).map(|word| &word.value) {
        Some(Data::Plural(plural)) => {
            site.gym.formats.counted(plural, u64::try_from(count).unwrap_or_default())
        }
        _ => count.to_string(),
    }
}
