//! Days of the week as people write them, in the languages that the interface has words of.

use super::Weekday;
use crate::diagnostic::clean;

/// The names of each day, from Monday on, in lower case.
const NAMES: [&str; 7] = [
    "mon mondays jumatatu montag montags lundi lunes segunda segunda-feira الاثنين الإثنين",
    "tue tues tuesdays jumanne dienstag dienstags mardi martes terça terça-feira الثلاثاء",
    "wed wednesdays jumatano mittwoch mittwochs mercredi miércoles quarta quarta-feira الأربعاء",
    "thu thur thurs thursdays alhamisi donnerstag donnerstags jeudi jueves quinta quinta-feira الخميس",
    "fri fridays ijumaa freitag freitags vendredi viernes sexta sexta-feira الجمعة",
    "sat saturdays jumamosi samstag samstags sonnabend samedi sábado السبت",
    "sun sundays jumapili sonntag sonntags dimanche domingo الأحد",
];

/// What people write between the first and the last of several days.
const BETWEEN: [&str; 9] = ["–", "—", "-", " to ", " bis ", " à ", " a ", " hadi ", " إلى "];

/// The day that has this name, in whatever language.
pub(crate) fn named(written: &str) -> Option<Weekday> {
    let written = clean(written).trim().trim_end_matches('.').to_lowercase();
    let is_day = |day: &Weekday| {
        let names = NAMES.get(*day as usize).copied().unwrap_or_default();
        day.name() == written || names.split(' ').any(|name| name == written)
    };
    Weekday::ALL.into_iter().find(is_day)
}

/// `Mon-Fri` as a list in TOML.
pub(crate) fn listed(written: &str) -> Option<String> {
    through(written).map(|days| format!("[{days}]"))
}

/// `Mon-Fri` as the elements of a list in TOML.
pub(super) fn through(written: &str) -> Option<String> {
    let days = BETWEEN.iter().find_map(|between| {
        let (first, last) = written.split_once(between)?;
        Some(named(first)?.through(named(last)?))
    })?;
    let days = days.into_iter().map(|day| format!("\"{}\"", day.name()));
    Some(days.collect::<Vec<_>>().join(", "))
}
