//! The further dates of entries that take place several times.

use super::{EntryDate, EventTime, event_times::candidates};
use crate::{
    content::Content,
    diagnostic::{Applicability, Diagnostic, Diagnostics, Fix, code, diagnostic},
    schema::{CollectionType, Data, DeclaredFile, Table, decode::value::PublicationDate},
};

/// Reports dates that don't fit each other.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    for (name, declared) in &content.project.types.collections {
        let Some(field) = start_field(declared) else { continue };
        for entry in content.entries(name) {
            diagnostics.extend(mismatched_date(&entry.table, field));
            if let Some(calendar) = &declared.calendar {
                let times = EventTime::all(&entry.table, calendar);
                diagnostics.extend(not_in_series(&entry.table, &times));
                diagnostics.extend(not_left_out(&entry.table, calendar, &times));
                diagnostics.extend(overlapping(&entry.table, field, &times));
                diagnostics.extend(more_left_than_places(&entry.table));
            }
        }
    }
}

/// The field with the date of an entry: the start of an event, else its publication, else the field that entries are
/// sorted by.
pub fn start_field(declared: &CollectionType) -> Option<&str> {
    let start = declared.calendar.as_ref().and_then(|calendar| calendar.field("start"));
    let dated = start.or(declared.dated.as_deref());
    dated.or_else(|| declared.sort.first().map(|field| &*field.key))
}

/// Reports a date of a series that has a time while the first one has none, or the reverse.
fn mismatched_date(table: &Table, field: &str) -> Option<Diagnostic> {
    let first = table.get(field)?;
    let begin = moment(&first.value)?;
    let takes_days = begin.is_whole_day();
    let own = table.tables("date").filter_map(|date| date.get("start"));
    let other = table.list("dates").iter().chain(own).find(|date| {
        let moment = moment(&date.value).filter(|_| date.span.is_somewhere());
        moment.is_some_and(|moment| moment.is_whole_day() != takes_days)
    })?;
    let (message, help) = if takes_days {
        ("this date has a time, where the first one takes all day", "write it without a time".to_owned())
    } else {
        let timed = moment(&other.value)?.civil().date().to_datetime(begin.civil().time());
        ("this date has no time, where the first one has", format!("write its time, such as {timed}"))
    };
    Some(diagnostic!(code::MALFORMED, other.span, "{message}";
        related: first.span => "the first one";
        help))
}

/// Reports a cancelled date that isn't in the series.
fn not_in_series(table: &Table, times: &[EventTime<'_>]) -> Option<Diagnostic> {
    let mut off = table.list("cancelled_dates").iter().filter(|date| date.span.is_somewhere());
    let unknown =
        off.find(|date| !times.iter().any(|time| Some(time.start) == EntryDate::of(&date.value)))?;
    Some(diagnostic!(code::UNKNOWN_REFERENCE, unknown.span, "the series has no such date";
        help: "write it as it stands in \"start\" or \"dates\", with its time"))
}

/// Reports a day to be left out on which it wouldn't be anyway.
fn not_left_out(table: &Table, calendar: &DeclaredFile, times: &[EventTime<'_>]) -> Option<Diagnostic> {
    let start = EntryDate::new(table, calendar, "start")?;
    let last = times.last()?.start.day();
    let days: Vec<EntryDate> = candidates(table, start)
        .map(EntryDate::day)
        .take_while(|day| day.first_moment() <= last.first_moment())
        .collect();
    let mut left_out = table.list("left_out").iter().filter(|date| date.span.is_somewhere());
    let unknown = left_out.find(|date| EntryDate::of(&date.value).is_some_and(|day| !days.contains(&day)))?;
    let wanted = EntryDate::of(&unknown.value)?.first_moment();
    let nearest =
        days.iter().map(|day| day.first_moment()).min_by_key(|day| day.duration_since(wanted).abs())?.date();
    Some(diagnostic!(code::UNKNOWN_REFERENCE, unknown.span, "it wouldn't take place on this day anyway";
        label: "no date of the series";
        help: "the nearest date is {nearest}; a day after the last date need not be left out";
        fix: Fix::replace(unknown.span, nearest.to_string(), Applicability::Proposed)))
}

/// Reports a date that begins before another one is over.
fn overlapping(table: &Table, field: &str, times: &[EventTime<'_>]) -> Option<Diagnostic> {
    let pair = times.windows(2).find(|pair| match pair {
        [first, next] => first.end.is_some_and(|end| end.last_moment() > next.start.first_moment()),
        _ => false,
    })?;
    let own = pair.iter().rev().find_map(|time| time.declared?.get("start"));
    let at = own.or_else(|| table.get("end")).or_else(|| table.get(field)).map(|value| value.span)?;
    let next = pair.last()?.start.first_moment().date();
    at.is_somewhere().then(|| {
        diagnostic!(code::DUPLICATE_ID, at, "a date isn't over when the next one begins, on {next}";
            label: "two dates at once";
            help: "\"end\" is the end of the first date, not of the last one; each lasts as long, but for those of [[date]] with an end of their own")
    })
}

fn more_left_than_places(table: &Table) -> Option<Diagnostic> {
    let (places, left) = (table.get("places")?, table.get("places_left")?);
    let (Data::Integer(all), Data::Integer(number)) = (&places.value, &left.value) else { return None };
    (number > all).then(|| {
        diagnostic!(code::OUT_OF_RANGE, left.span, "{number} places are left, of {all}";
            related: places.span => "how many there are";
            help: "correct one of the two numbers")
    })
}

fn moment(value: &Data) -> Option<PublicationDate> {
    match value {
        Data::Datetime(moment) => Some(*moment),
        _ => None,
    }
}
