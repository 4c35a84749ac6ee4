//! The further dates of entries that take place several times.

use crate::{
    content::Content,
    diagnostic::{Diagnostic, Diagnostics, code, diagnostic},
    schema::{CollectionType, Data, Table, decode::value::PublicationDate},
};

/// Reports dates that don't fit the first one.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    for (name, declared) in &content.project.types.collections {
        let Some(field) = start_field(declared) else { continue };
        for entry in content.entries(name) {
            diagnostics.extend(mismatched_date(&entry.table, field));
            diagnostics.extend(not_in_series(&entry.table, field));
        }
    }
}

/// The field with the date of an entry: the start of an event, else its publication, else the field that entries are
/// sorted by.
pub fn start_field(declared: &CollectionType) -> Option<&str> {
    let start = declared.calendar.as_ref().and_then(|calendar| calendar.field("start"));
    let dated = start.or(declared.dated.as_deref());
    dated.or_else(|| declared.sort.first().map(|(field, _)| &**field))
}

/// Reports a date of a series that has a time while the first one has none, or the reverse.
fn mismatched_date(table: &Table, field: &str) -> Option<Diagnostic> {
    let first = table.get(field)?;
    let takes_days = moment(&first.value)?.is_whole_day();
    let other = table.list("dates").iter().find(|date| {
        let moment = moment(&date.value).filter(|_| date.span.is_somewhere());
        moment.is_some_and(|moment| moment.is_whole_day() != takes_days)
    })?;
    let (message, help) = if takes_days {
        ("this date has a time, where the first one takes all day", "write it without a time")
    } else {
        ("this date has no time, where the first one has", "write its time: 2027-02-16T18:00:00")
    };
    Some(diagnostic!(code::MALFORMED, other.span, "{message}";
        related: first.span => "the first one";
        help))
}

/// Reports a cancelled date that isn't in the series.
fn not_in_series(table: &Table, field: &str) -> Option<Diagnostic> {
    let series = table.get(field).into_iter().chain(table.list("dates"));
    let series: Vec<_> = series.map(|date| moment(&date.value)).collect();
    let mut off = table.list("cancelled_dates").iter().filter(|date| date.span.is_somewhere());
    let unknown = off.find(|date| !series.contains(&moment(&date.value)))?;
    Some(diagnostic!(code::UNKNOWN_REFERENCE, unknown.span, "the series has no such date";
        help: "write it as it stands in \"start\" or \"dates\", with its time"))
}

fn moment(value: &Data) -> Option<PublicationDate> {
    match value {
        Data::Datetime(moment) => Some(*moment),
        _ => None,
    }
}
